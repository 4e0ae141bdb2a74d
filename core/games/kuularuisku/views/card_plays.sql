-- Row: one activation card that let somebody act; `mode` is what was done with it: activate, wait, command (a leader has a unit act), leave (he leaves his unit and acts alone), pass, or `fight` where melee or flight goes on without a question; cards whose owner is gone or has acted are none
-- Columns:
--   owner   the unit or lone leader that acts: the host of a leader who is with a unit
--   drawn   how many cards had been drawn in the turn, with this one
WITH deals AS (
    SELECT game_id, n, turn, cards[1] AS card, row_number() OVER (PARTITION BY game_id, turn ORDER BY n) AS drawn
    FROM draws WHERE game = 'kuularuisku' AND NOT taken_back
), told AS (
    SELECT game_id, n, step, tag, frame, args FROM outcomes WHERE game = 'kuularuisku' AND NOT taken_back
), skipped AS (
    SELECT game_id, step AS n FROM told WHERE tag = 'kuularuisku.card_skipped'
), sides AS (
    SELECT DISTINCT game_id, args ->> '$.owner' AS card, args ->> '$.side' AS side
    FROM told WHERE tag = 'kuularuisku.element_formed'
), decisions AS (
    SELECT game_id, n, seat, split_part(tag, '.', 2) AS mode FROM orders
    WHERE tag IN ('kuularuisku.activate', 'kuularuisku.wait', 'kuularuisku.command', 'kuularuisku.leave',
        'kuularuisku.pass') AND NOT taken_back
), asked AS (
    SELECT game_id, n, step, tag, args FROM told WHERE frame
), answered AS (
    SELECT d.game_id, d.n, d.seat, d.mode, a.step, a.args ->> '$.owner' AS owner
    FROM decisions d ASOF JOIN asked a ON d.game_id = a.game_id AND d.n > a.n
    WHERE a.tag = 'kuularuisku.ask_ready' AND a.args ->> '$.commander' IS NULL
)
SELECT d.game_id, coalesce(a.n, d.n) AS n, d.turn, coalesce(a.seat, s.side) AS seat, d.card,
    coalesce(a.mode, 'fight') AS mode, coalesce(a.owner, d.card) AS owner, d.drawn
FROM deals d ANTI JOIN skipped USING (game_id, n)
LEFT JOIN answered a ON a.game_id = d.game_id AND a.step = d.n
LEFT JOIN sides s ON s.game_id = d.game_id AND s.card = d.card
