-- Question: What is rolled for, how often, and with what luck?
-- Grain: one purpose of one seat
-- Columns:
--   game         the game
--   purpose      what was rolled for
--   seat         who rolled
--   games        games with such a roll that was not taken back
--   rolls        rolls that were not taken back
--   dice         their dice
--   dice_a_roll  dice / rolls
--   mean         mean of the faces
--   low, high    95 % interval of the mean (normal)
--   taken_back   rolls that were taken back, not counted in the other columns
--   note         'small sample' below 30 dice
-- Plot: bar x=purpose y=mean low=low high=high colour=seat row=game
WITH faces AS (
    SELECT game, purpose, seat, count(face) AS dice, avg(face) AS mean, stddev_samp(face) AS spread
    FROM dice WHERE NOT taken_back GROUP BY ALL
), rolled AS (
    SELECT game, purpose, seat, count(DISTINCT game_id) FILTER (NOT taken_back) AS games,
        count(*) FILTER (NOT taken_back) AS rolls, count(*) FILTER (taken_back) AS taken_back
    FROM rolls SEMI JOIN counted USING (game_id) GROUP BY ALL
)
SELECT game, purpose, seat, games, rolls, coalesce(dice, 0) AS dice,
    CASE WHEN rolls > 0 THEN round(dice / rolls, 2) END AS dice_a_roll, round(mean, 3) AS mean,
    round(mean - 1.96 * spread / sqrt(dice), 3) AS low, round(mean + 1.96 * spread / sqrt(dice), 3) AS high,
    taken_back, small_sample(coalesce(dice, 0)) AS note
FROM rolled LEFT JOIN faces USING (game, purpose, seat)
ORDER BY game, purpose, seat;
