-- Question: How often is something taken back or put right?
-- Grain: one source of dice in one game
-- Columns:
--   game              the game
--   dice_source       source of the dice: system, seed, typed, script
--   games             games, decided or not
--   with_take_backs   games in which something was taken back
--   rate              with_take_backs / games
--   low, high         95 % Wilson interval of the rate
--   take_backs        take-backs
--   forced            take-backs that passed information which had been seen
--   fixes             mistyped rolls, draws and orders that were put right
--   events_lost       events off the line of play
--   note              'small sample' below 30 games
WITH counts AS (
    SELECT game, dice_source, count(*) AS games, count(*) FILTER (take_backs > 0) AS with_take_backs,
        sum(take_backs)::BIGINT AS take_backs, sum(forced_take_backs)::BIGINT AS forced, sum(fixes)::BIGINT AS fixes,
        sum(taken_back_events)::BIGINT AS events_lost
    FROM counted GROUP BY ALL
)
SELECT game, dice_source, games, with_take_backs, round(with_take_backs / games, 3) AS rate,
    round(wilson_low(with_take_backs, games), 3) AS low, round(wilson_high(with_take_backs, games), 3) AS high,
    take_backs, forced, fixes, events_lost, small_sample(games) AS note
FROM counts
ORDER BY game, dice_source;
