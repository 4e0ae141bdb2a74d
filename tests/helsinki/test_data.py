"""Component data: what is refused, what the digest covers, what the marks say, what the map is."""

import pytest
from tests.helsinki.kit import DATA, SPEC, changed_data, replaced, started

from wardiary.core.games.helsinki.clock import minutes_of
from wardiary.core.games.helsinki.data import load_data
from wardiary.core.games.helsinki.queries import status
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.events.errors import DataError
from wardiary.events.helsinki import SIDES

OWN = SPEC.own_data()


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("map.toml", "columns = 35", "columns = 34", "map.terrain: row 1 has 35 hexes, map.columns says 34"),
        ("map.toml", "rows = 28", "rows = 27", "map.terrain: 28 rows, map.rows says 27"),
        ("map.toml", "WWWWWWWWWWWWWWWWWWWWWWWWOOOOOOWWWWW", "XWWWWWWWWWWWWWWWWWWWWWWWOOOOOOWWWWW", "no terrain 'X'"),
        ("map.toml", "rail 0104 0203", "rail 0104 0304", "0104 and 0304 are not adjacent"),
        ("map.toml", "rail 0104 0203", "tram 0104 0203", "no kind 'tram'"),
        ("map.toml", "minor 3022 3123 3222", "minor 3022 3123 3221", "'3221' is no land hex"),
        ("map.toml", '"0707-0807", ', "", "map.forts: 2622 can be reached from the west edge"),
        ("map.toml", '"0707-0807"', '"0807-0707"', "names no two land hexes, the lesser first"),
        ("map.toml", '"0707-0807"', '"0707-0908"', "the hexes are not adjacent"),
        ("map.toml", 'bridges = ["1512-1612", ', "bridges = [", "a bridge is a water edge with a line over it"),
        ("map.toml", '"0101" = "minor"', '"0102" = "minor"', "0102 is no hex of column 01 with a minor line"),
        ("map.toml", 'flags = ["2622", ', "flags = [", "map.flags: 4 hexes, there are 5"),
        ("map.toml", 'arrival_hex = "3323"', 'arrival_hex = "3523"', "map.arrival_hex: '3523' is no land hex"),
        ("map.toml", "2319E 2320E", "2319E 2319E", "'2319E' stands there 2 times"),
        ("map.toml", "2319E 2320E", "0101E 2320E", "0101E touches no city hex"),
        ("map.toml", "2319E 2320E", "2319N 2320E", "'2319N' is no corner"),
        ("map.toml", 'fact = ["hex_metres"]', 'fact = ["metres"]', "'metres' is no key of this table"),
        ("map.toml", 'steps = ["NE", "SE"]', 'steps = ["NE"]', "one direction from each hex to the next"),
        ("map.toml", 'hexes = ["T1", "T2", "T3"]', 'hexes = ["T1", "T2", "T2"]', "'T2' stands there 2 times"),
        ("map.toml", 'railway = "T2"', 'railway = "T4"', "'T4' is no hex of the box"),
        ("setup.toml", '"0101" = 2', '"0101" = 4', "4 units in 0101, three are the most (HEL-10.6-01)"),
        ("setup.toml", "german_reserve = 12", "german_reserve = 11", "german_reserve: 11 pieces, there are 12"),
        ("setup.toml", '"0101E"', '"0101N"', "'0101N' is no vertex on land"),
        ("setup.toml", 'red_hqs = ["2611"', 'red_hqs = ["2612"', "one stands in each of map.red_hq_hexes"),
        ("setup.toml", '"2622" = 1', '"2623" = 1', "flag hex 2622 holds no Red unit"),
        ("setup.toml", '"0501" = 1', '"0101" = 1', "0101 holds Germans too"),
        ("setup.toml", "T2 = 1", "T1 = 1", "stands in T2 (HEL-3.5-01)"),
        ("charts.toml", "gw = 1", "gw = 2", "terrain.C.gw: is 1 (HEL-10.5-01)"),
        ("charts.toml", "{ up = 2 }", "{ up = 2, max = 9 }", "every row but the last has a max"),
        ("charts.toml", "{ max = 2, up = 0 }", "{ max = 5, up = 0 }", "the max of the rows must rise"),
        ("charts.toml", '"retreat_all"', '"run"', "Invalid enum value 'run'"),
        ("tracks.toml", '"13 April 19:45"', '"13 April 19:50"', "the track never comes to 13 April 19:50"),
        ("tracks.toml", '"11 April 15:00"', '"April 11"', "'April 11' is no moment"),
        ("tracks.toml", "morale = 3,", "morale = 4,", "the highest square of level 3 (HEL-3.6-02)"),
        ("tracks.toml", "capacity = [4, 4, 4, 4, 4, 4]", "capacity = [3, 4, 4, 4, 4, 3]", "room for 23 units"),
        ("tracks.toml", "morale = 3,", "morale = 6,", "the highest square of level 3 (HEL-3.6-02)"),
        ("tracks.toml", "2, 2, 2, 2, 2, 1,", "2, 2, 2, 2, 1,", "over at least 25 squares for 24 units (HEL-11.7-R2)"),
        ("tracks.toml", "morale = [4, 4, 4,", "morale = [4, 5, 4,", "levels fall from the top"),
        ("tracks.toml", "headquarters = 1,", "headquarters = 2,", "starts.headquarters: is 1 (HEL-3.6)"),
        ("tracks.toml", "time = 0, ", "time = 1, ", "starts.time: is 0 (HEL-3.6)"),
        ("tracks.toml", "meurer = 0,", "meurer = 9,", "starts.meurer: square 9, the track has 6"),
        ("tracks.toml", "meurer = [0, 1,", "meurer = [1, 1,", "meurer: begins with 0 (HEL-3.6-03)"),
        (
            "tracks.toml",
            "headquarters = [0, 1, 2, 3,",
            "headquarters = [0, 1, 2, 2,",
            "a square forward is a point more",
        ),
        ("tracks.toml", "tikkurila = [0, 1, 2, 3,", "tikkurila = [0, 2, 3, 3,", "a square forward is a point more"),
        ("tracks.toml", "activity_points = [1,", "activity_points = [4,", "activity_points: 1 to 3 (HEL-4.5-01)"),
        ("tracks.toml", "activity_arrest = [-1, 0,", "activity_arrest = [-1,", "7 squares, 8 points"),
        ("tracks.toml", "modifier = [-1, 0,", "modifier = [-1,", "a modifier for each column"),
        ("charts.toml", "[terrain.C]", "[terrain.X]", "'X'"),
        ("charts.toml", "[terrain.W]\nname", "[terrain.O]\nname", "terrain"),
        ("cards.toml", 'id = "GS02"', 'id = "GS01"', "card.id: 'GS01' stands there 2 times"),
        ("cards.toml", 'id = "GS02"', 'id = "XS02"', "an id begins with its deck"),
        (
            "cards.toml",
            'op = "modifier", side = "german", attack = 1',
            'op = "modify", side = "german", attack = 1',
            "'modify'",
        ),
        ("cards.toml", 'window = "own"', 'window = "pre"', "card GS04.window: movement is played in own, not in pre"),
        ("cards.toml", 'id = "RE06"\ncopies = 1', 'id = "RE06"\ncopies = 2', "7 Red events, there are six"),
        ("cards.toml", 'id = "RE03"', 'id = "GS91"', "place_units is for cards of red, not of german"),
        ("cards.toml", 'id = "RE05"', 'id = "WA91"', "night_raid is for cards of red, not of white"),
        ("cards.toml", 'id = "RS08"', 'id = "GS91"', "arrest_die is for cards of red or white, not of german"),
        ("cards.toml", 'id = "WA04"', 'id = "RS91"', "form_squads is for cards of white, not of red"),
        ("cards.toml", 'id = "RS07"', 'id = "WA91"', "card WA91.op.side: the card is white's"),
        ("cards.toml", 'id = "GS06"', 'id = "WA91"', "card WA91.op.side: the card is white's"),
        ("cards.toml", 'id = "WA06"', 'id = "RS91"', "red is not asked for cards when units of german are tested"),
        ("cards.toml", "near_flags = true", "near_flags = false", "either hexes or near_flags"),
        ("cards.toml", '"2901", "2902", "2903"', '"2901", "9902", "2903"', "'9902' is no land hex"),
    ],
)
def test_data_that_cannot_be_played_with_is_refused(file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        load_data(changed_data(SPEC, **{file.removesuffix(".toml"): replaced(old, new)}))
    assert file in str(refused.value)
    assert message in str(refused.value)


def test_the_digest_covers_values_and_not_marks_or_the_order_of_cards() -> None:
    assert load_data({}).digest == DATA.digest
    assert load_data(changed_data(SPEC, map=replaced('fact = ["hex_metres"]', "fact = []"))).digest == DATA.digest
    assert load_data(changed_data(SPEC, charts=replaced("fort = { M = 3", "fort = { M = 4"))).digest != DATA.digest
    cards = OWN["cards.toml"].split("[[card]]")
    turned = "[[card]]".join([cards[0], *reversed(cards[1:])])
    assert load_data({"cards.toml": turned}).digest == DATA.digest
    assert load_data({"cards.toml": turned}).replaced == {"cards.toml": turned}


def test_every_key_is_marked_fact_or_reconstructed() -> None:
    marks = DATA.provenance
    assert marks["charts.toml"]["terrain.C.gw"] == "fact"
    assert marks["charts.toml"]["terrain.C.M"] == "reconstructed"
    assert marks["map.toml"]["map.terrain"] == "reconstructed"
    assert marks["setup.toml"]["setup.white_squads"] == "fact"
    assert marks["tracks.toml"]["time.squares_a_casualty"] == marks["charts.toml"]["orders.organise.red_near"] == "fact"
    assert {mark for file in marks.values() for mark in file.values()} == {"fact", "reconstructed"}


def test_the_map_is_that_of_the_reconstruction() -> None:
    """Counts that were made by another program: land, symbols, bridges, clock, a vertex in water."""
    ground = DATA.ground
    assert (len(ground.land), len(ground.symbols), len(ground.bridges)) == (571, 71, 8)
    assert [v for v in ground.corners["3323"] if v in ground.in_water] == ["3422W"]
    assert sum(any(f in ground.touching[s] for f in ground.flags) for s in ground.symbols) == 22
    assert all(set(ground.roads[False][c]) <= set(ground.roads[True][c]) for c in ground.land)
    assert all(here in ground.steps[there] for here in ground.land for there in ground.steps[here])


def test_all_are_in_command_at_the_start() -> None:
    """As counted by hand: 2611, 2919 and 2924 in direct command, the other Reds in command, all Germans direct."""
    s = started()[0]
    for side in SIDES:
        for cell in filter(is_hex, board_of(s).at[side]):
            wanted = "direct" if cell in ("2611", "2919", "2924") or side == "german" else "command"
            assert status(DATA, s, side, cell) == ("command" if cell in DATA.ground.box else wanted)


def test_a_terrain_that_is_missing_is_named() -> None:
    text = OWN["charts.toml"]
    start, end = text.index("[terrain.C]"), text.index("[terrain_extra]")
    with pytest.raises(DataError, match=r"terrain\.C: is missing"):
        load_data({"charts.toml": text[:start] + text[end:]})


@pytest.mark.parametrize("text", ["²:00", "24:00", "12:60", "noon", "1200", ""])
def test_what_is_no_hour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no hour"):
        minutes_of(text)
