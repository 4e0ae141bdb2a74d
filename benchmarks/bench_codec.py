"""Events to lines and back, for the events that every game shares."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from wardiary.events.codec import Codec
from wardiary.events.common import Back, Began, Rolled
from wardiary.events.kinds import Event

EVENTS = 30_000
CODEC = Codec(())


@pytest.fixture(scope="module")
def events() -> list[Event]:
    turns = range(1, EVENTS // 3 + 1)
    return [
        event
        for turn in turns
        for event in (
            Began(turn=turn),
            Rolled(purpose="attack", by="red", key=str(turn), dice=(turn % 6 + 1, 3), source="seed"),
            Back(to=turn % 3),
        )
    ]


def test_encode_lines(benchmark: BenchmarkFixture, events: list[Event]) -> None:
    lines = benchmark(CODEC.encode_lines, events)
    assert lines.count(b"\n") == EVENTS


def test_decode_lines(benchmark: BenchmarkFixture, events: list[Event]) -> None:
    lines = CODEC.encode_lines(events)
    assert benchmark(CODEC.decode_wire_lines, lines) == events
