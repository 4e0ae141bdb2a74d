"""Named reports: one SQL file each, with a comment on top that says what it answers.

    -- Question: How often does each seat win?
    -- Grain: one seat of one game
    -- Columns:
    --   seat    the seat
    --   rate    won / games
    -- Plot: bar x=seat y=rate

The general ones ship with this package, a game's own stand in the folder `reports` beside its record.
"""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from msgspec import Struct

from wardiary.analytics.headers import COLUMN_LINES, columns_in
from wardiary.core.registry import game_packages
from wardiary.events.errors import QueryError

__all__ = ["Report", "all_reports", "parse_report", "report_named"]

_HEADER = re.compile(
    rf"-- Question: (?P<question>.+)\n-- Grain: (?P<grain>.+)\n-- Columns:\n{COLUMN_LINES}"
    r"(?:-- Plot: (?P<kind>bar|line|band)(?P<places>(?: [a-z]+=[a-z_]+)+)\n)?(?!-- Plot)"
)


class Report(Struct, frozen=True, kw_only=True):
    """A report. `game` is empty for those of every game; `columns` are (names, meaning).

    `plot` is the kind of chart it is best looked at in, empty for none, `places` which column stands where in it.
    """

    name: str
    game: str
    question: str
    grain: str
    columns: tuple[tuple[str, str], ...]
    sql: str
    plot: str = ""
    places: dict[str, str] = {}

    @property
    def full_name(self) -> str:
        """Its name, a game's own report with the game before it."""
        return f"{self.game}.{self.name}" if self.game else self.name


@cache
def all_reports() -> tuple[Report, ...]:
    """The general reports, then those of each installed game, by name."""
    found = list(_in(files("wardiary.analytics").joinpath("sql", "reports"), ""))
    for game, package in game_packages().items():
        if package:
            found += _in(files(package).joinpath("reports"), game)
    return tuple(found)


def report_named(name: str) -> Report:
    """The report of this name; a game's own is `GAME.NAME`, or `NAME` if no other game has one of that name.

    Raises QueryError, naming near matches.
    """
    reports = {report.full_name: report for report in all_reports()}
    short: dict[str, Report] = {}
    for report in reports.values():
        if report.name == name and name in short and name not in reports:
            raise QueryError(f"several games have a report {name!r}: {short[name].full_name}, {report.full_name}")
        short[report.name] = report
    found = reports.get(name) or short.get(name)
    if found is None:
        near = get_close_matches(name, [*reports, *short], n=1)
        hint = f"did you mean {near[0]}?" if near else "`wardiary reports` lists them"
        raise QueryError(f"no report {name!r}: {hint}")
    return found


def parse_report(name: str, game: str, sql: str) -> Report:
    """A report from its file. Raises ValueError when the comment on top is not in its form."""
    header = _HEADER.match(sql)
    if header is None:
        raise ValueError(f"report {name}: must begin with its question, grain and columns")
    return Report(
        name=name,
        game=game,
        question=header["question"],
        grain=header["grain"],
        columns=columns_in(header["columns"]),
        sql=sql,
        plot=header["kind"] or "",
        places=dict(place.split("=") for place in (header["places"] or "").split()),
    )


def _in(folder: Traversable, game: str) -> Iterator[Report]:
    if not folder.is_dir():
        return
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if file.name.endswith(".sql"):
            yield parse_report(file.name.removesuffix(".sql"), game, file.read_text(encoding="utf-8"))
