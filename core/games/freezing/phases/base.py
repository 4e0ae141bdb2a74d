"""What decision points of this game share."""

from typing import TypeVar

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Picks
from wardiary.events import freezing as e
from wardiary.events.kinds import Frame

__all__ = ["Picking"]

F = TypeVar("F", bound=Frame)


class Picking(Picks[FreezingState, Data, F]):
    """Orders one at a time, until there are enough, none is legal, or the side says `Done`."""

    stop = e.Done
