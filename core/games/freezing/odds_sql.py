"""The dice of a battle as SQL: a macro that gives the exact odds of hits to any query of the archive."""

from wardiary.core.games.freezing.data import Data

__all__ = ["odds_sql"]

_FACES = 6


def odds_sql(d: Data) -> str:
    """Macros over the hit numbers of this component data, in DuckDB's SQL.

    `freezing_hits(dice, hits_on, drm)` is one pool, `freezing_odds(...)` a battle (FRD-4.3-16, -31). Dice are one a
    strength point; a side's ski or armour roll a pool of their own.
    """
    return _MACROS.format(top=_FACES, infantry=d.unit_types["infantry"].hits_on, special=d.unit_types["ski"].hits_on)


_MACROS = """\
-- How many dice of a pool hit, and how probable that is: `hits_on` is the least face that hits, `drm` is added to each.
CREATE OR REPLACE MACRO freezing_hits(dice, hits_on, drm) AS TABLE
SELECT hits, CASE WHEN p = 0 THEN (hits = 0)::INTEGER WHEN p = 1 THEN (hits = dice)::INTEGER
    ELSE exp(lgamma(dice + 1) - lgamma(hits + 1) - lgamma(dice - hits + 1)
        + hits * ln(p) + (dice - hits) * ln(1 - p)) END AS chance
FROM (SELECT unnest(range(0, dice + 1)) AS hits,
    greatest(0, least({top}, {top} + 1 - hits_on + drm)) / {top}.0 AS p);

-- The hits of both sides of a battle and how probable they are, for so many strength points of infantry and of ski or
-- armour (`special`) on each side, the faces they hit on, what is added to the dice, and hits that are ignored.
CREATE OR REPLACE MACRO freezing_odds(attack, defence, attack_special := 0, defence_special := 0, attack_drm := 0,
    defence_drm := 0, attack_special_hits_on := {special}, defence_special_hits_on := {special}, attack_ignores := 0,
    defence_ignores := 0) AS TABLE
WITH attacker AS (
    SELECT greatest(0, i.hits + s.hits - defence_ignores) AS hits, sum(i.chance * s.chance) AS chance
    FROM freezing_hits(attack, {infantry}, attack_drm) i
    CROSS JOIN freezing_hits(attack_special, attack_special_hits_on, attack_drm) s GROUP BY 1
), defender AS (
    SELECT greatest(0, i.hits + s.hits - attack_ignores) AS hits, sum(i.chance * s.chance) AS chance
    FROM freezing_hits(defence, {infantry}, defence_drm) i
    CROSS JOIN freezing_hits(defence_special, defence_special_hits_on, defence_drm) s GROUP BY 1
)
SELECT a.hits AS attack_hits, d.hits AS defence_hits, a.chance * d.chance AS chance
FROM attacker a CROSS JOIN defender d
ORDER BY attack_hits, defence_hits;
"""
