"""A battle roll as SQL: a macro that gives its exact odds to any query of the archive."""

from wardiary.core.games.helsinki.charts import effect_of
from wardiary.core.games.helsinki.data import Data

__all__ = ["odds_sql"]

_DIFFERENCES = range(1, 16)
"""More than dice and modifiers of any battle make."""


def odds_sql(d: Data) -> str:
    """`helsinki_effects()` and `helsinki_odds(...)` over the tables of this component data (HEL-11.1 to 11.4)."""
    rows = (f"({difference}, '{effect_of(d, difference, 0)}')" for difference in _DIFFERENCES)
    return _MACROS.replace("{effects}", ",\n    ".join(rows))


_MACROS = """\
-- What the loser of a battle suffers, by the difference of the results, without a shift.
CREATE OR REPLACE MACRO helsinki_effects() AS TABLE SELECT * FROM (VALUES
    {effects}
) effects(difference, effect);

-- The results of a battle roll and how probable they are: `dice` of the attacker, of which the best counts, what is
-- added to each side's die, and the defender's least result (`terrain`). `difference` is attack less defence.
CREATE OR REPLACE MACRO helsinki_odds(dice, terrain := 0, attack_drm := 0, defence_drm := 0) AS TABLE
WITH rolled AS (
    SELECT a.face + attack_drm - greatest(d.face + defence_drm, terrain) AS difference,
        (pow(a.face, dice) - pow(a.face - 1, dice)) / pow(6, dice) / 6 AS chance
    FROM (SELECT unnest(range(1, 7)) AS face) a CROSS JOIN (SELECT unnest(range(1, 7)) AS face) d
)
SELECT r.difference, CASE WHEN r.difference > 0 THEN 'defender' WHEN r.difference < 0 THEN 'attacker' END AS loser,
    e.effect, sum(r.chance) AS chance
FROM rolled r LEFT JOIN helsinki_effects() e ON e.difference = abs(r.difference)
GROUP BY ALL
ORDER BY r.difference;
"""
