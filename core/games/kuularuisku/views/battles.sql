-- Row: one shooting, or one round of a melee; `place` is a point in millimetres, `x,y`: where the first man stood who could be hit, or where a melee began; `attacking` and `defending` are men, in a melee their dice; losses are men dead or severely wounded; nobody wins a shooting
-- Columns:
--   kind            shooting, defensive (fire at an assault), or melee
--   element         the element that fires; NULL in a melee, where several may fight
--   target          the element that is fired at; NULL in a melee
--   weapons         what was fired, each once; hand grenades in a melee
--   range_mm        millimetres between the nearest of both sides; NULL in a melee
--   cover           the cover value: a cover die below it is a wound; NULL in a melee
--   dice            dice of the attacker, before any are rolled again
--   hits            hits of the attacker
--   expected_hits   the exact mean of them for a shooting, dice that were rolled again included; NULL in a melee
--   wounds          wounds that the attacker caused
--   defence_dice    dice of the other side in a melee
--   defence_hits    its hits
WITH told AS (
    SELECT game_id, n, turn, tag, args FROM outcomes WHERE game = 'kuularuisku' AND NOT taken_back
), sides AS (
    SELECT DISTINCT game_id, args ->> '$.owner' AS unit, args ->> '$.side' AS side
    FROM told WHERE tag = 'kuularuisku.element_formed'
), spots AS (
    SELECT game_id, n, unnest(args ->> '$.spots[*].figure') AS figure, unnest(args -> '$.spots[*]') AS spot
    FROM told WHERE tag IN ('kuularuisku.element_formed', 'kuularuisku.figures_placed')
), tracks AS (
    SELECT game_id, n, unnest(args ->> '$.tracks[*].figure') AS figure, unnest(args -> '$.tracks[*].points') AS way
    FROM told WHERE tag = 'kuularuisku.figures_moved'
), stood AS (
    SELECT game_id, n, figure, concat(spot ->> '$.x', ',', spot ->> '$.y') AS place FROM spots
    UNION ALL
    SELECT game_id, n, figure, concat(way ->> '$[#-1][0]', ',', way ->> '$[#-1][1]') FROM tracks
), fired AS (
    SELECT game_id, n, turn, args ->> '$.shots[0].figure' AS figure, args ->> '$.seen[0]' AS seen,
        json_array_length(args, '$.shots')::INTEGER AS attacking, json_array_length(args, '$.seen')::INTEGER AS defending
    FROM told WHERE tag = 'kuularuisku.shots_fired'
), placed AS (
    SELECT f.*, s.place FROM fired f
    ASOF LEFT JOIN stood s ON f.game_id = s.game_id AND f.seen = s.figure AND f.n >= s.n
), resolved AS (
    SELECT r.game_id, r.n, r.turn, r.args, p.place, p.attacking, p.defending, s.side AS attacker,
        (r.args -> '$.results')::VARCHAR[] AS results
    FROM told r
    ASOF JOIN placed p ON r.game_id = p.game_id AND r.n >= p.n
    LEFT JOIN sides s ON s.game_id = p.game_id AND s.unit = split_part(p.figure, '.', 1)
    WHERE r.tag = 'kuularuisku.shooting_resolved'
), contacts AS (
    SELECT game_id, n, concat(args ->> '$.tracks[0].points[#-1][0]', ',', args ->> '$.tracks[0].points[#-1][1]') AS place
    FROM told WHERE tag = 'kuularuisku.figures_moved' AND args ->> '$.reason' = 'assault'
), melees AS (
    SELECT game_id, args ->> '$.melee' AS melee, min(n) AS n FROM told WHERE tag = 'kuularuisku.elements_melee' GROUP BY ALL
), grounds AS (
    SELECT m.game_id, m.melee, c.place FROM melees m ASOF JOIN contacts c ON m.game_id = c.game_id AND m.n >= c.n
), hurt AS (
    SELECT game_id, n, split_part(unnest((args -> '$.wounded')::VARCHAR[]), '.', 1) AS unit,
        unnest((args -> '$.results')::VARCHAR[]) AS result
    FROM told WHERE tag = 'kuularuisku.melee_fought'
), fallen AS (
    SELECT h.game_id, h.n, s.side, count(*) AS wounds, count(*) FILTER (result IN ('dead', 'severe')) AS losses
    FROM hurt h JOIN sides s USING (game_id, unit) GROUP BY ALL
), rounds AS (
    SELECT t.game_id, t.n, t.turn, t.args, g.place, t.args ->> '$.side' AS attacker, own.losses AS attack_losses,
        other.losses AS defence_losses, other.wounds
    FROM told t LEFT JOIN grounds g ON g.game_id = t.game_id AND g.melee = t.args ->> '$.melee'
    LEFT JOIN fallen own ON own.game_id = t.game_id AND own.n = t.n AND own.side = t.args ->> '$.side'
    LEFT JOIN fallen other ON other.game_id = t.game_id AND other.n = t.n AND other.side <> t.args ->> '$.side'
    WHERE t.tag = 'kuularuisku.melee_fought'
)
SELECT game_id, n, turn, place, attacker, attacking, defending, 0 AS attack_losses,
    len(list_filter(results, lambda r: r IN ('dead', 'severe')))::INTEGER AS defence_losses, NULL::VARCHAR AS won,
    CASE WHEN (args ->> '$.defensive')::BOOLEAN THEN 'defensive' ELSE 'shooting' END AS kind,
    args ->> '$.element' AS element, args ->> '$.target' AS target,
    list_sort(list_distinct((args -> '$.weapons')::VARCHAR[])) AS weapons, (args ->> '$.range_mm')::INTEGER AS range_mm,
    (args ->> '$.cover')::INTEGER AS cover, (args ->> '$.fired')::INTEGER AS dice, (args ->> '$.hits')::INTEGER AS hits,
    (args ->> '$.expected_hits')::INTEGER / 10000 AS expected_hits, (args ->> '$.wounds')::INTEGER AS wounds,
    NULL::INTEGER AS defence_dice, NULL::INTEGER AS defence_hits
FROM resolved
UNION ALL BY NAME
SELECT game_id, n, turn, place, attacker, (args ->> '$.dice_own')::INTEGER AS attacking,
    (args ->> '$.dice_other')::INTEGER AS defending, coalesce(attack_losses, 0)::INTEGER AS attack_losses,
    coalesce(defence_losses, 0)::INTEGER AS defence_losses,
    CASE WHEN args ->> '$.loser' = attacker THEN 'defender' WHEN args ->> '$.loser' <> attacker THEN 'attacker' END AS won,
    'melee' AS kind, CASE WHEN list_contains((args -> '$.grenades')::VARCHAR[], attacker) THEN ['grenades'] ELSE [] END
        AS weapons,
    (args ->> '$.dice_own')::INTEGER AS dice, (args ->> '$.hits_own')::INTEGER AS hits,
    coalesce(wounds, 0)::INTEGER AS wounds, (args ->> '$.dice_other')::INTEGER AS defence_dice,
    (args ->> '$.hits_other')::INTEGER AS defence_hits
FROM rounds
