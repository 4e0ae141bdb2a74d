-- Views over the tables of the archive. Forks count in reports after SET VARIABLE forks = true.

-- Games that reports count: all but forks, which share their beginning with another game.
CREATE OR REPLACE VIEW counted AS
SELECT * FROM games WHERE parent_id IS NULL OR coalesce(getvariable('forks')::BOOLEAN, false);

-- One seat of one counted game that is decided. result_share: the shares of a game add up to 1; a draw is shared by all.
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
CREATE OR REPLACE VIEW dice AS
SELECT r.game, r.game_id, r.n, r.turn, r.purpose, r.seat, r.source, r.taken_back, r.sides, unnest(r.dice) AS face
FROM rolls r SEMI JOIN counted USING (game_id);

-- Every event of every diary.
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
