"""Numbers that describe a position, for archives and search players."""

from collections.abc import Mapping

from wardiary.core.games.brother.data import CAPITAL, STRATEGIC_TO_WIN, Data
from wardiary.core.games.brother.queries import cards_of, strategic_held, supply_of
from wardiary.core.games.brother.state import SIDE_OF, BrotherState
from wardiary.events.brother import MONTHS, SIDES, UNIT_TYPES, Side

__all__ = ["features", "value"]


def features(d: Data, s: BrotherState) -> Mapping[str, int]:
    """Towns, supply, units, strength and cards of both sides; which Strategic Towns are Red (`red_TOWN`).

    `lead` is White's battle strength less Red's.
    """
    supplied, strength = supply_of(d, s), _strength(d, s)
    full, partial = dict.fromkeys(UNIT_TYPES, 0), dict.fromkeys(UNIT_TYPES, 0)
    for unit in s.units.values():
        (full if unit.full else partial)[unit.type] += 1
    numbers = {
        "month": MONTHS.index(s.month) + 1,
        "red_in_vaasa": int(s.controller.get(CAPITAL) == "red"),
        "forts": len(s.forts),
        "russia_open": int(s.russia_open),
        "lead": strength["white"] - strength["red"],
    }
    for side in SIDES:
        numbers[f"strategic_{side}"] = strategic_held(d, s, side) if s.controller else 0
        numbers[f"towns_{side}"] = sum(owner == side for owner in s.controller.values())
        numbers[f"supplied_{side}"] = supplied[side].bit_count()
        numbers[f"strength_{side}"] = strength[side]
        numbers[f"hand_{side}"] = len(cards_of(s.hands, side))
        numbers[f"table_{side}"] = len(cards_of(s.table, side))
    for town in d.strategic:
        numbers[f"red_{town}"] = int(s.controller.get(town) == "red")
    for kind in UNIT_TYPES:
        numbers[f"{kind}_full"], numbers[f"{kind}_partial"] = full[kind], partial[kind]
    return numbers


def _strength(d: Data, s: BrotherState) -> dict[Side, int]:
    """Battle points of each side's units."""
    strength = dict.fromkeys(SIDES, 0)
    for unit in s.units.values():
        strength[SIDE_OF[unit.type]] += d.values[unit.type, unit.full].battle
    return strength


def value(d: Data, s: BrotherState, seat: str) -> int:
    """Strategic Towns, battle strength, and what wins unless the other's next turn undoes it (BAB-5-01, -02).

    That is four Strategic Towns for White before May, and Vaasa for Red. The weights are from logistic regressions of
    the winner on these features, month by month, over 120 games of `greedy`: from March on a Strategic Town weighed as
    much as 50 to 70 points of battle strength, towns in supply next to nothing, and before March nothing told much.
    """
    strength = _strength(d, s)
    held = strategic_held(d, s, "white")
    white = (
        160 * (held - 2)
        + 3 * (strength["white"] - strength["red"])
        + 350 * (held >= STRATEGIC_TO_WIN and s.month != MONTHS[-1])
        - 350 * (s.controller.get(CAPITAL) == "red")
    )
    white = max(-900, min(900, white))
    return white if seat == "white" else -white
