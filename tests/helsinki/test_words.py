"""What people read: the board, what is asked, names of orders, narration, views."""

from typing import Any, get_args

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, Game, fight, order, position, started
from tests.scripted.whole import whole_game

from wardiary.core.games.helsinki.narration import PURPOSES
from wardiary.core.games.helsinki.texts import EFFECTS
from wardiary.core.games.helsinki.words import NAMES
from wardiary.core.requests import Choice, Over
from wardiary.events import helsinki as e
from wardiary.events.common import Ended

ALL_OVER = ", ".join(f"{cell} 1" for cell in sorted(DATA.ground.names)[:24])


def shown(game_state: object, seat: str = "german") -> str:
    return SPEC.words.board(DATA, SPEC.sight.view(DATA, game_state, seat))  # type: ignore[arg-type]


def test_the_board_shows_everything_one_plays_from() -> None:
    s = position(
        german="0404 2, T1 3",
        white="2421 1",
        red="0404 1, 2622 2, T2 1",
        german_hqs="0404E",
        red_hqs="2611",
        squads="2420E",
        battles={"0404": ("german", 3)},
        barricades={"2622": 1},
        hands={"german": ("GS01",), "red": ("RS01",)},
        effects=("RE06",),
    )
    text = shown(s)
    for words in (
        "Clock: 11 April 15:00, 157 squares left",
        "Red morale: level 3",
        "2x1",
        "R2",
        "W1",
        "#BF",
        "Battle in 0404: German 1, 2 and Red 27; Germans and Whites have the S behind them",
        "0404 2d",
        "d in direct command, c in command, o out of command",
        "White activity: square 1 of 8, 1 point, arrests -1",
        "Headquarters: 1 german 0404E, 4 red 2611",
        "Squads: 1 2420E",
        "German reserve: 4 4 4 4 2 0 (modifiers -1 0 0 +1 +1 +2)",
        "Tikkurila: T1 open: G3, T2 suburb (railway): R1",
        "GS01 Field battery (pre)",
        "At work: RE06 House searches",
    ):
        assert words in text
    assert "RS01" not in text
    assert "RS01 Machine gun" in shown(s, "red")
    assert all(line == line.rstrip() for line in text.splitlines())


def test_the_board_says_that_it_is_night_before_an_order_is_paid_too() -> None:
    s = position(german="0303 1", german_hqs="0303E", time=21, tracks={"headquarters": 1})
    assert "Clock: 11 April 21:00, night, " in shown(Game(s).play("move 0303 1").state)


def test_the_board_of_somebody_who_sees_everything() -> None:
    s = position(hands={"german": ("GS01",), "red": ("RS01",)})
    text = SPEC.words.board(DATA, SPEC.sight.view(DATA, s, None))
    assert "GS01" in text
    assert "RS01" in text


def test_no_line_of_the_board_is_longer_than_the_map() -> None:
    s = position(red=ALL_OVER, hands={"red": tuple(card for card in DATA.cards if card.startswith("R"))})
    assert max(map(len, shown(s, "red").splitlines())) <= 143
    lines = shown(started()[0], "red").splitlines()
    assert max(map(len, lines)) <= 143
    units = " ".join(lines[next(at for at, line in enumerate(lines) if line.startswith("Reds: ")) :])
    assert "0501 1c, 0503 1c, 0504 2c" in units
    assert "3022 (Senate Square) 1c, T2 1c" in " ".join(units.split())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("move 0104 2", "move 0104 2"),
        ("attack 0404 1", "attack 0404 1"),
        ("regroup 0104 1", "regroup 0104 1"),
        ("hq 1", "hq 1"),
        ("deploy", "deploy"),
        ("draw", "draw"),
        ("morale", "morale"),
        ("arrest 3", "arrest 3"),
        ("organise 2421E", "organise 2421E"),
        ("go 0203", "go 0203"),
        ("go 0404 0403", "go 0404 from 0403"),
        ("to 0104E", "to 0104E"),
        ("hop 1 0104E", "hop 1 0104E"),
        ("land 3323E", "land 3323E"),
        ("room", "to reserve"),
        ("room 3222", "to 3222"),
        ("place 2611", "place 2611"),
        ("play GS01", "play GS01"),
        ("shift -1", "shift -1"),
        ("shift 0", "shift 0"),
        ("test 27", "test 27"),
        ("add meurer", "add meurer"),
        ("exchange WA01", "exchange WA01"),
        ("retreat 0403", "retreat 0403"),
        ("barricade 2622", "barricade 2622"),
        ("done", "done"),
    ],
)
def test_orders_have_short_names(text: str, name: str) -> None:
    assert SPEC.words.name_order(DATA, started()[0], order(text)) == name


@pytest.mark.parametrize(
    ("drawn", "script", "text", "said"),
    [
        ({}, "", "move 0303 1", "1 point in direct command"),
        ({"german_hqs": ""}, "", "move 0303 2", "2 points out of command, a die each"),
        ({"german": "0104 1"}, "", "move 0104 1", "Leppavaara, 1 point in command"),
        ({"red": "0303 2, 2622"}, "", "attack 0303 1", "against Red 27, 28 in woods, 1 point in direct command"),
        ({"red": "0503 1", "german": "0503 1"}, "", "attack 0503 1", "against Red 27 in a fort, 1 point in command"),
        (
            {"side": "red", "red": "0303 1"},
            "",
            "attack 0303 1",
            "against German 1, 2 in woods, 1 point out of command, a die each",
        ),
        ({}, "", "hq 1", "at 0303E"),
        ({}, "", "draw", "a support card, 1 point"),
        ({}, "", "done", ""),
        ({"frame": e.AskWhiteCards(side="white", at=1)}, "", "draw", "an activity card"),
        ({"side": "red", "squads": "2721E"}, "", "arrest 1", "at 2721E"),
        ({"side": "white", "squads": "2722E 2722W"}, "", "form 2722", "Railway Station, 2 squads"),
        ({"side": "white"}, "", "organise 2721E", "of 2721 2820 2821"),
        ({"hands": {"german": ("GS07",)}}, "", "play GS07", "Field telephone"),
        ({"tracks": {"headquarters": 1}}, "move 0303 1", "pay 0", "1 square of time"),
        ({"tracks": {"headquarters": 1}}, "move 0303 1", "pay 1", "0 squares of time"),
        ({"red": "0403 1"}, "move 0303 1", "go 0403 0303", "against Red 27 in woods"),
        ({"red": "0403 1"}, "move 0303 1", "go 0302", ""),
        ({"frame": e.AskGift(side="german", at=1)}, "", "add meurer", "0, then 1"),
    ],
)
def test_orders_are_explained(drawn: dict[str, Any], script: str, text: str, said: str) -> None:
    s = position(**{"german": "0303 2", "german_hqs": "0303E", "red_hqs": "2622", **drawn})
    game = Game(s).play(script)
    assert SPEC.words.explain_order(DATA, game.state, order(text)) == said


@pytest.mark.parametrize(
    ("dice", "columns", "said"),
    [
        ("6; 1", 0, "one unit is destroyed, the rest retreat"),
        ("6; 1", 1, "one unit is destroyed"),
        ("4; 2", -1, "one unit is disordered, the rest retreat"),
        ("4; 2", 0, "one unit is disordered"),
        ("4; 2", 1, "all retreat"),
    ],
)
def test_a_shift_is_explained_by_what_comes_of_it(dice: str, columns: int, said: str) -> None:
    game = fight(script=f"pay 0; {dice}", tracks={"headquarters": 1})
    assert SPEC.words.explain_order(DATA, game.state, e.Shift(columns=columns)) == said
    game.play(f"shift {columns}")
    game.play("shift 0" if game.frame is e.AskBattle else "")
    assert EFFECTS[game.last(e.EffectApplied).effect] == said


@pytest.mark.parametrize("purpose", get_args(e.RollPurpose))
def test_a_roll_is_told_by_what_it_is_for(purpose: e.RollPurpose) -> None:
    rolled = e.Rolled(purpose=purpose, by="red", key="1", dice=(4,), source="typed")
    told = SPEC.words.narration[e.Rolled](DATA, started()[0], rolled)
    assert told == f"Reds roll 4 for {PURPOSES.get(purpose, purpose)}."
    assert purpose in PURPOSES or purpose in ("morale", "disorder")


def test_what_explains_orders_has_no_word_of_another_order() -> None:
    """Words of an explanation are understood at the prompt: none may be taken for an order that is not open.

    A shift, which says what comes of it, and the printed title of a card are exceptions.
    """
    spec, asked, said = SPEC.words, 0, set[str]()
    for state in whole_game(RULES, "explained", "three")[1]:
        request = RULES.request(state)
        if isinstance(request, Choice):
            asked += 1
            for one in RULES.legal(state, request.seats[0]):
                if not isinstance(one, (e.Shift, e.PlayCard, e.Exchange)):
                    said |= set(spec.explain_order(DATA, state, one).casefold().replace(",", "").split())
    assert asked > 100
    assert {"point", "against"} <= said
    assert said & set(NAMES.values()) == set()
    assert said & {kind.__name__.casefold() for kind in e.ORDERS if kind not in NAMES} == set()


@pytest.mark.parametrize(
    ("script", "asked"),
    [
        ("", "Germans: an order, 6 points and 2 of the Division HQ left (157 squares of time)"),
        ("move 0303 1", "Germans: how many of the points come from the Division HQ?"),
        ("move 0303 1; pay 0", "Germans: where does German 1 in 0303 go?"),
        ("move 0303 1; pay 0; go 0403 0303", "german: roll 1d6 for battle.attack"),
        ("move 0303 1; pay 0; go 0403 0303; 6; 4", "Germans: shift the effect by a column?"),
        ("hq 1; pay 0", "Germans: where does headquarters 1 at 0303E go?"),
    ],
)
def test_what_is_asked(script: str, asked: str) -> None:
    s = position(german="0303 1", red="0403 1, 2622 1", german_hqs="0303E", tracks={"headquarters": 2})
    game = Game(s).play(script)
    assert SPEC.words.ask(DATA, game.state, game.request) == asked


@pytest.mark.parametrize(
    ("script", "asked"),
    [
        ("", "Germans: a card before the dice of the battle in 0404, or pass"),
        ("pass; 6; 1", "Reds: a card after the dice of the battle in 0404, or pass"),
    ],
)
def test_a_window_says_when_a_card_is_played(script: str, asked: str) -> None:
    game = fight(script=script, hands={"german": ("GS01",), "red": ("RS03",)})
    assert SPEC.words.ask(DATA, game.state, game.request) == asked


def test_a_game_is_told() -> None:
    s = position(german="0303 2", red="0403 1, 2622 1", german_hqs="0303E")
    game = Game(s)
    told: list[str] = []
    for line in ("move 0303 2", "go 0403 0303", "stay", "6", "1"):
        before = len(game.events)
        state = RULES.empty()
        state = type(state)(**{name: getattr(game.state, name) for name in state.__struct_fields__})
        game.play(line)
        told += [SPEC.words.narration[type(event)](DATA, state, event) for event in game.events[before:]]
    text = " ".join(told)
    for words in (
        "Germans, movement order to German 1, 2 in 0303, 1 point.",
        "It is 11 April 15:15.",
        "German 1 goes 0303 0403.",
        "Assault in 0403 from 0303: German 1 against Red 27.",
        "Attack 6, defence 2: the defender loses by 4.",
    ):
        assert words in text
    over = Over(result=Ended(kind="red_major", winners=("red",)))
    assert SPEC.words.ask(DATA, s, over) != ""
    assert SPEC.words.narration[Ended](DATA, s, over.result) == "The game ends with a Red major victory."


def test_cards_are_named_by_what_is_printed_on_them() -> None:
    assert SPEC.words.card_title(DATA, "GS", "GS01") == "Field battery"
    assert e.CardPlayed in SPEC.sight.reveals


def test_features_are_numbers_of_the_position() -> None:
    found = SPEC.features(DATA, started()[0])
    assert (found["red_flags"], found["red_units"], found["german_units"], found["squads"]) == (5, 16, 11, 0)
    assert all(isinstance(value, int) for value in found.values())
