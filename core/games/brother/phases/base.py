"""What decision points of this game share."""

from typing import TypeVar

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Picks
from wardiary.events import brother as e
from wardiary.events.kinds import Frame

__all__ = ["Picking"]

F = TypeVar("F", bound=Frame)


class Picking(Picks[BrotherState, Data, F]):
    """Orders one at a time, until there are enough, none is legal, or the side says `Done`."""

    stop = e.Done
