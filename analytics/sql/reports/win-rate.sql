-- Question: How often does each seat win, against whom, and how?
-- Grain: one player in a seat against the same opponents, and how the game was decided
-- Columns:
--   game        the game
--   seat        the seat
--   player      who sat there
--   opponents   who sat in the other seats
--   kind        how the game was decided; 'any' counts every way
--   games       decided games of this player in this seat against these opponents
--   won         games of these won, alone or with allies, in this way
--   rate        won / games
--   low, high   95 % Wilson interval of the rate
--   share       mean result share, a draw being shared by all; for 'any' only
--   note        'small sample' below 30 games
-- Plot: bar x=seat y=rate low=low high=high colour=kind row=game
WITH won AS (
    SELECT game, seat, player, opponents, CASE WHEN grouping(kind) = 1 THEN 'any' ELSE kind END AS kind,
        count(*) FILTER (won) AS won, CASE WHEN grouping(kind) = 1 THEN avg(result_share) END AS share
    FROM results
    GROUP BY GROUPING SETS ((game, seat, player, opponents), (game, seat, player, opponents, kind))
), played AS (
    SELECT game, seat, player, opponents, count(*) AS games FROM results GROUP BY ALL
)
SELECT game, seat, player, opponents, kind, games, won, round(won / games, 3) AS rate,
    round(wilson_low(won, games), 3) AS low, round(wilson_high(won, games), 3) AS high, round(share, 3) AS share,
    small_sample(games) AS note
FROM won JOIN played USING (game, seat, player, opponents)
WHERE kind = 'any' OR won > 0
ORDER BY game, seat, player, opponents, kind <> 'any', won DESC, kind;
