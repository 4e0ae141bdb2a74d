"""The state of a game of Kuularuisku 1918: figures, the elements that they make up, weapons, cards."""

from collections.abc import Callable
from itertools import islice
from typing import Generic, TypeVar

from msgspec import Struct, field

from wardiary.core.state import State
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import ElementKind, Side, Status

__all__ = ["ABLE", "ON_TABLE", "AnyFrame", "Element", "Figure", "Gun", "KuularuiskuState", "Memo", "Point"]

AnyFrame = (
    e.AskDeployment
    | e.AskAttachment
    | e.AskCard
    | e.AskReady
    | e.AskActivation
    | e.AskLeader
    | e.AskReturn
    | e.AskWounded
    | e.AskSplit
    | e.AskElement
    | e.AskMove
    | e.AskTarget
    | e.AskReaction
    | e.AskFire
    | e.AskShooting
    | e.AskAllocation
    | e.AskWoundTests
    | e.AskGun
    | e.AskMorale
    | e.AskAssault
    | e.AskDefence
    | e.AskGrenades
    | e.AskMelee
    | e.AskClosing
    | e.AskOverwatch
    | e.AskCalls
    | e.AskEvacuation
)
Point = tuple[int, int]
K = TypeVar("K")
V = TypeVar("V")
ABLE = frozenset({"ok", "light"})
"""States of figures that fight."""
ON_TABLE = frozenset({"ok", "light", "severe"})


class Figure(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One soldier: with whom he acts, where he stands, how he is, what he did this turn."""

    element: str
    at: Point
    level: int = 0
    status: Status = "ok"
    moved: bool = False
    acted: bool = False
    """A joined figure that had acted before it joined; a leader who has used his activation."""


class Element(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What acts, is shot at and tests morale together."""

    owner: str
    """The unit whose card it acts on; of a group of wounded, the unit that its men came from."""
    side: Side
    kind: ElementKind
    base: int
    whole: int = 0
    """Of a half: the base strength of the unit before it split."""
    covering: bool = False
    prone: bool = False
    fleeing: bool = False
    melee: int = 0
    """The number of its melee; 0: in none."""
    activated: bool = False
    waiting: bool = False
    defended: bool = False
    """It has fired at an assault this turn."""
    halted: bool = False
    """It may not move this turn, since others joined it."""
    goal: str = ""
    """Of a group: "edge", "post.1", the unit sought, or the wounded man sought."""
    fled_with: tuple[str, ...] = ()
    """Leaders who were with it when it began to flee."""


class Gun(Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A light machine gun or machine gun: in a figure's hands, on the table, or gone."""

    weapon: str
    holder: str = ""
    at: Point | None = None
    level: int = 0
    moved: bool = False
    fired: bool = False


class KuularuiskuState(State, kw_only=True):
    """All that changes in a game. Unit and figure ids are those of the scenario."""

    frames: tuple[AnyFrame, ...] = ()
    scenario: str = ""
    elements: dict[str, Element] = field(default_factory=dict)
    figures: dict[str, Figure] = field(default_factory=dict)
    guns: dict[str, Gun] = field(default_factory=dict)
    squad_leaders: dict[str, str] = field(default_factory=dict)
    """Who leads each unit that has a squad leader, or a leader who stays with it for good; "" since he was lost."""
    left_out: tuple[str, ...] = ()
    """Units that found no place in a free deployment."""
    deck: tuple[str, ...] = ()
    """Cards still to be drawn this turn, sorted."""
    groups: int = 0
    """Evacuation groups formed so far."""
    melees: int = 0
    """Melees begun so far."""
    wants: dict[str, bool | None] = field(default_factory=dict)
    """Answers about overwatch that are not yet revealed."""
    last_shots: tuple[tuple[str, str], ...] = ()
    """Who fired in the last shooting, and the nearest man that could be hit."""


class Memo(Generic[K, V]):
    """Values by key that have been worked out of a position, kept with it like any derived value.

    Two are equal when what the one holds is what the other would work out: a memo made anew is the proof of an old one.
    The first few values are looked at; an event that should have dropped the memo makes all of them wrong alike.
    """

    __slots__ = ("_held", "_work")

    def __init__(self, work: Callable[[K], V]) -> None:
        self._work = work
        self._held: dict[K, V] = {}

    def of(self, key: K, work: Callable[[K], V]) -> V:
        """The value of a key; `work` is the one of the state at hand, since copies share a memo."""
        if key not in self._held:
            self._held[key] = work(key)
        return self._held[key]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo) and all(
            value == other._work(key) for key, value in islice(self._held.items(), 2)
        )

    __hash__ = None  # type: ignore[assignment]
