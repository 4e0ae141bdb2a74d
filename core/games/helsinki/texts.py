"""Names of sides, hexes, pieces and cards for people."""

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.queries import Status
from wardiary.core.games.helsinki.state import HelsinkiState, is_hex
from wardiary.core.kit.hexes import DIRECTIONS
from wardiary.events.helsinki import BattleKind, Effect, OrderKind, Side, Track, Window

__all__ = [
    "EFFECTS",
    "FLANKED",
    "KINDS",
    "SIDE_NAMES",
    "STATUS_NAMES",
    "TRACK_NAMES",
    "WINDOW_NAMES",
    "card_name",
    "direction_name",
    "effect_text",
    "hex_name",
    "place_name",
    "printed",
    "units_text",
]

SIDE_NAMES: dict[Side, str] = {"german": "Germans", "red": "Reds", "white": "Whites"}
STATUS_NAMES: dict[Status, str] = {
    "direct": "in direct command",
    "command": "in command",
    "out": "out of command, a die each",
}
TRACK_NAMES: dict[Track, str] = {
    "time": "clock",
    "morale": "Red morale",
    "headquarters": "Division HQ",
    "tikkurila": "Tikkurila",
    "meurer": "Abteilung Meurer",
    "activity": "White activity",
}
KINDS: dict[OrderKind, str] = {
    "move": "movement",
    "battle": "battle",
    "regroup": "regrouping",
    "move_hq": "headquarters",
    "draw": "support card",
    "deploy": "deployment",
    "morale": "morale",
    "recruit": "recruitment",
    "arrest": "arrest",
    "organise": "squad",
    "form": "unit",
}
WINDOW_NAMES: dict[Window, str] = {
    "start": "as the initiative begins",
    "own": "between orders",
    "ooc": "before a command test",
    "arrest": "before the die of an arrest",
    "organise": "before the die of a squad or unit",
    "pre": "before the dice of the battle",
    "post": "after the dice of the battle",
    "after": "after the battle",
}
EFFECTS = {
    "none": "nothing happens",
    "retreat_1": "one unit retreats",
    "retreat_all": "all retreat",
    "disorder_1": "one unit is disordered",
    "disorder_1_rest": "one unit is disordered, the rest retreat",
    "destroy_1": "one unit is destroyed",
    "destroy_1_rest": "one unit is destroyed, the rest retreat",
}
FLANKED = {
    **EFFECTS,
    "retreat_1": "one unit is disordered",
    "retreat_all": "all are disordered",
    "disorder_1_rest": "all are disordered",
    "destroy_1_rest": "one unit is destroyed, the rest disordered",
}
"""What becomes of defenders against an attack from the flank: they cannot retreat (HEL-10.8-06)."""


def hex_name(d: Data, cell: str) -> str:
    """A hex with its place's name, if it has one."""
    name = d.ground.names.get(cell)
    return f"{cell} ({name})" if name else cell


def place_name(d: Data, where: str) -> str:
    """A hex, a vertex or a box."""
    if is_hex(where):
        return hex_name(d, where)
    box, _, column = where.partition(".")
    words = {"reserve": "the reserve", "meurer": "the Meurer box", "lost": "the dead", "arrested": "arrest"}
    return f"{words.get(box, box)}{f', column {column}' if column else ''}"


def direction_name(direction: int) -> str:
    """N, NE and so on."""
    return DIRECTIONS[direction]


def card_name(d: Data, card: str) -> str:
    """A card's number and title."""
    return f"{card} {d.cards[card].title}" if card in d.cards else "a card"


def effect_text(effect: Effect, kind: BattleKind | None, loser: str | None) -> str:
    """What an effect does to the loser of a battle of this kind."""
    return (FLANKED if kind == "flank" and loser == "defender" else EFFECTS)[effect]


def units_text(s: HelsinkiState, units: tuple[int, ...]) -> str:
    """Sides and numbers of units."""
    by_side = {side: [str(u) for u in units if u in s.units and s.units[u].side == side] for side in SIDE_NAMES}
    parts = [f"{side.capitalize()} {', '.join(numbers)}" for side, numbers in by_side.items() if numbers]
    return " and ".join(parts) or "nobody"


def printed(d: Data, track: Track) -> tuple[int, ...]:
    """What is printed on the squares of a German track."""
    return {"headquarters": d.headquarters, "tikkurila": d.tikkurila, "meurer": d.meurer}[track]
