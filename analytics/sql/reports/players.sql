-- Question: How strong is each player, whatever seat he had?
-- Grain: one player of one game
-- Columns:
--   game         the game
--   player       who played: `random`, `human`, or a computer player's name
--   games        decided games, a game once for each seat he had in it
--   share        mean result share
--   low, high    95 % Wilson interval of the share
--   expected     mean share of everybody in the same seats
--   strength     share - expected: what is left when the seats are allowed for
--   decisions    mean decisions a game
--   note         'small sample' below 30 games
-- Plot: bar x=player y=strength row=game
WITH seats AS (
    SELECT game, seat, avg(result_share) AS expected FROM results GROUP BY ALL
)
SELECT r.game, r.player, count(*) AS games, round(avg(result_share), 3) AS share,
    round(wilson_low(sum(result_share), count(*)), 3) AS low, round(wilson_high(sum(result_share), count(*)), 3) AS high,
    round(avg(expected), 3) AS expected, round(avg(result_share - expected), 3) AS strength,
    round(avg(p.decisions), 1) AS decisions, small_sample(count(*)) AS note
FROM results r JOIN seats USING (game, seat) JOIN players p USING (game_id, seat)
GROUP BY r.game, r.player
ORDER BY r.game, strength DESC, r.player;
