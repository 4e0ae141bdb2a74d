"""Numbers that describe a position."""

from collections.abc import Mapping

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.ending import controller, victory_points
from wardiary.core.games.kuularuisku.queries import (
    able,
    elements_of,
    ground_of,
    is_leaderless,
    number_of,
    severe,
)
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.events.kuularuisku import SIDES

__all__ = ["features", "value"]


def features(d: Data, s: State) -> Mapping[str, int]:
    """Numbers of a position: who is left, how, where the objectives stand."""
    found: dict[str, int] = {}
    for side in SIDES:
        elements = elements_of(d, s, side)
        own = [figure for name, figure in s.figures.items() if ground_of(d, s).roster.soldiers[name].side == side]
        found |= {
            f"{side}_able": sum(len(able(d, s, name)) for name in elements),
            f"{side}_light": sum(figure.status == "light" for figure in own),
            f"{side}_severe": sum(len(severe(d, s, name)) for name in elements),
            f"{side}_dead": sum(figure.status == "dead" for figure in own),
            f"{side}_captured": sum(figure.status == "captured" for figure in own),
            f"{side}_evacuated": sum(figure.status == "evacuated" for figure in own),
            f"{side}_withdrawn": sum(figure.status == "withdrawn" for figure in own),
            f"{side}_units": sum(s.elements[name].kind == "unit" for name in elements),
            f"{side}_prone": sum(s.elements[name].prone for name in elements),
            f"{side}_fleeing": sum(s.elements[name].fleeing for name in elements),
            f"{side}_leaderless": sum(is_leaderless(d, s, name) for name in elements),
            f"{side}_waiting": sum(s.elements[name].waiting for name in elements),
            f"{side}_objectives": sum(controller(d, s, entry.at) == side for entry in ground_of(d, s).objectives),
            f"{side}_points": victory_points(d, s, side),
        }
    found["melees"] = len({element.melee for element in s.elements.values()} - {0})
    found["cards_left"] = len(s.deck)
    found["groups"] = sum(number_of(name)[0] > 0 for name in s.elements)
    return found


def value(d: Data, s: State, seat: str) -> int:
    """Victory points, figures that still fight, units that have lost their nerve. Weights are set by hand."""
    numbers = features(d, s)

    def strength(side: str) -> int:
        shaken = numbers[f"{side}_prone"] + 2 * numbers[f"{side}_fleeing"] + numbers[f"{side}_leaderless"]
        return 30 * numbers[f"{side}_points"] + 10 * numbers[f"{side}_able"] - 15 * shaken

    lead = strength("red") - strength("white")
    lead = max(-900, min(900, lead))
    return lead if seat == "red" else -lead
