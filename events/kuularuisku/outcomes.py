"""What the rules make of orders, dice and cards."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.kinds import CardId, Name, Outcome
from wardiary.events.kuularuisku.values import (
    Element,
    ElementKind,
    Elements,
    Figure,
    Figures,
    MoveReason,
    Side,
    Small,
    Spots,
    Tracks,
)

__all__ = [
    "DEEDS",
    "ActionTaken",
    "ActivationEnded",
    "CardSkipped",
    "CardsShuffled",
    "Commanded",
    "ElementFormed",
    "ElementGone",
    "EvacuationMoved",
    "FiguresMoved",
    "FiguresPlaced",
    "GoalSet",
    "GroupFormed",
    "GunIssued",
    "HalfWhole",
    "HalvesMerged",
    "Joined",
    "LeaderActed",
    "LeaderParted",
    "LeftBehind",
    "OverwatchCalled",
    "OverwatchLapsed",
    "OverwatchRevealed",
    "ScenarioLaid",
    "SquadLeaderLost",
    "SquadLeaderNamed",
    "UnitLeftOut",
    "UnitSplit",
    "Waited",
]


class ScenarioLaid(Outcome, tag="kuularuisku.scenario_laid", kw_only=True):
    """The table and the forces of a scenario are those of the component data."""

    scenario: Name


class ElementFormed(Outcome, tag="kuularuisku.element_formed", kw_only=True):
    """An element comes to be, of figures that are placed at once."""

    element: Element
    owner: Name
    side: Side
    kind: ElementKind
    base: Small
    spots: Spots


class GunIssued(Outcome, tag="kuularuisku.gun_issued", kw_only=True):
    """A figure begins the game with a special weapon."""

    gun: Name
    weapon: Name
    figure: Figure


class SquadLeaderNamed(Outcome, tag="kuularuisku.squad_leader_named", kw_only=True):
    """Who leads the unit: its squad leader, or a leader who stays with it for good."""

    owner: Name
    figure: Figure


class SquadLeaderLost(Outcome, tag="kuularuisku.squad_leader_lost", kw_only=True):
    """The unit has no squad leader any more."""

    owner: Name


class FiguresPlaced(Outcome, tag="kuularuisku.figures_placed", kw_only=True):
    """Figures are put somewhere without having moved there."""

    spots: Spots


class UnitLeftOut(Outcome, tag="kuularuisku.unit_left_out", kw_only=True):
    """There was no place for the unit in its zone; it takes no part."""

    owner: Name


class CardsShuffled(Outcome, tag="kuularuisku.cards_shuffled", kw_only=True):
    """The activation cards of the turn."""

    cards: Annotated[tuple[CardId, ...], Meta(max_length=256)]


class CardSkipped(Outcome, tag="kuularuisku.card_skipped", kw_only=True):
    """A card whose owner is gone or has acted."""

    card: CardId


class Waited(Outcome, tag="kuularuisku.waited", kw_only=True):
    """Elements are on overwatch."""

    elements: Elements


class Commanded(Outcome, tag="kuularuisku.commanded", kw_only=True):
    """A leader has a unit act; he has used his own activation."""

    figure: Figure
    owner: Name


class LeaderActed(Outcome, tag="kuularuisku.leader_acted", kw_only=True):
    """A leader has acted, with the unit that he is with or in its stead."""

    figure: Figure


class LeaderParted(Outcome, tag="kuularuisku.leader_parted", kw_only=True):
    """A leader is alone again where he stands."""

    figure: Figure
    element: Element


class ActivationEnded(Outcome, tag="kuularuisku.activation_ended", kw_only=True):
    """The element has acted this turn."""

    element: Element


class ActionTaken(Outcome, tag="kuularuisku.action_taken", kw_only=True):
    """A special action of the scenario."""

    element: Element
    name: Name


class FiguresMoved(Outcome, tag="kuularuisku.figures_moved", kw_only=True):
    """Figures went their ways. `reason` says whether by order or by force."""

    element: Element
    tracks: Tracks
    reason: MoveReason


class UnitSplit(Outcome, tag="kuularuisku.unit_split", kw_only=True):
    """Some figures of the element stay behind as an element that covers the other."""

    element: Element
    covering: Element
    figures: Figures
    base: Small
    """Base strength of the half that stays."""
    rest: Small
    """Base strength of the other half."""
    whole: Small
    """Base strength of the unit, which it has again when the halves merge."""


class HalvesMerged(Outcome, tag="kuularuisku.halves_merged", kw_only=True):
    """Two halves are one element again, with the strength it began with."""

    element: Element
    other: Element
    base: Small
    prone: bool = False


class GoalSet(Outcome, tag="kuularuisku.goal_set", kw_only=True):
    """Where an evacuation group now goes."""

    element: Element
    goal: Name


class HalfWhole(Outcome, tag="kuularuisku.half_whole", kw_only=True):
    """One half is gone; the other is the whole unit."""

    element: Element


class Joined(Outcome, tag="kuularuisku.joined", kw_only=True):
    """Figures joined a host; their element is gone."""

    element: Element
    host: Element
    figures: Figures
    soldiers: Small
    halted: bool = False
    """The host may not move this turn."""
    acted: bool = False
    """The joiners have acted this turn."""


class ElementGone(Outcome, tag="kuularuisku.element_gone", kw_only=True):
    """Nobody of the element is left in play."""

    element: Element


class LeftBehind(Outcome, tag="kuularuisku.left_behind", kw_only=True):
    """A severely wounded man lies by himself."""

    figure: Figure
    element: Element


class GroupFormed(Outcome, tag="kuularuisku.group_formed", kw_only=True):
    """Men set out for an aid post or the edge, to a wounded man or back to a unit."""

    element: Element
    owner: Name
    side: Side
    kind: ElementKind
    figures: Figures
    base: Small
    goal: Name | None = None
    """Where they go; None while an escort has not chosen whom to join."""
    numbered: bool = True
    """The group has a new number."""


class EvacuationMoved(Outcome, tag="kuularuisku.evacuation_moved", kw_only=True):
    """An evacuation group has had its turn."""

    element: Element


class OverwatchRevealed(Outcome, tag="kuularuisku.overwatch_revealed", kw_only=True):
    """Who wanted to use a waiting unit."""

    wanted_by: Annotated[tuple[Side, ...], Meta(max_length=2)]


class OverwatchCalled(Outcome, tag="kuularuisku.overwatch_called", kw_only=True):
    """A waiting unit acts."""

    owner: Name


class OverwatchLapsed(Outcome, tag="kuularuisku.overwatch_lapsed", kw_only=True):
    """Elements wait no longer."""

    elements: Elements


DEEDS: tuple[type[Outcome], ...] = (
    ScenarioLaid,
    ElementFormed,
    GunIssued,
    SquadLeaderNamed,
    SquadLeaderLost,
    FiguresPlaced,
    UnitLeftOut,
    CardsShuffled,
    CardSkipped,
    Waited,
    Commanded,
    LeaderActed,
    LeaderParted,
    ActivationEnded,
    ActionTaken,
    FiguresMoved,
    UnitSplit,
    HalvesMerged,
    HalfWhole,
    GoalSet,
    Joined,
    ElementGone,
    LeftBehind,
    GroupFormed,
    EvacuationMoved,
    OverwatchRevealed,
    OverwatchCalled,
    OverwatchLapsed,
)
