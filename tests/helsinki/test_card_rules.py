"""12 Cards: at the start of an initiative, for the next order, in the piles, in hidden windows."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.helsinki.kit import (
    DATA,
    SPEC,
    Game,
    Hands,
    S,
    clauses,
    fight,
    hand,
    position,
    refuses,
    replaced,
    rules_with,
    sums,
)

from wardiary.core.games.helsinki.movement import reach
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.common import Back
from wardiary.events.helsinki import Side

What = Callable[[Game], Any]


def start(active: Side, hands: Hands, **fields: Any) -> Game:
    """The start of an initiative of a side, after a White one."""
    dice = {"red": "5; 2", "german": "5; 6", "white": "3; 3"}[active]
    s = position(**{"red": "2622 1, 2722 1", "hands": hands, "side": "white", **fields})
    return Game(s).play("done").play(dice)


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        (
            "HEL-12.0-01",
            lambda: start("red", hand(white=("WA05",))).play("play WA05; add meurer; pass"),
            lambda g: g.state.points,
            2,
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(white=("WA05", "WA05"))).play("play WA05; play WA05; add meurer; pass"),
            lambda g: g.state.points,
            1,
        ),
        (
            "HEL-12.0-R6",
            lambda: start("german", hand(white=("WA05",), red=("RE02", "RE04"))),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-12.0-01",
            lambda: start("white", hand(white=("WA08",))).play("play WA08"),
            lambda g: g.state.points,
            DATA.activity_points[1] + 1,
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE02",)), red="T2 1, 2622 1").play("play RE02; place 2901; place 2902"),
            lambda g: (g.at("2901"), g.at("2902"), g.waiting),
            ("red 1", "red 1", "german Gift"),
        ),
        ("HEL-12.0-01", lambda: start("red", hand(red=("RE02",)), red="2622 1"), lambda g: g.waiting, "german Gift"),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE03",))).play("play RE03"),
            lambda g: (
                {DATA.ground.terrain[line.split()[1]] for line in g.legal("place")}
                | {bool(DATA.ground.flags_near[line.split()[1]]) for line in g.legal("place")}
            ),
            {"C", True},
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE03",))).play("play RE03; place 2723; done"),
            lambda g: (g.at("2723"), g.waiting),
            ("red 1", "german Gift"),
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE04",))).play("play RE04"),
            lambda g: g.legal(),
            ["barricade 2622", "barricade 2722", "done"],
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE04",))).play("play RE04; barricade 2622; done"),
            lambda g: g.state.barricades,
            {"2622": 1},
        ),
        ("HEL-12.0-01", lambda: start("red", hand(red=("RE05",))), lambda g: g.waiting, "german Gift"),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE05",)), time=21).play("play RE05"),
            lambda g: g.state.effects,
            ("RE05",),
        ),
        (("HEL-12.0-01", "HEL-12.0-R6"), lambda: start("red", hand(red=("RE06",))), lambda g: g.waiting, "german Gift"),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE06",)), squads="2421E").play("play RE06"),
            lambda g: (g.state.effects, g.state.removed),
            (("RE06",), ("RE06",)),
        ),
        (
            "HEL-12.0-05",
            lambda: start("red", hand(white=("WA05",), red=("RE04",))),
            lambda g: [g.waiting, g.play("pass").waiting, g.play("pass").waiting],
            ["red Window", "white Window", "german Gift"],
        ),
    ),
)
def test_cards_at_the_start_of_an_initiative(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


def raid(**fields: Any) -> HelsinkiState:
    return position(
        **{
            "side": "red",
            "red": "0606 1, 2622 1",
            "german": "0606 1",
            "time": 21,
            "battles": {"0606": ("german", S)},
            **fields,
        }
    )


@pytest.mark.clause("HEL-12.0-01")
def test_the_night_raid_spares_tests_and_the_night() -> None:
    game = Game(raid(effects=("RE05",))).play("attack 0606 1; 4; 4")
    tested = game.last(e.CommandTested)
    assert (tested.passed, tested.card, sums(game)) == (True, "RE05", (4, 4))
    assert Game(raid()).play("attack 0606 1").waiting == "roll command red 1"
    assert Game(raid(effects=("RE06",))).play("attack 0606 1").waiting == "roll command red 1"


@pytest.mark.clause("HEL-12.0-01")
def test_barricades_stand_while_a_red_unit_does() -> None:
    fields: dict[str, Any] = {
        "red": "2421 1, 2622 1",
        "german": "2420 1",
        "german_hqs": "2420E",
        "barricades": {"2421": 1},
    }
    game = Game(position(**fields)).play("move 2420 1; go 2421 2420; 6; 1")
    assert sums(game)[1] == DATA.terrain["C"].M + 1
    leaving = Game(position(side="red", red="2421 1, 2622 1", red_hqs="2421", barricades={"2421": 1}))
    assert leaving.play("move 2421 1; go 2422").state.barricades == {}


@pytest.mark.parametrize(
    ("clause", "card", "side", "cell", "gains", "loses"),
    clauses(
        (("HEL-12.0-01", "HEL-12.0-R5"), "GS04", "german", "0104", "0108", "0109"),
        (("HEL-12.0-01", "HEL-12.0-R5"), "GS08", "german", "2421", "2423", "2424"),
        (("HEL-12.0-01", "HEL-12.0-R5"), "RS07", "red", "2421", "2424", "2921"),
    ),
)
def test_cards_for_the_next_movement_order(
    clause: str, card: str, side: Side, cell: str, gains: str, loses: str
) -> None:
    own = {side: f"{cell} 2" if side == "german" else f"{cell} 2, 2622 1"}
    hq = {"german_hqs": f"{cell}E"} if side == "german" else {"red_hqs": cell}
    hands: Any = {side: (card,)}
    s = position(side=side, hands=hands, **own, **hq)
    assert gains not in reach(DATA, s, side, cell).quiet
    game = Game(s).play(f"play {card}; move {cell} 1")
    assert f"go {gains}" in game.legal()
    assert f"go {loses}" not in game.legal()
    game.play(f"go {gains}; move {cell} 1")
    assert f"go {gains}" not in game.legal()
    unused = Game(s).play(f"play {card}; done")
    assert unused.state.effects == ()


@pytest.mark.clause("HEL-12.0-R5")
def test_a_card_is_used_by_an_order_whose_units_fail() -> None:
    s = position(german="0206 1, 0208 1", german_hqs="0206E", hands={"german": ("GS04",)})
    game = Game(s).play("play GS04; move 0208 1; 1")
    assert (game.state.effects, game.last(e.CardEffectUsed).card) == ((), "GS04")


@pytest.mark.clause("HEL-11.0-01", "HEL-12.0-01", "HEL-12.0-R6")
def test_the_assault_party_attacks_without_a_point() -> None:
    s = position(
        german="0404 2, 0706 1",
        red="0404 1, 0706 1, 2622 1",
        german_hqs="0404E",
        hands={"german": ("GS06", "GS06")},
        battles={"0404": ("german", S), "0706": ("german", S)},
    )
    game = Game(s).play("play GS06")
    assert game.legal() == ["attack 0404 1", "attack 0404 2"]
    linked = position(
        german="2611 1, 0404 1",
        red="2611 1, 0404 1, 2622 1",
        german_hqs="0404E 2611E",
        hands={"german": ("GS06",)},
        battles={"2611": ("german", S), "0404": ("german", S)},
    )
    assert Game(linked).play("play GS06").legal() == ["attack 0404 1", "attack 2611 1"]
    game.play("attack 0404 2; 3 4; 4")
    assert (game.state.points, game.waiting, game.last(e.BattleDeclared).cards) == (6, "german GermanOrders", ("GS06",))
    game.play("play GS06; attack 0404 1; 4; 4")
    assert game.last(e.BattleDeclared).cards == ("GS06",)
    assert refuses(position(german="0404 1", hands={"german": ("GS06",)}), "play GS06", "HEL-12.0-R6")


@pytest.mark.clause("HEL-12.0-R3", "HEL-12.0-02")
def test_a_played_card_is_open_and_the_pile_is_not() -> None:
    game = fight(hands={"german": ("GS01",)}).play("play GS01")
    event = game.last(e.CardPlayed)
    assert SPEC.sight.redactions[e.CardPlayed](game.state, event, "red") == event
    seen = SPEC.sight.view(DATA, game.state, "red")
    assert seen.state.discards["GS"] == ()
    assert seen.discard_sizes["GS"] == 1
    assert SPEC.sight.view(DATA, game.state, "german").state.discards["GS"] == ("GS01",)


@pytest.mark.clause("HEL-4.1-05", "HEL-12.0-02")
def test_nobody_else_knows_of_a_window() -> None:
    game = fight(hands={"red": ("RS01",)})
    assert game.waiting == "red Window"
    window = game.last(e.AskWindow)
    before = game.state
    for seat in ("german", "white"):
        assert SPEC.sight.redactions[e.AskWindow](before, window, seat) is None
        assert SPEC.sight.redactions[e.Pass](before, e.Pass(), seat) is None
        assert SPEC.sight.redactions[Back](before, Back(to=window.at), seat) is None
        assert not [f for f in SPEC.sight.view(DATA, before, seat).state.frames if isinstance(f, e.AskWindow)]
    assert SPEC.sight.redactions[e.Pass](before, e.Pass(), "red") is not None
    assert SPEC.sight.view(DATA, before, "red").state.frames[-1] == window
    assert game.rules.legal(before, "red")


@pytest.mark.clause("HEL-12.0-04")
def test_an_empty_deck_gives_no_cards() -> None:
    s = position(bags={"GS": (), "RS": (), "WA": (), "RE": ()})
    assert refuses(s, "draw", "HEL-9.1-01")


@pytest.mark.clause("HEL-12.0-01")
def test_a_card_answers_a_chain_of_battles_once() -> None:
    """Were there a German card that answers battles, no second Red one would answer that."""
    text = 'id = "GS06"\ncopies = 2\nwindow = "own"'
    rules = rules_with(SPEC, cards=replaced(text, text.replace("own", "after")))
    s = position(
        german="0404 1",
        red="0404 1, 2622 1",
        german_hqs="0404E",
        red_hqs="0404",
        battles={"0404": ("german", S)},
        hands={"german": ("GS06", "GS06"), "red": ("RS04", "RS04")},
    )
    game = Game(s, rules).play("attack 0404 1; 4; 4; play RS04; attack 0404 1; 4; 4")
    assert game.waiting == "german Window"
    game.play("play GS06; attack 0404 1; 4; 4")
    assert game.last(e.BattleDeclared).cards == ("RS04", "GS06")
    assert game.waiting == "german GermanOrders"


@pytest.mark.clause("HEL-12.0-01")
def test_an_order_without_a_battle_opens_no_window_after_one() -> None:
    """The battle of a card between orders can be answered at once, not after the next order."""
    s = position(
        german="0404 2",
        red="0404 1, 2622 1",
        german_hqs="0404E",
        red_hqs="0404",
        battles={"0404": ("german", S)},
        hands={"german": ("GS06",), "red": ("RS04",)},
    )
    game = Game(s).play("play GS06; attack 0404 1; 4; 4")
    assert game.legal() == ["play RS04", "pass"]
    assert game.play("pass; draw; draw GS01").waiting == "german GermanOrders"


@pytest.mark.clause("HEL-12.0-05")
@pytest.mark.parametrize("side", ["german", "red"])
def test_of_two_allies_whose_order_it_is_not_germans_are_asked_first(side: Side) -> None:
    """As attackers and as defenders."""
    s = position(
        side=side,
        german="2421 1",
        red="2421 1, 2622 1",
        german_hqs="2421E",
        red_hqs="2421",
        squads="2421W",
        battles={"2421": ("german", S)},
        hands={"german": ("GS01",), "white": ("WA07",)},
    )
    game = Game(s).play("attack 2421 1")
    assert [game.waiting, game.play("pass").waiting] == ["german Window", "white Window"]
