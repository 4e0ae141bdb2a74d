"""10 Movement: ways, headquarters, forts."""

from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, replaced, rules_with

from wardiary.core.games.helsinki.movement import hq_ends, reach
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

S, NE = 3, 1


def ends(s: HelsinkiState, cell: str, side: Side = "german") -> set[str]:
    return set(reach(DATA, s, side, cell).quiet)


def entries(s: HelsinkiState, cell: str, side: Side = "german") -> set[tuple[str, str]]:
    return set(reach(DATA, s, side, cell).entries)


PLAIN = position(german="0206 1")
CITY = position(german="2421 1, 2422 1")
RED_CITY = position(side="red", red="2722 1")
ROAD = position(german="0104 1")


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        # 10.1: ground around 0206 is open (3), woods lie to the east from column 05 (2)
        (("HEL-10.1-01", "HEL-10.1-02"), {"0207", "0208", "0209"} & ends(PLAIN, "0206"), {"0207", "0208", "0209"}),
        ("HEL-10.1-04", [c in ends(position(german="0205 1"), "0205") for c in ("0208", "0209")], [True, False]),
        (("HEL-10.1-02", "HEL-10.1-04"), ["0305" in ends(PLAIN, "0206"), "0304" in ends(PLAIN, "0206")], [True, True]),
        (
            "HEL-10.1-04",
            [c in ends(position(german="0403 1"), "0403") for c in ("0402", "0401", "0301")],
            [True, True, False],
        ),
        ("HEL-10.1-03", "0208" in ends(position(german="0505 1"), "0505"), False),
        ("HEL-10.1-03", {"0405", "0305", "0306"} <= ends(position(german="0506 1"), "0506"), True),
        ("HEL-10.1-R1", {"0205", "0305"} <= ends(position(german="0206 1", red="0306 1, 2622 1"), "0206"), True),
        (
            "HEL-10.1-R2",
            all(len(set(way)) == len(way) for way in reach(DATA, PLAIN, "german", "0206").quiet.values()),
            True,
        ),
        (
            ("HEL-10.1-R3", "HEL-10.6-R1"),
            ["0207" in ends(full := position(german="0206 1, 0207 3"), "0206"), "0208" in ends(full, "0206")],
            [False, True],
        ),
        (
            "HEL-10.1-R3",
            {"0208", "0309"} & ends(position(german="0107 1", red="0207 1, 0108 1, 0307 1, 2622 1"), "0107"),
            set(),
        ),
        # a card for the next order counts before the order is given, too
        ("HEL-12.0-R5", "0209" in ends(position(german="0205 1", effects=("GS04",)), "0205"), True),
        # 10.3
        (
            "HEL-10.3-01",
            reach(DATA, position(german="0707 1"), "german", "0707").quiet["0807"],
            ("0707", "0806", "0807"),
        ),
        ("HEL-10.3-01", "2920" in ends(position(side="red", red="2919 1"), "2919", "red"), True),
        ("HEL-10.3-01", "3222" in ends(position(side="red", red="3122 1"), "3122", "red"), True),
        (
            "HEL-10.3-01",
            reach(DATA, position(side="red", red="3122 1"), "red", "3122").quiet["3222"],
            ("3122", "3123", "3222"),
        ),
        ("HEL-10.3-02", {DATA.ground.terrain[c] for c in DATA.ground.ways}, {"O", "W", "S", "C"}),
        # 10.4: along the rail 0104 0203 0303 0403 0503
        ("HEL-10.4-01", ["0503" in ends(ROAD, "0104"), "0603" in ends(ROAD, "0104")], [True, False]),
        ("HEL-10.4-01", reach(DATA, ROAD, "german", "0104").quiet["0503"], ("0104", "0203", "0303", "0403", "0503")),
        ("HEL-10.4-01", "0602" in ends(position(german="0402 1"), "0402"), True),
        ("HEL-10.4-01", "0804" in ends(position(german="0402 1"), "0402"), False),
        ("HEL-10.4-02", "2716" in ends(position(side="red", red="2720 1, 2622 1"), "2720", "red"), True),
        ("HEL-10.4-02", "2720" in ends(position(side="red", red="2716 1, 2622 1"), "2716", "red"), False),
        ("HEL-10.4-R1", "0806" in ends(position(german="0604 1"), "0604"), True),
        ("HEL-10.4-R1", "2825" in ends(position(side="red", red="2821 1"), "2821", "red"), False),
        ("HEL-10.4-R2", ("0503", "0403") in entries(position(german="0104 1", red="0503 1, 2622 1"), "0104"), True),
        # 10.5
        ("HEL-10.5-01", ends(position(german="2421 1"), "2421") & {"2420", "2419", "2423"}, {"2420"}),
        ("HEL-10.5-01", ends(position(white="2421 1"), "2421", "white") & {"2420", "2419", "2423"}, {"2420"}),
        ("HEL-10.5-01", {"2720", "2821", "2623"} <= ends(RED_CITY, "2722", "red"), True),
        ("HEL-10.5-02", ends(CITY, "2421") & {"2423", "2419", "2523"}, {"2423", "2523"}),
        ("HEL-10.5-02", "2423" in ends(position(german="2421 1", white="2422 1"), "2421"), True),
        (("HEL-10.5-02", "HEL-10.5-R1"), "2423" in ends(position(german="2421 1, 2423 1"), "2421"), False),
        (
            "HEL-10.5-R1",
            "2423"
            in ends(position(german="2421 1, 2422 1", red="2422 1, 2622 1", battles={"2422": ("german", 0)}), "2421"),
            False,
        ),
        ("HEL-10.5-R1", "2421" in ends(position(german="2221 1, 2321 1"), "2221"), True),
        # 10.6
        ("HEL-10.6-01", "0104" in ends(position(german="0203 1, 0104 2", white="0104 1"), "0203"), False),
        ("HEL-10.6-01", "0104" in ends(position(german="0203 1, 0104 2"), "0203"), True),
        ("HEL-10.6-02", "0104" in ends(position(german="0203 1, 0104 2", german_hqs="0104E 0104W"), "0203"), True),
    ),
)
def test_ways(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.5-R1")
def test_units_of_the_same_order_are_no_friends_for_the_city() -> None:
    game = Game(position(german="2421 2", german_hqs="2421E")).play("move 2421 2; go 2422")
    assert "go 2423" not in game.legal()


@pytest.mark.clause("HEL-10.1-02")
def test_values_are_read_from_the_data() -> None:
    slow = rules_with(SPEC, charts=replaced("move = 3 ", "move = 1 ", "gw = 3 ", "gw = 1 "))
    assert "0208" not in reach(slow.data, position(german="0206 1"), "german", "0206").quiet
    assert slow.data.terrain["O"].gw == 1


def hq_at(s: HelsinkiState) -> set[str]:
    return set(hq_ends(DATA, s, 1))


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("HEL-10.2-02", {"0104E", "0205E", "0206E", "0503W", "0503E"} <= hq_at(position(german_hqs="0104E")), True),
        ("HEL-10.2-02", "0705E" in hq_at(position(german_hqs="0104E")), False),
        ("HEL-10.2-R1", "0104E" in hq_at(position(german_hqs="0104E")), True),
        (
            ("HEL-10.2-03", "HEL-10.2-R1"),
            hq_at(position(german_hqs="0104E", german="0203 1", red="0203 1, 2622 1")) >= {"0104W", "0105E"},
            True,
        ),
        (
            "HEL-10.2-03",
            {
                way[0]
                for way in hq_ends(
                    DATA, position(german_hqs="0104E", german="0203 1", red="0203 1, 2622 1"), 1
                ).values()
            },
            {"0104", "0204"},
        ),
        (
            "HEL-10.2-04",
            [v for v in hq_at(position(german_hqs="0104E", red="0304 1, 2622 1")) if "0304" in DATA.ground.touching[v]],
            [],
        ),
        (
            "HEL-10.2-04",
            [
                v
                for v in hq_at(position(german_hqs="0104E", red="0304 1, 2622 1", german="0304 1"))
                if "0304" in DATA.ground.touching[v]
            ]
            != [],
            True,
        ),
        ("HEL-10.2-04", hq_at(position(german_hqs="0606E")) & DATA.ground.in_water, set()),
        (("HEL-10.2-04", "HEL-10.6-03"), "0105E" in hq_at(position(german_hqs="0104E 0105E")), False),
        (("HEL-10.2-04", "HEL-10.6-03"), "2421E" in hq_at(position(german_hqs="2420E", squads="2421E")), False),
    ),
)
def test_headquarters(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.2-01", "HEL-10.2-R2", "HEL-10.2-02")
def test_a_headquarters_order_moves_one_headquarters_for_a_point() -> None:
    game = Game(position(german_hqs="0104E 0101E", german="0104 3")).play("hq 1; to 0503E")
    assert game.last(e.HqMarched).path == ("0104", "0203", "0303", "0403", "0503")
    assert (game.state.hqs[1].where, game.state.hqs[2].where, game.at("0104")) == ("0503E", "0101E", "german 3")
    assert (game.state.points, game.happened(e.CommandTested)) == (5, [])
    assert refuses(position(side="red", red="2611 1", red_hqs="2611"), "hq 4", "is not asked now")


FORTS = {"red": "0503 1, 0504 1, 0605 1, 2622 1"}


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        (
            "HEL-10.11-01",
            reach(DATA, position(german="0403 1", **FORTS), "german", "0403").quiet["0404"],
            ("0403", "0304", "0404"),
        ),
        ("HEL-10.11-01", ("0504", "0403") in entries(position(german="0403 1", **FORTS), "0403"), True),
        (
            "HEL-10.11-01",
            reach(DATA, position(german="0403 1", red="2622 1"), "german", "0403").quiet["0404"],
            ("0403", "0404"),
        ),
        (
            "HEL-10.11-R1",
            reach(DATA, position(german="0404 1", **FORTS), "german", "0404").quiet["0505"],
            ("0404", "0405", "0505"),
        ),
        ("HEL-10.11-R1", "0505" in ends(position(german="0405 1", **FORTS), "0405"), True),
        (
            "HEL-10.11-R1",
            reach(DATA, position(side="red", german="0504 1, 0605 1", red="0603 1, 2622 1"), "red", "0603").quiet[
                "0604"
            ],
            ("0603", "0704", "0604"),
        ),
        (
            "HEL-10.11-R1",
            any(
                way[:2] == ("0404", "0505") for way in hq_ends(DATA, position(german_hqs="0404E", **FORTS), 1).values()
            ),
            False,
        ),
        (
            "HEL-10.11-R2",
            ("0404", "0403") in entries(position(german="0403 1", red="0404 1, 0503 1, 0504 1, 2622 1"), "0403"),
            False,
        ),
        (
            "HEL-10.11-R2",
            ("0404", "0304") in entries(position(german="0304 1", red="0404 1, 0503 1, 0504 1, 2622 1"), "0304"),
            True,
        ),
    ),
)
def test_forts(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.clause("HEL-10.11-R1")
def test_forts_do_not_bar_retreats_and_returns() -> None:
    s = position(german="0403 2", red="0504 3, 0503 1, 2622 1", german_hqs="0403W")
    game = Game(s).play("move 0403 1; go 0504 0403; 4; 5")
    assert game.waiting == "german Losses"
    assert "retreat 0404" in game.legal()


@pytest.mark.clause("HEL-10.11-01")
def test_held_forts_close_the_way_to_the_city() -> None:
    """While Red holds all five, no way of single steps without an attack leads from the west edge past them."""
    seen, ring = {"0104"}, ["0104"]
    while ring:
        for end in next_hexes(ring.pop()):
            if end not in seen:
                seen.add(end)
                ring.append(end)
    assert max(int(cell[:2]) for cell in seen) <= 7
    assert not seen & set(DATA.ground.forts)


def next_hexes(cell: str) -> list[str]:
    here = position(german=f"{cell} 1", red="0501 1, 0503 1, 0504 1, 0605 1, 0706 1, 2622 1")
    return [way[1] for way in reach(DATA, here, "german", cell).quiet.values()]
