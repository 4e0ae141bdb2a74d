"""What the rules make of orders, rolls and draws."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.brother.values import (
    Cards,
    Cause,
    Modifier,
    Month,
    Operation,
    Pile,
    Side,
    Small,
    Town,
    Towns,
    UnitId,
    UnitIds,
    UnitType,
)
from wardiary.events.kinds import CardId, Name, Outcome

__all__ = [
    "OUTCOMES",
    "AttackersDropped",
    "BattleCalledOff",
    "BattleDeclared",
    "BattleEnded",
    "BattleResolved",
    "BonusGiven",
    "CardFinished",
    "CardSpent",
    "CardsAdded",
    "ControlChanged",
    "DefenderWithdrew",
    "FixedCardTaken",
    "FortificationBuilt",
    "FortificationDestroyed",
    "HandSeen",
    "MonthBegan",
    "MonthEnded",
    "OperationEnded",
    "PointsModified",
    "PoolRefilled",
    "ReinforcementsDue",
    "ReinforcementsEnded",
    "RussiaOpened",
    "TownsAssigned",
    "TurnSkipped",
    "UnitMarched",
    "UnitPlaced",
    "UnitsActivated",
    "UnitsSurrendered",
    "UnitsWeakened",
]


# Rounds and cards


class MonthBegan(Outcome, tag="brother.month_began", kw_only=True):
    """The round marker stands on this month."""

    month: Month


class MonthEnded(Outcome, tag="brother.month_ended", kw_only=True):
    """The month is over, and with it all that lasts a month; `strategic` Strategic Towns are White."""

    month: Month
    strategic: Small


class CardsAdded(Outcome, tag="brother.cards_added", kw_only=True):
    """A month's cards came into the game, to the pile that will be shuffled."""

    side: Side
    cards: Cards


class PoolRefilled(Outcome, tag="brother.pool_refilled", kw_only=True):
    """The pile of played cards and what was left of the draw pool are the draw pool: these cards."""

    side: Side
    cards: Cards


class FixedCardTaken(Outcome, tag="brother.fixed_card_taken", kw_only=True):
    """The card that a side always holds in this month went from its pool to its hand."""

    side: Side
    card: CardId


class TurnSkipped(Outcome, tag="brother.turn_skipped", kw_only=True):
    """A side without cards let its turn go by."""

    side: Side


class CardFinished(Outcome, tag="brother.card_finished", kw_only=True):
    """The card in play went to its pile; marks and effects of the turn ended."""

    side: Side
    card: CardId
    pile: Pile


class CardSpent(Outcome, tag="brother.card_spent", kw_only=True):
    """A table card was used and went to its pile."""

    side: Side
    card: CardId
    pile: Literal["reshuffle", "removed"]


class PointsModified(Outcome, tag="brother.points_modified", kw_only=True):
    """The card in play gives so many more action points (negative: fewer)."""

    side: Side
    change: Modifier


class BonusGiven(Outcome, tag="brother.bonus_given", kw_only=True):
    """Until the month ends, each later card of the side gives so many more action points."""

    side: Side
    change: Modifier


class HandSeen(Outcome, tag="brother.hand_seen", kw_only=True):
    """A side looked into the other's hand."""

    side: Side
    cards: Cards


class OperationEnded(Outcome, tag="brother.operation_ended", kw_only=True):
    """A card operation has picked its units and towns."""

    op: Operation
    units: UnitIds = ()
    towns: Towns = ()


class RussiaOpened(Outcome, tag="brother.russia_opened", kw_only=True):
    """The Russia box is open, or closed for the rest of the game."""

    open: bool


# Towns and units


class TownsAssigned(Outcome, tag="brother.towns_assigned", kw_only=True):
    """At the start these towns are the side's."""

    side: Side
    towns: Towns


class ControlChanged(Outcome, tag="brother.control_changed", kw_only=True):
    """The side now controls the town."""

    town: Town
    side: Side


class FortificationBuilt(Outcome, tag="brother.fortification_built", kw_only=True):
    """A field fortification lies in the town."""

    town: Town


class FortificationDestroyed(Outcome, tag="brother.fortification_destroyed", kw_only=True):
    """The field fortification of a conquered town is gone."""

    town: Town


class UnitPlaced(Outcome, tag="brother.unit_placed", kw_only=True):
    """A new unit stands on the map."""

    unit: UnitId
    type: UnitType
    full: bool
    town: Town


class UnitsWeakened(Outcome, tag="brother.units_weakened", kw_only=True):
    """Full units turned partial."""

    units: UnitIds
    cause: Cause


class UnitsActivated(Outcome, tag="brother.units_activated", kw_only=True):
    """The activation of a turn as a whole: all units of the towns are active; `unused` points were left."""

    towns: Towns
    units: UnitIds
    unused: Small = 0


class UnitMarched(Outcome, tag="brother.unit_marched", kw_only=True):
    """A move as a whole: the towns from the first to the last."""

    unit: UnitId
    path: Towns


class ReinforcementsDue(Outcome, tag="brother.reinforcements_due", kw_only=True):
    """What a side receives this month, for so many Strategic Towns."""

    side: Side
    strategic: Small
    civil_guard: Small = 0
    jaeger: Small = 0
    red_guard: Small = 0
    armoured_train: Small = 0


class ReinforcementsEnded(Outcome, tag="brother.reinforcements_ended", kw_only=True):
    """How many were placed and how many were lost; without `stopped` they were lost for want of room."""

    side: Side
    placed: Small
    lost: Small = 0
    stopped: bool = False


# Battles


class BattleDeclared(Outcome, tag="brother.battle_declared", kw_only=True):
    """A battle: who attacks whom."""

    side: Side
    town: Town
    units: UnitIds
    against: UnitIds


class AttackersDropped(Outcome, tag="brother.attackers_dropped", kw_only=True):
    """These units take no part in the attack after all."""

    units: UnitIds


class BattleCalledOff(Outcome, tag="brother.battle_called_off", kw_only=True):
    """No attacker is left; there are no dice."""

    town: Town


class BattleResolved(Outcome, tag="brother.battle_resolved", kw_only=True):
    """The dice read on both tables. `..._value` is the sum of Battle Values, `..._die` the die after all changes.

    An asterisk binds the side that takes the hits: one of them must fall on one of its `..._bound` units.
    """

    town: Town
    attack_value: Small
    attack_shift: Modifier
    attack_column: Name
    attack_die: Small
    attack_hits: Small
    attack_star: bool
    defence_value: Small
    defence_shift: Modifier
    defence_column: Name
    defence_die: Small
    defence_hits: Small
    defence_star: bool
    defender_bound: UnitIds = ()
    attacker_bound: UnitIds = ()
    margin: Modifier
    needed: Small
    withdrawal: bool


class DefenderWithdrew(Outcome, tag="brother.defender_withdrew", kw_only=True):
    """The withdrawal as a whole: who left, and for which town each."""

    side: Side
    town: Town
    units: UnitIds
    towns: Towns


class UnitsSurrendered(Outcome, tag="brother.units_surrendered", kw_only=True):
    """No town could take them; they are gone."""

    side: Side
    town: Town
    units: UnitIds


class BattleEnded(Outcome, tag="brother.battle_ended", kw_only=True):
    """The battle is over; these units advanced into the town."""

    town: Town
    units: Annotated[tuple[UnitId, ...], Meta(max_length=256)] = ()


OUTCOMES: tuple[type[Outcome], ...] = (
    MonthBegan,
    MonthEnded,
    CardsAdded,
    PoolRefilled,
    FixedCardTaken,
    TurnSkipped,
    CardFinished,
    CardSpent,
    PointsModified,
    BonusGiven,
    HandSeen,
    OperationEnded,
    RussiaOpened,
    TownsAssigned,
    ControlChanged,
    FortificationBuilt,
    FortificationDestroyed,
    UnitPlaced,
    UnitsWeakened,
    UnitsActivated,
    UnitMarched,
    ReinforcementsDue,
    ReinforcementsEnded,
    BattleDeclared,
    AttackersDropped,
    BattleCalledOff,
    BattleResolved,
    DefenderWithdrew,
    UnitsSurrendered,
    BattleEnded,
)
