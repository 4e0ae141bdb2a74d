"""What the rules make of shooting, wounds, morale, assaults and melee."""

from typing import Annotated

from msgspec import Meta

from wardiary.events.kinds import Name, Outcome
from wardiary.events.kuularuisku.values import (
    Context,
    Element,
    Elements,
    Fate,
    Figure,
    Figures,
    Guns,
    Level,
    Point,
    Shots,
    Side,
    Small,
    WoundResult,
)

__all__ = [
    "FIGHTING_DEEDS",
    "AssaultDeclared",
    "AssaultRepelled",
    "DefensiveFireUsed",
    "ElementsMelee",
    "Executed",
    "FiguresOut",
    "Fled",
    "GotUp",
    "GunDropped",
    "GunLost",
    "GunTaken",
    "GunsBound",
    "MeleeEnded",
    "MeleeFought",
    "MoraleTested",
    "ShootingResolved",
    "ShotsFired",
    "WentProne",
    "WoundsTested",
]

_Results = Annotated[tuple[WoundResult, ...], Meta(max_length=256)]


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
    results: _Results
    range_mm: Small
    close: bool = False
    machine_gun: bool = False
    defensive: bool = False
    expected_hits: Annotated[int, Meta(ge=0, le=10_000_000)]
    """The exact mean number of hits, in ten-thousandths; with the second chance of dice that were rolled again."""
    weapons: Annotated[tuple[Name, ...], Meta(max_length=256)]
    """What was fired, shot by shot."""


class WoundsTested(Outcome, tag="kuularuisku.wounds_tested", kw_only=True):
    """What the wounds of figures turned out to be, in the order of the tests."""

    wounded: Figures
    results: _Results


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
    results: _Results
    loser: Side | None = None
    grenades: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()


class MeleeEnded(Outcome, tag="kuularuisku.melee_ended", kw_only=True):
    """Nobody fights on in this melee."""

    melee: Small


FIGHTING_DEEDS: tuple[type[Outcome], ...] = (
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
)
