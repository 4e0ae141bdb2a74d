"""The rest of a game given again after something was changed in it, until it no longer fits.

Orders are kept in their order. A roll keeps its dice by what it is for, when and where (its label), not by its place in
the line: a roll that is not asked any more is left out, and one that the parent never made comes from the dice in
force, as it would have at the table. So what the change does not touch stays as it was.
"""

from collections import deque
from collections.abc import Hashable, Sequence
from typing import Any

from msgspec import Struct

from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.state import copy_state
from wardiary.core.words import counted
from wardiary.events.common import Drawn, Rolled
from wardiary.events.kinds import Chance, Event, Input
from wardiary.replay.answers import asked_words
from wardiary.replay.chance import answer_chance
from wardiary.replay.crash import crashed
from wardiary.replay.dice import Dice
from wardiary.replay.narrate import words_or_json
from wardiary.replay.table import Table

__all__ = ["Kept", "ToldByLabel", "keep_on"]

_Numbered = tuple[int, Input]


class Kept(Struct, frozen=True, kw_only=True):
    """How far the rest was kept: how many of how many answers; where in the parent and why it stopped, if it did.

    `left_out` are rolls and draws that were not asked any more, `rolled_anew` those that the parent never made.
    `stopped_at` is 0 when something is asked that the parent has no answer to, or when all of it was given.
    """

    answers: int
    of: int
    left_out: int = 0
    rolled_anew: int = 0
    stopped_at: int = 0
    why: str = ""

    def text(self) -> str:
        """For a person."""
        told = f"{self.answers} of {self.of} later answers kept"
        gone = counted(self.left_out, "roll or draw", "rolls and draws")
        told += f", {gone} not asked any more" if self.left_out else ""
        told += f", {self.rolled_anew} made anew" if self.rolled_anew else ""
        if not self.why:
            return told
        where = f" at event {self.stopped_at} of the parent" if self.stopped_at else ""
        return f"{told}; it no longer fits{where}: {self.why}"


class ToldByLabel:
    """The parent's rolls and draws by their labels, those of one label in their order."""

    def __init__(self, later: Sequence[_Numbered]) -> None:
        self._waiting: dict[Hashable, deque[tuple[int, Chance]]] = {}
        for n, chance in later:
            if isinstance(chance, Chance):
                self._waiting.setdefault(_label(chance), deque()).append((n, chance))

    def take(self, request: Roll | Draw) -> tuple[int, Chance] | None:
        """What the parent rolled or drew for this, with its number; of a draw, only cards that are still in the bag."""
        waiting = self._waiting.get(_label(request))
        if not waiting:
            return None
        chance = waiting[0][1]
        if isinstance(chance, Drawn) and isinstance(request, Draw) and not set(chance.cards) <= set(request.bag):
            return None
        return waiting.popleft()

    def left(self) -> list[int]:
        """The numbers of those that nobody has taken."""
        return [n for waiting in self._waiting.values() for n, _ in waiting]


def _label(chance: Roll | Draw | Chance) -> Hashable:
    match chance:
        case Roll(purpose=purpose, by=by, key=key, nth=nth, sides=sides, count=count):
            return purpose, by, key, nth, sides, count
        case Rolled(purpose=purpose, by=by, key=key, nth=nth, sides=sides, dice=dice):
            return purpose, by, key, nth, sides, len(dice)
        case Draw(deck=deck, by=by, shuffle=shuffle, count=count):
            return deck, by, shuffle, count
        case Drawn(deck=deck, by=by, shuffle=shuffle, cards=cards):
            return deck, by, shuffle, len(cards)
    return chance


def keep_on(table: Table, state: Any, later: Sequence[_Numbered], dice: Dice) -> tuple[list[list[Event]], Kept]:
    """The steps of the answers that still fit, and how far that was. The state moves on.

    `later` are the parent's answers with their numbers, after the one that was changed. When the rules raise, the last
    block is the record of it.
    """
    rest = _Rest(table, state, later, dice)
    stopped_at, why = rest.run()
    left = rest.told.left()
    return rest.blocks, Kept(
        answers=rest.kept,
        of=len(later),
        left_out=sum(n < (stopped_at or rest.last) for n in left) if why else len(left),
        rolled_anew=rest.anew,
        stopped_at=stopped_at,
        why=why,
    )


class _Rest:
    """Answers what is asked with what the parent has for it."""

    def __init__(self, table: Table, state: Any, later: Sequence[_Numbered], dice: Dice) -> None:
        self._table, self._state, self._dice = table, state, dice
        self._orders = deque((n, answer) for n, answer in later if not isinstance(answer, Chance))
        self.told = ToldByLabel(later)
        self.blocks: list[list[Event]] = []
        self.kept = self.anew = self.last = 0

    def run(self) -> tuple[int, str]:
        """Where in the parent it no longer fits, and why; nothing when all of it was given."""
        rules, state = self._table.rules, self._state
        while True:
            request = rules.request(state)
            if isinstance(request, Over):
                return (self._orders[0][0], "the game is over") if self._orders else (0, "")
            found = self._order() if isinstance(request, Choice) else self._chance(request)
            if found is None:
                return self._nothing_for(request)
            n, answer = found
            before = copy_state(state)
            try:
                if reason := rules.refusal(state, answer):
                    return n, f"{words_or_json(rules, state, answer)}: {reason}"
                self.blocks.append(rules.advance(state, answer))
            except Exception as error:  # whatever rules raise: it is kept as a session keeps it
                record = crashed(self._table.spec, answer, error)
                self.blocks.append([record])
                words = words_or_json(rules, before, answer)
                return n, f"{words}: the rules raise {record.exception} in {record.place}: {error}"
            self.kept += n > 0
            self.last = n or self.last
            if isinstance(request, Choice):
                self._orders.popleft()

    def _order(self) -> _Numbered | None:
        return self._orders[0] if self._orders else None

    def _chance(self, request: Roll | Draw) -> _Numbered | None:
        """The parent's roll or draw; else one from the dice in force, as long as the parent went on from here."""
        if told := self.told.take(request):
            return told
        if self._dice.source is None or not (self._orders or self.told.left()):
            return None
        self.anew += 1
        return 0, answer_chance(self._table.spec.fold.codec, self._dice.source, request)

    def _nothing_for(self, request: Roll | Draw | Choice) -> tuple[int, str]:
        """Nothing is left, or something is asked that the parent has no answer to."""
        if not self._orders and not self.told.left():
            return 0, ""
        asked = asked_words(self._table, self._state, request)
        n = min([*(n for n, _ in self._orders), *self.told.left()])
        return n, f"{asked} is asked first, and the parent has no answer to that"
