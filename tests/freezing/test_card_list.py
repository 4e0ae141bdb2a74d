"""The card list (5.8): every card as an event and for its points, and the pile it then lies in (C-17)."""

from typing import Any

import pytest
from tests.freezing.kit import DATA, Game, What, clauses
from tests.freezing.test_operations import with_card

from wardiary.core.games.freezing.charts import kept
from wardiary.core.games.freezing.operations import Keep
from wardiary.events import freezing as e
from wardiary.events.freezing import Side

HOMES = ("KI-6 sov i1", "LK-5 sov i1", "SU-5 sov i1", "KI-1 fin i1", "LK-1 fin i1", "SU-1 fin i1")
MIXED = ("KI-5 sov i1 a1", "LK-4 sov i1", "KI-2 fin i1", "SU-2 fin s1 i1")
CONTACT = ("KI-4 sov i2 a2", "KI-4 fin i2", "LK-3 sov i3", "LK-3 fin s1 i1", "SU-3 sov i3 i1", "SU-3 fin s2")
AT_THE_LINE = ("KI-3 sov i2 a2", "KI-3 fin i2")


def placed(game: Game) -> list[tuple[str, int, str]]:
    return [(event.type, event.strength, event.box) for event in game.happened(e.UnitPlaced)]


def track(game: Game) -> tuple[int, int, int]:
    return game.state.marker, game.state.line_level, game.state.intervention_drm


def sides(game: Game) -> Any:
    return game.state.points_change, game.state.attack_drm


def activated(game: Game) -> tuple[Any, int]:
    return game.state.activated, game.state.attack_drm[game.asked or "sov"]  # type: ignore[index]


def strengths(*units: int) -> What:
    return lambda g: g.strengths(*units)


def effects(card: str) -> What:
    """Window and effects of a kept card, which lies in front now: what differs from a card that does nothing."""
    keep = kept(DATA, card)
    assert keep is not None
    idle = Keep(attacker="any")
    said = {name: getattr(keep, name) for name in keep.__struct_fields__ if getattr(keep, name) != getattr(idle, name)}
    return lambda g: {"attacker": keep.attacker} | said


EVENTS = (
    ("01", 3, "discard", HOMES, "", track, (1, 1, 1)),
    ("02", 3, "removed", HOMES, "", track, (2, 1, 0)),
    ("03", 2, "removed", HOMES, "", track, (1, 2, 0)),
    ("04", 3, "discard", MIXED, "strengthen 4 5", strengths(4, 5), [2, 2]),
    ("05", 2, "tableau", HOMES, "", effects("05"), {"attacker": "sov", "sov_drm": -1}),
    ("06", 3, "discard", MIXED, "strengthen 4 6", strengths(4, 6), [2, 2]),
    ("07", 3, "tableau", HOMES, "", effects("07"), {"attacker": "any", "fin_drm": 1}),
    ("08", 3, "removed", HOMES, "place KI", placed, [("infantry", 3, "KI-1")]),
    ("09", 3, "removed", HOMES, "place KI; place LK", placed, [("infantry", 3, "KI-1"), ("infantry", 2, "LK-1")]),
    ("10", 2, "removed", HOMES, "", track, (1, 2, 0)),
    ("11", 2, "removed", HOMES, "", sides, ({"sov": -2, "fin": 0}, {"sov": 0, "fin": 0})),
    ("12", 3, "discard", HOMES, "place SU", placed, [("ski", 2, "SU-1")]),
    ("13", 2, "removed", HOMES, "", track, (1, 1, 2)),
    ("14", 3, "removed", HOMES, "", track, (2, 1, 0)),
    ("15", 3, "discard", CONTACT, "strengthen 3 5 6", strengths(3, 5, 6), [3, 2, 2]),
    ("16", 3, "discard", CONTACT, "activate 5 6", activated, ((5, 6), 1)),
    (
        "17",
        3,
        "tableau",
        HOMES,
        "",
        effects("17"),
        {"attacker": "sov", "attacking_type": "armour", "attacking_armour_hits_on": 6},
    ),
    ("18", 3, "removed", CONTACT, "hit 8", strengths(7, 8), [1, 0]),
    ("19", 3, "removed", HOMES, "place LK", placed, [("infantry", 3, "LK-1")]),
    ("20", 3, "removed", CONTACT, "strike LK-3", strengths(4), [1]),
    ("21", 3, "discard", HOMES, "", sides, ({"sov": 0, "fin": 0}, {"sov": -1, "fin": 0})),
    ("22", 3, "removed", HOMES, "", track, (2, 1, 0)),
    ("23", 3, "discard", MIXED, "strengthen 4 4 5", strengths(4, 5), [3, 2]),
    ("24", 3, "removed", CONTACT, "withdraw 3", lambda g: g.boxes(3), ["KI-3"]),
    ("25", 3, "discard", CONTACT, "activate 5 9", activated, ((5, 9), 1)),
    ("26", 3, "removed", HOMES, "", track, (1, 1, 3)),
    ("27", 3, "removed", HOMES, "place KI; place SU", placed, [("infantry", 2, "KI-1"), ("infantry", 2, "SU-1")]),
    (
        "28",
        3,
        "tableau",
        HOMES,
        "",
        effects("28"),
        {"attacker": "sov", "boxes": ("KI-1", "KI-2"), "fin_drm": 1, "fin_ignores_hits": 1},
    ),
    ("29", 2, "discard", MIXED, "strengthen 1 2", strengths(1, 2), [2, 2]),
    ("30", 2, "discard", HOMES, "", track, (1, 1, -2)),
    ("31", 3, "removed", HOMES, "place KI", placed, [("infantry", 2, "KI-6")]),
    ("32", 2, "removed", HOMES, "place LK", placed, [("infantry", 2, "LK-5")]),
    ("33", 2, "removed", HOMES, "place KI", placed, [("armour", 2, "KI-6")]),
    ("34", 3, "discard", HOMES, "place SU", placed, [("infantry", 1, "SU-5")]),
    ("35", 2, "discard", MIXED, "strengthen 1 1", strengths(1), [3]),
    ("36", 2, "removed", HOMES, "", sides, ({"sov": 0, "fin": -2}, {"sov": 0, "fin": 0})),
    ("37", 4, "removed", HOMES, "place KI; place LK", placed, [("infantry", 3, "KI-6"), ("armour", 2, "LK-5")]),
    ("38", 3, "discard", HOMES, "", track, (1, 1, -3)),
    ("39", 3, "removed", MIXED, "strengthen 1 2 3", strengths(1, 2, 3), [2, 2, 2]),
    ("40", 2, "removed", HOMES, "place SU", placed, [("infantry", 3, "SU-5")]),
    ("41", 2, "removed", HOMES, "place KI; place KI", placed, [("infantry", 2, "KI-6")] * 2),
    ("42", 4, "removed", CONTACT, "activate 1 2", activated, ((1, 2), 1)),
    ("43", 3, "removed", HOMES, "", track, (2, 1, 0)),
    ("44", 3, "removed", CONTACT, "activate 7 8", activated, ((7, 8), 1)),
    ("45", 2, "discard", HOMES, "place LK", placed, [("infantry", 2, "LK-5")]),
    ("46", 4, "removed", CONTACT, "strengthen 1 1 2 2", strengths(1, 2), [4, 4]),
    ("47", 3, "removed", HOMES, "place KI; place LK", placed, [("infantry", 3, "KI-6"), ("infantry", 2, "LK-5")]),
    ("48", 3, "tableau", HOMES, "", effects("48"), {"attacker": "sov", "boxes": ("KI-3",), "line_in_force": 0}),
    ("49", 4, "removed", HOMES, "", placed, [("armour", 3, "KI-6")] * 2),
    ("50", 4, "removed", CONTACT, "activate 1 2", activated, ((1, 2), 2)),
    ("51", 2, "discard", ("KI-2 fin i2 i3", "SU-2 fin s2"), "weaken 1 2 3", strengths(1, 2, 3), [1, 2, 1]),
    ("52", 4, "discard", HOMES, "place SU; place SU", placed, [("infantry", 3, "SU-5")] * 2),
    ("53", 4, "removed", AT_THE_LINE, "activate 1 2; move 1 KI-2", lambda g: g.boxes(1, 2), ["KI-2", "KI-3"]),
    ("54", 3, "removed", HOMES, "", track, (1, 1, -3)),
    ("55", 4, "discard", CONTACT, "activate 7 8", activated, ((7, 8), 1)),
)


def owner(card: str) -> Side:
    return "fin" if int(card) <= 28 else "sov"


def at(card: str, boxes: tuple[str, ...]) -> Any:
    """War, or the card's own turn if that is later; card 43 needs a marker that can go left."""
    return with_card(card, *boxes, side=owner(card), turn=6 if card == "53" else 4, marker=3 if card == "43" else 1)


def to_the_end(game: Game) -> None:
    """Ends the impulse with the first answer to everything but dice, which all miss."""
    while game.state.card is not None:
        if dice := game.dice():
            game.play("roll " + "1 " * dice)
        else:
            game.play("done" if "done" in game.legal() else game.legal()[0])


@pytest.mark.parametrize(
    ("clause", "card", "ap", "pile", "boxes", "script", "what", "expected"),
    clauses(*(("FRD-C-17", *row) for row in EVENTS)),
)
def test_card_as_an_event(
    clause: str, card: str, ap: int, pile: str, boxes: tuple[str, ...], script: str, what: What, expected: object
) -> None:
    game = Game(at(card, boxes)).play(f"event {card}; {script}")
    assert what(game) == expected
    to_the_end(game)
    assert game.piles(owner(card), card) == pile


@pytest.mark.parametrize(
    ("clause", "card", "ap"),
    clauses(*(("FRD-C-17", row[0], row[1]) for row in EVENTS)),
)
def test_card_for_its_points(clause: str, card: str, ap: int) -> None:
    game = Game(at(card, HOMES)).play(f"action {card}")
    assert game.happened(e.AskAllocating)[0].points == ap
    to_the_end(game)
    assert game.piles(owner(card), card) == "discard"


@pytest.mark.parametrize(
    ("clause", "card", "pile"),
    clauses(
        *(
            ("FRD-4.1-29", row[0], "removed" if row[0] in ("05", "28") else "discard")
            for row in EVENTS
            if row[2] == "tableau"
        )
    ),
)
def test_kept_card_after_its_use(clause: str, card: str, pile: str) -> None:
    """Each in a battle that fits its window; trap 17: a kept one-shot card is removed only after its use."""
    box = {"28": "KI-2", "48": "KI-3"}.get(card, "KI-4")
    state = with_card("55", f"{box} sov i2 a2", f"{box} fin i2", tableaux={owner(card): (card,)})
    game = Game(state).play(f"action 55; activate 1 2; enough; stay; attack {box}; assign 1 2")
    assert game.legal() == [f"use {card}", "pass"]
    assert game.play(f"use {card}").piles(owner(card), card) == pile


def test_the_list_is_whole() -> None:
    assert [row[0] for row in EVENTS] == list(DATA.cards)


@pytest.mark.clause("FRD-4.1-06")
def test_an_asterisk_does_not_matter_when_a_card_is_played_for_points() -> None:
    """Trap 17."""
    one_shots = [card for card, table in DATA.cards.items() if table.one_shot]
    assert len(one_shots) > 25
    for card in one_shots:
        game = Game(at(card, HOMES)).play(f"action {card}; done")
        assert game.piles(owner(card), card) == "discard"
