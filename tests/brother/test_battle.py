"""4.3 Battles: targets, attackers, values, shifts, dice, cards used in them; 2.3 on trains, Jaegers and Germans."""

from typing import Any

import pytest
from tests.brother.kit import DATA, Game, activated, attacking, clauses, game_with, position, replaced

from wardiary.core.games.brother.battle_tables import clamp_die
from wardiary.core.games.brother.charts import Terms, resolve, terms_of
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.requests import Roll
from wardiary.events import brother as e

CITY = "vaasa CG"


def red(*towns: str, **fields: Any) -> BrotherState:
    return position(*towns, CITY, side="red", **fields)


def white(*towns: str, **fields: Any) -> BrotherState:
    return position(*towns, "viipuri RG", **fields)


def terms(state: BrotherState, town: str, *units: int) -> Terms:
    battle = (game := attacking(state, town, *units)).state.battle
    assert battle is not None
    return terms_of(DATA, game.state, battle)


@pytest.mark.parametrize(
    ("clause", "state", "towns", "order", "refusal"),
    clauses(
        ("BAB-4.3-01", red("tampere RG", "karkku CG"), "tampere", e.Attack(town="karkku"), ""),
        ("BAB-4.3-01", red("pori RG", "ahlainen CG"), "pori", e.Attack(town="ahlainen"), ""),
        ("BAB-4.3-01", red("tampere RG", "karkku CG"), "tampere", e.Attack(town="pori"), "BAB-4.3-01"),
        ("BAB-4.3-55", red("tampere RG", "karkku CG"), "tampere", e.Attack(town="toijala"), "BAB-4.3-55"),
        (
            "BAB-4.3-55",
            red("tampere RG", "karkku CG", white="toijala"),
            "tampere",
            e.Attack(town="toijala"),
            "BAB-4.3-55",
        ),
        (
            "BAB-2.3-12",
            red("pori AT", "ahlainen CG", "kokemaki CG"),
            "pori",
            e.Attack(town="ahlainen"),
            "BAB-4.3-01, -08; 2.3-12",
        ),
        ("BAB-2.3-12", red("pori AT", "ahlainen CG", "kokemaki CG"), "pori", e.Attack(town="kokemaki"), ""),
    ),
)
def test_a_target(clause: str, state: BrotherState, towns: str, order: e.Attack, refusal: str) -> None:
    game = activated(state, *towns.split())
    if game.frame is e.AskMoves:
        game.play("done")
    assert game.refused(order) == refusal


@pytest.mark.clause("BAB-4.3-02", "BAB-4.3-06", "BAB-4.3-07", "BAB-4.3-19", "BAB-4.3-60")
def test_a_battle_runs_in_the_order_of_the_rulebook() -> None:
    """Target, attackers, dice, results, the defender's losses, the attacker's, withdrawal, advance; then the next."""
    state = red("tampere AT RG RG", "karkku CG CG CG", "ikaalinen CG")
    game = attacking(state, "karkku", 1, 2, 3)
    assert isinstance(game.request, Roll)
    assert (game.request.purpose, game.asked, game.request.count) == ("battle.attack", "red", 1)
    assert game.refused(e.Attack(town="ikaalinen")) != ""
    game.play("roll 6")
    assert isinstance(game.request, Roll)
    assert (game.request.purpose, game.asked) == ("battle.defence", "white")
    game.play("roll 1")
    assert (game.frame, game.asked) == (e.AskLosses, "white")
    game.play("hit 4; hit 5; hit 6; hit 4")
    assert (game.frame, game.asked) == (e.AskLosses, "red")
    game.play("hit 2")
    assert (game.frame, game.asked) == (e.AskWithdrawal, "white")
    game.play("withdraw 5 ikaalinen; withdraw 6 ikaalinen")
    assert (game.frame, game.asked) == (e.AskAdvance, "red")
    game.play("done")
    assert game.asked == "white"
    assert len(game.happened(e.BattleResolved)) == 1


@pytest.mark.clause("BAB-4.3-08", "BAB-4.3-09", "BAB-4.3-12")
def test_a_unit_attacks_once_and_a_town_is_attacked_once() -> None:
    state = red("tampere AT RG RG", "karkku CG CG CG", "ikaalinen CG CG CG")
    game = attacking(state, "karkku", 2).play("roll 1; roll 1")
    while game.frame is not e.AskBattles:
        game.play(game.legal()[0])
    assert game.refused(e.Attack(town="karkku")) == "BAB-4.3-09"
    game.play("attack ikaalinen")
    assert game.refused(e.Assign(unit=2)) == "BAB-4.3-08"
    game.play("with 3")
    assert game.last(e.BattleDeclared).units == (3,)


@pytest.mark.clause("BAB-4.3-10", "BAB-4.3-11", "BAB-4.3-13", "BAB-4.3-14")
def test_units_of_several_towns_attack_all_units_of_one() -> None:
    state = red("tampere RG RG", "kokemaki RG", "karkku CG J cg")
    found = terms(state, "karkku", 1, 2, 3)
    assert (found.attack_value, found.defence_value) == (6, 7)
    assert attacking(state, "karkku", 1, 3).last(e.BattleDeclared).against == (4, 5, 6)


@pytest.mark.clause("BAB-4.3-02")
def test_an_attack_needs_an_attacker_and_each_once() -> None:
    game = activated(red("tampere RG RG", "karkku CG"), "tampere").play("done; attack karkku")
    assert game.refused(e.Done()) == "BAB-4.3-02"
    assert game.play("with 1").refused(e.Assign(unit=1)) == "BAB-4.3-01"
    assert game.refused(e.Done()) == ""


@pytest.mark.clause("BAB-4.3-56")
def test_a_unit_without_movement_points_left_may_attack() -> None:
    game = activated(white("jamsa J", "mikkeli rg", "mantyharju RG"), "jamsa")
    game.play("move 1; to jyvaskyla; to pieksamaki; stop; attack mikkeli; with 1")
    assert isinstance(game.request, Roll)


# Values, shifts, dice


@pytest.mark.parametrize(
    ("clause", "state", "town", "units", "expected"),
    clauses(
        # attack shift, defence shift, attack roll, defence roll, needed margin
        ("BAB-4.3-28", red("pori RG", "ahlainen CG"), "ahlainen", (1,), (0, 0, -2, 0, 1)),
        ("BAB-4.3-28", red("tampere RG", "karkku CG"), "karkku", (1,), (0, 0, 0, 0, 1)),
        (
            ("BAB-4.3-28", "BAB-4.3-33"),
            red("joutseno RG RG", "viipuri RG", "antrea CG"),
            "antrea",
            (1, 2, 3),
            (0, 0, -2, 0, 1),
        ),
        (
            ("BAB-2.3-14", "BAB-4.3-28"),
            white("jyvaskyla CG", "haapamaki J", "vilppula RG"),
            "vilppula",
            (2,),
            (0, 0, 0, 0, 1),
        ),
        ("BAB-2.3-14", white("jamsa CG", "haapamaki J", "vilppula RG"), "vilppula", (1, 2), (0, 0, 0, 0, 1)),
        ("BAB-2.3-14", white("jamsa CG", "haapamaki CG", "vilppula RG"), "vilppula", (1, 2), (0, 0, -2, 0, 1)),
        (
            ("BAB-2.3-15", "BAB-2.3-16"),
            white("jamsa CG", "haapamaki g", "vilppula RG"),
            "vilppula",
            (1, 2),
            (0, 0, 0, -2, 1),
        ),
        (("BAB-2.3-16", "BAB-2.3-17", "BAB-4.3-31"), red("tampere RG", "karkku G"), "karkku", (1,), (-1, 0, -2, 0, 1)),
        (("BAB-2.3-22", "BAB-4.3-34"), red("tampere RG", "karkku G G CG"), "karkku", (1,), (-1, 0, -2, 0, 1)),
        (("BAB-2.3-22", "BAB-4.3-69"), white("orivesi G G", "tampere RG"), "tampere", (1, 2), (0, 0, 0, -2, 2)),
        ("BAB-4.3-69", red("tampere RG", "karkku CG g"), "karkku", (1,), (-1, 0, -2, 0, 1)),
        ("BAB-4.3-34", red("pori RG", "kankaanpaa RG", "ahlainen G"), "ahlainen", (1, 2), (-1, 0, -4, 0, 1)),
        (
            ("BAB-4.3-49", "BAB-4.3-04"),
            red("tampere RG", "karkku CG", forts=("karkku",)),
            "karkku",
            (1,),
            (-1, 1, 0, 0, 2),
        ),
        ("BAB-2.3-17", red("tampere RG", "karkku G", forts=("karkku",)), "karkku", (1,), (-2, 1, -2, 0, 2)),
        ("BAB-4.3-04", white("orivesi CG", "tampere RG"), "tampere", (1,), (0, 0, 0, 0, 2)),
        ("BAB-4.3-52", white("orivesi CG", "tampere RG", forts=("tampere",)), "tampere", (1,), (-1, 1, 0, 0, 2)),
        ("BAB-2.3-10", white("haapamaki CG", "vilppula RG", forts=("vilppula",)), "vilppula", (1,), (-1, 1, 0, 0, 2)),
        ("BAB-2.3-11", red("tampere RG", "karkku CG"), "karkku", (1,), (0, 0, 0, 0, 1)),
    ),
)
def test_terms(clause: str, state: BrotherState, town: str, units: tuple[int, ...], expected: tuple[int, ...]) -> None:
    found = terms(state, town, *units)
    changes = (found.attack_shift, found.defence_shift, found.attack_roll, found.defence_roll, found.needed)
    assert changes == expected


@pytest.mark.parametrize(
    ("clause", "value", "shift", "column"),
    clauses(
        ("BAB-4.3-16", 1, -2, "1-2"),
        (("BAB-4.3-16", "BAB-4.3-35"), 20, 1, "15+"),
        ("BAB-4.3-16", 40, 0, "15+"),
        ("BAB-4.3-35", 20, -1, "13-14"),
        ("BAB-4.3-35", 13, -1, "11-12"),
        ("BAB-4.3-35", 1, 2, "5-6"),
    ),
)
def test_columns(clause: str, value: int, shift: int, column: str) -> None:
    """The column of the raw value, then all shifts, then the ends of the table."""
    assert resolve(DATA, Terms(attack_value=value, defence_value=1, attack_shift=shift), 1, 1).attack.column == column


@pytest.mark.parametrize(
    ("clause", "die", "counts"),
    clauses(("BAB-4.3-30", 1 - 5, 1), ("BAB-4.3-30", 6 + 4, 6), (("BAB-4.3-29", "BAB-4.3-35"), 3 + 2 - 3, 2)),
)
def test_dice(clause: str, die: int, counts: int) -> None:
    assert clamp_die(die) == counts


@pytest.mark.clause("BAB-4.3-15")
def test_each_side_reads_its_own_table() -> None:
    result = resolve(DATA, Terms(attack_value=1, defence_value=1), 2, 3)
    assert (result.attack.hits, result.defence.hits) == (0, 1)


@pytest.mark.parametrize(
    ("clause", "attack", "defence", "needed", "withdraws"),
    clauses(
        # value and die of each side: the defender goes at a margin of one, of two where he is strong
        ("BAB-4.3-03", (9, 3), (5, 3), 1, True),
        ("BAB-4.3-03", (9, 3), (5, 4), 1, False),
        ("BAB-4.3-03", (9, 6), (8, 6), 1, False),
        ("BAB-4.3-04", (9, 3), (5, 3), 2, False),
        ("BAB-4.3-04", (9, 3), (5, 1), 2, True),
    ),
)
def test_the_margin(
    clause: str, attack: tuple[int, int], defence: tuple[int, int], needed: int, withdraws: bool
) -> None:
    found = Terms(attack_value=attack[0], defence_value=defence[0], needed=needed)
    assert resolve(DATA, found, attack[1], defence[1]).withdrawal is withdraws


@pytest.mark.clause("BAB-4.3-57")
def test_points_that_find_no_unit_count_for_the_margin() -> None:
    """A lone partial train causes 2 and loses its only point to a result of 3: the margin is -1."""
    state = red("tampere at", "karkku CG CG CG", "ikaalinen CG")
    found = attacking(state, "karkku", 1).play("roll 6; roll 3").last(e.BattleResolved)
    assert (found.attack_hits, found.defence_hits, found.margin, found.withdrawal) == (2, 2, 0, False)
    state = red("tampere at", "karkku CG CG CG", "ikaalinen CG")
    game = attacking(state, "karkku", 1).play("roll 6; roll 4")
    found = game.last(e.BattleResolved)
    assert (found.attack_hits, found.defence_hits, found.margin, found.withdrawal) == (2, 3, -1, False)


# Table cards


TABLE: dict[e.Side, tuple[str, ...]] = {"white": ("04", "10", "12"), "red": ()}
DROPPED = red("tampere RG RG", "kokemaki RG AT", "karkku CG CG CG", "ikaalinen CG", table=TABLE)


@pytest.mark.clause("BAB-4.1-27", "BAB-4.1-11", "BAB-4.3-29")
def test_cards_are_used_after_the_attackers_are_named_and_before_the_dice() -> None:
    game = attacking(DROPPED, "karkku", 1, 2)
    assert (game.frame, game.asked) == (e.AskReaction, "white")
    game.play("use 10; use 12; done; roll 6; roll 2")
    found = game.last(e.BattleResolved)
    assert (found.attack_die, found.defence_die) == (3, 4)
    assert game.pile("white", "10") == "reshuffle"


@pytest.mark.clause("BAB-4.1-26")
def test_a_star_acts_when_a_table_card_is_used() -> None:
    state = white("orivesi CG", "tampere RG", table={"red": ("44",)})
    game = attacking(state, "tampere", 1)
    assert game.pile("red", "44") == "table"
    assert game.play("use 44").pile("red", "44") == "removed"


@pytest.mark.clause("BAB-4.3-68", "BAB-4.3-70")
def test_a_card_that_removes_the_last_attacker_ends_the_battle_at_once() -> None:
    game = attacking(DROPPED, "karkku", 1, 2).play("use 04 tampere")
    assert game.happened(e.BattleCalledOff) == [e.BattleCalledOff(town="karkku")]
    assert (game.happened(e.Rolled), game.state.battle) == ([], None)
    assert cards_of(game.state.table, "white") == ("10", "12")
    assert game.pile("white", "04") == "reshuffle"
    both = activated(DROPPED, "tampere", "kokemaki").play("done; attack karkku; with 1; done; use 04 tampere")
    assert both.frame is not e.AskBattles or both.refused(e.Attack(town="karkku")) == "BAB-4.3-09"


@pytest.mark.clause("BAB-4.3-71")
def test_dropped_units_take_no_part_and_have_used_their_attack() -> None:
    game = attacking(DROPPED, "karkku", 1, 3, 4).play("use 04 kokemaki; done; roll 6; roll 3")
    found = game.last(e.BattleResolved)
    assert found.attack_value == 2 + 5
    while game.asked == "white":
        game.play(game.legal()[0])
    assert game.legal("hit") == ["hit 1", "hit 4"]
    assert 3 in game.state.attacked
    assert game.units(3) == "RG kokemaki"


@pytest.mark.clause("BAB-4.3-71")
def test_the_road_modifier_is_read_from_the_attackers_that_are_left() -> None:
    state = red("pori RG", "kankaanpaa RG", "kristiina AT", "ahlainen CG", table={"white": ("04",)})
    assert terms(state, "ahlainen", 1).attack_roll == -2
    mixed = red("joutseno RG", "viipuri RG", "antrea CG", table={"white": ("04",)})
    game = attacking(mixed, "antrea", 1, 2).play("use 04 joutseno; roll 5; roll 1")
    assert game.last(e.BattleResolved).attack_die == 5


@pytest.mark.clause("BAB-4.3-72")
def test_a_condition_is_tested_when_the_card_is_used_only() -> None:
    """Spring thaw needs a road attacker. When that one drops out later its effect stays, the road modifier does not."""
    state = white("jamsa CG", "haapamaki CG", "vilppula RG", table={"red": ("43",), "white": ("04",)})
    game = attacking(state, "vilppula", 1, 2).play("use 43")
    battle = game.state.battle
    assert battle is not None
    left = battle.__class__(
        side="white", town="vilppula", attackers=(2,), defenders=battle.defenders, cards=battle.cards
    )
    assert terms_of(DATA, game.state, left).attack_roll == -2


@pytest.mark.clause("BAB-4.3-73")
def test_the_defender_uses_his_cards_first_and_the_turn_does_not_go_back() -> None:
    """A card of the attacker's own for his own attacks is one that only other component data has."""
    rules = game_with(
        cards=replaced(
            'ops = [{ op = "table", trigger = "red_attack", attack_roll = -3 }]',
            'ops = [{ op = "table", trigger = "white_attack", attack_roll = 3 }]',
        )
    )
    state = white("orivesi CG", "tampere RG", table={"red": ("30",), "white": ("12",)})
    game = Game(attacking(state, "tampere", 1).state, rules)
    assert (game.frame, game.asked) == (e.AskReaction, "red")
    game.play("done")
    assert (game.frame, game.asked) == (e.AskReaction, "white")
    assert game.refused(e.UseCard(card="30")) == "BAB-4.1-11"
    game.play("use 12; roll 1; roll 1")
    assert game.last(e.BattleResolved).attack_die == 4


@pytest.mark.parametrize(
    ("clause", "state", "town", "units", "card", "refusal"),
    clauses(
        ("BAB-4.1-11", red("tampere RG", "karkku CG", table={"white": ("11",)}), "karkku", (1,), "11", "passed over"),
        ("BAB-4.1-11", red("viipuri RG", "antrea CG", table={"white": ("11",)}), "antrea", (1,), "11", ""),
        ("BAB-4.1-11", white("orivesi J", "tampere RG", table={"red": ("40",)}), "tampere", (1,), "40", "passed over"),
        ("BAB-4.1-11", white("orivesi g", "tampere RG", table={"red": ("40",)}), "tampere", (1,), "40", "passed over"),
        ("BAB-4.1-11", white("orivesi CG", "tampere RG", table={"red": ("40",)}), "tampere", (1,), "40", ""),
        ("BAB-4.1-11", white("orivesi CG", "tampere RG", table={"red": ("50",)}), "tampere", (1,), "50", "passed over"),
        ("BAB-4.1-11", white("orivesi G", "tampere RG", table={"red": ("50",)}), "tampere", (1,), "50", ""),
        ("BAB-4.1-11", white("orivesi J", "tampere RG", table={"red": ("43",)}), "tampere", (1,), "43", "passed over"),
        ("BAB-4.1-11", white("virrat J", "tampere RG", table={"red": ("43",)}), "tampere", (1,), "43", ""),
        ("BAB-4.1-11", red("tampere AT", "karkku CG", table={"white": ("04",)}), "karkku", (1,), "04", "passed over"),
        # A card against an attack does not fit its owner's own attack.
        ("BAB-4.1-27", white("orivesi CG", "tampere RG", table={"white": ("10",)}), "tampere", (1,), "", "passed over"),
        ("BAB-4.1-27", red("tampere RG", "karkku CG", table={"red": ("30",)}), "karkku", (1,), "", "passed over"),
    ),
)
def test_when_a_table_card_fits(
    clause: str, state: BrotherState, town: str, units: tuple[int, ...], card: str, refusal: str
) -> None:
    """Where no card fits, nobody is asked and the dice come at once."""
    game = attacking(state, town, *units)
    if refusal:
        assert isinstance(game.request, Roll)
    else:
        assert game.legal("use") == [f"use {card}"]
