-- Question: What do battles come to in each column of the attack table?
-- Grain: one column of the attack table for one attacking side
-- Columns:
--   side         the attacker
--   attack_column  the column that was used, after shifts
--   battles      battles with dice
--   hits         mean damage points that the defender suffered
--   losses       mean damage points that the attacker suffered
--   margin       mean margin
--   withdrawals  battles in which the defender had to withdraw
--   rate         withdrawals / battles
--   low, high    95 % Wilson interval of the rate
--   taken        battles in which a unit advanced
--   note         'small sample' below 30 battles
-- Plot: bar x=attack_column y=rate low=low high=high colour=side
WITH resolved AS (
    SELECT game_id, n, step, args ->> '$.attack_column' AS attack_column,
        (args ->> '$.attack_hits')::INTEGER AS hits, (args ->> '$.defence_hits')::INTEGER AS losses,
        (args ->> '$.margin')::INTEGER AS margin, (args ->> '$.withdrawal')::BOOLEAN AS withdrawal
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'brother.battle_resolved' AND NOT taken_back
), declared AS (
    SELECT game_id, n, args ->> '$.side' AS side FROM outcomes
    WHERE tag = 'brother.battle_declared' AND NOT taken_back
), ended AS (
    SELECT game_id, n, coalesce(json_array_length(args, '$.units'), 0) AS advanced FROM outcomes
    WHERE tag = 'brother.battle_ended' AND NOT taken_back
), battles AS (
    SELECT r.*, d.side FROM resolved r ASOF JOIN declared d ON r.game_id = d.game_id AND r.n >= d.n
), whole AS (
    SELECT b.*, e.advanced FROM battles b ASOF LEFT JOIN ended e ON b.game_id = e.game_id AND b.n <= e.n
)
SELECT side, attack_column, count(*) AS battles, round(avg(hits), 2) AS hits, round(avg(losses), 2) AS losses,
    round(avg(margin), 2) AS margin, count(*) FILTER (withdrawal) AS withdrawals,
    round(count(*) FILTER (withdrawal) / count(*), 3) AS rate,
    round(wilson_low(count(*) FILTER (withdrawal), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (withdrawal), count(*)), 3) AS high,
    count(*) FILTER (advanced > 0) AS taken, small_sample(count(*)) AS note
FROM whole
GROUP BY side, attack_column
ORDER BY side, try_cast(regexp_extract(attack_column, '^[0-9]+') AS INTEGER);
