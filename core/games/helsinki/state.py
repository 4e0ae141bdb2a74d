"""The state of a game of Helsinki 1918: pieces and where they are, tracks, cards, the order and the battle in hand."""

from dataclasses import dataclass

import msgspec
from msgspec import Struct

from wardiary.core.state import State
from wardiary.events import helsinki as e
from wardiary.events.helsinki import BattleKind, Deck, OrderKind, Side, Track

__all__ = [
    "AnyFrame",
    "Battle",
    "Board",
    "Cards",
    "Facing",
    "HelsinkiState",
    "Hq",
    "Ids",
    "OrderInHand",
    "Unit",
    "board_of",
    "drop_answers",
    "is_hex",
    "put_unit",
]

AnyFrame = (
    e.AskInitiative
    | e.AskDraw
    | e.AskWindow
    | e.AskGift
    | e.AskWhiteCards
    | e.AskTikkurilaOrders
    | e.AskGermanOrders
    | e.AskRedOrders
    | e.AskWhiteOrders
    | e.AskOrder
    | e.AskCommandTest
    | e.AskMarch
    | e.AskHqMarch
    | e.AskPlacement
    | e.AskBattle
    | e.AskLosses
    | e.AskSettling
    | e.AskMidnight
    | e.AskLandingVertex
    | e.AskLandingRoom
    | e.AskCardBattle
    | e.AskCardPlaces
    | e.AskBarricades
)
Cards = tuple[str, ...]
Ids = tuple[int, ...]


class Unit(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A company: a hex, or a box in lower case ("reserve", "reserve.2", "meurer", "lost")."""

    side: Side
    where: str


class Hq(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A headquarters: in a hex (Red) or on a vertex (German)."""

    side: Side
    where: str


class Facing(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How a battle stands: `side` came from `direction`, and that way lies its rear (HEL-10.7-R1)."""

    side: Side
    direction: int


class OrderInHand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The order being done."""

    kind: OrderKind
    side: Side
    cost: int
    hex: str | None = None
    vertex: str | None = None
    piece: int | None = None
    units: Ids = ()
    """Its units: all at first, then those that passed their tests."""
    untested: Ids = ()
    paid: bool = False
    night: bool = False
    midnights: int = 0
    routes: tuple[tuple[str, ...], ...] = ()
    """Ways that its units took so far."""
    cards: Cards = ()
    """Cards played for it or working on it."""
    rolled: bool = False
    """Whether its die was rolled, or a card stood for it."""
    fought: str | None = None
    """The hex of its battle, once fought."""


class Battle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The battle roll in hand."""

    hex: str
    kind: BattleKind
    side: Side
    units: Ids
    enemies: Ids
    origin: str | None = None
    bridge: bool = False
    cards: Cards = ()
    dice: tuple[int, int] = (0, 0)
    """The die kept by the attacker and the defender's; 0 while not rolled."""
    results: tuple[int, int] = (0, 0)
    loser: str | None = None
    columns: int = 0
    """Columns to the right of the centre."""
    answered: Cards = ()
    """Cards that brought this battle about, itself or an earlier one it answers."""


def _no_points() -> dict[Side, int]:
    return {"german": 0, "red": 0, "white": 0}


def _no_hands() -> dict[Side, Cards]:
    return {"german": (), "red": (), "white": ()}


def _no_piles() -> dict[Deck, Cards]:
    return {"GS": (), "RS": (), "WA": (), "RE": ()}


def _no_numbers() -> dict[Deck, int]:
    return {"GS": 0, "RS": 0, "WA": 0, "RE": 0}


def _no_tracks() -> dict[Track, int]:
    return {"time": 0, "morale": 0, "headquarters": 0, "tikkurila": 0, "meurer": 0, "activity": 0}


class HelsinkiState(State, kw_only=True):
    """Everything that can change. A turn is an initiative."""

    frames: tuple[AnyFrame, ...] = ()
    players: int = 3

    units: dict[int, Unit] = msgspec.field(default_factory=dict)
    hqs: dict[int, Hq] = msgspec.field(default_factory=dict)
    """Headquarters on the map; one that is destroyed is gone."""
    squads: dict[int, str] = msgspec.field(default_factory=dict)
    """White squads: a vertex, "reserve" or "arrested"."""
    facings: dict[str, Facing] = msgspec.field(default_factory=dict)
    """The hexes in which both sides stand."""
    barricades: dict[str, int] = msgspec.field(default_factory=dict)
    """Hexes with barricades, and by how much they raise the terrain value for Red."""
    red_hqs_destroyed: dict[Side, int] = msgspec.field(default_factory=_no_points)
    landed: bool = False

    tracks: dict[Track, int] = msgspec.field(default_factory=_no_tracks)
    """The square each marker stands on, the first (morale: the top) being 0."""
    casualties: int = 0
    """Red units on the morale track, from its top."""
    covered: int = 0
    """Squares at the end of the time track under German units."""

    hands: dict[Side, Cards] = msgspec.field(default_factory=_no_hands)
    bags: dict[Deck, Cards] = msgspec.field(default_factory=_no_piles)
    discards: dict[Deck, Cards] = msgspec.field(default_factory=_no_piles)
    removed: Cards = ()
    shuffles: dict[Deck, int] = msgspec.field(default_factory=_no_numbers)

    active: Side | None = None
    scores: dict[Side, int] = msgspec.field(default_factory=_no_points)
    """Modified dice of the initiative roll."""
    points: int = 0
    """Command points left of the active side's pool."""
    effects: Cards = ()
    """Cards that work on in this initiative."""
    order: OrderInHand | None = None
    battle: Battle | None = None
    after: Battle | None = None
    """The battle just fought, while cards may answer it."""

    def seat_playing(self, side: str) -> str:
        """Of two players one plays Germans and Whites (HEL-2.2-01)."""
        return "german" if self.players == 2 and side == "white" else side


@dataclass(frozen=True, slots=True)
class Board:
    """Pieces by place; derived, never stored. It follows a unit that moves; any other piece that moves drops it."""

    at: dict[Side, dict[str, Ids]]
    """Units of each side by place, numbers rising."""
    red: dict[str, Ids]
    """Red units by hex."""
    allied: dict[str, Ids]
    """German and White units together by hex."""
    hq_at: dict[str, int]
    """Headquarters by hex or vertex."""
    squad_at: dict[str, int]
    """Squads by vertex."""


def is_hex(where: str) -> bool:
    """Whether a place is a hex, not a box in lower case."""
    return not where[0].islower()


def board_of(s: HelsinkiState) -> Board:
    """The index; built again after each event that places, moves or removes a headquarters or a squad."""
    board: Board | None = s.__dict__.get("board")
    return board if board is not None else s.derived("board", lambda: _build(s))


def _build(s: HelsinkiState) -> Board:
    at: dict[Side, dict[str, Ids]] = {"german": {}, "red": {}, "white": {}}
    allied: dict[str, Ids] = {}
    red: dict[str, Ids] = {}
    for number, unit in sorted(s.units.items()):
        where, of_side = unit.where, at[unit.side]
        of_side[where] = (*of_side.get(where, ()), number)
        if is_hex(where):
            both = red if unit.side == "red" else allied
            both[where] = (*both.get(where, ()), number)
    hq_at = {hq.where: number for number, hq in sorted(s.hqs.items())}
    squad_at = {where: number for number, where in sorted(s.squads.items()) if is_hex(where)}
    return Board(at, red, allied, hq_at, squad_at)


def put_unit(s: HelsinkiState, number: int, where: str) -> None:
    """A unit comes to another place: the index follows, all else that is derived is dropped."""
    unit = s.units[number]
    s.units[number] = Unit(unit.side, where)
    if kept := s.__dict__:
        board: Board | None = kept.get("board")
        kept.clear()
        if board is not None:
            kept["board"] = _with_unit_at(board, number, unit, where)


def drop_answers(s: HelsinkiState) -> None:
    """Drop all that is derived but the index, which does not depend on facings."""
    if kept := s.__dict__:
        board: Board | None = kept.get("board")
        kept.clear()
        if board is not None:
            kept["board"] = board


def _with_unit_at(board: Board, number: int, unit: Unit, where: str) -> Board:
    """The index with a unit somewhere else; what it shares with the old one nobody changes."""
    side, before, red, allied = unit.side, unit.where, board.red, board.allied
    hexes = before if is_hex(before) else None, where if is_hex(where) else None
    if side == "red":
        red = _moved(red, number, *hexes)
    else:
        allied = _moved(allied, number, *hexes)
    at = {**board.at, side: _moved(board.at[side], number, before, where)}
    return Board(at, red, allied, board.hq_at, board.squad_at)


def _moved(units: dict[str, Ids], number: int, before: str | None, where: str | None) -> dict[str, Ids]:
    """Units by place with one of them taken from a place and put to another; None: a place that is left out here."""
    moved = units.copy()
    if before is not None:
        if rest := tuple(other for other in moved[before] if other != number):
            moved[before] = rest
        else:
            del moved[before]
    if where is not None:
        moved[where] = tuple(sorted((*moved.get(where, ()), number)))
    return moved
