"""Which events survive: held against the chain of parents walked one event at a time."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diary import demo

from wardiary.events.common import Fixed, TookBack
from wardiary.events.diary import (
    DiaryReader,
    DiaryWriter,
    Jump,
    MemoryPort,
    Span,
    dead_ranges,
    dead_spans,
    find_jumps,
    iter_survivors,
    survivors,
)
from wardiary.events.errors import Unreadable
from wardiary.events.kinds import Event

FILE = Path("a.diary")


def by_parents(jumps: list[Jump], upto: int) -> list[int]:
    """The plain way: the numbers on the line of play that leads to `upto`."""
    leads = {jump.n: jump.to for jump in jumps}
    line: list[int] = []
    at = upto
    while at:
        while at in leads:
            at = leads[at]
        line.append(at)
        at -= 1
    return line[::-1]


def numbers(spans: list[Span]) -> list[int]:
    return [number for span in spans for number in range(span.first, span.last + 1)]


@pytest.mark.parametrize(
    ("jumps", "upto", "alive"),
    [
        ([], 5, [(1, 5)]),
        ([Jump(11, 5)], 10, [(1, 10)]),
        ([Jump(11, 5)], 11, [(1, 5)]),
        ([Jump(11, 5)], 14, [(1, 5), (12, 14)]),
        # A take-back taken back: the line before it lives again, what was played since does not.
        ([Jump(11, 5), Jump(15, 10)], 15, [(1, 10)]),
        ([Jump(11, 5), Jump(15, 10)], 17, [(1, 10), (16, 17)]),
        # Twice back, the second time further.
        ([Jump(11, 5), Jump(15, 3)], 17, [(1, 3), (16, 17)]),
        # Back to within what was played after the first take-back.
        ([Jump(11, 5), Jump(15, 13)], 17, [(1, 5), (12, 13), (16, 17)]),
        # Back to a take-back itself is back to where that led.
        ([Jump(11, 5), Jump(15, 11)], 16, [(1, 5), (16, 16)]),
        # Two in a row, and all the way to the header.
        ([Jump(11, 5), Jump(12, 1)], 13, [(1, 1), (13, 13)]),
        # A jump that leads nowhere else leaves one dead event.
        ([Jump(11, 10)], 12, [(1, 10), (12, 12)]),
    ],
)
def test_survivors(jumps: list[Jump], upto: int, alive: list[tuple[int, int]]) -> None:
    assert survivors(jumps, upto) == [Span(first, last) for first, last in alive]


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Jump], int]:
    length = draw(st.integers(2, 60))
    places = sorted(draw(st.sets(st.integers(2, length), max_size=12)))
    return [Jump(n, draw(st.integers(1, n - 1))) for n in places], length


@given(histories(), st.data())
def test_survivors_are_the_chain_of_parents(history: tuple[list[Jump], int], data: st.DataObject) -> None:
    jumps, length = history
    upto = data.draw(st.integers(1, length))
    alive = numbers(survivors(jumps, upto))
    assert alive == by_parents(jumps, upto)
    assert sorted(alive + numbers(dead_spans(jumps, upto))) == list(range(1, upto + 1))


def diary(events: list[Event], *, per_block: int = 1) -> DiaryReader:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port) as writer:
        for at in range(0, len(events), per_block):
            writer.append(events[at : at + per_block])
    return DiaryReader(port.contents(FILE), demo.codec_for)


@given(histories(), st.integers(1, 7), st.data())
def test_a_diary_gives_its_survivors(history: tuple[list[Jump], int], per_block: int, data: st.DataObject) -> None:
    jumps, length = history
    leads = {jump.n: jump.to for jump in jumps}
    events: list[Event] = [demo.header()]
    for number in range(2, length + 1):
        to = leads.get(number)
        if to is None:
            events.append(demo.Fell(unit=number))
        else:
            events.append(TookBack(to=to) if number % 2 else Fixed(n=1, to=to))
    reader = diary(events[1:], per_block=per_block)
    assert find_jumps(reader) == jumps
    upto = data.draw(st.none() | st.integers(1, length))
    got = [(number, event) for first, some in iter_survivors(reader, upto) for number, event in enumerate(some, first)]
    assert got == [(number, events[number - 1]) for number in by_parents(jumps, upto or length)]
    assert dead_ranges(reader) == dead_spans(jumps, length)


@pytest.mark.parametrize("to", [0, 3, 4, 99])
def test_a_jump_must_lead_back(to: int) -> None:
    reader = diary([demo.Fell(unit=1), TookBack(to=to)])
    with pytest.raises(Unreadable, match=f"event 3: play cannot go on from event {to}"):
        find_jumps(reader)


def test_a_text_that_reads_like_a_jump_is_none() -> None:
    reader = diary([demo.Said(text='{"t":"took_back","to":1}\n{"t":"took_back","to":1}')])
    assert find_jumps(reader) == []
