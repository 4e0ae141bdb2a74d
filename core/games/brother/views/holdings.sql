-- Row: one stretch of a game in which one side controlled one town
-- Columns:
--   from_month    month in which the side got it, 1 is January; 0 if it held it at the start
--   until_month   month in which the side lost it; NULL if it held it to the end
WITH changes AS (
    SELECT game_id, n, turn, args ->> '$.town' AS place, args ->> '$.side' AS seat, false AS at_start
    FROM outcomes WHERE tag = 'brother.control_changed' AND NOT taken_back
    UNION ALL BY NAME
    SELECT game_id, n, turn, unnest((args -> '$.towns')::VARCHAR[]) AS place, args ->> '$.side' AS seat, true AS at_start
    FROM outcomes WHERE tag = 'brother.towns_assigned' AND NOT taken_back
), months AS (
    SELECT game_id, n, list_position(['jan', 'feb', 'mar', 'apr', 'may'], args ->> '$.month') AS month
    FROM outcomes WHERE tag = 'brother.month_began' AND NOT taken_back
), dated AS (
    SELECT c.*, m.month FROM changes c ASOF LEFT JOIN months m ON c.game_id = m.game_id AND c.n >= m.n
)
SELECT game_id, place, seat, n AS from_n, lead(n) OVER later - 1 AS until_n,
    CASE WHEN at_start THEN 0 ELSE turn END AS from_turn, lead(turn) OVER later AS until_turn,
    CASE WHEN at_start THEN 0 ELSE month END AS from_month, lead(month) OVER later AS until_month
FROM dated
WINDOW later AS (PARTITION BY game_id, place ORDER BY n)
