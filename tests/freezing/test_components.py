"""Box, board, cards, units and set-up (0, 2.1 to 2.3, 3): what is printed, and what follows from it."""

from collections import Counter
from typing import Any

import pytest
from tests.freezing.kit import (
    DATA,
    RULES,
    Game,
    What,
    army,
    by_side,
    clauses,
    game_with,
    outcome,
    position,
    replaced,
    whole_game,
)

from wardiary.core.games.freezing.board import board
from wardiary.core.games.freezing.charts import battle_terms
from wardiary.core.games.freezing.phases.ending import total_value
from wardiary.core.games.freezing.queries import cannot_place
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.texts import card_text
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES, Side


def pieces() -> tuple[int, ...]:
    counters = {kind: table.counters for kind, table in DATA.unit_types.items()}
    units = (
        counters["infantry"]["fin"],
        counters["ski"]["fin"],
        counters["infantry"]["sov"],
        counters["armour"]["sov"],
    )
    return (
        *units,
        DATA.pieces.fortification_tokens,
        DATA.pieces.intervention_markers,
        DATA.pieces.turn_markers,
    )


def start() -> FreezingState:
    return Game.from_start().state


def hits_on(kind: int, side: Side, box: str) -> int:
    terms = battle_terms(DATA, side=side, box=box, line_level=1, attack_drm=0, ladoga_taken=False, cards=())
    return terms.attack_hits_on[kind]


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("FRD-0-01", SPEC.seats, ("sov", "fin")),
        ("FRD-1-01", SPEC.scenarios["winter-war"].seats, ("sov", "fin")),
        ("FRD-0-02", pieces(), (19, 5, 39, 6, 3, 1, 1)),
        ("FRD-0-02", sum(pieces()), 74),
        ("FRD-0-03", len(DATA.cards), 55),
        ("FRD-0-03", DATA.deck["fin"], tuple(f"{number:02}" for number in range(1, 29))),
        ("FRD-0-03", DATA.deck["sov"], tuple(str(number) for number in range(29, 56))),
        ("FRD-0-04", DATA.pieces.dice, 8),
        ("FRD-1-03", list(DATA.fronts), ["KI", "LK", "SU"]),
        ("FRD-1-04", (len(DATA.intervention.values), len(DATA.turns.en)), (7, 6)),
        ("FRD-1-05", (len(DATA.turns.en), DATA.turns.peace), (6, (1, 2))),
        ("FRD-2.1-01", "".join(DATA.territory[f"KI-{n}"][0] for n in range(1, 7)), "ffffss"),
        ("FRD-2.1-01", "".join(DATA.territory[f"LK-{n}"][0] for n in range(1, 6)), "fffss"),
        ("FRD-2.1-01", "".join(DATA.territory[f"SU-{n}"][0] for n in range(1, 6)), "fffss"),
        ("FRD-2.1-02", [box.vp for box in DATA.fronts["KI"].boxes], [-5, -3, -2, -1, 0, 1]),
        ("FRD-2.1-02", [box.vp for box in DATA.fronts["LK"].boxes], [-3, -2, -1, 0, 1]),
        ("FRD-2.1-02", [box.vp for box in DATA.fronts["SU"].boxes], [-3, -2, -1, 1, 2]),
        (
            "FRD-2.2-03",
            {card: DATA.cards[card].turn for card in by_side(start().hands)["fin"]},
            dict.fromkeys(DATA.deck["fin"][:8], 1),
        ),
        ("FRD-2.2-03", (len(by_side(start().hands)["sov"]), start().bags, start().discards), (8, {}, {})),
        ("FRD-2.3-01", {unit.strength for unit in start().units.values()} <= {1, 2, 3, 4}, True),
        ("FRD-2.3-03", sorted(DATA.unit_types["ski"].counters), ["fin"]),
        ("FRD-2.3-03", sorted(DATA.unit_types["armour"].counters), ["sov"]),
        ("FRD-2.3-03", sorted(DATA.unit_types["infantry"].counters), ["fin", "sov"]),
        ("FRD-2.3-08", [DATA.unit_types[kind].hits_on for kind in ("infantry", "ski", "armour")], [6, 5, 5]),
        ("FRD-2.3-11", [hits_on(1, "sov", box) for box in ("KI-4", "LK-3", "SU-2")], [5, 6, 6]),
        ("FRD-2.3-09", [hits_on(0, "sov", box) for box in ("KI-4", "LK-3", "SU-2")], [6, 6, 6]),
        ("FRD-3-02", start().turn, 1),
        ("FRD-3-03", start().line_level, 1),
        ("FRD-3-04", (start().marker, DATA.intervention.values[start().marker - 1]), (1, -1)),
        ("FRD-3-05", (DATA.levels[1].defence_drm, DATA.intervention.values[0]), (1, -1)),
        ("FRD-2.1-05", start().control, DATA.territory),
    ),
)
def test_what_is_printed(clause: str, found: object, expected: object) -> None:
    assert found == expected


@pytest.mark.parametrize("clause", clauses(("FRD-1-06",), ("FRD-2.1-03",), ("FRD-3-01",)))
def test_starting_units_stand_where_the_board_shows_them(clause: str) -> None:
    stand = Counter((unit.side, unit.box, unit.type, unit.strength) for unit in start().units.values())
    assert stand == Counter({(row.side, row.box, row.type, row.strength): row.count for row in DATA.setup})
    assert list(start().units) == list(range(1, 23))


@pytest.mark.clause("FRD-3-01")
def test_other_starting_units_in_the_file_stand_elsewhere() -> None:
    rules = game_with(
        setup=replaced('box = "SU-1", type = "infantry", strength = 1', 'box = "KI-1", type = "ski", strength = 4')
    )
    unit = Game.from_start(rules).state.units[22]
    assert (unit.box, unit.type, unit.strength) == ("KI-1", "ski", 4)


@pytest.mark.clause("FRD-1-02")
def test_the_score_falls_with_finnish_ground_and_rises_with_intervention() -> None:
    held, lost = position("KI-4 sov i2"), position("KI-2 sov i2")
    assert total_value(DATA, lost) < total_value(DATA, held)
    lost.marker += 1
    assert total_value(DATA, lost) == total_value(DATA, position("KI-2 sov i2")) + 1


@pytest.mark.clause("FRD-2.2-01")
def test_cards_stay_with_their_owners() -> None:
    for state in whole_game()[1]:
        for side in SIDES:
            piles = (state.hands, state.bags, state.discards, state.removed, state.tableaux)
            assert {card for pile in piles for card in by_side(pile)[side]} <= set(DATA.deck[side])


@pytest.mark.clause("FRD-2.2-02")
def test_a_card_has_turn_points_name_asterisk_event_and_number() -> None:
    card = DATA.cards["02"]
    assert (card.id, card.turn, card.ap, card.en, card.one_shot) == ("02", 1, 3, "Finnish Olympic Success", True)
    assert card_text(DATA, "02") == "The intervention marker goes 1 step to the right."


@pytest.mark.clause("FRD-2.2-04")
def test_a_used_up_bag_is_filled_from_the_own_discard_alone() -> None:
    state = position(
        turn=1, frames=(e.AskIntervention(side="fin"),), hands={}, discards={"sov": ("29",), "fin": ("01",)}
    )
    game = Game(state).play("roll 1")
    assert (game.state.bags, game.state.discards) == ({"29": "sov"}, {"01": "fin"})


@pytest.mark.clause("FRD-2.2-05")
@pytest.mark.parametrize("seat", SIDES)
def test_discards_removed_and_kept_cards_are_open(seat: Side) -> None:
    state = position(discards={"sov": ("29",), "fin": ("01",)}, removed={"sov": ("31",)}, tableaux={"fin": ("05",)})
    seen = SPEC.sight.view(DATA, state, seat).state
    assert (seen.discards, seen.removed, seen.tableaux) == (state.discards, state.removed, state.tableaux)


SKI_INFANTRY_ARMOUR = position("SU-2 fin s1 i2", "KI-5 sov a3")


@pytest.mark.parametrize(
    ("clause", "shown"),
    clauses(("FRD-2.3-02", "1:s1 2:i2"), ("FRD-2.3-04", "1:s1 2:i2"), ("FRD-2.3-04", "3:a3")),
)
def test_the_board_shows_strengths(clause: str, shown: str) -> None:
    assert shown in board(DATA, SPEC.sight.view(DATA, SKI_INFANTRY_ARMOUR, None))


FULL = position("KI-5 sov i1 i1 i1 i1", "KI-6 sov i1", "KI-4 fin i1 i1 i1 i1", side="sov")
CONTESTED = position("LK-3 sov i2 i2 i2 i2", "LK-3 fin i2 i2 i2 i2")
ONE_OF_EACH = position("LK-3 fin i2", "LK-2 fin s2", "LK-5 sov a2", side="fin")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-0-04",
            position("LK-3 fin i1", "LK-3 sov i4 i4 i4 i4"),
            "action 55; activate 2 3 4 5; stay; attack LK-3; assign 2 3 4 5; roll 1",
            Game.dice,
            16,
        ),
        (
            "FRD-2.1-04",
            position("KI-4 sov i1"),
            "action 55; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-3", "move 1 KI-5"],
        ),
        (
            "FRD-2.1-04",
            position("KI-6 sov i1"),
            "action 55; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-5"],
        ),
        (
            "FRD-2.1-04",
            position("LK-1 fin i1", side="fin"),
            "action 01; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 LK-2"],
        ),
        (
            "FRD-2.1-05",
            position("KI-4 sov i1"),
            "action 55; activate 1; enough; move 1 KI-3",
            lambda g: (g.state.control["KI-4"], g.state.control["KI-3"], DATA.territory["KI-3"]),
            ("sov", "sov", "fin"),
        ),
        ("FRD-2.3-05", FULL, "action 55; activate 5; enough", lambda g: g.legal("move"), []),
        ("FRD-2.3-05", CONTESTED, "", lambda g: len(g.state.units), 8),
        (
            "FRD-2.3-07",
            ONE_OF_EACH,
            "action 01; activate 1; activate 2; enough; move 1 LK-4",
            lambda g: g.legal("move 1"),
            [],
        ),
        (
            "FRD-2.3-07",
            ONE_OF_EACH,
            "action 01; activate 1; activate 2; enough; move 2 LK-3",
            lambda g: g.legal("move 2"),
            [],
        ),
        (
            "FRD-2.3-07",
            position("LK-5 sov a2 i1"),
            "action 55; activate 1; activate 2; enough; move 1 LK-4",
            lambda g: g.legal("move"),
            ["move 2 LK-4"],
        ),
        ("FRD-2.3-12", position("KI-5 sov i4 i3"), "action 55", lambda g: g.legal("strengthen"), ["strengthen 2"]),
    ),
)
def test_board_and_units_in_play(clause: str, state: FreezingState, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


def placing(*boxes: str, **more: Any) -> Game:
    """SOV is to place infantry 3 and armour 2 on any front (card 37)."""
    return Game(position(*boxes, hands={"sov": ("37",)}, **more)).play("event 37")


@pytest.mark.clause("FRD-2.3-06")
def test_the_limit_binds_placed_units() -> None:
    assert placing("KI-6 sov i1 i1 i1 i1").legal() == ["place LK", "place SU"]


@pytest.mark.parametrize(
    ("clause", "side", "kind", "allowed"),
    clauses(
        ("FRD-2.3-09", "sov", "infantry", ["KI", "LK", "SU"]),
        ("FRD-2.3-10", "fin", "ski", ["LK", "SU"]),
        ("FRD-2.3-11", "sov", "armour", ["KI", "LK", "SU"]),
    ),
)
def test_where_a_type_may_be_placed(clause: str, side: Side, kind: Any, allowed: list[str]) -> None:
    state = position()
    assert [front for front in DATA.fronts if cannot_place(DATA, state, side, kind, front) is None] == allowed


SIX_ARMOUR = ("KI-6 sov a1 a1 a1", "KI-5 sov a1 a1 a1")


@pytest.mark.clause("FRD-2.3-13")
def test_without_a_counter_the_reinforcement_is_not_placed() -> None:
    game = placing(*SIX_ARMOUR).play("place LK")
    assert game.happened(e.PlacementFailed) == [e.PlacementFailed(side="sov", type="armour", strength=2)]
    assert placing(*SIX_ARMOUR[:1]).play("place LK").legal() == ["place KI", "place LK", "place SU"]


@pytest.mark.clause("FRD-2.3-13")
@pytest.mark.parametrize(("reusable", "placed"), [("true", True), ("false", False)])
def test_counters_of_destroyed_units_can_be_used_again_unless_the_option_says_no(reusable: str, placed: bool) -> None:
    rules = game_with(
        options=replaced("destroyed_counters_reusable = true", f"destroyed_counters_reusable = {reusable}")
    )
    state = position("KI-6 sov a1", hands={"sov": ("33",)}, created={"sov.armour": 6})
    game = Game(state, rules).play("event 33")
    assert (game.legal("place") != []) is placed


def test_numbers_of_units_are_never_used_again() -> None:
    state = position("KI-6 sov i1", hands={"sov": ("31",)}, last_unit=7)
    assert max(Game(state).play("event 31; place KI").state.units) == 8


def test_an_army_is_numbered_in_its_order() -> None:
    """The tests' own notation."""
    assert [unit.box for unit in army("KI-1 fin i1", "KI-2 sov a4 i2").values()] == ["KI-1", "KI-2", "KI-2"]
    assert RULES.data is DATA
