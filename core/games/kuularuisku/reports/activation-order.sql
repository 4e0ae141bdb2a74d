-- Question: Does it matter whose cards come up early?
-- Grain: one third of a turn's cards, seen from one seat
-- Columns:
--   third        first, middle or last third of the cards that were drawn in a turn
--   seat         whose cards
--   cards        cards of the seat drawn then
--   share        mean result share of the seat in these games, a game counting once for each card
--   losses       mean enemies dead, severely wounded or captured in the turn of such a card
--   note         'small sample' below 30 cards
-- Plot: bar x=third y=share colour=seat
WITH sides AS (
    SELECT DISTINCT game_id, args ->> '$.owner' AS unit, args ->> '$.side' AS seat FROM outcomes
    WHERE tag = 'kuularuisku.element_formed' AND NOT taken_back
), drawn AS (
    SELECT game_id, turn, n, unnest(cards) AS card FROM draws SEMI JOIN counted USING (game_id)
    WHERE game = 'kuularuisku' AND NOT taken_back
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY game_id, turn ORDER BY n) AS place,
        count(*) OVER (PARTITION BY game_id, turn) AS of
    FROM drawn
), sided AS (
    SELECT r.game_id, r.turn, s.seat,
        CASE WHEN place * 3 <= of THEN 1 WHEN place * 3 <= 2 * of THEN 2 ELSE 3 END AS third
    FROM ranked r JOIN sides s ON s.game_id = r.game_id AND s.unit = r.card
), hurt AS (
    SELECT game_id, turn, unnest((args -> '$.wounded')::VARCHAR[]) AS figure,
        unnest((args -> '$.results')::VARCHAR[]) AS result
    FROM outcomes SEMI JOIN counted USING (game_id) WHERE tag = 'kuularuisku.wounds_tested' AND NOT taken_back
    UNION ALL
    SELECT game_id, turn, unnest((args -> '$.figures')::VARCHAR[]), 'captured'
    FROM outcomes SEMI JOIN counted USING (game_id)
    WHERE tag = 'kuularuisku.figures_out' AND args ->> '$.fate' = 'captured' AND NOT taken_back
), lost AS (
    SELECT h.game_id, h.turn, CASE s.seat WHEN 'red' THEN 'white' ELSE 'red' END AS seat,
        count(DISTINCT h.figure) AS losses
    FROM hurt h JOIN sides s ON s.game_id = h.game_id AND s.unit = split_part(h.figure, '.', 1)
    WHERE h.result IN ('dead', 'severe', 'captured') GROUP BY ALL
)
SELECT CASE third WHEN 1 THEN 'first' WHEN 2 THEN 'middle' ELSE 'last' END AS third, seat, count(*) AS cards,
    round(avg(r.result_share), 3) AS share, round(avg(coalesce(l.losses, 0)), 3) AS losses,
    small_sample(count(*)) AS note
FROM sided JOIN results r USING (game_id, seat) LEFT JOIN lost l USING (game_id, turn, seat)
GROUP BY sided.third, seat
ORDER BY sided.third, seat;
