"""The moments of a game at which its value can change: each roll, each draw, each decision.

A decision is what a seat orders in one go: its orders up to the next roll or draw, or to another seat's order. Between
two moments nothing happens, so the value after one is the value before the next.
"""

from bisect import bisect_left
from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec import Struct

from wardiary.core.seats import seat_of
from wardiary.events.common import Rolled
from wardiary.events.kinds import Chance, Input, Order
from wardiary.replay.narrate import words_or_json
from wardiary.replay.replay import Replay

__all__ = ["Kind", "Moment", "moments_of"]

Kind = Literal["dice", "draw", "decision"]


class Moment(Struct, frozen=True, kw_only=True):
    """A roll, a draw or a decision: `inputs` are its events, `before` and `after` the steps' ends around it.

    `seat` is who rolled, drew or decided.
    """

    kind: Kind
    seat: str
    turn: int
    before: int
    after: int
    inputs: tuple[int, ...]
    words: str

    @property
    def n(self) -> int:
        """The event with which it begins."""
        return self.inputs[0]

    def text(self) -> str:
        """What happened, in the game's words."""
        more = len(self.inputs) - 1
        return f"{self.words} (and {more} more)" if more else self.words


def moments_of(replay: Replay, *, every_order: bool = False) -> list[Moment]:
    """The moments of a diary's line of play, in order; with `every_order` each order is a decision of its own.

    Raises Unfoldable, Unplayable.
    """
    found: list[Moment] = []
    for one in _inputs(replay):
        last = found[-1] if found else None
        goes_on = last is not None and last.kind == one.kind == "decision" and last.seat == one.seat
        if last is not None and goes_on and not every_order:
            found[-1] = msgspec.structs.replace(last, after=one.after, inputs=(*last.inputs, *one.inputs))
        else:
            found.append(one)
    return found


def _inputs(replay: Replay) -> Iterator[Moment]:
    """Each input of the line of play by itself, up to where play stands."""
    ends, standing = replay.step_ends, replay.standing
    before = 0
    for n, event, state in replay.walk(taken_back=False):
        if n > standing:
            return
        if not isinstance(event, Input):
            if not before and replay.is_step_end(n):
                before = n
            continue
        after = ends[bisect_left(ends, n)]
        with replay.naming(n):
            seat = seat_of(state, event) if isinstance(event, Order) else str(getattr(event, "by", ""))
        yield Moment(
            kind=_kind(event),
            seat=seat,
            turn=state.turn,
            before=before,
            after=after,
            inputs=(n,),
            words=words_or_json(replay.table.rules, state, event),
        )
        before = after


def _kind(event: Input) -> Kind:
    if not isinstance(event, Chance):
        return "decision"
    return "dice" if isinstance(event, Rolled) else "draw"
