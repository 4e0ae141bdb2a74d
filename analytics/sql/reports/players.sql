-- Question: How strong is each player, whatever seat he had?
-- Grain: one player of one game
-- Columns:
--   game         the game
--   player       who played: `random`, `human`, or a computer player's name
--   games        decided games, a game once for each seat he had in it
--   share        mean result share
--   low, high    95 % Wilson interval of the share
--   expected     mean share of everybody in the same seats
--   strength     share - expected: what is left when the seats are allowed for
--   elo          Elo points above the mean of those he is compared with; NULL where the games set no bound
--   compared     how many these are, with him: of each two both have won from the other, or in a chain
--   decisions    mean decisions a game
--   note         'small sample' below 30 games
-- Plot: bar x=player y=strength row=game
-- Elo is of the model of Bradley and Terry: seats and opponents are allowed for, a draw is a win in parts.
WITH RECURSIVE seats AS (
    SELECT game, seat, avg(result_share) AS expected FROM results GROUP BY ALL
), meetings AS (
    -- Games with the same player in each seat.
    SELECT game, list_sort(list_append(string_split(opponents, ' '), seat || '=' || player)) AS meeting, seat, player,
        count(*) AS games, sum(result_share) AS won
    FROM results GROUP BY ALL
), won_from AS (
    SELECT game, a.player AS one, b.player AS other FROM meetings a JOIN meetings b USING (game, meeting)
    WHERE a.player <> b.player AND a.won > 0
    UNION
    SELECT w.game, w.one, b.player
    FROM won_from w JOIN meetings a ON (a.game, a.player) = (w.game, w.other)
    JOIN meetings b ON (b.game, b.meeting) = (a.game, a.meeting)
    WHERE a.won > 0 AND b.player NOT IN (a.player, w.one)
), groups AS (
    -- Likelihood has a maximum among players who have all won from each other, in a chain at least.
    SELECT game, one AS player, least(one, min(other)) AS leader, 1 + count(*) AS compared
    FROM won_from w SEMI JOIN won_from back ON (w.game, w.one, w.other) = (back.game, back.other, back.one)
    GROUP BY game, one
), told AS (
    SELECT m.*, leader FROM meetings m JOIN groups USING (game, player)
    QUALIFY count(*) OVER (PARTITION BY game, meeting, leader) = len(meeting)
), parts AS (
    SELECT game, meeting, seat, games, won, 'player' AS kind, player AS part FROM told
    UNION ALL
    SELECT game, meeting, seat, games, won, 'seat', seat FROM told
), fitted AS (
    -- A player's worth in a seat is that of both together. By turns those of players and of seats are so changed that
    -- they would win what they have won, which never makes the games less likely, until two turns change next to nothing.
    SELECT game, kind, part, 0.0::DOUBLE AS worth, sum(won) AS won, 0 AS step, 9.0::DOUBLE AS moved, 9.0::DOUBLE AS before
    FROM parts GROUP BY ALL
    UNION ALL
    SELECT game, kind, part, worth + change, won, step + 1, max(abs(change)) OVER (PARTITION BY game), moved
    FROM (
        SELECT *, CASE WHEN (step % 2 = 0) = (kind = 'player') THEN ln(greatest(won, 1e-6) / due) ELSE 0 END AS change
        FROM (
            SELECT game, kind, part, worth, won, step, moved, sum(games * chance) AS due
            FROM (
                SELECT *, 2 * exp(whole) / sum(exp(whole)) OVER (PARTITION BY game, meeting) AS chance
                FROM (
                    SELECT f.*, p.meeting, p.games, sum(f.worth) OVER (PARTITION BY game, p.meeting, p.seat) AS whole
                    FROM fitted f JOIN parts p USING (game, kind, part)
                    WHERE f.step < 200 AND greatest(f.moved, f.before) > 5e-4
                )
            )
            GROUP BY ALL
        )
    )
), elos AS (
    SELECT g.game, g.player, 400 / ln(10) * (worth - avg(worth) OVER (PARTITION BY g.game, leader)) AS elo
    FROM groups g
    JOIN fitted f ON (f.game, f.part) = (g.game, g.player)
    WHERE kind = 'player' AND step > 0 AND greatest(moved, before) <= 5e-4
)
SELECT r.game, r.player, count(*) AS games, round(avg(result_share), 3) AS share,
    round(wilson_low(sum(result_share), count(*)), 3) AS low, round(wilson_high(sum(result_share), count(*)), 3) AS high,
    round(avg(expected), 3) AS expected, round(avg(result_share - expected), 3) AS strength,
    round(any_value(elo)) AS elo, coalesce(any_value(compared), 1) AS compared, round(avg(p.decisions), 1) AS decisions,
    small_sample(count(*)) AS note
FROM results r JOIN seats USING (game, seat) JOIN players p USING (game_id, seat)
    LEFT JOIN groups g ON (g.game, g.player) = (r.game, r.player)
    LEFT JOIN elos e ON (e.game, e.player) = (r.game, r.player)
GROUP BY r.game, r.player
ORDER BY r.game, elo DESC NULLS LAST, strength DESC, r.player;
