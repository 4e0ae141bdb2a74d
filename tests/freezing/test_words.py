"""What people read and type: the story of a game, the questions, the short names, the board, the cards."""

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.freezing.kit import DATA, RULES, Game, game_with, position, replaced, whole_game

from wardiary.core.games.freezing.board import board
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.games.freezing.texts import card_name, card_text
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES

SILENT = {
    e.Activate, e.Attack, e.Assign, e.Pass, e.TakeHit, e.PlaceUnit, e.Strike, e.Done, e.BattleEnded, *e.FRAMES,
}  # fmt: skip


def told(state: Any, script: str) -> list[str]:
    """The story of a script, events without words left out."""
    game = Game(state)
    before, lines = copy_state(game.state), []
    for event in game.play(script).events:
        lines.append(SPEC.words.narration[type(event)](DATA, before, event))
        SPEC.fold.evolve[type(event)](before, event)
    return [line for line in lines if line]


@pytest.mark.parametrize(
    ("state", "script", "story"),
    [
        (
            position("KI-5 sov i2", "KI-4 fin i1"),
            "action 30; activate 1; move 1 KI-4; roll 6; roll 6",
            [
                "Soviet: 30 Comintern for its 2 action points.",
                "Activated: infantry 1. 1 point not used.",
                "Soviet infantry 1 (2) in KI-5 moves to KI-4.",
                "First attack in KI-4: Soviet infantry 1 (2 points) against infantry 2 (1 point).",
                "Finnish dice, battle defence infantry: 6.",
                "Finnish hits: 1.",
                "Soviet infantry 1 (2) in KI-4 falls to 1.",
                "Soviet dice, battle attack infantry: 6.",
                "Soviet hits: 1.",
                "Finnish infantry 2 (1) in KI-4 is destroyed.",
                "KI-4 is Soviet now.",
                "30 Comintern is discarded.",
            ],
        ),
        (
            position("SU-4 sov i1", points_change={"sov": -2, "fin": 0}),
            "action 55; done",
            [
                "Soviet: 55 Final Assault for its 4 action points, changed by -2 to 2.",
                "2 points not used.",
                "55 Final Assault is discarded.",
            ],
        ),
        (
            position(side="fin", marker=3, hands={"fin": ("02",), "sov": ("30",)}),
            "event 02; place KI; place SU",
            [
                "Finnish: 02 Finnish Olympic Success* as an event. The intervention marker goes 1 step to the right.",
                "The intervention marker stands on 2. Finlands sak är vår!",
                "Finnish infantry 1 (3) is placed in KI-1.",
                "Finnish ski 2 (2) is placed in SU-1.",
                "02 Finnish Olympic Success* leaves the game.",
            ],
        ),
        (
            position("SU-2 sov i1", "KI-4 fin i1", hands={"sov": ("30",), "fin": ("01",)}),
            "action 30; activate 1; move 1 SU-1",
            [
                "Soviet: 30 Comintern for its 2 action points.",
                "Activated: infantry 1. 1 point not used.",
                "Soviet infantry 1 (1) in SU-2 moves to SU-1.",
                "SU-1 is Soviet now.",
                "Suomussalmi is taken!",
                "30 Comintern is discarded.",
            ],
        ),
    ],
)
def test_the_story(state: Any, script: str, story: list[str]) -> None:
    assert told(state, script) == story


def test_every_event_of_a_game_can_be_told() -> None:
    quiet: set[type[Any]] = set()
    loud: set[type[Any]] = set()
    for seed in ("a whole game", "another", "a third"):
        steps, states = whole_game(seed)
        for step, before in zip(steps, [RULES.empty(), *states[:-1]], strict=True):
            state = copy_state(before)
            for event in step:
                line = SPEC.words.narration[type(event)](DATA, state, event)
                assert "None" not in line
                (loud if line else quiet).add(type(event))
                SPEC.fold.evolve[type(event)](state, event)
    assert {kind for kind in quiet - loud if kind.__module__.startswith("wardiary.events.freezing")} <= SILENT


def test_names_are_short_and_unique_and_questions_are_asked_of_somebody() -> None:
    for state in whole_game()[1][:-1]:
        request = RULES.request(state)
        assert re.match(r"(Soviet|Finnish): \w", SPEC.words.ask(DATA, state, request))
        if isinstance(request, Choice):
            names = [SPEC.words.name_order(DATA, state, order) for order in RULES.legal(state)]
            assert len(set(names)) == len(names)
            assert max(map(len, names)) <= 24


@pytest.mark.parametrize(
    ("state", "script", "question"),
    [
        (position(), "", "Soviet: impulse 1 of 8, play a card as its event or for its action points"),
        (
            position("KI-5 sov i1 i1"),
            "action 55; activate 1",
            "Soviet: 3 of 4 action points left: activate, strengthen, or done",
        ),
        (position("KI-5 sov i1"), "action 55; activate 1", "Soviet: move an activated unit, or done"),
        (
            position("KI-5 sov i2", "KI-4 fin i2"),
            "action 55; activate 1; move 1 KI-4",
            "Finnish: roll 2d6 (battle defence infantry)",
        ),
        (position(hands={"sov": ("31",)}), "event 31", "Soviet: place infantry 2: on which front?"),
        (
            position("KI-5 sov i1 i1", hands={"sov": ("35",)}),
            "event 35; strengthen 1",
            "Soviet: 1 of 2 points left: strengthen a unit, or done",
        ),
        (
            position("KI-2 fin i2 i2", hands={"sov": ("51",)}),
            "event 51",
            "Soviet: 3 of 3 enemy units left: weaken one, or done",
        ),
    ],
)
def test_questions(state: Any, script: str, question: str) -> None:
    game = Game(state).play(script)
    assert SPEC.words.ask(DATA, game.state, game.request) == question


def test_a_person_can_play_from_the_board() -> None:
    state = position(
        "KI-5 sov a4",
        "KI-4 sov i1",
        "KI-4 fin i2 i3",
        "SU-2 fin s1",
        turn=4,
        marker=3,
        line_level=2,
        activated=(1,),
        points_change={"sov": -2, "fin": 0},
        tableaux={"fin": ("05",)},
        hands={"sov": ("30",), "fin": ("01",)},
    )
    drawn = board(DATA, SPEC.sight.view(DATA, state, "fin"))
    for piece in (
        "Turn 4 of 6: January 1940 (war)",
        "Intervention:  -1   0  [1]  2S   3   4   5W ",
        "Mannerheim Line: level 2 of 3",
        "  KI-5 Siestarjoki                0 (s)                                 *1:a4",
        "  KI-4 Terijoki border zone      -1 (f)                    3:i2 4:i3 >< 2:i1",
        "  SU-2 Suomussalmi               -2 (f)                         5:s1",
        "Soviet action points -2",
        "Soviet: 1 in hand, 0 to draw from, 0 discarded, 0 removed\n  in hand or to draw: 30",
        "  in front: 05 Stalin's Purges*: Keep in front of you",
        "  01 Scandinavian Orientation, 3 AP: This turn's intervention roll gets +1.",
    ):
        assert piece in drawn
    assert max(map(len, drawn.splitlines())) <= 160


@pytest.mark.parametrize("seat", ["", *SIDES])
def test_every_position_can_be_drawn(seat: str) -> None:
    for state in whole_game()[1][::20]:
        assert board(DATA, SPEC.sight.view(DATA, state, seat)).count("\n") > 20
        assert board(DATA, SPEC.sight.view(DATA, state, None)).count("\n") > 20


@pytest.mark.parametrize(
    ("card", "name", "text"),
    [
        (
            "09",
            "09 Extra Refresher Training*",
            "Place infantry 3 and infantry 2 in the home box of any front, each where you like.",
        ),
        (
            "06",
            "06 Civil Guard Training",
            "Give up to 2 strength points to your infantry units on any front, "
            "each to a different one, not in front lines.",
        ),
        ("18", "18 Raate Road*", "Soviet units of one box on SU in Finnish territory take 3 hits."),
        ("20", "20 Simo Häyhä*", "Soviet units of one front-line box on any front take 2 hits."),
        (
            "36",
            "36 Secret Talks of Yartsev*",
            "In the next Finnish impulse of this turn the action points of a card change by -2, to at least 1.",
        ),
        ("43", "43 Terijoki Government*", "The intervention marker goes 1 step to the left."),
        (
            "53",
            "53 Across the Ice of Viipuri Bay*",
            "Up to 2 of your units in KI-3 may go to KI-2 past the enemy and fight.",
        ),
    ],
)
def test_cards_say_what_their_operations_do(card: str, name: str, text: str) -> None:
    assert (card_name(DATA, card), card_text(DATA, card)) == (name, text)


def test_every_card_has_a_text_and_it_follows_the_data() -> None:
    assert all(card_text(DATA, card).endswith(".") for card in DATA.cards)
    changed = game_with(
        cards=replaced('{ op = "ROLL", drm = 1 }', '{ op = "ROLL", drm = 2 }, { op = "FORT", levels = 2 }')
    ).data
    assert card_text(changed, "01") == "This turn's intervention roll gets +2. The Mannerheim Line rises by 2 levels."


@pytest.mark.parametrize("seat", ["", *SIDES])
def test_the_drawing_shows_every_unit_and_box(seat: str) -> None:
    drawing: Any = SPEC.words.svg
    for state in whole_game()[1][::60]:
        root = ElementTree.fromstring(drawing(DATA, SPEC.sight.view(DATA, state, seat)))
        titles = [title.text for title in root.iter("{http://www.w3.org/2000/svg}title")]
        assert len(titles) == len(state.units)
        words = {text.text for text in root.iter("{http://www.w3.org/2000/svg}text")}
        assert {box.en for box in DATA.boxes.values()} <= words
