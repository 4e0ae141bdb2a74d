"""Where two diaries part: in their headers, at an event of their lines of play, and in the states that follow."""

from collections.abc import Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from wardiary.events.errors import Unplayable
from wardiary.events.kinds import Event
from wardiary.replay.compare import Part, event_parts, json_of, state_parts, tag_or_nothing
from wardiary.replay.findings import shown
from wardiary.replay.narrate import event_words
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["Ancestor", "DiffReport", "EventDiff", "FieldDiff", "diff"]

_SHOWN_FIELDS = 30
_NAMES = ("id", "parent")
"""Fields of a header in which forks always differ."""


class FieldDiff(Struct, frozen=True):
    """A place in a header, an event or a state, and the JSON on either side; empty where there is nothing."""

    path: str
    a: str
    b: str

    def text(self) -> str:
        """One line."""
        return f"{self.path}: {shown(self.a)} | {shown(self.b)}"


class Ancestor(Struct, frozen=True, kw_only=True):
    """The game that both come from, and its last event that both share; `same`: the files agree that it is that one."""

    id: str
    n: int
    same: bool


class EventDiff(Struct, frozen=True, kw_only=True):
    """The first events of the two lines of play that are not equal. Number 0 and empty where a line has ended."""

    n_a: int
    n_b: int
    type_a: str
    type_b: str
    fields: tuple[FieldDiff, ...]
    words_a: str
    words_b: str

    def text(self) -> str:
        """A line for each side, then the fields where the events are of one type."""
        sides = [
            f"{name}: event {n} ({tag}){f': {told}' if told else ''}" if n else f"{name}: ends there"
            for name, n, tag, told in (
                ("a", self.n_a, self.type_a, self.words_a),
                ("b", self.n_b, self.type_b, self.words_b),
            )
        ]
        return "\n".join([*sides, *(field.text() for field in self.fields)])


class DiffReport(Struct, frozen=True, kw_only=True):
    """Two diaries held side by side.

    Lines of play are compared, without what was taken back and without records. `shared` events are equal, the last of
    them `last_a` and `last_b` in the two files; `first` is where they part. `after` is how the states differ at the
    end of that step, `end` at the end of both lines; `board_after` and `board_end` are the same as the game shows it:
    the lines of the board that differ, each with `a: ` or `b: ` before it.
    """

    a: str
    b: str
    header: tuple[FieldDiff, ...]
    ancestor: Ancestor | None
    shared: int
    last_a: int
    last_b: int
    first: EventDiff | None
    after: tuple[FieldDiff, ...]
    end: tuple[FieldDiff, ...]
    board_after: tuple[str, ...] = ()
    board_end: tuple[str, ...] = ()

    @property
    def same(self) -> bool:
        """Whether the two played the same game to the same end, whoever keeps it under whatever name."""
        return self.first is None and not self.end

    @property
    def exit_code(self) -> int:
        """0 when the lines of play are the same, else 1."""
        return 0 if self.same else 1

    def _last(self) -> str:
        """The last event that both share."""
        if not self.shared:
            return "the header"
        return f"event {self.last_a}" if self.last_a == self.last_b else f"event {self.last_a} of a, {self.last_b} of b"

    def text(self) -> str:
        """The report for a person."""
        lines = [f"a: {self.a}", f"b: {self.b}"]
        header = self.header
        if self.ancestor:
            sure = "" if self.ancestor.same else " (but what the files hold before that is not the same)"
            lines.append(f"both come from {self.ancestor.id}, up to its event {self.ancestor.n}{sure}")
            header = tuple(field for field in header if field.path.partition(".")[0] not in _NAMES)
        lines += _section("headers", [field.text() for field in header])
        if self.first is None:
            lines.append(f"the lines of play are the same, up to {self._last()}")
        else:
            lines += _section(f"they part after {self._last()}", self.first.text().splitlines())
            lines += _section("the board after that step", self.board_after)
            lines += _section("state after that step", [field.text() for field in self.after])
        lines += _section("the board at the end", self.board_end)
        lines += _section("state at the end", [field.text() for field in self.end])
        return "\n".join(lines)


def diff(a: DiaryFile, b: DiaryFile, *, table: Table | None = None) -> DiffReport:
    """Compare two diaries: headers, lines of play, states. Raises what reading raises."""
    one, two = Replay(a, table=table, other_data=True), Replay(b, table=table, other_data=True)
    header = tuple(FieldDiff(*part) for part in event_parts(one.header, two.header))
    names = (str(one.path or "(bytes)"), str(two.path or "(bytes)"))
    if one.header.game != two.header.game:
        return DiffReport(
            a=names[0],
            b=names[1],
            header=header,
            ancestor=None,
            shared=0,
            last_a=0,
            last_b=0,
            first=None,
            after=(),
            end=header,
        )
    left, right = _played(one), _played(two)
    shared = _shared([event for _, event in left], [event for _, event in right])
    first = None
    after: list[Part] = []
    board_after: list[str] = []
    if shared < max(len(left), len(right)):
        first = _first(one, two, _at(left, shared), _at(right, shared))
        ends = _end(one, left, shared), _end(two, right, shared)
        after = state_parts(one.states.at(ends[0]), two.states.at(ends[1]))
        board_after = _boards(one, two, *ends)
    end = state_parts(one.states.at(one.last), two.states.at(two.last))
    return DiffReport(
        a=names[0],
        b=names[1],
        header=header,
        ancestor=_ancestor(one, two),
        shared=shared,
        last_a=left[shared - 1][0] if shared else 0,
        last_b=right[shared - 1][0] if shared else 0,
        first=first,
        after=tuple(FieldDiff(*part) for part in after),
        end=tuple(FieldDiff(*part) for part in end),
        board_after=tuple(board_after),
        board_end=tuple(_boards(one, two, one.last, two.last)) if end else (),
    )


_Numbered = tuple[int, Event | None]


def _played(replay: Replay) -> list[tuple[int, Event]]:
    """The events of the line of play, without records."""
    numbers = (n for span in replay.line() for n in range(span.first, span.last + 1))
    records = replay.table.spec.fold.codec.records
    return [(n, event) for n in numbers if type(event := replay.events[n - 1]) not in records]


def _shared(left: Sequence[Event], right: Sequence[Event]) -> int:
    pairs = enumerate(zip(left, right, strict=False))
    return next((index for index, (x, y) in pairs if x != y), min(len(left), len(right)))


def _at(line: Sequence[tuple[int, Event]], index: int) -> _Numbered:
    return line[index] if index < len(line) else (0, None)


def _first(one: Replay, two: Replay, left: _Numbered, right: _Numbered) -> EventDiff:
    fields = event_parts(left[1], right[1]) if type(left[1]) is type(right[1]) else []
    return EventDiff(
        n_a=left[0],
        n_b=right[0],
        type_a=tag_or_nothing(left[1]),
        type_b=tag_or_nothing(right[1]),
        fields=tuple(FieldDiff(*part) for part in fields),
        words_a=_words(one, left),
        words_b=_words(two, right),
    )


def _words(replay: Replay, numbered: _Numbered) -> str:
    """The event in the game's words, or as it is written where the game says nothing."""
    n, event = numbered
    if event is None:
        return ""
    with replay.naming(n):
        return event_words(replay.table.spec, replay.table.data, replay.states.at(n - 1), event) or json_of(event)


def _end(replay: Replay, line: Sequence[tuple[int, Event]], index: int) -> int:
    """The end of the step that holds this event of the line; the last event when the line is over."""
    n = line[index][0] if index < len(line) else replay.last
    return next((end for end in replay.step_ends if end >= n), replay.last)


def _boards(one: Replay, two: Replay, n_a: int, n_b: int) -> list[str]:
    """The lines in which the boards differ, as the game shows them to somebody who may see everything."""
    left, right = _board(one, n_a), _board(two, n_b)
    lines: list[str] = []
    for kind, a_first, a_last, b_first, b_last in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if kind != "equal":
            lines += [f"a: {line}" for line in left[a_first:a_last]]
            lines += [f"b: {line}" for line in right[b_first:b_last]]
    return lines


def _board(replay: Replay, n: int) -> list[str]:
    """The board after event `n`; nothing where the game cannot show it: a diary may hold what no rules wrote."""
    spec, data, state = replay.table.spec, replay.table.data, replay.states.at(n)
    try:
        with replay.naming(n):
            return spec.words.board(data, spec.sight.view(data, state, None)).splitlines()
    except Unplayable:
        return []


def _ancestor(one: Replay, two: Replay) -> Ancestor | None:
    """The last common event, as far as the headers tell: one game twice, parent and fork, or two forks of one."""
    mine, yours = one.header.parent, two.header.parent
    if one.header.id == two.header.id:
        n = min(one.last, two.last)
        return Ancestor(id=one.header.id, n=n, same=one.events[:n] == two.events[:n])
    if yours is not None and yours.id == one.header.id:
        return Ancestor(id=one.header.id, n=yours.n, same=yours.n <= one.last and one.block_h(yours.n) == yours.h)
    if mine is not None and mine.id == two.header.id:
        return Ancestor(id=two.header.id, n=mine.n, same=mine.n <= two.last and two.block_h(mine.n) == mine.h)
    if mine is not None and yours is not None and mine.id == yours.id:
        return Ancestor(id=mine.id, n=min(mine.n, yours.n), same=mine.n != yours.n or mine.h == yours.h)
    return None


def _section(title: str, lines: Sequence[str]) -> list[str]:
    """A title and its indented lines, not more than fit a screen; nothing without lines."""
    if not lines:
        return []
    more = [f"  and {len(lines) - _SHOWN_FIELDS} more"] if len(lines) > _SHOWN_FIELDS else []
    return [f"{title}:", *(f"  {line}" for line in lines[:_SHOWN_FIELDS]), *more]
