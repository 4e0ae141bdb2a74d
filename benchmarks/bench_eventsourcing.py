"""The same number of small events through the `eventsourcing` package: how fast it rebuilds an aggregate."""

from collections.abc import Callable
from typing import Any

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from benchmarks.corpus import Corpus
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


def test_a_verified_fold_against_eventsourcing(paired: Paired, games: Corpus) -> None:
    """Both from stored bytes to a state; ours with the chain verified, a block a step."""
    app: Application[Any] = Application()
    column = Column()
    rules, codec = games.table.rules, games.codec
    diaries: list[bytes] = []
    count = 0
    for game, events in enumerate(games.events):
        if count < EVENTS:
            count += len(events)
            diaries.append(games.diary(game, 1))

    for number in range(count - 1):
        column.march(number % 6, number % 5)
    app.save(column)

    def ours() -> None:
        for diary in diaries:
            state = rules.empty()
            for events in open_diary(diary, lambda _header: codec).events(verify=True):
                apply_all(rules.evolve, state, events)

    paired(ours, lambda: app.repository.get(column.id), aim=None, events=count)
