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
    points = {side: sum(unit.strength for unit in s.units.values() if unit.side == side) for side in SIDES}
    score = 80 * total_value(d, s) + 8 * (points["fin"] - points["sov"])
    score = max(-900, min(900, score))
    return score if seat == "fin" else -score
