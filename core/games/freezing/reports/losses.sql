-- Question: Which units lose strength, to what, and how many are destroyed?
-- Grain: one type of unit of one side
-- Columns:
--   side         whose units
--   type         infantry, ski or armour
--   games        games counted, decided or not
--   placed       units that stood on the board
--   points       strength points they had when they came
--   hits         strength points lost to hits
--   weakened     strength points lost to events that weaken
--   strengthened  strength points gained
--   a_game       strength points lost a game
--   destroyed    units that lost their last point
--   rate         destroyed / placed
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 units
-- Plot: bar x=type y=rate low=low high=high colour=side
WITH units AS (
    SELECT game_id, (args ->> '$.unit')::INTEGER AS unit, args ->> '$.side' AS side, args ->> '$.type' AS type,
        (args ->> '$.strength')::INTEGER AS strength
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'freezing.unit_placed' AND NOT taken_back
), changes AS (
    SELECT game_id, (args ->> '$.unit')::INTEGER AS unit,
        CASE WHEN (args ->> '$.strength')::INTEGER > 0 THEN 'hit' ELSE 'last hit' END AS what FROM outcomes
    WHERE tag = 'freezing.unit_hit' AND NOT taken_back
    UNION ALL
    SELECT game_id, (args ->> '$.unit')::INTEGER AS unit, split_part(tag, '.', 2) AS what FROM orders
    WHERE tag IN ('freezing.weaken', 'freezing.strengthen') AND NOT taken_back
), by_unit AS (
    SELECT game_id, unit, count(*) FILTER (what IN ('hit', 'last hit')) AS hits,
        count(*) FILTER (what = 'weaken') AS weakened, count(*) FILTER (what = 'strengthen') AS strengthened,
        count(*) FILTER (what = 'last hit') AS destroyed
    FROM changes GROUP BY ALL
), by_type AS (
    SELECT side, type, count(*) AS placed, sum(strength)::BIGINT AS points, coalesce(sum(hits), 0)::BIGINT AS hits,
        coalesce(sum(weakened), 0)::BIGINT AS weakened, coalesce(sum(strengthened), 0)::BIGINT AS strengthened,
        coalesce(sum(destroyed), 0)::BIGINT AS destroyed
    FROM units LEFT JOIN by_unit USING (game_id, unit) GROUP BY ALL
), played AS (
    SELECT count(*) AS games FROM counted WHERE game = 'freezing'
)
SELECT side, type, games, placed, points, hits, weakened, strengthened, round((hits + weakened) / games, 2) AS a_game,
    destroyed, round(destroyed / placed, 3) AS rate, round(wilson_low(destroyed, placed), 3) AS low,
    round(wilson_high(destroyed, placed), 3) AS high, small_sample(placed) AS note
FROM by_type CROSS JOIN played
ORDER BY side, type;
