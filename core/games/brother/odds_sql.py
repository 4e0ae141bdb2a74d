"""The battle tables in use as SQL: a macro that gives the exact odds of a battle to any query of the archive."""

from collections.abc import Iterator

from wardiary.core.games.brother.battle_tables import Chart
from wardiary.core.games.brother.data import Data

__all__ = ["odds_sql"]


def odds_sql(d: Data) -> str:
    """Two macros over the tables of this component data, in DuckDB's SQL.

    `brother_cells()` lists the cells: table, place of the column, its label, its first value, die, hits, star.
    `brother_odds(attack, defence, attack_shift, defence_shift, attack_roll, defence_roll, needed)` has a row for each
    of the 36 pairs of dice (BAB-4.3-15, -30, -35, -57).
    """
    cells = ",\n    ".join((*_cells("attack", d.attack), *_cells("defence", d.defence)))
    return _MACROS.format(cells=cells)


def _cells(name: str, chart: Chart) -> Iterator[str]:
    for place, label in enumerate(chart.columns):
        start = int(label.rstrip("+").partition("-")[0])
        for die, row in enumerate(chart.cells, 1):
            cell = row[place]
            yield f"('{name}', {place}, '{label}', {start}, {die}, {cell.hits}, {str(cell.star).lower()})"


_MACROS = """\
-- The cells of both battle tables: chart, place and label of the column, its first value, die, hits, asterisk.
CREATE OR REPLACE MACRO brother_cells() AS TABLE SELECT * FROM (VALUES
    {cells}
) cells(chart, place, label, start, die, hits, star);

-- The 36 pairs of dice of a battle of these values, column shifts and changes of the dice, `needed` the margin that
-- forces a withdrawal: both columns, hits and asterisks, the margin, whether the defender withdraws.
CREATE OR REPLACE MACRO brother_odds(attack, defence, attack_shift := 0, defence_shift := 0, attack_roll := 0,
    defence_roll := 0, needed := 1) AS TABLE
WITH columns AS (
    SELECT chart,
        greatest(0, least(any_value(last), coalesce(max(place) FILTER (start <= CASE chart WHEN 'attack' THEN attack
            ELSE defence END), 0) + CASE chart WHEN 'attack' THEN attack_shift ELSE defence_shift END)) AS place
    FROM brother_cells() JOIN (SELECT chart, max(place) AS last FROM brother_cells() GROUP BY chart) USING (chart)
    GROUP BY chart
), rolled AS (
    SELECT chart, face, label, hits, star
    FROM columns CROSS JOIN (SELECT unnest(range(1, 7)) AS face) JOIN brother_cells() cells USING (chart, place)
    WHERE cells.die = greatest(1, least(6, face + CASE chart WHEN 'attack' THEN attack_roll ELSE defence_roll END))
)
SELECT a.face AS attack_die, d.face AS defence_die, a.label AS attack_column, a.hits AS attack_hits,
    a.star AS attack_star, d.label AS defence_column, d.hits AS defence_hits, d.star AS defence_star,
    a.hits - d.hits AS margin, a.hits - d.hits >= needed AS withdrawal
FROM rolled a JOIN rolled d ON a.chart = 'attack' AND d.chart = 'defence'
ORDER BY attack_die, defence_die;
"""
