"""Two files of one game held side by side: was it gone on with from a copy, until the dice were kinder?

A game has one id and one diary. Two files with the same id and the same beginning that go on differently are a game
that was begun again from a copy; where both then have the same roll (for the same purpose, at the same place and time)
with other dice, it was rolled again. Forks have ids of their own and say where they come from: they are no reload.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

from msgspec import Struct

from wardiary.core.words import counted
from wardiary.events.common import Drawn, Header, Parent, Reseeded, Rolled
from wardiary.events.kinds import Chance, Event, Input
from wardiary.events.vocabulary import tag_of
from wardiary.replay.findings import shown
from wardiary.replay.narrate import words_or_json
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["AuditReport", "Relation", "Reroll", "audit"]

Relation = Literal["same", "continued", "parted", "renamed", "fork", "other"]
"""Equal to the last event; one goes on where the other ends; one game, gone on with twice; the same beginning under two
ids, with more dice and cards in it than chance makes alike; a fork that says so, or two forks of one game; no two of
these.
"""
_REROLLS_SHOWN = 10
_BEYOND_CHANCE = 12
"""Dice and cards that two games do not have in common by chance: six to the twelfth is two thousand million."""


class Reroll(Struct, frozen=True, kw_only=True):
    """A roll or draw that both files have, with other faces or cards. `parting`: nothing differs before it."""

    label: str
    n_a: int
    n_b: int
    a: tuple[int | str, ...]
    b: tuple[int | str, ...]
    parting: bool

    def text(self) -> str:
        """One line."""
        left, right = (" ".join(map(str, values)) for values in (self.a, self.b))
        return f"{self.label}: {left} in a (event {self.n_a}), {right} in b (event {self.n_b})"


class AuditReport(Struct, frozen=True, kw_only=True):
    """What two files have in common. `shared` events from the first are equal; `rolls` of them are rolls and draws.

    `next_a` and `next_b` are what each goes on with, in words, empty where it ends. `reseeded` names the files in which
    other dice were taken after that.
    """

    a: str
    b: str
    relation: Relation
    id: str
    shared: int
    rolls: int
    last_a: int
    last_b: int
    next_a: str = ""
    next_b: str = ""
    rerolls: tuple[Reroll, ...] = ()
    reseeded: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """1 for a game that was gone on with twice, or kept under two ids; else 0."""
        return int(self.relation in ("parted", "renamed"))

    def text(self) -> str:
        """The report for a person."""
        lines = [f"a: {self.a}, {counted(self.last_a, 'event')}", f"b: {self.b}, {counted(self.last_b, 'event')}"]
        lines.append(self._verdict())
        if self.relation in ("parted", "renamed", "fork"):
            lines += [f"  a goes on with {self.next_a or 'nothing'}", f"  b goes on with {self.next_b or 'nothing'}"]
            lines += [f"  other dice were taken in {name} after that" for name in self.reseeded]
        lines += [f"  rolled again: {reroll.text()}" for reroll in self.rerolls[:_REROLLS_SHOWN]]
        if len(self.rerolls) > _REROLLS_SHOWN:
            lines.append(f"  and {len(self.rerolls) - _REROLLS_SHOWN} more")
        return "\n".join(lines)

    def _verdict(self) -> str:
        common = f"{counted(self.shared, 'event')} ({counted(self.rolls, 'roll or draw', 'rolls and draws')})"
        match self.relation:
            case "same":
                return f"one game, {self.id}: the same to the last event"
            case "continued":
                longer = "b" if self.last_b > self.last_a else "a"
                return f"one game, {self.id}: {longer} goes on where the other ends"
            case "fork":
                return f"forks, and they say so: {common} in common"
            case "other":
                return "two games: nothing says that one was made of the other"
            case "renamed":
                return f"two ids, and {common} are the same: one game under two names"
        how = "reload and reroll" if any(reroll.parting for reroll in self.rerolls) else "reload"
        return f"{how}: one game, {self.id}, gone on with twice after {common}"


def audit(a: DiaryFile, b: DiaryFile, *, table: Table | None = None) -> AuditReport:
    """Whether two files are one game that was gone on with twice, and which rolls then fell otherwise.

    All events count in the order in which they were written, those taken back too. Raises what reading raises.
    """
    one, two = Replay(a, table=table, other_data=True), Replay(b, table=table, other_data=True)
    shared = _shared(one.events, two.events)
    rolls = sum(isinstance(event, Chance) for event in one.events[:shared])
    relation = _relation(one, two, shared)
    parted = relation in ("parted", "renamed", "fork")
    return AuditReport(
        a=str(one.path or "(bytes)"),
        b=str(two.path or "(bytes)"),
        relation=relation,
        id=one.header.id,
        shared=shared,
        rolls=rolls,
        last_a=one.last,
        last_b=two.last,
        next_a=_next_words(one, shared) if parted else "",
        next_b=_next_words(two, shared) if parted else "",
        rerolls=tuple(_rerolls(one, two, shared)) if parted else (),
        reseeded=tuple(name for name, replay in (("a", one), ("b", two)) if parted and _is_reseeded(replay, shared)),
    )


def _shared(left: Sequence[Event], right: Sequence[Event]) -> int:
    """How many events from the first are equal; of the headers only what makes them the same start."""
    pairs = islice(enumerate(zip(left, right, strict=False)), 1, None)
    if _start(left[0]) != _start(right[0]):
        return 0
    return next((index for index, (x, y) in pairs if x != y), min(len(left), len(right)))


def _start(header: Event) -> tuple[object, ...]:
    assert isinstance(header, Header)
    return header.game, header.scenario, header.options, header.data


def _relation(one: Replay, two: Replay, shared: int) -> Relation:
    if one.header.id == two.header.id:
        if one.header != two.header:
            return "parted"
        ended = [shared == one.last, shared == two.last]
        return "same" if all(ended) else "continued" if any(ended) else "parted"
    mine, yours = one.header.parent, two.header.parent
    if _is_of(mine, two.header.id) or _is_of(yours, one.header.id) or (mine and yours and mine.id == yours.id):
        return "fork"
    values = sum(len(_values(event)) for event in one.events[:shared])
    if values < _BEYOND_CHANCE:
        return "other"
    # A fork of a fork names the nearest of the games that it comes from, and that may be neither of these two.
    if mine or yours:
        return "fork"
    return "other" if _same_seed(one.header, two.header) else "renamed"


def _is_of(parent: Parent | None, game: str) -> bool:
    return parent is not None and parent.id == game


def _same_seed(one: Header, two: Header) -> bool:
    """Whether both were played with the same open seed: then the same rolls are no wonder."""
    return one.dice_source.seed is not None and one.dice_source == two.dice_source


def _next(replay: Replay, shared: int) -> tuple[int, Event] | None:
    """What is played after the shared events: the first order, roll or draw."""
    later = enumerate(replay.events[shared:], shared + 1)
    return next(((n, event) for n, event in later if isinstance(event, Input)), None)


def _next_words(replay: Replay, shared: int) -> str:
    found = _next(replay, shared)
    if found is None:
        return ""
    n, event = found
    words = words_or_json(replay.table.rules, replay.states.at(n - 1), event)
    return f"event {n} ({tag_of(type(event))}): {shown(words)}"


def _rerolls(one: Replay, two: Replay, shared: int) -> Iterator[Reroll]:
    """First what both go on with, if it is the same question; then rolls that both have later."""
    left, right = _next(one, shared), _next(two, shared)
    met = 0
    if left and right and (label := _label(left[1])) and label == _label(right[1]):
        met = left[0]
        a, b = _values(left[1]), _values(right[1])
        if a != b:
            yield Reroll(label=label, n_a=left[0], n_b=right[0], a=a, b=b, parting=True)
    theirs = {_label(event): (n, event) for n, event in _rolls(two, shared)}
    for n, event in _rolls(one, shared):
        label = _label(event)
        if n == met or label not in theirs:
            continue
        n_b, other = theirs.pop(label)
        # A larger pool keeps the first dice of a smaller one.
        both = list(zip(event.dice, other.dice, strict=False))
        if any(x != y for x, y in both):
            yield Reroll(label=label, n_a=n, n_b=n_b, a=event.dice, b=other.dice, parting=False)


def _rolls(replay: Replay, shared: int) -> Iterator[tuple[int, Rolled]]:
    """The rolls after the shared events. What a draw gives depends on what is left in its bag: it is no proof."""
    for n, event in enumerate(replay.events[shared:], shared + 1):
        if isinstance(event, Rolled):
            yield n, event


def _label(event: Event) -> str:
    """What makes two rolls, or two draws from the same position, the same one; empty for what is neither."""
    match event:
        case Rolled():
            return f"{event.by}'s roll {event.nth} for {event.purpose} at {event.key}"
        case Drawn():
            return f"{event.by}'s draw from {event.deck}"
    return ""


def _values(event: Event) -> tuple[int | str, ...]:
    return event.dice if isinstance(event, Rolled) else event.cards if isinstance(event, Drawn) else ()


def _is_reseeded(replay: Replay, shared: int) -> bool:
    return any(isinstance(event, Reseeded) for event in replay.events[shared:])
