"""3.6, 12 What others learn of cards that are not played: nothing, whatever windows a side was asked in."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, Game, clauses, position
from tests.replay.diaries import header_of, write

from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.state import copy_state, encode_state
from wardiary.events import helsinki as e
from wardiary.events.common import DiceSource, Positioned
from wardiary.events.helsinki import Side
from wardiary.events.kinds import Event
from wardiary.replay.export import export_lines
from wardiary.replay.table import Table

Hands = Mapping[Side, tuple[str, ...]]
S = 3
BATTLE: dict[str, Any] = {
    "german": "0404 1",
    "red": "0404 1, 2622 1",
    "german_hqs": "0404E",
    "red_hqs": "0404",
    "battles": {"0404": ("german", S)},
}


class Recorded(Game):
    """A game that keeps its beginning."""

    def __init__(self, state: HelsinkiState) -> None:
        super().__init__(state)
        self.beginning = state


def told(game: Recorded, seat: str) -> list[Event]:
    """What a seat is told of the events of a game, from its beginning."""
    state = copy_state(game.beginning)
    seen: list[Event | None] = []
    state.forget()
    for event in game.events:
        seen.append(SPEC.sight.redactions[type(event)](state, event, seat))
        RULES.evolve[type(event)](state, event)
    return [event for event in seen if event is not None]


def played(script: str, passes: int, **fields: Any) -> Recorded:
    """The script, with a pass at each window; there must be so many of them."""
    game, passed = Recorded(position(**fields)), 0
    for line in [*script.split("; "), ""]:
        while game.waiting.endswith(" Window") and not line.startswith("play"):
            game.play("pass")
            passed += 1
        game.play(line)
    assert passed == passes
    return game


@pytest.mark.parametrize(
    ("clause", "script", "fields", "holds", "holds_none", "windows"),
    clauses(
        # before and after the dice: of the other coalition, of the own, of the ally
        ("HEL-12.0-02", "attack 0404 1; 4; 2; shift 0", BATTLE, {"red": ("RS01",)}, {"red": ("RS05",)}, 1),
        ("HEL-12.0-02", "attack 0404 1; 4; 2; shift 0", BATTLE, {"red": ("RS03",)}, {"red": ("RS05",)}, 1),
        ("HEL-12.0-02", "attack 0404 1; 4; 4", BATTLE, {"red": ("RS04",)}, {"red": ("RS05",)}, 1),
        (
            "HEL-12.0-02",
            "attack 0404 1; 4; 4",
            BATTLE,
            {"red": ("RS01", "RS04"), "german": ("GS01",)},
            {"red": ("RS05", "RS07"), "german": ("GS01",)},
            3,
        ),
        (
            ("HEL-12.0-02", "HEL-2.3-04"),
            "attack 2421 1; 4; 4",
            {
                "side": "white",
                "white": "2421 1",
                "red": "2421 1, 2622 1",
                "squads": "2421E",
                "red_hqs": "2421",
                "battles": {"2421": ("white", S)},
                "german": "2421 1",
                "german_hqs": "2421W",
            },
            {"white": ("WA01",), "red": ("RS01",)},
            {"white": ("WA02",), "red": ("RS05",)},
            2,
        ),
        # at the start, for a test, an arrest, a squad
        (
            ("HEL-3.1-02", "HEL-12.0-02"),
            "done; 5; 3; add meurer; pass",
            {"side": "white", "red": "2622 1"},
            {"red": ("RE03",), "white": ("WA05",)},
            {"red": ("RE01",), "white": ("WA08",)},
            2,
        ),
        (
            ("HEL-3.1-02", "HEL-12.0-02"),
            "done; 5; 3; add meurer; pass; morale; 2",
            {"side": "white", "red": "2622 1", "time": 21},
            {"red": ("RE05",)},
            {"red": ("RE01",)},
            1,
        ),
        (
            "HEL-12.0-02",
            "move 0606 1; 6; stay",
            {"side": "red", "red": "0606 1, 2622 1"},
            {"red": ("RS06",)},
            {"red": ("RS01",)},
            1,
        ),
        ("HEL-12.0-02", "move 0606 1; 1", {"german": "0606 1"}, {"white": ("WA06",)}, {"white": ("WA01",)}, 1),
        (
            "HEL-12.0-02",
            "arrest 1; 2",
            {"side": "red", "red": "2421 1, 2622 1", "squads": "2421E"},
            {"red": ("RS08",), "white": ("WA03",)},
            {"red": ("RS01",), "white": ("WA01",)},
            2,
        ),
        ("HEL-12.0-02", "organise 2421E; 1", {"side": "white"}, {"white": ("WA02",)}, {"white": ("WA01",)}, 1),
        (
            ("HEL-12.0-02", "HEL-5.1-05"),
            "draw; draw GS01; 1; 1",
            {"german": "0104 1", "red": "0606 1, 2622 1", "red_hqs": "2919", "time": 23},
            {"red": ("RS06",)},
            {"red": ("RS01",)},
            1,
        ),
    ),
)
def test_a_window_that_is_passed_leaves_no_trace(
    clause: str, script: str, fields: dict[str, Any], holds: Hands, holds_none: Hands, windows: int
) -> None:
    """Two worlds that differ in cards which a side could have played, or could not."""
    asked = played(script, windows, **fields, hands=holds)
    own = sum(holds[side] == holds_none[side] for side in holds)
    not_asked = played(script, own, **fields, hands=holds_none)
    differ = {side for side in holds if holds[side] != holds_none[side]}
    for seat in {"german", "red", "white"} - differ:
        assert told(asked, seat) == told(not_asked, seat)
        assert SPEC.sight.view(DATA, asked.state, seat).state == SPEC.sight.view(DATA, not_asked.state, seat).state


@pytest.mark.clause("HEL-12.0-02")
def test_an_answering_card_does_not_tell_of_another_one() -> None:
    """Red answers a battle, and could add to its own attack, or not."""
    script = "attack 0404 1; 4; 4; play RS04; attack 0404 1; 4; 4"
    could = played(script, 2, **BATTLE, hands={"red": ("RS01", "RS04")})
    could_not = played(script, 0, **BATTLE, hands={"red": ("RS04", "RS05")})
    for seat in ("german", "white"):
        assert told(could, seat) == told(could_not, seat)


@pytest.mark.clause("HEL-12.0-02", "HEL-4.4-05")
def test_a_seat_sees_its_own_cards_and_what_is_open() -> None:
    game = Recorded(position(side="white", red="2622 1"))
    game.play("done; 5; 3; add meurer; pass; done; 2; 4; draw RS01")
    drawn = game.last(e.Drawn)
    assert drawn in told(game, "red")
    assert [event.cards for event in told(game, "white") if isinstance(event, e.Drawn)] == [("?",)]
    assert e.Pass() in told(game, "german"), "the choice of Whites in a Red initiative is open"
    view = SPEC.sight.view(DATA, game.state, "red").state
    assert (view.bags["RS"], view.bags["GS"]) == (game.state.bags["RS"], ())
    assert view.frames == game.state.frames


def test_an_export_is_the_same_to_the_byte(tmp_path: Path) -> None:
    """Not even the numbers of its lines tell that somebody was asked."""
    table = Table.lay(SPEC)

    def exported(name: str, seat: str, hand: tuple[str, ...], windows: int) -> bytes:
        game = played("attack 0404 1; 4; 4; done", windows, **BATTLE, hands={"red": hand})
        beginning = Positioned(state=encode_state(game.beginning).decode())
        header = header_of(DiceSource(source="typed"), name=name, table=table)
        path = write(tmp_path / f"{name}.{seat}.diary", [[beginning], list(game.events)], header=header)
        return b"".join(export_lines(path, seat, table=table))

    for seat in ("german", "white"):
        assert exported("a", seat, ("RS01",), 1) == exported("b", seat, ("RS05",), 0)
    assert exported("a", "red", ("RS01",), 1) != exported("b", "red", ("RS05",), 0)
