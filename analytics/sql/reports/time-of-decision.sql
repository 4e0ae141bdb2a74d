-- Question: From which turn on was the later winner ahead to the end?
-- Grain: one turn
-- Columns:
--   game         the game
--   turn         turn at whose beginning the winner went ahead for good; NULL where he was behind or level to the last
--   games        decided, not drawn games
--   decided      of these, games that were decided so in this turn
--   rate         decided / games
--   by_then      share of games that were decided in this turn or before
--   low, high    95 % Wilson interval of by_then
--   note         'small sample' below 30 games
-- Plot: line x=turn y=by_then low=low high=high row=game
WITH compared AS (
    SELECT l.game, l.game_id, l.n, l.turn, CASE WHEN r.won THEN l.ahead > 0 ELSE l.ahead < 0 END AS is_ahead
    FROM leads l JOIN results r USING (game_id, seat) WHERE l.mark = 'turn' AND len(r.winners) > 0
), last_behind AS (
    SELECT game, game_id, coalesce(max(n) FILTER (NOT is_ahead), 0) AS n FROM compared GROUP BY ALL
), firsts AS (
    SELECT b.game, b.game_id, min(c.turn) AS turn
    FROM last_behind b LEFT JOIN compared c ON c.game_id = b.game_id AND c.n > b.n GROUP BY ALL
), counts AS (
    SELECT game, turn, count(*) AS decided, sum(count(*)) OVER (PARTITION BY game)::BIGINT AS games,
        sum(CASE WHEN turn IS NOT NULL THEN count(*) END) OVER (PARTITION BY game ORDER BY turn NULLS LAST)::BIGINT
            AS by_then
    FROM firsts GROUP BY game, turn
)
SELECT game, turn, games, decided, round(decided / games, 3) AS rate, round(by_then / games, 3) AS by_then,
    round(wilson_low(by_then, games), 3) AS low, round(wilson_high(by_then, games), 3) AS high,
    small_sample(games) AS note
FROM counts
ORDER BY game, turn NULLS LAST;
