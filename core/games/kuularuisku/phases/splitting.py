"""1.1 Splitting: half of a unit stays behind and covers the other."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.queries import able, ground_of, severe, soldier, soldiers_in, standing
from wardiary.core.games.kuularuisku.standing import cohesive_groups
from wardiary.core.kit.plane.measure import within
from wardiary.core.points import option, unbarred
from wardiary.events import kuularuisku as e

__all__ = ["Splitting", "covering_id", "may_split", "merge_halves", "split_fault"]

_SUFFIX = "+"


def covering_id(owner: str, taken: dict[str, Any]) -> str:
    """The id of the half that stays: the unit's with a plus."""
    return owner if owner not in taken else f"{owner}{_SUFFIX}"


def may_split(d: Data, s: State, element: str) -> str | None:
    """Why an element cannot split, or None (KUU-1.1-01, -06): too few, prone, in melee, fleeing, a leader, split."""
    me = s.elements[element]
    if me.kind != "unit" or len(soldiers_in(d, s, element)) < 2:
        return "KUU-1.1-06: only a unit of two men or more splits"
    if me.melee or me.fleeing or me.prone:
        return "KUU-1.1-06: not while prone, fleeing or in melee"
    return None


def split_fault(d: Data, s: State, element: str, figures: tuple[str, ...]) -> str | None:
    """Why these figures cannot stay behind, or None (KUU-1.1-01, -06)."""
    everybody = able(d, s, element)
    staying = set(figures)
    if not figures or len(staying) < len(figures) or not staying <= set(everybody):
        return "KUU-1.1-06: different able figures of this element"
    if 2 * len(figures) > len(everybody):
        return f"KUU-1.1-01: at most half of {len(everybody)} stay behind"
    going = [figure for figure in everybody if figure not in staying]
    if all(soldier(d, s, figure).leader for figure in figures):
        return "KUU-1.1-06: soldiers, not leaders alone"
    if all(soldier(d, s, figure).leader for figure in going):
        return "KUU-1.1-06: soldiers must be left in the other half"
    table = ground_of(d, s).table
    for half in (figures, going):
        if len(cohesive_groups(table, standing(d, s, half))) > 1:
            return "KUU-1.1-06: each half must hang together"
    return None


def _proposals(d: Data, s: State, f: e.AskSplit) -> Iterator[tuple[tuple[str, ...]]]:
    """Runs of neighbours in id order, from the front and from the back; any other half may be ordered too."""
    everybody = able(d, s, f.element)
    for size in range(1, len(everybody) // 2 + 1):
        yield (everybody[:size],)
        yield (everybody[-size:],)


class Splitting(KuularuiskuPoint[e.AskSplit]):
    """KUU-1.1-01, -06: who stays; the severely wounded stay with whom they lie nearest."""

    @option(e.Split, over=_proposals, menu=True)
    def split(self, s: State, f: e.AskSplit, figures: tuple[str, ...]) -> str | None:
        return split_fault(self.data, s, f.element, figures)

    done = unbarred(e.Done)

    def then(self, s: State, f: e.AskSplit, answer: Any, run: Step) -> None:
        run.pop()
        if isinstance(answer, e.Done):
            return
        d, owner = self.data, s.elements[f.element].owner
        covering = covering_id(owner, s.elements)
        soldiers = {
            half: [x for x in soldiers_in(d, s, f.element) if (x in answer.figures) == half] for half in (True, False)
        }
        run.emit(
            e.UnitSplit(
                element=f.element,
                covering=covering,
                figures=(*answer.figures, *self._lying_near(s, f.element, answer.figures)),
                base=len(soldiers[True]),
                rest=len(soldiers[False]),
                whole=s.elements[f.element].base,
            )
        )

    def _lying_near(self, s: State, element: str, figures: tuple[str, ...]) -> list[str]:
        """The severely wounded who are linked with the half that stays and not with the other."""
        reach, going = self.data.measures.cohesion, [x for x in able(self.data, s, element) if x not in figures]

        def near(lying: str, others: Any) -> bool:
            return any(within(s.figures[lying].at, s.figures[other].at, reach) for other in others)

        return [x for x in severe(self.data, s, element) if near(x, figures) and not near(x, going)]


def merge_halves(d: Data, s: State, run: Step, element: str, other: str) -> None:
    """The halves are one again: the old base strength, prone if either was (KUU-1.1-08, -09)."""
    owner = s.elements[element].owner
    first, second = sorted((element, other), key=lambda name: (name != owner, name))
    prone = s.elements[first].prone or s.elements[second].prone
    base = s.elements[first].whole or s.elements[second].whole
    run.emit(e.HalvesMerged(element=first, other=second, base=base, prone=prone))
