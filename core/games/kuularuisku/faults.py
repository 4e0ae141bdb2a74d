"""What must always hold of a position."""

from collections.abc import Iterator

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.queries import (
    able,
    ground_of,
    members,
    standings,
)
from wardiary.core.games.kuularuisku.standing import are_separate
from wardiary.core.games.kuularuisku.state import ABLE, ON_TABLE
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.terrain import has_level, is_impassable, is_on_table
from wardiary.events import kuularuisku as e

__all__ = ["faults"]


def faults(d: Data, s: State) -> list[str]:
    """Every breach of the rules' invariants."""
    if s.scenario not in d.grounds:
        return [f"there is no scenario {s.scenario!r}"]
    if found := [*_ids(d, s)]:
        return found
    return [*_figures(d, s), *_elements(d, s), *_guns(d, s), *_cards(d, s)]


def _ids(d: Data, s: State) -> Iterator[str]:
    """Everything that is named is there."""
    roster = ground_of(d, s).roster
    yield from (f"there is no figure {name!r}" for name in sorted(s.figures) if name not in roster.soldiers)
    for name, figure in sorted(s.figures.items()):
        if figure.status in ON_TABLE and figure.element not in s.elements:
            yield f"{name} is in no element: {figure.element!r}"
    for name, element in sorted(s.elements.items()):
        if element.owner not in roster.units:
            yield f"element {name} is of no unit: {element.owner!r}"
    for name, gun in sorted(s.guns.items()):
        if gun.weapon not in d.weapons or (gun.holder and gun.holder not in s.figures):
            yield f"gun {name}: no weapon {gun.weapon!r} or no figure {gun.holder!r}"
    yield from (f"no unit {name!r} has a squad leader" for name in sorted(s.squad_leaders) if name not in roster.units)


def _figures(d: Data, s: State) -> Iterator[str]:
    """KUU-G-01, -04, -18, -25: on the table, nobody upon another, in the order of ids."""
    table, everybody = ground_of(d, s).table, list(standings(d, s).values())
    for place, one in enumerate(everybody):
        if not is_on_table(table, one.at):
            yield f"{one.figure} is off the table at {list(one.at)} (KUU-G-01)"
        elif is_impassable(table, one.at):
            yield f"{one.figure} is in impassable ground (KUU-G-18)"
        elif not has_level(table, one.at, one.level):
            yield f"{one.figure} is at level {one.level}, which is not there (KUU-G-25)"
        if not are_separate(table, one, everybody[:place]):
            yield f"{one.figure} stands on somebody else at {list(one.at)} (KUU-G-04)"


def _elements(d: Data, s: State) -> Iterator[str]:
    roster = ground_of(d, s).roster
    for name, element in sorted(s.elements.items()):
        figures = members(d, s, name)
        if not figures and not _is_settling(s):
            yield f"element {name} has nobody on the table"
        if any(roster.soldiers[figure].side != element.side for figure in figures):
            yield f"element {name} has figures of both sides"
        if element.kind == "leader" and len(figures) > 1:
            yield f"{name} is a lone leader and has {len(figures)} figures"
        if element.kind == "left" and able(d, s, name):
            yield f"{name} is left behind and can fight"
        if element.prone and element.fleeing:
            yield f"{name} is prone and flees (KUU-7.3-11)"
        if element.waiting and (element.melee or element.fleeing):
            yield f"{name} waits, and fights or flees (KUU-2.3-06)"
        if element.kind in ("unit", "leader") and not able(d, s, name) and not _is_settling(s):
            yield f"{name} has no able figure and is not out of play (KUU-5.5-16)"
    for owner in sorted({element.owner for element in s.elements.values()}):
        parts = [n for n, element in s.elements.items() if element.owner == owner and element.kind == "unit"]
        if len(parts) > 2 or sum(s.elements[part].covering for part in parts) > 1:
            yield f"unit {owner} is in {len(parts)} parts (KUU-1.1-06)"
    for melee in sorted({element.melee for element in s.elements.values()} - {0}):
        sides = {element.side for element in s.elements.values() if element.melee == melee}
        if len(sides) < 2 and not _is_settling(s):
            yield f"one side alone in melee {melee}"


def _is_settling(s: State) -> bool:
    """Whether something is under way that will settle the position."""
    under_way = (e.AskShooting, e.AskMelee, e.AskMorale, e.AskAssault)
    return any(isinstance(frame, under_way) for frame in s.frames)


def _guns(d: Data, s: State) -> Iterator[str]:
    for name, gun in sorted(s.guns.items()):
        if gun.holder and gun.at is not None:
            yield f"{name} is in {gun.holder}'s hands and on the table"
        if gun.holder and s.figures[gun.holder].status not in ABLE and not _is_settling(s):
            yield f"{name} is held by {gun.holder}, who cannot (KUU-5.5-16)"


def _cards(d: Data, s: State) -> Iterator[str]:
    units = ground_of(d, s).roster.units
    yield from (f"card {card!r} is of nobody" for card in s.deck if card not in units)
    if list(s.deck) != sorted(set(s.deck)):
        yield "the cards to draw are not in order, each once"
    for owner, leader in sorted(s.squad_leaders.items()):
        if leader and (leader not in s.figures or not _is_with(s, leader, owner)) and not _is_settling(s):
            yield f"{leader} leads {owner} and is not with it (KUU-1.4-05)"


def _is_with(s: State, leader: str, owner: str) -> bool:
    figure = s.figures[leader]
    return figure.status in ABLE and s.elements[figure.element].owner == owner
