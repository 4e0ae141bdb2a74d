"""The position as text: every town with its links and units, then cards and what the turn has done."""

from collections.abc import Iterator

from wardiary.core.games.brother.data import CODES, OTHER, Data
from wardiary.core.games.brother.queries import cards_of, in_supply, is_rail_open, strategic_held, units_at
from wardiary.core.games.brother.state import Battle, BrotherState
from wardiary.core.games.brother.texts import MONTH_NAMES, SIDE_NAMES
from wardiary.core.games.brother.view import BrotherView
from wardiary.events.brother import SIDES

__all__ = [
    "LEGEND",
    "board",
]

LEGEND = (
    "Full units in capitals, partial ones small, with their numbers: CG Civil Guard, J Jaeger, G German, RG Red Guard, "
    "AT armoured train.\n* Strategic Town, ~ landing site, # fortification, ! out of supply; = railway, - road."
)


def board(d: Data, seen: BrotherView) -> str:
    """The position as a seat sees it."""
    s = seen.state
    lines = [_head(d, s)]
    from_north = sorted(d.towns.values(), key=lambda town: (-town.north, town.id))
    for side, title in (("white", "North of the line"), ("red", "South of the line")):
        lines.append(f"\n{title}")
        lines += [_town(d, s, town.id) for town in from_north if town.side == side]
    lines += ["", *_cards(d, seen), *_turn(d, s), LEGEND]
    return "\n".join(lines)


def _head(d: Data, s: BrotherState) -> str:
    held = ", ".join(f"{SIDE_NAMES[side]} {strategic_held(d, s, side) if s.controller else 0}" for side in SIDES)
    russia = "open" if s.russia_open else "closed"
    return f"{MONTH_NAMES[s.month]} 1918, turn {s.turn}. Strategic Towns: {held}. The Russia box is {russia}."


def _unit(s: BrotherState, number: int) -> str:
    unit = s.units[number]
    code = CODES[unit.type]
    return f"{code if unit.full else code.lower()}{number}{'+' if number in s.activated else ''}"


def _town(d: Data, s: BrotherState, town: str) -> str:
    table = d.towns[town]
    side = s.controller.get(town, table.side)
    marks = ("*" if table.strategic else "") + ("~" if table.anchor else "") + ("#" if town in s.forts else "")
    marks += "" if not s.controller or in_supply(d, s, side, town) else "!"
    links = " ".join(f"{'=' if is_rail_open(d, s, town, other) else '-'}{other}" for other in d.near[town])
    units = " ".join(_unit(s, number) for number in units_at(s, town))
    return f"  {side:5} {town + marks:17} {units:24} {links}".rstrip()


def _card(d: Data, card: str) -> str:
    known = d.cards[card]
    return f"  {card} {known.ap} AP {known.name}{'*' if known.star else ''}: {known.text}"


def _cards(d: Data, seen: BrotherView) -> Iterator[str]:
    s = seen.state
    for side in SIDES:
        sizes = seen.sizes[side]
        open_piles = f"played: {_ids(cards_of(s.reshuffle, side))}; removed: {_ids(cards_of(s.removed, side))}"
        yield f"{SIDE_NAMES[side]}: {sizes.hand} cards in hand, {sizes.pool} in the pool; {open_piles}"
        yield from (_card(d, card) for card in cards_of(s.hands, side))
        if table := cards_of(s.table, side):
            yield "  on the table:"
            yield from (_card(d, card) for card in table)
        if (glimpse := s.glimpses.get(side)) is not None:
            yield f"  saw {SIDE_NAMES[OTHER[side]]}'s hand in turn {glimpse.turn}: {' '.join(glimpse.cards)}"


def _ids(cards: tuple[str, ...]) -> str:
    return " ".join(cards) or "none"


def _turn(d: Data, s: BrotherState) -> Iterator[str]:
    for side in SIDES:
        if s.ap_bonus[side]:
            yield f"Until the month ends each later {SIDE_NAMES[side]} card gives {s.ap_bonus[side]:+d} AP"
    if s.card is not None:
        yield f"In play: card {s.card} {d.cards[s.card].name}, as {'event' if s.mode == 'event' else 'action points'}"
    if s.cut:
        yield f"Railways cut this month: {' '.join(s.cut)}"
    if s.targets:
        yield f"Attacked in this turn: {' '.join(s.targets)}"
    if s.battle is not None:
        yield _battle(s, s.battle)


def _battle(s: BrotherState, battle: Battle) -> str:
    """Who fights for a town, from where, and with which table cards."""
    attackers = ", ".join(f"{_unit(s, n)} from {s.units[n].town}" for n in battle.attackers if n in s.units) or "nobody"
    defenders = " ".join(_unit(s, n) for n in battle.defenders if n in s.units) or "nobody"
    cards = f"; cards used: {' '.join(battle.cards)}" if battle.cards else ""
    return f"{SIDE_NAMES[battle.side]} attacks {battle.town}: {attackers}, against {defenders}{cards}"
