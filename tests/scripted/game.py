"""A position that a script plays: one kit for the tests of all games.

A game's own `kit.py` draws positions and derives its class:

    class Game(ScriptedGame[FreezingState, Data]):
        RULES = RULES

A test then says *given this position, when this is played, then that is so*:

    game = Game(position("KI-4 fin i2", "KI-5 sov i3")).play("action 31; activate 2; move 2 KI-4; roll 3 6")
    assert game.waiting == "fin Withdrawing"
    assert game.last(e.BattleFought).hits == 2

A script parts what is said by semicolons: an order by its short name ("move 2 KI-4"), dice ("roll 3 6", or "3 6"),
cards ("draw 07"). What is not asked, or not listed, fails the test and says what there was.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar, Generic, Self, TypeVar

from wardiary.core.contract import ComponentData
from wardiary.core.engine import Rules
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.core.state import State, copy_state
from wardiary.events.common import Ended
from wardiary.events.kinds import Event, Frame
from wardiary.replay.chance import TypedSource, answer_chance
from wardiary.replay.table import Table

__all__ = ["ScriptedGame", "What", "named", "outcome"]

S = TypeVar("S", bound=State)
D = TypeVar("D", bound=ComponentData)


class ScriptedGame(Generic[S, D]):
    """A position being played; the position that it was made of stays as it is.

    `step` are the events of the last answer, `events` all since the game was made. A game may have words of its own
    (`say`), names of its own (`name`), and orders that are not listed (`order`).
    """

    RULES: ClassVar[Rules[Any, Any]]
    """The game's rules over its own component data, unless a test brings others."""

    def __init__(self, state: S, rules: Rules[S, D] | None = None) -> None:
        self.rules: Rules[S, D] = rules or self.RULES
        self.state = copy_state(state)
        self.state.forget()
        self.step: list[Event] = []
        self.events: list[Event] = []

    @classmethod
    def from_start(cls, rules: Rules[S, D] | None = None, scenario: str | None = None) -> Self:
        """The beginning of the game (its first scenario); the set-up is the first step."""
        table = Table((rules or cls.RULES).spec, rules or cls.RULES)
        state, events = table.rules.set_up(table.start(scenario))
        game = cls(state, rules)
        game.step, game.events = list(events), list(events)
        return game

    @property
    def data(self) -> D:
        return self.rules.data

    @property
    def request(self) -> Request:
        return self.rules.request(self.state)

    @property
    def frame(self) -> type[Frame] | None:
        """The kind of frame that asks for an order; None when a roll or a draw is asked, or nothing."""
        return type(self.request.frame) if isinstance(self.request, Choice) else None

    @property
    def asked(self) -> str:
        """The seat that gives the next answer, "" after the end; the first one of a simultaneous choice."""
        match self.request:
            case Choice(seats=seats):
                return seats[0]
            case Roll(by=by) | Draw(by=by):
                return by
        return ""

    @property
    def waiting(self) -> str:
        """What is asked, in words: "german GermanOrders", "roll command red 1", "draw RS red", "over"."""
        match self.request:
            case Roll(purpose=purpose, by=by, count=count):
                return f"roll {purpose} {by} {count}"
            case Draw(deck=deck, by=by):
                return f"draw {deck} {by}"
            case Choice(seats=seats, frame=frame):
                return f"{' '.join(seats)} {type(frame).__name__.removeprefix('Ask')}"
        return "over"

    def dice(self) -> int:
        """How many dice are asked, 0 when none are."""
        return self.request.count if isinstance(self.request, Roll) else 0

    def purpose(self) -> str:
        """The purpose of the roll that is asked, "" when none is."""
        return self.request.purpose if isinstance(self.request, Roll) else ""

    def over(self) -> bool:
        return isinstance(self.request, Over)

    @property
    def ended(self) -> Ended | None:
        return self.state.result

    @property
    def result(self) -> str:
        """How the game ended, "" while it goes on."""
        return self.state.result.kind if self.state.result else ""

    def play(self, script: str) -> Self:
        """What a script says, one thing after another."""
        for line in filter(None, (part.strip() for part in script.split(";"))):
            self.say(line)
        return self

    def say(self, line: str) -> None:
        """One line of a script; a game with words of its own looks for them first."""
        self.answer(self.read(line))

    def answer(self, answer: Any) -> Self:
        """An answer as the event that it is, through the door that judges it."""
        self.step = self.rules.answer(self.state, answer)
        self.events += self.step
        return self

    def read(self, line: str) -> Any:
        """The answer that a line means here."""
        request, words = self.request, line.split()
        if isinstance(request, Choice):
            return self.order(line)
        if isinstance(request, Roll) and (words[0] == "roll" or line.replace(" ", "").isdigit()):
            return self._chance(request, dice=tuple(map(int, words[words[0] == "roll" :])))
        if isinstance(request, Draw) and words[0] == "draw":
            return self._chance(request, cards=tuple(words[1:]))
        raise AssertionError(f"{line!r}, but asked is: {self.waiting}")

    def _chance(self, request: Roll | Draw, dice: tuple[int, ...] = (), cards: tuple[str, ...] = ()) -> Any:
        told = TypedSource(lambda _roll: dice, lambda _draw: cards)
        return answer_chance(self.rules.spec.fold.codec, told, request)

    def order(self, line: str) -> Any:
        """The listed order of this name."""
        listed = {self.name(order): order for order in self.rules.legal(self.state)}
        assert line in listed, f"{line!r} is not legal: {', '.join(listed)}"
        return listed[line]

    def name(self, order: Any) -> str:
        """An order's short name."""
        return self.rules.spec.words.name_order(self.data, self.state, order)

    def legal(self, word: str = "") -> list[str]:
        """Short names of the listed orders that begin with a word."""
        return [name for name in map(self.name, self.rules.legal(self.state)) if name.startswith(word)]

    def reason(self, order: Any) -> str:
        """Why an order is refused, "" when it is accepted. Asking must leave the state as it is."""
        before = copy_state(self.state)
        said = self.rules.refusal(self.state, order)
        assert self.state == before, f"asking about {order} has changed the state"
        return said or ""

    def refused(self, order: Any) -> str:
        """The clauses of a refusal, up to the colon; "" when the order is accepted."""
        return self.reason(order).partition(":")[0]

    def happened(self, kind: type[Any]) -> list[Any]:
        """The events of a kind since the game was made."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[Any]) -> Any:
        """The last event of a kind."""
        return self.happened(kind)[-1]


What = Callable[[Any], Any]
"""What a row of a table looks at: a game, after its script."""


def outcome(game: ScriptedGame[Any, Any], script: str, what: What) -> Any:
    """What a position and a script come to."""
    return what(game.play(script))


def named(events: Iterable[Event]) -> list[str]:
    """Class names of events."""
    return [type(event).__name__ for event in events]
