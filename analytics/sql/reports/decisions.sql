-- Question: What is decided, how often, and how many ways are really taken?
-- Grain: one kind of order of one seat
-- Columns:
--   game         the game
--   seat         whose order; NULL where neither the order nor the frame says so
--   tag          the kind of order
--   orders       orders that were not taken back
--   a_game       the same, a game
--   different    different orders of this kind that were given
--   in_effect    how many equally likely ones would be as hard to foresee (2 to the entropy)
--   most_given   share of the one that was given most
--   note         'small sample' below 30 orders
WITH given AS (
    SELECT game, seat, tag, args, count(*) AS times
    FROM orders SEMI JOIN counted USING (game_id) WHERE NOT taken_back GROUP BY ALL
), played AS (
    SELECT game, count(*) AS games FROM counted GROUP BY game
), summed AS (
    SELECT game, seat, tag, sum(times)::BIGINT AS orders, count(*) AS different, sum(times * log2(times)) AS bits,
        max(times) AS most
    FROM given GROUP BY ALL
)
SELECT game, seat, tag, orders, round(orders / games, 2) AS a_game, different,
    round(pow(2, log2(orders) - bits / orders), 1) AS in_effect, round(most / orders, 3) AS most_given,
    small_sample(orders) AS note
FROM summed JOIN played USING (game)
ORDER BY game, seat, orders DESC, tag;
