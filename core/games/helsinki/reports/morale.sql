-- Question: How does Red morale stand, by day and by night?
-- Grain: one date, day or night apart
-- Columns:
--   date         the day of April: 11, 12 or 13
--   night        whether the clock stood on a black square
--   initiatives  initiatives that began then
--   morale       mean level
--   lowest, highest   least and greatest level
--   lost         mean Red units lost so far
--   note         'small sample' below 30 initiatives
-- Plot: bar x=date y=morale colour=night
WITH wide AS (
    SELECT game_id, n, max(value) FILTER (feature = 'date') AS date, max(value) FILTER (feature = 'night') AS night,
        max(value) FILTER (feature = 'morale_level') AS morale, max(value) FILTER (feature = 'red_lost') AS lost
    FROM positions SEMI JOIN counted USING (game_id)
    WHERE game = 'helsinki' AND mark = 'turn' AND NOT taken_back GROUP BY ALL
)
SELECT date, night = 1 AS night,
    count(*) AS initiatives, round(avg(morale), 2) AS morale, min(morale) AS lowest, max(morale) AS highest,
    round(avg(lost), 2) AS lost, small_sample(count(*)) AS note
FROM wide
GROUP BY date, night = 1
ORDER BY date, night;
