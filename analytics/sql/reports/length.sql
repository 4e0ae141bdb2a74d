-- Question: Which games were the longest and the shortest?
-- Grain: one game among the five longest or the five shortest decided games of its kind
-- Columns:
--   game        the game
--   which       'longest' or 'shortest', by decisions
--   place       1 is the longest, or the shortest
--   game_id     the game's id; its diary is diaries/ID.diary.zst
--   decisions   decisions on the line of play
--   turns       turn in which it was decided
--   events      events in its diary
--   kind        how it was decided
--   winners     the seats that won; 'nobody' for a draw
--   games       decided games of all
--   median      median of their decisions
WITH decided AS (
    SELECT game, game_id, decisions, turns, events, kind,
        CASE WHEN len(winners) = 0 THEN 'nobody' ELSE array_to_string(winners, ' ') END AS winners,
        count(*) OVER (PARTITION BY game) AS games, median(decisions) OVER (PARTITION BY game) AS median,
        row_number() OVER (PARTITION BY game ORDER BY decisions DESC, game_id) AS from_longest,
        row_number() OVER (PARTITION BY game ORDER BY decisions, game_id) AS from_shortest
    FROM counted WHERE ended
)
SELECT game, which, place, game_id, decisions, turns, events, kind, winners, games, median
FROM (
    SELECT *, 'longest' AS which, from_longest AS place FROM decided WHERE from_longest <= 5
    UNION ALL
    SELECT *, 'shortest' AS which, from_shortest AS place FROM decided WHERE from_shortest <= 5
)
ORDER BY game, which, place;
