-- Question: How many Strategic Towns does White hold at the end of each month?
-- Grain: one number of towns at the end of one month
-- Columns:
--   month        the month that ended, 1 is January
--   strategic    Strategic Towns that White held, 0 to 5
--   games        games that came to the end of the month
--   held         games with this number
--   rate         held / games
--   low, high    95 % Wilson interval of the rate
--   white_wins   of these games, those that White won in the end
--   note         'small sample' below 30 games
-- Plot: bar x=strategic y=rate low=low high=high row=month
WITH ends AS (
    SELECT game_id, list_position(['jan', 'feb', 'mar', 'apr', 'may'], args ->> '$.month') AS month,
        (args ->> '$.strategic')::INTEGER AS strategic
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'brother.month_ended' AND NOT taken_back
), games_of_month AS (
    SELECT month, count(*) AS games FROM ends GROUP BY month
)
SELECT month, strategic, any_value(games) AS games, count(*) AS held, round(count(*) / any_value(games), 3) AS rate,
    round(wilson_low(count(*), any_value(games)), 3) AS low, round(wilson_high(count(*), any_value(games)), 3) AS high,
    count(*) FILTER (list_contains(winners, 'white')) AS white_wins, small_sample(any_value(games)) AS note
FROM ends JOIN games_of_month USING (month) JOIN counted USING (game_id)
GROUP BY month, strategic
ORDER BY month, strategic;
