"""What the game can be in the middle of; `side` is the side that is asked, rolls or draws."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.helsinki.values import (
    BattleStep,
    Deck,
    Hex,
    InitiativeStep,
    OrderStep,
    PieceId,
    Points,
    Result,
    Side,
    TestStep,
    UnitIds,
    Window,
)
from wardiary.events.kinds import CardId, Frame, SeatFrame

__all__ = [
    "FRAMES",
    "AskBarricades",
    "AskBattle",
    "AskCardBattle",
    "AskCardPlaces",
    "AskCommandTest",
    "AskDraw",
    "AskGermanOrders",
    "AskGift",
    "AskHqMarch",
    "AskInitiative",
    "AskLandingRoom",
    "AskLandingVertex",
    "AskLosses",
    "AskMarch",
    "AskMidnight",
    "AskOrder",
    "AskPlacement",
    "AskRedOrders",
    "AskSettling",
    "AskTikkurilaOrders",
    "AskWhiteCards",
    "AskWhiteOrders",
    "AskWindow",
    "Later",
]

Later = Annotated[tuple[Side, ...], Meta(max_length=3)]


class AskInitiative(SeatFrame, tag="helsinki.ask_initiative", kw_only=True):
    """An initiative at this step; before it is won, `side` is whose die comes next. `score` is Red's die."""

    side: Side
    step: InitiativeStep
    score: Points = 0


class AskDraw(SeatFrame, tag="helsinki.ask_draw", kw_only=True):
    """A side draws so many cards, one after another, as long as there are any."""

    side: Side
    deck: Deck
    count: Points


class AskWindow(SeatFrame, tag="helsinki.ask_window", kw_only=True):
    """A side may play cards of this window; `later` are asked after it. Nobody else knows that it is asked."""

    side: Side
    window: Window
    later: Later = ()


class AskGift(SeatFrame, tag="helsinki.ask_gift", kw_only=True):
    """The Germans move one of their markers in a Red initiative."""

    side: Side


class AskWhiteCards(SeatFrame, tag="helsinki.ask_white_cards", kw_only=True):
    """White draws or exchanges a card in a Red initiative."""

    side: Side


class AskTikkurilaOrders(SeatFrame, tag="helsinki.ask_tikkurila_orders", kw_only=True):
    """German orders in Tikkurila, from its own points."""

    side: Side


class AskGermanOrders(SeatFrame, tag="helsinki.ask_german_orders", kw_only=True):
    """German orders on the battlefield."""

    side: Side


class AskRedOrders(SeatFrame, tag="helsinki.ask_red_orders", kw_only=True):
    """Red orders."""

    side: Side


class AskWhiteOrders(SeatFrame, tag="helsinki.ask_white_orders", kw_only=True):
    """White orders."""

    side: Side


class AskOrder(SeatFrame, tag="helsinki.ask_order", kw_only=True):
    """The order in hand at this step."""

    side: Side
    step: OrderStep


class AskCommandTest(SeatFrame, tag="helsinki.ask_command_test", kw_only=True):
    """A unit out of command is tested."""

    side: Side
    unit: PieceId
    step: TestStep


class AskMarch(SeatFrame, tag="helsinki.ask_march", kw_only=True):
    """Units of a movement order say where they go, the first of them next."""

    side: Side
    units: UnitIds


class AskHqMarch(SeatFrame, tag="helsinki.ask_hq_march", kw_only=True):
    """A headquarters says where it goes."""

    side: Side
    hq: PieceId


class AskPlacement(SeatFrame, tag="helsinki.ask_placement", kw_only=True):
    """A deployed or recruited unit gets its hex."""

    side: Side
    placement: Result


class AskBattle(SeatFrame, tag="helsinki.ask_battle", kw_only=True):
    """A battle at this step; `side` attacks, or is asked for a shift."""

    side: Side
    hex: Hex
    step: BattleStep


class AskLosses(SeatFrame, tag="helsinki.ask_losses", kw_only=True):
    """Units in a hex are destroyed, disordered, retreat, in this order.

    `checked` disorder needs a way to retreat; `origin` is the way back of attackers from the flank.
    """

    side: Side
    hex: Hex
    destroyed: UnitIds = ()
    disordered: UnitIds = ()
    retreating: UnitIds = ()
    checked: bool = False
    origin: Hex | None = None


class AskSettling(SeatFrame, tag="helsinki.ask_settling", kw_only=True):
    """Battles without two sides end, headquarters in danger fall or hop; Germans are asked where to.

    `cause` is the side whose order or card it was. With `victory` the flags are looked at afterwards.
    """

    side: Side
    cause: Side
    victory: bool


class AskMidnight(SeatFrame, tag="helsinki.ask_midnight", kw_only=True):
    """Red units out of command that are still to be tested at midnight; `unit` is being tested."""

    side: Side
    units: UnitIds
    unit: PieceId | None = None


class AskLandingVertex(SeatFrame, tag="helsinki.ask_landing_vertex", kw_only=True):
    """Abteilung Meurer lands; its headquarters gets a vertex."""

    side: Side


class AskLandingRoom(SeatFrame, tag="helsinki.ask_landing_room", kw_only=True):
    """Units leave the arrival hex to make room for the landing, the first of them next."""

    side: Side
    units: UnitIds


class AskCardBattle(SeatFrame, tag="helsinki.ask_card_battle", kw_only=True):
    """A card lets units attack; `hex` where the card says it."""

    side: Side
    card: CardId
    hex: Hex | None = None


class AskCardPlaces(SeatFrame, tag="helsinki.ask_card_places", kw_only=True):
    """A card lets so many units more come from the reserve."""

    side: Side
    card: CardId
    count: Points


class AskBarricades(SeatFrame, tag="helsinki.ask_barricades", kw_only=True):
    """A card lets so many hexes more get barricades."""

    side: Side
    card: CardId
    count: Points


FRAMES: tuple[type[Frame], ...] = (
    AskInitiative,
    AskDraw,
    AskWindow,
    AskGift,
    AskWhiteCards,
    AskTikkurilaOrders,
    AskGermanOrders,
    AskRedOrders,
    AskWhiteOrders,
    AskOrder,
    AskCommandTest,
    AskMarch,
    AskHqMarch,
    AskPlacement,
    AskBattle,
    AskLosses,
    AskSettling,
    AskMidnight,
    AskLandingVertex,
    AskLandingRoom,
    AskCardBattle,
    AskCardPlaces,
    AskBarricades,
)
