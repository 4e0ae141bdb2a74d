-- Question: How far do the fronts move, turn by turn?
-- Grain: one front at the beginning of one turn, or at the end of the game
-- Columns:
--   front        KI, LK or SU
--   mark         'turn': at the beginning of the turn; 'end': at the end of the game
--   turn         the turn that begins, or in which the game ended
--   games        games that got there
--   value        mean value of the front as the final scoring would count it; the Soviet side wants it low
--   lowest, highest   least and greatest such value
--   sov_points, fin_points   mean strength points of either side on the front
--   taken        games in which the Soviet side has taken the front for good by then
--   taken_rate   taken / games
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 games
-- Plot: line x=turn y=value colour=front row=mark
WITH fronts AS (
    SELECT unnest(['KI', 'LK', 'SU']) AS front
), positions_of_fronts AS (
    SELECT p.game_id, p.n, p.turn, p.mark, f.front,
        any_value(value) FILTER (feature = 'value_' || lower(front)) AS value,
        any_value(value) FILTER (feature = 'sov_points_' || lower(front)) AS sov_points,
        any_value(value) FILTER (feature = 'fin_points_' || lower(front)) AS fin_points
    FROM positions p CROSS JOIN fronts f SEMI JOIN counted USING (game_id)
    WHERE p.game = 'freezing' AND NOT p.taken_back
    GROUP BY ALL
), falls AS (
    SELECT game_id, args ->> '$.front' AS front, min(n) AS fallen_at
    FROM outcomes WHERE tag = 'freezing.front_taken' AND NOT taken_back GROUP BY ALL
)
SELECT front, mark, turn, count(*) AS games, round(avg(value), 2) AS value, min(value) AS lowest,
    max(value) AS highest, round(avg(sov_points), 2) AS sov_points, round(avg(fin_points), 2) AS fin_points,
    count(*) FILTER (fallen_at <= n) AS taken, round(count(*) FILTER (fallen_at <= n) / count(*), 3) AS taken_rate,
    round(wilson_low(count(*) FILTER (fallen_at <= n), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (fallen_at <= n), count(*)), 3) AS high, small_sample(count(*)) AS note
FROM positions_of_fronts LEFT JOIN falls USING (game_id, front)
GROUP BY front, mark, turn
ORDER BY front, mark DESC, turn;
