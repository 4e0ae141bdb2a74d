-- Row: one position; Red is ahead by units on the map, German and White ones together against it
SELECT game_id, n, any_value(turn) AS turn, any_value(mark) AS mark, 'red' AS seat,
    sum(CASE feature WHEN 'red_units' THEN value ELSE -value END) AS ahead
FROM positions WHERE game = 'helsinki' AND feature IN ('red_units', 'german_units', 'white_units') AND NOT taken_back
GROUP BY game_id, n
