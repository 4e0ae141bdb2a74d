"""Words for cards: what an event does, made from its operations, so that no text can say something else."""

from collections.abc import Sequence

from wardiary.core.games.freezing.components import CardTable
from wardiary.core.games.freezing.data import OTHER, Data
from wardiary.core.games.freezing.operations import (
    Act,
    Boost,
    Bypass,
    Fort,
    Hit,
    Keep,
    Mark,
    Operation,
    OppAp,
    OppAtk,
    Place,
    Roll,
    Weak,
    Withdraw,
)
from wardiary.core.words import counted, signed
from wardiary.events.freezing import FRONTS, Side, UnitType

__all__ = [
    "SIDE_NAMES",
    "card_name",
    "card_text",
    "card_title",
    "operation_text",
]

SIDE_NAMES: dict[Side, str] = {"sov": "Soviet", "fin": "Finnish"}


def card_name(d: Data, card: str) -> str:
    """Number, name and asterisk of a card."""
    table = d.cards[card]
    return f"{card} {table.en}{'*' if table.one_shot else ''}"


def card_title(d: Data, card: str) -> str:
    """Name and asterisk of a card."""
    return card_name(d, card).partition(" ")[2]


def card_text(d: Data, card: str) -> str:
    """What the card does as an event."""
    table = d.cards[card]
    return " ".join(operation_text(d, table, operation) for operation in table.ops)


def _fronts(fronts: Sequence[str]) -> str:
    return "any front" if set(fronts) == set(FRONTS) else " or ".join(fronts)


def _types(side: Side, types: Sequence[UnitType]) -> str:
    own = {"sov": {"infantry", "armour"}, "fin": {"infantry", "ski"}}[side]
    return "units" if own <= set(types) else f"{' or '.join(types)} units"


def operation_text(d: Data, card: CardTable, operation: Operation) -> str:
    """One operation in a sentence."""
    side = card.side
    enemy = SIDE_NAMES[OTHER[side]]
    match operation:
        case Place(units=units, fronts=fronts):
            what = " and ".join(f"{kind} {strength}" for kind, strength in units)
            return f"Place {what} in the home box of {_fronts(fronts)}, each where you like."
        case Boost(points=points, per_unit=per_unit, types=types, fronts=fronts, front_line=front_line):
            most = "each to a different one" if per_unit == 1 else f"at most {per_unit} to one"
            where = "front lines too" if front_line else "not in front lines"
            gift = f"Give up to {counted(points, 'strength point')} to your {_types(side, types)}"
            return f"{gift} on {_fronts(fronts)}, {most}, {where}."
        case Act(units=units, group=group, types=types, fronts=fronts, attack_drm=drm):
            together = {"box": " of one box", "front": " of one front", "any": ""}[group]
            bonus = f"; their attack dice get {signed(drm)}" if drm else ""
            return f"Up to {units} of your {_types(side, types)}{together} on {_fronts(fronts)} move and fight{bonus}."
        case Fort(levels=levels):
            return f"The Mannerheim Line rises by {counted(levels, 'level')}."
        case Mark(steps=steps):
            way = "right" if steps > 0 else "left"
            return f"The intervention marker goes {counted(abs(steps), 'step')} to the {way}."
        case Roll(drm=drm):
            return f"This turn's intervention roll gets {signed(drm)}."
        case Hit(hits=hits, victim=victim, fronts=fronts, territory=territory, front_line=front_line):
            line = " front-line" if front_line else ""
            land = f" in {SIDE_NAMES[territory]} territory" if territory else ""
            return (
                f"{SIDE_NAMES[victim]} units of one{line} box on {_fronts(fronts)}{land} take {counted(hits, 'hit')}."
            )
        case Weak(units=units):
            return f"Up to {units} {enemy} units of strength 2 or more outside front lines lose a point each."
        case OppAp(change=change):
            change_by = f"by {signed(change)}, to at least 1"
            return f"In the next {enemy} impulse of this turn the action points of a card change {change_by}."
        case OppAtk(drm=drm):
            return f"In the next {enemy} impulse of this turn all attack dice get {signed(drm)}."
        case Withdraw(units=units, front=front):
            return f"Up to {units} of your units of one box on {front} step back, away from enemies."
        case Bypass(units=units, source=source, target=target):
            return f"Up to {units} of your units in {source} may go to {target} past the enemy and fight."
        case Keep():
            return _keep_text(d, operation)


def _keep_text(d: Data, keep: Keep) -> str:
    who = "anybody attacks" if keep.attacker == "any" else f"the {SIDE_NAMES[keep.attacker]} side attacks"
    kind = f" with {keep.attacking_type}" if keep.attacking_type else ""
    where = f" in {' or '.join(keep.boxes)}" if keep.boxes is not None else ""
    effects = [
        *([f"Soviet dice get {signed(keep.sov_drm)}"] if keep.sov_drm else []),
        *([f"Finnish dice get {signed(keep.fin_drm)}"] if keep.fin_drm else []),
        *([f"Finns ignore {counted(keep.fin_ignores_hits, 'hit')}"] if keep.fin_ignores_hits else []),
        *(
            [f"attacking armour hits on {keep.attacking_armour_hits_on} only"]
            if keep.attacking_armour_hits_on is not None
            else []
        ),
        *(["the Mannerheim Line does not work"] if keep.line_in_force is not None else []),
    ]
    return f"Keep in front of you; in one battle in which {who}{kind}{where}: {', '.join(effects)}."
