-- Question: When does Abteilung Meurer land?
-- Grain: one initiative in which it landed, or 'never'
-- Columns:
--   turn         the initiative of the landing; NULL where it never came
--   games        games in which it landed then
--   rolls        mean landing dice that were rolled in them
--   square       mean square of the arrival marker then
--   rate         games / all games
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 games
-- Plot: bar x=turn y=rate low=low high=high
WITH tried AS (
    SELECT game_id, turn, (args ->> '$.landed')::BOOLEAN AS landed FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'helsinki.landing_tried' AND NOT taken_back
), marks AS (
    SELECT game_id, n, turn, (args ->> '$.square')::INTEGER AS square FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'helsinki.marker_moved' AND args ->> '$.track' = 'meurer' AND NOT taken_back
), each AS (
    SELECT c.game_id, max(t.turn) FILTER (t.landed) AS turn, count(t.turn) AS rolls,
        (SELECT max(square) FROM marks m WHERE m.game_id = c.game_id) AS square
    FROM counted c LEFT JOIN tried t USING (game_id) WHERE c.game = 'helsinki' GROUP BY c.game_id
), total AS (
    SELECT count(*) AS of FROM each
)
SELECT turn, count(*) AS games, round(avg(rolls), 2) AS rolls, round(avg(square), 2) AS square,
    round(count(*) / any_value(of), 3) AS rate, round(wilson_low(count(*), any_value(of)), 3) AS low,
    round(wilson_high(count(*), any_value(of)), 3) AS high, small_sample(any_value(of)) AS note
FROM each CROSS JOIN total
GROUP BY turn
ORDER BY turn NULLS LAST;
