-- Question: Where does the intervention marker stand, turn by turn?
-- Grain: one turn
-- Columns:
--   turn         the turn
--   games        games that began it
--   marker       mean box of the marker at its beginning (1 is the first)
--   lowest, highest   least and greatest such box
--   rolls        intervention rolls in it
--   successes    rolls that moved the marker
--   rate         successes / rolls
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 rolls
-- Plot: line x=turn y=marker
WITH markers AS (
    SELECT turn, count(*) AS games, avg(value) AS marker, min(value) AS lowest, max(value) AS highest
    FROM positions SEMI JOIN counted USING (game_id)
    WHERE game = 'freezing' AND feature = 'marker' AND mark = 'turn' AND NOT taken_back GROUP BY ALL
), rolled AS (
    SELECT turn, count(*) AS rolls, count(*) FILTER ((args ->> '$.success')::BOOLEAN) AS successes
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'freezing.intervention_rolled' AND NOT taken_back GROUP BY ALL
)
SELECT turn, games, round(marker, 2) AS marker, lowest, highest, coalesce(rolls, 0) AS rolls,
    coalesce(successes, 0) AS successes, round(successes / rolls, 3) AS rate,
    round(wilson_low(successes, rolls), 3) AS low, round(wilson_high(successes, rolls), 3) AS high,
    small_sample(coalesce(rolls, 0)) AS note
FROM markers LEFT JOIN rolled USING (turn)
ORDER BY turn;
