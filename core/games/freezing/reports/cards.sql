-- Question: Which cards are drawn, how are they played, and who wins when they are played as events?
-- Grain: one card
-- Columns:
--   seat         whose card it is
--   card         number of the card
--   drawn        times it came to the hand, drawn or dealt
--   as_event     times it was played as its event
--   as_points    times it was played for its action points
--   event_rate   as_event / (as_event + as_points)
--   event_low, event_high   95 % Wilson interval of it
--   games        decided games in which it was played as its event
--   share        mean result share of its seat in these games
--   low, high    95 % Wilson interval of the share
--   note         'small sample' below 30 games
WITH came AS (
    SELECT game_id, seat, unnest(cards) AS card FROM draws WHERE game = 'freezing' AND NOT taken_back
    UNION ALL
    SELECT game_id, args ->> '$.side' AS seat, unnest((args -> '$.cards')::VARCHAR[]) AS card
    FROM outcomes WHERE tag = 'freezing.cards_dealt' AND NOT taken_back
), drawn AS (
    SELECT seat, card, count(*) AS drawn FROM came SEMI JOIN counted USING (game_id) GROUP BY ALL
), plays AS (
    SELECT game_id, seat, args ->> '$.card' AS card, args ->> '$.mode' AS mode
    FROM orders SEMI JOIN counted USING (game_id) WHERE tag = 'freezing.play_card' AND NOT taken_back
), played AS (
    SELECT seat, card, count(*) FILTER (mode = 'event') AS as_event, count(*) FILTER (mode = 'action') AS as_points
    FROM plays GROUP BY ALL
), shares AS (
    SELECT seat, card, count(*) AS games, sum(result_share) AS shares
    FROM (SELECT DISTINCT game_id, seat, card FROM plays WHERE mode = 'event') JOIN results USING (game_id, seat)
    GROUP BY ALL
)
SELECT seat, card, coalesce(drawn, 0) AS drawn, coalesce(as_event, 0) AS as_event, coalesce(as_points, 0) AS as_points,
    round(as_event / nullif(as_event + as_points, 0), 3) AS event_rate,
    round(wilson_low(as_event, as_event + as_points), 3) AS event_low,
    round(wilson_high(as_event, as_event + as_points), 3) AS event_high,
    coalesce(games, 0) AS games, round(shares / games, 3) AS share, round(wilson_low(shares, games), 3) AS low,
    round(wilson_high(shares, games), 3) AS high, small_sample(coalesce(games, 0)) AS note
FROM drawn FULL JOIN played USING (seat, card) LEFT JOIN shares USING (seat, card)
ORDER BY seat, card;
