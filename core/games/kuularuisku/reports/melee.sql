-- Question: How do rounds of melee end, for whoever activates?
-- Grain: rounds with the same difference of dice
-- Columns:
--   more_dice    dice of the activating side less the other's: below -3, -3 to -1, 0, 1 to 3, above 3
--   rounds       rounds of melee
--   grenades     rounds in which hand grenades were used
--   hits, other_hits   mean hits of the activating side and of the other
--   lost         rounds that the activating side lost
--   won          rounds that the other side lost
--   equal        rounds with equal hits
--   lost_rate    lost / rounds
--   low, high    95 % Wilson interval of lost_rate
--   note         'small sample' below 30 rounds
-- Plot: bar x=more_dice y=lost_rate low=low high=high
WITH rounds AS (
    SELECT args ->> '$.side' AS side, args ->> '$.loser' AS loser,
        (args ->> '$.dice_own')::INTEGER - (args ->> '$.dice_other')::INTEGER AS more,
        (args ->> '$.hits_own')::INTEGER AS hits, (args ->> '$.hits_other')::INTEGER AS other_hits,
        coalesce(json_array_length(args -> '$.grenades'), 0) AS grenades
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.melee_fought' AND NOT taken_back
), banded AS (
    SELECT *, CASE WHEN more < -3 THEN 1 WHEN more < 0 THEN 2 WHEN more = 0 THEN 3 WHEN more <= 3 THEN 4 ELSE 5 END AS band
    FROM rounds
)
SELECT ['below -3', '-3 to -1', '0', '1 to 3', 'above 3'][band] AS more_dice, count(*) AS rounds,
    count(*) FILTER (grenades > 0) AS grenades, round(avg(hits), 2) AS hits, round(avg(other_hits), 2) AS other_hits,
    count(*) FILTER (loser = side) AS lost, count(*) FILTER (loser <> side) AS won,
    count(*) FILTER (loser IS NULL) AS equal, round(count(*) FILTER (loser = side) / count(*), 3) AS lost_rate,
    round(wilson_low(count(*) FILTER (loser = side), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (loser = side), count(*)), 3) AS high, small_sample(count(*)) AS note
FROM banded
GROUP BY band
ORDER BY band;
