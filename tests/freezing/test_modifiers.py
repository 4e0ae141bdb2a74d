"""Modifiers, hit numbers and the Mannerheim Line (4.3-15 to -17, -23 to -34; S-15 to S-17), on charts and in play."""

from typing import Any

import pytest
from tests.freezing.kit import DATA, Game, What, clauses, outcome, position

from wardiary.core.games.freezing.charts import Terms, battle_terms, count_hits, hitting_faces
from wardiary.events import freezing as e
from wardiary.events.freezing import Side

ALL = (1, 2, 3, 4, 5, 6)
LINE_FIGHT = "action 55; activate 1 2; enough; stay; attack KI-3; assign 1 2"
IN_LINE = position("KI-3 sov i2 a1", "KI-3 fin i2")


def terms(
    side: Side = "sov", box: str = "KI-4", level: int = 1, drm: int = 0, taken: bool = False, *cards: str
) -> Terms:
    return battle_terms(DATA, side=side, box=box, line_level=level, attack_drm=drm, ladoga_taken=taken, cards=cards)


@pytest.mark.parametrize(
    ("clause", "dice", "drm", "hits_on", "expected"),
    clauses(
        ("FRD-4.3-09", ALL, 0, 6, 1),
        ("FRD-4.3-09", ALL, 0, 5, 2),
        ("FRD-2.3-08", ALL, 0, 6, 1),
        ("FRD-2.3-08", ALL, 0, 5, 2),
        ("FRD-4.3-15", ALL, 1, 6, 2),
        ("FRD-4.3-16", (6,), 1, 6, 1),
        ("FRD-4.3-16", (6, 5), 3, 6, 2),
        ("FRD-4.3-31", (6, 6, 6), -1, 6, 0),
        ("FRD-4.3-31", (6, 6, 5), -1, 5, 2),
        ("FRD-4.3-31", ALL, -2, 5, 0),
    ),
)
def test_dice_that_hit(clause: str, dice: tuple[int, ...], drm: int, hits_on: int, expected: int) -> None:
    assert count_hits(dice, drm, hits_on) == expected


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("FRD-4.3-17", [terms(box=box).attack_hits_on[1] for box in ("KI-4", "LK-2", "SU-2")], [5, 6, 6]),
        ("FRD-4.3-17", terms(box="KI-3", level=3).attack_hits_on, (6, 6)),
        ("FRD-4.3-24", [terms(box="KI-3", level=n).defence_drm for n in (1, 2, 3)], [1, 1, 1]),
        ("FRD-4.3-25", [terms(box="KI-3", level=n).defender_ignores for n in (1, 2, 3)], [0, 1, 1]),
        ("FRD-4.3-26", [terms(box="KI-3", level=n).attack_hits_on[1] for n in (1, 2, 3)], [5, 5, 6]),
        ("FRD-4.3-23", [terms(box=box).defence_drm for box in ("KI-2", "KI-3", "KI-4", "LK-3")], [0, 1, 0, 0]),
        ("FRD-4.3-28", terms("fin", "KI-3", 3), terms("fin", "KI-4", 3)),
        ("FRD-4.3-33", terms("fin", "KI-3", 3).defence_hits_on, (6, 5)),
        ("FRD-4.3-30", (terms(drm=1).attack_drm, terms(drm=1).defence_drm), (1, 0)),
        ("FRD-4.3-30", (terms(box="KI-3").attack_drm, terms(box="KI-3").defence_drm), (0, 1)),
        ("FRD-4.3-30", [terms("sov", "LK-3", 1, 0, False, card).attack_drm for card in ("05", "07")], [-1, 0]),
        ("FRD-4.3-30", [terms("sov", "LK-3", 1, 0, False, card).defence_drm for card in ("05", "07")], [0, 1]),
        ("FRD-S-15", terms(box="KI-4", drm=1, taken=True).attack_drm, 2),
        ("FRD-S-15", terms(box="LK-3", drm=1, taken=True).attack_drm, 1),
        ("FRD-S-15", terms("fin", "KI-4", 1, 0, True).attack_drm, 0),
        ("FRD-S-15", terms("sov", "KI-4", 1, 1, False, "05", "07"), terms("sov", "KI-4", 1, 0, False, "07")),
        (
            "FRD-S-15",
            (terms("sov", "LK-3", 1, 0, False, "07").defence_drm, terms("fin", "LK-3", 1, 0, False, "07").attack_drm),
            (1, 1),
        ),
        ("FRD-4.3-15", terms("sov", "KI-3", 1, 2, True, "05", "07"), terms("sov", "KI-3", 1, 2, False, "07")),
        ("FRD-S-16", [terms("fin", "LK-2").attack_hits_on, terms("sov", "LK-2").attack_hits_on], [(6, 5), (6, 6)]),
        ("FRD-S-16", terms("sov", "KI-4", 1, 0, False, "17").attack_hits_on, (6, 6)),
        ("FRD-S-16", terms("sov", "KI-3", 3, 0, False, "48"), terms("sov", "KI-4")),
        ("FRD-S-16", terms("sov", "KI-3", 3, 0, False, "48", "17").attack_hits_on, (6, 6)),
        ("FRD-S-16", terms("sov", "KI-3", 3, 0, False, "17").attack_hits_on, (6, 6)),
        ("FRD-S-16", terms("fin", "KI-4", 1, 0, False, "17").defence_hits_on, (6, 5)),
        ("FRD-S-17", terms("sov", "KI-2", 3, 0, False, "28").defender_ignores, 1),
        ("FRD-S-17", terms("sov", "KI-3", 2).attacker_ignores, 0),
        (
            "FRD-4.5-06",
            [terms(box=box, taken=True).attack_drm for box in ("KI-1", "KI-6", "LK-1", "SU-1")],
            [1, 1, 0, 0],
        ),
        (
            "FRD-4.5-11",
            (terms("fin", "KI-4", 1, 0, True).defence_drm, terms("sov", "KI-4", 1, 0, True).defence_drm),
            (0, 0),
        ),
        ("FRD-4.5-11", terms("fin", "KI-4", 1, 0, True).attack_drm, 0),
        ("FRD-4.5-06", hitting_faces(2, 5), 4),
    ),
)
def test_charts(clause: str, found: object, expected: object) -> None:
    assert found == expected


def hits(game: Game) -> list[tuple[str, int]]:
    return [(event.side, event.hits) for event in game.happened(e.HitsScored)]


def in_line(level: int, *boxes: str, side: Side = "sov") -> Any:
    return position(*(boxes or ("KI-3 sov i2 a1", "KI-3 fin i2")), side=side, line_level=level)


FINNS_ATTACK = ("KI-3 sov i1 a1", "KI-3 fin i1")


@pytest.mark.parametrize(
    ("clause", "state", "script", "what", "expected"),
    clauses(
        (
            "FRD-4.3-24",
            in_line(1),
            f"{LINE_FIGHT}; roll 5 4; roll 1 1; roll 1",
            hits,
            [("fin", 1), ("sov", 0), ("sov", 0)],
        ),
        (
            "FRD-4.3-25",
            in_line(2),
            f"{LINE_FIGHT}; roll 1 1; roll 6 1; roll 1",
            lambda g: (g.strengths(3), g.happened(e.HitsIgnored)),
            ([2], [e.HitsIgnored(side="fin", hits=1)]),
        ),
        ("FRD-4.3-25", in_line(1), f"{LINE_FIGHT}; roll 1 1; roll 6 1; roll 1", lambda g: g.strengths(3), [1]),
        (
            "FRD-4.3-26",
            in_line(3),
            f"{LINE_FIGHT}; roll 1 1; roll 1 1; roll 5",
            hits,
            [("fin", 0), ("sov", 0), ("sov", 0)],
        ),
        (
            "FRD-4.3-26",
            in_line(2),
            f"{LINE_FIGHT}; roll 1 1; roll 1 1; roll 5",
            hits,
            [("fin", 0), ("sov", 0), ("sov", 1)],
        ),
        (
            "FRD-4.3-28",
            in_line(1, *FINNS_ATTACK, side="fin"),
            "action 01; activate 3; stay; attack KI-3; roll 1; roll 1; roll 5",
            hits,
            [("sov", 0), ("sov", 0), ("fin", 0)],
        ),
        (
            "FRD-4.3-33",
            in_line(3, *FINNS_ATTACK, side="fin"),
            "action 01; activate 3; stay; attack KI-3; roll 1; roll 5; roll 1",
            hits,
            [("sov", 0), ("sov", 1), ("fin", 0)],
        ),
        (
            "FRD-4.3-32",
            in_line(2),
            f"{LINE_FIGHT}; roll 1 1; roll 6 1; roll 5",
            lambda g: (g.strengths(3), len(g.happened(e.UnitHit))),
            ([1], 1),
        ),
        (
            "FRD-4.3-32",
            in_line(2),
            f"{LINE_FIGHT}; roll 1 1; roll 1 1; roll 1",
            lambda g: g.happened(e.HitsIgnored),
            [],
        ),
        (
            "FRD-S-17",
            in_line(2),
            f"{LINE_FIGHT}; roll 1 1; roll 6 6; roll 5",
            lambda g: (g.strengths(3), len(g.happened(e.UnitHit))),
            ([0], 2),
        ),
        (
            "FRD-4.3-27",
            position(side="fin", hands={"fin": ("03",)}),
            "event 03",
            lambda g: g.happened(e.LineRaised),
            [e.LineRaised(level=2)],
        ),
        (
            "FRD-4.3-34",
            position("KI-3 sov i1", "KI-2 fin i1", side="fin", line_level=2),
            "action 01; activate 2; move 2 KI-3; roll 1; roll 6",
            lambda g: (g.state.control["KI-3"], g.state.line_level),
            ("fin", 2),
        ),
        (
            "FRD-4.3-34",
            position("KI-4 sov i4", "KI-3 fin i1", line_level=2),
            "action 55; activate 1; move 1 KI-3; roll 1; roll 6 6 1 1",
            lambda g: (g.state.control["KI-3"], g.state.line_level),
            ("sov", 2),
        ),
    ),
)
def test_the_line_in_play(clause: str, state: Any, script: str, what: What, expected: object) -> None:
    assert outcome(state, script, what) == expected


@pytest.mark.clause("FRD-4.3-33")
def test_the_line_does_nothing_when_finns_attack() -> None:
    """Trap 6: at level 3 Soviet armour that defends in the Line box hits on 5."""
    game = Game(in_line(3, *FINNS_ATTACK, side="fin")).play(
        "action 01; activate 3; stay; attack KI-3; roll 1; roll 5; roll 1"
    )
    assert (hits(game)[1], game.strengths(3)) == (("sov", 1), [0])


@pytest.mark.clause("FRD-4.3-32")
def test_the_ignored_hit_is_one_a_battle_over_all_pools() -> None:
    """Trap 7, trap 27: a hit of the infantry and a hit of the armour: one is suffered, after all pools are added."""
    game = Game(in_line(2)).play(f"{LINE_FIGHT}; roll 1 1; roll 6 1; roll 6")
    kinds = [type(event) for event in game.events if isinstance(event, e.HitsScored | e.HitsIgnored | e.UnitHit)]
    assert kinds == [e.HitsScored, e.HitsScored, e.HitsScored, e.HitsIgnored, e.UnitHit]


@pytest.mark.clause("FRD-4.3-31")
def test_minus_one_makes_infantry_harmless() -> None:
    """Trap 8: a pool of sixes at -1 has no infantry hits but ski hits."""
    state = position("LK-3 sov i4", "LK-3 fin i2 s2", side="fin", attack_drm={"sov": 0, "fin": -1})
    game = Game(state).play(
        "action 01; activate 2 3; enough; stay; attack LK-3; assign 2 3; roll 1 1 1 1; roll 6 6; roll 6 6"
    )
    assert hits(game) == [("sov", 0), ("fin", 0), ("fin", 2)]


@pytest.mark.clause("FRD-4.5-06")
def test_ladoga_taken_adds_to_event_modifiers() -> None:
    """Trap 21: +1 and +1: armour on the Isthmus hits on a natural 3, with +1 alone on a natural 4."""
    state = position("KI-4 sov a4", "KI-4 fin i4", hands={"sov": ("44",)}, fronts_taken=("LK",))
    game = Game(state).play("event 44; activate 1; done; stay; attack KI-4; roll 1 1 1 1; roll 2 3 4 1")
    assert hits(game)[1] == ("sov", 2)
    plain = position("KI-4 sov a4", "KI-4 fin i4", fronts_taken=("LK",))
    game = Game(plain).play("action 55; activate 1; stay; attack KI-4; roll 1 1 1 1; roll 2 3 4 1")
    assert hits(game)[1] == ("sov", 1)
