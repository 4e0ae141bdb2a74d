"""Shooting and melee as SQL: macros that give their exact odds to any query of the archive."""

from wardiary.core.games.kuularuisku.charts import GRENADES
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.odds import wound_chances

__all__ = ["odds_sql"]


def odds_sql(d: Data) -> str:
    """`kuularuisku_odds(...)` for a shooting, `kuularuisku_melee_odds(...)` for a round of melee, in DuckDB's SQL.

    KUU-5.3 to 5.5, KUU-5.7-01; KUU-6.4-01, -02, KUU-6.6-01. Dice are pairs of skill and number, as in the events.
    """
    each = wound_chances(d)
    return _MACROS.replace("{lasting}", f"{each['dead'] + each['severe']}.0").replace("{grenades}", str(GRENADES))


_MACROS = """\
-- The chances that 0, 1, ... of so many dice succeed, as a list; `p` is the chance of one.
CREATE OR REPLACE MACRO kuularuisku_binomial(dice, p) AS list_transform(range(0, dice + 1), lambda hits:
    CASE WHEN p <= 0 THEN (hits = 0)::INTEGER WHEN p >= 1 THEN (hits = dice)::INTEGER
        ELSE exp(lgamma(dice + 1) - lgamma(hits + 1) - lgamma(dice - hits + 1) + hits * ln(p)
            + (dice - hits) * ln(1 - p)) END::DOUBLE);

-- The chances of the sum of two such numbers.
CREATE OR REPLACE MACRO kuularuisku_added(one, other) AS list_transform(
    range(0, len(one) + len(other) - 1), lambda total: list_sum(list_transform(
        range(greatest(0, total - len(other) + 1), least(total, len(one) - 1) + 1),
        lambda part: one[part + 1] * other[total - part + 1])));

-- The chances of so many hits of dice by skill, `[[4, 6], [5, 2]]` for six that hit on 4 and two on 5. `again`: dice
-- that failed are rolled once more.
CREATE OR REPLACE MACRO kuularuisku_hits(dice, again := false) AS list_reduce(
    list_transform(dice, lambda pool: kuularuisku_binomial(pool[2],
        CASE WHEN again THEN 1 - pow((pool[1] - 1) / 6, 2) ELSE (7 - pool[1]) / 6 END)),
    lambda one, other: kuularuisku_added(one, other), [1.0::DOUBLE]);

-- The chances that so many remain of a number with these chances, when each remains with the chance `kept`.
CREATE OR REPLACE MACRO kuularuisku_thinned(chances, kept) AS list_transform(range(0, len(chances)), lambda stay:
    list_sum(list_transform(range(stay, len(chances)), lambda of:
        chances[of + 1] * kuularuisku_binomial(of, kept)[stay + 1])));

-- How many hits, wounds, and wounds dead or severe a shooting makes, and how probable each number is: dice by skill
-- (`[[4, 6], [5, 2]]`), the cover value, and `again` within close range.
CREATE OR REPLACE MACRO kuularuisku_odds(dice, cover := 6, again := false) AS TABLE
WITH hit AS (SELECT kuularuisku_hits(dice, again) AS hits),
wounded AS (SELECT hits, kuularuisku_thinned(hits, (cover - 1) / 6) AS wounds FROM hit),
fallen AS (SELECT hits, wounds, kuularuisku_thinned(wounds, {lasting}) AS lasting FROM wounded)
SELECT unnest(range(0, len(hits))) AS number, unnest(hits) AS hits, unnest(wounds) AS wounds,
    unnest(lasting) AS dead_or_severe
FROM fallen;

-- The hits of both sides in a round of melee, how probable they are, and who has more to take (`loser`: `own`, `other`
-- or NULL), while both have somebody left. Grenades cost the other side two dice, the worst, but never the last one.
CREATE OR REPLACE MACRO kuularuisku_melee_odds(own, other, own_grenades := false, other_grenades := false) AS TABLE
WITH pools AS (
    SELECT 'own' AS side, unnest(own) AS pool, other_grenades AS thrown
    UNION ALL SELECT 'other', unnest(other), own_grenades
), ranked AS (
    SELECT side, pool[1] AS skill, pool[2] AS dice, coalesce(sum(pool[2]) OVER before, 0) AS better,
        CASE WHEN thrown THEN greatest(1, sum(pool[2]) OVER (PARTITION BY side) - {grenades})
            ELSE sum(pool[2]) OVER (PARTITION BY side) END AS kept
    FROM pools
    WINDOW before AS (PARTITION BY side ORDER BY pool[1] ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
), rolled AS (
    SELECT side, kuularuisku_hits(list([skill, greatest(0, least(dice, kept - better))::BIGINT])) AS chances
    FROM ranked GROUP BY side
), spread AS (
    SELECT side, unnest(range(0, len(chances))) AS hits, unnest(chances) AS chance FROM rolled
)
SELECT a.hits AS own_hits, b.hits AS other_hits,
    CASE WHEN a.hits < b.hits THEN 'own' WHEN a.hits > b.hits THEN 'other' END AS loser, a.chance * b.chance AS chance
FROM spread a JOIN spread b ON a.side = 'own' AND b.side = 'other'
ORDER BY own_hits, other_hits;
"""
