-- Question: In which turn are games decided, and for whom?
-- Grain: one turn, one set of winners, one way to win
-- Columns:
--   game        the game
--   turn        turn in which the game was decided
--   winners     the seats that won; 'nobody' for a draw
--   kind        how it was decided
--   decided     games decided so
--   games       all decided games
--   rate        decided / games
--   low, high   95 % Wilson interval of the rate
--   note        'small sample' below 30 games
-- Plot: line x=turn y=rate colour=kind row=game
WITH decided AS (
    SELECT game, turns AS turn, CASE WHEN len(winners) = 0 THEN 'nobody' ELSE array_to_string(winners, ' ') END
        AS winners, kind, count(*) AS decided
    FROM counted WHERE ended GROUP BY ALL
), played AS (
    SELECT game, count(*) AS games FROM counted WHERE ended GROUP BY ALL
)
SELECT game, turn, winners, kind, decided, games, round(decided / games, 3) AS rate,
    round(wilson_low(decided, games), 3) AS low, round(wilson_high(decided, games), 3) AS high,
    small_sample(games) AS note
FROM decided JOIN played USING (game)
ORDER BY game, turn, decided DESC, winners, kind;
