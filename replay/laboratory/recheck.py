"""What a change of rules or component data does to recorded games: which still fit, and which steps depart.

Each diary is checked from step to step as it was recorded, so that one changed modifier shows as the steps it touches.
A diary is one job and comes back as a small record, whatever its length: memory stays bounded.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path

from msgspec import Struct

from wardiary.core.registry import codec_for
from wardiary.events.diary import open_diary
from wardiary.events.errors import UsageError, WardiaryError
from wardiary.replay.checker import Checker
from wardiary.replay.findings import CheckReport, Difference, Fault, Kind
from wardiary.replay.reading import open_reading
from wardiary.replay.table import Table, Tables
from wardiary.replay.workers import many_in_order, pool

__all__ = ["Rechecked", "RulePlace", "Touched", "game_of", "recheck"]

_FEW = 8
"""Diaries for which starting a process does not pay."""
_Replaced = tuple[tuple[str, str], ...]
"""Name and text of component data files, as something that can be a key."""


class RulePlace(Struct, frozen=True, kw_only=True, order=True):
    """What departs, wherever it happens: the clauses, the function of the rules, the event type and its field.

    `field` is the first part of a path: what it is about, not which unit. `kind` is that of the difference.
    """

    clause: str
    place: str
    kind: Kind
    type: str
    field: str

    @staticmethod
    def of(difference: Difference) -> "RulePlace":
        """Where a difference lies."""
        place, field = difference.place, difference.field.partition(".")[0]
        if difference.kind == "raised":
            place, field = difference.field, difference.exception
        return RulePlace(clause=difference.clause, place=place, kind=difference.kind, type=difference.type, field=field)

    @property
    def what(self) -> str:
        """What departs, in words."""
        match self.kind:
            case "refused":
                return f"{self.type} is refused"
            case "raised":
                return f"{self.type} meets {self.field}"
            case "missing":
                return f"{self.type} comes to it"
            case "surplus":
                return f"{self.type} goes"
        return f"{self.type}: {self.field}"


class Touched(Struct, frozen=True, kw_only=True):
    """A place at which steps of one diary depart, how many, and the first of them."""

    place: RulePlace
    steps: int
    event: int


class Rechecked(Struct, frozen=True, kw_only=True):
    """A diary against the rules at hand. `trouble` says why it could not be checked to its end, if it could not.

    `is_diary` is not so for a folder that holds none.

    `departing` are the first events of the steps that depart, `still_raising` counts recorded faults that the rules
    still have, `fault` is the first of them.
    """

    path: str
    id: str = ""
    rules: str = ""
    events: int = 0
    steps: int = 0
    departing: tuple[int, ...] = ()
    first: Difference | None = None
    touched: tuple[Touched, ...] = ()
    still_raising: int = 0
    fault: Fault | None = None
    trouble: str = ""
    is_diary: bool = True

    @property
    def fits(self) -> bool:
        """Whether the rules at hand make of it just what it holds, and fail on nothing in it."""
        return self.first is None and self.fault is None and not self.trouble


def recheck(
    files: Sequence[Path], *, data: tuple[str, Mapping[str, str]] | None = None, workers: int = 1
) -> Iterator[Rechecked]:
    """Check every diary against the rules and component data at hand; the results in the order of the files.

    `data` is a game, and files that replace its own data: diaries of other games are then not checked, and say so.
    Without it a diary is checked with the game's own data as they now are, or with those that it embeds. Raises
    UnknownGame, DataError for data that cannot be used, WardiaryError when a worker dies.
    """
    game, replaced = data or ("", {})
    given: _Replaced = tuple(sorted(replaced.items()))
    if game:
        _table(game, given)
    workers = min(workers, -(-len(files) // _FEW))
    one = partial(_recheck, game, given)
    paths = list(map(str, files))
    if workers < 2:
        yield from map(one, paths)
        return
    with pool(workers) as executor:
        yield from many_in_order(executor, one, paths, workers=workers, advice="run it again")


def game_of(files: Iterable[Path]) -> str:
    """The game of the first diary that can be read. Raises UsageError when there is none."""
    for path in files:
        try:
            return open_diary(path, codec_for).header.game
        except WardiaryError:
            continue
    raise UsageError("none of these diaries can be read: the game that the data belongs to is not known")


@lru_cache(maxsize=2)
def _table(game: str, given: _Replaced) -> Table:
    """A process lays its table once."""
    return Table.lay(game, dict(given))


@lru_cache(maxsize=1)
def _tables() -> Tables:
    return Tables()


def _recheck(game: str, given: _Replaced, path: str) -> Rechecked:
    table = _table(game, given) if game else None
    try:
        reader, own = open_reading(path, table, tables=_tables(), other_data=True)
        # Whatever data the diary was played with: those at hand are the question.
        return _condensed(path, Checker(reader, own, all_steps=True, given=True).run())
    except WardiaryError as error:
        trouble = str(error).removeprefix(f"{path}: ")
        return Rechecked(path=path, trouble=trouble, is_diary=not Path(path).is_dir())


def _condensed(path: str, report: CheckReport) -> Rechecked:
    """The report without its length: a line for each place."""
    steps: dict[RulePlace, int] = {}
    events: dict[RulePlace, int] = {}
    for difference in report.differences:
        place = RulePlace.of(difference)
        steps[place] = steps.get(place, 0) + 1
        events.setdefault(place, difference.event)
    return Rechecked(
        path=path,
        id=report.id,
        rules=report.rules,
        events=report.events,
        steps=report.steps,
        departing=tuple(difference.step for difference in report.differences if difference.step),
        first=report.first,
        touched=tuple(Touched(place=place, steps=count, event=events[place]) for place, count in steps.items()),
        still_raising=report.faults_remaining,
        fault=next((fault for fault in report.faults if fault.remains), None),
        trouble=report.torn,
    )
