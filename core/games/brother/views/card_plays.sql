-- Row: one card played from the hand (`event`, `ap`), or used from the table (`table`)
SELECT game_id, n, turn, seat, args ->> '$.card' AS card, coalesce(args ->> '$.mode', 'table') AS mode
FROM orders WHERE tag IN ('brother.play_card', 'brother.use_card') AND NOT taken_back
