"""What a game brings: one `GameSpec`, found under the entry point group `wardiary.games`.

Everything that plays, checks, shows, exports or counts a game goes through this record, so a game from outside is the
equal of those in `core/games/`. Seats, events, state and data are the game's own; nobody else knows its words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from wardiary.core.component_data import Provenance, data_texts
from wardiary.core.fold import EvolveTable
from wardiary.core.odds import OddsDesk
from wardiary.core.points import Point
from wardiary.core.requests import Legal, Request, Roll
from wardiary.core.run import Run
from wardiary.core.sight import Redaction
from wardiary.core.state import State
from wardiary.events.codec import Codec
from wardiary.events.common import ScenarioOption
from wardiary.events.errors import DataError
from wardiary.events.kinds import Event, Frame, Order
from wardiary.events.vocabulary import tag_of

__all__ = [
    "FEATURE_NAME",
    "NO_FEATURES",
    "AnyGame",
    "Choose",
    "ComponentData",
    "Decision",
    "GameFold",
    "GameRules",
    "GameSight",
    "GameSpec",
    "GameWords",
    "Player",
    "Reading",
    "Scenario",
    "Start",
    "View",
]

FEATURE_NAME = re.compile(r"[a-z][a-z0-9_]*")
"""What a feature may be called: each becomes a column, and SQL does not tell capitals from small letters."""
NO_FEATURES = frozenset({"game", "game_id", "n", "turn", "mark", "taken_back"})
"""What no feature is called: the names that say of every position where it stands."""

S = TypeVar("S", bound=State)
D = TypeVar("D", bound="ComponentData")


class ComponentData(Protocol):
    """Map, tables, cards and units, loaded and validated once, never changed."""

    @property
    def digest(self) -> str:
        """32 hex digits over the content, whatever its formatting or the order of its entries."""

    @property
    def replaced(self) -> Mapping[str, str]:
        """Name and text of the files that are not the game's own; a diary embeds them."""

    @property
    def provenance(self) -> Provenance:
        """For each file the mark of each datum: a fact, inferred from one, or reconstructed."""


class Scenario(Struct, frozen=True, kw_only=True):
    """A way to start: its title, its seats, and for each option the values it may have, the default first."""

    title: str
    seats: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]] = {}


class Start(Struct, frozen=True, kw_only=True):
    """A scenario with its options, as the header says it."""

    scenario: str
    options: tuple[ScenarioOption, ...] = ()


class View(Struct, Generic[S], frozen=True, kw_only=True):
    """What a seat may see: the state with everything hidden taken out, and what the seat knows besides.

    `seat` is None for somebody who may see everything. Games add their own fields. The encoding is byte-identical in
    any two worlds that the seat cannot tell apart.
    """

    seat: str | None
    state: S


class Decision(Protocol):
    """What a computer player is given to decide on: never the state itself."""

    @property
    def seat(self) -> str: ...
    @property
    def legal(self) -> Legal: ...
    @property
    def request(self) -> Request: ...
    @property
    def data(self) -> Any:
        """The game's component data."""

    def view(self) -> Any:
        """The game's `View` for this seat, made of a copy of the state: nothing done to it reaches the game."""

    def choose(self, count: int) -> int:
        """A keyed random number below `count`; the same question at the same place of a game gets the same one."""

    @property
    def rules(self) -> Any:
        """The game's `Rules`, to play on in imagined states. They hold component data and no state."""

    def imagine(self) -> Any:
        """A whole state that the seat cannot tell from the true one, its hidden part drawn by `choose`.

        It is made of the view alone, and the player's own. Raises UsageError for a game that cannot imagine one.
        """


Choose = Callable[[int], int]
"""A random number below `count`."""
Reading = Callable[[Any, Any, Roll, Sequence[int]], str]
"""(data, state, roll, dice) -> "2 hits": all that the rules read of dice, for the roll that is asked in this state.

Dice of one reading lead to one state, so that what-if questions count them as one answer.
"""
V = TypeVar("V", bound=View[Any])
Player = Callable[[Decision], Order]


@dataclass(frozen=True, kw_only=True)
class GameFold(Generic[S]):
    """What a log needs to become a state: events, the state, and what each event does to it. No rules, no data."""

    codec: Codec
    state: type[S]
    evolve: EvolveTable
    """A function for each event type of the codec."""


@dataclass(frozen=True, kw_only=True)
class GameRules(Generic[S, D]):
    """What playing and checking need: component data, the set-up, the decision points."""

    load_data: Callable[[Mapping[str, str]], D]
    """From the game's own files, those of the mapping (name -> TOML text) replaced. Raises DataError."""
    set_up: Callable[[D, Start, Run[S]], None]
    """Emits the outcomes that fill the empty state, and pushes the first frame."""
    points: tuple[type[Point[S, D, Any]], ...]
    faults: Callable[[D, S], list[str]]
    """Every breach of what must always hold of a state, in words."""
    scenario_of: Callable[[S], str] = lambda _state: ""
    """The scenario that a state is of, where the state says it: a written position is played under no other."""
    readings: Mapping[str, Reading] = field(default_factory=dict)
    """For purposes of rolls of which less counts than the faces: all that the rules read of the dice, in words."""
    dice_in_order: frozenset[str] = frozenset()
    """Purposes of rolls of which it counts which die shows what; of all others the faces alone do."""


@dataclass(frozen=True, kw_only=True)
class GameSight(Generic[S, D, V]):
    """Who may see what: of a position, of an event."""

    view: Callable[[D, S, str | None], V]
    """What a seat may see of a state; everything for None."""
    redactions: Mapping[type[Event], Redaction]
    """For each event type of the codec what a seat may know of such an event."""
    reveals: frozenset[type[Event]] = frozenset()
    """Outcomes by which a seat learns something it did not know; no take-back goes past one unless it is forced.

    Rolls and draws always count as such.
    """
    imagine: Callable[[D, V, Choose], S] | None = None
    """A whole state behind a view: what the seat cannot know is drawn by the numbers, each way equally likely.

    The view of such a state is the view it was made of, to the byte, and the game finds no faults in it. The given view
    stays as it is. Without it the game has no search player.
    """


@dataclass(frozen=True, kw_only=True)
class GameWords(Generic[S, D, V]):
    """The game as people read and type it."""

    narration: Mapping[type[Event], Callable[[D, S, Any], str]]
    """A sentence for each event type, from the state *before* the event; empty where there is nothing to tell."""
    ask: Callable[[D, S, Request], str]
    """The request in a person's words."""
    name_order: Callable[[D, S, Order], str]
    """A short name that a person types for an order, unique among the listed ones: "activate 12", "done"."""
    explain_order: Callable[[D, S, Order], str] = lambda _data, _state, _order: ""
    """What the short name does not say: a card's title, where a unit stands.

    It is listed beside the name, and its words are understood when they are typed after the name's.
    """
    card_title: Callable[[D, str, str], str] = lambda _data, _deck, card: card
    """(data, deck, card) -> what is printed on the card, by which a person at the table may name it."""
    board: Callable[[D, V], str]
    """The position as text, as a seat sees it."""
    svg: Callable[[D, V], str] | None = None
    """The position as a picture."""


@dataclass(frozen=True, kw_only=True)
class GameSpec(Generic[S, D, V]):
    """A game, in parts by who reads them; `players`, `odds` and `sql` may be left out.

    Functions of the state take the component data first: `(data, state, ...)`.
    """

    id: str
    title: str
    rules_version: str
    scenarios: Mapping[str, Scenario]
    fold: GameFold[S]
    rules: GameRules[S, D]
    sight: GameSight[S, D, V]
    words: GameWords[S, D, V]
    players: Mapping[str, Player] = field(default_factory=dict)
    """Computer players of the game's own, by name; `random` is everybody's."""
    features: Callable[[D, S], Mapping[str, int]]
    """Numbers that describe a position, for archives and search players.

    Each name matches `FEATURE_NAME` and is none of `NO_FEATURES`.
    """
    value: Callable[[D, S, str], int] | None = None
    """How good an undecided position looks for a seat, in thousandths: 1,000 is won, -1,000 lost, 0 even.

    A small linear sum of features. Without it search players think every undecided position even.
    """
    face_hits: Callable[[D, S, Any], tuple[int, ...] | None] | None = None
    """(data, state before the roll, roll) -> how many hits each face of one of its dice is, from face 1 up.

    None for a roll that counts no hits. The hits of a roll are those of its dice together.
    """
    odds: OddsDesk[D] | None = None
    """Where the game answers `wardiary odds`; None for a game whose odds nobody would ask."""
    sql: Callable[[D], str] | None = None
    """Macros for archives that hold the game, over the tables in use, in DuckDB's SQL.

    Each with a comment on top; their names begin with the game's id.
    """

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats of all scenarios, each once, in order."""
        return tuple(dict.fromkeys(seat for scenario in self.scenarios.values() for seat in scenario.seats))

    def gaps(self) -> list[str]:
        """What of its vocabulary the game leaves unsaid, by tag; the registry refuses a game with gaps."""
        said: Mapping[str, Mapping[type[Event], object]] = {
            "evolve function": self.fold.evolve,
            "narration": self.words.narration,
            "redaction": self.sight.redactions,
        }
        asked = {point.frame for point in self.rules.points}
        gaps: list[str] = []
        for event in self.fold.codec.vocabulary:
            gaps += [f"{tag_of(event)} has no {name}" for name, entries in said.items() if event not in entries]
            if issubclass(event, Frame) and event not in asked:
                gaps.append(f"{tag_of(event)} has no decision point")
        return sorted(gaps)

    def own_data(self) -> dict[str, str]:
        """Name and text of the game's own data files: those in the `data` folder beside its `load_data`.

        Raises DataError for a game that keeps its data elsewhere.
        """
        try:
            return data_texts(self.rules.load_data.__module__.rpartition(".")[0])
        except (OSError, ImportError, ValueError) as error:
            raise DataError(f"{self.id} has no data files of its own: {error}") from error


AnyGame = GameSpec[Any, Any, Any]
