"""4.4 Supply, 4.5 Reinforcements, 5 The end of the game, and what 2 says about towns and counters."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.brother.kit import DATA, Game, activated, clauses, game_with, month_after, position, replaced

from wardiary.core.games.brother.phases.reinforcements import reinforcements_due
from wardiary.core.games.brother.queries import in_supply
from wardiary.core.games.brother.setup import starting_sides
from wardiary.core.games.brother.state import BrotherState, Unit
from wardiary.events import brother as e
from wardiary.events.brother import Month, Side


def cut_off(*towns: str, **fields: Any) -> BrotherState:
    """The last Red turn of March."""
    return position(*towns, side="red", number=8, **fields)


def month_end(state: BrotherState) -> Game:
    return Game(state).play("41 ap; end")


@pytest.mark.parametrize(
    ("clause", "state", "what", "expected"),
    clauses(
        ("BAB-4.4-05", cut_off("hanko CG", "vaasa CG"), lambda g: g.units(1), "cg hanko"),
        ("BAB-4.4-06", cut_off("hanko cg", "vaasa CG"), lambda g: g.units(1), "cg hanko"),
        ("BAB-4.4-05", cut_off("hanko J", "vaasa CG"), lambda g: g.units(1), "j hanko"),
        (("BAB-4.4-08", "BAB-2.3-19"), cut_off("hanko G", "vaasa CG"), lambda g: g.units(1), "G hanko"),
        (("BAB-4.4-08", "BAB-2.3-13"), cut_off("kokkola AT", "vaasa CG"), lambda g: g.units(1), "AT kokkola"),
        ("BAB-4.4-15", cut_off("virrat AT RG", "vaasa CG", white="tampere"), lambda g: g.at("virrat"), "AT rg"),
        ("BAB-4.4-16", cut_off("kokkola AT RG", "vaasa CG"), lambda g: g.at("kokkola"), "AT rg"),
        (("BAB-4.4-14", "BAB-4.4-16"), cut_off("kokkola AT", "vaasa CG"), lambda g: g.holder("kokkola"), "red"),
        ("BAB-4.4-14", cut_off("hanko G", "vaasa CG"), lambda g: g.holder("hanko"), "white"),
        (("BAB-4.4-04", "BAB-2.1-07"), cut_off("vaasa CG", white="hanko"), lambda g: g.holder("hanko"), "red"),
        (
            ("BAB-4.4-14", "BAB-4.3-53"),
            cut_off("vaasa CG", white="hanko", forts=("hanko",)),
            lambda g: (g.holder("hanko"), g.state.forts),
            ("red", ()),
        ),
        (("BAB-4.4-03", "BAB-4.4-15"), cut_off("vaasa CG", white="helsinki"), lambda g: g.holder("helsinki"), "white"),
        ("BAB-4.4-02", cut_off("porvoo CG", "vaasa CG", white="helsinki"), lambda g: g.units(1), "CG porvoo"),
        # By road and railway mixed, over empty own towns, as far as it may be.
        (("BAB-4.4-02", "BAB-4.4-09"), cut_off("ikaalinen CG", "vaasa CG"), lambda g: g.units(1), "CG ikaalinen"),
        ("BAB-4.4-09", cut_off("hanko CG", "vaasa CG", white="karjaa"), lambda g: g.units(1), "cg hanko"),
        ("BAB-4.4-13", cut_off("vaasa CG", white="hanko", red="karjaa"), lambda g: g.holder("hanko"), "red"),
    ),
)
def test_the_supply_check(clause: str, state: BrotherState, what: Callable[[Game], Any], expected: object) -> None:
    assert what(month_end(state)) == expected


@pytest.mark.clause("BAB-4.4-01")
def test_supply_is_checked_at_the_end_of_a_month_and_not_before() -> None:
    state = cut_off("hanko CG", "vaasa CG")
    state.frames = (e.AskCard(side="red", number=7),)
    assert month_end(state).units(1) == "CG hanko"


@pytest.mark.clause("BAB-4.4-12", "BAB-4.4-13")
def test_two_towns_that_cut_each_other_off_both_change_hands() -> None:
    """Karjaa and Hanko: a Red Hanko behind a White Karjaa, itself among Red towns; both are read from one snapshot."""
    game = month_end(cut_off("vaasa CG", white="karjaa"))
    assert game.holder("karjaa", "hanko") == "red white"
    changed = [event.town for event in game.happened(e.ControlChanged)]
    assert {"karjaa", "hanko"} <= set(changed)
    again = Game(position("vaasa CG", side="red", number=8, white="hanko")).play("41 ap; end")
    assert again.holder("hanko") == "red"


@pytest.mark.clause("BAB-4.4-12")
def test_a_town_handed_over_feeds_no_other_before_the_next_check() -> None:
    """Red Kemi, cut off, comes to White; White Tornio behind it was cut off too and is Red none the less."""
    game = month_end(cut_off("vaasa CG", "viipuri RG", red="kemi"))
    assert game.holder("oulu", "kemi", "tornio") == "white white red"


@pytest.mark.clause("BAB-4.4-17")
def test_the_check_takes_no_strategic_town() -> None:
    game = month_end(cut_off("vaasa CG", white="helsinki tampere viipuri"))
    assert game.holder(*DATA.strategic) == "white white white white white"


@pytest.mark.clause("BAB-4.4-10")
def test_a_unit_that_moves_into_supply_stays_full() -> None:
    state = cut_off("kuopio RG", "vaasa CG", red="iisalmi kajaani oulu")
    assert month_end(state).units(1) == "RG kuopio"


# Reinforcements


@pytest.mark.parametrize(
    ("clause", "month", "side", "strategic", "due"),
    clauses(
        ("BAB-4.5-01", "feb", "white", 1, {"civil_guard": 3, "jaeger": 1}),
        (("BAB-4.5-02", "BAB-4.5-19"), "mar", "white", 2, {"civil_guard": 6, "jaeger": 3}),
        ("BAB-4.5-03", "apr", "white", 3, {"civil_guard": 9, "jaeger": 3}),
        ("BAB-4.5-04", "may", "white", 3, {"civil_guard": 9}),
        ("BAB-4.5-07", "feb", "red", 4, {"red_guard": 16}),
        ("BAB-4.5-08", "mar", "red", 3, {"red_guard": 6, "armoured_train": 1}),
        ("BAB-4.5-09", "apr", "red", 2, {"red_guard": 4}),
        ("BAB-4.5-09", "may", "red", 1, {"red_guard": 2}),
    ),
)
def test_what_is_due(clause: str, month: Month, side: Side, strategic: int, due: dict[str, int]) -> None:
    state = position(month=month)
    for at, town in enumerate(DATA.strategic):
        state.controller[town] = side if at < strategic else ("red" if side == "white" else "white")
    found = reinforcements_due(DATA, state, side)
    kinds = ("civil_guard", "jaeger", "red_guard", "armoured_train")
    assert {kind: getattr(found, kind) for kind in kinds if getattr(found, kind)} == due


@pytest.mark.clause("BAB-4.5-03", "BAB-4.5-07")
def test_the_fixed_cards_of_the_sheet() -> None:
    fixed = {
        (side, month): share.fixed_card
        for side, table in DATA.shares.items()
        for month in ("feb", "apr")
        if (share := table.month(month)) is not None
    }
    assert fixed == {("white", "feb"): None, ("white", "apr"): "21", ("red", "feb"): "31", ("red", "apr"): None}


def order(kind: Any, town: str) -> e.PlaceUnit:
    return e.PlaceUnit(type=kind, town=town)


WHITE = position("oulu CG", "vaasa CG", "viipuri RG", "hanko CG", white="tampere orivesi vilppula", month="feb")
RED = position("oulu RG", "tampere RG", "viipuri RG RG RG", "vaasa CG", month="feb", white="rauma")


@pytest.mark.parametrize(
    ("clause", "kind", "town", "refusal"),
    clauses(
        (("BAB-4.5-05", "BAB-4.5-23"), "jaeger", "vaasa", ""),
        ("BAB-4.5-05", "jaeger", "kauhava", "BAB-4.5-05, -10"),
        ("BAB-4.5-06", "civil_guard", "kauhava", ""),
        (("BAB-4.5-06", "BAB-4.5-17"), "civil_guard", "tampere", "BAB-4.5-17"),
        (("BAB-2.1-03", "BAB-4.5-24"), "civil_guard", "orivesi", "BAB-4.5-17"),
        ("BAB-4.5-06", "civil_guard", "turku", "BAB-4.5-06, -11, -20"),
        (("BAB-4.4-07", "BAB-4.5-16", "BAB-4.4-11"), "civil_guard", "hanko", "BAB-4.5-17"),
    ),
)
def test_where_white_places(clause: str, kind: str, town: str, refusal: str) -> None:
    assert month_after(WHITE).refused(order(kind, town)) == refusal


@pytest.mark.parametrize(
    ("clause", "kind", "town", "refusal"),
    clauses(
        ("BAB-4.5-10", "armoured_train", "tampere", ""),
        ("BAB-4.5-10", "armoured_train", "turku", "BAB-4.5-05, -10"),
        ("BAB-2.3-07", "armoured_train", "viipuri", "BAB-2.3-07"),
        ("BAB-4.5-11", "red_guard", "turku", ""),
        (("BAB-4.5-24", "BAB-4.5-11"), "red_guard", "oulu", "BAB-4.5-17"),
        ("BAB-4.5-11", "red_guard", "vaasa", "BAB-4.5-06, -11, -20"),
    ),
)
def test_where_red_places(clause: str, kind: str, town: str, refusal: str) -> None:
    game = month_after(RED).play("done")
    assert game.asked == "red"
    assert game.refused(order(kind, town)) == refusal


@pytest.mark.clause("BAB-4.5-17")
def test_the_front_line_binds_all_units_of_the_month() -> None:
    """Jaegers too, where a sheet of other component data lets them enter beyond the line."""
    rules = game_with(reinforcements=replaced('["vaasa", "oulu"]', '["vaasa", "tampere"]'))
    game = Game(month_after(WHITE).state, rules)
    assert game.refused(order("jaeger", "tampere")) == "BAB-4.5-17"
    assert game.refused(order("jaeger", "vaasa")) == ""


@pytest.mark.clause("BAB-4.4-07", "BAB-4.4-11", "BAB-4.5-16")
def test_a_town_cut_off_takes_no_reinforcements() -> None:
    state = position("oulu RG", "kemi CG", "vaasa CG", "viipuri RG", month="feb")
    game = month_after(state)
    assert not in_supply(DATA, game.state, "white", "kemi")
    assert game.refused(order("civil_guard", "kemi")) == "BAB-4.5-16"


@pytest.mark.clause("BAB-4.5-12")
def test_reinforcements_enter_full() -> None:
    assert month_after(WHITE).play("place civil_guard kauhava").at("kauhava") == "CG"


@pytest.mark.clause("BAB-4.5-13", "BAB-4.5-21", "BAB-4.5-20")
def test_leftovers_are_lost_and_guards_may_block_jaegers() -> None:
    game = month_after(position("oulu RG", "vaasa CG CG", "viipuri RG", month="feb"))
    game.play("place civil_guard vaasa")
    assert game.legal("place jaeger") == []
    game.play("place civil_guard kauhava; done")
    ended = game.last(e.ReinforcementsEnded)
    assert (ended.placed, ended.lost, ended.stopped) == (2, 4, True)


@pytest.mark.clause("BAB-4.5-21")
def test_a_side_may_stop_early_or_place_in_any_order() -> None:
    game = month_after(WHITE)
    assert {"place civil_guard vaasa", "place jaeger vaasa", "done"} <= set(game.legal())
    game.play("done")
    assert game.asked == "red"


@pytest.mark.clause("BAB-2.3-23", "BAB-2.3-24")
def test_counters_are_a_limit_and_come_back() -> None:
    state = position("vaasa CG", "viipuri RG", month="feb")
    towns = [town for town in DATA.towns if town not in {"vaasa", "viipuri", "kauhava"}]
    for number in range(3, 3 + DATA.counters["civil_guard"] - 1):
        state.units[number] = Unit("civil_guard", True, towns[number % 30])
    state.last_unit = max(state.units)
    game = month_after(state)
    assert game.refused(order("civil_guard", "kauhava")) == "BAB-2.3-23"
    assert game.refused(order("jaeger", "vaasa")) == ""
    fewer = Game(game.state)
    del fewer.state.units[1]
    fewer.state.forget()
    assert fewer.refused(order("civil_guard", "kauhava")) == ""


@pytest.mark.clause("BAB-4.5-15", "BAB-4.5-17", "BAB-4.5-22")
@pytest.mark.parametrize(("town", "refusal"), [("tampere", ""), ("vaasa", ""), ("hanko", "BAB-4.5-16")])
def test_events_bring_units_to_either_side_of_the_line_but_into_supply(town: str, refusal: str) -> None:
    state = position("vaasa CG", "hanko CG", "viipuri RG", white="tampere", hands={"white": ("05", "25")})
    assert Game(state).play("05 event").refused(order("civil_guard", town)) == refusal


# The end of the game


FOUR = "tampere helsinki viipuri oulu"


@pytest.mark.parametrize(
    ("clause", "state", "script", "result"),
    clauses(
        ("BAB-5-01", position("vaasa RG", "viipuri RG"), "25 ap; end", "vaasa"),
        (
            ("BAB-5-01", "BAB-5-07"),
            position("seinajoki RG", "kokkola CG", "viipuri RG", side="red"),
            "41 ap; activate seinajoki; done; move 1; to vaasa; stop; end",
            "",
        ),
        (
            "BAB-5-02",
            position("vaasa CG", "turku RG", side="red", white="tampere helsinki oulu"),
            "41 ap; end",
            "four_towns",
        ),
        ("BAB-5-05", position("vaasa CG", "turku RG", side="red", white=FOUR), "41 ap; end", "four_towns"),
        (
            "BAB-5-02",
            position("vaasa CG", "turku RG", side="red", number=8, month="apr", white="tampere helsinki oulu"),
            "41 ap; end",
            "four_towns",
        ),
        ("BAB-5-02", position("vaasa CG", "turku RG", side="red", white="tampere oulu"), "41 ap; end", ""),
        ("BAB-5-02", position("vaasa CG", "turku RG", white="tampere helsinki oulu"), "25 ap; end", ""),
        (
            "BAB-5-06",
            position("vaasa CG", "turku RG", side="red", white="tampere helsinki oulu", month="may"),
            "41 ap; end",
            "",
        ),
        (
            ("BAB-5-03", "BAB-5-04"),
            position("vaasa CG", side="red", number=8, month="may", white=FOUR),
            "41 ap; end",
            "all_towns",
        ),
        (
            "BAB-5-03",
            position("vaasa CG", side="red", number=8, month="may", white="tampere helsinki oulu"),
            "41 ap; end",
            "red_stands",
        ),
        ("BAB-5-07", position("oulu CG", "vaasa RG", side="red", white=FOUR), "41 ap; end", "four_towns"),
        ("BAB-5-07", position("oulu CG", "vaasa RG", side="red", white=FOUR, month="may"), "41 ap; end", ""),
    ),
)
def test_victory(clause: str, state: BrotherState, script: str, result: str) -> None:
    assert Game(state).play(script).result == result


@pytest.mark.clause("BAB-5-01", "BAB-5-07", "BAB-5-10")
def test_red_wins_only_if_it_still_holds_vaasa_after_the_reply() -> None:
    state = position("seinajoki RG", "kokkola J J J", "viipuri RG", side="red")
    game = Game(state).play("41 ap; activate seinajoki; done; move 1; to vaasa; stop; end")
    assert (game.result, game.holder("vaasa")) == ("", "red")
    lost = Game(game.state).play("25 ap; end")
    assert lost.result == "vaasa"
    game.play("25 ap; activate kokkola; done; attack vaasa; with 2; with 3; with 4; roll 6; roll 1")
    while game.frame is not e.AskCard:
        game.play(game.legal()[0])
    assert (game.result, game.holder("vaasa")) == ("", "white")


@pytest.mark.clause("BAB-5-02", "BAB-5-10")
def test_white_does_not_win_by_towns_that_red_takes_back_in_reply() -> None:
    state = position("vaasa CG", "orivesi CG", "toijala RG RG RG", white="oulu helsinki")
    game = Game(state).play("25 ap; activate orivesi; done; move 2; to tampere; stop; end")
    assert (game.result, game.holder("tampere")) == ("", "white")
    lost = Game(game.state).play("41 ap; end")
    assert lost.result == "four_towns"
    game.play("41 ap; activate toijala")
    if game.frame is e.AskMoves:
        game.play("done")
    game.play("attack tampere; with 3; with 4; with 5; roll 6; roll 1; hit 2; hit 2; advance 3")
    game.end_turn()
    assert (game.result, game.holder("tampere")) == ("", "red")


@pytest.mark.clause("BAB-5-08")
def test_red_takes_vaasa_in_the_last_turn_of_a_month() -> None:
    """Supply, the new month, reinforcements and White's first turn come first."""
    state = position("seinajoki RG", "kokkola CG", "viipuri RG", side="red", number=8, hands={"white": ()})
    game = Game(state).play("41 ap; activate seinajoki; done; move 1; to vaasa; stop; end")
    assert (game.result, game.state.month) == ("", "apr")
    assert game.pass_turns(1).result == "vaasa"
    last = position("seinajoki RG", "kokkola CG", "viipuri RG", side="red", number=8, month="may")
    assert Game(last).play("41 ap; activate seinajoki; done; move 1; to vaasa; stop; end").result == "red_stands"


# Towns and control


START = starting_sides(DATA)


@pytest.mark.parametrize(
    ("clause", "what", "expected"),
    clauses(
        (
            "BAB-2.1-04",
            lambda: [t.id for t in DATA.towns.values() if t.side == "white" and START[t.id] == "red"],
            ["kuopio", "oulu", "varkaus"],
        ),
        (
            ("BAB-2.1-05", "BAB-2.1-12", "BAB-2.1-13"),
            lambda: [t.id for t in DATA.towns.values() if t.side == "red" and START[t.id] == "white"],
            ["kirkkonummi", "loviisa", "porvoo", "uusikaupunki"],
        ),
        ("BAB-2.1-12", lambda: (START["tornio"], START["hanko"]), ("white", "red")),
        ("BAB-2.1-09", lambda: DATA.anchors, ("hanko", "kotka", "loviisa", "porvoo", "rauma", "turku")),
        (
            ("BAB-2.1-10", "BAB-2.3-04"),
            lambda: next((s.full, s.partial) for s in DATA.setup.units if s.town == "porvoo"),
            (0, 1),
        ),
    ),
)
def test_towns_at_the_start(clause: str, what: Callable[[], Any], expected: object) -> None:
    assert what() == expected


@pytest.mark.clause("BAB-2.4-01", "BAB-2.4-02")
def test_tokens_are_aids_and_limit_nothing() -> None:
    """More than ten towns may be active and more than fourteen conquered towns empty."""
    state = position("kotka G", "viipuri RG", "vaasa CG")
    state.controller |= dict.fromkeys(set(state.controller) - {"viipuri"}, "white")
    assert sum(owner != START[town] for town, owner in state.controller.items()) > 14
    assert activated(state, "kotka").play("move 1; to kouvola; stop").holder("kouvola") == "white"
