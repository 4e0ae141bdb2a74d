-- Row: one card played (`play`), one activation (`activate`), one unit's whole march (`march`) or one attack (`attack`)
WITH plays AS (
    SELECT game_id, n, turn, seat, args ->> '$.card' AS card, args ->> '$.mode' AS mode
    FROM orders WHERE tag = 'freezing.play_card' AND NOT taken_back
), spent AS (
    SELECT game_id, n, turn, (args -> '$.activated')::INTEGER[] AS activated,
        (args -> '$.strengthened')::INTEGER[] AS strengthened
    FROM outcomes WHERE tag = 'freezing.points_spent' AND NOT taken_back
), stood AS (
    SELECT game_id, n, turn, NULL AS seat, (args ->> '$.unit')::INTEGER AS unit, args ->> '$.box' AS box
    FROM outcomes WHERE tag = 'freezing.unit_placed' AND NOT taken_back
    UNION ALL BY NAME
    SELECT game_id, n, turn, seat, (args ->> '$.unit')::INTEGER AS unit, args ->> '$.box' AS box
    FROM orders WHERE tag IN ('freezing.move_unit', 'freezing.withdraw') AND NOT taken_back
), moved AS (
    SELECT *, lag(box) OVER (PARTITION BY game_id, unit ORDER BY n) AS origin FROM stood
), marched AS (
    SELECT m.game_id, m.n, m.turn, m.seat, m.unit, m.box, m.origin, p.n AS play
    FROM moved m ASOF JOIN plays p ON m.game_id = p.game_id AND m.n >= p.n
    WHERE m.seat IS NOT NULL
)
SELECT game_id, n, turn, seat, 'play' AS deed, []::VARCHAR[] AS units, []::VARCHAR[] AS path,
    'card ' || card || ' ' || mode AS words
FROM plays
UNION ALL BY NAME
SELECT s.game_id, s.n, s.turn, p.seat, 'activate' AS deed, coalesce(activated, [])::VARCHAR[] AS units,
    []::VARCHAR[] AS path,
    concat_ws(' ', 'activate', nullif(array_to_string(activated, ','), ''),
        'strengthen ' || nullif(array_to_string(list_sort(strengthened), ','), '')) AS words
FROM spent s ASOF JOIN plays p ON s.game_id = p.game_id AND s.n >= p.n
UNION ALL BY NAME
SELECT game_id, max(n) AS n, any_value(turn) AS turn, any_value(seat) AS seat, 'march' AS deed,
    [unit]::VARCHAR[] AS units, list_prepend(arg_min(origin, n), list(box ORDER BY n)) AS path,
    'march ' || unit || ' ' || arg_min(origin, n) || '-' || string_agg(box, '-' ORDER BY n) AS words
FROM marched GROUP BY game_id, unit, play
UNION ALL BY NAME
SELECT game_id, n, turn, args ->> '$.side' AS seat, 'attack' AS deed, (args -> '$.units')::VARCHAR[] AS units,
    [args ->> '$.box'] AS path,
    'attack ' || (args ->> '$.box') || ' with ' || array_to_string((args -> '$.units')::VARCHAR[], ',') AS words
FROM outcomes WHERE tag = 'freezing.battle_declared' AND NOT taken_back
