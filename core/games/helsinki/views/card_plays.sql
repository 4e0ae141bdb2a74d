-- Row: one card played (`event`)
SELECT game_id, n, turn, args ->> '$.side' AS seat, args ->> '$.card' AS card, 'event' AS mode
FROM outcomes WHERE tag = 'helsinki.card_played' AND NOT taken_back
