-- Question: How often do units fail their morale tests, and for what, against the exact expectation?
-- Grain: one context of tests
-- Columns:
--   context      why: fire (losses, machine guns), second (half strength), start (prone), assault, melee, surrender, rally
--   tests        dice rolled, those after executions included
--   failed       tests that were failed
--   needed       mean number that was needed
--   rate         failed / tests
--   expected     the exact mean of that rate for the numbers that were needed
--   low, high    95 % Wilson interval of rate
--   note         'small sample' below 30 tests
-- Plot: bar x=context y=rate low=low high=high
WITH tests AS (
    SELECT args ->> '$.context' AS context, (args ->> '$.needed')::INTEGER AS needed,
        (args ->> '$.passed')::BOOLEAN AS passed
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.morale_tested' AND NOT taken_back
)
SELECT context, count(*) AS tests, count(*) FILTER (NOT passed) AS failed, round(avg(needed), 2) AS needed,
    round(count(*) FILTER (NOT passed) / count(*), 3) AS rate, round(avg((needed - 1) / 6), 3) AS expected,
    round(wilson_low(count(*) FILTER (NOT passed), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (NOT passed), count(*)), 3) AS high, small_sample(count(*)) AS note
FROM tests
GROUP BY context
ORDER BY tests DESC, context;
