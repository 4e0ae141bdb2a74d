"""1.2 Joining, 1.1 merging, 5.5 picking up weapons: the end of a move."""

from collections.abc import Iterator

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.moves import is_union, near_hosts, other_half
from wardiary.core.games.kuularuisku.phases.base import Picking, State, Step, settle
from wardiary.core.games.kuularuisku.phases.splitting import merge_halves
from wardiary.core.games.kuularuisku.queries import able, members, severe, soldier
from wardiary.core.kit.plane.measure import within
from wardiary.core.points import option, unbarred
from wardiary.events import kuularuisku as e

__all__ = ["Closing", "anything_to_close", "join_host", "joins_here"]


def joins_here(d: Data, s: State, element: str) -> list[str]:
    """The units that the element may join where it stands, and its own other half (KUU-1.2-01 to -06, KUU-1.1-08)."""
    other = other_half(d, s, element)
    found = near_hosts(d, s, element)
    if (
        other is not None
        and not (s.elements[other].melee or s.elements[other].fleeing)
        and is_union(d, s, element, other)
    ):
        found.append(other)
    return found


def _picks(d: Data, s: State, element: str) -> Iterator[tuple[str, str]]:
    """KUU-5.5-12, -14, KUU-G-28: an able figure in contact with a weapon on the table, at its level."""
    for figure in able(d, s, element):
        who = s.figures[figure]
        for name, gun in sorted(s.guns.items()):
            if gun.at is not None and gun.level == who.level and within(gun.at, who.at, d.measures.contact):
                yield figure, name


def anything_to_close(d: Data, s: State, element: str, picks: bool) -> bool:
    """Whether there is anything to ask at the end of a move."""
    return bool(joins_here(d, s, element)) or (picks and next(_picks(d, s, element), None) is not None)


def join_host(d: Data, s: State, run: Step, element: str, host: str, moved: bool) -> None:
    """The element's figures belong to the host from now on; settling makes a leader that of a leaderless one for good.

    KUU-1.2-03 (a host that has not acted may not move), -07 (base strength, card), -08, -10, KUU-1.4-02. Without
    `moved` (the reaction under fire) states of activation stay as they are (KUU-5.1-04).
    """
    me, there = s.elements[element], s.elements[host]
    figures = able(d, s, element)
    soldiers = [figure for figure in figures if not soldier(d, s, figure).leader]
    lying = severe(d, s, element) if me.kind == "unit" else ()
    for figure in lying:
        run.emit(e.LeftBehind(figure=figure, element=figure))
    run.emit(
        e.Joined(
            element=element,
            host=host,
            figures=figures,
            soldiers=len(soldiers),
            halted=moved and not there.activated,
            acted=moved or me.activated,
        )
    )
    if element in s.elements and not members(d, s, element):
        run.emit(e.ElementGone(element=element))
    settle(d, s, run)


def _hosts(d: Data, s: State, f: e.AskClosing) -> Iterator[tuple[str]]:
    return ((host,) for host in joins_here(d, s, f.element))


def _weapons(d: Data, s: State, f: e.AskClosing) -> Iterator[tuple[str, str]]:
    return _picks(d, s, f.element) if f.picks else iter(())


class Closing(Picking[e.AskClosing]):
    """The last step of an activation with a move (KUU-1.2, KUU-1.1-08, KUU-5.5-14, KUU-1.4-07)."""

    def wanted(self, s: State, f: e.AskClosing) -> bool:
        return f.element in s.elements

    join = unbarred(
        e.Join, over=_hosts, outside="KUU-1.2-06: an own unit within 3 cm that one may join, in one chain with it"
    )

    pick_up = unbarred(
        e.PickUp, over=_weapons, outside="KUU-5.5-14: a weapon on the table and an able figure in contact with it"
    )

    @option(e.Done)
    def done(self, s: State, f: e.AskClosing) -> str | None:
        return "KUU-1.4-07: it moved in order to join" if f.bound and joins_here(self.data, s, f.element) else None

    def picked(self, s: State, f: e.AskClosing, answer: e.Join | e.PickUp, run: Step) -> None:
        if isinstance(answer, e.PickUp):
            run.emit(e.GunTaken(gun=answer.gun, figure=answer.figure, carried=True))
            return
        run.pop()
        run.emit(e.ActivationEnded(element=f.element))
        if answer.host == other_half(self.data, s, f.element):
            merge_halves(self.data, s, run, f.element, answer.host)
        else:
            join_host(self.data, s, run, f.element, answer.host, moved=True)

    def conclude(self, s: State, f: e.AskClosing, run: Step) -> None:
        run.pop()
