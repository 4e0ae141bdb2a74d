"""The phases of the rulebook, one module each, under its headings and in its order."""

from wardiary.core.games.brother.phases.battle import Attackers, BattleDice, Battles, Reactions
from wardiary.core.games.brother.phases.cards import Activation, CardChoice, PointsReaction
from wardiary.core.games.brother.phases.events import Choosing, Cutting, Refitting, Relocating, Striking
from wardiary.core.games.brother.phases.losses import Advancing, Losses, Withdrawal
from wardiary.core.games.brother.phases.movement import Movement, Moving
from wardiary.core.games.brother.phases.reinforcements import Landing, Placing, Reinforcements
from wardiary.core.games.brother.phases.rounds import Drawing

__all__ = ["POINTS"]

POINTS = (
    Drawing,
    Reinforcements,
    CardChoice,
    PointsReaction,
    Activation,
    Movement,
    Moving,
    Battles,
    Attackers,
    Reactions,
    BattleDice,
    Losses,
    Withdrawal,
    Advancing,
    Placing,
    Landing,
    Refitting,
    Striking,
    Relocating,
    Choosing,
    Cutting,
)
