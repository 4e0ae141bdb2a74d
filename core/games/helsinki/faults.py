"""What must always hold of a position between two steps."""

from collections import Counter
from collections.abc import Iterable, Iterator

from wardiary.core.games.helsinki.data import OWNER, STACK, Data
from wardiary.core.games.helsinki.queries import spared_squares
from wardiary.core.games.helsinki.state import AnyFrame, board_of, is_hex
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.events import helsinki as e
from wardiary.events.helsinki import DECKS, SIDES, Side

__all__ = ["ASKED_OF", "BOXES", "faults"]

_GERMAN: tuple[Side, ...] = ("german",)
_RED: tuple[Side, ...] = ("red",)
_WHITE: tuple[Side, ...] = ("white",)
ASKED_OF: dict[type[AnyFrame], tuple[Side, ...]] = {
    e.AskGermanOrders: _GERMAN,
    e.AskTikkurilaOrders: _GERMAN,
    e.AskGift: _GERMAN,
    e.AskHqMarch: _GERMAN,
    e.AskLandingVertex: _GERMAN,
    e.AskSettling: _GERMAN,
    e.AskRedOrders: _RED,
    e.AskMidnight: _RED,
    e.AskBarricades: _RED,
    e.AskWhiteOrders: _WHITE,
    e.AskWhiteCards: _WHITE,
    e.AskPlacement: ("german", "red"),
}
"""Sides that a frame is for; all three where it is not here."""
BOXES = {
    "german": ("meurer", "lost"),
    "red": ("reserve", "lost"),
    "white": ("reserve", "lost"),
}


def faults(d: Data, s: State) -> list[str]:
    """Every breach of the rules' invariants."""
    return [
        *_pieces(d, s),
        *_stacking(s),
        *_battles(d, s),
        *_headquarters(d, s),
        *_tracks(d, s),
        *_cards(d, s),
        *_in_hand(d, s),
        *_frames(d, s),
    ]


def _pieces(d: Data, s: State) -> Iterator[str]:
    if s.players not in d.secret_events:
        yield f"{s.players} players, there are two or three"
    columns = tuple(f"reserve.{number}" for number in range(1, len(d.capacity) + 1))
    for number, unit in sorted(s.units.items()):
        boxes = BOXES[unit.side] + (columns if unit.side == "german" else ())
        if unit.where not in d.ground.terrain and unit.where not in boxes:
            yield f"{unit.side} unit {number} is in {unit.where!r}"
    setup = d.setup
    wanted = {
        "german": sum(setup.german_units.values())
        + setup.german_meurer
        + sum(setup.german_tikkurila.values())
        + setup.german_reserve,
        "red": sum(setup.red_units.values()) + sum(setup.red_tikkurila.values()) + setup.red_reserve,
        "white": setup.white_reserve,
    }
    found = Counter(unit.side for unit in s.units.values())
    yield from (
        f"{found[side]} {side} units, there are {wanted[side]}" for side in SIDES if found[side] != wanted[side]
    )
    if len(s.squads) != setup.white_squads:
        yield f"{len(s.squads)} squads, there are {setup.white_squads}"
    for column, capacity in zip(columns, d.capacity, strict=True):
        if (here := sum(unit.where == column for unit in s.units.values())) > capacity:
            yield f"{here} units in {column}, it holds {capacity}"


def _stacking(s: State) -> Iterator[str]:
    """HEL-10.6-01: never more than three, but for attackers from the flank and units under way."""
    passing: set[int] = {*s.battle.units} if s.battle is not None and s.battle.kind == "flank" else set()
    if any(isinstance(frame, e.AskMarch) for frame in s.frames) and s.order is not None:
        passing |= {*s.order.units}
    board = board_of(s)
    for name, hexes in (("Red", board.red), ("allied", board.allied)):
        for cell, units in sorted(hexes.items()):
            if len([unit for unit in units if unit not in passing]) > STACK:
                yield f"{len(units)} {name} units in {cell}, three are the most"


def _battles(d: Data, s: State) -> Iterator[str]:
    board = board_of(s)
    both = {cell for cell in board.red if cell in board.allied}
    for cell in sorted(both - s.facings.keys()):
        if not any(isinstance(frame, e.AskMarch) for frame in s.frames):
            yield f"both sides stand in {cell} without a facing"
    for cell, facing in sorted(s.facings.items()):
        if cell not in d.ground.terrain or not 0 <= facing.direction <= 5:
            yield f"a facing {facing.direction} in {cell!r}"
        elif cell not in both and _is_at_rest(s):
            yield f"a battle in {cell} with one side alone"
    for cell in sorted(s.barricades):
        if d.ground.terrain.get(cell) != "C" or (cell not in board.red and _is_at_rest(s)):
            yield f"barricades in {cell!r} without Reds in a city hex"


def _is_at_rest(s: State) -> bool:
    """Whether nothing is under way that will settle the position."""
    rest = (e.AskGermanOrders, e.AskRedOrders, e.AskWhiteOrders, e.AskTikkurilaOrders, e.AskInitiative)
    return bool(s.frames) and isinstance(s.frames[-1], rest)


def _headquarters(d: Data, s: State) -> Iterator[str]:
    at = Counter([hq.where for hq in s.hqs.values()] + [where for where in s.squads.values() if is_hex(where)])
    for where, count in sorted(at.items()):
        if count > 1:
            yield f"{count} headquarters or squads on {where} (HEL-10.6-03)"
    for number, hq in sorted(s.hqs.items()):
        places = d.ground.land if hq.side == "red" else d.ground.touching
        if hq.where not in places:
            yield f"{hq.side} headquarters {number} is at {hq.where!r}"
    for number, where in sorted(s.squads.items()):
        if where not in ("reserve", "arrested") and where not in d.ground.symbols:
            yield f"squad {number} is at {where!r}, no symbol"
    standing = sum(hq.side == "red" for hq in s.hqs.values())
    fallen = sum(s.red_hqs_destroyed.values())
    if standing + fallen != len(d.setup.red_hqs):
        yield f"{standing} Red headquarters and {fallen} destroyed"


def _tracks(d: Data, s: State) -> Iterator[str]:
    lengths = {
        "time": len(d.time),
        "morale": len(d.morale),
        "headquarters": len(d.headquarters),
        "tikkurila": len(d.tikkurila),
        "meurer": len(d.meurer),
        "activity": len(d.activity_points),
    }
    for track, square in s.tracks.items():
        if not 0 <= square < lengths[track]:
            yield f"the {track} marker is on square {square} of {lengths[track]}"
    lost = sum(unit.side == "red" and unit.where == "lost" for unit in s.units.values())
    if s.casualties != lost:
        yield f"{s.casualties} casualties on the morale track, {lost} Red units are lost"
    if s.tracks["morale"] < s.casualties:
        yield "the morale marker stands among the casualties (HEL-7.1-02)"
    if spared_squares(d, s) < 0:
        yield "the time marker stands on a covered square"
    if s.points < 0 or s.covered < 0:
        yield f"{s.points} command points, {s.covered} covered squares"


def _cards(d: Data, s: State) -> Iterator[str]:
    for deck in DECKS:
        here = [*s.bags[deck], *s.discards[deck]]
        here += [card for hand in s.hands.values() for card in hand if card.startswith(deck)]
        here += [card for card in s.removed if card.startswith(deck)]
        if sorted(here) != sorted(d.decks[deck]):
            yield f"the cards of {deck} are not those of its deck"
    for side in SIDES:
        if wrong := [card for card in s.hands[side] if card not in d.cards or OWNER[d.cards[card].deck] != side]:
            yield f"{side} holds {wrong[0]}"
    at_work = [*s.effects, *(s.order.cards if s.order else ())]
    for battle in filter(None, (s.battle, s.after)):
        at_work += [*battle.cards, *battle.answered]
    yield from (f"there is no card {card!r}" for card in at_work if card not in d.cards)


def _in_hand(d: Data, s: State) -> Iterator[str]:
    """The order and the battles under way are about pieces and places that there are."""
    if (order := s.order) is not None:
        yield from _strangers(s, "the order", (*order.units, *order.untested), order.side)
        yield from _nowhere(d, "the order", order.hex, order.vertex)
    for battle in filter(None, (s.battle, s.after)):
        if not battle.units or not battle.enemies:
            yield f"a battle in {battle.hex} with one side alone"
        yield from _strangers(s, "a battle", battle.units, battle.side)
        yield from _strangers(s, "a battle", battle.enemies)
        yield from _nowhere(d, "a battle", battle.hex)
        yield from _nowhere(d, "a battle", battle.origin)


def _strangers(s: State, what: str, units: Iterable[int], side: Side | None = None) -> Iterator[str]:
    """Units that there are not, or not on this side."""
    for unit in units:
        if unit not in s.units or side not in (None, s.units[unit].side):
            yield f"{what} is about unit {unit}, no unit{f' of {side}' if side else ''}"


def _nowhere(d: Data, what: str, cell: str | None, vertex: str | None = None) -> Iterator[str]:
    if cell is not None and cell not in d.ground.terrain:
        yield f"{what} is about {cell!r}, no hex"
    if vertex is not None and vertex not in d.ground.touching:
        yield f"{what} is about {vertex!r}, no vertex"


def _frames(d: Data, s: State) -> Iterator[str]:
    """What is asked is asked of the side it can be asked of, about what there is."""
    for place, frame in enumerate(s.frames):
        what = f"what is asked at {frame.at}"
        if isinstance(frame, e.AskInitiative) == bool(place):
            yield f"{what} does not stand there: an initiative, and it alone, is lowest"
        if frame.side not in ASKED_OF.get(type(frame), SIDES):
            yield f"{what} cannot be asked of {frame.side}"
        if isinstance(frame, (e.AskOrder, e.AskMarch)) and s.order is None:
            yield f"{what} needs an order"
        if isinstance(frame, e.AskBattle) and (s.battle is None or s.battle.hex != frame.hex):
            yield f"{what} needs a battle in {frame.hex}"
        if isinstance(frame, e.AskDraw) and OWNER[frame.deck] != frame.side:
            yield f"{what}: {frame.side} draws no card from {frame.deck}"
        if isinstance(frame, e.AskWindow) and not _window_is_open(s, frame):
            yield f"{what}: no cards of the window {frame.window!r} can be played now"
        if isinstance(frame, e.AskHqMarch) and (frame.hq not in s.hqs or s.hqs[frame.hq].side != "german"):
            yield f"{what} is about headquarters {frame.hq}, none of the Germans"
        if isinstance(frame, (e.AskCardBattle, e.AskCardPlaces, e.AskBarricades)) and frame.card not in d.cards:
            yield f"{what}: there is no card {frame.card!r}"
        yield from _asked_about(d, s, frame, what)


def _asked_about(d: Data, s: State, frame: AnyFrame, what: str) -> Iterator[str]:
    """Units and hexes of a frame that there are not."""
    match frame:
        case e.AskMarch(units=units) | e.AskMidnight(units=units):
            yield from _strangers(s, what, units, frame.side)
        case e.AskLandingRoom(units=units):
            yield from _strangers(s, what, units)
        case e.AskCommandTest(unit=unit):
            yield from _strangers(s, what, (unit,), frame.side)
        case e.AskLosses(hex=cell, origin=origin):
            yield from _strangers(s, what, (*frame.destroyed, *frame.disordered, *frame.retreating))
            yield from _nowhere(d, what, cell)
            yield from _nowhere(d, what, origin)
        case e.AskBattle(hex=cell) | e.AskCardBattle(hex=cell):
            yield from _nowhere(d, what, cell)


def _window_is_open(s: State, frame: e.AskWindow) -> bool:
    """Whether there is what the cards of a window are played on."""
    match frame.window:
        case "pre" | "post":
            return s.battle is not None
        case "arrest" | "organise":
            return s.order is not None
        case "ooc":
            return any(isinstance(below, e.AskCommandTest) for below in s.frames)
        case _:
            return True
