"""What must always hold of a position between two steps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from wardiary.core.games.freezing.data import BOX_LIMIT, Data
from wardiary.core.games.freezing.operations import Act, Boost, Bypass, Hit, Mark, Place, Weak, Withdraw
from wardiary.core.games.freezing.queries import cards_of, units_at, units_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES, Side
from wardiary.events.kinds import Frame
from wardiary.events.vocabulary import tag_of

__all__ = ["ASKED_BY", "faults"]

ASKED_BY: Mapping[type[Frame], type[object]] = {
    e.AskBoosting: Boost,
    e.AskActivating: Act,
    e.AskBypassing: Bypass,
    e.AskStriking: Hit,
    e.AskLoss: Hit,
    e.AskWeakening: Weak,
    e.AskWithdrawing: Withdraw,
    e.AskMarking: Mark,
    e.AskPlacing: Place,
}
"""The kind of operation behind each frame that only one kind asks."""


def faults(d: Data, s: FreezingState) -> list[str]:
    """Every breach of what must always hold, in words."""
    unknown = [
        *(f"unit {number} stands in {unit.box!r}" for number, unit in s.units.items() if unit.box not in d.boxes),
        *(f"box {box!r} is controlled" for box in s.control if box not in d.boxes),
        *(f"card {card!r} is no card" for side in SIDES for card in _cards_of(s, side) if card not in d.cards),
        *([f"card {s.card!r} is no card"] if s.card is not None and s.card not in d.cards else []),
    ]
    if unknown:
        return unknown
    return [*_tracks(d, s), *_units(d, s), *_cards(d, s), *_frames(d, s)]


def _tracks(d: Data, s: FreezingState) -> Iterator[str]:
    if not 1 <= s.turn <= len(d.turns.en):
        yield f"turn {s.turn} is none of {len(d.turns.en)}"
    if not 1 <= s.marker <= len(d.intervention.values):
        yield f"the intervention marker stands on box {s.marker}"
    if s.marker == d.intervention.win_box and s.result is None:
        yield "the intervention marker stands in the last box and the game is not over"
    if s.line_level not in d.levels:
        yield f"the Mannerheim Line has level {s.line_level}"
    if missing := sorted(set(d.boxes) - set(s.control)):
        yield f"nobody controls {', '.join(missing)}"


def _units(d: Data, s: FreezingState) -> Iterator[str]:
    for number, unit in sorted(s.units.items()):
        table = d.unit_types[unit.type]
        if unit.side not in table.counters:
            yield f"unit {number}: {unit.side} has no {unit.type}"
        if unit.strength > table.max_strength:
            yield f"unit {number} has strength {unit.strength}"
        if not 1 <= number <= s.last_unit:
            yield f"unit {number} was never created"
    for side in SIDES:
        for box in d.boxes:
            if len(units_at(s, side, box)) > BOX_LIMIT:
                yield f"{len(units_at(s, side, box))} {side} units in {box}"
        for kind, table in d.unit_types.items():
            if sum(s.units[n].type == kind for n in units_of(s, side)) > table.counters.get(side, 0):
                yield f"more {side} {kind} than counters"
    for box, holder in sorted(s.control.items()):
        here = [side for side in SIDES if units_at(s, side, box)]
        if len(here) == 1 and here[0] != holder and not _mid_step(s):
            yield f"{box} is controlled by {holder}, {here[0]} is alone in it"
    yield from _fronts(d, s)


def _fronts(d: Data, s: FreezingState) -> Iterator[str]:
    """A front is taken at the moment when Soviet units are alone in its last box, and the Isthmus ends the game."""
    for front, home in d.home["fin"].items():
        alone = units_at(s, "sov", home) and not units_at(s, "fin", home)
        if alone and front not in s.fronts_taken and not _mid_step(s):
            yield f"Soviets are alone in {home} and {d.fronts[front].en} is not taken"
    if "KI" in s.fronts_taken and s.result is None:
        yield f"{d.fronts['KI'].en} is taken and the game is not over"


def _mid_step(s: FreezingState) -> bool:
    return s.battle is not None or s.result is not None


def _cards_of(s: FreezingState, side: Side) -> list[str]:
    piles = (s.hands, s.bags, s.discards, s.removed, s.tableaux)
    return [card for pile in piles for card in cards_of(pile, side)]


def _cards(d: Data, s: FreezingState) -> Iterator[str]:
    """Each card of this and earlier turns lies in one pile of its owner, or is in play; no other card does."""
    for side in SIDES:
        lies = Counter(_cards_of(s, side))
        if s.card is not None and d.cards[s.card].side == side:
            lies[s.card] += 1
        for card in sorted(set(lies) | set(d.deck[side])):
            expected = int(card in d.deck[side] and d.cards[card].turn <= s.turn)
            if lies[card] != expected:
                yield f"card {card} lies in {lies[card]} places of {side}, not {expected}"


def _frames(d: Data, s: FreezingState) -> Iterator[str]:
    if s.result is None and not s.frames:
        yield "nothing is asked and the game is not over"
    if any(frame.at != place for place, frame in enumerate(s.frames)):
        yield "the frames are not numbered from 0"
    if s.frames and not isinstance(s.frames[0], e.AskRefill | e.AskCard | e.AskIntervention | e.AskTurnEnd):
        yield "the lowest frame belongs on top of another"
    for frame in s.frames:
        box: Any = getattr(frame, "box", None)
        if box is not None and box not in d.boxes:
            yield f"there is no box {box!r}"
        op: Any = getattr(frame, "op", None)
        if op is not None and (s.card is None or op not in d.operations[s.card]):
            yield f"the card in play has no operation {op!r}"
        elif op is not None and not isinstance(d.operations[s.card or ""][op], ASKED_BY.get(type(frame), object)):
            yield f"the operation {op!r} asks no {tag_of(type(frame))}"
    fighting = any(isinstance(frame, e.AskBattle) for frame in s.frames)
    if s.result is None and fighting != (s.battle is not None):
        yield "a battle is fought exactly while its frame stands"
