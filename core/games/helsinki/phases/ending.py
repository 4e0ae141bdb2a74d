"""15 The end of the game."""

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import State, Step
from wardiary.core.games.helsinki.queries import flags_with_red
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.events.common import Ended

__all__ = ["check_flags", "red_victory", "white_cover"]

_WHITE_UNITS = 4
_WHITE_FLAGS = 3


def red_victory(d: Data, s: State, run: Step) -> None:
    """The clock is blocked: Red wins (HEL-15.0-01, HEL-15.1-01, HEL-15.2-01, -R1). Never returns."""
    has_hq = any(hq.side == "red" for hq in s.hqs.values())
    major = len(flags_with_red(d, s)) >= 2 and has_hq
    run.decide(Ended(kind="red_major" if major else "red_minor", winners=("red",)))


def check_flags(d: Data, s: State, run: Step) -> None:
    """Without a Red unit in any flag hex Germans and Whites win (HEL-15.0-02, -R1, -R2). The last thing of a step."""
    if flags_with_red(d, s):
        return
    germans = s.red_hqs_destroyed["german"] == len(d.setup.red_hqs)
    whites = s.red_hqs_destroyed["white"] >= 1 and white_cover(d, s)
    if s.players == 2:
        run.decide(Ended(kind="allied_minor" if germans or whites else "allied_major", winners=("german",)))
    kind = "german_major" if germans else "white_major" if whites else "shared"
    run.decide(Ended(kind=kind, winners=("german", "white")))


def white_cover(d: Data, s: State) -> bool:
    """At least four White units in or beside flag hexes, three of them having one (HEL-15.4-01, -R1, -R2)."""
    units, flags = 0, set()
    for where, here in board_of(s).at["white"].items():
        if is_hex(where) and (near := d.ground.flags_near[where]):
            units += len(here)
            flags |= set(near)
    return units >= _WHITE_UNITS and len(flags) >= _WHITE_FLAGS
