"""Positions, games with given dice, and tables for the tests of Helsinki 1918.

A position is drawn by sides: `position(red="2919 2, 2611 1", german="2918 3")` puts two Reds into 2919 and so on; all
other units wait in their boxes. `Game` plays orders in words and takes dice and cards from a list.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Self

import pytest

from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.component_data import data_texts
from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.spec import SPEC
from wardiary.core.games.helsinki.state import Facing, HelsinkiState, Hq, Unit
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.core.state import copy_state, encode_state
from wardiary.events import helsinki as e
from wardiary.events.common import Ended
from wardiary.events.helsinki import Side
from wardiary.events.kinds import Event, Frame
from wardiary.replay.chance import KeyedSource, answer_chance

__all__ = [
    "DATA",
    "RULES",
    "SPEC",
    "Game",
    "clauses",
    "order",
    "position",
    "random_games",
    "refuses",
    "replaced",
    "started",
]

DATA: Data = SPEC.load_data({})
RULES: Rules[HelsinkiState, Data] = Rules(SPEC, DATA)
PACKAGE = "wardiary.core.games.helsinki"
ORDERS: dict[Side, type[Frame]] = {
    "german": e.AskGermanOrders,
    "red": e.AskRedOrders,
    "white": e.AskWhiteOrders,
}


def clauses(*rows: tuple[Any, ...]) -> list[Any]:
    """Rows of a table; the clause ids in the first column, with commas between, become marks."""
    return [
        pytest.param(*row, marks=[pytest.mark.clause(name) for name in row[0].split(", ")], id=f"{row[0]} #{number}")
        for number, row in enumerate(rows)
    ]


@cache
def started(scenario: str = "three") -> tuple[HelsinkiState, tuple[Event, ...]]:
    """The state after set-up, and its events."""
    state, events = RULES.set_up(Start(scenario=scenario))
    return state, tuple(events)


def replaced(name: str, *changes: tuple[str, str]) -> dict[str, str]:
    """A data file of the game with texts changed."""
    text = data_texts(PACKAGE)[name]
    for old, new in changes:
        assert old in text, f"{old!r} is not in {name}"
        text = text.replace(old, new, 1)
    return {name: text}


def position(**drawn: Any) -> HelsinkiState:
    """A position in which `side` is about to give orders, with `points` of them; the other words as in `_drawn`."""
    return _drawn(**drawn)


def _drawn(
    *,
    german: str = "",
    red: str = "",
    white: str = "",
    german_hqs: str = "",
    red_hqs: str = "",
    squads: str = "",
    side: Side = "german",
    points: int = 6,
    time: int = 0,
    players: int = 3,
    battles: Mapping[str, tuple[Side, int]] | None = None,
    hands: Mapping[Side, tuple[str, ...]] | None = None,
    effects: tuple[str, ...] = (),
    tracks: Mapping[str, int] | None = None,
    frame: Frame | None = None,
    guard: bool = True,
    **fields: Any,
) -> HelsinkiState:
    """Units by side ("0104 3, 0203"), headquarters and squads by place, battles by hex (side, direction), tracks.

    With `guard` a Red unit is added in 2622, lest the game is over, where no Red stands in a flag hex.
    """
    if guard and not any(part.split()[0] in DATA.ground.flags for part in red.split(",") if part.strip()):
        red = f"{red}, 2622 1" if red else "2622 1"
    s = copy_state(started("three" if players == 3 else "two")[0])
    s.players, s.turn, s.active, s.points, s.effects = players, 5, side, points, effects
    s.scores = {"german": 3, "red": 3, "white": 0}
    s.units = _units({"german": german, "red": red, "white": white}, s.units)
    s.hqs = {n: Hq("german", vertex) for n, vertex in enumerate(german_hqs.split(), 1)}
    s.hqs |= {n: Hq("red", cell) for n, cell in enumerate(red_hqs.split(), 4)}
    s.red_hqs_destroyed = {"german": 3 - len(red_hqs.split()), "red": 0, "white": 0}
    s.squads = dict.fromkeys(range(1, 9), "reserve") | dict(enumerate(squads.split(), 1))
    s.facings = {cell: Facing(of, direction) for cell, (of, direction) in (battles or {}).items()}
    s.tracks = {**s.tracks, "time": time, "headquarters": 0, **(tracks or {})}  # type: ignore[dict-item]
    s.hands = {"german": (), "red": (), "white": (), **(hands or {})}
    for deck in s.bags:
        held = [card for hand in s.hands.values() for card in hand if card.startswith(deck)]
        held += [card for card in effects if card.startswith(deck)]
        left = list(DATA.decks[deck])
        for card in held:
            left.remove(card)
        s.bags[deck] = tuple(left)
    s.removed = tuple(card for card in effects if DATA.cards[card].remove)
    for card in effects:
        if not DATA.cards[card].remove:
            s.discards[card[:2]] = (*s.discards[card[:2]], card)  # type: ignore[index]
    for name, value in fields.items():
        setattr(s, name, value)
    base = e.AskInitiative(side=side, step="reshuffle" if side == "white" else "end")
    orders: Any = ORDERS[side]
    top: Any = frame if frame is not None else orders(side=side, at=1)
    s.frames = (base, top)
    s.forget()
    return s


def _units(drawn: Mapping[Side, str], all_units: Mapping[int, Unit]) -> dict[int, Unit]:
    units: dict[int, Unit] = {}
    for side, text in drawn.items():
        numbers = [number for number, unit in sorted(all_units.items()) if unit.side == side]
        places = [place for part in text.split(",") if part.strip() for place in [part.split()[0]] * _count(part)]
        places += _boxes(side, len(numbers) - len(places))
        units |= {number: Unit(side, place) for number, place in zip(numbers, places, strict=True)}
    return units


def _count(part: str) -> int:
    words = part.split()
    return int(words[1]) if len(words) > 1 else 1


def _boxes(side: Side, count: int) -> list[str]:
    if side != "german":
        return ["reserve"] * count
    box = min(3, count)
    count -= box
    columns = [f"reserve.{column}" for column, most in enumerate(DATA.capacity, 1) for _ in range(most)]
    return ["meurer"] * box + columns[:count]


ORDER_WORDS: dict[str, type[Any]] = {
    "move": e.Move,
    "attack": e.Attack,
    "regroup": e.Regroup,
    "hq": e.MoveHq,
    "deploy": e.Deploy,
    "draw": e.DrawCard,
    "morale": e.RaiseMorale,
    "recruit": e.Recruit,
    "arrest": e.Arrest,
    "organise": e.Organise,
    "form": e.Form,
    "done": e.Done,
    "pay": e.Pay,
    "go": e.March,
    "stay": e.Stay,
    "to": e.MarchHq,
    "hop": e.HopHq,
    "land": e.LandHq,
    "room": e.MakeRoom,
    "place": e.PlaceUnit,
    "play": e.PlayCard,
    "pass": e.Pass,
    "add": e.AddPoint,
    "exchange": e.Exchange,
    "shift": e.Shift,
    "retreat": e.Retreat,
    "test": e.TestUnit,
    "barricade": e.Barricade,
}
NUMBERS = {"count", "hq", "squad", "points", "columns", "unit"}


def order(text: str) -> Any:
    """An order in words: "move 0104 2", "go 0203", "go 0504 0404" (from), "done"."""
    word, *values = text.split()
    kind = ORDER_WORDS[word]
    names = kind.__struct_fields__
    return kind(**{n: int(v) if n in NUMBERS else v for n, v in zip(names, values, strict=False)})


class Game:
    """A game from a position. `play` answers requests: orders in words, dice as numbers, drawn cards by their id."""

    def __init__(self, state: HelsinkiState, rules: Rules[HelsinkiState, Data] = RULES) -> None:
        self.rules, self.state = rules, copy_state(state)
        self.state.forget()
        self.events: list[Event] = []

    def play(self, script: str) -> Self:
        """ "move 0104 2; go 0203; 5; 3 4": a number or several are dice; `card RS01` is a draw."""
        for line in (part.strip() for part in script.split(";")):
            if line:
                self.answer(line)
        return self

    def answer(self, line: str) -> None:
        request = self.request
        if line[0].isdigit():
            assert isinstance(request, Roll), f"{line}: asked is {request}"
            dice = tuple(map(int, line.split()))
            asked: dict[str, Any] = {name: getattr(request, name) for name in ("purpose", "by", "key", "nth")}
            self.give(e.Rolled(**asked, dice=dice, source="typed"))
        elif line.startswith("card "):
            assert isinstance(request, Draw), f"{line}: asked is {request}"
            drawn: dict[str, Any] = {name: getattr(request, name) for name in ("deck", "by", "shuffle")}
            self.give(e.Drawn(**drawn, cards=(line.removeprefix("card "),), source="typed"))
        else:
            self.give(order(line))

    def give(self, answer: Any) -> None:
        self.events += self.rules.answer(self.state, answer)

    @property
    def request(self) -> Request:
        return self.rules.request(self.state)

    @property
    def asked(self) -> str:
        """What is asked, and of whom: "german orders", "roll command red", "draw RS red", "over"."""
        match self.request:
            case Over():
                return "over"
            case Roll(purpose=purpose, by=by, count=count):
                return f"roll {purpose} {by} {count}"
            case Draw(deck=deck, by=by):
                return f"draw {deck} {by}"
            case Choice(seats=seats, frame=frame):
                return f"{' '.join(seats)} {type(frame).__name__.removeprefix('Ask')}"
        raise AssertionError

    def legal(self, word: str = "") -> list[str]:
        """Listed orders in words that begin with a word."""
        words = {kind: name for name, kind in ORDER_WORDS.items()}
        found = []
        for one in self.rules.legal(self.state):
            values = [str(v) for n in one.__struct_fields__ if (v := getattr(one, n)) is not None]
            found.append(" ".join([words[type(one)], *values]))
        return [text for text in found if text.split()[0] == word or not word]

    def refused(self, text: str) -> str:
        """Why an order in words is refused."""
        return self.rules.refusal(self.state, order(text)) or "accepted"

    def happened(self, kind: type[Any]) -> list[Any]:
        """Events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[Any]) -> Any:
        """The last event of a kind."""
        return self.happened(kind)[-1]

    def at(self, cell: str) -> str:
        """Who stands in a hex: "german 2 red 1"."""
        sides = [unit.side for _, unit in sorted(self.state.units.items()) if unit.where == cell]
        return " ".join(f"{side} {sides.count(side)}" for side in dict.fromkeys(sides))

    def track(self, name: str) -> int:
        return self.state.tracks[name]  # type: ignore[index]

    @property
    def result(self) -> str:
        return self.state.result.kind if isinstance(self.state.result, Ended) else ""


def refuses(state: HelsinkiState, text: str, clause: str) -> bool:
    """Whether an order is refused with a clause, and the state left as it was."""
    game = Game(state)
    before = encode_state(game.state)
    said = game.refused(text)
    assert encode_state(game.state) == before
    assert clause in said, said
    return True


def random_games(count: int, *, scenario: str = "three", seed: str = "games") -> Iterable[HelsinkiState]:
    """The ends of random games."""
    for number in range(count):
        key = seed_bytes(f"{seed}.{number}")
        source = KeyedSource(key, "seed")
        state = copy_state(started(scenario)[0])
        step = 0
        while not isinstance(request := RULES.request(state), Over):
            step += 1
            if isinstance(request, Choice):
                legal = RULES.legal(state)
                RULES.advance(state, legal[choose(key, f"{step}", len(legal))])
            else:
                RULES.advance(state, answer_chance(SPEC.codec, source, request))
        yield state
