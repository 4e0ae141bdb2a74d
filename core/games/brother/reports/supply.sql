-- Question: What does the supply check cost each month?
-- Grain: one month
-- Columns:
--   month        the month, 1 is January
--   games        games that came to its end
--   units        units that turned partial for want of supply
--   a_game       the same, a game
--   towns        empty towns that changed hands at the check
--   towns_a_game  the same, a game
--   note         'small sample' below 30 games
-- Plot: line x=month y=a_game
WITH ends AS (
    SELECT game_id, step, list_position(['jan', 'feb', 'mar', 'apr', 'may'], args ->> '$.month') AS month, n
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'brother.month_ended' AND NOT taken_back
), checks AS (
    SELECT e.month, e.game_id,
        coalesce(sum(json_array_length(o.args, '$.units')) FILTER (o.tag = 'brother.units_weakened'), 0) AS units,
        count(*) FILTER (o.tag = 'brother.control_changed') AS towns
    FROM ends e LEFT JOIN outcomes o ON o.game_id = e.game_id AND o.step = e.step AND o.n < e.n AND NOT o.taken_back
    GROUP BY e.month, e.game_id
)
SELECT month, count(*) AS games, sum(units)::BIGINT AS units, round(avg(units), 2) AS a_game,
    sum(towns)::BIGINT AS towns, round(avg(towns), 2) AS towns_a_game, small_sample(count(*)) AS note
FROM checks
GROUP BY month
ORDER BY month;
