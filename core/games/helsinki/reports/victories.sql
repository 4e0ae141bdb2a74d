-- Question: Which victory is won, and why?
-- Grain: one way in which games end
-- Columns:
--   kind         red_major, red_minor, german_major, white_major, shared, allied_major or allied_minor
--   games        all decided games
--   won          games that ended so
--   rate         won / games
--   low, high    95 % Wilson interval of the rate
--   initiatives  mean initiatives that they took
--   time_left    mean squares of the clock left
--   flags        mean flags that Reds held at the end
--   hqs_by_german, hqs_by_white   mean Red headquarters that each destroyed
--   reds_lost, germans_lost   mean units lost
--   note         'small sample' below 30 games
-- Plot: bar x=kind y=rate low=low high=high
WITH decided AS (
    SELECT game_id, kind, turns FROM counted WHERE game = 'helsinki' AND ended
), wide AS (
    SELECT game_id, max(value) FILTER (feature = 'squares_left') AS time_left,
        max(value) FILTER (feature = 'red_flags') AS flags,
        max(value) FILTER (feature = 'red_hqs_by_german') AS hqs_by_german,
        max(value) FILTER (feature = 'red_hqs_by_white') AS hqs_by_white,
        max(value) FILTER (feature = 'red_lost') AS reds_lost, max(value) FILTER (feature = 'german_lost') AS germans_lost
    FROM positions WHERE game = 'helsinki' AND mark = 'end' AND NOT taken_back GROUP BY game_id
), total AS (
    SELECT count(*) AS games FROM decided
)
SELECT kind, any_value(games) AS games, count(*) AS won, round(count(*) / any_value(games), 3) AS rate,
    round(wilson_low(count(*), any_value(games)), 3) AS low, round(wilson_high(count(*), any_value(games)), 3) AS high,
    round(avg(turns), 1) AS initiatives, round(avg(time_left), 1) AS time_left, round(avg(flags), 2) AS flags,
    round(avg(hqs_by_german), 2) AS hqs_by_german, round(avg(hqs_by_white), 2) AS hqs_by_white,
    round(avg(reds_lost), 2) AS reds_lost, round(avg(germans_lost), 2) AS germans_lost,
    small_sample(any_value(games)) AS note
FROM decided LEFT JOIN wide USING (game_id) CROSS JOIN total
GROUP BY kind
ORDER BY kind;
