-- Views over the tables of the archive. Forks count in reports after SET VARIABLE forks = true.

-- Games that reports count: all but forks, which share their beginning with another game. The columns are those of
-- `games`.
CREATE OR REPLACE VIEW counted AS
SELECT * FROM games WHERE parent_id IS NULL OR coalesce(getvariable('forks')::BOOLEAN, false);

-- One seat of one counted game that is decided.
-- Columns:
--   game, game_id, scenario, rules, data, kind, winners, score, turns   as in `games`
--   seat, player, won   as in `players`
--   opponents      who sat in the other seats, `blue=greedy`, in the order of the seats' names
--   result_share   the seat's share of the result: those of a game add up to 1, and a draw is shared by all
CREATE OR REPLACE VIEW results AS
SELECT
    g.game, g.game_id, g.scenario, g.rules, g.data, p.seat, p.player,
    array_to_string(list_sort(list_transform(list_filter(s.seats, lambda o: o.seat <> p.seat),
        lambda o: o.seat || '=' || o.player)), ' ') AS opponents,
    g.kind, g.winners, g.score, g.turns, p.won,
    CASE WHEN len(g.winners) = 0 THEN 1.0 / len(g.seats) WHEN p.won THEN 1.0 / len(g.winners) ELSE 0.0 END
        AS result_share
FROM counted g
JOIN players p USING (game_id)
JOIN (SELECT game_id, list({'seat': seat, 'player': player}) AS seats FROM players GROUP BY game_id) s USING (game_id)
WHERE g.ended;

-- One die of one roll of a counted game, taken back or not.
-- Columns:
--   game, game_id, n, turn, purpose, seat, source, taken_back, sides   as in `rolls`
--   face   what the die showed
CREATE OR REPLACE VIEW dice AS
SELECT r.game, r.game_id, r.n, r.turn, r.purpose, r.seat, r.source, r.taken_back, r.sides, unnest(r.dice) AS face
FROM rolls r SEMI JOIN counted USING (game_id);

-- One turn of a counted game, what was taken back left out.
-- Columns:
--   game, game_id, turn   which turn of which game; turn 0 is before the first
--   first_n, last_n       numbers of its first and last order, roll, draw or outcome
--   orders, rolls, outcomes   how many there were
--   dice                  dice in these rolls
--   draws                 cards drawn
CREATE OR REPLACE VIEW turns AS
SELECT game, game_id, turn, min(first_n) AS first_n, max(last_n) AS last_n, sum(orders)::BIGINT AS orders,
    sum(rolls)::BIGINT AS rolls, sum(dice)::BIGINT AS dice, sum(draws)::BIGINT AS draws,
    sum(outcomes)::BIGINT AS outcomes
FROM (
    SELECT game, game_id, turn, min(n) AS first_n, max(n) AS last_n, count(*) AS orders, 0 AS rolls, 0 AS dice,
        0 AS draws, 0 AS outcomes FROM orders WHERE NOT taken_back GROUP BY ALL
    UNION ALL
    SELECT game, game_id, turn, min(n), max(n), 0, count(*), sum(len(dice)), 0, 0
    FROM rolls WHERE NOT taken_back GROUP BY ALL
    UNION ALL
    SELECT game, game_id, turn, min(n), max(n), 0, 0, 0, sum(len(cards)), 0
    FROM draws WHERE NOT taken_back GROUP BY ALL
    UNION ALL
    SELECT game, game_id, turn, min(n), max(n), 0, 0, 0, 0, count(*) FROM outcomes WHERE NOT taken_back GROUP BY ALL
) SEMI JOIN counted USING (game_id)
GROUP BY game, game_id, turn;

-- Every event of every diary.
-- Columns:
--   game, game_id, n, turn, phase, tag, args, taken_back   as in the event's own table; `args` of rolls and draws too
--   step   number of the event that began the step, as in `outcomes`; NULL for records, which stand between steps
--   kind   order, roll, draw, outcome, frame or record
--   seat   whose order, roll or draw it is
CREATE OR REPLACE VIEW events AS
SELECT game, game_id, n, n AS step, turn, phase, 'order' AS kind, tag, seat, args, taken_back FROM orders
UNION ALL BY NAME
SELECT game, game_id, n, n AS step, turn, phase, 'roll' AS kind, 'rolled' AS tag, seat,
    to_json({'purpose': purpose, 'by': seat, 'key': key, 'nth': nth, 'sides': sides, 'dice': dice, 'source': source})::VARCHAR AS args,
    taken_back FROM rolls
UNION ALL BY NAME
SELECT game, game_id, n, n AS step, turn, phase, 'draw' AS kind, 'drawn' AS tag, seat,
    to_json({'deck': deck, 'by': seat, 'shuffle': shuffle, 'cards': cards, 'source': source})::VARCHAR AS args,
    taken_back FROM draws
UNION ALL BY NAME
SELECT game, game_id, n, step, turn, phase, CASE WHEN frame THEN 'frame' ELSE 'outcome' END AS kind, tag,
    NULL::VARCHAR AS seat, args, taken_back FROM outcomes
UNION ALL BY NAME
SELECT game, game_id, n, NULL::BIGINT AS step, turn, phase, 'record' AS kind, tag, NULL::VARCHAR AS seat, args,
    false AS taken_back FROM records;
