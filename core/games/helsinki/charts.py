"""The charts as functions: battle results with their modifiers, terrain values, effects, order tables."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeVar

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.operations import Modifier, NightRaid, TerrainValue
from wardiary.core.games.helsinki.queries import is_night, rear, retreat_modifier, tikkurila_control
from wardiary.core.games.helsinki.state import Battle
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.events.helsinki import Effect, Side

__all__ = [
    "Row",
    "Terms",
    "battle_terms",
    "defending_side",
    "effect_of",
    "is_attacker",
    "row_of",
    "takes_part",
    "terrain_value",
    "tikkurila_modifier",
]


class Row(Protocol):
    @property
    def max(self) -> int | None: ...


R = TypeVar("R", bound=Row)


class Terms(NamedTuple):
    """What a battle is fought with: dice of the attacker, what is added to each die, the defender's least result."""

    dice: int
    attack: int
    defence: int
    least: int

    def results(self, attack_die: int, defence_die: int) -> tuple[int, int]:
        """Both results; only the defender's is raised (HEL-11.3-02, -R1)."""
        return attack_die + self.attack, max(defence_die + self.defence, self.least)


def row_of(rows: tuple[R, ...], total: int) -> R:
    """The row of an order table for a modified die."""
    return next(row for row in rows if row.max is None or total <= row.max)


def tikkurila_modifier(d: Data, s: State, table: Mapping[str, int]) -> int:
    """The modifier of an order table for who controls Tikkurila (HEL-7.1-01, HEL-7.2-02)."""
    return table[tikkurila_control(d, s)]


# Battles (HEL-11.1 to 11.4).


def is_attacker(b: Battle, side: Side) -> bool:
    """Whether a side's coalition attacks."""
    return (b.side == "red") == (side == "red")


def takes_part(s: State, b: Battle, side: Side) -> bool:
    """Whether a unit of the side attacks or defends."""
    return any(s.units[unit].side == side for unit in (*b.units, *b.enemies))


def defending_side(s: State, b: Battle) -> Side:
    """Who rolls for the defence: the Germans where they and Whites defend together (HEL-11.9-01)."""
    return min(s.units[unit].side for unit in b.enemies)


def battle_terms(d: Data, s: State, b: Battle) -> Terms:
    """The terms of a battle as cards and surroundings now have them (HEL-11.1-03)."""
    attack = _flank(d, s, b) + _night(d, s, b)
    defence, dice, in_box = 0, len(b.units), b.hex in d.ground.box
    if b.kind in ("continued", "card") and not in_box:
        attack += retreat_modifier(d, s, b.side, b.hex)
    if b.kind != "flank" and not in_box:
        defence += retreat_modifier(d, s, defending_side(s, b), b.hex)
    for card in b.cards:
        match d.op(card):
            case Modifier() as plus if is_attacker(b, plus.side):
                attack += plus.attack
                dice += plus.dice
            case Modifier() as plus:
                defence += plus.defence
    return Terms(dice, attack, defence, terrain_value(d, s, b))


def _night(d: Data, s: State, b: Battle) -> int:
    """-1 for an attacker by night (HEL-5.1-01), unless a card lets Red ignore it."""
    if not is_night(d, s):
        return 0
    raid = b.side == "red" and any(isinstance(d.op(card), NightRaid) for card in s.effects)
    return 0 if raid else d.battle.night


def _flank(d: Data, s: State, b: Battle) -> int:
    """More from straight behind the defender than from beside that (HEL-10.8-04, -R1)."""
    if b.kind != "flank" or b.origin is None:
        return 0
    behind = rear(s, defending_side(s, b), b.hex)
    straight = behind is not None and d.ground.direction[b.hex, b.origin] == behind[1]
    return d.battle.flank_behind if straight else d.battle.flank


def terrain_value(d: Data, s: State, b: Battle) -> int:
    """The defender's least result: M after a movement or by a card, otherwise B (HEL-11.3-01)."""
    fort = b.hex in d.ground.forts
    table = d.extra.fort if fort else d.terrain[d.ground.terrain[b.hex]]
    value = table.M if b.kind in ("assault", "card") else table.B
    if b.side != "red":
        value += s.barricades.get(b.hex, 0)
    for card in b.cards:
        match d.op(card):
            case TerrainValue(lower=lower, least=least):
                value = max(min(value, least), value - lower)
    return value


def effect_of(d: Data, difference: int, columns: int) -> Effect:
    """The entry of the effect table, its edges beyond which nothing lies included (HEL-11.4-01, -R4)."""
    row = d.battle.effects[min(difference, len(d.battle.effects)) - 1]
    return row[max(0, min(2, 1 + columns))]
