-- Question: When do games turn: how far does the lead move from turn to turn?
-- Grain: one turn
-- Columns:
--   game         the game
--   turn         the turn at whose end the lead is compared with that at its beginning
--   games        games that played it to its end
--   seat         the seat whose lead is meant
--   ahead        its mean lead when the turn begins
--   moved        mean distance that the lead moves in the turn, either way
--   greatest     greatest such distance
--   turned       games in which the lead changed hands in the turn
--   rate         turned / games
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 games
-- Plot: line x=turn y=moved row=game
WITH moves AS (
    SELECT game, game_id, turn, seat, ahead,
        lead(ahead) OVER (PARTITION BY game_id ORDER BY n) AS after
    FROM leads SEMI JOIN counted USING (game_id)
), turned AS (
    SELECT game, turn, seat, ahead, abs(after - ahead) AS distance, sign(after) * sign(ahead) < 0 AS has_turned
    FROM moves WHERE after IS NOT NULL
)
SELECT game, turn, count(*) AS games, any_value(seat) AS seat, round(avg(ahead), 2) AS ahead,
    round(avg(distance), 2) AS moved, max(distance) AS greatest, count(*) FILTER (has_turned) AS turned,
    round(count(*) FILTER (has_turned) / count(*), 3) AS rate,
    round(wilson_low(count(*) FILTER (has_turned), count(*)), 3) AS low,
    round(wilson_high(count(*) FILTER (has_turned), count(*)), 3) AS high, small_sample(count(*)) AS note
FROM turned
GROUP BY game, turn
ORDER BY game, turn;
