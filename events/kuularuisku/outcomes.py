"""What the rules make of orders, dice and cards."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.kinds import CardId, Name, Outcome
from wardiary.events.kuularuisku.words import (
    Context,
    Element,
    ElementKind,
    Elements,
    Fate,
    Figure,
    Figures,
    Guns,
    Level,
    MoveReason,
    Point,
    Shots,
    Side,
    Small,
    Spots,
    Tracks,
    WoundResult,
)

__all__ = [
    "DEEDS",
    "ActionTaken",
    "ActivationEnded",
    "AssaultDeclared",
    "AssaultRepelled",
    "CardSkipped",
    "CardsShuffled",
    "Commanded",
    "DefensiveFireUsed",
    "ElementFormed",
    "ElementGone",
    "ElementsMelee",
    "EvacuationMoved",
    "Executed",
    "FiguresMoved",
    "FiguresOut",
    "FiguresPlaced",
    "Fled",
    "GoalSet",
    "GotUp",
    "GroupFormed",
    "GunDropped",
    "GunIssued",
    "GunLost",
    "GunTaken",
    "GunsBound",
    "HalfWhole",
    "HalvesMerged",
    "Joined",
    "LeaderActed",
    "LeaderParted",
    "LeftBehind",
    "MeleeEnded",
    "MeleeFought",
    "MoraleTested",
    "OverwatchCalled",
    "OverwatchLapsed",
    "OverwatchRevealed",
    "ScenarioLaid",
    "ShootingResolved",
    "ShotsFired",
    "SquadLeaderLost",
    "SquadLeaderNamed",
    "UnitLeftOut",
    "UnitSplit",
    "Waited",
    "WentProne",
    "WoundsTested",
]

WoundResults = Annotated[tuple[WoundResult, ...], Meta(max_length=256)]


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
    goal: Name
    numbered: bool = True
    """The group has a new number."""


class EvacuationMoved(Outcome, tag="kuularuisku.evacuation_moved", kw_only=True):
    """An evacuation group has had its turn."""

    element: Element


class ShotsFired(Outcome, tag="kuularuisku.shots_fired", kw_only=True):
    """An element fires at another; figures in `seen` can be hit."""

    element: Element
    target: Element
    shots: Shots
    seen: Figures
    defensive: bool = False


class GunsBound(Outcome, tag="kuularuisku.guns_bound", kw_only=True):
    """Weapons that were fired this turn."""

    guns: Guns


class DefensiveFireUsed(Outcome, tag="kuularuisku.defensive_fire_used", kw_only=True):
    """The element has fired at an assault this turn."""

    element: Element


class ShootingResolved(Outcome, tag="kuularuisku.shooting_resolved", kw_only=True):
    """A whole shooting: dice fired, hits, the cover value against them, wounds, the men hurt."""

    element: Element
    target: Element
    fired: Small
    hits: Small
    cover: Small
    wounds: Small
    wounded: Figures
    results: WoundResults
    range_mm: Small
    close: bool = False
    machine_gun: bool = False
    defensive: bool = False
    expected_hits: Annotated[int, Meta(ge=0, le=10_000_000)]
    """The exact mean number of hits, in ten-thousandths; with the second chance of dice that were rolled again."""
    weapons: Annotated[tuple[Name, ...], Meta(max_length=64)]
    """What was fired, shot by shot."""


class WoundsTested(Outcome, tag="kuularuisku.wounds_tested", kw_only=True):
    """What the wounds of figures turned out to be, in the order of the tests."""

    wounded: Figures
    results: WoundResults


class Executed(Outcome, tag="kuularuisku.executed", kw_only=True):
    """A leader had a man of a unit that failed executed."""

    figure: Figure
    hero: Figure


class FiguresOut(Outcome, tag="kuularuisku.figures_out", kw_only=True):
    """Figures are out of the game."""

    figures: Figures
    fate: Fate


class GunDropped(Outcome, tag="kuularuisku.gun_dropped", kw_only=True):
    """A weapon lies on the table."""

    gun: Name
    spot: Point
    level: Level = 0


class GunTaken(Outcome, tag="kuularuisku.gun_taken", kw_only=True):
    """A figure has a special weapon; `carried`: it was taken up by a move and counts as moved."""

    gun: Name
    figure: Figure
    carried: bool = False


class GunLost(Outcome, tag="kuularuisku.gun_lost", kw_only=True):
    """A weapon left the table."""

    gun: Name


class MoraleTested(Outcome, tag="kuularuisku.morale_tested", kw_only=True):
    """A morale test of elements."""

    elements: Elements
    context: Context
    needed: Small
    passed: bool


class WentProne(Outcome, tag="kuularuisku.went_prone", kw_only=True):
    """The element went to ground."""

    element: Element


class GotUp(Outcome, tag="kuularuisku.got_up", kw_only=True):
    """The element is neither prone nor fleeing any more."""

    element: Element


class Fled(Outcome, tag="kuularuisku.fled", kw_only=True):
    """The element flees; the leaders with it cannot rally it."""

    element: Element
    leaders: Figures = ()


class AssaultDeclared(Outcome, tag="kuularuisku.assault_declared", kw_only=True):
    """An element assaults another."""

    element: Element
    target: Element


class AssaultRepelled(Outcome, tag="kuularuisku.assault_repelled", kw_only=True):
    """The assault failed before it came to blows."""

    element: Element
    target: Element


class ElementsMelee(Outcome, tag="kuularuisku.elements_melee", kw_only=True):
    """Elements are in the same melee."""

    elements: Elements
    melee: Small


class MeleeFought(Outcome, tag="kuularuisku.melee_fought", kw_only=True):
    """A round of a melee: dice and hits of both sides, who was hurt, who lost it."""

    melee: Small
    side: Side
    dice_own: Small
    dice_other: Small
    hits_own: Small
    hits_other: Small
    wounded: Figures
    results: WoundResults
    loser: Side | None = None
    grenades: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()


class MeleeEnded(Outcome, tag="kuularuisku.melee_ended", kw_only=True):
    """Nobody fights on in this melee."""

    melee: Small


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
    ShotsFired,
    GunsBound,
    DefensiveFireUsed,
    ShootingResolved,
    WoundsTested,
    Executed,
    FiguresOut,
    GunDropped,
    GunTaken,
    GunLost,
    MoraleTested,
    WentProne,
    GotUp,
    Fled,
    AssaultDeclared,
    AssaultRepelled,
    ElementsMelee,
    MeleeFought,
    MeleeEnded,
    OverwatchRevealed,
    OverwatchCalled,
    OverwatchLapsed,
)
