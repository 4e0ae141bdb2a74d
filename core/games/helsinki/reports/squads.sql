-- Question: How often do squads gather, form units, and get arrested?
-- Grain: one kind of attempt
-- Columns:
--   attempt      organise, form or arrest
--   attempts     how often it was tried
--   successes    how often it came off
--   rate         successes / attempts
--   low, high    95 % Wilson interval of the rate
--   total        mean modified die (organise, arrest) or squads that counted (form)
--   a_game       successes for each game
--   note         'small sample' below 30 attempts
-- Plot: bar x=attempt y=rate low=low high=high
WITH tried AS (
    SELECT game_id, 'organise' AS attempt, (args ->> '$.squad') IS NOT NULL AS success,
        (args ->> '$.total')::INTEGER AS total
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'helsinki.squad_tried' AND NOT taken_back
    UNION ALL
    SELECT game_id, 'form', (args ->> '$.unit') IS NOT NULL, (args ->> '$.touching')::INTEGER
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'helsinki.unit_formed' AND NOT taken_back
    UNION ALL
    SELECT game_id, 'arrest', (args ->> '$.arrested')::BOOLEAN, (args ->> '$.total')::INTEGER
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'helsinki.arrest_tried' AND NOT taken_back
), games AS (
    SELECT count(*) AS games FROM counted WHERE game = 'helsinki'
)
SELECT attempt, count(*) AS attempts, count(*) FILTER (success) AS successes,
    round(count(*) FILTER (success) / count(*), 3) AS rate,
    round(wilson_low(count(*) FILTER (success), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (success), count(*)), 3) AS high, round(avg(total), 2) AS total,
    round(count(*) FILTER (success) / any_value(games), 2) AS a_game, small_sample(count(*)) AS note
FROM tried CROSS JOIN games
GROUP BY attempt
ORDER BY attempt;
