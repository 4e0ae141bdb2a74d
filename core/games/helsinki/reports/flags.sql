-- Question: How many flags do the Reds hold as time goes by?
-- Grain: ten squares of the clock
-- Columns:
--   clock        the first of the ten squares, counted from 0
--   initiatives  initiatives that began in them
--   flags        mean flag hexes with a Red unit
--   lowest, highest   least and most such hexes
--   germans, whites, reds   mean units on the map
--   note         'small sample' below 30 initiatives
-- Plot: line x=clock y=flags
WITH wide AS (
    SELECT game_id, n, max(value) FILTER (feature = 'clock') AS clock,
        max(value) FILTER (feature = 'red_flags') AS flags, max(value) FILTER (feature = 'german_units') AS germans,
        max(value) FILTER (feature = 'white_units') AS whites, max(value) FILTER (feature = 'red_units') AS reds
    FROM positions SEMI JOIN counted USING (game_id)
    WHERE game = 'helsinki' AND mark = 'turn' AND NOT taken_back GROUP BY ALL
)
SELECT clock // 10 * 10 AS clock, count(*) AS initiatives, round(avg(flags), 2) AS flags, min(flags) AS lowest,
    max(flags) AS highest, round(avg(germans), 2) AS germans, round(avg(whites), 2) AS whites,
    round(avg(reds), 2) AS reds, small_sample(count(*)) AS note
FROM wide
GROUP BY clock // 10
ORDER BY clock;
