-- Question: What is a card worth: how do those fare who play it, and those who do not?
-- Grain: one use of one card of one seat
-- Columns:
--   game         the game
--   seat         who plays it
--   card         the card
--   mode         how it is used, in the game's words
--   plays        times it was played so
--   games        decided games in which the seat played it so
--   share        the seat's mean result share in these
--   low, high    95 % Wilson interval of the share
--   others       decided games of the seat in which it did not
--   other_share  its mean result share in those
--   difference   share - other_share; no cause: who plays a card late has lived so long; NULL where no game is without it
--   difference_low, difference_high  95 % interval of the difference, of both Wilson intervals (Newcombe's)
--   note         'small sample' below 30 games on either side
WITH played AS (
    SELECT game, game_id, seat, card, mode, count(*) AS plays
    FROM card_plays SEMI JOIN counted USING (game_id) GROUP BY ALL
), sums AS (
    SELECT p.game, p.seat, p.card, p.mode, sum(p.plays)::BIGINT AS plays, count(*) AS games, sum(r.result_share) AS shares
    FROM played p JOIN results r USING (game_id, seat) GROUP BY ALL
), totals AS (
    SELECT game, seat, count(*) AS games, sum(result_share) AS shares FROM results GROUP BY ALL
)
SELECT s.game, s.seat, s.card, s.mode, s.plays, s.games, round(s.shares / s.games, 3) AS share,
    round(wilson_low(s.shares, s.games), 3) AS low, round(wilson_high(s.shares, s.games), 3) AS high,
    t.games - s.games AS others, round((t.shares - s.shares) / nullif(t.games - s.games, 0), 3) AS other_share,
    round(s.shares / s.games - (t.shares - s.shares) / nullif(t.games - s.games, 0), 3) AS difference,
    round(difference_low(s.shares, s.games, t.shares - s.shares, t.games - s.games), 3) AS difference_low,
    round(difference_high(s.shares, s.games, t.shares - s.shares, t.games - s.games), 3) AS difference_high,
    small_sample(least(s.games, t.games - s.games)) AS note
FROM sums s JOIN totals t USING (game, seat)
ORDER BY s.game, s.seat, difference DESC NULLS LAST, s.card, s.mode;
