"""Positions, scripts and tables for the tests of Brother Against Brother.

A position is drawn by towns: `position("tampere AT RG rg", "karkku J CG")` numbers the units 1, 2, 3, 4, 5 in this
order; capitals are full, small letters partial units: CG Civil Guard, J Jaeger, G German, RG Red Guard, AT train.
Towns without units are their side of the front line's, unless `white` or `red` name them. A script is what people
would say: "25 ap; activate tampere; done; attack karkku; with 1; done; roll 6; roll 3; hit 4".
"""

from collections.abc import Mapping
from typing import Any, Self

from tests.scripted import whole as played
from tests.scripted.game import ScriptedGame, What, named
from tests.scripted.tables import Change, Row, clauses, replaced, rules_with

from wardiary.core.engine import Rules
from wardiary.core.games.brother.data import CODES, OTHER, Data
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.spec import SPEC
from wardiary.core.games.brother.state import SIDE_OF, BrotherState, Pile, Unit
from wardiary.core.requests import Draw
from wardiary.events import brother as e
from wardiary.events.brother import SIDES, Side, UnitType
from wardiary.events.kinds import Event

__all__ = [
    "DATA",
    "RULES",
    "Game",
    "Row",
    "What",
    "activated",
    "attacking",
    "clauses",
    "game_with",
    "lying",
    "month_after",
    "named",
    "other",
    "outcome",
    "position",
    "replaced",
    "whole_game",
]

DATA: Data = SPEC.rules.load_data({})
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


class Game(ScriptedGame[BrotherState, Data]):
    """A position being played by a script; "end" says done until a card is due."""

    RULES = RULES

    def say(self, line: str) -> None:
        if line == "end":
            self.end_turn()
        else:
            super().say(line)

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

    def pile(self, side: Side, card: str) -> str:
        """The pile that a card lies in, "in play" or "nowhere"."""
        s = self.state
        piles = {"hand": s.hands, "pool": s.pools, "reshuffle": s.reshuffle, "table": s.table, "removed": s.removed}
        lies = " ".join(name for name, pile in piles.items() if pile.get(card) == side)
        return lies or ("in play" if s.card == card else "nowhere")


def outcome(state: BrotherState, script: str, what: What) -> Any:
    """What a position and a script come to."""
    return what(Game(state).play(script))


def game_with(**files: Change) -> Rules[BrotherState, Data]:
    """Rules over own component data: each file's text changed by a function (`cards=replaced("a", "b")`)."""
    return rules_with(SPEC, **files)


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


def whole_game(seed: str) -> tuple[list[list[Event]], list[BrotherState]]:
    """A game between two random sides: its steps, the set-up first, and the state after each."""
    return played.whole_game(RULES, seed)
