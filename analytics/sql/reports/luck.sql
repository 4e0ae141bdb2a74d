-- Question: How lucky are winners and losers with their dice?
-- Grain: one seat in the games that it won, lost or drew
-- Columns:
--   game         the game
--   seat         the seat
--   result       won, lost or drawn; 'any' for all
--   games        decided games in which it rolled
--   dice         dice a game
--   luck         mean pips a game above the expectation of fair dice
--   low, high    95 % interval of the mean (normal)
--   lucky        games in which it had more pips than expected
--   lucky_rate   lucky / games
--   lucky_low, lucky_high   95 % Wilson interval of it
--   note         'small sample' below 30 games
-- Plot: bar x=result y=luck low=low high=high colour=seat row=game
WITH rolled AS (
    SELECT game_id, seat, sum(len(dice)) AS dice, sum(pips - len(dice) * (sides + 1) / 2) AS luck
    FROM rolls WHERE NOT taken_back GROUP BY ALL
), lucks AS (
    SELECT r.game, r.seat, CASE WHEN won THEN 'won' WHEN len(winners) = 0 THEN 'drawn' ELSE 'lost' END AS result,
        dice, luck
    FROM results r JOIN rolled USING (game_id, seat)
), summed AS (
    SELECT game, seat, coalesce(result, 'any') AS result, count(*) AS games, avg(dice) AS dice, avg(luck) AS luck,
        stddev_samp(luck) AS spread, count(*) FILTER (luck > 0) AS lucky
    FROM lucks GROUP BY GROUPING SETS ((game, seat), (game, seat, result))
)
SELECT game, seat, result, games, round(dice, 1) AS dice, round(luck, 2) AS luck,
    round(luck - 1.96 * spread / sqrt(games), 2) AS low, round(luck + 1.96 * spread / sqrt(games), 2) AS high, lucky,
    round(lucky / games, 3) AS lucky_rate, round(wilson_low(lucky, games), 3) AS lucky_low,
    round(wilson_high(lucky, games), 3) AS lucky_high, small_sample(games) AS note
FROM summed
ORDER BY game, seat, result <> 'any', result;
