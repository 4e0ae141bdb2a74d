"""4.3 Losses, asterisks, withdrawal, surrender and the advance."""

from typing import Any

import pytest
from tests.brother.kit import Game, attacking, clauses, position

from wardiary.core.games.brother.state import Battle, BrotherState
from wardiary.events import brother as e

CITY = "vaasa CG"


def red(*towns: str, **fields: Any) -> BrotherState:
    return position(*towns, CITY, side="red", **fields)


def fought(state: BrotherState, town: str, units: tuple[int, ...], dice: str, script: str = "") -> Game:
    attack, defence = dice.split()
    return attacking(state, town, *units).play(f"roll {attack}; roll {defence}").play(script)


def after_losses(state: BrotherState, frame: e.AskAdvance | e.AskWithdrawal, **battle: Any) -> Game:
    """A position inside a battle whose dice and losses are over."""
    base: dict[str, Any] = {"side": "red", "town": frame.town, "attackers": (), "defenders": ()}
    state.frames = (state.frames[0], e.AskBattles(side="red", at=1), e.AskAdvance(side="red", town=frame.town, at=2))
    if isinstance(frame, e.AskWithdrawal):
        state.frames = (*state.frames, frame)
    state.card, state.mode, state.battle = "41", "ap", Battle(**base | battle)
    return Game(state)


# Losses


@pytest.mark.clause("BAB-4.3-17")
def test_a_hit_turns_a_full_unit_partial_and_removes_a_partial_one() -> None:
    state = red("tampere AT RG RG", "karkku CG CG cg", "ikaalinen CG")
    game = fought(state, "karkku", (1, 2, 3), "3 1", "hit 4")
    assert game.units(4) == "cg karkku"
    assert game.play("hit 4").units(4) == "-"
    assert game.play("hit 6").units(6) == "-"
    assert game.refused(e.TakeHit(unit=5)) == "BAB-4.3-17"


@pytest.mark.clause("BAB-4.3-18")
@pytest.mark.parametrize(
    ("defenders", "script", "legal"),
    [
        ("J CG CG", "hit 5; hit 5; hit 6", ["hit 4"]),
        ("J CG CG", "hit 4; hit 5; hit 5", ["hit 4", "hit 6"]),
        ("CG CG CG", "hit 4; hit 4; hit 5", ["hit 5", "hit 6"]),
        ("J J CG", "hit 6; hit 6; hit 5", ["hit 4", "hit 5"]),
    ],
)
def test_an_asterisk_binds_one_point_to_an_elite_unit_at_any_moment(
    defenders: str, script: str, legal: list[str]
) -> None:
    """Four points with an asterisk; the last one is forced if no elite unit has taken one."""
    state = red("tampere AT AT RG", "karkku " + defenders, "ikaalinen CG", hands={"red": ("34", "41")})
    game = Game(state).play("34 event; activate tampere; done; attack karkku; with 1; with 2; with 3")
    found = game.play("roll 4; roll 1").last(e.BattleResolved)
    if not found.attack_star or found.attack_hits != 4:
        pytest.fail(f"the test wants 4*, the table gives {found.attack_hits} for {found.attack_value}")
    assert game.play(script).legal() == legal


@pytest.mark.clause("BAB-4.3-58", "BAB-4.3-18")
def test_every_way_to_take_the_hits_of_an_asterisk_ends_with_an_elite_unit_struck() -> None:
    def ends(game: Game) -> list[Game]:
        if game.frame is not e.AskLosses or game.asked != "white":
            return [game]
        return [end for name in game.legal() for end in ends(Game(game.state).play(name))]

    state = red("tampere AT RG RG", "karkku J CG cg", "ikaalinen CG")
    finished = ends(attacking(state, "karkku", 1, 2, 3).play("roll 6; roll 1"))
    assert len(finished) > 5
    assert all(game.units(4) in {"j karkku", "-"} for game in finished)


@pytest.mark.clause("BAB-4.3-59")
def test_an_asterisk_without_elite_units_binds_nobody() -> None:
    state = red("tampere AT RG RG", "karkku CG CG CG", "ikaalinen CG")
    found = fought(state, "karkku", (1, 2, 3), "6 1").last(e.BattleResolved)
    assert (found.attack_star, found.defender_bound) == (True, ())


@pytest.mark.clause("BAB-4.3-18")
def test_an_asterisk_of_the_defence_binds_the_attacking_train() -> None:
    state = red("tampere AT RG RG", "karkku J CG CG", "ikaalinen CG")
    found = fought(state, "karkku", (1, 2, 3), "1 6").last(e.BattleResolved)
    assert (found.defence_hits, found.defence_star, found.attacker_bound) == (4, True, (1,))


@pytest.mark.clause("BAB-4.3-19")
def test_the_attacker_allocates_after_the_defender() -> None:
    game = fought(red("tampere RG RG RG", "karkku CG CG CG"), "karkku", (1, 2, 3), "4 4")
    order: list[str] = []
    while game.frame is e.AskLosses:
        order.append(game.asked)
        game.play(game.legal()[0])
    assert order == ["white"] * 2 + ["red"] * 3


# Withdrawal


@pytest.mark.parametrize(
    ("clause", "state", "unit", "town", "refusal"),
    clauses(
        ("BAB-4.3-36", red("karkku CG", "ikaalinen CG"), 1, "ikaalinen", ""),
        ("BAB-4.3-36", red("karkku CG", "ikaalinen CG"), 1, "vilppula", "BAB-4.3-36"),
        ("BAB-4.3-39", red("karkku CG", "ikaalinen CG"), 1, "tampere", "BAB-4.3-39"),
        ("BAB-4.3-39", red("karkku CG", white="ikaalinen kokemaki"), 1, "kokemaki", ""),
        (
            ("BAB-4.3-40", "BAB-2.3-21"),
            red("karkku CG", "ikaalinen CG CG CG", white="kokemaki"),
            1,
            "ikaalinen",
            "BAB-4.3-40",
        ),
    ),
)
def test_where_a_unit_may_go(clause: str, state: BrotherState, unit: int, town: str, refusal: str) -> None:
    game = after_losses(state, e.AskWithdrawal(side="white", town="karkku", at=3), withdrawal=True)
    assert game.refused(e.WithdrawUnit(unit=unit, town=town)) == refusal


@pytest.mark.clause("BAB-4.3-61", "BAB-2.3-12")
def test_a_train_with_roads_only_to_own_towns_surrenders() -> None:
    state = position("pori AT", "kokemaki J J J", "viipuri RG", red="ahlainen", white="rauma")
    game = fought(state, "pori", (2, 3, 4), "6 1")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    assert game.units(1) == "-"
    stands = position("pori AT RG RG", "kokemaki J J J", "viipuri RG", red="ahlainen", white="rauma")
    game = fought(stands, "pori", (4, 5, 6), "4 1")
    while game.frame is e.AskLosses:
        game.play("hit 2" if "hit 2" in game.legal() else game.legal()[-1])
    game.play("withdraw 3 ahlainen") if "withdraw 3 ahlainen" in game.legal() else None
    assert game.happened(e.UnitsSurrendered)[0].units[0] == 1


@pytest.mark.clause("BAB-4.3-37", "BAB-4.3-40", "BAB-4.3-62")
def test_units_withdraw_one_by_one_as_room_allows_and_the_rest_surrender() -> None:
    """Three units, one neighbour with room for two: who has a town must go, the defender chooses who is left."""
    state = red("tampere AT AT RG", "karkku CG CG CG", "ikaalinen CG")
    game = after_losses(state, e.AskWithdrawal(side="white", town="karkku", at=3), attackers=(1, 2, 3), withdrawal=True)
    assert game.refused(e.Done()).startswith("brother.done is not asked now")
    game.play("withdraw 5 ikaalinen; withdraw 6 ikaalinen")
    assert (game.units(4), game.at("ikaalinen")) == ("-", "CG CG CG")
    assert game.last(e.UnitsSurrendered).units == (4,)
    assert game.last(e.DefenderWithdrew).units == (5, 6)


@pytest.mark.clause("BAB-4.3-40")
def test_units_without_any_town_surrender_together() -> None:
    game = fought(red("tampere AT AT RG", "karkku CG CG"), "karkku", (1, 2, 3), "3 1", "hit 4; hit 5; hit 4")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    assert game.last(e.UnitsSurrendered).units == (5,)
    assert game.state.units.get(5) is None


@pytest.mark.clause("BAB-4.3-38", "BAB-4.3-65")
def test_units_that_withdrew_defend_and_attack_as_others_do() -> None:
    state = red("tampere AT RG RG", "karkku CG CG", "ikaalinen CG")
    game = after_losses(state, e.AskWithdrawal(side="white", town="karkku", at=3), attackers=(1, 2, 3), withdrawal=True)
    game.play("withdraw 4 ikaalinen; withdraw 5 ikaalinen")
    game.end_turn()
    game.play("25 ap; activate ikaalinen; done; done; attack tampere")
    assert game.legal("with") == ["with 4", "with 5", "with 6"]


@pytest.mark.clause("BAB-4.3-63")
def test_a_defender_that_need_not_withdraw_stays() -> None:
    game = fought(red("tampere RG", "karkku CG", "ikaalinen CG"), "karkku", (1,), "1 1")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    assert (game.frame, game.asked) == (e.AskCard, "white")
    assert game.at("karkku") == "CG"


@pytest.mark.clause("BAB-4.3-05", "BAB-4.3-03")
def test_nobody_advances_into_a_town_that_is_held() -> None:
    """The attack causes as much as it suffers, and full attackers are left."""
    game = fought(red("tampere AT RG RG", "karkku CG CG CG", "ikaalinen CG"), "karkku", (1, 2, 3), "2 2")
    while game.frame is e.AskLosses:
        game.play(game.legal()[-1])
    assert game.last(e.BattleResolved).margin == 0
    assert game.happened(e.BattleEnded) == [e.BattleEnded(town="karkku")]
    assert game.holder("karkku") == "white"
    assert game.units(1) == "AT tampere"


@pytest.mark.clause("BAB-4.3-18")
def test_without_an_asterisk_the_hits_fall_where_the_defender_likes() -> None:
    state = red("tampere AT RG RG", "karkku J CG CG", "ikaalinen CG")
    game = fought(state, "karkku", (1, 2, 3), "3 1", "hit 5; hit 5; hit 6")
    found = game.last(e.BattleResolved)
    assert (found.attack_hits, found.attack_star, found.defender_bound) == (3, False, ())
    assert game.at("karkku") == "J cg"


@pytest.mark.clause("BAB-4.3-64", "BAB-4.3-45")
def test_the_margin_alone_decides_even_if_no_attacker_is_left() -> None:
    state = red("tampere rg", "karkku CG CG", "ikaalinen CG")
    game = after_losses(state, e.AskWithdrawal(side="white", town="karkku", at=3), attackers=(), withdrawal=True)
    game.play("withdraw 2 ikaalinen; withdraw 3 ikaalinen")
    assert (game.at("karkku"), game.holder("karkku")) == ("", "white")


# The advance


@pytest.mark.clause("BAB-4.3-05", "BAB-4.3-42", "BAB-4.3-66")
def test_full_attackers_that_took_part_may_advance() -> None:
    state = red("tampere RG rg RG", white="karkku")
    game = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(1, 2))
    assert game.legal() == ["advance 1", "done"]
    assert game.refused(e.Advance(unit=2)) == "BAB-4.3-42, -43"
    assert game.refused(e.Advance(unit=3)) == "BAB-4.3-42, -66"
    assert game.play("advance 1").holder("karkku") == "red"
    both = after_losses(red("tampere RG RG", white="karkku"), e.AskAdvance(side="red", town="karkku"), attackers=(1, 2))
    assert both.play("advance 1").legal() == ["advance 2", "done"]
    assert both.refused(e.Advance(unit=1)) == "BAB-4.3-42"


@pytest.mark.clause("BAB-2.3-18", "BAB-4.3-43")
def test_partial_germans_advance() -> None:
    state = position("lahti g j", "kouvola rg", "viipuri RG")
    game = fought(state, "kouvola", (1, 2), "6 1")
    while game.frame is e.AskLosses:
        game.play(game.legal()[0])
    assert game.legal("advance") == ["advance 1"]


@pytest.mark.clause("BAB-4.3-42", "BAB-2.3-07", "BAB-2.3-21", "BAB-4.3-67")
def test_at_most_three_units_two_of_them_trains_advance() -> None:
    state = red("tampere AT AT RG", "kokemaki AT RG RG", white="karkku")
    game = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(1, 2, 3, 4, 5))
    game.play("advance 1; advance 4")
    assert game.refused(e.Advance(unit=2)) == "BAB-2.3-07"
    game.play("advance 3")
    assert game.at("karkku") == "AT AT RG"
    assert game.frame is not e.AskAdvance


@pytest.mark.clause("BAB-4.3-44")
def test_an_attacker_advances_at_any_margin_when_all_defenders_are_destroyed() -> None:
    state = red("tampere RG RG RG", "karkku cg")
    game = fought(state, "karkku", (1, 2, 3), "2 6")
    found = game.last(e.BattleResolved)
    assert (found.margin, found.withdrawal) == (0, False)
    game.play("hit 4; hit 1")
    assert game.legal() == ["advance 2", "advance 3", "done"]


@pytest.mark.clause("BAB-4.3-45", "BAB-4.3-54", "BAB-4.3-44")
def test_an_empty_town_stays_with_the_defender_if_nobody_enters_and_keeps_its_fortification() -> None:
    state = red("tampere rg rg RG", white="karkku", forts=("karkku",))
    nobody = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(1, 2))
    assert nobody.legal("advance") == []
    declined = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(3,)).play("done")
    assert (declined.holder("karkku"), declined.state.forts) == ("white", ("karkku",))


@pytest.mark.clause("BAB-4.3-53")
def test_an_advance_destroys_the_fortification() -> None:
    state = red("tampere RG", white="karkku", forts=("karkku",))
    game = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(1,)).play("advance 1")
    assert (game.holder("karkku"), game.state.forts) == ("red", ())


@pytest.mark.clause("BAB-4.3-46")
def test_the_defender_never_advances() -> None:
    game = fought(red("tampere rg", "karkku CG CG CG", "ikaalinen CG"), "karkku", (1,), "1 6", "hit 1")
    assert game.at("tampere") == ""
    assert game.holder("tampere") == "red"
    assert all(event.side != "white" for event in game.happened(e.BattleDeclared))


@pytest.mark.clause("BAB-4.3-65")
def test_an_advanced_unit_has_used_its_attack() -> None:
    state = red("tampere RG RG", "ikaalinen CG", white="karkku")
    state.activated, state.attacked, state.targets = (1, 2), (1, 2), ("karkku",)
    game = after_losses(state, e.AskAdvance(side="red", town="karkku"), attackers=(1, 2)).play("advance 1; done")
    assert (game.frame, game.asked) == (e.AskCard, "white")
