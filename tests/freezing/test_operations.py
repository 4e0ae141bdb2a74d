"""The operations of card events (5.7), each with its conditions."""

from typing import Any

import pytest
from tests.freezing.kit import Game, What, clauses, game_with, outcome, position, replaced

from wardiary.core.engine import Rules
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.state import FreezingState
from wardiary.events import freezing as e
from wardiary.events.freezing import Side


def with_card(card: str, *boxes: str, side: Side = "sov", **more: Any) -> FreezingState:
    """A position in which `side` has this card and one more, the other side two."""
    other: dict[Side, tuple[str, ...]] = {"sov": ("30", "55"), "fin": ("01", "26")}
    second = {"sov": "29" if card != "29" else "30", "fin": "04" if card != "04" else "01"}
    hands = other | {side: tuple(sorted((card, second[side])))}
    return position(*boxes, side=side, **{"hands": hands, **more})


def other_event(old: str, new: str) -> Rules[FreezingState, Data]:
    """Rules in which a card has other operations."""
    return game_with(cards=replaced(old, new))


def placed(game: Game) -> list[tuple[str, str]]:
    return [(event.type, event.box) for event in game.happened(e.UnitPlaced)]


def ended(game: Game) -> list[tuple[str, tuple[int, ...]]]:
    return [(event.op, event.units) for event in game.happened(e.OperationEnded)]


TWO_OPS = (
    '{ op = "WEAK", units = 3 }',
    '{ op = "BOOST", points = 1, per_unit = 1, types = ["infantry"], fronts = ["KI"] }',
)
RULES_OF_51 = other_event(TWO_OPS[0], f'{TWO_OPS[1]}, {TWO_OPS[1]}, {{ op = "MARK", steps = 1 }}')


@pytest.mark.parametrize(
    ("clause", "script", "what", "expected"),
    clauses(
        ("FRD-C-01", "event 51; strengthen 1; strengthen 1", lambda g: (g.strengths(1), g.state.marker), ([3], 2)),
        ("FRD-C-01", "event 51; strengthen 1; strengthen 1", ended, [("boost", (1,)), ("boost.2", (1,))]),
        ("FRD-C-01", "event 51; done; strengthen 2", ended, [("boost", ()), ("boost.2", (2,))]),
        ("FRD-C-01", "event 51", lambda g: g.legal(), ["strengthen 1", "strengthen 2", "done"]),
    ),
)
def test_operations_come_in_their_order(clause: str, script: str, what: What, expected: object) -> None:
    """Card 51 has two boosts and a mark here."""
    game = Game(with_card("51", "KI-5 sov i1 i1"), RULES_OF_51).play(script)
    assert what(game) == expected


@pytest.mark.clause("FRD-C-01")
def test_an_operation_without_anything_to_pick_ends_and_the_event_counts_as_played() -> None:
    game = Game(with_card("51", "LK-5 sov i1"), RULES_OF_51).play("event 51")
    assert (game.asked, game.state.marker, game.piles("sov", "51")) == ("fin", 2, "discard")


BOOST = with_card("35", "KI-5 sov i1 i3 a4", "KI-4 sov i1", "KI-4 fin i1")
HOME_FRONT = with_card("15", "KI-4 fin i1", "KI-4 sov i1", "SU-1 fin i1", side="fin")
ACT_BOX = with_card("44", "KI-5 sov i1 i1 i1", "KI-6 sov i1", "LK-4 sov i1", "KI-4 fin i1")
ACT_FRONT = with_card("42", "KI-5 sov i1", "KI-6 sov i1", "LK-4 sov i1", "KI-4 fin i1")
ACT_ANY = with_card("25", "SU-1 fin s1 i1", "LK-1 fin s1", side="fin")
STRIKE = with_card("18", "SU-3 sov i3 i1", "SU-2 sov i2", "SU-4 sov i4", "KI-4 sov i4", side="fin")
WEAKEN = with_card("51", "KI-3 fin i2 i1", "KI-4 fin i4", "KI-4 sov i1", "LK-1 fin s3", "SU-1 fin i2 i2")
WITHDRAW = with_card("24", "KI-4 fin i1 i1", "KI-3 fin i1", "KI-4 sov i1", side="fin")
BYPASS = with_card("53", "KI-3 sov i2 i2 i1", "KI-3 fin i2", "KI-2 fin i1", turn=6)
BY = "event 53; activate 1 2"


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-C-02", with_card("47"), "event 47", lambda g: g.legal(), ["place KI", "place LK"]),
        (
            "FRD-C-02",
            with_card("47"),
            "event 47; place LK; place LK",
            placed,
            [("infantry", "LK-5"), ("infantry", "LK-5")],
        ),
        (
            "FRD-C-02",
            with_card("49", "KI-6 sov i1 i1 i1"),
            "event 49",
            lambda g: (placed(g), len(g.happened(e.PlacementFailed))),
            ([("armour", "KI-6")], 1),
        ),
        ("FRD-C-03", BOOST, "event 35", lambda g: g.legal(), ["strengthen 1", "strengthen 2", "done"]),
        ("FRD-C-03", BOOST, "event 35; strengthen 1 1", lambda g: (g.strengths(1), g.asked), ([3], "fin")),
        ("FRD-C-03", BOOST, "event 35; strengthen 2", lambda g: g.legal(), ["strengthen 1", "done"]),
        ("FRD-C-03", BOOST, "event 35; done", lambda g: (g.strengths(1, 2), g.asked), ([1, 3], "fin")),
        (
            "FRD-C-03",
            with_card("29", "KI-5 sov i1 i1"),
            "event 29; strengthen 1",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-C-03",
        ),
        (
            "FRD-C-03",
            HOME_FRONT,
            "event 15; strengthen 1",
            lambda g: (g.strengths(1), g.legal()),
            ([2], ["strengthen 3", "done"]),
        ),
        (
            "FRD-C-03",
            with_card("06", "SU-1 fin s1 i1", side="fin"),
            "event 06",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-C-03",
        ),
        (
            "FRD-C-03",
            with_card("46", "LK-5 sov i1", "KI-5 sov i1"),
            "event 46",
            lambda g: g.refused(e.Strengthen(unit=1)),
            "FRD-C-03",
        ),
        ("FRD-C-04", ACT_BOX, "event 44; activate 1", lambda g: g.legal(), ["activate 2", "activate 3", "done"]),
        (
            "FRD-C-04",
            ACT_BOX,
            "event 44; activate 1 2",
            lambda g: (g.frame, g.state.attack_drm["sov"]),
            (e.AskMoves, 1),
        ),
        (
            "FRD-C-04",
            ACT_BOX,
            "event 44; activate 1",
            lambda g: [g.refused(e.Activate(unit=n)) for n in (1, 4)],
            ["FRD-C-04, FRD-4.1-25", "FRD-C-04"],
        ),
        ("FRD-C-04", ACT_FRONT, "event 42; activate 1", lambda g: g.legal(), ["activate 2", "done"]),
        ("FRD-C-04", ACT_ANY, "event 25; activate 1", lambda g: g.legal(), ["activate 3", "done"]),
        ("FRD-C-04", ACT_ANY, "event 25", lambda g: g.refused(e.Activate(unit=2)), "FRD-C-04"),
        (
            "FRD-C-04",
            with_card("50", "LK-4 sov i1", "KI-5 sov i1"),
            "event 50",
            lambda g: g.refused(e.Activate(unit=1)),
            "FRD-C-04",
        ),
        (
            "FRD-C-04",
            ACT_BOX,
            "event 44; done",
            lambda g: (g.asked, g.happened(e.AskMoves), g.happened(e.AttackModified)),
            ("fin", [], []),
        ),
        (
            "FRD-C-04",
            ACT_BOX,
            "event 44; activate 1; done; move 1 KI-4; roll 1; roll 5",
            lambda g: [ev.hits for ev in g.happened(e.HitsScored)],
            [0, 1],
        ),
        (
            "FRD-C-04",
            ACT_BOX,
            "event 44; activate 1; done; move 1 KI-4; roll 1; roll 5",
            lambda g: (g.state.attack_drm["sov"], g.state.activated),
            (0, ()),
        ),
        ("FRD-C-05", with_card("03", side="fin"), "event 03", lambda g: g.state.line_level, 2),
        (
            "FRD-C-05",
            with_card("03", side="fin", line_level=3),
            "event 03",
            lambda g: (g.state.line_level, g.happened(e.LineRaised)),
            (3, []),
        ),
        ("FRD-C-06", with_card("02", side="fin"), "event 02", lambda g: g.state.marker, 2),
        ("FRD-C-06", with_card("43", marker=3), "event 43", lambda g: g.state.marker, 2),
        (
            "FRD-C-06",
            with_card("43", marker=1),
            "event 43",
            lambda g: (g.state.marker, g.happened(e.MarkerMoved)),
            (1, []),
        ),
        ("FRD-C-06", with_card("43", marker=5), "event 43", lambda g: (g.state.marker, placed(g)), (4, [])),
        ("FRD-C-07", with_card("30"), "event 30", lambda g: g.state.intervention_drm, -2),
        ("FRD-C-07", with_card("54", intervention_drm=1), "event 54", lambda g: g.state.intervention_drm, -2),
        ("FRD-C-08", STRIKE, "event 18", lambda g: g.legal(), ["strike SU-2", "strike SU-3"]),
        (
            "FRD-C-08",
            STRIKE,
            "event 18; strike SU-3",
            lambda g: (g.asked, g.legal(), g.strengths(1, 2)),
            ("sov", ["hit 1", "hit 2"], [1, 1]),
        ),
        (
            "FRD-C-08",
            STRIKE,
            "event 18; strike SU-2",
            lambda g: (g.strengths(3), g.happened(e.HitsLost)),
            ([0], [e.HitsLost(side="sov", hits=1)]),
        ),
        (
            "FRD-C-08",
            STRIKE,
            "event 18",
            lambda g: [g.refused(e.Strike(box=box)) for box in ("SU-4", "KI-4", "SU-1")],
            ["FRD-C-08"] * 3,
        ),
        (
            "FRD-C-08",
            with_card("18", "SU-3 sov i2", side="fin"),
            "event 18",
            lambda g: (g.strengths(1), g.asked),
            ([0], "sov"),
        ),
        (
            "FRD-C-08",
            with_card("20", "LK-3 sov i4", "LK-3 fin i1", "KI-4 sov i1", side="fin"),
            "event 20",
            lambda g: (g.strengths(1, 3), g.happened(e.Rolled)),
            ([2, 1], []),
        ),
        (
            "FRD-C-08",
            with_card("20", "LK-3 sov i1", "LK-3 fin i1", side="fin"),
            "event 20",
            lambda g: g.state.control["LK-3"],
            "fin",
        ),
        ("FRD-C-09", WEAKEN, "event 51", lambda g: g.legal(), ["weaken 1", "weaken 5", "weaken 6", "weaken 7", "done"]),
        (
            "FRD-C-09",
            WEAKEN,
            "event 51; weaken 1 5 6",
            lambda g: (g.strengths(1, 5, 6, 7), g.asked),
            ([1, 2, 1, 2], "fin"),
        ),
        (
            "FRD-C-09",
            WEAKEN,
            "event 51; weaken 5",
            lambda g: [g.refused(e.Weaken(unit=n)) for n in (5, 2, 3)],
            ["FRD-C-09"] * 3,
        ),
        ("FRD-C-09", WEAKEN, "event 51; done", lambda g: (g.strengths(1, 5), g.asked), ([2, 3], "fin")),
        (
            "FRD-C-12",
            WITHDRAW,
            "event 24; withdraw 1",
            lambda g: (g.boxes(1), g.legal()),
            (["KI-3"], ["withdraw 2", "done"]),
        ),
        (
            ("FRD-C-12", "FRD-4.1-32"),
            WITHDRAW,
            "event 24; withdraw 1",
            lambda g: (g.state.activated, g.state.card),
            ((), "24"),
        ),
        (
            "FRD-C-12",
            WITHDRAW,
            "event 24; withdraw 1",
            lambda g: [g.refused(e.Withdraw(unit=n, box=b)) for n, b in ((1, "KI-2"), (3, "KI-2"))],
            ["FRD-C-12"] * 2,
        ),
        (
            "FRD-C-12",
            WITHDRAW,
            "event 24; withdraw 1; withdraw 2",
            lambda g: (g.state.control["KI-4"], g.state.activated, g.asked),
            ("sov", (), "sov"),
        ),
        (
            "FRD-C-12",
            with_card("24", "KI-4 fin i1", "KI-3 sov i1", "KI-2 fin i1", "KI-1 fin i1 i1 i1 i1", side="fin"),
            "event 24",
            lambda g: (g.legal(), g.asked),
            (["action 30", "event 30", "action 55", "event 55"], "sov"),
        ),
        (
            "FRD-C-12",
            with_card("24", "KI-1 fin i1", "LK-2 fin i1", "KI-2 fin i1", side="fin"),
            "event 24",
            lambda g: g.legal(),
            ["withdraw 3", "done"],
        ),
        (
            "FRD-C-13",
            BYPASS,
            BY,
            lambda g: (g.state.activated, g.legal()),
            ((1, 2), ["move 1 KI-2", "move 2 KI-2", "done"]),
        ),
        ("FRD-C-13", BYPASS, f"{BY}; move 1 KI-2; done", lambda g: g.legal(), ["attack KI-2", "attack KI-3"]),
        (
            "FRD-C-13",
            BYPASS,
            f"{BY}; move 1 KI-2; move 2 KI-2",
            lambda g: (g.happened(e.BattleDeclared)[0].units, g.happened(e.BattleDeclared)[0].first_attack),
            ((1, 2), True),
        ),
        (
            "FRD-C-13",
            BYPASS,
            f"{BY}; move 1 KI-2; done; attack KI-3",
            lambda g: (g.happened(e.BattleDeclared)[0].units, g.happened(e.BattleDeclared)[0].first_attack),
            ((2,), False),
        ),
        ("FRD-C-13", BYPASS, BY, lambda g: g.refused(e.MoveUnit(unit=1, box="KI-4")), "FRD-4.2-01, FRD-4.2-03"),
        (
            "FRD-C-13",
            with_card("53", "KI-3 sov i2", "KI-2 sov i1 i1 i1 i1", turn=6),
            "event 53; activate 1",
            lambda g: (g.asked, g.boxes(1)),
            ("fin", ["KI-3"]),
        ),
        (
            "FRD-C-13",
            with_card("53", "KI-4 sov i2", turn=6),
            "event 53",
            lambda g: (g.asked, ended(g)),
            ("fin", [("bypass", ())]),
        ),
    ),
)
def test_operations(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.parametrize("clause", clauses(("FRD-C-06",), ("FRD-4.6-06",)))
def test_a_card_that_moves_the_marker_several_boxes_enters_each(clause: str) -> None:
    """Card 02 moves it by three here: into the Swedish box, where units are placed first, and on."""
    rules = other_event('{ op = "MARK", steps = 1 }', '{ op = "MARK", steps = 3 }, { op = "FORT", levels = 1 }')
    game = Game(with_card("02", side="fin", marker=3), rules).play("event 02")
    assert (game.state.marker, game.legal()) == (4, ["place KI", "place LK", "place SU"])
    game.play("place KI; place LK")
    assert (game.state.marker, game.result, game.state.line_level) == (6, "", 2)
    won = Game(with_card("02", side="fin", marker=5), rules).play("event 02")
    assert (won.result, won.state.line_level) == ("fin_total", 1)


@pytest.mark.clause("FRD-C-12")
def test_a_withdrawn_unit_takes_the_empty_box_behind_it_back() -> None:
    state = with_card("24", "KI-4 fin i1", side="fin")
    state.control["KI-3"] = "sov"
    assert Game(state).play("event 24; withdraw 1").state.control["KI-3"] == "fin"


@pytest.mark.clause("FRD-C-06")
def test_the_marker_goes_as_many_boxes_to_the_left_as_the_card_says() -> None:
    rules = other_event('{ op = "MARK", steps = -1 }', '{ op = "MARK", steps = -3 }')
    assert Game(with_card("43", marker=5), rules).play("event 43").state.marker == 2


@pytest.mark.clause("FRD-4.4-12")
@pytest.mark.clause("FRD-C-02")
def test_the_units_behind_one_that_is_lost_are_placed() -> None:
    """Card 27 places a ski unit on the Isthmus here, which cannot be, and infantry after it."""
    rules = other_event(
        '{ op = "PLACE", units = [["infantry", 2], ["infantry", 2]], fronts = ["KI", "LK", "SU"] }',
        '{ op = "PLACE", units = [["ski", 2], ["infantry", 2]], fronts = ["KI"] }',
    )
    game = Game(with_card("27", side="fin"), rules).play("event 27")
    assert (placed(game), len(game.happened(e.PlacementFailed))) == ([("infantry", "KI-1")], 1)
