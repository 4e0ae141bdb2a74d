-- Row: one position; White is ahead by Battle Values of all units on the map
SELECT game_id, n, turn, mark, 'white' AS seat, value AS ahead
FROM positions WHERE game = 'brother' AND feature = 'lead' AND NOT taken_back
