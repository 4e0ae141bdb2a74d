"""A computer player."""

from wardiary.core.contract import Sight
from wardiary.events.kinds import Order


def greedy(sight: Sight) -> Order:
    return sight.legal[0]
