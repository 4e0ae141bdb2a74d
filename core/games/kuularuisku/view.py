"""What a seat may see: everything, but for the other's answer about overwatch (digest 3, KUU-2.3-04)."""

import msgspec

from wardiary.core.contract import Redaction, View, public
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.state import KuularuiskuState
from wardiary.core.words import common_redactions
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Event

__all__ = ["REDACTIONS", "State", "hide_want", "view"]

State = KuularuiskuState


def view(_d: Data, s: State, seat: str) -> View[KuularuiskuState]:
    """The view of a seat: that the other has answered is known, not what; a spectator knows neither answer."""
    wants = {side: want if side == seat else None for side, want in s.wants.items()}
    seen = msgspec.structs.replace(s, wants=wants)
    seen.__dict__.update(s.__dict__)
    return View(seat=seat, state=seen)


def hide_want(_state: State, event: e.Want, seat: str) -> Event:
    """The answer itself is the other's secret until both are in."""
    return event if event.by == seat else msgspec.structs.replace(event, want=None)


REDACTIONS: dict[type[Event], Redaction] = {
    **common_redactions(e.CODEC),
    **dict.fromkeys((*e.ORDERS, *e.DEEDS, *e.FRAMES, e.Drawn), public),
    e.Want: hide_want,
}
