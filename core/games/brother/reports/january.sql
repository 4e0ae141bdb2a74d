-- Question: Which card opened January, and how did the side that opened with it fare?
-- Grain: one card and use with which one side began the game
-- Columns:
--   side         the side
--   card         its first card
--   mode         as an event or for action points
--   games        games that the side began so
--   decided      of these, those that are decided
--   won          of these, those that the side won
--   rate         won / decided
--   low, high    95 % Wilson interval of the rate
--   note         'small sample' below 30 decided games
-- Plot: bar x=card y=rate low=low high=high colour=mode row=side
WITH first_cards AS (
    SELECT game_id, seat AS side, arg_min(args ->> '$.card', n) AS card, arg_min(args ->> '$.mode', n) AS mode
    FROM orders SEMI JOIN counted USING (game_id)
    WHERE tag = 'brother.play_card' AND NOT taken_back GROUP BY game_id, seat
)
SELECT side, card, mode, count(*) AS games, count(*) FILTER (ended) AS decided,
    count(*) FILTER (list_contains(winners, side)) AS won,
    round(count(*) FILTER (list_contains(winners, side)) / nullif(count(*) FILTER (ended), 0), 3) AS rate,
    round(wilson_low(count(*) FILTER (list_contains(winners, side)), count(*) FILTER (ended)), 3) AS low,
    round(wilson_high(count(*) FILTER (list_contains(winners, side)), count(*) FILTER (ended)), 3) AS high,
    small_sample(count(*) FILTER (ended)) AS note
FROM first_cards JOIN counted USING (game_id)
GROUP BY side, card, mode
ORDER BY side, card, mode;
