"""The phases of the rulebook as decision points."""

from collections.abc import Mapping

from wardiary.core.contract import Reading
from wardiary.core.games.kuularuisku.phases.actions import ElementAction
from wardiary.core.games.kuularuisku.phases.activation import Activation, LeaderChoice
from wardiary.core.games.kuularuisku.phases.assault import Assault, DefenceChoice
from wardiary.core.games.kuularuisku.phases.cards import Card, Ready
from wardiary.core.games.kuularuisku.phases.deployment import Attachment, Deployment
from wardiary.core.games.kuularuisku.phases.evacuation import Detaching, Evacuation, ReturnChoice
from wardiary.core.games.kuularuisku.phases.joining import Closing
from wardiary.core.games.kuularuisku.phases.melee import Grenades, Melee, read_strike
from wardiary.core.games.kuularuisku.phases.morale import Morale
from wardiary.core.games.kuularuisku.phases.movement_step import Movement
from wardiary.core.games.kuularuisku.phases.overwatch import Calls, Overwatch, read_calls
from wardiary.core.games.kuularuisku.phases.shooting import FireChoice, Reaction, Shooting, TargetChoice, read_shots
from wardiary.core.games.kuularuisku.phases.splitting import Splitting
from wardiary.core.games.kuularuisku.phases.wounds import Allocation, GunChoice, WoundTests

__all__ = ["POINTS", "READINGS"]

POINTS = (
    Deployment,
    Attachment,
    Card,
    Ready,
    Activation,
    LeaderChoice,
    ReturnChoice,
    Detaching,
    Splitting,
    ElementAction,
    Movement,
    TargetChoice,
    Reaction,
    FireChoice,
    Shooting,
    Allocation,
    WoundTests,
    GunChoice,
    Morale,
    Assault,
    DefenceChoice,
    Grenades,
    Melee,
    Closing,
    Overwatch,
    Calls,
    Evacuation,
)

READINGS: Mapping[str, Reading] = {
    "hits": read_shots,
    "rerolls": read_shots,
    "cover": read_shots,
    "melee": read_strike,
    "overwatch": read_calls,
}
"""What the rules read of rolls of which less counts than the faces."""
