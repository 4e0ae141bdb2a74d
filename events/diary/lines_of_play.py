"""Which events survive take-backs and fixes: the line of play is the chain of parents.

Every event is the child of the event before it, but the one after a `took_back` or `fixed` is a child of the event
that this names. Nothing is rewritten, so a take-back is taken back by another one. The line that leads to event N is
found from the jumps up to N alone, walking backwards; the state after N is the fold over it. A jump is never part
of the line that goes on after it.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from wardiary.events.codec import Codec
from wardiary.events.common import Fixed, TookBack
from wardiary.events.diary.blocks import RawBlock
from wardiary.events.diary.decoding import decode_blocks
from wardiary.events.diary.reader import DiaryReader
from wardiary.events.errors import Unreadable
from wardiary.events.kinds import Event

__all__ = ["Jump", "Span", "dead_ranges", "dead_spans", "find_jumps", "iter_survivors", "survivors"]

_JUMP_HEADS = (b'{"t":"took_back"', b'{"t":"fixed"')


class Jump(Struct, frozen=True, gc=False, order=True):
    """Event `n` is a take-back or a fix: play goes on from event `to`."""

    n: int
    to: int


class Span(Struct, frozen=True, gc=False, order=True):
    """Events `first` to `last`, both included."""

    first: int
    last: int


def survivors(jumps: Sequence[Jump], upto: int) -> list[Span]:
    """The line of play that leads to event `upto`, in rising order. `jumps` rise by n, each with 0 < to < n.

    A jump at `upto` itself leads to where it points. Works backwards, in at most as many turns as there are jumps.
    """
    spans: list[Span] = []
    at = upto
    index = len(jumps)
    while at > 0:
        index = bisect_right(jumps, at, 0, index, key=_number_of)
        if index == 0:
            spans.append(Span(1, at))
            break
        jump = jumps[index - 1]
        if jump.n < at:
            spans.append(Span(jump.n + 1, at))
        at = jump.to
    spans.reverse()
    return _joined(spans)


def dead_spans(jumps: Sequence[Jump], upto: int) -> list[Span]:
    """What of events 1 to `upto` is not on the line of play that leads to `upto`."""
    dead: list[Span] = []
    next_alive = 1
    for span in survivors(jumps, upto):
        if span.first > next_alive:
            dead.append(Span(next_alive, span.first - 1))
        next_alive = span.last + 1
    if next_alive <= upto:
        dead.append(Span(next_alive, upto))
    return dead


def find_jumps(reader: DiaryReader) -> list[Jump]:
    """All jumps of a diary, by a pass over its bytes that decodes nothing else.

    Raises what reading raises, and Unreadable for a jump that points at itself or forward.
    """
    jumps: list[Jump] = []
    for blocks in reader.raw_blocks():
        for block in blocks:
            for head in _JUMP_HEADS:
                if head in block.lines:
                    jumps += _jumps_in(block, reader.codec, reader.path)
                    break
    return jumps


def dead_ranges(reader: DiaryReader) -> list[Span]:
    """What of a diary is not on its last line of play."""
    return dead_spans(find_jumps(reader), reader.last_n)


def iter_survivors(reader: DiaryReader, upto: int | None = None) -> Iterator[tuple[int, list[Event]]]:
    """The line of play that leads to event `upto` (the last one), as runs: the number of the first event, the events.

    Two passes, memory flat. Raises what reading raises.
    """
    jumps = find_jumps(reader)
    spans = iter(survivors(jumps, reader.last_n if upto is None else min(upto, reader.last_n)))
    span = next(spans, None)
    first = 1
    for events in reader.events(verify=False):
        last = first + len(events) - 1
        while span is not None and span.first <= last:
            begin, end = max(span.first, first), min(span.last, last)
            if begin <= end:
                yield begin, events[begin - first : end - first + 1]
            if span.last > last:
                break
            span = next(spans, None)
        if span is None:
            return
        first = last + 1


def _number_of(jump: Jump) -> int:
    return jump.n


def _joined(spans: list[Span]) -> list[Span]:
    """Spans that touch made one."""
    joined: list[Span] = []
    for span in spans:
        if joined and joined[-1].last + 1 == span.first:
            joined[-1] = Span(joined[-1].first, span.last)
        else:
            joined.append(span)
    return joined


def _jumps_in(block: RawBlock, codec: Codec, path: Path | None) -> Iterator[Jump]:
    events, fault = decode_blocks([block], codec, canonical=False, path=path)
    if fault is not None:
        raise fault
    for number, event in enumerate(events, block.first):
        if isinstance(event, TookBack | Fixed):
            if not 0 < event.to < number:
                raise Unreadable(
                    f"play cannot go on from event {event.to}: it does not lie before", path=path, event=number
                )
            yield Jump(number, event.to)
