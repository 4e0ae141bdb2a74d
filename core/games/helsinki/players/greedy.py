"""Computer players: `greedy` looks one order ahead, on what its seat may see."""

from typing import Any

from wardiary.core.contract import Decision
from wardiary.core.games.helsinki.players.common import card_order, column_value, retreat_order
from wardiary.core.games.helsinki.players.german import answer_german
from wardiary.core.games.helsinki.players.red import answer_red
from wardiary.core.games.helsinki.players.white import answer_white
from wardiary.core.games.helsinki.queries import morale_room
from wardiary.core.requests import Choice
from wardiary.events import helsinki as e
from wardiary.events.kinds import Order

__all__ = ["ANSWERS", "greedy"]

ANSWERS = {"german": answer_german, "red": answer_red, "white": answer_white}


def greedy(decision: Decision) -> Order:
    """The order that gains most for its points; cards whenever they fit."""
    legal = list(decision.legal)
    if len(legal) == 1 or not isinstance(decision.request, Choice):
        return legal[0]
    d, s, frame = decision.data, decision.view().state, decision.request.frame
    side: Any = frame.side  # type: ignore[attr-defined]
    match frame:
        case e.AskWindow():
            return card_order(legal)
        case e.AskBattle():
            spare = s.tracks["headquarters"] - 1 if side == "german" else morale_room(s)
            return max(legal, key=column_value(s, side, spare))
        case e.AskLosses():
            return retreat_order(d, s, side, legal)
    return ANSWERS[side](d, s, frame, legal)
