"""What may be taken back, and what the last decision was.

A take-back may not pass new information: a roll, a draw, or an outcome by which a seat learned something
(`GameSight.reveals`). Forced it may, and the diary says so.
"""

from collections.abc import Mapping

from wardiary.core.contract import AnyGame
from wardiary.core.players import HUMAN
from wardiary.events.errors import TakeBackRefused, UsageError
from wardiary.events.kinds import Chance
from wardiary.events.vocabulary import tag_of
from wardiary.replay.log import Log

__all__ = ["last_decision", "passes_news"]


def last_decision(log: Log, deciders: Mapping[int, str], seats: Mapping[str, str]) -> int:
    """The step's end before the last decision: a person's, where one plays.

    `deciders` is the seat of each order on the line of play, by event number. Raises UsageError when there is none.
    """
    persons = {seat for seat, player in seats.items() if player == HUMAN} or set(seats)
    made = [n for n, seat in deciders.items() if seat in persons]
    if not made:
        raise UsageError("no decision has been made yet: there is nothing to take back")
    return log.end_before(max(made))


def passes_news(spec: AnyGame, log: Log, to: int, *, forced: bool) -> bool:
    """Whether going to event `to` undoes something that a seat has learned. Raises TakeBackRefused unless forced."""
    for n in log.leaving(to):
        event = log.events[n - 1]
        if isinstance(event, Chance) or type(event) in spec.sight.reveals:
            if not forced:
                raise TakeBackRefused(
                    f"event {n} ({tag_of(type(event))}) has been seen since: take back to a later step's end, or force "
                    "it, and the diary will say so",
                    event=n,
                )
            return True
    return False
