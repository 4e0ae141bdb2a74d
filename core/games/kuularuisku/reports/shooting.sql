-- Question: How often do shots hit and wound, by range and cover, against the exact expectation?
-- Grain: one band of range and one cover value
-- Columns:
--   range_cm     least and greatest range of the band: '0-15' is close range, where dice may be rolled again
--   cover        the cover value: a cover die below it is a wound
--   shootings    shootings, those at charges included
--   dice         dice that were rolled first
--   hits, expected_hits   hits, and the exact mean of them with these skills and rerolls
--   wounds, expected_wounds   wounds, and the exact mean of them for the hits that were scored
--   hit_rate     hits / dice
--   wound_rate   wounds / hits
--   low, high    95 % Wilson interval of wound_rate
--   note         'small sample' below 30 hits
-- Plot: bar x=cover y=wound_rate low=low high=high row=range_cm
WITH shots AS (
    SELECT (args ->> '$.range_mm')::INTEGER AS range_mm, (args ->> '$.cover')::INTEGER AS cover,
        (args ->> '$.fired')::INTEGER AS fired, (args ->> '$.hits')::INTEGER AS hits,
        (args ->> '$.wounds')::INTEGER AS wounds, (args ->> '$.expected_hits')::INTEGER AS expected
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.shooting_resolved' AND NOT taken_back
), banded AS (
    SELECT *, CASE WHEN range_mm <= 150 THEN 0 WHEN range_mm <= 300 THEN 1 WHEN range_mm <= 600 THEN 2 ELSE 3 END AS band
    FROM shots
)
SELECT CASE band WHEN 0 THEN '0-15' WHEN 1 THEN '15-30' WHEN 2 THEN '30-60' ELSE '60-100' END AS range_cm, cover,
    count(*) AS shootings, sum(fired)::BIGINT AS dice, sum(hits)::BIGINT AS hits,
    round(sum(expected) / 10000, 2) AS expected_hits, sum(wounds)::BIGINT AS wounds,
    round(sum(hits) * (cover - 1) / 6, 2) AS expected_wounds, round(sum(hits) / nullif(sum(fired), 0), 3) AS hit_rate,
    round(sum(wounds) / nullif(sum(hits), 0), 3) AS wound_rate,
    round(wilson_low(sum(wounds)::BIGINT, sum(hits)::BIGINT), 3) AS low,
    round(wilson_high(sum(wounds)::BIGINT, sum(hits)::BIGINT), 3) AS high, small_sample(sum(hits)::BIGINT) AS note
FROM banded
GROUP BY band, cover
ORDER BY band, cover;
