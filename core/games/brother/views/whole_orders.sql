-- Row: one card played (`play`), one activation (`activate`), one unit's march (`march`) or one attack (`attack`)
WITH given AS (
    SELECT game_id, n AS step, seat FROM orders WHERE game = 'brother'
), whole AS (
    SELECT game_id, n, turn, step, tag, args FROM outcomes
    WHERE tag IN ('brother.unit_marched', 'brother.units_activated') AND NOT taken_back
)
SELECT game_id, n, turn, seat, 'play' AS deed, []::VARCHAR[] AS units, []::VARCHAR[] AS path,
    'card ' || (args ->> '$.card') || ' ' || (args ->> '$.mode') AS words
FROM orders WHERE tag = 'brother.play_card' AND NOT taken_back
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'activate' AS deed, (args -> '$.units')::VARCHAR[] AS units,
    (args -> '$.towns')::VARCHAR[] AS path, 'activate ' || array_to_string((args -> '$.towns')::VARCHAR[], ',') AS words
FROM whole JOIN given USING (game_id, step) WHERE tag = 'brother.units_activated'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'march' AS deed, [args ->> '$.unit'] AS units, (args -> '$.path')::VARCHAR[] AS path,
    'march ' || (args ->> '$.unit') || ' ' || array_to_string((args -> '$.path')::VARCHAR[], '-') AS words
FROM whole JOIN given USING (game_id, step) WHERE tag = 'brother.unit_marched'
UNION ALL BY NAME
SELECT game_id, n, turn, args ->> '$.side' AS seat, 'attack' AS deed, (args -> '$.units')::VARCHAR[] AS units,
    [args ->> '$.town'] AS path,
    'attack ' || (args ->> '$.town') || ' with ' || array_to_string((args -> '$.units')::VARCHAR[], ',') AS words
FROM outcomes WHERE tag = 'brother.battle_declared' AND NOT taken_back
