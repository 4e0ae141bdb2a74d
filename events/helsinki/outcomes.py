"""What the rules make of orders, rolls and draws, battles apart."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.helsinki.values import (
    Cards,
    Deck,
    Hex,
    OrderKind,
    Path,
    PieceId,
    Pile,
    Place,
    Points,
    Result,
    Side,
    Square,
    Track,
    UnitIds,
    Vertex,
)
from wardiary.events.kinds import CardId, Number, Outcome

__all__ = [
    "DEEDS",
    "ArrestTried",
    "BagFilled",
    "BarricadeFell",
    "BarricadeRaised",
    "CardEffectBegan",
    "CardEffectUsed",
    "CardPlayed",
    "CommandTested",
    "GameBegan",
    "HqMarched",
    "HqPlaced",
    "InitiativeEnded",
    "InitiativeWon",
    "LandingTried",
    "MarkerMoved",
    "MeurerLanded",
    "MoraleTried",
    "OrderEnded",
    "OrderGiven",
    "OrderPaid",
    "PlacementRolled",
    "PointsReceived",
    "Reshuffled",
    "SquadTried",
    "SquadsPlaced",
    "TimeCovered",
    "UnitFormed",
    "UnitMarched",
    "UnitMoved",
    "UnitPlaced",
    "UnitRegrouped",
    "UnitsPlaced",
]


class GameBegan(Outcome, tag="helsinki.game_began", kw_only=True):
    """A game of two or three players; of two, one plays Germans and Whites."""

    players: Annotated[int, Meta(ge=2, le=3)]


class UnitsPlaced(Outcome, tag="helsinki.units_placed", kw_only=True):
    """Units stand in a hex or box at the start."""

    side: Side
    where: Place
    units: UnitIds


class HqPlaced(Outcome, tag="helsinki.hq_placed", kw_only=True):
    """A headquarters stands in a hex (Red) or on a vertex (German) at the start."""

    hq: PieceId
    side: Side
    where: Place


class SquadsPlaced(Outcome, tag="helsinki.squads_placed", kw_only=True):
    """White squads lie in the reserve."""

    squads: UnitIds


class BagFilled(Outcome, tag="helsinki.bag_filled", kw_only=True):
    """The cards of a deck went into its bag."""

    deck: Deck
    cards: Cards


class MarkerMoved(Outcome, tag="helsinki.marker_moved", kw_only=True):
    """A marker stands on a square of its track, 0 the first."""

    track: Track
    square: Square


class TimeCovered(Outcome, tag="helsinki.time_covered", kw_only=True):
    """A destroyed German unit covers so many squares more from the end of the time track."""

    squares: Square


class InitiativeWon(Outcome, tag="helsinki.initiative_won", kw_only=True):
    """A side has the initiative, with the modified scores of both rollers."""

    side: Side
    red_score: Points
    german_score: Points


class PointsReceived(Outcome, tag="helsinki.points_received", kw_only=True):
    """The active side's command points of this initiative."""

    side: Side
    points: Points


class InitiativeEnded(Outcome, tag="helsinki.initiative_ended", kw_only=True):
    """Unspent points are lost, effects of cards for the initiative lapse."""

    side: Side
    points: Points
    """Points lost."""


class Reshuffled(Outcome, tag="helsinki.reshuffled", kw_only=True):
    """The discards of a deck went back into its bag."""

    deck: Deck
    cards: Cards


class CardPlayed(Outcome, tag="helsinki.card_played", kw_only=True):
    """A card was played and lies on its pile."""

    card: CardId
    side: Side
    pile: Pile


class CardEffectBegan(Outcome, tag="helsinki.card_effect_began", kw_only=True):
    """A card works on in this initiative, until it is used."""

    card: CardId


class CardEffectUsed(Outcome, tag="helsinki.card_effect_used", kw_only=True):
    """A card that waited for it works on the order in hand."""

    card: CardId


class OrderGiven(Outcome, tag="helsinki.order_given", kw_only=True):
    """An order was named whole, before it is paid. `untested` of its units need a command test."""

    kind: OrderKind
    side: Side
    cost: Points
    hex: Hex | None = None
    vertex: Vertex | None = None
    piece: PieceId | None = None
    """The headquarters or squad it is about."""
    units: UnitIds = ()
    untested: UnitIds = ()


class OrderPaid(Outcome, tag="helsinki.order_paid", kw_only=True):
    """Points spent from the pool, and spare ones from a track; whether the order is done by night."""

    points: Points
    spare: Points
    night: bool
    midnights: Points = 0
    """Squares of 0:00 that the clock came to or passed."""


class CommandTested(Outcome, tag="helsinki.command_tested", kw_only=True):
    """A unit out of command takes the order or does not; `away` steps to the next place in command, if any."""

    unit: PieceId
    passed: bool
    away: Square | None = None
    card: CardId | None = None
    """The card that stood for the die."""


class UnitMarched(Outcome, tag="helsinki.unit_marched", kw_only=True):
    """A unit went this way, its start and end included."""

    unit: PieceId
    path: Path


class HqMarched(Outcome, tag="helsinki.hq_marched", kw_only=True):
    """A headquarters went this way and stands on the vertex."""

    hq: PieceId
    path: Path
    vertex: Vertex


class UnitRegrouped(Outcome, tag="helsinki.unit_regrouped", kw_only=True):
    """A German unit went back to a column of the reserve."""

    unit: PieceId
    where: Place


class PlacementRolled(Outcome, tag="helsinki.placement_rolled", kw_only=True):
    """What a deployment or recruitment came to."""

    side: Side
    total: Number
    placement: Result


class UnitPlaced(Outcome, tag="helsinki.unit_placed", kw_only=True):
    """A unit from the reserve stands in a hex."""

    unit: PieceId
    hex: Hex


class UnitMoved(Outcome, tag="helsinki.unit_moved", kw_only=True):
    """A unit made room for a landing."""

    unit: PieceId
    where: Place


class MoraleTried(Outcome, tag="helsinki.morale_tried", kw_only=True):
    """What a morale order came to, in squares."""

    total: Number
    squares: Square


class ArrestTried(Outcome, tag="helsinki.arrest_tried", kw_only=True):
    """A squad was arrested, or not; without a total a card decided it."""

    squad: PieceId
    arrested: bool
    total: Number | None = None
    card: CardId | None = None


class SquadTried(Outcome, tag="helsinki.squad_tried", kw_only=True):
    """A squad gathered at a vertex, or (none) the attempt failed."""

    total: Number
    squad: PieceId | None = None
    vertex: Vertex | None = None


class UnitFormed(Outcome, tag="helsinki.unit_formed", kw_only=True):
    """White squads formed a unit in a hex, or (none) did not."""

    hex: Hex
    touching: Points
    """Squads that counted."""
    unit: PieceId | None = None


class OrderEnded(Outcome, tag="helsinki.order_ended", kw_only=True):
    """An order was done, with all that followed from it."""

    kind: OrderKind
    side: Side


class LandingTried(Outcome, tag="helsinki.landing_tried", kw_only=True):
    """Abteilung Meurer lands now, or not yet."""

    landed: bool


class MeurerLanded(Outcome, tag="helsinki.meurer_landed", kw_only=True):
    """The units of Abteilung Meurer stand in the arrival hex."""

    units: UnitIds
    hex: Hex


class BarricadeRaised(Outcome, tag="helsinki.barricade_raised", kw_only=True):
    """Red defenders of a hex fight behind barricades, the terrain value so much higher."""

    hex: Hex
    more: Points


class BarricadeFell(Outcome, tag="helsinki.barricade_fell", kw_only=True):
    """No Red unit is left behind the barricades of a hex."""

    hex: Hex


DEEDS: tuple[type[Outcome], ...] = (
    GameBegan,
    UnitsPlaced,
    HqPlaced,
    SquadsPlaced,
    BagFilled,
    MarkerMoved,
    TimeCovered,
    InitiativeWon,
    PointsReceived,
    InitiativeEnded,
    Reshuffled,
    CardPlayed,
    CardEffectBegan,
    CardEffectUsed,
    OrderGiven,
    OrderPaid,
    CommandTested,
    UnitMarched,
    HqMarched,
    UnitRegrouped,
    PlacementRolled,
    UnitPlaced,
    UnitMoved,
    MoraleTried,
    ArrestTried,
    SquadTried,
    UnitFormed,
    OrderEnded,
    LandingTried,
    MeurerLanded,
    BarricadeRaised,
    BarricadeFell,
)
