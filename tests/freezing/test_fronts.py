"""Reinforcements (4.4), front effects (4.5), intervention (4.6) and the end of the game (5)."""

from typing import Any

import pytest
from tests.freezing.kit import DATA, Game, What, clauses, outcome, position

from wardiary.core.games.freezing.phases.ending import front_value, total_value
from wardiary.core.games.freezing.queries import cannot_place
from wardiary.events import freezing as e
from wardiary.events.common import Ended
from wardiary.events.freezing import Side

SOV_HELD = dict(DATA.territory)


def pact(*boxes: str, **more: Any) -> Any:
    """SOV has card 37: infantry 3 and armour 2 on any front."""
    return position(*boxes, hands={"sov": ("37", "30"), "fin": ("01",)}, **more)


def finns(card: str, *boxes: str, **more: Any) -> Any:
    """FIN has a card, SOV another."""
    return position(*boxes, side="fin", hands={"fin": (card, "01"), "sov": ("30",)}, **more)


FULL = "sov i1 i1 i1 i1"
ALL_FULL = (f"KI-6 {FULL}", f"LK-5 {FULL}", f"SU-5 {FULL}")


def failed(game: Game) -> list[tuple[str, int]]:
    return [(event.type, event.strength) for event in game.happened(e.PlacementFailed)]


def placed(game: Game) -> list[tuple[str, str]]:
    return [(event.type, event.box) for event in game.happened(e.UnitPlaced)]


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-4.4-01", position("KI-6 sov i1"), "action 55; strengthen 1", placed, []),
        ("FRD-4.4-01", pact(), "event 37; place KI; place LK", placed, [("infantry", "KI-6"), ("armour", "LK-5")]),
        (
            "FRD-4.4-02",
            finns("09"),
            "event 09; place KI; place SU",
            placed,
            [("infantry", "KI-1"), ("infantry", "SU-1")],
        ),
        ("FRD-4.4-02", pact(), "event 37; place SU; place SU", placed, [("infantry", "SU-5"), ("armour", "SU-5")]),
        ("FRD-4.4-03", pact(f"KI-6 {FULL}"), "event 37", lambda g: g.legal(), ["place LK", "place SU"]),
        ("FRD-4.4-04", pact(*ALL_FULL), "event 37", failed, [("infantry", 3), ("armour", 2)]),
        ("FRD-4.4-05", finns("12"), "event 12", lambda g: g.legal(), ["place LK", "place SU"]),
        ("FRD-4.4-05", pact(), "event 37; place KI", lambda g: g.legal(), ["place KI", "place LK", "place SU"]),
        (
            "FRD-4.4-06",
            pact("KI-6 sov i1", "KI-6 fin i1"),
            "event 37",
            lambda g: g.legal(),
            ["place KI", "place LK", "place SU"],
        ),
        ("FRD-4.4-07", pact("KI-6 fin i1"), "event 37", lambda g: g.legal(), ["place LK", "place SU"]),
        (
            "FRD-4.4-09",
            pact(),
            "event 37; place SU",
            lambda g: (g.asked, g.legal(), placed(g)),
            ("sov", ["place KI", "place LK", "place SU"], [("infantry", "SU-5")]),
        ),
        ("FRD-4.4-10", pact(), "event 37", lambda g: g.refused(e.Done()), "freezing.done is not asked now; asked is"),
        (
            "FRD-4.4-11",
            pact(control=SOV_HELD | {"KI-6": "fin"}),
            "event 37",
            lambda g: g.legal(),
            ["place LK", "place SU"],
        ),
        (
            "FRD-4.4-11",
            pact("KI-5 sov i1", control=SOV_HELD | {"KI-6": "fin"}, impulse=1),
            "action 30; activate 1; enough; move 1 KI-6",
            lambda g: cannot_place(DATA, g.state, "sov", "infantry", "KI"),
            None,
        ),
        (
            "FRD-4.4-12",
            pact(*ALL_FULL[1:], "KI-6 sov a1 a1 a1", "KI-5 sov a1 a1 a1"),
            "event 37",
            lambda g: (placed(g), failed(g)),
            ([("infantry", "KI-6")], [("armour", 2)]),
        ),
    ),
)
def test_reinforcements(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-4.4-08")
@pytest.mark.parametrize(("first", "second"), [("LK", "SU"), ("SU", "LK")])
def test_example_molotov_ribbentrop(first: str, second: str) -> None:
    """4 own units in KI-6, 3 in LK-5, 3 in SU-5: one on LK and one on SU, in either assignment; nothing on KI."""
    game = Game(pact(f"KI-6 {FULL}", "LK-5 sov i1 i1 i1", "SU-5 sov i1 i1 i1")).play("event 37")
    assert game.legal() == ["place LK", "place SU"]
    game.play(f"place {first}")
    assert placed(game) == [("infantry", DATA.home["sov"][first]), ("armour", DATA.home["sov"][second])]  # type: ignore[index]


@pytest.mark.parametrize(
    ("clause", "state", "side", "kind", "front", "refusal"),
    clauses(
        ("FRD-S-18", position(), "sov", "infantry", "KI", None),
        ("FRD-S-18", position("KI-6 sov a1 a1 a1", "KI-5 sov a1 a1 a1"), "sov", "armour", "LK", "FRD-2.3-13"),
        ("FRD-S-18", position(), "fin", "ski", "KI", "FRD-4.4-05"),
        ("FRD-S-18", position("SU-1 fin i1", fronts_taken=("SU",)), "fin", "infantry", "SU", "FRD-4.5-02"),
        ("FRD-S-18", position("SU-1 fin i1 i1 i1 i1"), "fin", "infantry", "SU", "FRD-4.4-03"),
        ("FRD-S-18", position("SU-1 sov i1"), "fin", "infantry", "SU", "FRD-4.4-07"),
        ("FRD-S-18", position("SU-1 sov i1", "SU-1 fin i1"), "fin", "infantry", "SU", None),
        ("FRD-S-18", position(control=SOV_HELD | {"SU-1": "sov"}), "fin", "infantry", "SU", "FRD-4.4-11"),
        ("FRD-4.5-02", position("LK-1 fin i1", fronts_taken=("LK",)), "fin", "infantry", "LK", "FRD-4.5-02"),
        ("FRD-4.5-02", position("LK-5 sov i1", fronts_taken=("LK",)), "sov", "infantry", "LK", None),
    ),
)
def test_can_place(clause: str, state: Any, side: Side, kind: Any, front: Any, refusal: str | None) -> None:
    reason = cannot_place(DATA, state, side, kind, front)
    assert (reason and reason.partition(":")[0]) == refusal


def marker(game: Game) -> int:
    return game.state.marker


def taken(game: Game) -> Any:
    return game.state.fronts_taken, [event.front for event in game.happened(e.FrontTaken)]


def to_suomussalmi(**more: Any) -> Any:
    return position("SU-2 sov i1 i1", "KI-3 fin i1", **{"marker": 4} | more)


WALK = "action 55; activate 1; enough; move 1 SU-1"
LADOGA_TAKEN = position("LK-1 sov i2 i2", "KI-1 fin i1", "KI-5 sov i1", fronts_taken=("LK",))


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        ("FRD-4.5-01", to_suomussalmi(), WALK, taken, (("SU",), ["SU"])),
        (
            "FRD-4.5-01",
            position("SU-2 sov i2", "SU-1 fin i1"),
            "action 55; activate 1; enough; move 1 SU-1; roll 1; roll 6 1",
            taken,
            (("SU",), ["SU"]),
        ),
        (
            "FRD-4.5-01",
            position("SU-2 sov i2", "SU-1 fin i2"),
            "action 55; activate 1; enough; move 1 SU-1; roll 1 1; roll 6 1",
            taken,
            ((), []),
        ),
        (
            "FRD-4.5-03",
            position("LK-2 sov i2"),
            "action 55; activate 1; enough; move 1 LK-1",
            lambda g: (taken(g)[0], marker(g), g.result),
            (("LK",), 1, ""),
        ),
        ("FRD-4.5-04", to_suomussalmi(), WALK, marker, 2),
        (
            "FRD-4.5-05",
            LADOGA_TAKEN,
            "action 55; activate 1; enough; move 1 KI-1",
            lambda g: (g.boxes(1), g.purpose()),
            (["KI-1"], "battle.defence.infantry"),
        ),
        (
            "FRD-4.5-07",
            position("KI-2 sov i1"),
            "action 55; activate 1; enough; move 1 KI-1",
            lambda g: (g.result, taken(g)[1]),
            ("sov_total", ["KI"]),
        ),
        (
            "FRD-4.5-08",
            to_suomussalmi(),
            WALK,
            lambda g: [type(ev) for ev in g.step[1:4]],
            [e.ControlChanged, e.FrontTaken, e.MarkerMoved],
        ),
        ("FRD-4.5-08", to_suomussalmi(fronts_taken=("SU",)), WALK, lambda g: (marker(g), taken(g)[1]), (4, [])),
        (
            "FRD-4.5-08",
            position("SU-1 sov i1", "SU-1 fin i1", side="fin"),
            "action 26; activate 2; stay; attack SU-1; roll 6; roll 1",
            taken,
            (("SU",), ["SU"]),
        ),
        ("FRD-4.5-09", to_suomussalmi(marker=2), WALK, marker, 1),
        ("FRD-4.5-09", to_suomussalmi(marker=1), WALK, lambda g: (marker(g), g.happened(e.MarkerMoved)), (1, [])),
        (
            "FRD-4.5-10",
            position("KI-1 fin i1", "LK-1 sov i1", fronts_taken=("LK",), side="fin"),
            "action 26; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-2"],
        ),
        (
            "FRD-4.5-10",
            position("KI-1 sov i1", "KI-1 fin i1", fronts_taken=("LK",)),
            "action 55; activate 1; enough",
            lambda g: g.legal("move"),
            ["move 1 KI-2"],
        ),
        (
            "FRD-4.5-10",
            position("LK-1 sov i1", "KI-1 sov i1 i1 i1 i1", "KI-1 fin i1", fronts_taken=("LK",)),
            "action 55; activate 1; enough",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-1")),
            "FRD-4.2-09",
        ),
        (
            "FRD-4.5-10",
            position("LK-1 sov i1", "LK-1 fin i1", fronts_taken=("LK",)),
            "action 55; activate 1; enough",
            lambda g: g.refused(e.MoveUnit(unit=1, box="KI-1")),
            "FRD-4.2-07",
        ),
        (
            "FRD-4.5-12",
            position("LK-2 fin i1", fronts_taken=("LK",), control=SOV_HELD | {"LK-1": "sov"}, side="fin"),
            "action 26; activate 1; enough; move 1 LK-1",
            lambda g: (taken(g)[0], g.state.control["LK-1"]),
            (("LK",), "fin"),
        ),
        (
            "FRD-S-22",
            finns("02", marker=3),
            "event 02",
            lambda g: (marker(g), g.legal()),
            (4, ["place KI", "place LK", "place SU"]),
        ),
        (
            "FRD-S-22",
            finns("14", marker=3, created={"fin.ski": 5}),
            "event 14; place KI; place LK",
            placed,
            [("infantry", "KI-1"), ("ski", "LK-1")],
        ),
    ),
)
def test_fronts(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-S-22")
def test_the_swedish_box_works_again_when_it_is_entered_again() -> None:
    """Into box 4, out of it as SU falls, in again by a card and a roll."""
    state = position("SU-2 sov i1", side="fin", marker=3, hands={"fin": ("02", "14", "22"), "sov": ("55",)})
    game = Game(state).play("event 02; place KI; place LK")
    game.play("action 55; activate 1; enough; move 1 SU-1; event 14; event 22")
    assert (marker(game), game.legal()) == (4, ["place KI", "place LK"])


def rolling(**more: Any) -> Any:
    """FIN is to roll for intervention in turn 3."""
    return position(frames=(e.AskIntervention(side="fin"),), hands={}, **more)


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-4.6-01",
            rolling(intervention_drm=3),
            "roll 3",
            lambda g: (g.happened(e.InterventionRolled), g.happened(e.Rolled)[0].by),
            ([e.InterventionRolled(total=6, success=True)], "fin"),
        ),
        ("FRD-4.6-01", position(side="fin", impulse=8, hands={"fin": ("26",)}), "event 26; roll 3", marker, 2),
        ("FRD-4.6-02", rolling(), "roll 6", marker, 2),
        ("FRD-4.6-02", rolling(), "roll 5", marker, 1),
        ("FRD-4.6-03", rolling(intervention_drm=6), "roll 6", marker, 2),
        (
            "FRD-4.6-04",
            rolling(marker=3),
            "roll 6; place KI; place SU",
            placed,
            [("infantry", "KI-1"), ("ski", "SU-1")],
        ),
        ("FRD-4.6-04", rolling(marker=3), "roll 6; place KI; place SU", lambda g: g.strengths(1, 2), [3, 2]),
        (
            "FRD-4.6-04",
            finns("02", "SU-1 fin i1 i1 i1 i1", "LK-1 fin s1 s1 s1 s1", marker=3),
            "event 02",
            lambda g: (placed(g), failed(g)),
            ([("infantry", "KI-1")], [("ski", 2)]),
        ),
        (
            "FRD-4.6-05",
            rolling(marker=6),
            "roll 6",
            lambda g: (g.result, g.ended),
            ("fin_total", Ended(kind="fin_total", winners=("fin",))),
        ),
        ("FRD-4.6-06", position("SU-2 sov i1", marker=6), WALK, lambda g: (marker(g), placed(g)), (4, [])),
        ("FRD-4.6-06", rolling(marker=4), "roll 6", lambda g: (marker(g), placed(g)), (5, [])),
        ("FRD-4.6-07", rolling(intervention_drm=-1), "roll 6", marker, 1),
        (
            "FRD-4.6-08",
            position(side="fin", impulse=7, hands={"fin": ("01", "26"), "sov": ("30",)}),
            "event 26; event 30; event 01",
            lambda g: g.state.intervention_drm,
            2,
        ),
        (
            "FRD-4.6-08",
            rolling(intervention_drm=3),
            "roll 1",
            lambda g: (g.state.turn, g.state.intervention_drm),
            (4, 0),
        ),
        (
            "FRD-5-01",
            position("KI-1 sov i1", "KI-1 fin i1", "KI-2 sov i1"),
            "action 55; activate 1; enough; stay; attack KI-1; roll 1; roll 6",
            lambda g: g.ended,
            Ended(kind="sov_total", winners=("sov",)),
        ),
        (
            "FRD-5-01",
            position("KI-2 sov i2", "KI-1 fin i1"),
            "action 55; activate 1; enough; move 1 KI-1; roll 1; roll 1 1",
            lambda g: g.result,
            "",
        ),
        ("FRD-5-02", finns("02", marker=6), "event 02", lambda g: g.result, "fin_total"),
        ("FRD-5-03", rolling(turn=6), "roll 1", lambda g: (len(g.happened(e.Scored)), g.over()), (1, True)),
        ("FRD-5-03", rolling(turn=5), "roll 1", lambda g: (g.happened(e.Scored), g.state.turn), ([], 6)),
        (
            "FRD-5-12",
            position("KI-2 sov i1 i1"),
            "action 55; activate 1 2; move 1 KI-1",
            lambda g: (g.result, g.legal(), g.boxes(2)),
            ("sov_total", [], ["KI-2"]),
        ),
    ),
)
def test_intervention_and_sudden_ends(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-5-03")
def test_the_last_roll_comes_before_the_scoring() -> None:
    """Trap 19: the roll of turn 6 enters the last box: FIN_TOTAL, no scoring."""
    game = Game(rolling(turn=6, marker=6)).play("roll 6")
    assert (game.result, game.happened(e.Scored)) == ("fin_total", [])


def ending(*boxes: str, marker: int = 1) -> Any:
    return rolling_at(6, *boxes, marker=marker)


def rolling_at(turn: int, *boxes: str, **more: Any) -> Any:
    return position(*boxes, frames=(e.AskIntervention(side="fin"),), hands={}, turn=turn, **more)


FORWARD = ("KI-2 sov i1", "LK-2 sov i1", "SU-4 sov i1")


@pytest.mark.parametrize(
    ("clause", "boxes", "marker", "expected"),
    clauses(
        ("FRD-5-04", ("KI-4 sov i1", "KI-2 sov i1", "LK-2 sov i1", "SU-3 sov i1"), 2, (-3, -2, -1, 0, -6)),
        ("FRD-5-05", ("KI-2 sov i1", "LK-2 sov i1", "SU-3 sov i1"), 5, (-3, -2, -1, 3, -3)),
        ("FRD-5-06", FORWARD, 4, (-3, -2, 1, 2, -2)),
        ("FRD-5-07", ("KI-4 sov i1", "LK-3 sov i1", "SU-4 sov i1"), 5, (-1, -1, 1, 3, 2)),
        ("FRD-5-08", ("KI-4 sov i1", "LK-3 sov i1", "SU-3 sov i1"), 5, (-1, -1, -1, 3, 0)),
        ("FRD-5-09", ("KI-3 sov i1", "KI-3 fin i1", "LK-4 sov i1", "SU-4 sov i1"), 1, (-2, 0, 1, -1, -2)),
        ("FRD-5-10", ("KI-5 sov i1",), 1, (0, 1, 2, -1, 2)),
        ("FRD-5-11", ("KI-1 sov i1", "KI-1 fin i1"), 1, (-5, 1, 2, -1, -3)),
    ),
)
def test_final_scoring(clause: str, boxes: tuple[str, ...], marker: int, expected: tuple[int, ...]) -> None:
    game = Game(ending(*boxes, marker=marker)).play("roll 1")
    (scored,) = game.happened(e.Scored)
    assert (scored.karelia, scored.ladoga, scored.suomussalmi, scored.intervention, scored.total) == expected
    total = expected[-1]
    kind, winners = ("sov_partial", ("sov",)) if total < 0 else ("fin_partial", ("fin",)) if total else ("draw", ())
    assert game.ended == Ended(kind=kind, winners=winners, score=total)


@pytest.mark.clause("FRD-5-09")
def test_empty_controlled_boxes_do_not_count() -> None:
    """Trap 16."""
    state = position("KI-4 sov i1", control=SOV_HELD | {"KI-3": "sov"})
    assert (front_value(DATA, state, "KI"), total_value(DATA, state)) == (-1, -1 + 1 + 2 - 1)
