"""10 Movement into and out of battles; headquarters in danger."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position

from wardiary.core.games.helsinki.movement import reach
from wardiary.core.games.helsinki.queries import open_rear, rear
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e

What = Callable[[Game], Any]
S, NE = 3, 1


HQS = "0404E 0404W 0403W 0405E"
BATTLE = {"0404": ("german", S)}
"""Germans came into 0404 from the south: their rear is SE, S, SW, that of the Reds NW, N, NE."""


def flank(german: str, **fields: Any) -> HelsinkiState:
    return position(
        **{"german": f"0404 1, {german}", "red": "0404 1, 2622 1", "battles": BATTLE, "german_hqs": HQS, **fields}
    )


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-10.7-01", "HEL-10.7-03"),
            lambda: Game(position(german="0303 2", red="0403 2, 2622 1", german_hqs="0303E")).play(
                "move 0303 2; go 0403 0303; go 0403 0303"
            ),
            lambda g: (g.waiting, g.state.points),
            ("roll battle.attack german 2", 5),
        ),
        (
            "HEL-10.7-01",
            lambda: Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play("move 0303 1"),
            lambda g: [w for w in reach(DATA, g.state, "german", "0303").quiet.values() if "0403" in w],
            [],
        ),
        (
            ("HEL-10.7-02", "HEL-10.7-R1"),
            lambda: Game(position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 1; go 0403 0303"
            ),
            lambda g: (g.last(e.FacingSet).direction, rear(g.state, "german", "0403"), rear(g.state, "red", "0403")),
            (5, (4, 5, 0), (1, 2, 3)),
        ),
        (
            "HEL-10.7-02",
            lambda: Game(position(german="0303 1, 0402 1", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 1; go 0403 0303; 4; 4; move 0402 1; go 0403 0402"
            ),
            lambda g: g.state.facings["0403"].direction,
            5,
        ),
        (
            "HEL-10.7-R2",
            lambda: Game(position(german="0303 2", red="0403 1, 2622 1", german_hqs="0303E")).play(
                "move 0303 2; go 0403 0303"
            ),
            lambda g: g.legal(),
            ["go 0403 0303", "stay"],
        ),
        (
            "HEL-10.7-R3",
            lambda: Game(position(german="0303 3", red="0403 3, 2622 1", german_hqs="0303E")).play(
                "move 0303 3; go 0403 0303; go 0403 0303; go 0403 0303"
            ),
            lambda g: g.waiting,
            "roll battle.attack german 3",
        ),
        (
            "HEL-10.8-01",
            lambda: Game(flank("0405 1")).play("move 0405 1"),
            lambda g: [w for w in reach(DATA, g.state, "german", "0405").quiet.values() if "0404" in w],
            [],
        ),
        (
            "HEL-10.8-02",
            lambda: Game(flank("0405 1")).play("move 0405 1; go 0404 0405"),
            lambda g: (g.happened(e.BattleDeclared), g.at("0404"), g.state.facings["0404"].direction),
            ([], "german 2 red 1", S),
        ),
        (
            "HEL-10.8-02",
            lambda: Game(flank("0405 1", white="0404 2")).play("move 0405 1"),
            lambda g: "go 0404 0405" in g.legal(),
            False,
        ),
        (
            "HEL-10.8-03",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403"),
            lambda g: (g.waiting, g.last(e.BattleDeclared).units),
            ("roll battle.attack german 1", (2,)),
        ),
        (
            ("HEL-10.8-04", "HEL-10.8-R1"),
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            5,
        ),
        (
            "HEL-10.8-04",
            lambda: Game(flank("0504 1")).play("move 0504 1; go 0404 0504; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            4,
        ),
        (
            "HEL-10.8-04",
            lambda: Game(flank("0304 1")).play("move 0304 1; go 0404 0304; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            4,
        ),
        (
            ("HEL-10.8-05", "HEL-11.3-01"),
            lambda: Game(flank("0403 1, 0504 1, 0304 1", red="0404 1, 0405 1, 2622 1")).play(
                "move 0403 1; go 0404 0403; 1; 2"
            ),
            lambda g: (
                g.last(e.BattleResolved).attack,
                g.last(e.BattleResolved).defence,
                g.state.facings["0404"].direction,
            ),
            (3, 2, S),
        ),
        (
            "HEL-10.8-06",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 1; 1"),
            lambda g: (g.last(e.BattleResolved).loser, g.waiting),
            ("defender", "roll disorder red 1"),
        ),
        (
            "HEL-10.8-07",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 3; 5"),
            lambda g: (g.last(e.UnitsReturned).hex, g.at("0404"), g.at("0403")),
            ("0403", "german 1 red 1", "german 1"),
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0403 1, 0402 1", white="0404 2")).play("move 0403 1"),
            lambda g: "go 0404 0403" in g.legal(),
            True,
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0402 1, 0403 3", german_hqs="0402E")).play("move 0402 1"),
            lambda g: (g.waiting, [o for o in g.legal() if "0404" in o]),
            ("german March", []),
        ),
        (
            "HEL-10.8-R2",
            lambda: Game(flank("0402 2, 0403 2", german_hqs="0402E")).play("move 0402 2; go 0404 0403"),
            lambda g: g.legal(),
            ["stay"],
        ),
        (
            "HEL-10.8-R3",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 1; 4"),
            lambda g: (g.last(e.EffectApplied).loser, g.at("0403")),
            ("attacker", "german 1"),
        ),
        (
            "HEL-10.8-R4",
            lambda: Game(flank("0403 1")).play("move 0403 1; go 0404 0403; 6; 1"),
            lambda g: (g.at("0404"), g.at("0403"), g.state.facings),
            ("german 1", "german 1", {}),
        ),
        (
            "HEL-10.8-R6",
            lambda: Game(
                position(german="0403 1", white="0404 1", red="0404 1, 2622 1", battles={"0404": ("white", S)})
            ).play("move 0403 1; 6; go 0404 0403"),
            lambda g: g.last(e.BattleDeclared).kind,
            "flank",
        ),
        (
            "HEL-10.9-01",
            lambda: Game(flank("0208 1")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0405", "go 0505"],
        ),
        (
            "HEL-10.9-01",
            lambda: Game(flank("0208 1", red="0404 1, 0405 1, 2622 1")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0505"],
        ),
        (
            "HEL-10.9-R1",
            lambda: Game(flank("0405 3")).play("move 0404 1"),
            lambda g: g.legal("go"),
            ["go 0305", "go 0505"],
        ),
        (
            "HEL-10.7-R4",
            lambda: Game(flank("0208 1")).play("move 0404 1; go 0405"),
            lambda g: (g.last(e.BattleEnded).hex, g.state.facings),
            ("0404", {}),
        ),
    ),
)
def test_battles_entered_and_left(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-10.7-R4")
def test_an_entry_after_a_battle_has_ended_makes_a_new_axis() -> None:
    s = position(side="red", red="0404 1, 0304 1, 2622 1", german="0404 1", battles=BATTLE, red_hqs="0404")
    game = Game(s).play("move 0404 1; go 0403; move 0304 1; 6; go 0404 0304; 4; 4")
    assert (game.state.facings["0404"].side, game.state.facings["0404"].direction) == ("red", 5)


@pytest.mark.clause("HEL-10.8-R5", "HEL-10.8-06")
def test_a_flank_attack_that_makes_all_retreat_disorders_all_with_a_check() -> None:
    s = flank("0403 3", red="0404 2, 2622 1", german_hqs=HQS)
    game = Game(s).play("move 0403 3; go 0404 0403; stay; stay; 1; 2")
    assert game.last(e.EffectApplied).effect == "retreat_all"
    assert game.waiting == "roll disorder red 1"
    game.play("1; 1")
    assert len(game.happened(e.UnitDisordered)) == 2
    blocked = flank("0403 2, 0304 1, 0504 1", red="0404 1, 2622 1")
    game = Game(blocked).play("move 0403 1; go 0404 0403; 1; 1")
    assert open_rear(DATA, blocked, "red", "0404") == []
    assert [event.unit for event in game.happened(e.UnitDestroyed)] == [27]


LONE = {"german": "2610 2", "red": "2622 1", "red_hqs": "2611 2919", "german_hqs": "2610W"}


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            ("HEL-10.10-01", "HEL-10.10-R1"),
            lambda: Game(position(**LONE)).play("move 2610 2; go 2611; stay"),
            lambda g: (
                g.last(e.HqDestroyed).side,
                g.state.red_hqs_destroyed["german"],
                [h.where for h in g.state.hqs.values() if h.side == "red"],
                g.happened(e.BattleDeclared),
            ),
            ("german", 2, ["2919"], []),
        ),
        (
            "HEL-10.10-R1",
            lambda: Game(position(**{**LONE, "german": "2609 1, 2510 1"})).play("draw; draw GS01"),
            lambda g: g.happened(e.HqDestroyed),
            [],
        ),
        (
            "HEL-10.10-R1",
            lambda: Game(position(**{**LONE, "german": "2610 1"})).play("move 2610 1; go 2613"),
            lambda g: (g.at("2613"), g.happened(e.HqDestroyed)),
            ("german 1", []),
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(position(side="white", white="2918 1", squads="2918E", red="2622 1", red_hqs="2919")).play(
                "move 2918 1; go 2919"
            ),
            lambda g: (g.last(e.HqDestroyed).side, g.state.red_hqs_destroyed["white"]),
            ("white", 1),
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(
                position(
                    side="red",
                    german="2611 1",
                    white="2611 1",
                    red="2611 1, 2622 1",
                    red_hqs="2611",
                    battles={"2611": ("german", 0)},
                )
            ).play("move 2611 1; go 2612"),
            lambda g: g.last(e.HqDestroyed).side,
            "german",
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(
                position(
                    side="red",
                    white="2611 1",
                    red="2611 1, 2622 1",
                    red_hqs="2611",
                    battles={"2611": ("white", 0)},
                )
            ).play("move 2611 1; go 2612"),
            lambda g: g.last(e.HqDestroyed).side,
            "white",
        ),
        (
            "HEL-10.10-R2",
            lambda: Game(
                position(side="white", german="2919 1", white="2918 1", squads="2918E", red="2622 1", red_hqs="2919")
            ).play("move 2918 1; go 2919"),
            lambda g: g.last(e.HqDestroyed).side,
            "white",
        ),
        (
            "HEL-10.10-02",
            lambda: Game(position(side="red", red="2611 2, 2622 1", red_hqs="2611", german_hqs="2610E")).play(
                "move 2611 2; go 2610; stay"
            ),
            lambda g: (g.waiting, {DATA.ground.touching[o.split()[2]].count("2610") for o in g.legal()}),
            ("german Settling", {0}),
        ),
        (
            "HEL-10.10-03",
            lambda: Game(
                position(side="red", red="2611 1, 2710 1, 2711 1, 2622 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 1; go 2610"),
            lambda g: (g.last(e.HqDestroyed).hq, 1 in g.state.hqs),
            (1, False),
        ),
        (
            "HEL-10.10-R4",
            lambda: Game(
                position(side="red", red="2611 1, 2710 1, 2711 1, 2622 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 1; go 2610"),
            lambda g: g.state.covered,
            0,
        ),
        (
            "HEL-10.10-04",
            lambda: Game(position(side="red", red="2421 1, 2622 1", red_hqs="2919", squads="2420E 2421E")).play(
                "move 2421 1; stay"
            ),
            lambda g: list(g.state.squads.values())[:2],
            ["2420E", "2421E"],
        ),
        (
            "HEL-10.10-R3",
            lambda: Game(
                position(side="red", red="2611 2, 2622 1", german="2610 1", red_hqs="2611", german_hqs="2610E")
            ).play("move 2611 2; go 2610 2611; stay; 4; 3"),
            lambda g: g.happened(e.HqMarched),
            [],
        ),
        (
            "HEL-10.10-R5",
            lambda: Game(position(side="red", red="2622 1, 2611 1", red_hqs="2611", german_hqs="2611E")).play(
                "recruit; 4; place 2611"
            ),
            lambda g: g.waiting,
            "german Settling",
        ),
    ),
)
def test_headquarters_in_danger(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-10.10-R3", "HEL-10.10-R5", "HEL-10.10-02")
def test_germans_take_their_headquarters_one_at_a_time_to_safe_corners_of_touched_land() -> None:
    s = position(side="red", red="2611 2, 2622 1", red_hqs="2611", german_hqs="2610E 2610W")
    game = Game(s).play("move 2611 2; go 2610; stay")
    first = game.legal("hop")
    assert {line.split()[1] for line in first} == {"1", "2"}
    for line in first:
        vertex = line.split()[2]
        hq = s.hqs[int(line.split()[1])].where
        assert any(vertex in DATA.ground.corners[c] for c in DATA.ground.touching[hq])
        assert vertex not in DATA.ground.in_water
    game.play(first[0])
    assert {line.split()[1] for line in game.legal("hop")} <= {"2"}


@pytest.mark.clause("HEL-10.8-R2")
def test_flank_attackers_may_stand_four_in_a_hex_with_their_friends() -> None:
    game = Game(flank("0403 2", white="0404 1", german_hqs=HQS)).play("move 0403 2; go 0404 0403; go 0404 0403")
    assert game.at("0404") == "german 3 red 1 white 1"
    assert SPEC.rules.faults(DATA, game.state) == []


@pytest.mark.clause("HEL-7.3-R3")
def test_ends_are_listed_sorted_first_those_without_enemies() -> None:
    game = Game(position(german="0404 1", red="0405 1, 0505 1, 0403 1, 2622 1", german_hqs="0404E")).play("move 0404 1")
    ends = game.legal("go")
    quiet, entries = [end for end in ends if end.count(" ") == 1], [end for end in ends if end.count(" ") == 2]
    assert ends == [*sorted(quiet), *sorted(entries)]
    assert len(entries) > 3
