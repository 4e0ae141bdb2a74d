"""What must always hold of a position between two steps."""

from collections import Counter
from collections.abc import Iterator

from wardiary.core.games.helsinki.data import OWNER, STACK, Data
from wardiary.core.games.helsinki.queries import spared_squares
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.events import helsinki as e
from wardiary.events.helsinki import DECKS, SIDES

__all__ = ["BOXES", "faults"]

BOXES = {
    "german": ("meurer", "lost"),
    "red": ("reserve", "lost"),
    "white": ("reserve", "lost"),
}


def faults(d: Data, s: State) -> list[str]:
    """Every breach of the rules' invariants."""
    return [*_pieces(d, s), *_stacking(s), *_battles(d, s), *_headquarters(d, s), *_tracks(d, s), *_cards(d, s)]


def _pieces(d: Data, s: State) -> Iterator[str]:
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
        if wrong := [card for card in s.hands[side] if OWNER[card[:2]] != side]:  # type: ignore[index]
            yield f"{side} holds {wrong[0]}"
