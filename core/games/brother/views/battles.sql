-- Row: one battle, those that were called off too
-- Columns:
--   month          the month, 1 is January
--   attack_column  the column of the attack table, after shifts; NULL where no dice were rolled
--   margin         hits of the attacker less those of the defender
--   advanced       units that went into the town
WITH declared AS (
    SELECT game_id, n, turn, args ->> '$.side' AS attacker, args ->> '$.town' AS place,
        json_array_length(args, '$.units') AS attacking, json_array_length(args, '$.against') AS defending
    FROM outcomes WHERE tag = 'brother.battle_declared' AND NOT taken_back
), months AS (
    SELECT game_id, n, list_position(['jan', 'feb', 'mar', 'apr', 'may'], args ->> '$.month') AS month
    FROM outcomes WHERE tag = 'brother.month_began' AND NOT taken_back
), resolved AS (
    SELECT game_id, n, args ->> '$.attack_column' AS attack_column, (args ->> '$.attack_hits')::INTEGER AS attack_hits,
        (args ->> '$.defence_hits')::INTEGER AS defence_hits, (args ->> '$.margin')::INTEGER AS margin,
        (args ->> '$.withdrawal')::BOOLEAN AS withdrawal
    FROM outcomes WHERE tag = 'brother.battle_resolved' AND NOT taken_back
), ended AS (
    SELECT game_id, n, coalesce(json_array_length(args, '$.units'), 0) AS advanced
    FROM outcomes WHERE tag IN ('brother.battle_ended', 'brother.battle_called_off') AND NOT taken_back
), fought AS (
    SELECT d.*, e.n AS last_n, e.advanced FROM declared d ASOF JOIN ended e ON d.game_id = e.game_id AND d.n <= e.n
), diced AS (
    SELECT f.*, r.n AS resolved_n, r.attack_column, r.attack_hits, r.defence_hits, r.margin, r.withdrawal
    FROM fought f ASOF LEFT JOIN resolved r ON f.game_id = r.game_id AND f.n <= r.n
), dated AS (
    SELECT b.* REPLACE (
            CASE WHEN resolved_n <= last_n THEN attack_column END AS attack_column,
            CASE WHEN resolved_n <= last_n THEN attack_hits ELSE 0 END AS attack_hits,
            CASE WHEN resolved_n <= last_n THEN defence_hits ELSE 0 END AS defence_hits,
            CASE WHEN resolved_n <= last_n THEN margin END AS margin,
            CASE WHEN resolved_n <= last_n THEN withdrawal END AS withdrawal), m.month
    FROM diced b ASOF JOIN months m ON b.game_id = m.game_id AND b.n >= m.n
)
SELECT game_id, n, turn, place, attacker, attacking, defending, defence_hits AS attack_losses,
    attack_hits AS defence_losses,
    CASE WHEN withdrawal OR advanced > 0 THEN 'attacker' WHEN attack_column IS NOT NULL THEN 'defender' END AS won,
    month, attack_column, margin, advanced
FROM dated
