-- Question: Who wins initiatives, and by how much?
-- Grain: one side that won initiatives
-- Columns:
--   side         the active side: german, red or white
--   initiatives  initiatives it won
--   of           all initiatives won by dice
--   rate         initiatives / of
--   low, high    95 % Wilson interval of the rate
--   margin       mean difference of the two modified dice
--   points       mean command points that it got
--   unspent      mean points that were left at the end
--   note         'small sample' below 30 initiatives
-- Plot: bar x=side y=rate low=low high=high
WITH won AS (
    SELECT game_id, turn, args ->> '$.side' AS side,
        abs((args ->> '$.red_score')::INTEGER - (args ->> '$.german_score')::INTEGER) AS margin
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'helsinki.initiative_won' AND turn > 1 AND NOT taken_back
), received AS (
    SELECT game_id, turn, (args ->> '$.points')::INTEGER AS points FROM outcomes
    WHERE tag = 'helsinki.points_received' AND NOT taken_back
), ended AS (
    SELECT game_id, turn, (args ->> '$.points')::INTEGER AS unspent FROM outcomes
    WHERE tag = 'helsinki.initiative_ended' AND NOT taken_back
), total AS (
    SELECT count(*) AS of FROM won
)
SELECT side, count(*) AS initiatives, any_value(of) AS of, round(count(*) / any_value(of), 3) AS rate,
    round(wilson_low(count(*), any_value(of)), 3) AS low, round(wilson_high(count(*), any_value(of)), 3) AS high,
    round(avg(margin), 2) AS margin, round(avg(points), 2) AS points, round(avg(unspent), 2) AS unspent,
    small_sample(any_value(of)) AS note
FROM won LEFT JOIN received USING (game_id, turn) LEFT JOIN ended USING (game_id, turn) CROSS JOIN total
GROUP BY side
ORDER BY side;
