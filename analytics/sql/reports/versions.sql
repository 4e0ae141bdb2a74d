-- Question: Does it matter with which scenario, rules and component data a game is played?
-- Grain: one seat in games of one scenario, rules version and data digest
-- Columns:
--   game         the game
--   scenario     its scenario
--   rules        rules version with which the game was begun
--   data         digest of the component data
--   seat         the seat
--   games        decided games
--   won          of these won, alone or with allies
--   rate         won / games
--   low, high    95 % Wilson interval of the rate
--   share        mean result share, a draw being shared by all
--   decisions    mean decisions of a game
--   note         'small sample' below 30 games
-- Plot: bar x=seat y=rate low=low high=high colour=scenario row=game
SELECT r.game, r.scenario, r.rules, r.data, r.seat, count(*) AS games, count(*) FILTER (won) AS won,
    round(count(*) FILTER (won) / count(*), 3) AS rate, round(wilson_low(count(*) FILTER (won), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (won), count(*)), 3) AS high, round(avg(result_share), 3) AS share,
    round(avg(decisions), 1) AS decisions, small_sample(count(*)) AS note
FROM results r JOIN counted USING (game_id)
GROUP BY ALL
ORDER BY r.game, r.scenario, r.rules, r.data, r.seat;
