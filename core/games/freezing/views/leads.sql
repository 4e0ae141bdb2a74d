-- Row: one position; the Finnish side is ahead by the score as the final scoring would count it
SELECT game_id, n, turn, mark, 'fin' AS seat, value AS ahead
FROM positions WHERE game = 'freezing' AND feature = 'score' AND NOT taken_back
