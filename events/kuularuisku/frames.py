"""What the game can be in the middle of; `side` is the side that is asked or rolls."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.kinds import Frame, Name, SeatFrame
from wardiary.events.kuularuisku.values import (
    Action,
    Context,
    Element,
    Elements,
    Faces,
    Figure,
    Figures,
    Groups,
    Guns,
    Headings,
    Mode,
    Shots,
    Side,
    Small,
    Spots,
    Step,
    Verdict,
)

__all__ = [
    "FRAMES",
    "ActivationStep",
    "AskActivation",
    "AskAllocation",
    "AskAssault",
    "AskAttachment",
    "AskCalls",
    "AskCard",
    "AskClosing",
    "AskDefence",
    "AskDeployment",
    "AskElement",
    "AskEvacuation",
    "AskFire",
    "AskGrenades",
    "AskGun",
    "AskLeader",
    "AskMelee",
    "AskMorale",
    "AskMove",
    "AskOverwatch",
    "AskReaction",
    "AskReady",
    "AskReturn",
    "AskShooting",
    "AskSplit",
    "AskTarget",
    "AskWoundTests",
    "AskWounded",
    "AssaultStep",
    "CardStep",
    "MeleeStep",
    "MoraleStep",
    "ShootingStep",
]

CardStep = Literal["draw", "window", "evacuation", "end"]
ActivationStep = Literal["leaders", "tests", "medics", "returns", "wounded", "split", "elements"]
ShootingStep = Literal["hits", "reroll", "rerolls", "cover", "wounds", "tests", "apply", "guns", "over"]
MoraleStep = Literal["roll", "execute", "guns"]
AssaultStep = Literal["surrender", "defence", "fired", "shaken", "over"]
MeleeStep = Literal[
    "grenades",
    "answer",
    "strike",
    "strike_back",
    "allocate",
    "allocate_back",
    "tests",
    "tests_back",
    "apply",
    "guns",
    "morale",
]


class AskDeployment(SeatFrame, tag="kuularuisku.ask_deployment", kw_only=True):
    """The side places one of its units."""

    side: Side
    headings: Headings = ()


class AskAttachment(SeatFrame, tag="kuularuisku.ask_attachment", kw_only=True):
    """The side says with which unit its leader begins."""

    side: Side
    figure: Figure
    headings: Headings = ()


class AskCard(Frame, tag="kuularuisku.ask_card", kw_only=True):
    """The turn: cards are drawn, waiting units called, the wounded carried, and it ends."""

    step: CardStep


class AskReady(SeatFrame, tag="kuularuisku.ask_ready", kw_only=True):
    """A card has come up, the owner's own or that of a leader who is with it; or it was commanded."""

    side: Side
    owner: Name
    card: Name
    commander: Figure | None = None


class AskActivation(SeatFrame, tag="kuularuisku.ask_activation", kw_only=True):
    """A unit acts: its leaders, its wounded and the parting of it first, then its elements one after the other."""

    side: Side
    owner: Name
    commander: Figure | None = None
    step: ActivationStep
    queue: Annotated[tuple[Name, ...], Meta(max_length=64)] = ()
    """Leaders, elements or escorts for whom this step is still to be done."""
    leaders: Figures = ()
    """Leaders who act with the unit."""


class AskLeader(SeatFrame, tag="kuularuisku.ask_leader", kw_only=True):
    """Whether a leader acts with the unit that he is with."""

    side: Side
    figure: Figure


class AskReturn(SeatFrame, tag="kuularuisku.ask_return", kw_only=True):
    """Whether an escort goes back to its unit now."""

    side: Side
    element: Element
    host: Element


class AskWounded(SeatFrame, tag="kuularuisku.ask_wounded", kw_only=True):
    """Who of the wounded leaves the element."""

    side: Side
    element: Element


class AskSplit(SeatFrame, tag="kuularuisku.ask_split", kw_only=True):
    """Whether some stay behind to cover the others."""

    side: Side
    element: Element


class AskElement(SeatFrame, tag="kuularuisku.ask_element", kw_only=True):
    """An element acts: what it does, then the steps of it that are ahead."""

    side: Side
    element: Element
    commander: Figure | None = None
    leaders: Figures = ()
    action: Action | None = None
    ahead: Annotated[tuple[Step, ...], Meta(max_length=4)] = ()
    bound: bool = False
    """It moved only in order to join."""


class AskMove(SeatFrame, tag="kuularuisku.ask_move", kw_only=True):
    """Where the element goes, at what pace; `rejoin`: a covering half goes back to the other."""

    side: Side
    element: Element
    mode: Mode
    commander: Figure | None = None
    rejoin: bool = False


class AskTarget(SeatFrame, tag="kuularuisku.ask_target", kw_only=True):
    """At whom the element shoots; not at all where shooting is not all it does."""

    side: Side
    element: Element
    optional: bool = False
    leaders: Figures = ()


class AskReaction(SeatFrame, tag="kuularuisku.ask_reaction", kw_only=True):
    """Whether the lone leader who is shot at joins a unit."""

    side: Side
    element: Element
    target: Element
    leaders: Figures = ()


class AskFire(SeatFrame, tag="kuularuisku.ask_fire", kw_only=True):
    """Who fires which weapon. `portion` is set for fire at an assault: the whole of it, or half."""

    side: Side
    element: Element
    target: Element
    portion: Literal["whole", "half"] | None = None
    leaders: Figures = ()


class AskShooting(SeatFrame, tag="kuularuisku.ask_shooting", kw_only=True):
    """The dice of a shooting: hits, cover, wounds, and what follows from them."""

    side: Side
    element: Element
    target: Element
    step: ShootingStep
    defensive: bool = False
    machine_gun: bool = False
    close: bool = False
    range_mm: Small = 0
    seen: Figures = ()
    shots: Shots = ()
    volley: Groups = ()
    """All dice, by the number that hits."""
    groups: Groups = ()
    """Dice still to roll."""
    missed: Groups = ()
    again: bool = False
    """The dice that failed were rolled again."""
    hits: Small = 0
    cover_value: Annotated[int, Meta(ge=0, le=7)] = 0
    wounds: Small = 0
    wounded: Figures = ()
    faces: Faces = ()
    guns: Guns = ()


class AskAllocation(SeatFrame, tag="kuularuisku.ask_allocation", kw_only=True):
    """Wounds are given to figures, one by one and evenly."""

    side: Side
    pool: Figures
    wounds: Small
    given: Figures = ()
    answering: bool = False
    """It is the side that has not activated, in a melee."""


class AskWoundTests(SeatFrame, tag="kuularuisku.ask_wound_tests", kw_only=True):
    """The wound dice, and those of them that a medic has rolled again."""

    side: Side
    wounded: Figures
    place: Name
    faces: Faces = ()
    number: Small = 0
    """Tests that are settled."""
    again: bool = False
    answering: bool = False


class AskGun(SeatFrame, tag="kuularuisku.ask_gun", kw_only=True):
    """Who takes the weapon of a fallen man."""

    side: Side
    element: Element
    gun: Name
    figure: Figure


class AskMorale(SeatFrame, tag="kuularuisku.ask_morale", kw_only=True):
    """A morale test of an element, or of all elements of a side in a melee."""

    side: Side
    elements: Elements
    context: Context
    step: MoraleStep
    needed: Annotated[int, Meta(ge=0, le=7)] = 0
    """The leader's number in a rally; otherwise the best of the elements."""
    hero: Figure | None = None
    """Whose command to hold out is in force."""
    guns: Guns = ()
    executed: bool = False


class AskAssault(SeatFrame, tag="kuularuisku.ask_assault", kw_only=True):
    """An assault: surrender, fire of the defender, morale of the assaulter, melee."""

    side: Side
    element: Element
    target: Element
    step: AssaultStep
    origins: Spots = ()
    defenders: Figures = ()
    verdict: Verdict | None = None
    tested: bool = False
    fresh: bool = False


class AskDefence(SeatFrame, tag="kuularuisku.ask_defence", kw_only=True):
    """Whether the assaulted element fires."""

    side: Side
    element: Element
    target: Element


class AskGrenades(SeatFrame, tag="kuularuisku.ask_grenades", kw_only=True):
    """Whether a side uses grenades as a melee begins."""

    side: Side


class AskMelee(SeatFrame, tag="kuularuisku.ask_melee", kw_only=True):
    """A round of a melee; `side` is the one that activates."""

    side: Side
    melee: Small
    step: MeleeStep
    thrown: Annotated[tuple[Side, ...], Meta(max_length=2)] = ()
    """Who used grenades."""
    groups: Groups = ()
    rolling: bool = False
    """The dice of this strike are counted out."""
    dice_own: Small = 0
    dice_other: Small = 0
    hits_own: Small = 0
    """Hits that the activating side has scored."""
    hits_other: Small = 0
    wounded: Figures = ()
    """Of the activating side."""
    wounded_other: Figures = ()
    faces: Faces = ()
    faces_other: Faces = ()
    guns: Guns = ()
    loser: Side | None = None
    verdict: Verdict | None = None


class AskClosing(SeatFrame, tag="kuularuisku.ask_closing", kw_only=True):
    """The end of a move: joining, merging, picking up weapons."""

    side: Side
    element: Element
    bound: bool = False
    """It may only have moved in order to join."""
    picks: bool = False


class AskOverwatch(Frame, tag="kuularuisku.ask_overwatch", kw_only=True):
    """Each side that has waiting units says, unseen, whether it wants to use one."""


class AskCalls(SeatFrame, tag="kuularuisku.ask_calls", kw_only=True):
    """A side uses its waiting units; both wanted to: the dice, then first one, then the other."""

    side: Side
    both: bool = False
    rolled: bool = False
    called: Small = 0
    last: bool = False
    """The other side has used its units."""


class AskEvacuation(SeatFrame, tag="kuularuisku.ask_evacuation", kw_only=True):
    """The evacuation groups move, one by one; `side` is the one whose group comes next."""

    side: Side
    element: Element | None = None
    tested: bool = False


FRAMES: tuple[type[Frame], ...] = (
    AskDeployment,
    AskAttachment,
    AskCard,
    AskReady,
    AskActivation,
    AskLeader,
    AskReturn,
    AskWounded,
    AskSplit,
    AskElement,
    AskMove,
    AskTarget,
    AskReaction,
    AskFire,
    AskShooting,
    AskAllocation,
    AskWoundTests,
    AskGun,
    AskMorale,
    AskAssault,
    AskDefence,
    AskGrenades,
    AskMelee,
    AskClosing,
    AskOverwatch,
    AskCalls,
    AskEvacuation,
)
