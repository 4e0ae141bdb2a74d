"""Positions, scripts and tables for the tests of Freezing Death.

A position is drawn by boxes: `army("KI-4 fin i2", "KI-5 sov i3 i3 a2")` numbers the units 1, 2, 3, 4 in this order
(i infantry, s ski, a armour). A script is what people would say: "action 31; activate 2; move 2 KI-4; roll 3 6".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Self

import pytest

from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.component_data import data_texts
from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import board_of, cards_of
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.games.freezing.state import Battle, FreezingState, Pile, Unit
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.core.state import copy_state
from wardiary.events import freezing as e
from wardiary.events.common import Ended
from wardiary.events.freezing import SIDES, Side, UnitType
from wardiary.events.kinds import Event, Frame, Order
from wardiary.replay.chance import KeyedSource, answer_chance

DATA: Data = SPEC.load_data({})
RULES: Rules[FreezingState, Data] = Rules(SPEC, DATA)
TYPES: dict[str, UnitType] = {"i": "infantry", "s": "ski", "a": "armour"}
PILES = ("hands", "bags", "discards", "removed", "tableaux")
FILLER: dict[Side, tuple[str, ...]] = {"sov": ("30", "55"), "fin": ("01", "26")}
"""Hands for positions in which the cards do not matter."""
ENOUGH: dict[str, tuple[type[Frame], ...]] = {
    "enough": (e.AskAllocating, e.AskBoosting, e.AskActivating, e.AskBypassing, e.AskWeakening, e.AskWithdrawing),
    "stay": (e.AskMoves,),
}
"""Words of a script for "done" where the rules may have gone on by themselves, as nothing was left to choose."""


def army(*boxes: str) -> dict[int, Unit]:
    """Units by number: "KI-4 fin i2 i1" is two Finnish infantry of strengths 2 and 1 in KI-4."""
    units: dict[int, Unit] = {}
    for text in boxes:
        box, side, *counters = text.split()
        for counter in counters:
            of: Side = "sov" if side == "sov" else "fin"
            units[len(units) + 1] = Unit(of, TYPES[counter[0]], int(counter[1]), box)
    return units


def pile(cards: Mapping[Side, Sequence[str]]) -> Pile:
    """A pile of the state from each side's cards."""
    return {card: side for side, own in cards.items() for card in own}


def by_side(cards: Pile) -> dict[Side, tuple[str, ...]]:
    """Each side's cards of a pile, sorted."""
    return {side: cards_of(cards, side) for side in SIDES}


def position(*boxes: str, side: Side = "sov", impulse: int = 1, turn: int = 3, **fields: Any) -> FreezingState:
    """A position in which `side` is about to play a card; control follows the units, then the print."""
    state = FreezingState(turn=turn, units=army(*boxes), line_level=1, marker=1)
    state.last_unit = len(state.units)
    state.hands = pile(FILLER)
    state.frames = (e.AskCard(side=side, impulse=impulse),)
    at = board_of(state).at
    state.control = dict(DATA.territory)
    for box in DATA.boxes:
        if (box in at["sov"]) != (box in at["fin"]):
            state.control[box] = "sov" if box in at["sov"] else "fin"
    for name, value in fields.items():
        if name in PILES:
            value = pile(value)
        elif isinstance(value, dict) and set(value) <= set(SIDES):
            value = getattr(state, name) | value
        setattr(state, name, value)
    state.forget()
    return state


SEVERAL = ("activate", "strengthen", "assign", "weaken")
"""Orders that a script may give to several units in one go: "activate 2 3"."""


class Game:
    """A position being played by a script."""

    def __init__(self, state: FreezingState, rules: Rules[FreezingState, Data] = RULES) -> None:
        self.rules, self.state = rules, copy_state(state)
        self.step: list[Event] = []
        self.events: list[Event] = []

    @classmethod
    def from_start(cls, rules: Rules[FreezingState, Data] = RULES) -> Self:
        """The beginning of the game."""
        state, events = rules.set_up(Start(scenario="winter-war"))
        game = cls(state, rules)
        game.step = game.events = events
        return game

    @property
    def data(self) -> Data:
        return self.rules.data

    @property
    def request(self) -> Request:
        return self.rules.request(self.state)

    @property
    def frame(self) -> type[Frame] | None:
        """The kind of frame that is asked, None when a roll or a draw is, or nothing."""
        return type(self.request.frame) if isinstance(self.request, Choice) else None

    @property
    def asked(self) -> str:
        """Who is asked for an order."""
        return self.request.seats[0] if isinstance(self.request, Choice) else ""

    @property
    def result(self) -> Ended | None:
        return self.state.result

    @property
    def kind(self) -> str:
        """How the game ended, "" while it goes on."""
        return self.state.result.kind if self.state.result else ""

    def answer(self, answer: Any) -> Self:
        self.step = self.rules.answer(self.state, answer)
        self.events = [*self.events, *self.step]
        return self

    def play(self, script: str) -> Self:
        """Orders by their short names, "roll 1 6", "draw 07", one after another."""
        for line in filter(None, (part.strip() for part in script.split(";"))):
            word, *rest = line.split()
            if line in ENOUGH:
                if self.frame in ENOUGH[line]:
                    self.answer(e.Done())
            elif word in SEVERAL:
                for unit in rest:
                    self.answer(self.read(f"{word} {unit}"))
            else:
                self.answer(self.read(line))
        return self

    def read(self, line: str) -> Any:
        word, *rest = line.split()
        match self.request:
            case Roll() as asked if word == "roll":
                dice = tuple(map(int, rest))
                return e.Rolled(
                    purpose=asked.purpose,  # type: ignore[arg-type]
                    by=asked.by,  # type: ignore[arg-type]
                    key=asked.key,
                    nth=asked.nth,
                    dice=dice,
                    source="typed",
                )
            case Draw() as asked if word == "draw":
                return e.Drawn(
                    deck=asked.deck,  # type: ignore[arg-type]
                    by=asked.by,  # type: ignore[arg-type]
                    shuffle=asked.shuffle,
                    cards=tuple(rest),
                    source="typed",
                )
            case Choice():
                named = {self.name(order): order for order in self.rules.legal(self.state)}
                assert line in named, f"{line!r} is not legal: {', '.join(named)}"
                return named[line]
            case other:
                raise AssertionError(f"{line!r}, but asked is {other}")

    def name(self, order: Order) -> str:
        return self.rules.spec.name_order(self.data, self.state, order)

    def legal(self, word: str = "") -> list[str]:
        """Short names of the legal orders that begin with a word."""
        return [name for name in map(self.name, self.rules.legal(self.state)) if name.startswith(word)]

    def refused(self, order: Any) -> str:
        """The clauses of a refusal, up to the colon; "" when the order is accepted."""
        reason = self.rules.refusal(self.state, order)
        return "" if reason is None else reason.partition(":")[0]

    def dice(self) -> int:
        """How many dice are asked, 0 when none are."""
        return self.request.count if isinstance(self.request, Roll) else 0

    def purpose(self) -> str:
        return self.request.purpose if isinstance(self.request, Roll) else ""

    def strengths(self, *units: int) -> list[int]:
        """Strengths by number, 0 for a unit that is gone."""
        return [self.state.units[unit].strength if unit in self.state.units else 0 for unit in units]

    def boxes(self, *units: int) -> list[str]:
        return [self.state.units[unit].box if unit in self.state.units else "" for unit in units]

    def happened(self, kind: type[Event]) -> list[Any]:
        """The events of a kind since the game was made."""
        return [event for event in self.events if isinstance(event, kind)]

    def over(self) -> bool:
        return isinstance(self.request, Over)

    def piles(self, side: Side, card: str) -> str:
        """The piles that a card lies in."""
        s = self.state
        piles = {
            "hand": s.hands,
            "bag": s.bags,
            "discard": s.discards,
            "removed": s.removed,
            "tableau": s.tableaux,
        }
        return " ".join(name for name, pile in piles.items() if pile.get(card) == side)


Row = tuple[Any, ...]


def clauses(*rows: Row) -> list[Any]:
    """Parameter sets whose first column is the clause that the row carries (several, parted by spaces)."""
    return [pytest.param(*row, marks=[pytest.mark.clause(name) for name in row[0].split()]) for row in rows]


What = Callable[[Game], Any]


def outcome(state: FreezingState, script: str, what: What) -> Any:
    """What a position and a script come to."""
    return what(Game(state).play(script))


def game_with(**files: Callable[[str], str]) -> Rules[FreezingState, Data]:
    """Rules over own component data: each file's text changed by a function (`cards=lambda text: ...`)."""
    own = data_texts("wardiary.core.games.freezing")
    changed = {f"{name}.toml": change(own[f"{name}.toml"]) for name, change in files.items()}
    return Rules(SPEC, SPEC.load_data(changed))


def replaced(old: str, new: str) -> Callable[[str], str]:
    """A change of a text that must find what it replaces."""

    def change(text: str) -> str:
        assert old in text, f"{old!r} is not in the file"
        return text.replace(old, new, 1)

    return change


def fighting(battle: Battle, *frames: Frame) -> dict[str, Any]:
    """Fields of a position in the middle of a battle."""
    return {"battle": battle, "frames": tuple(frames)}


@cache
def whole_game(seed: str = "a whole game") -> tuple[list[list[Event]], list[FreezingState]]:
    """A game between two random sides: its steps, and the state before each of them and at the end."""
    key = seed_bytes(seed)
    source = KeyedSource(key, "seed")
    state, first = RULES.set_up(Start(scenario="winter-war"))
    steps, states = [first], [RULES.empty(), copy_state(state)]
    for number in range(10_000):
        request = RULES.request(state)
        if isinstance(request, Over):
            break
        if isinstance(request, Choice):
            legal = RULES.legal(state)
            steps.append(RULES.answer(state, legal[choose(key, str(number), len(legal))]))
        else:
            steps.append(RULES.answer(state, answer_chance(SPEC.codec, source, request)))
        states.append(copy_state(state))
    return steps, states


def named(events: Iterable[Event]) -> Sequence[str]:
    """Class names of events."""
    return [type(event).__name__ for event in events]
