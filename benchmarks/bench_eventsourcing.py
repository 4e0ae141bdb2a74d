"""The same number of small events through the `eventsourcing` package: how fast it rebuilds an aggregate."""

from collections.abc import Callable
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.corpus import Corpus, corpus
from wardiary.core.fold import apply_all
from wardiary.events.diary import open_diary

Paired = Callable[..., float]
EVENTS = 2_000


class Column(Aggregate):
    """Companies of a column, as Tiny has them."""

    def __init__(self) -> None:
        self.places: dict[int, int] = {}

    @event("Marched")
    def march(self, unit: int, place: int) -> None:
        self.places[unit] = place


def test_tiny_against_eventsourcing(paired: Paired) -> None:
    """Both from stored bytes to a state; ours with the chain verified, a block a step."""
    tiny: Corpus = corpus("tiny")
    app: Application[Any] = Application()
    column = Column()
    for number in range(EVENTS - 1):
        column.march(number % 6, number % 5)
    app.save(column)
    rules, codec = tiny.table.rules, tiny.codec
    diaries, count = [], 0
    while count < EVENTS:
        count += len(tiny.events[len(diaries)])
        diaries.append(tiny.diary(len(diaries), 1))

    def ours() -> None:
        for diary in diaries:
            state = rules.empty()
            for events in open_diary(diary, lambda _header: codec).events(verify=True):
                apply_all(rules.table, state, events)

    paired(ours, lambda: app.repository.get(column.id), aim=1 / 20, events=EVENTS)
