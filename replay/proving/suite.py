"""The whole suite as one class."""

from wardiary.replay.proving.imagined import ImaginationTests
from wardiary.replay.proving.orders import OrderTests
from wardiary.replay.proving.play import PlayTests
from wardiary.replay.proving.sight import SightTests
from wardiary.replay.proving.states import StateTests
from wardiary.replay.proving.tables import TableTests

__all__ = ["GameSuite"]


class GameSuite(TableTests, PlayTests, OrderTests, SightTests, ImaginationTests, StateTests):
    """Everything that every game must keep. Derive a class whose name begins with `Test` and say its `proof`."""
