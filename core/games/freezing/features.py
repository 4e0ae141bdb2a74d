"""Numbers that describe a position, for archives and search players."""

from collections import Counter
from collections.abc import Mapping

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.ending import front_value, total_value
from wardiary.core.games.freezing.queries import units_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.events.freezing import FRONTS, SIDES

__all__ = ["features", "value"]


def features(d: Data, s: FreezingState) -> Mapping[str, int]:
    """Strength points by side and front, the score as it stands, tracks, who controls the Line, cards."""
    points: Counter[str] = Counter()
    for unit in s.units.values():
        points[f"{unit.side}_points_{d.front_of[unit.box].lower()}"] += unit.strength
        points[f"{unit.side}_{unit.type}"] += unit.strength
    by_front = {f"{side}_points_{front.lower()}": 0 for side in SIDES for front in FRONTS}
    by_type = {"sov_infantry": 0, "sov_armour": 0, "fin_infantry": 0, "fin_ski": 0}
    return {
        **by_front,
        **by_type,
        **points,
        **{f"value_{front.lower()}": front_value(d, s, front) for front in FRONTS},
        "score": total_value(d, s),
        "marker": s.marker,
        "line_level": s.line_level,
        **{f"{side}_line": int(s.control.get(d.line.box) == side) for side in SIDES},
        "fronts_taken": len(s.fronts_taken),
        **{f"{side}_units": len(units_of(s, side)) for side in SIDES},
        **{f"{side}_hand": list(s.hands.values()).count(side) for side in SIDES},
    }


def value(d: Data, s: FreezingState, seat: str) -> int:
    """What the position would score, strength points still there, and the Line, which what is behind it hangs on.

    A point of the score is the unit, 80 thousandths of a win. The other weights are from least squares of the final
    score on these features over 300 games of `greedy`, a tenth of whose orders were random in two of three games: a
    Finnish strength point was worth 0.1 points of score, a Soviet one little, the Line one to two.
    """
    points = dict.fromkeys(SIDES, 0)
    for unit in s.units.values():
        points[unit.side] += unit.strength
    finnish = 80 * total_value(d, s) + 8 * points["fin"] - 4 * points["sov"] + 80 * (s.control.get(d.line.box) == "fin")
    finnish = max(-900, min(900, finnish))
    return finnish if seat == "fin" else -finnish
