"""The designer's question: the same games, seed by seed, under other component data, and how they then end.

Game `i` of a seed is game `i` of `simulate` with the original data. With the changed data it has the same dice, draws
and players' luck wherever it asks the same question, so that each pair differs by what the data do and not by chance.
"""

from collections.abc import Mapping
from concurrent.futures import Executor

from msgspec import Struct

from wardiary.core.component_data import parse
from wardiary.core.players import RANDOM
from wardiary.events.errors import UsageError
from wardiary.replay.players import need_seats
from wardiary.replay.table import Table
from wardiary.replay.valuation.futures import Branch, Futures, Progress, endings, start_of
from wardiary.replay.valuation.tallies import Measure, measures

__all__ = ["DataComparison", "compare_data"]


class DataComparison(Struct, frozen=True, kw_only=True):
    """How `games` pairs of games ended. The measures of `changed` have the paired difference to the original data.

    `files` are the data files whose content differs.
    """

    game: str
    scenario: str
    options: Mapping[str, str]
    seed: str
    games: int
    players: Mapping[str, str]
    original_data: str
    changed_data: str
    files: tuple[str, ...]
    original: tuple[Measure, ...]
    changed: tuple[Measure, ...]


def compare_data(
    game: str,
    data: Mapping[str, str],
    *,
    n: int = 200,
    seed: str = "1",
    players: Mapping[str, str] | None = None,
    scenario: str | None = None,
    options: Mapping[str, str] | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    advance: Progress = lambda _: None,
) -> DataComparison:
    """Play `n` pairs of games, the original data against files of it replaced (name, text).

    Seats that no player is named for are played by `random`. The same however many workers play. Raises UsageError for
    data that are equal to the original, DataError, and as `futures.endings` does.
    """
    original, changed = Table.lay(game), Table.lay(game, data)
    if original.data.digest == changed.data.digest:
        raise UsageError(f"these data are equal to those of {game}: there is nothing to compare")
    start = original.start(scenario, options)
    seats = original.seats(start.scenario)
    need_seats(players or {}, seats, start.scenario)
    seated = {seat: (players or {}).get(seat, RANDOM) for seat in seats}
    branches = [Branch(position=start_of(table, start)) for table in (original, changed)]
    plan = Futures(seed=seed, n=n, players=seated)
    before, after = endings(branches, plan, workers=workers, executor=executor, advance=advance)
    return DataComparison(
        game=game,
        scenario=start.scenario,
        options={option.name: option.value for option in start.options},
        seed=seed,
        games=n,
        players=seated,
        original_data=original.data.digest,
        changed_data=changed.data.digest,
        files=_differing(original.spec.own_data(), data),
        original=measures(before, None),
        changed=measures(after, before),
    )


def _differing(own: Mapping[str, str], data: Mapping[str, str]) -> tuple[str, ...]:
    """The files that say something else than the game's own, whatever their layout and remarks."""
    before, after = parse(own, {}), parse(own, data)
    return tuple(name for name in sorted(own) if before[name] != after[name])
