"""The phases of the rulebook in its order, one file each; `POINTS` lists their decision points."""

from collections.abc import Mapping
from typing import Any

from wardiary.core.contract import Reading
from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.battle import Attackers, Fighting, Losses, Reaction, read_pool
from wardiary.core.games.freezing.phases.cards import Allocation, CardChoice, Refill
from wardiary.core.games.freezing.phases.events import (
    Activating,
    Boosting,
    Bypassing,
    Marking,
    Striking,
    Weakening,
    Withdrawing,
)
from wardiary.core.games.freezing.phases.intervention import Intervention, TurnEnd, read_intervention
from wardiary.core.games.freezing.phases.movement import BattleChoice, Movement
from wardiary.core.games.freezing.phases.reinforcements import Placing
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point
from wardiary.events.freezing import UNIT_TYPES

__all__ = ["POINTS", "READINGS"]

POINTS: tuple[type[Point[FreezingState, Data, Any]], ...] = (
    Refill,
    CardChoice,
    Allocation,
    Boosting,
    Activating,
    Bypassing,
    Striking,
    Weakening,
    Withdrawing,
    Marking,
    Placing,
    Movement,
    BattleChoice,
    Attackers,
    Fighting,
    Reaction,
    Losses,
    Intervention,
    TurnEnd,
)

READINGS: Mapping[str, Reading] = {
    "intervention": read_intervention,
    **{f"battle.{role}.{kind}": read_pool for role in ("attack", "defence") for kind in UNIT_TYPES},
}
"""What the rules read of each roll."""
