"""12 Cards: what each does in a battle, for a die, between orders."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import DATA, Game, S, clauses, fight, hand, position, sums

from wardiary.events import helsinki as e

What = Callable[[Game], Any]


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        # GS01, GS02, GS03, GS05
        ("HEL-12.0-01", lambda: fight(hands=hand(german=("GS01",))).play("play GS01; 3; 1"), sums, (4, 1)),
        ("HEL-12.0-01", lambda: fight("red", hands=hand(german=("GS01",))).play("play GS01; 4; 3"), sums, (4, 4)),
        (
            "HEL-12.0-01",
            lambda: fight(german_hqs="", script="6", hands=hand(german=("GS01",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        (
            "HEL-12.0-01",
            lambda: fight(hands=hand(german=("GS02",))).play("play GS02"),
            lambda g: g.waiting,
            "roll battle.attack german 2",
        ),
        ("HEL-12.0-01", lambda: fight("red", hands=hand(german=("GS02",))).play("play GS02; 4; 3"), sums, (4, 4)),
        ("HEL-12.0-01", lambda: fight(cell="2421", hands=hand(german=("GS03",))).play("play GS03; 4; 1"), sums, (4, 1)),
        ("HEL-12.0-01", lambda: fight(cell="2421", script="4; 1"), sums, (4, DATA.terrain["C"].B)),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0503", hands=hand(german=("GS03",))).play("play GS03; 4; 1"),
            sums,
            (4, max(1, DATA.extra.fort.B - 2)),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(hands=hand(german=("GS03",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        (
            "HEL-12.0-01",
            lambda: fight("red", cell="2421", hands=hand(german=("GS03",))),
            lambda g: g.waiting,
            "roll battle.attack red 1",
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-03"),
            lambda: fight(
                cell="0707", battles={"0707": ("german", 0)}, hands=hand(german=("GS05",)), tracks={"meurer": 1}
            ).play("play GS05; 3; 1"),
            lambda g: (sums(g), g.state.removed),
            ((5, 1), ("GS05",)),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0707", hands=hand(german=("GS05",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0707", hands=hand(german=("GS05",)), landed=True),
            lambda g: g.waiting,
            "german Window",
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0303", hands=hand(german=("GS05",)), landed=True),
            lambda g: (DATA.ground.water_distance["0303"] > 2, g.waiting),
            (True, "roll battle.attack german 1"),
        ),
        # RS01, RS02, RS03
        ("HEL-12.0-01", lambda: fight(hands=hand(red=("RS01",))).play("play RS01; 3; 2"), sums, (3, 3)),
        ("HEL-12.0-01", lambda: fight(hands=hand(red=("RS02",))).play("play RS02; 3; 2"), sums, (3, 3)),
        ("HEL-12.0-01", lambda: fight("red", hands=hand(red=("RS02",))).play("play RS02; 3; 5"), sums, (5, 5)),
        (
            "HEL-12.0-01",
            lambda: fight(red_hqs="", hands=hand(red=("RS02",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-06"),
            lambda: fight(script="4; 2", hands=hand(red=("RS03",))),
            lambda g: (g.waiting, g.legal()),
            ("red Window", ["play RS03", "pass"]),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(script="4; 2; play RS03", hands=hand(red=("RS03",))),
            lambda g: [(shift.columns, shift.card) for shift in g.happened(e.ColumnShifted)],
            [(1, "RS03")],
        ),
        (
            "HEL-12.0-01",
            lambda: fight(script="4; 2; play RS03", hands=hand(red=("RS03",))).play("shift 0"),
            lambda g: g.last(e.EffectApplied).effect,
            DATA.battle.effects[1][2],
        ),
        (
            "HEL-12.0-01",
            lambda: fight(script="4; 4", hands=hand(red=("RS03",))),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-12.0-01",
            lambda: fight("red", script="2; 4", hands=hand(red=("RS03",))),
            lambda g: g.happened(e.CardPlayed),
            [],
        ),
        # RS04
        (
            ("HEL-12.0-01", "HEL-11.0-01"),
            lambda: fight(script="4; 4", hands=hand(red=("RS04",))).play("play RS04; attack 0404 1"),
            lambda g: (g.last(e.BattleDeclared).kind, g.waiting),
            ("card", "roll battle.attack red 1"),
        ),
        (
            ("HEL-11.3-01", "HEL-11.2-R2"),
            lambda: fight(script="4; 4", hands=hand(red=("RS04",))).play("play RS04; attack 0404 1; 3; 1"),
            sums,
            (3, DATA.terrain["O"].M),
        ),
        (
            "HEL-12.0-01",
            lambda: fight("red", script="4; 4", hands=hand(red=("RS04",))),
            lambda g: g.waiting,
            "red RedOrders",
        ),
        (
            "HEL-12.0-01",
            lambda: fight(script="4; 4", hands=hand(red=("RS04", "RS04"))).play("play RS04; attack 0404 1; 4; 4"),
            lambda g: (g.waiting, g.state.hands["red"]),
            ("german GermanOrders", ("RS04",)),
        ),
        # RS05, RS07, GS04, GS07, GS08 between orders
        (
            "HEL-12.0-01",
            lambda: Game(position(side="red", hands=hand(red=("RS05",)))).play("play RS05"),
            lambda g: g.track("morale"),
            2,
        ),
        (
            "HEL-12.0-R6",
            lambda: Game(position(side="red", hands=hand(red=("RS05",)), casualties=3)),
            lambda g: g.legal("play"),
            [],
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(hands=hand(german=("GS07",)))).play("play GS07"),
            lambda g: g.track("headquarters"),
            2,
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(hands=hand(german=("GS07",)), tracks={"headquarters": 5})).play("play GS07"),
            lambda g: g.track("headquarters"),
            6,
        ),
        (
            "HEL-12.0-R6",
            lambda: Game(position(hands=hand(german=("GS07",)), tracks={"headquarters": 6})),
            lambda g: g.legal("play"),
            [],
        ),
        # RS06, WA06
        (
            "HEL-12.0-01",
            lambda: Game(position(side="red", red="0606 1, 2622 1", hands=hand(red=("RS06",)))).play(
                "move 0606 1; play RS06"
            ),
            lambda g: (g.waiting, g.last(e.CommandTested).card),
            ("red March", "RS06"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(german="0208 1", hands=hand(white=("WA06",)))).play("move 0208 1"),
            lambda g: (g.waiting, g.play("play WA06").waiting),
            ("white Window", "german March"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="white", white="2418 1", hands=hand(white=("WA06",)))).play("move 2418 1"),
            lambda g: g.waiting,
            "roll command white 1",
        ),
        (
            ("HEL-12.0-01", "HEL-5.1-05"),
            lambda: Game(
                position(german="0104 1", red="0606 1, 2622 1", red_hqs="2622", time=23, hands=hand(red=("RS06",)))
            ).play("draw; draw GS01; play RS06"),
            lambda g: (g.waiting, g.at("0606")),
            ("german GermanOrders", "red 1"),
        ),
        # RS08, WA03, RE06
        (
            "HEL-12.0-01",
            lambda: Game(position(side="red", squads="2523E", hands=hand(red=("RS08",)))).play(
                "arrest 1; play RS08; 4"
            ),
            lambda g: (g.last(e.ArrestTried).total, g.state.squads[1]),
            (5, "arrested"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="red", squads="2523E", hands=hand(white=("WA03",)))).play("arrest 1; play WA03"),
            lambda g: (g.waiting, g.state.squads[1], g.last(e.ArrestTried).card),
            ("red RedOrders", "2523E", "WA03"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="red", squads="2523E", effects=("RE06",))).play("arrest 1; 4"),
            lambda g: g.last(e.ArrestTried).total,
            5,
        ),
        # WA01, WA02, WA04, WA07
        (
            "HEL-12.0-01",
            lambda: Game(
                position(
                    side="white",
                    white="2421 1",
                    red="2421 1, 2622 1",
                    squads="2421E",
                    battles={"2421": ("white", S)},
                    hands=hand(white=("WA01",)),
                )
            ).play("attack 2421 1; play WA01; 4; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            5,
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="white", hands=hand(white=("WA02",)))).play("organise 2421E; play WA02"),
            lambda g: (g.state.squads[1], g.waiting),
            ("2421E", "white WhiteOrders"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="white", squads="2421E", hands=hand(white=("WA04",)))).play(
                "form 2421; play WA04; 3"
            ),
            lambda g: (g.last(e.UnitFormed).touching, g.at("2421")),
            (3, "white 1"),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(position(side="white", squads="2421E", hands=hand(white=("WA02", "WA04")))).play("form 2421"),
            lambda g: g.legal(),
            ["play WA04", "pass"],
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="2421", squads="2421W", hands=hand(white=("WA07",))).play("play WA07; 3; 1"),
            lambda g: g.last(e.BattleResolved).attack,
            4,
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="2421", hands=hand(white=("WA07",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        # RE01
        (
            ("HEL-12.0-01", "HEL-12.0-03"),
            lambda: fight(cell="0603", hands=hand(red=("RE01",))).play("play RE01; 6; 2"),
            lambda g: (sums(g), g.state.removed),
            ((6, 4), ("RE01",)),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0603", german="0603 1, T2 1", hands=hand(red=("RE01",))),
            lambda g: g.waiting,
            "roll battle.attack german 1",
        ),
        ("HEL-12.0-01", lambda: fight(hands=hand(red=("RE01",))), lambda g: g.waiting, "roll battle.attack german 1"),
        # one copy in one battle; order of asking; piles
        (
            "HEL-12.0-R1",
            lambda: fight(hands=hand(german=("GS01", "GS01", "GS02"))).play("play GS01"),
            lambda g: g.legal(),
            ["play GS02", "pass"],
        ),
        (
            "HEL-12.0-R1",
            lambda: fight(hands=hand(german=("GS01", "GS02"))).play("play GS01; play GS02; 3 1; 1"),
            sums,
            (4, 1),
        ),
        (
            "HEL-12.0-05",
            lambda: fight(hands=hand(german=("GS01",), red=("RS01",))),
            lambda g: [g.waiting, g.play("pass").waiting, g.play("pass").waiting],
            ["german Window", "red Window", "roll battle.attack german 1"],
        ),
        (
            "HEL-12.0-05",
            lambda: fight("red", hands=hand(german=("GS01",), red=("RS01",))),
            lambda g: [g.waiting, g.play("pass").waiting],
            ["red Window", "german Window"],
        ),
        (
            "HEL-12.0-02",
            lambda: fight(hands=hand(german=("GS01",))).play("play GS01"),
            lambda g: (g.state.hands["german"], g.state.discards["GS"]),
            ((), ("GS01",)),
        ),
        (
            "HEL-12.0-R2",
            lambda: Game(position(hands=hand(german=DATA.decks["GS"][:11]))).play("draw; draw GS08"),
            lambda g: len(g.state.hands["german"]),
            12,
        ),
    ),
)
def test_cards(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected
