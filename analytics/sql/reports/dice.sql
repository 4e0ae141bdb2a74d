-- Question: Are the dice fair, whatever their source?
-- Grain: one source of dice of so many sides in one game
-- Columns:
--   game         the game
--   source       where the dice came from: system, seed, typed, script
--   sides        how many sides they have
--   dice         dice rolled, those that were taken back too
--   mean         mean of the faces
--   expected     mean of fair dice
--   faces        how often each face came, from 1 up
--   chi_square   Pearson's statistic against fair dice
--   p            probability that fair dice are at least as uneven as these; small is suspicious
--   note         'small sample' below 30 dice
WITH faces AS (
    SELECT game, source, sides, face, count(*) AS times FROM dice GROUP BY ALL
), every_face AS (
    SELECT game, source, sides, unnest(range(1, sides + 1)) AS face
    FROM (SELECT DISTINCT game, source, sides FROM faces)
), counts AS (
    SELECT game, source, sides, list(coalesce(times, 0) ORDER BY face) AS faces, sum(coalesce(times, 0)) AS dice,
        sum(face * coalesce(times, 0)) AS pips
    FROM every_face LEFT JOIN faces USING (game, source, sides, face) GROUP BY ALL
)
SELECT game, source, sides, dice::BIGINT AS dice, round(pips / dice, 3) AS mean, (len(faces) + 1) / 2 AS expected, faces,
    round(chi_square(faces), 2) AS chi_square, round(dice_p(faces), 4) AS p, small_sample(dice) AS note
FROM counts
ORDER BY game, source, sides;
