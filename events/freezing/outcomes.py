"""What the rules make of orders, rolls and draws."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.freezing.values import (
    Box,
    Front,
    Hits,
    Modifier,
    Operation,
    Pile,
    Side,
    Small,
    Strength,
    UnitId,
    UnitIds,
    UnitType,
)
from wardiary.events.kinds import CardId, Outcome

__all__ = [
    "OUTCOMES",
    "AttackModified",
    "BattleDeclared",
    "BattleEnded",
    "BoxStruck",
    "CardSpent",
    "CardsDealt",
    "ControlChanged",
    "FrontTaken",
    "HitsIgnored",
    "HitsLost",
    "HitsScored",
    "ImpulseEnded",
    "ImpulsePassed",
    "InterventionModified",
    "InterventionRolled",
    "LineRaised",
    "MarkerMoved",
    "OperationEnded",
    "PlacementFailed",
    "PointsModified",
    "PointsSpent",
    "Reshuffled",
    "Scored",
    "TurnEnded",
    "UnitHit",
    "UnitPlaced",
]


class CardsDealt(Outcome, tag="freezing.cards_dealt", kw_only=True):
    """The cards of this turn came to their owner's hand."""

    side: Side
    cards: Annotated[tuple[CardId, ...], Meta(max_length=64)]


class Reshuffled(Outcome, tag="freezing.reshuffled", kw_only=True):
    """The discard became the draw bag."""

    side: Side
    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=64)]


class ImpulsePassed(Outcome, tag="freezing.impulse_passed", kw_only=True):
    """A side without cards let its impulse go by."""

    side: Side


class ImpulseEnded(Outcome, tag="freezing.impulse_ended", kw_only=True):
    """The card in play went to its pile; marks and effects of the impulse ended."""

    side: Side
    card: CardId
    pile: Pile


class CardSpent(Outcome, tag="freezing.card_spent", kw_only=True):
    """A kept card was used and went to its pile."""

    side: Side
    card: CardId
    pile: Literal["discard", "removed"]


class PointsSpent(Outcome, tag="freezing.points_spent", kw_only=True):
    """What the action points of the card in play were used for; `lost` were not used."""

    activated: UnitIds = ()
    strengthened: UnitIds = ()
    lost: Small = 0


class OperationEnded(Outcome, tag="freezing.operation_ended", kw_only=True):
    """A card operation has picked its units, in the order of the picks (a unit twice where it got two points)."""

    op: Operation
    units: UnitIds = ()


class PointsModified(Outcome, tag="freezing.points_modified", kw_only=True):
    """In its next impulse of this turn a side has so many more action points (negative: fewer)."""

    side: Side
    change: Modifier


class AttackModified(Outcome, tag="freezing.attack_modified", kw_only=True):
    """All attack dice of a side change until the end of its present or next impulse."""

    side: Side
    drm: Modifier


class InterventionModified(Outcome, tag="freezing.intervention_modified", kw_only=True):
    """This turn's intervention roll changes."""

    drm: Modifier


class InterventionRolled(Outcome, tag="freezing.intervention_rolled", kw_only=True):
    """The intervention die with its modifiers, and whether that moves the marker."""

    total: Modifier
    success: bool


class MarkerMoved(Outcome, tag="freezing.marker_moved", kw_only=True):
    """The intervention marker stands in this box of its track (1 is the first)."""

    position: Small


class LineRaised(Outcome, tag="freezing.line_raised", kw_only=True):
    """The Mannerheim Line has this level."""

    level: Small


class TurnEnded(Outcome, tag="freezing.turn_ended", kw_only=True):
    """All effects that last to the end of a turn ended."""


class Scored(Outcome, tag="freezing.scored", kw_only=True):
    """The final scoring: the value of each front, of the marker's box, and their sum."""

    karelia: Modifier
    ladoga: Modifier
    suomussalmi: Modifier
    intervention: Modifier
    total: Modifier


# Outcomes: units and boxes


class UnitPlaced(Outcome, tag="freezing.unit_placed", kw_only=True):
    """A new unit stands on the board."""

    unit: UnitId
    side: Side
    type: UnitType
    strength: Strength
    box: Box


class PlacementFailed(Outcome, tag="freezing.placement_failed", kw_only=True):
    """No front could take the new unit, or no counter was left; it is lost."""

    side: Side
    type: UnitType
    strength: Strength


class ControlChanged(Outcome, tag="freezing.control_changed", kw_only=True):
    """A side now controls the box."""

    box: Box
    side: Side


class FrontTaken(Outcome, tag="freezing.front_taken", kw_only=True):
    """The Soviet side took a front, for good."""

    front: Front


class BattleDeclared(Outcome, tag="freezing.battle_declared", kw_only=True):
    """A battle: who attacks whom, and the strength points of (infantry, ski or armour) on both sides."""

    side: Side
    box: Box
    first_attack: bool = False
    units: UnitIds
    against: UnitIds
    attack_dice: Annotated[tuple[Hits, ...], Meta(min_length=2, max_length=2)]
    defence_dice: Annotated[tuple[Hits, ...], Meta(min_length=2, max_length=2)]


class HitsScored(Outcome, tag="freezing.hits_scored", kw_only=True):
    """A pool of dice of this side hit so many times."""

    side: Side
    hits: Hits


class HitsIgnored(Outcome, tag="freezing.hits_ignored", kw_only=True):
    """This side does not suffer so many of the hits."""

    side: Side
    hits: Hits


class HitsLost(Outcome, tag="freezing.hits_lost", kw_only=True):
    """Hits on this side found no unit."""

    side: Side
    hits: Hits


class BoxStruck(Outcome, tag="freezing.box_struck", kw_only=True):
    """An event's hits fall on this side's units in a box."""

    side: Side
    box: Box
    hits: Hits


class UnitHit(Outcome, tag="freezing.unit_hit", kw_only=True):
    """A unit took a hit and has this strength left; at 0 it is gone."""

    unit: UnitId
    strength: Strength


class BattleEnded(Outcome, tag="freezing.battle_ended", kw_only=True):
    """The battle is over; no other is fought in the box in this impulse."""

    box: Box


OUTCOMES: tuple[type[Outcome], ...] = (
    CardsDealt,
    Reshuffled,
    ImpulsePassed,
    ImpulseEnded,
    CardSpent,
    PointsSpent,
    OperationEnded,
    PointsModified,
    AttackModified,
    InterventionModified,
    InterventionRolled,
    MarkerMoved,
    LineRaised,
    TurnEnded,
    Scored,
    UnitPlaced,
    PlacementFailed,
    ControlChanged,
    FrontTaken,
    BattleDeclared,
    HitsScored,
    HitsIgnored,
    HitsLost,
    BoxStruck,
    UnitHit,
    BattleEnded,
)
