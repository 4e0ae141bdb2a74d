"""What must always hold of a position between two steps."""

from collections import Counter
from collections.abc import Iterator

from wardiary.core.games.brother.data import STACKING_LIMIT, TRAIN_LIMIT, TURNS, Data
from wardiary.core.games.brother.queries import board_of, cards_of
from wardiary.core.games.brother.state import SIDE_OF, BrotherState
from wardiary.events import brother as e
from wardiary.events.brother import SIDES

__all__ = ["faults"]


def faults(d: Data, s: BrotherState) -> list[str]:
    """Every breach, in words."""
    found = [*_towns(d, s)]
    if not found:
        found += [*_stacks(d, s), *_cards(d, s), *_turn(d, s)]
    return found


def _towns(d: Data, s: BrotherState) -> Iterator[str]:
    if set(s.controller) != set(d.towns):
        yield "not every town is controlled by a side, or one is not on the map"
    for number, unit in sorted(s.units.items()):
        if unit.town not in d.towns:
            yield f"unit {number} stands in {unit.town!r}, which is no town"
        elif s.controller.get(unit.town) not in (SIDE_OF[unit.type], None):
            yield f"unit {number} stands in {unit.town}, which the enemy controls (BAB-2.1-14)"
    for place in (*s.forts, *s.targets, *s.activated_towns, *s.path):
        if place not in d.towns:
            yield f"{place!r} is no town"
    for link in s.cut:
        if link not in d.rails:
            yield f"{link!r} is no railway"


def _stacks(d: Data, s: BrotherState) -> Iterator[str]:
    on_the_way = next((frame.unit for frame in s.frames if isinstance(frame, e.AskMoving)), 0)
    for town, units in board_of(s).items():
        here = [number for number in units if number != on_the_way]
        trains = sum(s.units[number].type == "armoured_train" for number in here)
        if len(here) > STACKING_LIMIT or trains > TRAIN_LIMIT:
            yield f"{town} holds {len(here)} units, {trains} of them trains (BAB-2.3-06)"
    counted = Counter(unit.type for unit in s.units.values())
    for kind, count in sorted(counted.items()):
        if count > d.counters[kind]:
            yield f"{count} units of type {kind}, there are {d.counters[kind]} counters (BAB-2.3-23)"
    if len(s.forts) > d.fortifications or len(set(s.forts)) != len(s.forts):
        yield f"fortifications in {', '.join(s.forts)}: there are {d.fortifications} counters, one for a town"
    if s.units and max(s.units) > s.last_unit:
        yield f"unit {max(s.units)} has a number that was not given yet"


def _cards(d: Data, s: BrotherState) -> Iterator[str]:
    for side in SIDES:
        piles = [cards_of(pile, side) for pile in (s.hands, s.pools, s.reshuffle, s.table, s.removed)]
        held = len(piles[0])
        playing = [s.card] if s.card in d.cards and d.cards[s.card or ""].side == side else []
        cards = Counter([card for pile in piles for card in pile] + [card for card in playing if card is not None])
        for card, count in sorted(cards.items()):
            if card not in d.cards or d.cards[card].side != side:
                yield f"{side} holds {card!r}, which is no card of it"
            if count > 1:
                yield f"card {card} lies in {count} places"
        months = [month for month in TURNS if list(TURNS).index(month) <= list(TURNS).index(s.month)]
        due = sum(len(d.added[side, month]) for month in months)
        if cards.total() != due:
            yield f"{side} has {cards.total()} cards in {s.month}, {due} have come into the game"
        if held > TURNS[s.month]:
            yield f"{side} holds {held} cards, {TURNS[s.month]} are the most"
        for card in cards_of(s.table, side):
            if card not in d.table:
                yield f"card {card} lies on the table and is no table card"


def _turn(d: Data, s: BrotherState) -> Iterator[str]:
    if s.turn > 2 * sum(TURNS.values()):
        yield f"turn {s.turn} of {2 * sum(TURNS.values())}"
    if (s.card is None) != (s.mode is None):
        yield "a card is in play without a use, or a use without a card"
    if s.card is None and (s.activated or s.moved or s.attacked or s.targets or s.battle):
        yield "units are marked while no card is in play"
    for name, count in (*s.due.items(), *s.waiting.items()):
        if count < 0:
            yield f"{name}: {count} is less than nothing"
