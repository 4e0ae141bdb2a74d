"""What the decision points of Helsinki 1918 share."""

from typing import TypeVar

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.points import Picks, Point
from wardiary.core.requests import Roll
from wardiary.core.run import Run
from wardiary.events import helsinki as e
from wardiary.events.helsinki import RollPurpose, Side
from wardiary.events.kinds import Frame

__all__ = ["HelsinkiPoint", "Picking", "State", "Step", "die"]

State = HelsinkiState
Step = Run[HelsinkiState]
F = TypeVar("F", bound=Frame)


class HelsinkiPoint(Point[HelsinkiState, Data, F]):
    """A point of this game."""


class Picking(HelsinkiPoint[F], Picks[HelsinkiState, Data, F]):
    """Orders one at a time, until there are enough, none is legal, or the side says `Done`."""

    stop = e.Done


def die(s: State, purpose: RollPurpose, side: Side, place: str | int = "", count: int = 1) -> Roll:
    """A roll of a side; its key is the initiative and the unit, hex or squad that it is about (HEL-1.2-01)."""
    key = f"{s.turn}.{place}" if place != "" else str(s.turn)
    return s.next_roll(purpose, s.seat_playing(side), key, count)
