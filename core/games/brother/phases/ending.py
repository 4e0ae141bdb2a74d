"""5 The end of the game: three readings of who holds what, at V1, V2 and V3 and nowhere else (BAB-5-10)."""

from wardiary.core.games.brother.data import CAPITAL, STRATEGIC_TO_WIN, Data
from wardiary.core.games.brother.queries import strategic_held
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.run import Run
from wardiary.events.brother import Side
from wardiary.events.common import Ended

__all__ = ["after_last_month", "after_turn"]


def after_turn(d: Data, s: BrotherState, run: Run[BrotherState], side: Side) -> None:
    """V1 and V2. Red wins if it holds Vaasa when a White turn ends; White, January to April, with four Strategic
    Towns when a Red turn ends (BAB-5-01, -02, -05 to -09)."""
    if side == "white":
        if s.controller[CAPITAL] == "red":
            run.decide(Ended(kind="vaasa", winners=("red",)))
    elif s.month != "may" and strategic_held(d, s, "white") >= STRATEGIC_TO_WIN:
        run.decide(Ended(kind="four_towns", winners=("white",)))


def after_last_month(d: Data, s: BrotherState, run: Run[BrotherState]) -> None:
    """V3 in May: White wins with all Strategic Towns, otherwise Red (BAB-5-03, -04)."""
    if strategic_held(d, s, "white") == len(d.strategic):
        run.decide(Ended(kind="all_towns", winners=("white",)))
    run.decide(Ended(kind="red_stands", winners=("red",)))
