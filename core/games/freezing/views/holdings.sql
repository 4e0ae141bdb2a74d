-- Row: one stretch of a game in which one side controlled one box
WITH changes AS (
    SELECT game_id, n, turn, step, args ->> '$.box' AS place, args ->> '$.side' AS seat
    FROM outcomes WHERE tag = 'freezing.control_changed' AND NOT taken_back
)
SELECT game_id, place, seat, n AS from_n, lead(n) OVER later - 1 AS until_n,
    CASE WHEN step = min(step) OVER (PARTITION BY game_id) THEN 0 ELSE turn END AS from_turn,
    lead(turn) OVER later AS until_turn
FROM changes
WINDOW later AS (PARTITION BY game_id, place ORDER BY n)
