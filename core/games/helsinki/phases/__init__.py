"""The phases of the rulebook as decision points."""

from collections.abc import Mapping

from wardiary.core.contract import Reading
from wardiary.core.games.helsinki.phases.battle import BattleRoll
from wardiary.core.games.helsinki.phases.card_deeds import CardBarricades, CardBattleChoice, CardPlaces
from wardiary.core.games.helsinki.phases.commands import GermanOrders, RedOrders, TikkurilaOrders, WhiteOrders
from wardiary.core.games.helsinki.phases.initiative import CardDraw, Gift, Initiative, WhiteCards
from wardiary.core.games.helsinki.phases.losses import Losses
from wardiary.core.games.helsinki.phases.marching import HqMarch, March
from wardiary.core.games.helsinki.phases.meurer import LandingRoom, LandingVertex
from wardiary.core.games.helsinki.phases.midnight import Midnight
from wardiary.core.games.helsinki.phases.orders import CommandTest, OrderScript, Placement
from wardiary.core.games.helsinki.phases.settling import Settling
from wardiary.core.games.helsinki.phases.windows import CardWindow

__all__ = ["POINTS", "READINGS"]

POINTS = (
    Initiative,
    CardDraw,
    CardWindow,
    Gift,
    WhiteCards,
    TikkurilaOrders,
    GermanOrders,
    RedOrders,
    WhiteOrders,
    OrderScript,
    CommandTest,
    March,
    HqMarch,
    Placement,
    BattleRoll,
    Losses,
    Settling,
    Midnight,
    LandingVertex,
    LandingRoom,
    CardBattleChoice,
    CardPlaces,
    CardBarricades,
)

READINGS: Mapping[str, Reading] = {"battle.attack": lambda _d, _s, _roll, dice: f"highest {max(dice)}"}
"""What the rules read of rolls of which less counts than the faces: only the best of the attacker's dice does."""
