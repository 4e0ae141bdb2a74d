"""All 55 cards, played as events on positions that show what each does."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.brother.kit import DATA, Game, attacking, clauses, outcome, position

from wardiary.core.games.brother.charts import terms_of
from wardiary.core.games.brother.operations import Table
from wardiary.core.games.brother.queries import movement_points
from wardiary.core.games.brother.state import BrotherState
from wardiary.events import brother as e
from wardiary.events.brother import Side

What = Callable[[Game], Any]
MONTH: dict[str, Any] = {"01": "jan", "02": "jan", "28": "jan", "34": "feb"}


def holding(card: str, *towns: str, **fields: Any) -> BrotherState:
    """A position whose side to move holds the card."""
    side: Side = "white" if card <= "27" else "red"
    fields.setdefault("month", MONTH.get(card, "mar"))
    return position(*towns, side=side, hands={side: (card, "25" if side == "white" else "41")}, **fields)


TOWNS = ("vaasa CG", "orivesi CG CG", "tampere RG rg", "viipuri RG")


def legal_towns(word: str) -> What:
    return lambda g: sorted(name.split()[-1] for name in g.legal(word))


def units(*numbers: int) -> What:
    return lambda g: g.units(*numbers)


def at(*towns: str) -> What:
    return lambda g: [g.at(town) for town in towns]


def roll(g: Game) -> tuple[int, int]:
    """Shift and roll that the event gives the attack which is being prepared."""
    battle = g.state.battle
    assert battle is not None
    found = terms_of(DATA, g.state, battle)
    return found.attack_shift, found.attack_roll


@pytest.mark.clause("BAB-4.1-09")
@pytest.mark.parametrize(
    ("card", "state", "script", "what", "expected"),
    [
        # Offensives: towns, Movement Points, roll, shift, what they lift
        ("01", holding("01", *TOWNS), "activate vaasa", lambda g: movement_points(DATA, g.state, 1), 4),
        ("08", holding("08", *TOWNS), "activate orivesi; done; attack tampere; with 2; done", roll, (0, 2)),
        (
            "08",
            holding("08", "vaasa CG", "virrat CG", "tampere RG"),
            "activate virrat; done; attack tampere; with 2",
            roll,
            (0, 2),
        ),
        ("16", holding("16", *TOWNS), "activate orivesi; done; done; attack tampere; with 2; done", roll, (0, 2)),
        (
            "16",
            holding("16", "vaasa CG", "antrea CG", "viipuri RG"),
            "activate antrea; done; done; attack viipuri; with 2",
            roll,
            (0, 0),
        ),
        ("17", holding("17", *TOWNS), "activate orivesi; done; done; attack tampere; with 2; done", roll, (1, 0)),
        (
            "22",
            holding("22", *TOWNS, forts=("tampere",)),
            "activate orivesi; done; done; attack tampere; with 2; done",
            roll,
            (1, 0),
        ),
        ("25", holding("25", *TOWNS), "activate orivesi; done; done; attack tampere; with 2; done", roll, (0, 0)),
        (
            "26",
            holding("26", "vaasa CG", "antrea CG", "viipuri RG"),
            "activate antrea; done; done; attack viipuri; with 2",
            roll,
            (0, 2),
        ),
        ("34", holding("34", *TOWNS), "activate tampere; done; done; attack orivesi; with 4; done", roll, (0, 1)),
        ("35", holding("35", *TOWNS), "activate tampere; done; done; attack orivesi; with 4; done", roll, (0, 2)),
        ("39", holding("39", "viipuri RG", "antrea CG"), "activate viipuri; done; attack antrea; with 1", roll, (0, 2)),
        (
            "39",
            holding("39", "joutseno RG", "viipuri CG"),
            "activate joutseno; done; attack viipuri; with 1",
            roll,
            (0, -2),
        ),
        ("41", holding("41", *TOWNS), "activate tampere; done; done; attack orivesi; with 4; done", roll, (0, 0)),
        ("55", holding("55", *TOWNS), "activate tampere; done; done; attack orivesi; with 4; done", roll, (0, 1)),
        ("49", holding("49", *TOWNS), "activate tampere; done", lambda g: movement_points(DATA, g.state, 4), 5),
        (
            "49",
            holding("49", *TOWNS),
            "activate tampere; done; done",
            lambda g: (g.asked, g.happened(e.BattleDeclared)),
            ("white", []),
        ),
        # New units
        ("02", holding("02", *TOWNS), "", lambda g: "place civil_guard tampere" in g.legal(), False),
        ("02", holding("02", *TOWNS), "place civil_guard kauhava; place civil_guard kauhava", at("kauhava"), ["CG CG"]),
        (
            "03",
            holding("03", "vaasa CG cg", "viipuri RG"),
            "place civil_guard vaasa; refit 2",
            at("vaasa"),
            ["CG CG CG"],
        ),
        ("05", holding("05", *TOWNS), "place civil_guard vaasa; done", at("vaasa"), ["CG CG"]),
        (
            "06",
            holding("06", *TOWNS),
            "place civil_guard vaasa",
            lambda g: "place civil_guard vaasa" in g.legal(),
            False,
        ),
        ("06", holding("06", *TOWNS), "place civil_guard kauhava; done", at("kauhava"), ["cg"]),
        ("14", holding("14", *TOWNS), "", legal_towns("place"), ["vaasa"]),
        ("14", holding("14", *TOWNS), "place jaeger vaasa; place jaeger vaasa", at("vaasa"), ["CG J J"]),
        ("24", holding("24", *TOWNS), "place civil_guard vaasa; done", at("vaasa"), ["CG cg"]),
        ("28", holding("28", *TOWNS), "", legal_towns("place"), ["helsinki", "tampere", "viipuri"]),
        ("28", holding("28", *TOWNS), "place red_guard viipuri; done", at("viipuri"), ["RG RG"]),
        ("29", holding("29", *TOWNS), "", legal_towns("place"), ["helsinki", "kouvola", "lahti", "viipuri"]),
        ("31", holding("31", *TOWNS), "", legal_towns("place"), ["helsinki", "tampere", "viipuri"]),
        (
            "31",
            holding("31", *TOWNS),
            "place armoured_train viipuri; place armoured_train viipuri",
            at("viipuri"),
            ["AT AT RG"],
        ),
        ("45", holding("45", *TOWNS), "", legal_towns("place"), ["helsinki", "tampere", "viipuri"]),
        ("45", holding("45", *TOWNS), "place red_guard viipuri; done", at("viipuri"), ["RG rg"]),
        ("46", holding("46", *TOWNS), "", legal_towns("place"), ["rautu", "terijoki", "viipuri"]),
        ("46", holding("46", *TOWNS), "place red_guard rautu; done", at("rautu"), ["RG"]),
        ("52", holding("52", *TOWNS), "", legal_towns("place"), ["kotka", "kouvola", "lahti"]),
        ("52", holding("52", *TOWNS), "place red_guard lahti; done", at("lahti"), ["rg"]),
        # Partial units turn full
        (
            "09",
            holding("09", "vaasa cg", "hanko cg", "viipuri RG", white="tampere"),
            "",
            lambda g: g.legal("refit"),
            ["refit 1"],
        ),
        (
            "18",
            holding("18", "vaasa cg j", "seinajoki g", "viipuri RG"),
            "refit 2; refit 3",
            units(1, 2, 3),
            "cg vaasa, J vaasa, G seinajoki",
        ),
        (
            "33",
            holding("33", "tampere rg rg", "viipuri rg rg", "vaasa CG"),
            "refit 1; refit 2; refit 3",
            units(1, 2, 3, 4),
            "RG tampere, RG tampere, RG viipuri, rg viipuri",
        ),
        (
            "36",
            holding("36", "tampere rg rg", "viipuri rg", "vaasa CG"),
            "refit 1",
            lambda g: g.legal("refit"),
            ["refit 2"],
        ),
        ("42", holding("42", "tampere at rg", "vaasa CG"), "", lambda g: g.legal("refit"), ["refit 1"]),
        ("42", holding("42", "kokkola at", "vaasa CG"), "refit 1", units(1), "AT kokkola"),
        # Enemy units suffer
        (
            "13",
            holding("13", "vaasa CG", "tampere RG", "toijala RG RG", "lahti rg"),
            "strike 3",
            lambda g: g.asked,
            "red",
        ),
        (
            "13",
            holding("13", "vaasa CG", "tampere RG", "toijala RG RG", "lahti RG"),
            "strike 3",
            lambda g: g.legal("strike"),
            ["strike 5"],
        ),
        (
            "13",
            holding("13", "vaasa CG", "tampere RG", "toijala RG RG", "lahti RG"),
            "strike 3; strike 5",
            units(2, 3, 5),
            "RG tampere, rg toijala, rg lahti",
        ),
        ("27", holding("27", "orivesi CG", "tampere rg RG", "lahti rg"), "", lambda g: g.legal("strike"), ["strike 2"]),
        ("27", holding("27", "orivesi CG", "tampere rg RG", "lahti rg"), "strike 2", units(2), "-"),
        # Towns, links, hands, points
        (
            "23",
            holding("23", *TOWNS),
            "",
            lambda g: {"choose padasjoki", "choose tampere"} & set(g.legal()),
            {"choose padasjoki"},
        ),
        ("23", holding("23", *TOWNS), "choose padasjoki", lambda g: g.holder("padasjoki"), "white"),
        ("47", holding("47", *TOWNS), "choose virrat", lambda g: g.holder("virrat"), "red"),
        ("47", holding("47", *TOWNS), "", lambda g: {"choose vaasa", "choose orivesi"} & set(g.legal()), set()),
        ("07", holding("07", *TOWNS), "", lambda g: "done" in g.legal(), False),
        ("07", holding("07", *TOWNS), "cut orivesi-tampere", lambda g: g.state.cut, ("orivesi-tampere",)),
        ("07", holding("07", *TOWNS), "", lambda g: "cut hanko-karjaa" in g.legal(), False),
        ("32", holding("32", *TOWNS), "cut hanko-karjaa", lambda g: g.state.cut, ("hanko-karjaa",)),
        ("37", holding("37", *TOWNS), "", legal_towns("choose"), ["tampere", "viipuri"]),
        ("37", holding("37", *TOWNS), "choose tampere", lambda g: g.state.forts, ("tampere",)),
        ("37", holding("37", *TOWNS, forts=("helsinki", "turku", "vilppula")), "", lambda g: g.asked, "white"),
        ("38", holding("38", *TOWNS), "", lambda g: g.state.glimpses["red"].cards, ("22", "25")),
        ("19", holding("19", *TOWNS), "", lambda g: g.state.russia_open, False),
        ("51", holding("51", *TOWNS), "", lambda g: g.state.ap_bonus, {"white": 0, "red": 1}),
        ("48", holding("48", *TOWNS), "", legal_towns("choose"), ["helsinki", "tampere", "viipuri"]),
        (
            "48",
            holding("48", *TOWNS),
            "choose viipuri; place red_guard viipuri",
            lambda g: (g.state.forts, g.at("viipuri")),
            (("viipuri",), "RG RG"),
        ),
        (
            "48",
            holding("48", "vaasa CG", "turku RG", white="helsinki tampere viipuri", month="may"),
            "",
            lambda g: g.asked,
            "white",
        ),
        (
            "54",
            holding("54", "oulu CG", "kemi RG rg", "viipuri RG"),
            "carry 2 viipuri; carry 3 viipuri",
            at("viipuri", "kemi"),
            ["RG RG rg", ""],
        ),
        (
            "54",
            holding("54", "oulu CG", "kemi RG rg", "viipuri RG"),
            "carry 2 viipuri; done",
            lambda g: g.holder("kemi"),
            "red",
        ),
        ("54", holding("54", "oulu CG", "kemi RG rg", "viipuri CG"), "", lambda g: g.asked, "white"),
        # Landings
        ("20", holding("20", *TOWNS, removed={"white": ("21",)}), "", legal_towns("land"), list(DATA.anchors)),
        ("20", holding("20", *TOWNS, removed={"white": ("21",)}), "land turku", legal_towns("land"), ["turku"]),
        (
            "20",
            holding("20", *TOWNS, "loviisa rg", removed={"white": ("21",)}),
            "land loviisa; withdraw 7 lahti; land loviisa; land loviisa",
            at("loviisa", "lahti"),
            ["G G G", "rg"],
        ),
        (
            "21",
            holding("21", *TOWNS),
            "land turku; land kotka; land rauma",
            legal_towns("land"),
            ["kotka", "rauma", "turku"],
        ),
        (
            "21",
            holding("21", *TOWNS),
            "land turku; done",
            lambda g: (g.at("turku"), g.holder("turku"), g.state.activated),
            ("G", "white", ()),
        ),
        ("21", holding("21", *TOWNS, "turku rg"), "", lambda g: "land turku" in g.legal(), False),
    ],
)
def test_a_card(card: str, state: BrotherState, script: str, what: What, expected: object) -> None:
    assert outcome(state, f"{card} event; {script}", what) == expected


def red(*towns: str, card: str) -> BrotherState:
    return position(*towns, "vaasa CG", side="red", table={"white": (card,)})


def white(*towns: str, card: str) -> BrotherState:
    return position(*towns, "viipuri RG", table={"red": (card,)})


@pytest.mark.clause("BAB-4.1-11")
@pytest.mark.parametrize(
    ("card", "state", "town", "units", "expected"),
    [
        # attack shift, attack roll, defence roll, needed margin with the card in use
        ("10", red("tampere RG", "karkku CG", card="10"), "karkku", (1,), (0, 0, 2, 1)),
        ("11", red("viipuri RG", "antrea CG", card="11"), "antrea", (1,), (-2, 0, 0, 1)),
        ("12", red("tampere RG", "karkku CG", card="12"), "karkku", (1,), (0, -3, 0, 1)),
        ("30", white("orivesi CG", "tampere RG", card="30"), "tampere", (1,), (0, 0, 2, 2)),
        ("40", white("orivesi CG", "tampere RG", card="40"), "tampere", (1,), (0, -2, 0, 2)),
        ("43", white("virrat J", "tampere RG", card="43"), "tampere", (1,), (0, -2, 0, 2)),
        ("43", white("virrat CG", "tampere RG", card="43"), "tampere", (1,), (0, -4, 0, 2)),
        ("44", white("orivesi CG", "tampere RG", card="44"), "tampere", (1,), (-1, 0, 1, 2)),
        ("50", white("orivesi G", "tampere RG", card="50"), "tampere", (1,), (0, -2, -2, 2)),
        ("53", white("orivesi CG", "tampere RG", card="53"), "tampere", (1,), (0, 0, 0, 3)),
    ],
)
def test_a_table_card(
    card: str, state: BrotherState, town: str, units: tuple[int, ...], expected: tuple[int, int, int, int]
) -> None:
    game = attacking(state, town, *units).play(f"use {card}")
    battle = game.state.battle
    assert battle is not None
    found = terms_of(DATA, game.state, battle)
    assert (found.attack_shift, found.attack_roll, found.defence_roll, found.needed) == expected


@pytest.mark.clause("BAB-4.1-11")
def test_card_04_names_a_town_whose_guards_drop_out() -> None:
    state = red("tampere RG AT", "kokemaki RG", "karkku CG", card="04")
    game = attacking(state, "karkku", 1, 2, 3)
    assert game.legal("use") == ["use 04 kokemaki", "use 04 tampere"]
    assert game.play("use 04 tampere").last(e.AttackersDropped).units == (1,)


@pytest.mark.clause("BAB-4.1-11", "BAB-4.1-13")
@pytest.mark.parametrize(("ap_bonus", "points"), [({}, 3), ({"red": 1}, 4)])
def test_card_15_takes_a_point_and_51_adds_one(ap_bonus: dict[Side, int], points: int) -> None:
    game = Game(position("vaasa CG", "viipuri RG", side="red", table={"white": ("15",)}, ap_bonus=ap_bonus)).play(
        "41 ap"
    )
    assert (game.frame, game.asked) == (e.AskPoints, "white")
    frame: Any = game.play("use 15").state.frames[-1]
    assert (frame.points, game.pile("white", "15")) == (points, "reshuffle")


@pytest.mark.clause("BAB-4.1-13")
def test_a_card_gives_at_least_one_point() -> None:
    state = position("vaasa CG", "viipuri RG", side="red", table={"white": ("15",)}, hands={"red": ("38", "41")})
    frame: Any = Game(state).play("38 ap; use 15").state.frames[-1]
    assert frame.points == 1


@pytest.mark.parametrize(
    ("clause", "card", "state", "what", "expected"),
    clauses(
        ("BAB-4.1-31", "07", holding("07", *TOWNS), lambda g: "done" in g.legal(), False),
        ("BAB-4.1-31", "02", holding("02", *TOWNS), lambda g: "done" in g.legal(), True),
        ("BAB-4.1-31", "48", holding("48", *TOWNS), lambda g: "done" in g.legal(), False),
        ("BAB-4.1-31", "23", holding("23", *TOWNS), lambda g: "done" in g.legal(), False),
        (
            "BAB-4.1-31",
            "48",
            holding("48", *TOWNS, forts=("helsinki", "turku", "vilppula")),
            lambda g: (g.play("choose viipuri; place red_guard viipuri").at("viipuri"), len(g.state.forts)),
            ("RG RG", 3),
        ),
        (
            "BAB-4.1-31",
            "03",
            holding("03", "vaasa CG CG CG", "oulu cg", "viipuri RG"),
            lambda g: g.legal("refit"),
            ["refit 4"],
        ),
    ),
)
def test_what_must_be_chosen(clause: str, card: str, state: BrotherState, what: What, expected: object) -> None:
    assert outcome(state, f"{card} event", what) == expected


def test_every_card_is_shown_here() -> None:
    """The cards of the list above and those that lie on the table."""
    marks = test_a_card.pytestmark + test_a_table_card.pytestmark  # type: ignore[attr-defined]
    shown = {row[0] for mark in marks if mark.name == "parametrize" for row in mark.args[1]} | {"04", "15"}
    assert shown == set(DATA.cards)
    assert all(isinstance(op, Table) for card in ("04", "15") for op in DATA.cards[card].ops)
