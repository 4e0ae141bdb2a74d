-- Question: How often does a seat win that was behind?
-- Grain: the beginning of one turn
-- Columns:
--   game         the game
--   turn         the turn
--   games        decided, not drawn games in which somebody was ahead when it began
--   seat         the seat whose lead is meant
--   comebacks    of these, games that the other one won
--   rate         comebacks / games
--   low, high    95 % Wilson interval of the rate
--   behind       how far the winner was behind at most, in the game's measure
--   note         'small sample' below 30 games
-- Plot: line x=turn y=rate low=low high=high row=game
WITH compared AS (
    SELECT l.game, l.turn, l.seat, l.ahead, r.won
    FROM leads l JOIN results r USING (game_id, seat) WHERE l.mark = 'turn' AND l.ahead <> 0 AND len(r.winners) > 0
)
SELECT game, turn, count(*) AS games, any_value(seat) AS seat, count(*) FILTER (won <> (ahead > 0)) AS comebacks,
    round(count(*) FILTER (won <> (ahead > 0)) / count(*), 3) AS rate,
    round(wilson_low(count(*) FILTER (won <> (ahead > 0)), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (won <> (ahead > 0)), count(*)), 3) AS high,
    max(abs(ahead)) FILTER (won <> (ahead > 0)) AS behind, small_sample(count(*)) AS note
FROM compared
GROUP BY game, turn
ORDER BY game, turn;
