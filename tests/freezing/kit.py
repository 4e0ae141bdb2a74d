"""Positions, scripts and tables for the tests of Freezing Death.

A position is drawn by boxes: `army("KI-4 fin i2", "KI-5 sov i3 i3 a2")` numbers the units 1, 2, 3, 4 in this order
(i infantry, s ski, a armour). A script is what people would say: "action 31; activate 2; move 2 KI-4; roll 3 6".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tests.scripted import whole as played
from tests.scripted.game import ScriptedGame, What, named
from tests.scripted.tables import Change, Row, clauses, replaced, rules_with

from wardiary.core.engine import Rules
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import board_of, cards_of
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.games.freezing.state import Battle, FreezingState, Pile, Unit
from wardiary.events import freezing as e
from wardiary.events.freezing import SIDES, Side, UnitType
from wardiary.events.kinds import Event, Frame

__all__ = [
    "DATA",
    "FILLER",
    "RULES",
    "Game",
    "Row",
    "What",
    "army",
    "by_side",
    "clauses",
    "fighting",
    "game_with",
    "named",
    "outcome",
    "pile",
    "position",
    "replaced",
    "whole_game",
]

DATA: Data = SPEC.rules.load_data({})
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


class Game(ScriptedGame[FreezingState, Data]):
    """A position being played by a script; "activate 2 3" says it of both units."""

    RULES = RULES

    def say(self, line: str) -> None:
        word, *rest = line.split()
        if line in ENOUGH:
            if self.frame in ENOUGH[line]:
                self.answer(e.Done())
        elif word in SEVERAL:
            for unit in rest:
                self.answer(self.read(f"{word} {unit}"))
        else:
            super().say(line)

    def strengths(self, *units: int) -> list[int]:
        """Strengths by number, 0 for a unit that is gone."""
        return [self.state.units[unit].strength if unit in self.state.units else 0 for unit in units]

    def boxes(self, *units: int) -> list[str]:
        return [self.state.units[unit].box if unit in self.state.units else "" for unit in units]

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


def outcome(state: FreezingState, script: str, what: What) -> Any:
    """What a position and a script come to."""
    return what(Game(state).play(script))


def game_with(**files: Change) -> Rules[FreezingState, Data]:
    """Rules over own component data: each file's text changed by a function (`cards=replaced("a", "b")`)."""
    return rules_with(SPEC, **files)


def fighting(battle: Battle, *frames: Frame) -> dict[str, Any]:
    """Fields of a position in the middle of a battle."""
    return {"battle": battle, "frames": tuple(frames)}


def whole_game(seed: str = "a whole game") -> tuple[list[list[Event]], list[FreezingState]]:
    """A game between two random sides: its steps, the set-up first, and the state after each."""
    return played.whole_game(RULES, seed)
