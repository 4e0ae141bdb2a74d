"""wardiary: an event-sourced core for historical wargames.

The folders beside this file are links: the code lives in `core/`, `events/`, `replay/`, `analytics/` and `cli/`
at the root of the repository, and only there. The links give it the one import name `wardiary`.

The names below are the whole of the public interface; docs/api.md shows each at work. They are imported when first
used, so that `import wardiary` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wardiary.analytics.archive import Archive
    from wardiary.core.registry import load_game
    from wardiary.replay.beginning import Setting
    from wardiary.replay.bundle import bundle
    from wardiary.replay.check import check
    from wardiary.replay.dice import Dice
    from wardiary.replay.diff import diff
    from wardiary.replay.fork import fork
    from wardiary.replay.record import record
    from wardiary.replay.replay import Replay
    from wardiary.replay.session import Session
    from wardiary.replay.simulation.jobs import Plan
    from wardiary.replay.simulation.simulate import simulate
    from wardiary.replay.table import Table

__version__ = "0.1.0"

__all__ = [
    "Archive",
    "Dice",
    "Plan",
    "Replay",
    "Session",
    "Setting",
    "Table",
    "bundle",
    "check",
    "diff",
    "fork",
    "load_game",
    "record",
    "simulate",
]

_HOMES = {
    "Archive": "analytics.archive",
    "Dice": "replay.dice",
    "Plan": "replay.simulation.jobs",
    "Replay": "replay.replay",
    "Session": "replay.session",
    "Setting": "replay.beginning",
    "Table": "replay.table",
    "bundle": "replay.bundle",
    "check": "replay.check",
    "diff": "replay.diff",
    "fork": "replay.fork",
    "load_game": "core.registry",
    "record": "replay.record",
    "simulate": "replay.simulation.simulate",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'wardiary' has no attribute {name!r}")
    found: object = getattr(import_module(f"wardiary.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
