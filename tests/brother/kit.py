"""Positions, scripts and tables for the tests of Brother Against Brother.

A position is drawn by towns: `position("tampere AT RG rg", "karkku J CG")` numbers the units 1, 2, 3, 4, 5 in this
order; capitals are full, small letters partial units: CG Civil Guard, J Jaeger, G German, RG Red Guard, AT train.
Towns without units are their side of the front line's, unless `white` or `red` name them. A script is what people
would say: "25 ap; activate tampere; done; attack karkku; with 1; done; roll 6; roll 3; hit 4".
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import pytest

from wardiary.core.component_data import data_texts
from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.brother.data import CODES, OTHER, Data
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.spec import SPEC
from wardiary.core.games.brother.state import SIDE_OF, BrotherState, Pile, Unit
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.core.state import copy_state
from wardiary.events import brother as e
from wardiary.events.brother import SIDES, Side, UnitType
from wardiary.events.kinds import Event, Frame, Order

DATA: Data = SPEC.load_data({})
RULES: Rules[BrotherState, Data] = Rules(SPEC, DATA)
TYPES: dict[str, UnitType] = {code: kind for kind, code in CODES.items()}
HANDS: dict[Side, tuple[str, ...]] = {"white": ("22", "25"), "red": ("41", "49")}
"""Hands for positions in which the cards do not matter: 25 and 41 give four action points."""
PILES = ("hands", "pools", "reshuffle", "table", "removed")
AP: dict[Side, str] = {"white": "25 ap", "red": "41 ap"}


def lying(cards: Mapping[Side, tuple[str, ...]]) -> Pile:
    """A pile of these cards of each side."""
    return {card: side for side in cards for card in cards[side]}


def position(
    *towns: str, side: Side = "white", number: int = 1, white: str = "", red: str = "", **fields: Any
) -> BrotherState:
    """A position of March in which `side` is about to play a card. Piles are told by side."""
    state = BrotherState(turn=30, month="mar")
    state.controller = {town.id: town.side for town in DATA.towns.values()}
    for text in towns:
        town, *counters = text.split()
        for counter in counters:
            kind = TYPES[counter.upper()]
            state.last_unit += 1
            state.units[state.last_unit] = Unit(kind, counter.isupper(), town)
            state.controller[town] = SIDE_OF[kind]
    own: dict[Side, str] = {"white": white, "red": red}
    for owner, names in own.items():
        state.controller |= dict.fromkeys(names.split(), owner)
    state.hands = lying(HANDS)
    state.frames = (e.AskCard(side=side, number=number),)
    for name, value in fields.items():
        old = getattr(state, name)
        if name in PILES:
            value = {card: owner for card, owner in old.items() if owner not in value} | lying(value)
            setattr(state, name, value)
            continue
        setattr(state, name, old | value if isinstance(value, dict) and set(value) <= set(SIDES) else value)
    return state


class Game:
    """A position being played by a script."""

    def __init__(self, state: BrotherState, rules: Rules[BrotherState, Data] = RULES) -> None:
        self.rules, self.state = rules, copy_state(state)
        self.state.forget()
        self.step: list[Event] = []
        self.events: list[Event] = []

    @classmethod
    def from_start(cls, rules: Rules[BrotherState, Data] = RULES) -> Self:
        """The beginning of the game."""
        state, events = rules.set_up(Start(scenario="campaign"))
        game = cls(state, rules)
        game.events = list(events)
        return game

    @property
    def request(self) -> Request:
        return self.rules.request(self.state)

    @property
    def frame(self) -> type[Frame] | None:
        """The kind of frame that is asked, None when a roll or a draw is, or nothing."""
        return type(self.request.frame) if isinstance(self.request, Choice) else None

    @property
    def asked(self) -> str:
        """Who is asked for an order, a roll or a draw."""
        match self.request:
            case Choice(seats=seats):
                return seats[0]
            case Roll(by=by) | Draw(by=by):
                return by
            case _:
                return ""

    @property
    def result(self) -> str:
        """How the game ended, "" while it goes on."""
        return self.state.result.kind if self.state.result else ""

    def answer(self, answer: Any) -> Self:
        self.step = self.rules.answer(self.state, answer)
        self.events += self.step
        return self

    def play(self, script: str) -> Self:
        """Orders by their short names, "roll 6", "draw 07", one after another; "end" says done until a card is due."""
        for line in filter(None, (part.strip() for part in script.split(";"))):
            if line == "end":
                self.end_turn()
            else:
                self.answer(self.read(line))
        return self

    def end_turn(self) -> None:
        """Do nothing more in this turn."""
        while self.frame is not e.AskCard and self.state.result is None and not isinstance(self.request, Draw):
            self.answer(e.Done())

    def pass_turns(self, turns: int) -> Self:
        """So many turns in which the first card is played for its points and nothing is done; drawing in between."""
        for _ in range(turns):
            self.draw_all()
            while self.frame is e.AskReinforcements:
                self.answer(e.Done())
            if self.state.result is None:
                side = self.state.frames[0].side  # type: ignore[union-attr]
                self.answer(e.PlayCard(card=cards_of(self.state.hands, side)[0], mode="ap"))
                self.end_turn()
        return self

    def draw_all(self) -> Self:
        """Draw until the hands are full, the cards of lowest number first."""
        while isinstance(self.request, Draw):
            self.answer(self.read(f"draw {self.request.bag[0]}"))
        return self

    def read(self, line: str) -> Any:
        word, *rest = line.split()
        match self.request:
            case Roll() as asked if word == "roll":
                purpose: Any = asked.purpose
                by: Any = asked.by
                return e.Rolled(
                    purpose=purpose, by=by, key=asked.key, nth=asked.nth, dice=tuple(map(int, rest)), source="typed"
                )
            case Draw() as asked if word == "draw":
                side: Any = asked.by
                return e.Drawn(deck=side, by=side, shuffle=asked.shuffle, cards=tuple(rest), source="typed")
            case Choice():
                named = {self.name(order): order for order in self.rules.legal(self.state)}
                assert line in named, f"{line!r} is not legal: {', '.join(named)}"
                return named[line]
            case other:
                raise AssertionError(f"{line!r}, but asked is {other}")

    def name(self, order: Order) -> str:
        return self.rules.spec.name_order(self.rules.data, self.state, order)

    def legal(self, word: str = "") -> list[str]:
        """Short names of the legal orders that begin with a word."""
        return [name for name in map(self.name, self.rules.legal(self.state)) if name.startswith(word)]

    def refused(self, order: Any) -> str:
        """The clauses of a refusal, up to the colon; "" when the order is accepted."""
        reason = self.rules.refusal(self.state, order)
        return "" if reason is None else reason.partition(":")[0]

    def units(self, *numbers: int) -> str:
        """What units are and where they stand: "RG tampere"; "-" for one that is gone."""
        found: list[str] = []
        for number in numbers or sorted(self.state.units):
            unit = self.state.units.get(number)
            if unit is None:
                found.append("-")
            else:
                code = CODES[unit.type]
                found.append(f"{code if unit.full else code.lower()} {unit.town}")
        return ", ".join(found)

    def at(self, town: str) -> str:
        """The units of a town, sorted: "CG J cg"."""
        here = [unit for unit in self.state.units.values() if unit.town == town]
        return " ".join(sorted(CODES[unit.type] if unit.full else CODES[unit.type].lower() for unit in here))

    def holder(self, *towns: str) -> str:
        """Who controls towns: "white red"."""
        return " ".join(self.state.controller[town] for town in towns)

    def happened(self, kind: type[Event]) -> list[Any]:
        """The events of a kind since the game was made."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[Event]) -> Any:
        """The last event of a kind."""
        return self.happened(kind)[-1]

    def over(self) -> bool:
        return isinstance(self.request, Over)

    def pile(self, side: Side, card: str) -> str:
        """The pile that a card lies in, "in play" or "nowhere"."""
        s = self.state
        piles = {"hand": s.hands, "pool": s.pools, "reshuffle": s.reshuffle, "table": s.table, "removed": s.removed}
        lies = " ".join(name for name, pile in piles.items() if pile.get(card) == side)
        return lies or ("in play" if s.card == card else "nowhere")


Row = tuple[Any, ...]
What = Callable[[Game], Any]


def clauses(*rows: Row) -> list[Any]:
    """Parameter sets whose first column is the clause that the row carries (several, parted by spaces)."""
    return [pytest.param(*row, marks=[pytest.mark.clause(name) for name in row[0].split()]) for row in rows]


def outcome(state: BrotherState, script: str, what: What) -> Any:
    """What a position and a script come to."""
    return what(Game(state).play(script))


def game_with(**files: Callable[[str], str]) -> Rules[BrotherState, Data]:
    """Rules over own component data: each file's text changed by a function (`cards=lambda text: ...`)."""
    own = data_texts("wardiary.core.games.brother")
    changed = {f"{name}.toml": change(own[f"{name}.toml"]) for name, change in files.items()}
    return Rules(SPEC, SPEC.load_data(changed))


def replaced(old: str, new: str) -> Callable[[str], str]:
    """A change of a text that must find what it replaces."""

    def change(text: str) -> str:
        assert old in text, f"{old!r} is not in the file"
        return text.replace(old, new, 1)

    return change


def activated(state: BrotherState, *towns: str) -> Game:
    """The position with a card of four points played and these towns activated; then comes the movement."""
    side: Side = state.frames[-1].side  # type: ignore[union-attr]
    game = Game(state).play(AP[side])
    for town in towns:
        game.play(f"activate {town}")
    return game.play("done") if game.frame is e.AskActivating else game


def month_after(state: BrotherState) -> Game:
    """The position as the last turn of its month: it passes, hands are drawn; then come White's reinforcements."""
    state.frames = (e.AskCard(side="red", number=8),)
    game = Game(state).play("41 ap")
    game.end_turn()
    return game.draw_all()


def attacking(state: BrotherState, town: str, *units: int) -> Game:
    """The position with the units' towns activated and these units attacking the town, nobody having moved."""
    game = activated(state, *dict.fromkeys(state.units[unit].town for unit in units))
    if game.frame is e.AskMoves:
        game.play("done")
    game.play(f"attack {town}")
    for unit in units:
        game.play(f"with {unit}")
    return game.play("done") if game.frame is e.AskAttackers else game


def other(side: Side) -> Side:
    return OTHER[side]


def named(events: Sequence[Event]) -> list[str]:
    """Class names of events."""
    return [type(event).__name__ for event in events]
