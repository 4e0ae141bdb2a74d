"""Views that games bring: what a battle, a card play, a whole order or a holding is only the game can say.

A game's folder may have `views/NAME.sql` for the names below: one query over the archive's tables, in which a row comes
from the rows of its own game_id alone, with a comment on top that says what a row is and which columns it has beside
the common ones. It becomes the view `GAME_NAME`; the view `NAME` has the common columns of all games. Where a game has
none, its orders stand for whole ones, and the first seat is ahead by the feature `lead` if it has that.

    -- Row: one battle
    -- Columns:
    --   first_attack   whether it was a first attack, as the rules have it
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from wardiary.analytics.engine import literal, name
from wardiary.analytics.headers import COLUMN_LINES, columns_in
from wardiary.analytics.schema import ORDERS, Column
from wardiary.core.registry import game_packages

__all__ = ["COMMON", "CommonView", "Contributed", "contributed_by", "contributed_views", "parse_view"]

_HEADER = re.compile(rf"-- Row: (?P<row>.+)\n(?:-- Columns:\n{COLUMN_LINES})?")
_HAPPENED = tuple(column for column in ORDERS.columns if column.name in {"game", "game_id", "n", "turn"})
_GAME = _HAPPENED[:2]


@dataclass(frozen=True)
class CommonView:
    """A view of all games: what a row is, its columns in order, and what stands for games that bring nothing.

    `otherwise` is the SQL of that, `otherwise_row` says what a row then is; without them such games have none.
    """

    name: str
    row: str
    columns: tuple[Column, ...]
    otherwise_row: str = ""
    otherwise: str = ""


_BATTLES = CommonView(
    "battles",
    "one battle on the line of play",
    (
        *_HAPPENED,
        Column("place", "VARCHAR", "Where it was fought."),
        Column("attacker", "VARCHAR", "Seat that attacked."),
        Column("attacking", "INTEGER", "Units that attacked."),
        Column("defending", "INTEGER", "Units that defended."),
        Column("attack_losses", "INTEGER", "What the attacker lost, in the game's points of loss."),
        Column("defence_losses", "INTEGER", "What the defender lost, in the same points."),
        Column("won", "VARCHAR", "`attacker`, `defender`, or NULL where it was left open."),
    ),
)
_CARD_PLAYS = CommonView(
    "card_plays",
    "one card that was played on the line of play",
    (
        *_HAPPENED,
        Column("seat", "VARCHAR", "Who played it."),
        Column("card", "VARCHAR", "The card."),
        Column("mode", "VARCHAR", "How it was used, in the game's words."),
    ),
)
_WHOLE_ORDERS = CommonView(
    "whole_orders",
    "one order as a person would tell it, on the line of play; small orders that belong together are one",
    (
        *_HAPPENED,
        Column("seat", "VARCHAR", "Whose order."),
        Column("deed", "VARCHAR", "What kind of order, in the game's words."),
        Column("units", "VARCHAR[]", "Units that it is about."),
        Column("path", "VARCHAR[]", "Places, from the first to the last."),
        Column("words", "VARCHAR", "The whole order in words, the same for the same order."),
    ),
    "one order as it stands in `orders`",
    "SELECT game_id, n, turn, seat, split_part(tag, '.', 2) AS deed, []::VARCHAR[] AS units, []::VARCHAR[] AS path, "
    "concat_ws(' ', split_part(tag, '.', 2), nullif(args, '{}')) AS words FROM orders WHERE game = {game} AND NOT "
    "taken_back",
)
_HOLDINGS = CommonView(
    "holdings",
    "one stretch of a game in which one seat held one place",
    (
        *_GAME,
        Column("place", "VARCHAR", "The place."),
        Column("seat", "VARCHAR", "Who held it."),
        Column("from_n", "BIGINT", "Number of the event that gave it to the seat."),
        Column("until_n", "BIGINT", "Number of the last event before it was lost; NULL if it was held to the end."),
        Column("from_turn", "INTEGER", "Turn in which the seat got it, 0 if it held it from the start."),
        Column("until_turn", "INTEGER", "Turn in which it was lost; NULL if it was held to the end."),
    ),
)
_LEADS = CommonView(
    "leads",
    "one position on the line of play (the start, the beginning of each turn, the end), and who is ahead in it",
    (
        *_HAPPENED,
        Column("mark", "VARCHAR", "`turn`: a turn begins; `end`: the game is decided."),
        Column("seat", "VARCHAR", "The seat that is ahead when `ahead` is positive; one seat in all games of a kind."),
        Column(
            "ahead", "BIGINT", "How far the seat is ahead, or its opponents if it is negative, in the game's measure."
        ),
    ),
    "one position, and the first seat is ahead by the feature `lead`",
    "SELECT p.game_id, p.n, p.turn, p.mark, g.seats[1] AS seat, p.value AS ahead FROM positions p JOIN games g USING "
    "(game_id) WHERE p.game = {game} AND p.feature = 'lead' AND NOT p.taken_back",
)
COMMON: tuple[CommonView, ...] = (_BATTLES, _CARD_PLAYS, _WHOLE_ORDERS, _HOLDINGS, _LEADS)


@dataclass(frozen=True)
class Contributed:
    """A game's own query for a common view; `columns` are those it has beside the common ones: (name, meaning)."""

    game: str
    name: str
    row: str
    columns: tuple[tuple[str, str], ...]
    sql: str

    @property
    def full_name(self) -> str:
        """The name of its view."""
        return f"{self.game}_{self.name}"


def contributed_by(game: str) -> tuple[Contributed, ...]:
    """What an installed game brings. Raises ValueError for a file that is not in its form."""
    package = game_packages().get(game)
    folder = files(package).joinpath("views") if package else None
    if folder is None or not folder.is_dir():
        return ()
    return tuple(
        parse_view(game, file.name.removesuffix(".sql"), file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir(), key=lambda entry: entry.name)
        if file.name.endswith(".sql")
    )


def parse_view(game: str, view: str, sql: str) -> Contributed:
    """A contribution from its file. Raises ValueError when its name or the comment on top is not in its form."""
    header = _HEADER.match(sql)
    if header is None or view not in {common.name for common in COMMON}:
        raise ValueError(f"view {view} of {game}: must begin with what a row is, and be one of the common views")
    return Contributed(game, view, header["row"], columns_in(header["columns"] or ""), sql)


def contributed_views(games: Iterable[str], *, kept: bool = False) -> Iterator[str]:
    """Statements that make the views of these games and the common ones; `kept` makes tables of the games' own."""
    games = tuple(games)
    found = {(view.game, view.name): view for game in games for view in contributed_by(game)}
    for view in found.values():
        kind = "TABLE" if kept else "VIEW"
        yield f"-- {view.game}: {view.row}.\nCREATE OR REPLACE {kind} {name(view.full_name)} AS\n{view.sql.strip()};\n"
    for common in COMMON:
        sources = [source for game in games if (source := _source(common, game, found.get((game, common.name))))]
        yield (
            f"-- A row is {common.row}.\nCREATE OR REPLACE VIEW {common.name} AS\n"
            + ("\nUNION ALL\n".join(sources) or _nothing(common))
            + ";\n"
        )


def _source(common: CommonView, game: str, view: Contributed | None) -> str:
    rows = name(view.full_name) if view else f"({common.otherwise.replace('{game}', literal(game))})"
    if view is None and not common.otherwise:
        return ""
    columns = (f"{name(column.name)}::{column.type} AS {name(column.name)}" for column in common.columns[1:])
    return f"SELECT {literal(game)} AS game, {', '.join(columns)} FROM {rows}"


def _nothing(common: CommonView) -> str:
    columns = (f"NULL::{column.type} AS {name(column.name)}" for column in common.columns)
    return f"SELECT {', '.join(columns)} WHERE false"
