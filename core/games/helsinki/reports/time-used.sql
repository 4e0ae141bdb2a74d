-- Question: What is command spent on, and how much of the clock does it take?
-- Grain: one kind of order of one side
-- Columns:
--   side         the side that gave the orders
--   kind         the kind of order
--   orders       orders paid for
--   points       points of the pool that they cost; a German one is a square of the clock
--   spare        points that came from a track
--   by_night     orders done by night
--   share        points / all points of the side
--   a_game       points for each game
--   note         'small sample' below 30 orders
-- Plot: bar x=kind y=share row=side
WITH given AS (
    SELECT game_id, n, args ->> '$.side' AS side, args ->> '$.kind' AS kind
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'helsinki.order_given' AND NOT taken_back
), paid AS (
    SELECT game_id, n, (args ->> '$.points')::INTEGER AS points, (args ->> '$.spare')::INTEGER AS spare,
        (args ->> '$.night')::BOOLEAN AS night
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'helsinki.order_paid' AND NOT taken_back
), whole AS (
    SELECT p.*, g.side, g.kind FROM paid p ASOF JOIN given g ON p.game_id = g.game_id AND p.n >= g.n
), games AS (
    SELECT count(*) AS games FROM counted WHERE game = 'helsinki'
)
SELECT side, kind, count(*) AS orders, sum(points)::BIGINT AS points, sum(spare)::BIGINT AS spare,
    count(*) FILTER (night) AS by_night,
    round(sum(points) / greatest(1, sum(sum(points)) OVER (PARTITION BY side)), 3) AS share,
    round(sum(points) / any_value(games), 2) AS a_game, small_sample(count(*)) AS note
FROM whole CROSS JOIN games
GROUP BY side, kind
ORDER BY side, points DESC, kind;
