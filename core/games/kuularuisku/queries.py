"""Questions about a position: who is with whom, how strong, who may command, which weapons are free."""

from collections.abc import Iterable, Sequence
from functools import partial

from wardiary.core.games.kuularuisku.components import WeaponTable
from wardiary.core.games.kuularuisku.data import Data, Ground
from wardiary.core.games.kuularuisku.roster import Soldier
from wardiary.core.games.kuularuisku.standing import Standing, cohesive_groups, stand
from wardiary.core.games.kuularuisku.state import ABLE, ON_TABLE, Memo
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.kit.plane.measure import distance_squared, within
from wardiary.events.kuularuisku import Side

__all__ = [
    "Arm",
    "able",
    "arms_of",
    "attached",
    "below_half",
    "best_morale",
    "bound_guns",
    "cards_of",
    "commandable",
    "compatible",
    "elements_of",
    "free_arms",
    "ground_of",
    "guns_of",
    "halves",
    "is_cohesive",
    "is_leaderless",
    "is_permanent",
    "joinable",
    "members",
    "moving_order",
    "no_retreat_leader",
    "number_of",
    "own_leaders",
    "severe",
    "soldier",
    "soldiers_in",
    "standing",
    "standings",
    "strength",
    "with_elements",
]

Arm = tuple[str, WeaponTable]
"""A weapon in a figure's hands: the id of the gun, or of the type of weapon; and what it is."""


def ground_of(d: Data, s: State) -> Ground:
    """The scenario being played."""
    return d.grounds[s.scenario]


def soldier(d: Data, s: State, figure: str) -> Soldier:
    """What a figure is."""
    return d.grounds[s.scenario].roster.soldiers[figure]


def _order(d: Data, s: State) -> dict[str, tuple[str, ...]]:
    rank = d.grounds[s.scenario].roster.rank
    found: dict[str, list[str]] = {}
    for figure in sorted(s.figures, key=rank.__getitem__):
        who = s.figures[figure]
        if who.status in ON_TABLE:
            found.setdefault(who.element, []).append(figure)
    return {element: tuple(figures) for element, figures in found.items()}


def members(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The figures of an element that are on the table, in id order."""
    return s.derived("members", lambda: _order(d, s)).get(element, ())


def _able_order(d: Data, s: State) -> dict[str, tuple[str, ...]]:
    whole = s.derived("members", lambda: _order(d, s))
    return {
        element: tuple(figure for figure in figures if s.figures[figure].status in ABLE)
        for element, figures in whole.items()
    }


def able(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The figures of an element that are unhurt or lightly wounded, in id order."""
    return s.derived("able", lambda: _able_order(d, s)).get(element, ())


def severe(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The severely wounded of an element, in id order."""
    return tuple(figure for figure in members(d, s, element) if s.figures[figure].status == "severe")


def number_of(element: str) -> tuple[int, str]:
    """The order of elements: evacuation groups by number, after the rest by id."""
    return (int(element[1:]), "") if element[:1] == "#" else (0, element)


def elements_of(d: Data, s: State, side: Side) -> tuple[str, ...]:
    """All elements of a side that have figures on the table, in id order."""
    present = s.derived("members", lambda: _order(d, s))
    return tuple(sorted((e for e in present if s.elements[e].side == side), key=number_of))


def standings(d: Data, s: State) -> dict[str, Standing]:
    """All figures on the table as geometry sees them, in id order."""
    return s.derived("standings", lambda: _stand_all(d, s))


def _stand_all(d: Data, s: State) -> dict[str, Standing]:
    ground, found = d.grounds[s.scenario], {}
    for figure in sorted(s.figures, key=ground.roster.rank.__getitem__):
        who = s.figures[figure]
        if who.status in ON_TABLE:
            element = s.elements[who.element]
            found[figure] = stand(
                ground.table,
                figure,
                who.at,
                who.level,
                side=element.side,
                owner=element.owner if element.kind in ("unit", "leader") else who.element,
                element=who.element,
                able=who.status in ABLE,
                melee=element.melee > 0,
            )
    return found


def standing(d: Data, s: State, figures: Iterable[str]) -> list[Standing]:
    """These figures as geometry sees them."""
    everybody = standings(d, s)
    return [everybody[figure] for figure in figures]


# Units, halves, leaders.


def halves(d: Data, s: State, owner: str) -> tuple[str, ...]:
    """The elements of a unit or lone leader that act on its card: one, or two halves; none when it is out of play.

    KUU-5.5-16: only those with an able figure.
    """
    return tuple(
        name
        for name in sorted(s.elements)
        if (e := s.elements[name]).owner == owner and e.kind in ("unit", "leader") and able(d, s, name)
    )


def attached(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The able leaders who are with a unit (KUU-1.3-05)."""
    if s.elements[element].kind != "unit":
        return ()
    return tuple(figure for figure in able(d, s, element) if soldier(d, s, figure).leader)


def own_leaders(d: Data, s: State, side: Side) -> tuple[str, ...]:
    """The able leaders of a side who are on the table, not among the wounded on their way (KUU-5.5-16)."""
    roster = d.grounds[s.scenario].roster
    return tuple(
        figure
        for figure, who in roster.soldiers.items()
        if who.leader
        and who.side == side
        and figure in s.figures
        and s.figures[figure].status in ABLE
        and s.elements[s.figures[figure].element].kind in ("unit", "leader")
    )


def is_permanent(d: Data, s: State, figure: str) -> bool:
    """Whether a leader has become a unit's squad leader and can never leave it (KUU-1.4-02)."""
    element = s.elements[s.figures[figure].element]
    return element.kind == "unit" and s.squad_leaders.get(element.owner) == figure and soldier(d, s, figure).leader


def is_leaderless(d: Data, s: State, element: str) -> bool:
    """Whether the unit had a squad leader and has lost him (KUU-1.4-01, KUU-1.4-05, KUU-1.1-10)."""
    return s.elements[element].kind == "unit" and s.squad_leaders.get(s.elements[element].owner) == ""


def soldiers_in(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The able figures that are not leaders with the unit; of a lone leader himself."""
    figures = able(d, s, element)
    if s.elements[element].kind != "unit":
        return figures
    return tuple(figure for figure in figures if not soldier(d, s, figure).leader)


def strength(d: Data, s: State, element: str) -> int:
    """Able figures without attached leaders (KUU-7.3-10)."""
    return len(soldiers_in(d, s, element))


def below_half(d: Data, s: State, element: str) -> bool:
    """Strictly less than half of the base strength (KUU-7.3-10); never of a group of wounded (KUU-5.6-13)."""
    base = s.elements[element].base
    return s.elements[element].kind in ("unit", "leader") and 2 * strength(d, s, element) < base


def compatible(d: Data, s: State, leader: str, owner: str) -> bool:
    """Whether the leader may command, join and rally the unit (KUU-T-20 to -22, -30 to -32)."""
    roster = d.grounds[s.scenario].roster
    return roster.units[owner].nationality in roster.soldiers[leader].languages


def best_morale(d: Data, s: State, elements: Iterable[str]) -> int:
    """The lowest morale value among able figures, leaders with the unit included (KUU-7.1-01, -09, KUU-1.3-02)."""
    return min(soldier(d, s, figure).morale for element in elements for figure in able(d, s, element))


def with_elements(d: Data, s: State, figure: str, element: str, reach: int) -> bool:
    """Whether a figure is within reach of the nearest able figure of an element (KUU-2.2-06)."""
    at = s.figures[figure].at
    return any(within(at, s.figures[other].at, reach) for other in able(d, s, element))


def no_retreat_leader(d: Data, s: State, elements: Sequence[str]) -> str | None:
    """The leader whose *Ei peräännytä!* is in force for elements that failed: the nearest, ties by id.

    KUU-T-03, -05 (not while fleeing or prone), -06 (distance to the nearest figure), -07.
    """
    side = s.elements[elements[0]].side
    figures = [s.figures[figure].at for element in elements for figure in able(d, s, element)]
    found = []
    for leader in own_leaders(d, s, side):
        element = s.elements[s.figures[leader].element]
        if not soldier(d, s, leader).no_retreat or element.prone or element.fleeing or not figures:
            continue
        square = min(distance_squared(s.figures[leader].at, at) for at in figures)
        if square <= d.no_retreat * d.no_retreat:
            found.append((square, d.grounds[s.scenario].roster.rank[leader], leader))
    return min(found)[2] if found else None


def cards_of(d: Data, s: State) -> tuple[str, ...]:
    """The cards: a unit's while it has able figures, a leader's while he is in play (KUU-2.1-01, KUU-5.5-16)."""
    leaders = {soldier(d, s, f).unit for side in ("red", "white") for f in own_leaders(d, s, side)}
    units = {
        name for name, info in d.grounds[s.scenario].roster.units.items() if not info.leader and halves(d, s, name)
    }
    return tuple(sorted(leaders | units))


def commandable(d: Data, s: State, leader: str) -> list[str]:
    """The units that a leader may command now (KUU-2.2-01 to -03, -06, -10, KUU-1.1-14, KUU-T-20 to -32)."""
    mine = s.figures[leader].element
    if s.elements[mine].prone or s.elements[mine].fleeing or s.elements[mine].melee:
        return []
    side, found = s.elements[mine].side, []
    for owner, info in d.grounds[s.scenario].roster.units.items():
        if info.side != side or info.leader or not compatible(d, s, leader, owner):
            continue
        parts = halves(d, s, owner)
        if not parts or mine in parts or any(s.elements[part].melee for part in parts):
            continue
        if all(s.elements[part].activated for part in parts):
            continue
        if any(with_elements(d, s, leader, part, d.command) for part in parts):
            found.append(owner)
    return found


# Weapons.


def guns_of(s: State, figure: str) -> list[str]:
    """The special weapons that a figure holds."""
    return s.derived("holders", lambda: _by_holder(s)).get(figure, [])


def _by_holder(s: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name in sorted(s.guns):
        if s.guns[name].holder:
            found.setdefault(s.guns[name].holder, []).append(name)
    return found


def arms_of(d: Data, s: State, figure: str) -> list[Arm]:
    """All weapons of a figure: special ones first, then his own (KUU-5.5-13, KUU-S-05)."""
    found = [(gun, d.weapons[s.guns[gun].weapon]) for gun in guns_of(s, figure)]
    own = soldier(d, s, figure).weapon
    return [*found, (own, d.weapons[own])] if own else found


def free_arms(d: Data, s: State, figure: str) -> list[Arm]:
    """The weapons that a figure may fire now (KUU-A-02 to -04, -06: not where it or its man has moved)."""
    return [
        (name, weapon)
        for name, weapon in arms_of(d, s, figure)
        if not weapon.no_move_and_fire or not (s.figures[figure].moved or (name in s.guns and s.guns[name].moved))
    ]


def bound_guns(d: Data, s: State, figure: str) -> list[str]:
    """The weapons that keep their man from moving, since they were fired this turn (KUU-A-02 to -04, -06)."""
    return [gun for gun in guns_of(s, figure) if s.guns[gun].fired and d.weapons[s.guns[gun].weapon].no_move_and_fire]


# Cohesion.


def is_cohesive(d: Data, s: State, element: str) -> bool:
    """Whether the able figures hang together (KUU-1.0-02, -03)."""
    work = partial(_chains, d, s)
    chains: Memo[str, tuple[tuple[Standing, ...], ...]] = s.derived("chains", lambda: Memo(work))
    return len(chains.of(element, work)) <= 1


def _chains(d: Data, s: State, element: str) -> tuple[tuple[Standing, ...], ...]:
    return cohesive_groups(d.grounds[s.scenario].table, standing(d, s, able(d, s, element)))


def moving_order(d: Data, s: State, element: str) -> tuple[str, ...]:
    """The able figures as they fill the slots of a formation: the squad leader first."""
    leader = s.squad_leaders.get(s.elements[element].owner, "")
    figures = able(d, s, element)
    return (leader, *(f for f in figures if f != leader)) if leader in figures else figures


def joinable(d: Data, s: State, element: str) -> list[str]:
    """The units that this element may join when it comes within 3 cm, wherever they are.

    KUU-1.2-01 (a lone soldier), -02 (no squad leader: a unit that has one), -04 and KUU-T-20 to -32 (a leader),
    -06 (same side, not in melee or fleeing). Who flees joins nobody: only a leader ends that (KUU-7.3-04, -08).
    """
    me = s.elements[element]
    figures = able(d, s, element) if not me.fleeing else ()
    leader = me.kind == "leader"
    lone = me.kind == "unit" and len(figures) == 1 and not soldier(d, s, figures[0]).leader
    if not figures or me.kind not in ("unit", "leader") or not (leader or lone or is_leaderless(d, s, element)):
        return []
    found = []
    for name in elements_of(d, s, me.side):
        host = s.elements[name]
        if host.kind != "unit" or host.owner == me.owner or host.melee or host.fleeing or not able(d, s, name):
            continue
        if leader and not compatible(d, s, figures[0], host.owner):
            continue
        if not leader and not lone and not s.squad_leaders.get(host.owner):
            continue
        found.append(name)
    return found
