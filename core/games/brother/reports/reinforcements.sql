-- Question: How many reinforcements are lost for want of room?
-- Grain: one side in one month
-- Columns:
--   side         the side
--   month        the month, 2 is February
--   games        games in which it placed reinforcements
--   due          units due
--   placed       units placed
--   no_room      units lost for want of room
--   declined     units that the side chose not to place
--   rate         no_room / due
--   note         'small sample' below 30 games
-- Plot: line x=month y=rate colour=side
WITH months AS (
    SELECT game_id, n, list_position(['jan', 'feb', 'mar', 'apr', 'may'], args ->> '$.month') AS month
    FROM outcomes WHERE tag = 'brother.month_began' AND NOT taken_back
), ended AS (
    SELECT game_id, n, args ->> '$.side' AS side, (args ->> '$.placed')::INTEGER AS placed,
        coalesce((args ->> '$.lost')::INTEGER, 0) AS lost, coalesce((args ->> '$.stopped')::BOOLEAN, false) AS stopped
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'brother.reinforcements_ended' AND NOT taken_back
), dated AS (
    SELECT e.*, m.month FROM ended e ASOF JOIN months m ON e.game_id = m.game_id AND e.n >= m.n
)
SELECT side, month, count(*) AS games, sum(placed + lost)::BIGINT AS due, sum(placed)::BIGINT AS placed,
    coalesce(sum(lost) FILTER (NOT stopped), 0)::BIGINT AS no_room,
    coalesce(sum(lost) FILTER (stopped), 0)::BIGINT AS declined,
    round(coalesce(sum(lost) FILTER (NOT stopped), 0) / sum(placed + lost), 3) AS rate, small_sample(count(*)) AS note
FROM dated
GROUP BY side, month
ORDER BY side, month;
