"""Set-up and decision points of Tiny, in the order of play."""

from collections.abc import Iterable, Iterator

from wardiary.core.contract import Start
from wardiary.core.games.tiny.state import SIDES, TinyData, TinyState, at, contested
from wardiary.core.points import Picks, Point, option, unbarred
from wardiary.core.requests import Draw, Roll
from wardiary.core.run import Run
from wardiary.events import tiny as e
from wardiary.events.common import Began, Ended


def set_up(d: TinyData, _start: Start, run: Run[TinyState]) -> None:
    run.emit(e.BagFilled(cards=tuple(sorted(d.cards))))
    ends = {"red": 1, "blue": d.places}
    sides = [side for side in SIDES for _ in range(d.companies[side])]
    for unit, side in enumerate(sides, 1):
        run.emit(e.CompanyPlaced(unit=unit, side=side, milestone=ends[side]))
    run.emit(Began(turn=1))
    run.push(e.AskDraw())


class DrawCards(Point[TinyState, TinyData, e.AskDraw]):
    """TINY-1: each side draws up to a full hand, red first."""

    def arrive(self, s: TinyState, f: e.AskDraw, run: Run[TinyState]) -> bool:
        if s.bag and any(len(s.hands[side]) < self.data.hand for side in SIDES):
            return True
        run.become(e.AskBids())
        return False

    def chance(self, s: TinyState, f: e.AskDraw) -> Draw:
        by = next(side for side in SIDES if len(s.hands[side]) < self.data.hand)
        return Draw(deck="orders", by=by, bag=tuple(s.bag))

    def then(self, s: TinyState, f: e.AskDraw, answer: e.Drawn, run: Run[TinyState]) -> None:
        pass


def cards_to_bid(_d: TinyData, s: TinyState, _f: e.AskBids) -> list[tuple[str, str]]:
    return [(side, card) for side in SIDES if side not in s.bids for card in s.hands[side]]


class Bids(Point[TinyState, TinyData, e.AskBids]):
    """TINY-2: both sides bid a card face down; the higher one marches first."""

    def seats(self, s: TinyState, f: e.AskBids) -> tuple[str, ...]:
        return tuple(side for side in SIDES if side not in s.bids)

    bid = unbarred(e.Bid, over=cards_to_bid, outside="TINY-2: one card of the own hand, once")

    def then(self, s: TinyState, f: e.AskBids, answer: e.Bid, run: Run[TinyState]) -> None:
        if len(s.bids) < 2:
            return
        points = {side: self.data.cards[s.bids[side]] for side in SIDES}
        first, second = sorted(SIDES, key=lambda side: (points[side], s.bids[side]), reverse=True)
        run.emit(e.BidsRevealed(first=first, red=s.bids["red"], blue=s.bids["blue"]))
        run.become(e.AskBattle())
        run.push(e.AskMarch(side=second, points=points[second]))
        run.push(e.AskMarch(side=first, points=points[first]))


def own_companies(_d: TinyData, s: TinyState, f: e.AskMarch) -> Iterator[tuple[int]]:
    return ((unit,) for unit, (side, _) in sorted(s.companies.items()) if side == f.side)


class Marching(Picks[TinyState, TinyData, e.AskMarch]):
    """TINY-3: one company one place forward a point; then the battles."""

    stop = e.Halt

    def wanted(self, s: TinyState, f: e.AskMarch) -> bool:
        return len(s.marched) < f.points

    @option(e.March, over=own_companies, outside="TINY-3: an own company")
    def march(self, s: TinyState, f: e.AskMarch, unit: int) -> str | None:
        side, place = s.companies[unit]
        if place in contested(s):
            return "TINY-3: it may not pass an enemy"
        if not 1 <= place + (1 if side == "red" else -1) <= self.data.places:
            return "TINY-3: the road ends here"
        return None

    halt = unbarred(e.Halt)

    def conclude(self, s: TinyState, f: e.AskMarch, run: Run[TinyState]) -> None:
        if s.marched:
            run.emit(e.ColumnMarched(side=f.side, units=s.marched))
        run.pop()


class Battles(Point[TinyState, TinyData, e.AskBattle]):
    """TINY-4: one battle in each contested place, from place 1 up, red's dice first; then the turn ends (TINY-5)."""

    def arrive(self, s: TinyState, f: e.AskBattle, run: Run[TinyState]) -> bool:
        if self.places(s):
            return True
        self.end_turn(s, run)
        return False

    def places(self, s: TinyState) -> list[int]:
        return [place for place in contested(s) if place not in s.fought]

    def chance(self, s: TinyState, f: e.AskBattle) -> Roll:
        place, by = self.places(s)[0], SIDES[f.hits is not None]
        return s.next_roll("battle", by, f"{s.turn}.{place}.{by}", len(at(s, place, by)))

    def then(self, s: TinyState, f: e.AskBattle, answer: e.Rolled, run: Run[TinyState]) -> None:
        hits = hits_of(self.data, answer.dice)
        if f.hits is None:
            run.become(e.AskBattle(hits=hits))
            return
        place = self.places(s)[0]
        lost = at(s, place, "blue")[: f.hits] + at(s, place, "red")[:hits]
        run.become(e.AskBattle())
        run.emit(e.BattleFought(milestone=place, units=tuple(sorted(lost))))
        alive = {side for side, _ in s.companies.values()}
        if len(alive) < 2:
            run.decide(Ended(kind="annihilation", winners=tuple(sorted(alive))))

    def end_turn(self, s: TinyState, run: Run[TinyState]) -> None:
        if s.turn < self.data.turns:
            run.emit(Began(turn=s.turn + 1))
            run.become(e.AskDraw())
            return
        score = lead(self.data, s)
        run.decide(Ended(kind="ground", winners=(SIDES[score < 0],) if score else (), score=score))


def hits_of(d: TinyData, dice: Iterable[int]) -> int:
    """How many dice hit."""
    return sum(die >= d.hits_on for die in dice)


def lead(d: TinyData, s: TinyState) -> int:
    """Red's companies beyond the middle less blue's."""
    middle = (d.places + 1) // 2
    return sum(
        (side == "red" and place > middle) - (side == "blue" and place < middle) for side, place in s.companies.values()
    )


POINTS = (DrawCards, Bids, Marching, Battles)
