"""What a seat may see: everything, but for the other's answer about overwatch (KUU-2.3-04)."""

import msgspec

from wardiary.core.contract import Choose, View
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.sight import public, redaction_table
from wardiary.core.state import copy_state
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Event

__all__ = ["REDACTIONS", "KuularuiskuView", "hide_want", "imagine", "view"]


class KuularuiskuView(View[State], frozen=True, kw_only=True):
    """The position as a seat knows it: that the other has answered about its waiting units, but not what."""


def view(_d: Data, s: State, seat: str | None) -> KuularuiskuView:
    """The view of a seat, everything for None; a spectator knows neither answer."""
    if seat is None:
        return KuularuiskuView(seat=None, state=s)
    seen = msgspec.structs.replace(s, wants={side: want if side == seat else None for side, want in s.wants.items()})
    seen.__dict__.update(s.__dict__)
    return KuularuiskuView(seat=seat, state=seen)


def imagine(_d: Data, seen: KuularuiskuView, choose: Choose) -> State:
    """A position behind a view: an answer that is not known is yes or no."""
    s = copy_state(seen.state)
    for side in sorted(s.wants):
        if s.wants[side] is None:
            s.wants[side] = bool(choose(2))
    return s


def hide_want(_state: State, event: e.Want, seat: str) -> Event:
    """The answer itself is the other's secret until both are in."""
    return event if event.by == seat else msgspec.structs.replace(event, want=None)


_OPEN: tuple[type[Event], ...] = (
    *[order for order in e.ORDERS if order is not e.Want],
    *e.OUTCOMES,
    *e.FRAMES,
)
"""Cards, dice, orders and all else lie in the open."""

REDACTIONS = redaction_table(e.CODEC, {e.Want: hide_want, e.Drawn: public}, open_to_all=_OPEN)
