-- Row: one battle
-- Columns:
--   first_attack   whether it was a first attack, as the rules have it
--   attack_hits    hits of the attacker's dice
--   defence_hits   hits of the defender's dice
WITH declared AS (
    SELECT game_id, n, turn, args ->> '$.side' AS attacker, args ->> '$.box' AS place,
        (args -> '$.units')::INTEGER[] AS units, (args -> '$.against')::INTEGER[] AS against,
        coalesce((args ->> '$.first_attack')::BOOLEAN, false) AS first_attack
    FROM outcomes WHERE tag = 'freezing.battle_declared' AND NOT taken_back
), ended AS (
    SELECT game_id, n FROM outcomes WHERE tag = 'freezing.battle_ended' AND NOT taken_back
), fought AS (
    SELECT d.*, e.n AS last_n FROM declared d ASOF JOIN ended e ON d.game_id = e.game_id AND d.n <= e.n
), happened AS (
    SELECT game_id, n, tag, args ->> '$.side' AS side, (args ->> '$.hits')::INTEGER AS hits,
        (args ->> '$.unit')::INTEGER AS unit, (args ->> '$.strength')::INTEGER AS strength
    FROM outcomes WHERE tag IN ('freezing.hits_scored', 'freezing.unit_hit') AND NOT taken_back
), tallied AS (
    SELECT f.game_id, f.n, sum(h.hits) FILTER (h.side = f.attacker) AS attack_hits,
        sum(h.hits) FILTER (h.side <> f.attacker) AS defence_hits,
        count(h.unit) FILTER (list_contains(f.units, h.unit)) AS attack_losses,
        count(h.unit) FILTER (list_contains(f.against, h.unit)) AS defence_losses,
        count(h.unit) FILTER (list_contains(f.units, h.unit) AND h.strength = 0) AS attackers_gone,
        count(h.unit) FILTER (list_contains(f.against, h.unit) AND h.strength = 0) AS defenders_gone
    FROM happened h ASOF JOIN fought f ON h.game_id = f.game_id AND h.n >= f.n
    WHERE h.n <= f.last_n
    GROUP BY ALL
)
SELECT game_id, n, turn, place, attacker, len(units) AS attacking, len(against) AS defending,
    coalesce(attack_losses, 0) AS attack_losses, coalesce(defence_losses, 0) AS defence_losses,
    CASE WHEN defenders_gone = len(against) AND attackers_gone < len(units) THEN 'attacker'
        WHEN attackers_gone = len(units) AND defenders_gone < len(against) THEN 'defender' END AS won,
    first_attack, coalesce(attack_hits, 0)::INTEGER AS attack_hits, coalesce(defence_hits, 0)::INTEGER AS defence_hits
FROM fought LEFT JOIN tallied USING (game_id, n)
