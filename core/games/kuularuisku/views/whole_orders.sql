-- Row: one card's use (`activate`, `wait`, `command`, `leave`), one element's whole move (`move`, `assault`, `evacuate`, `return`), one volley (`shoot`, `fire back`), or another deed: `deploy`, `attach`, `split`, `join`, `call up`, `special`, `detach`, `execute`, `grenades`, `pick up`; places are points in millimetres, `x,y`, of an element's first man who moves
WITH given AS (
    SELECT game_id, n, turn, seat, split_part(tag, '.', 2) AS deed, args
    FROM orders WHERE game = 'kuularuisku' AND NOT taken_back
), asked AS (
    SELECT game_id, n, tag, args FROM outcomes WHERE game = 'kuularuisku' AND frame AND NOT taken_back
), answers AS (
    SELECT g.*, a.tag AS asked, a.args AS frame FROM given g ASOF JOIN asked a ON g.game_id = a.game_id AND g.n > a.n
    WHERE g.deed IN ('activate', 'wait', 'command', 'leave', 'attach', 'alone', 'part', 'call_up', 'throw', 'detach_light',
        'detach_pair', 'pick_up')
), done AS (
    SELECT o.game_id, o.n, o.turn, g.seat, o.tag, o.args, g.deed AS given, g.args AS ordered FROM outcomes o
    JOIN given g ON g.game_id = o.game_id AND g.n = o.step
    WHERE o.tag IN ('kuularuisku.figures_moved', 'kuularuisku.shots_fired', 'kuularuisku.unit_split',
        'kuularuisku.joined', 'kuularuisku.halves_merged', 'kuularuisku.action_taken', 'kuularuisku.executed')
        AND NOT o.taken_back
), ways AS (
    SELECT *, args ->> '$.element' AS element, CASE args ->> '$.reason' WHEN 'evacuation' THEN 'evacuate'
            ELSE args ->> '$.reason' END AS deed,
        list_transform((args -> '$.tracks[0].points')::INTEGER[][], lambda point: point[1] || ',' || point[2]) AS path
    FROM done WHERE tag = 'kuularuisku.figures_moved'
        AND (args ->> '$.reason' = given OR (args ->> '$.reason' = 'evacuation' AND given = 'proceed'))
), volleys AS (
    SELECT *, args ->> '$.element' AS element, CASE WHEN (args ->> '$.defensive')::BOOLEAN THEN 'fire back'
            ELSE 'shoot' END AS deed, args ->> '$.shots[*].figure' AS units
    FROM done WHERE tag = 'kuularuisku.shots_fired'
)
SELECT game_id, n, turn, seat, 'deploy' AS deed, [args ->> '$.element'] AS units,
    [concat(args ->> '$.spot[0]', ',', args ->> '$.spot[1]')] AS path,
    concat_ws(' ', 'deploy', args ->> '$.element', args ->> '$.shape', concat(args ->> '$.spot[0]', ',', args ->> '$.spot[1]'))
        AS words
FROM given WHERE deed = 'deploy'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, deed, [frame ->> '$.owner'] AS units, []::VARCHAR[] AS path,
    deed || ' ' || (frame ->> '$.owner') AS words
FROM answers WHERE deed IN ('activate', 'wait', 'leave')
UNION ALL BY NAME
SELECT game_id, n, turn, seat, deed, [coalesce(frame ->> '$.card', frame ->> '$.element'), args ->> '$.host'] AS units,
    []::VARCHAR[] AS path,
    concat_ws(' ', 'command', coalesce(frame ->> '$.card', frame ->> '$.element'), args ->> '$.host') AS words
FROM answers WHERE deed = 'command'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'attach' AS deed, list_filter([frame ->> '$.figure', args ->> '$.host'], lambda u: u IS NOT NULL)
        AS units, []::VARCHAR[] AS path,
    concat_ws(' ', CASE deed WHEN 'attach' THEN 'attach' ELSE 'alone' END, frame ->> '$.figure', args ->> '$.host') AS words
FROM answers WHERE deed IN ('attach', 'alone', 'part')
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'call up' AS deed, [args ->> '$.host'] AS units, []::VARCHAR[] AS path,
    'call up ' || (args ->> '$.host') AS words
FROM answers WHERE deed = 'call_up'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'grenades' AS deed, []::VARCHAR[] AS units, []::VARCHAR[] AS path, 'grenades' AS words
FROM answers WHERE deed = 'throw'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'detach' AS deed, list_filter([args ->> '$.figure', args ->> '$.patient'], lambda u: u IS NOT NULL)
        AS units, []::VARCHAR[] AS path,
    concat_ws(' ', 'detach', args ->> '$.figure', args ->> '$.patient', 'to', args ->> '$.goal') AS words
FROM answers WHERE deed IN ('detach_light', 'detach_pair')
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'pick up' AS deed, [args ->> '$.figure'] AS units, []::VARCHAR[] AS path,
    concat_ws(' ', 'pick up', args ->> '$.gun', 'by', args ->> '$.figure') AS words
FROM answers WHERE deed = 'pick_up'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, deed, [element] AS units, path,
    concat_ws(' ', deed, element, CASE deed WHEN 'assault' THEN 'on ' || (ordered ->> '$.target') END,
        array_to_string(path, '-')) AS words
FROM ways
UNION ALL BY NAME
SELECT game_id, n, turn, seat, deed, units, []::VARCHAR[] AS path,
    concat_ws(' ', deed, element, 'at', args ->> '$.target', 'with', array_to_string(units, ',')) AS words
FROM volleys
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'split' AS deed, (args -> '$.figures')::VARCHAR[] AS units, []::VARCHAR[] AS path,
    concat_ws(' ', 'split', args ->> '$.element', array_to_string((args -> '$.figures')::VARCHAR[], ',')) AS words
FROM done WHERE tag = 'kuularuisku.unit_split'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'join' AS deed,
    [coalesce(args ->> '$.other', args ->> '$.element'), coalesce(args ->> '$.host', args ->> '$.element')] AS units,
    []::VARCHAR[] AS path, concat_ws(' ', 'join', coalesce(args ->> '$.other', args ->> '$.element'), 'to',
        coalesce(args ->> '$.host', args ->> '$.element')) AS words
FROM done WHERE tag IN ('kuularuisku.joined', 'kuularuisku.halves_merged') AND given <> 'attach'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'special' AS deed, [args ->> '$.element'] AS units, []::VARCHAR[] AS path,
    concat_ws(' ', args ->> '$.name', args ->> '$.element') AS words
FROM done WHERE tag = 'kuularuisku.action_taken'
UNION ALL BY NAME
SELECT game_id, n, turn, seat, 'execute' AS deed, [args ->> '$.figure'] AS units, []::VARCHAR[] AS path,
    concat_ws(' ', 'execute', args ->> '$.figure', 'by', args ->> '$.hero') AS words
FROM done WHERE tag = 'kuularuisku.executed'
