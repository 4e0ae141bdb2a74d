"""1 and 4.1 Rounds: a month begins (R1 to R3), turns alternate, a month ends (S1, V3)."""

from wardiary.core.games.brother.data import OTHER, TURNS, Data
from wardiary.core.games.brother.phases.ending import after_last_month, after_turn
from wardiary.core.games.brother.phases.supply import check_supply
from wardiary.core.games.brother.queries import cards_of, strategic_held
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point
from wardiary.core.requests import Draw
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import MONTHS, SIDES, Month, Side
from wardiary.events.common import Began

__all__ = ["Drawing", "begin_month", "end_turn"]


def begin_month(d: Data, s: BrotherState, run: Run[BrotherState], month: Month) -> None:
    """R1, R2: the month's cards, the new pools, the fixed card (BAB-1-06, -07; 4.1-03 to -07, -19, -20, -24)."""
    run.emit(Began(turn=s.turn + 1))
    run.emit(e.MonthBegan(month=month))
    for side in SIDES:
        run.emit(e.CardsAdded(side=side, cards=d.added[side, month]))
        run.emit(e.PoolRefilled(side=side, cards=cards_of(s.pools | s.reshuffle, side)))
    for side in SIDES:
        share = d.shares[side].month(month)
        if share is not None and share.fixed_card is not None:
            run.emit(e.FixedCardTaken(side=side, card=share.fixed_card))
    run.emit(Began(turn=s.turn, phase="draw"))
    run.stack.clear()
    run.push(e.AskCard(side="white", number=1))
    if month != MONTHS[0]:
        run.push(e.AskReinforcements(side="red"))
        run.push(e.AskReinforcements(side="white"))
    run.push(e.AskDraw())


class Drawing(Point[BrotherState, Data, e.AskDraw]):
    """R3: both hands are filled, White's first, card by card (BAB-4.1-01, -03, -28, -29, -32)."""

    def arrive(self, s: BrotherState, f: e.AskDraw, run: Run[BrotherState]) -> bool:
        if self.next_side(s) is not None:
            return True
        run.emit(Began(turn=s.turn, phase="play" if s.month == MONTHS[0] else "reinforcements"))
        run.pop()
        return False

    @staticmethod
    def next_side(s: BrotherState) -> Side | None:
        hands, pools = [*s.hands.values()], s.pools.values()
        return next((side for side in SIDES if side in pools and hands.count(side) < TURNS[s.month]), None)

    def chance(self, s: BrotherState, f: e.AskDraw) -> Draw | None:
        side = self.next_side(s)
        return None if side is None else Draw(deck=side, by=side, bag=cards_of(s.pools, side), shuffle=s.shuffles[side])

    def then(self, s: BrotherState, f: e.AskDraw, answer: e.Drawn, run: Run[BrotherState]) -> None:
        pass


def end_turn(d: Data, s: BrotherState, run: Run[BrotherState], f: e.AskCard) -> None:
    """V1 or V2, then the other side's turn, the next pair of turns, or the end of the month (BAB-1-03 to -05)."""
    after_turn(d, s, run, f.side)
    if f.side == "white":
        run.emit(Began(turn=s.turn + 1))
        run.become(e.AskCard(side=OTHER[f.side], number=f.number))
    elif f.number < TURNS[s.month]:
        run.emit(Began(turn=s.turn + 1))
        run.become(e.AskCard(side="white", number=f.number + 1))
    else:
        _end_month(d, s, run)


def _end_month(d: Data, s: BrotherState, run: Run[BrotherState]) -> None:
    """S1, V3 (BAB-1-05, 5-03, -04)."""
    check_supply(d, s, run)
    run.emit(e.MonthEnded(month=s.month, strategic=strategic_held(d, s, "white")))
    if s.month == MONTHS[-1]:
        after_last_month(d, s, run)
    begin_month(d, s, run, MONTHS[MONTHS.index(s.month) + 1])
