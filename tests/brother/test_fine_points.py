"""Fine points that no other test would miss: what a cut railway bars, what an offensive gives to its event alone."""

from typing import Any

import pytest
from tests.brother.kit import DATA, Game, activated, attacking, clauses, game_with, position, replaced

from wardiary.core.games.brother.charts import Terms, terms_of
from wardiary.core.games.brother.queries import movement_points
from wardiary.events import brother as e

CITY = "vaasa CG"
NORTHWARDS = "vilppula haapamaki jyvaskyla kuopio iisalmi kajaani"
"""Red towns from Tampere to the border of Oulu."""


def terms(game: Game) -> Terms:
    battle = game.state.battle
    assert battle is not None
    return terms_of(DATA, game.state, battle)


# A cut railway


@pytest.mark.clause("BAB-4.1-09", "BAB-4.3-28")
@pytest.mark.parametrize(("cut", "roll"), [((), 0), (("karkku-tampere",), -2)])
def test_an_attack_over_a_cut_railway_comes_by_road(cut: tuple[str, ...], roll: int) -> None:
    state = position("tampere RG RG", "karkku CG", CITY, side="red", cut=cut)
    assert terms(attacking(state, "karkku", 1)).attack_roll == roll


@pytest.mark.clause("BAB-4.1-09", "BAB-2.3-12")
def test_no_train_attacks_over_a_cut_railway() -> None:
    state = position("tampere AT RG", "karkku CG", CITY, side="red", cut=("karkku-tampere",))
    game = activated(state, "tampere").play("done; attack karkku")
    assert game.refused(e.Assign(unit=1)) == "BAB-2.3-12"
    assert game.refused(e.Assign(unit=2)) == ""


@pytest.mark.clause("BAB-4.1-09", "BAB-4.3-61")
@pytest.mark.parametrize(("cut", "withdrawn"), [((), True), (("hanko-karjaa",), False)])
def test_no_train_withdraws_over_a_cut_railway(cut: tuple[str, ...], withdrawn: bool) -> None:
    state = position("hanko AT", CITY, "viipuri RG", hands={"white": ("21", "25")}, cut=cut)
    game = Game(state).play("21 event; land hanko")
    assert (game.legal() == ["withdraw 1 karjaa"]) is withdrawn
    assert (game.units(1) == "-") is not withdrawn


# What an event gives


@pytest.mark.clause("BAB-4.1-18", "BAB-4.1-13")
@pytest.mark.parametrize(("card", "mode", "points"), [("49", "event", 5), ("49", "ap", 3)])
def test_movement_points_of_an_event_are_not_those_of_its_card_for_points(card: str, mode: str, points: int) -> None:
    state = position("tampere RG", CITY, side="red", hands={"red": (card, "41")})
    game = Game(state).play(f"{card} {mode}; activate tampere")
    assert movement_points(DATA, game.state, 1) == points


@pytest.mark.clause("BAB-4.1-18")
@pytest.mark.parametrize(("mode", "roll"), [("event", 2), ("ap", 0)])
def test_the_die_of_an_event_is_not_that_of_its_card_for_points(mode: str, roll: int) -> None:
    state = position("tampere RG RG", "karkku CG", CITY, side="red", hands={"red": ("35", "41")})
    game = Game(state).play(f"35 {mode}; activate tampere; done; attack karkku; with 1; done")
    assert terms(game).attack_roll == roll


@pytest.mark.clause("BAB-4.1-18", "BAB-1-10")
def test_a_card_without_battles_as_event_has_them_for_points() -> None:
    state = position("tampere RG RG", "karkku CG", CITY, side="red", hands={"red": ("49", "41")})
    assert Game(state).play("49 ap; activate tampere; done").legal("attack") == ["attack karkku"]


@pytest.mark.clause("BAB-4.1-09", "BAB-4.3-04")
@pytest.mark.parametrize(("town", "origin", "needed"), [("tampere", "orivesi", 2), ("toijala", "humppila", 1)])
def test_naval_guns_lift_fortifications_but_not_the_margin_of_a_strategic_town(
    town: str, origin: str, needed: int
) -> None:
    state = position(f"{origin} CG CG", f"{town} RG", CITY, hands={"white": ("22", "25")}, forts=(town,))
    found = terms(Game(state).play(f"22 event; activate {origin}; done; done; attack {town}; with 1; done"))
    assert (found.attack_shift, found.defence_shift, found.needed) == (1, 0, needed)


@pytest.mark.clause("BAB-4.1-09")
def test_card_27_asks_for_a_white_unit_and_not_for_white_control() -> None:
    state = position("orivesi CG", "tampere rg", "turku rg", CITY, white="uusikaupunki", hands={"white": ("27", "25")})
    assert Game(state).play("27 event").legal("strike") == ["strike 2"]


@pytest.mark.clause("BAB-4.1-09", "BAB-4.1-31")
@pytest.mark.parametrize(
    ("card", "towns", "script"),
    [
        ("33", ("tampere rg rg", "viipuri rg rg", CITY), "refit 1; refit 2; refit 3"),
        ("36", ("tampere rg rg rg", "viipuri rg", CITY), "refit 1; refit 2"),
        ("42", ("tampere at at", CITY), "refit 1"),
        ("13", ("toijala RG", "lahti RG", "turku RG", CITY), "strike 1; strike 2"),
        ("27", ("orivesi CG", "tampere rg rg rg", CITY), "strike 2; strike 3"),
        ("54", ("oulu CG", "kemi RG RG", "tornio RG RG", CITY), "carry 2 viipuri; carry 3 viipuri; carry 4 viipuri"),
        ("52", ("viipuri RG", CITY), "place red_guard kotka; place red_guard kotka"),
    ],
)
def test_an_event_ends_when_its_number_is_reached(card: str, towns: tuple[str, ...], script: str) -> None:
    side: e.Side = "white" if card <= "27" else "red"
    state = position(*towns, side=side, hands={side: (card, "25" if side == "white" else "41")})
    game = Game(state).play(f"{card} event")
    *first, last = script.split("; ")
    assert game.play("; ".join(first)).asked == side
    assert game.play(last).frame is e.AskCard
    assert game.asked != side


@pytest.mark.clause("BAB-4.1-09")
@pytest.mark.parametrize(
    ("card", "towns", "fields", "word", "legal"),
    [
        # Out of supply nobody is refitted, in supply nobody is carried, and only as room allows.
        ("33", ("tampere rg", "kokkola rg", CITY), {}, "refit", ["refit 1"]),
        ("54", ("oulu CG", "kemi RG", "lahti RG", "viipuri RG", CITY), {}, "carry", ["carry 2 viipuri"]),
        ("54", ("oulu CG", "kemi RG", "viipuri RG RG RG", CITY), {}, "carry", []),
        # Units stand in a town, Oulu is strategic, Kemi is linked to no town in supply.
        ("47", ("tampere RG", CITY), {}, "choose vi", ["choose vilppula", "choose virrat"]),
        ("47", ("virrat CG", "tampere RG", CITY), {}, "choose virrat", []),
        ("47", ("tampere RG", CITY), {"red": "tornio"}, "choose kemi", []),
        ("47", ("tampere RG", CITY), {"red": NORTHWARDS}, "choose nurmes", ["choose nurmes"]),
        ("47", ("tampere RG", CITY), {"red": NORTHWARDS}, "choose oulu", []),
        ("37", ("tampere RG", "lahti RG", CITY), {"forts": ("lahti",)}, "choose", ["choose tampere"]),
        ("37", ("tampere RG", CITY), {"forts": ("lahti", "turku", "pori")}, "choose", []),
        ("32", ("tampere RG", CITY), {"cut": ("hanko-karjaa",)}, "cut hanko", []),
        ("32", ("tampere RG", CITY), {}, "cut kemi", []),
    ],
)
def test_what_an_event_offers(
    card: str, towns: tuple[str, ...], fields: dict[str, Any], word: str, legal: list[str]
) -> None:
    state = position(*towns, side="red", hands={"red": (card, "41")}, **fields)
    game = Game(state).play(f"{card} event")
    found = game.legal(word) if game.frame is not e.AskCard else []
    assert found == legal


@pytest.mark.clause("BAB-4.3-53", "BAB-2.1-07")
def test_a_town_that_comes_over_by_an_event_loses_its_fortification() -> None:
    state = position("tampere RG", CITY, side="red", hands={"red": ("47", "41")}, forts=("virrat",))
    game = Game(state).play("47 event; choose virrat")
    assert (game.holder("virrat"), game.state.forts) == ("red", ())


@pytest.mark.clause("BAB-4.1-31")
def test_barricades_in_a_fortified_town_bring_the_guard_alone() -> None:
    state = position("viipuri RG", CITY, side="red", hands={"red": ("48", "41")}, forts=("viipuri",))
    game = Game(state).play("48 event; choose viipuri; place red_guard viipuri")
    assert (game.state.forts, game.at("viipuri")) == (("viipuri",), "RG RG")


@pytest.mark.clause("BAB-4.1-31")
def test_the_rest_of_a_card_is_skipped_when_no_town_fits() -> None:
    """Card 48 with a second operation that needs no town."""
    old = '{ op = "fortify", n = 1, where = "same_town" }'
    rules = game_with(cards=replaced(old, '{ op = "peek_hand" }'))
    state = position("turku RG", CITY, side="red", hands={"red": ("48", "41")}, white="helsinki tampere viipuri")
    assert Game(state, rules).play("48 event").happened(e.HandSeen) == []
    fits = position("viipuri RG", CITY, side="red", hands={"red": ("48", "41")})
    assert len(Game(fits, rules).play("48 event; choose viipuri").happened(e.HandSeen)) == 1


@pytest.mark.clause("BAB-4.1-09")
def test_card_09_refits_north_of_the_line_only() -> None:
    state = position("vaasa cg", "tampere cg", "viipuri RG", hands={"white": ("09", "25")})
    assert Game(state).play("09 event").legal("refit") == ["refit 1"]


@pytest.mark.clause("BAB-2.3-10")
def test_no_fortification_is_built_for_the_enemy() -> None:
    rules = game_with(cards=replaced('where = "own_with_unit"', 'where = "any"'))
    state = position("viipuri RG", CITY, side="red", hands={"red": ("37", "41")})
    game = Game(state, rules).play("37 event")
    assert game.refused(e.ChooseTown(town="vaasa")) == "BAB-4.1-09"
    assert game.refused(e.ChooseTown(town="turku")) == ""


@pytest.mark.clause("BAB-4.1-09")
def test_no_more_units_are_carried_than_the_card_says() -> None:
    rules = game_with(
        cards=replaced('op = "relocate", unit = "red_guard", n = 3', 'op = "relocate", unit = "red_guard", n = 1')
    )
    state = position("oulu CG", "kemi RG RG", CITY, side="red", hands={"red": ("54", "41")})
    game = Game(state, rules).play("54 event; carry 2 viipuri")
    assert (game.at("viipuri"), game.at("kemi"), game.asked) == ("RG", "RG", "white")


@pytest.mark.clause("BAB-4.1-27", "BAB-4.1-13")
def test_several_cards_may_be_used_against_points() -> None:
    rules = game_with(
        cards=replaced(
            'ops = [{ op = "table", trigger = "red_attack", attack_roll = -3 }]',
            'ops = [{ op = "table", trigger = "opponent_ap", points = -2 }]',
        )
    )
    state = position("tampere RG", CITY, side="red", table={"white": ("12", "15")})
    game = Game(state, rules).play("41 ap; use 15")
    assert (game.asked, game.legal()) == ("white", ["use 12", "done"])
    assert game.play("use 12").state.frames[-1] == e.AskActivating(side="red", points=1, at=game.state.frames[-1].at)


@pytest.mark.clause("BAB-4.1-13")
def test_lasting_points_are_those_of_one_side() -> None:
    game = Game(position("viipuri RG", CITY, ap_bonus={"red": 1})).play("25 ap")
    assert game.state.frames[-1] == e.AskActivating(side="white", points=4, at=game.state.frames[-1].at)


@pytest.mark.clause("BAB-4.3-08", "BAB-4.3-09")
def test_a_unit_attacks_again_and_a_town_is_attacked_again_in_the_next_turn() -> None:
    state = position("tampere RG RG", "karkku CG CG", "ikaalinen CG", CITY, side="red", hands={"red": ("41", "55")})
    game = attacking(state, "karkku", 1).play("roll 1; roll 1")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    game.play("end; 25 ap; end; 55 ap; activate tampere; done")
    assert game.legal("attack") == ["attack ikaalinen", "attack karkku"]
    assert game.play("attack karkku").legal("with") == ["with 1", "with 2"]


@pytest.mark.clause("BAB-4.3-01")
def test_a_unit_that_stands_elsewhere_takes_no_part() -> None:
    state = position("tampere RG", "turku RG", "karkku CG", CITY, side="red")
    game = activated(state, "tampere", "turku").play("done; attack karkku")
    assert game.refused(e.Assign(unit=2)) == "BAB-4.3-01"


@pytest.mark.clause("BAB-4.1-13")
def test_lasting_points_add_points_add_up_and_end_with_the_month() -> None:
    hands = {"red": ("51", "41"), "white": ("25",)}
    game = Game(position("viipuri RG", CITY, side="red", number=7, hands=hands, ap_bonus={"red": 1, "white": 0}))
    game.play("51 event; 25 ap; end; 41 ap")
    assert game.state.frames[-1] == e.AskActivating(side="red", points=6, at=game.state.frames[-1].at)
    assert game.play("end").state.ap_bonus == {"white": 0, "red": 0}


# Full towns


@pytest.mark.parametrize(
    ("clause", "train", "helsinki", "refusal"),
    clauses(
        # Salo, Karjaa, Kirkkonummi are full. Beyond Helsinki, full too, is room in Kerava; or an enemy stands there.
        (("BAB-4.2-20", "BAB-2.3-08"), "AT", "RG RG RG", ""),
        (("BAB-4.2-20", "BAB-4.2-09"), "at", "CG", "BAB-4.2-20"),
    ),
)
def test_a_unit_may_cross_several_full_towns_but_no_enemy(clause: str, train: str, helsinki: str, refusal: str) -> None:
    full = [f"{town} RG RG RG" for town in ("salo", "karjaa", "kirkkonummi", "hyvinkaa")]
    state = position(f"turku {train}", *full, f"helsinki {helsinki}", CITY, side="red")
    game = activated(state, "turku").play("move 1; to salo; to karjaa")
    assert game.refused(e.StepTo(town="kirkkonummi")) == refusal
