"""The opening explorer: after these first whole orders, or cards, which come next, how often, and how do games end?"""

from collections.abc import Sequence

from wardiary.analytics.engine import literal, name
from wardiary.events.errors import UsageError

__all__ = ["DEPTH_MAX", "openings_sql"]

DEPTH_MAX = 50
_BETWEEN = " / "


def openings_sql(
    game: str, seats: Sequence[str], *, after: Sequence[str] = (), depth: int = 1, cards: bool = False, least: int = 1
) -> str:
    """A query: the continuations of `depth` orders after the line `after`, those of at least `least` games.

    Orders are in the words of `whole_orders` with the seat before them (`fin march 12 KI-1-KI-2`), cards are
    `SEAT CARD MODE`. Each seat has its mean result share over the decided games, with its 95 % Wilson interval.
    Raises UsageError.
    """
    if not 1 <= depth <= DEPTH_MAX or len(after) + depth > DEPTH_MAX:
        raise UsageError(f"an opening has 1 to {DEPTH_MAX} orders in all")
    words = "concat_ws(' ', seat, card, mode)" if cards else "concat_ws(' ', seat, words)"
    told = len(after)
    line = f"[{', '.join(map(literal, after))}]::VARCHAR[]"
    shares = "".join(map(_share, seats))
    return f"""
WITH begun AS (
    SELECT game_id, arg_min({words}, n, {told + depth}) AS line
    FROM {"card_plays" if cards else "whole_orders"} SEMI JOIN counted USING (game_id)
    WHERE game = {literal(game)} GROUP BY game_id
), chosen AS (
    SELECT game_id, array_to_string(line[{told + 1}:], {literal(_BETWEEN)}) AS opening
    FROM begun WHERE len(line) = {told + depth} AND line[:{told}] = {line}
), counts AS (
    SELECT opening, count(*) AS games, count(*) FILTER (ended) AS games_decided
    FROM chosen JOIN counted USING (game_id) GROUP BY opening HAVING count(*) >= {int(least)}
), shared AS (
    SELECT opening, seat, sum(result_share) AS share FROM chosen JOIN results USING (game_id) GROUP BY ALL
)
SELECT opening, any_value(games) AS games, any_value(games_decided) AS decided{shares},
    small_sample(any_value(games_decided)) AS note
FROM (SELECT c.*, s.seat, s.share FROM counts c LEFT JOIN shared s USING (opening))
GROUP BY opening, games_decided
ORDER BY games DESC, opening
"""


def _share(seat: str) -> str:
    """A seat's three columns."""
    share = f"sum(share) FILTER (seat = {literal(seat)})"
    return (
        f",\n    round({share} / nullif(games_decided, 0), 3) AS {name(seat)}"
        f",\n    round(wilson_low({share}, games_decided), 3) AS {name(f'{seat}_low')}"
        f",\n    round(wilson_high({share}, games_decided), 3) AS {name(f'{seat}_high')}"
    )
