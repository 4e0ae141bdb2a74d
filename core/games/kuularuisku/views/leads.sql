-- Row: one position; Red is ahead by victory points, as they would be counted if the game ended there
SELECT game_id, n, any_value(turn) AS turn, any_value(mark) AS mark, 'red' AS seat,
    sum(CASE feature WHEN 'red_points' THEN value ELSE -value END) AS ahead
FROM positions WHERE game = 'kuularuisku' AND feature IN ('red_points', 'white_points') AND NOT taken_back
GROUP BY game_id, n
