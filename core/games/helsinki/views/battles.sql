-- Row: one battle roll
-- Columns:
--   kind     assault, continued, flank or card
--   attack   the attacker's modified die
--   defence  the defender's, raised to the terrain's value
--   effect   what the loser suffered; NULL where nobody lost
WITH declared AS (
    SELECT game_id, n, turn, args ->> '$.side' AS attacker, args ->> '$.hex' AS place, args ->> '$.kind' AS kind,
        (args -> '$.units')::INTEGER[] AS units, (args -> '$.enemies')::INTEGER[] AS enemies
    FROM outcomes WHERE tag = 'helsinki.battle_declared' AND NOT taken_back
), ended AS (
    SELECT game_id, n FROM outcomes WHERE tag = 'helsinki.battle_fought' AND NOT taken_back
), fought AS (
    SELECT d.*, e.n AS last_n FROM declared d ASOF JOIN ended e ON d.game_id = e.game_id AND d.n <= e.n
), happened AS (
    SELECT game_id, n, (args ->> '$.attack')::INTEGER AS attack, (args ->> '$.defence')::INTEGER AS defence,
        CASE WHEN tag = 'helsinki.battle_resolved' THEN args ->> '$.loser' END AS loser, args ->> '$.effect' AS effect,
        (args ->> '$.unit')::INTEGER AS unit
    FROM outcomes
    WHERE tag IN ('helsinki.battle_resolved', 'helsinki.effect_applied', 'helsinki.unit_destroyed') AND NOT taken_back
), tallied AS (
    SELECT f.game_id, f.n, any_value(h.attack) AS attack, any_value(h.defence) AS defence, any_value(h.loser) AS loser,
        any_value(h.effect) AS effect, count(h.unit) FILTER (list_contains(f.units, h.unit)) AS attack_losses,
        count(h.unit) FILTER (list_contains(f.enemies, h.unit)) AS defence_losses
    FROM happened h ASOF JOIN fought f ON h.game_id = f.game_id AND h.n >= f.n
    WHERE h.n <= f.last_n
    GROUP BY ALL
)
SELECT game_id, n, turn, place, attacker, len(units) AS attacking, len(enemies) AS defending,
    coalesce(attack_losses, 0) AS attack_losses, coalesce(defence_losses, 0) AS defence_losses,
    CASE loser WHEN 'defender' THEN 'attacker' WHEN 'attacker' THEN 'defender' END AS won, kind, attack, defence, effect
FROM fought LEFT JOIN tallied USING (game_id, n)
