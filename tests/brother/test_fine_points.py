"""Fine points that no other test would miss: what a cut railway bars, what an offensive gives to its event alone."""

import pytest
from tests.brother.kit import DATA, Game, activated, attacking, clauses, position

from wardiary.core.games.brother.queries import movement_points
from wardiary.core.games.brother.terms import Terms, terms_of
from wardiary.events import brother as e

CITY = "vaasa CG"


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


# Full towns


@pytest.mark.parametrize(
    ("clause", "train", "helsinki", "refusal"),
    clauses(
        # Salo, Karjaa, Kirkkonummi are full. Beyond Helsinki, full too, is room in Kerava; or an enemy stands there.
        ("BAB-4.2-20 BAB-2.3-08", "AT", "RG RG RG", ""),
        ("BAB-4.2-20 BAB-4.2-09", "at", "CG", "BAB-4.2-20"),
    ),
)
def test_a_unit_may_cross_several_full_towns_but_no_enemy(clause: str, train: str, helsinki: str, refusal: str) -> None:
    full = [f"{town} RG RG RG" for town in ("salo", "karjaa", "kirkkonummi", "hyvinkaa")]
    state = position(f"turku {train}", *full, f"helsinki {helsinki}", CITY, side="red")
    game = activated(state, "turku").play("move 1; to salo; to karjaa")
    assert game.refused(e.StepTo(town="kirkkonummi")) == refusal
