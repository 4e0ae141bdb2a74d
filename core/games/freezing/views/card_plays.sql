-- Row: one card played from the hand (`event`, `action`), or used in a battle from the table (`reaction`)
SELECT game_id, n, turn, seat, args ->> '$.card' AS card, coalesce(args ->> '$.mode', 'reaction') AS mode
FROM orders WHERE tag IN ('freezing.play_card', 'freezing.use_card') AND NOT taken_back
