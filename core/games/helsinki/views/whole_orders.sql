-- Row: one order as it was given (its kind), one march of a unit or headquarters (`march`), one card (`play`), or one battle (`attack`)
WITH given AS (
    SELECT game_id, n AS step, seat FROM orders WHERE game = 'helsinki'
), whole AS (
    SELECT game_id, n, turn, step, tag, args FROM outcomes
    WHERE tag IN ('helsinki.unit_marched', 'helsinki.hq_marched') AND NOT taken_back
)
SELECT game_id, n, turn, args ->> '$.side' AS seat, args ->> '$.kind' AS deed,
    coalesce((args -> '$.units')::VARCHAR[], []) AS units,
    list_filter([coalesce(args ->> '$.hex', args ->> '$.vertex')], lambda place: place IS NOT NULL) AS path,
    concat_ws(' ', args ->> '$.kind', coalesce(args ->> '$.hex', args ->> '$.vertex', args ->> '$.piece'),
        nullif(array_to_string((args -> '$.units')::VARCHAR[], ','), '')) AS words
FROM outcomes WHERE tag = 'helsinki.order_given' AND NOT taken_back
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'march' AS deed, [coalesce(args ->> '$.unit', 'hq ' || (args ->> '$.hq'))] AS units,
    (args -> '$.path')::VARCHAR[] AS path, concat('march ', coalesce(args ->> '$.unit', 'hq ' || (args ->> '$.hq')), ' ',
        array_to_string((args -> '$.path')::VARCHAR[], '-')) AS words
FROM whole JOIN given USING (game_id, step)
UNION ALL BY NAME
SELECT game_id, n, turn, args ->> '$.side' AS seat, 'play' AS deed, []::VARCHAR[] AS units, []::VARCHAR[] AS path,
    'card ' || (args ->> '$.card') AS words
FROM outcomes WHERE tag = 'helsinki.card_played' AND NOT taken_back
UNION ALL BY NAME
SELECT game_id, n, turn, args ->> '$.side' AS seat, 'attack' AS deed, (args -> '$.units')::VARCHAR[] AS units,
    [args ->> '$.hex'] AS path,
    'attack ' || (args ->> '$.hex') || ' with ' || array_to_string((args -> '$.units')::VARCHAR[], ',') AS words
FROM outcomes WHERE tag = 'helsinki.battle_declared' AND NOT taken_back
