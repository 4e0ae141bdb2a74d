-- Question: When does each side win, and how?
-- Grain: one way to win in one month
-- Columns:
--   kind         vaasa, four_towns, all_towns or red_stands
--   month        the month in which it was won, 1 is January
--   winner       the side that won
--   games        all decided games
--   won          games won this way in this month
--   rate         won / games
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 games
-- Plot: bar x=month y=rate low=low high=high colour=kind row=winner
WITH decided AS (
    SELECT game_id, kind, winners[1] AS winner FROM counted WHERE game = 'brother' AND ended
), months AS (
    SELECT game_id, arg_max(args ->> '$.month', n) AS month FROM outcomes
    WHERE tag = 'brother.month_began' AND NOT taken_back GROUP BY game_id
), total AS (
    SELECT count(*) AS games FROM decided
)
SELECT kind, list_position(['jan', 'feb', 'mar', 'apr', 'may'], month) AS month, winner, any_value(games) AS games,
    count(*) AS won, round(count(*) / any_value(games), 3) AS rate,
    round(wilson_low(count(*), any_value(games)), 3) AS low, round(wilson_high(count(*), any_value(games)), 3) AS high,
    small_sample(any_value(games)) AS note
FROM decided JOIN months USING (game_id) CROSS JOIN total
GROUP BY kind, month, winner
ORDER BY kind, month, winner;
