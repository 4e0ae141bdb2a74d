"""Checks diaries against the rules at hand: the oracle of the rules and of the fold at once."""

from collections.abc import Callable, Iterable
from pathlib import Path

from wardiary.events.errors import WardiaryError
from wardiary.replay.checker import Checker
from wardiary.replay.findings import Broken, CheckedMany, CheckReport, Difference, Fault, Unverified
from wardiary.replay.reading import DiaryFile, open_reading
from wardiary.replay.table import Table, Tables

__all__ = ["Broken", "CheckReport", "CheckedMany", "Difference", "Fault", "Unverified", "check", "check_many"]


def check(file: DiaryFile, *, all_steps: bool = False, table: Table | None = None) -> CheckReport:
    """Hold a diary against the rules at hand: header, set-up, every step of every line of play, records, seal.

    Each input is fed again and the whole list of its outcomes compared, frames and checkpoints included. Stops at the
    first step that differs; with `all_steps` it goes on from that step as recorded, so that a changed rule shows as
    the steps it touches. `table` stands for the diary's own game and data: to see what other data would change.

    A rules version other than the header's is a note, not a difference. Raises DiaryError for a file that is broken
    or not canonical, UnknownGame, DataError.
    """
    return _check(file, all_steps, table, Tables())


def _check(file: DiaryFile, all_steps: bool, table: Table | None, tables: Tables) -> CheckReport:
    reader, own = open_reading(file, table, tables=tables, other_data=True)
    return Checker(reader, own, all_steps=all_steps, given=table is not None).run()


def check_many(
    files: Iterable[Path | str],
    *,
    all_steps: bool = False,
    table: Table | None = None,
    on_done: Callable[[CheckReport | Broken], None] | None = None,
) -> CheckedMany:
    """Check one file after another; a bad one is named and does not stop the rest."""
    results: list[CheckReport | Broken] = []
    tables = Tables()
    for file in files:
        result: CheckReport | Broken
        try:
            result = _check(file, all_steps, table, tables)
        except WardiaryError as error:
            result = Broken(path=str(file), error=type(error).__name__, reason=str(error))
        results.append(result)
        if on_done is not None:
            on_done(result)
    return CheckedMany(results=tuple(results))
