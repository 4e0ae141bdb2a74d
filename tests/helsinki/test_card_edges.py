"""12 Cards: when a card is not offered, and where its number ends."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, Game, clauses, position, replaced, rules_with

from wardiary.core.engine import Rules
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side

What = Callable[[Game], Any]
Hands = Mapping[Side, tuple[str, ...]]
S = 3


def fight(side: Side = "german", cell: str = "0404", rules: Any = RULES, **fields: Any) -> Game:
    """A battle order in a hex where both sides are in command, the Germans having come from the south."""
    start = {
        "german": f"{cell} 1",
        "red": f"{cell} 1, 2622 1",
        "german_hqs": f"{cell}E",
        "red_hqs": cell,
        "battles": {cell: ("german", S)},
    }
    return Game(position(**{**start, "side": side, **fields}), rules).play(f"attack {cell} 1")


def start(active: Side, hands: Hands, **fields: Any) -> Game:
    """The start of an initiative of a side, after a White one; Red would get 1 point on the first day."""
    dice = {"red": "5; 4", "german": "5; 6", "white": "3; 3"}[active]
    s = position(**{"red": "2622 1, 2722 1", "hands": hands, "side": "white", **fields})
    return Game(s).play("done").play(dice)


def whites_fight(**fields: Any) -> Game:
    """Whites and Reds in 2421; Germans only look on."""
    start = {
        "white": "2421 1",
        "red": "2421 1, 2622 1",
        "squads": "2421E",
        "german": "2421 1",
        "german_hqs": "2421W",
        "battles": {"2421": ("white", S)},
        "side": "white",
    }
    return Game(position(**{**start, **fields})).play("attack 2421 1")


def hand(**cards: Any) -> Hands:
    return cards  # type: ignore[return-value]


def offered(game: Game) -> list[str]:
    return game.legal("play")


@pytest.mark.parametrize(
    ("clause", "game", "what", "expected"),
    clauses(
        # before the dice
        ("HEL-12.0-01", lambda: whites_fight(hands=hand(german=("GS01", "GS02"), white=("WA07",))), offered, []),
        ("HEL-12.0-01", lambda: whites_fight(hands=hand(white=("WA01",))), offered, ["play WA01"]),
        (
            "HEL-12.0-01",
            lambda: fight(german_hqs="", hands=hand(german=("GS01", "GS02"))).play("6"),
            offered,
            ["play GS02"],
        ),
        ("HEL-12.0-01", lambda: fight(red_hqs="", hands=hand(red=("RS01", "RS02"))), offered, ["play RS01"]),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0307", hands=hand(german=("GS05",)), landed=True),
            lambda g: (DATA.ground.water_distance["0307"], offered(g)),
            (3, []),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0308", hands=hand(german=("GS05",)), tracks={"meurer": 1}),
            lambda g: (DATA.ground.water_distance["0308"], offered(g)),
            (2, ["play GS05"]),
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-R6"),
            lambda: fight(cell="0507", hands=hand(german=("GS03",))),
            lambda g: (DATA.terrain[DATA.ground.terrain["0507"]].B > 1, offered(g)),
            (False, []),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="0606", hands=hand(german=("GS03",))),
            lambda g: (DATA.terrain[DATA.ground.terrain["0606"]].B > 1, offered(g)),
            (True, []),
        ),
        (
            "HEL-12.0-01",
            lambda: fight(cell="2421", barricades={"2421": 1}, hands=hand(german=("GS03",))).play("play GS03; 4; 1"),
            lambda g: g.last(e.BattleResolved).defence,
            DATA.terrain["C"].B + 1 - 2,
        ),
        (
            "HEL-12.0-01",
            lambda: fight(squads="0404W", hands=hand(white=("WA07",))),
            offered,
            [],
        ),
        # after them
        ("HEL-12.0-01", lambda: fight("red", hands=hand(red=("RS03",))).play("4; 2"), offered, []),
        (
            "HEL-12.0-01",
            lambda: fight(german_hqs="", hands=hand(red=("RS04",))).play("6; 3; 4; retreat 0405"),
            lambda g: (g.at("0404"), g.waiting),
            ("red 1", "german GermanOrders"),
        ),
        # at the start
        (
            "HEL-12.0-R6",
            lambda: start("red", hand(white=("WA05", "WA05"))).play("play WA05"),
            lambda g: (g.waiting, g.play("add meurer; pass").waiting, g.last(e.PointsReceived).points),
            ("german Gift", "roll initiative red 1", 0),
        ),
        ("HEL-12.0-01", lambda: start("white", hand(white=("WA05",))), lambda g: g.waiting, "white WhiteOrders"),
        ("HEL-12.0-01", lambda: start("german", hand(red=("RE03",))), lambda g: g.waiting, "german GermanOrders"),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE02",)), red="T2 1, 2902 3, 2903 2, 2622 1", german="2901 1").play(
                "play RE02"
            ),
            lambda g: (g.legal(), g.play("place 2903").waiting),
            (["place 2903", "done"], "german Gift"),
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE02",)), red="T2 1, 2622 1").play("play RE02; place 2901; place 2901"),
            lambda g: (g.at("2901"), g.waiting),
            ("red 2", "german Gift"),
        ),
        (
            "HEL-12.0-R6",
            lambda: start(
                "red", hand(red=("RE03",)), red="2622 3, 0101 3, 0102 3, 0103 3, 0104 3, 0105 3, 0106 3, 0107 3"
            ),
            lambda g: g.waiting,
            "german Gift",
        ),
        (
            "HEL-12.0-01",
            lambda: start(
                "red",
                hand(red=("RE04",)),
                red="2622 1, 2722 1, 2421 1, 2919 1, 2611 1, 2520 1",
                german="2421 1",
                battles={"2421": ("german", S)},
            ).play("play RE04"),
            lambda g: [g.legal(), g.play("barricade 2520; barricade 2622").legal(), g.play("barricade 2722").waiting],
            [
                ["barricade 2520", "barricade 2622", "barricade 2722", "barricade 2919", "done"],
                ["barricade 2722", "barricade 2919", "done"],
                "german Gift",
            ],
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE04",))).play("play RE04; barricade 2622; barricade 2722"),
            lambda g: (g.state.barricades, g.waiting),
            ({"2622": 1, "2722": 1}, "german Gift"),
        ),
        (
            "HEL-12.0-01",
            lambda: start("german", hand(red=("RE05",)), time=21),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-12.0-01",
            lambda: start("german", hand(red=("RE06",)), squads="2421E"),
            lambda g: g.waiting,
            "german GermanOrders",
        ),
        (
            "HEL-12.0-R6",
            lambda: start("red", hand(red=("RE04",)), red="0606 1", guard=False),
            lambda g: g.waiting,
            "german Gift",
        ),
        (
            "HEL-12.0-01",
            lambda: start("red", hand(red=("RE04",))).play("play RE04; barricade 2622; done"),
            lambda g: (g.state.barricades, g.waiting),
            ({"2622": 1}, "german Gift"),
        ),
        (
            ("HEL-10.10-R5", "HEL-10.10-02"),
            lambda: start("red", hand(red=("RE03",)), german_hqs="2723E").play("play RE03; place 2723; done"),
            lambda g: (g.at("2723"), g.waiting),
            ("red 1", "german Settling"),
        ),
        # between orders, for a die
        (
            "HEL-12.0-R6",
            lambda: Game(position(side="red", hands=hand(red=("RS05",)), casualties=2)),
            offered,
            ["play RS05"],
        ),
        (
            "HEL-12.0-01",
            lambda: Game(
                position(
                    german="0404 1",
                    red="0404 1, 2622 1",
                    german_hqs="0404E",
                    battles={"0404": ("german", S)},
                    time=21,
                    hands=hand(german=("GS06",)),
                )
            ),
            offered,
            ["play GS06"],
        ),
        (
            "HEL-12.0-01",
            lambda: Game(
                position(
                    white="2421 1",
                    red="2421 1, 2622 1",
                    german_hqs="2421E",
                    battles={"2421": ("white", S)},
                    hands=hand(german=("GS06",)),
                )
            ),
            offered,
            [],
        ),
        (
            "HEL-12.0-01",
            lambda: Game(
                position(
                    german="0706 1", red="0706 1, 2622 1", battles={"0706": ("german", S)}, hands=hand(german=("GS06",))
                )
            ),
            offered,
            [],
        ),
        (
            "HEL-12.0-R1",
            lambda: Game(position(side="white", hands=hand(white=("WA02", "WA02")))).play("organise 2421E; play WA02"),
            lambda g: (g.waiting, g.state.hands["white"]),
            ("white WhiteOrders", ("WA02",)),
        ),
        (
            "HEL-12.0-01",
            lambda: Game(
                position(side="red", red="2421 1, 2622 1", squads="2421E", hands=hand(white=("WA02", "WA04")))
            ).play("arrest 1"),
            lambda g: g.waiting,
            "roll arrest red 1",
        ),
        (
            ("HEL-12.0-01", "HEL-12.0-R5"),
            lambda: Game(position(german="0205 1", german_hqs="0205E", hands=hand(german=("GS04", "GS08")))).play(
                "play GS04; play GS08; draw; draw GS01; move 0205 1"
            ),
            lambda g: [ev.card for ev in g.happened(e.CardEffectUsed)],
            ["GS04", "GS08"],
        ),
    ),
)
def test_card_edges(clause: str, game: Callable[[], Game], what: What, expected: Any) -> None:
    assert what(game()) == expected


@pytest.mark.clause("HEL-12.0-R6")
def test_the_minenwerfer_is_not_offered_where_the_terrain_can_go_no_lower() -> None:
    text = "M = 3\nB = 3\n\n[terrain_extra]"
    for value, legal in ((1, []), (2, ["play GS03"])):
        data = rules_with(SPEC, charts=replaced(text, text.replace("B = 3", f"B = {value}"))).data
        game = fight(cell="2421", rules=Rules(SPEC, data), hands=hand(german=("GS03",)))
        assert offered(game) == legal


@pytest.mark.clause("HEL-12.0-R6")
def test_a_card_for_attackers_is_not_offered_to_a_defender_nor_the_other_way_round() -> None:
    text = 'op = { op = "modifier", side = "red", attack = 1, defence = 1 }'
    for part, side in (("attack = 1", "red"), ("defence = 1", "german")):
        one = f'op = {{ op = "modifier", side = "red", {part} }}'
        rules = rules_with(SPEC, cards=replaced(text, one))
        for active in ("german", "red"):
            game = fight(active, rules=rules, hands=hand(red=("RS01",)))
            assert offered(game) == (["play RS01"] if active == side else [])


@pytest.mark.clause("HEL-4.5-R2", "HEL-12.0-02")
def test_a_secret_event_that_stays_in_the_game_lies_on_its_own_pile() -> None:
    """None of the reconstructed ones does, but an owner's may; it is not drawn again."""
    text = 'id = "RE06"\ncopies = 1\nwindow = "start"\ntitle = "House searches"\nremove = true'
    rules = rules_with(SPEC, cards=replaced(text, text.replace("true", "false")))
    s = position(side="white", red="2622 1", squads="2622E", hands=hand(red=("RE06",)))
    game = Game(s, rules).play("done; 5; 4; play RE06")
    assert (game.state.discards["RE"], game.state.discards["RS"]) == (("RE06",), ())
    game.play("add meurer; pass; done; 3; 2")
    assert SPEC.rules.faults(rules.data, game.state) == []
    game.play("done") if game.waiting == "white WhiteOrders" else None
    assert "RE06" not in game.state.bags["RE"]
    assert "RE06" not in game.state.bags["RS"]


@pytest.mark.clause("HEL-4.3-04", "HEL-12.0-R6")
def test_a_card_may_give_germans_points_too() -> None:
    """No card of ours does; one of the owner's may."""
    contact = replaced('side = "white", change = 1', 'side = "german", change = 1')
    cards = rules_with(SPEC, cards=lambda text: contact(text.replace('id = "WA08"', 'id = "GS91"')))
    s = position(side="white", red="2622 1")
    s.hands = {**s.hands, "german": ("GS91",)}
    game = Game(s, cards).play("done; 5; 6; play GS91")
    assert (game.waiting, game.last(e.PointsReceived).points) == ("german GermanOrders", 7)
