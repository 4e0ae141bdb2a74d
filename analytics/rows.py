"""From a diary to the rows of the archive: one fold over all its events, the rules not asked.

Events are taken in the order of the file, those that were taken back too, each at the state on its own line of play:
a state is kept at every event that a later take-back or fix returns to.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec import Raw

from wardiary.analytics.columns import Columns, Dead, Emit
from wardiary.analytics.schema import DRAWS, ORDERS, OUTCOMES, POSITIONS, RECORDS, ROLLS
from wardiary.core.fold import EvolveTable
from wardiary.core.seats import seat_of
from wardiary.core.state import State, copy_state
from wardiary.events.codec import Codec
from wardiary.events.common import Began, Drawn, Ended, Fixed, Header, Positioned, Resumed, Rolled, TookBack
from wardiary.events.diary import Jump, dead_spans
from wardiary.events.errors import Unfoldable
from wardiary.events.kinds import Event, Frame, Order, Record
from wardiary.events.vocabulary import tag_of
from wardiary.replay.table import Table

__all__ = ["PIECE_BYTES", "DiaryRows"]

PIECE_BYTES = 1 << 20
"""Bytes of event lines that become one piece of a table, at most; a longer line is a piece of its own."""

_OUTCOME, _FRAME, _MARK, _ORDER, _ROLL, _DRAW, _RECORD = range(7)
"""Families of events: up to `_MARK` what the rules added, then what begins a step or stands between two."""
_NO_FIELDS = Raw(b"{}")


class _Kind:
    """What the loop must know of an event type."""

    __slots__ = ("cut", "family", "tag")

    def __init__(self, kind: type[Event]) -> None:
        self.tag = tag_of(kind)
        self.cut = len(f'{{"t":"{self.tag}",')
        self.family = _family(kind)


def _family(kind: type[Event]) -> int:
    families: tuple[tuple[type[Event] | tuple[type[Event], ...], int], ...] = (
        (Order, _ORDER),
        (Rolled, _ROLL),
        (Drawn, _DRAW),
        ((Record, Header), _RECORD),
        ((Began, Ended, Positioned), _MARK),
        (Frame, _FRAME),
    )
    return next((family for base, family in families if issubclass(kind, base)), _OUTCOME)


@lru_cache(maxsize=16)
def _kinds(codec: Codec) -> Mapping[type[Event], _Kind]:
    return {kind: _Kind(kind) for kind in codec.vocabulary}


class DiaryRows:
    """The rows of one diary, all tables but `games` and `players`; give it the events in order, then `finish`.

    `dead` says what is off the line of play. Afterwards `state` is where the line of play stands, `decisions` counts
    its orders by seat, `tally` the records by tag, `from_position` says how it started; `warnings` what is missing.
    """

    def __init__(
        self, table: Table, game_id: str, jumps: Sequence[Jump], last: int, emit: Emit, *, path: Path | None = None
    ) -> None:
        spec = table.spec
        self.dead = Dead(dead_spans(jumps, last))
        self.state: State = spec.fold.state()
        self.decisions: Counter[str | None] = Counter()
        self.tally: Counter[str] = Counter()
        self.forced = 0
        self.from_position = False
        self.last_rules: str | None = None
        self.warnings: list[str] = []
        self._table, self._game_id, self._emit, self._path = table, game_id, emit, path
        self._codec: Codec = spec.fold.codec
        self._evolve: EvolveTable = spec.fold.evolve
        self._kinds = _kinds(spec.fold.codec)
        self._returns = {jump.to for jump in jumps}
        self._kept: dict[int, State] = {}
        self._n = self._step = 0
        self._mark = ""
        self._orders, self._rolls, self._draws = Columns(ORDERS), Columns(ROLLS), Columns(DRAWS)
        self._outcomes, self._positions, self._records = Columns(OUTCOMES), Columns(POSITIONS), Columns(RECORDS)

    def take(self, events: Sequence[Event]) -> None:
        """The next events. Raises Unfoldable."""
        for piece, lines in _pieces(events, self._codec.encode_lines(events)):
            self._fold(piece, lines)
            self._flush()

    def finish(self) -> None:
        """After the last event."""
        self._close_step(self._n)
        self._flush()

    def _fold(self, events: Sequence[Event], lines: Sequence[bytes]) -> None:
        kinds, evolve, state, returns = self._kinds, self._evolve, self.state, self._returns
        n, step, turn, phase = self._n, self._step, state.turn, state.phase or None
        event: Any
        add_order, add_outcome = self._orders.add, self._outcomes.add
        for event, line in zip(events, lines, strict=True):
            n += 1
            about = kinds[type(event)]
            family, tag = about.family, about.tag
            fields = line[about.cut :]
            args = Raw(b"{" + fields) if fields else _NO_FIELDS
            if family > _ORDER:
                self._chance_or_record(n, event, about, args)
                state, step = self.state, self._step
                turn, phase = state.turn, state.phase or None
                continue
            if family == _ORDER:
                if self._mark or returns:
                    self._close_step(n - 1)
                step = n
            elif not step:
                step = n
            try:
                if family == _ORDER:
                    seat = seat_of(state, event)
                evolve[type(event)](state, event)
            except Exception as error:
                raise self._unfoldable(n, tag, error) from error
            if family == _ORDER:
                add_order((n, turn, phase, seat, tag, args))
                continue
            if family == _MARK:
                self._remember(event)
                turn, phase = state.turn, state.phase or None
            add_outcome((n, step, turn, phase, tag, family == _FRAME, args))
        self._n, self._step = n, step

    def _chance_or_record(self, n: int, event: Any, about: _Kind, args: Raw) -> None:
        self._close_step(n - 1)
        state = self.state
        place = (n, state.turn, state.phase or None)
        self._step = 0 if about.family == _RECORD else n
        try:
            self._evolve[type(event)](state, event)
        except Exception as error:
            raise self._unfoldable(n, about.tag, error) from error
        if about.family == _ROLL:
            pips = sum(event.dice)
            row = (event.purpose, event.by, event.key, event.nth, event.sides, event.dice, pips, event.source)
            self._rolls.add((*place, *row))
        elif about.family == _DRAW:
            self._draws.add((*place, event.deck, event.by, event.shuffle, event.cards, event.source))
        else:
            self._records.add((*place, about.tag, args))
            self._take_record(event, about.tag)

    def _take_record(self, event: Event, tag: str) -> None:
        self.tally[tag] += 1
        if isinstance(event, Resumed):
            self.last_rules = event.rules
        elif isinstance(event, TookBack | Fixed):
            self.forced += isinstance(event, TookBack) and event.forced
            kept = self._kept.get(event.to)
            if kept is None:
                reason = f"play cannot go on from event {event.to}: no step ends there"
                raise Unfoldable(reason, path=self._path, event=self._n + 1)
            self.state = copy_state(kept)

    def _remember(self, event: Event) -> None:
        """A turn began or the game ended: the position is recorded when the step is over."""
        if isinstance(event, Ended):
            self._mark = "end"
        elif isinstance(event, Positioned):
            self.from_position = True
            self._mark = self._mark or "turn"
        elif isinstance(event, Began) and event.phase is None:
            self._mark = self._mark or "turn"

    def _close_step(self, n: int) -> None:
        """A step, or a record, ends with event `n`."""
        self._n = n
        if self._mark:
            self._add_position(n)
            self._mark = ""
        if n in self._returns:
            self._kept[n] = copy_state(self.state)

    def _add_position(self, n: int) -> None:
        if self.warnings:
            return
        spec, data, state = self._table.spec, self._table.data, self.state
        try:
            features = spec.features(data, state)
        except Exception as error:
            # Component data of another version may lack what the state names: the rows need none, features do.
            self.warnings.append(
                f"positions are left out from event {n} on: features cannot be worked out with data {data.digest} "
                f"({type(error).__name__}: {error})"
            )
            return
        for feature, value in features.items():
            self._positions.add((n, state.turn, self._mark, feature, value))

    def _unfoldable(self, n: int, tag: str, error: Exception) -> Unfoldable:
        reason = f"{tag} cannot be applied to the state before it: {type(error).__name__}: {error}"
        return Unfoldable(reason, path=self._path, event=n)

    def _flush(self) -> None:
        game = self._table.spec.id
        for columns in (self._orders, self._rolls, self._draws, self._outcomes, self._positions, self._records):
            piece = columns.take(game, self._game_id, self.dead)
            if piece is None:
                continue
            if columns is self._orders:
                dead = piece["taken_back"]
                self.decisions.update(seat for seat, gone in zip(piece["seat"], dead, strict=True) if not gone)
            self._emit(columns.table.name, piece)


def _pieces(events: Sequence[Event], encoded: bytes) -> Iterator[tuple[Sequence[Event], list[bytes]]]:
    """The events with their lines, in runs of at most `PIECE_BYTES`."""
    lines = encoded.split(b"\n")
    lines.pop()
    if len(encoded) <= PIECE_BYTES:
        yield events, lines
        return
    first = size = 0
    for at, line in enumerate(lines):
        size += len(line)
        if size > PIECE_BYTES and at > first:
            yield events[first:at], lines[first:at]
            first, size = at, len(line)
    yield events[first:], lines[first:]
