"""Names of sides, units, weapons and states for people, in English with the Finnish beside them."""

from collections.abc import Iterable

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.state import KuularuiskuState
from wardiary.core.words import listed
from wardiary.events.kuularuisku import Action, Context, RollPurpose, Side

__all__ = [
    "ACTIONS",
    "CONTEXTS",
    "HEADINGS",
    "PURPOSES",
    "SIDE_NAMES",
    "centimetres",
    "element_name",
    "figures_text",
    "gun_name",
    "unit_title",
    "weapon_title",
]

SIDE_NAMES: dict[Side, str] = {"red": "Reds", "white": "Whites"}
HEADINGS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
ACTIONS: dict[Action, str] = {
    "move_shoot": "move and shoot",
    "shoot_move": "shoot and move",
    "fast_move": "move fast",
    "shoot": "shoot",
    "special": "special",
    "rejoin": "rejoin",
    "rejoin_fast": "rejoin fast",
    "pass": "pass",
}
CONTEXTS: dict[Context, str] = {
    "fire": "under fire",
    "second": "below half strength",
    "start": "to get up",
    "assault": "charging into fire",
    "melee": "after losing a melee",
    "surrender": "before surrender",
    "rally": "near a leader",
}
PURPOSES: dict[RollPurpose, str] = {
    "hits": "hits",
    "rerolls": "hits at close range",
    "cover": "cover",
    "wounds": "wounds",
    "medic": "a wound, by the medic",
    "morale": "morale",
    "melee": "the melee",
    "overwatch": "who acts first",
}


def unit_title(d: Data, s: KuularuiskuState, owner: str) -> str:
    """A unit's names in both languages."""
    info = d.grounds[s.scenario].roster.units.get(owner)
    return f"{info.en} ({info.fi})" if info is not None else owner


def element_name(d: Data, s: KuularuiskuState, element: str) -> str:
    """An element's id with the English name of its unit, or what it is."""
    found = s.elements.get(element)
    info = d.grounds[s.scenario].roster.units.get(found.owner if found is not None else element)
    if found is not None and found.kind in ("evacuation", "medic", "returner"):
        return f"group {element}"
    if found is not None and found.kind == "left":
        return f"wounded {element}"
    return f"{element} {info.en}" if info is not None else element


def figures_text(figures: Iterable[str]) -> str:
    """Figures, each once, with how often where it is more than once."""
    names = list(figures)
    return listed(
        [f"{name} ({names.count(name)} times)" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
    )


def weapon_title(d: Data, weapon: str) -> str:
    """A weapon's names in both languages."""
    table = d.weapons.get(weapon)
    return f"{table.en} ({table.fi})" if table is not None else weapon


def gun_name(d: Data, s: KuularuiskuState, gun: str) -> str:
    """A gun by its weapon's English name and its id."""
    return f"the {d.weapons[s.guns[gun].weapon].en} of {gun}" if gun in s.guns else gun


def centimetres(millimetres: int) -> str:
    """A distance on the table in centimetres: one is about a metre (KUU-0-01)."""
    whole, rest = divmod(millimetres, 10)
    return f"{whole}.{rest} cm" if rest else f"{whole} cm"
