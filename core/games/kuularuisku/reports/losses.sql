-- Question: What do losses come from: which weapons, melee, or the own commissar?
-- Grain: one cause
-- Columns:
--   cause        the weapons of a shooting, each once; 'melee'; 'execution'
--   times        shootings, rounds of melee or executions
--   wounds       wounds that were tested, or men executed
--   dead, severe, light, scratch   what they turned out to be
--   each         dead and severe for each time
--   share        dead and severe / all dead and severe
--   low, high    95 % Wilson interval of share
--   note         'small sample' below 30 wounds
-- Plot: bar x=cause y=share low=low high=high
WITH causes AS (
    SELECT game_id, n, list_aggregate(list_sort(list_distinct((args -> '$.weapons')::VARCHAR[])), 'string_agg', ' + ') AS cause,
        (args -> '$.results')::VARCHAR[] AS results
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.shooting_resolved' AND NOT taken_back
    UNION ALL
    SELECT game_id, n, 'melee', (args -> '$.results')::VARCHAR[] FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.melee_fought' AND NOT taken_back
    UNION ALL
    SELECT game_id, n, 'execution', ['dead'] FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.executed' AND NOT taken_back
), counts AS (
    SELECT cause, count(*) AS times, sum(len(results))::BIGINT AS wounds,
        sum(len(list_filter(results, lambda r: r = 'dead')))::BIGINT AS dead,
        sum(len(list_filter(results, lambda r: r = 'severe')))::BIGINT AS severe,
        sum(len(list_filter(results, lambda r: r = 'light')))::BIGINT AS light,
        sum(len(list_filter(results, lambda r: r = 'scratch')))::BIGINT AS scratch
    FROM causes GROUP BY cause
), total AS (
    SELECT sum(dead + severe)::BIGINT AS of FROM counts
)
SELECT cause, times, wounds, dead, severe, light, scratch, round((dead + severe) / times, 3) AS "each",
    round((dead + severe) / nullif(of, 0), 3) AS share, round(wilson_low(dead + severe, of), 3) AS low,
    round(wilson_high(dead + severe, of), 3) AS high, small_sample(wounds) AS note
FROM counts CROSS JOIN total
ORDER BY dead + severe DESC, cause;
