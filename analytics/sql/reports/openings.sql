-- Question: With which whole order does a seat begin, and how does it fare?
-- Grain: one first whole order of one seat, of those given in at least a hundredth of the games
-- Columns:
--   game         the game
--   seat         the seat
--   opening      its first whole order
--   games        games that it began so
--   decided      of these, those that are decided
--   won          of these won, alone or with allies
--   rate         won / decided
--   low, high    95 % Wilson interval of the rate
--   share        mean result share
--   note         'small sample' below 30 decided games
WITH first_orders AS (
    SELECT game, game_id, seat, arg_min(words, n) AS opening
    FROM whole_orders SEMI JOIN counted USING (game_id) WHERE seat IS NOT NULL GROUP BY ALL
), joined AS (
    SELECT f.game, f.seat, f.opening, count(*) AS games, count(r.seat) AS decided, count(*) FILTER (r.won) AS won,
        avg(r.result_share) AS share
    FROM first_orders f LEFT JOIN results r USING (game_id, seat) GROUP BY ALL
)
SELECT game, seat, opening, games, decided, won, round(won / nullif(decided, 0), 3) AS rate,
    round(wilson_low(won, decided), 3) AS low, round(wilson_high(won, decided), 3) AS high, round(share, 3) AS share,
    small_sample(decided) AS note
FROM joined
QUALIFY games * 100 >= sum(games) OVER (PARTITION BY game, seat)
ORDER BY game, seat, games DESC, opening;
