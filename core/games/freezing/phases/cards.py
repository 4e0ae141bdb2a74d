"""4.1 Playing cards: refill, the choice of a card and of its use, action points, and where the card goes."""

from collections.abc import Iterator
from typing import Any

from wardiary.core.games.freezing.data import HAND_SIZE, Data
from wardiary.core.games.freezing.phases.base import Picking
from wardiary.core.games.freezing.phases.script import begin_event
from wardiary.core.games.freezing.queries import board_of, cards_of, is_front_line
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.requests import Draw
from wardiary.core.run import Run
from wardiary.events import freezing as e
from wardiary.events.freezing import Mode, Pile, Side

__all__ = [
    "IMPULSES",
    "MODES",
    "Allocation",
    "CardChoice",
    "Refill",
    "cards_and_modes",
    "own_units",
    "points_of",
]

IMPULSES = 8
MODES: tuple[Mode, ...] = ("action", "event")


class Refill(Point[FreezingState, Data, e.AskRefill]):
    """FRD-4.1-16 to -18, FRD-S-03: the hand is filled up to eight; an empty bag takes in the discard. SOV first."""

    def arrive(self, s: FreezingState, f: e.AskRefill, run: Run[FreezingState]) -> bool:
        if list(s.hands.values()).count(f.side) < HAND_SIZE:
            if f.side in s.bags.values():
                return True
            if discarded := cards_of(s.discards, f.side):
                run.emit(e.Reshuffled(side=f.side, cards=discarded))
                return False
        run.become(e.AskRefill(side="fin") if f.side == "sov" else e.AskCard(side="sov", impulse=1))
        return False

    def chance(self, s: FreezingState, f: e.AskRefill) -> Draw:
        return Draw(deck=f.side, by=f.side, bag=cards_of(s.bags, f.side), shuffle=s.shuffles[f.side])

    def then(self, s: FreezingState, f: e.AskRefill, answer: e.Drawn, run: Run[FreezingState]) -> None:
        """The card is in the hand; `arrive` looks whether another one is needed."""


def points_of(d: Data, s: FreezingState, side: Side, card: str) -> int:
    """Action points that the card brings in this impulse, at least 1 (FRD-4.1-09, FRD-C-10)."""
    return max(1, d.cards[card].ap + s.points_change[side])


def cards_and_modes(_d: Data, s: FreezingState, f: e.AskCard) -> Iterator[tuple[str, Mode]]:
    return ((card, mode) for card in cards_of(s.hands, f.side) for mode in MODES)


class CardChoice(Point[FreezingState, Data, e.AskCard]):
    """FRD-1-15, FRD-4.1-02: an impulse is one card of the hand, as its event or for its points, and what follows."""

    def arrive(self, s: FreezingState, f: e.AskCard, run: Run[FreezingState]) -> bool:
        if s.card is not None:
            run.emit(e.ImpulseEnded(side=f.side, card=s.card, pile=self.pile(s, s.card)))
        elif f.side in s.hands.values():
            return True
        else:
            run.emit(e.ImpulsePassed(side=f.side))
        self.next_impulse(f, run)
        return False

    play = unbarred(e.PlayCard, over=cards_and_modes, outside="FRD-4.1-01: a card of the own hand")

    def then(self, s: FreezingState, f: e.AskCard, answer: e.PlayCard, run: Run[FreezingState]) -> None:
        if answer.mode == "event":
            begin_event(self.data, s, run, f.side)
        else:
            run.push(e.AskAllocating(side=f.side, points=points_of(self.data, s, f.side, answer.card)))

    def pile(self, s: FreezingState, card: str) -> Pile:
        """FRD-4.1-04 to -08: a card played for points is discarded, asterisk or not."""
        if s.mode == "event":
            if "keep" in self.data.operations[card]:
                return "tableau"
            if self.data.cards[card].one_shot:
                return "removed"
        return "discard"

    @staticmethod
    def next_impulse(f: e.AskCard, run: Run[FreezingState]) -> None:
        """FRD-1-08, -09: the sides alternate, SOV first, eight impulses each."""
        if f.side == "sov":
            run.become(e.AskCard(side="fin", impulse=f.impulse))
        elif f.impulse < IMPULSES:
            run.become(e.AskCard(side="sov", impulse=f.impulse + 1))
        else:
            run.become(e.AskIntervention(side="fin"))


def own_units(_d: Data, s: FreezingState, f: Any) -> tuple[tuple[int], ...]:
    """All units of the side that is asked."""
    side: Side = f.side
    return board_of(s).fields[side]


class Allocation(Picking[e.AskAllocating]):
    """FRD-4.1-09 to -14, -24 to -26: each action point activates a unit or strengthens one."""

    def wanted(self, s: FreezingState, f: e.AskAllocating) -> bool:
        return len(s.picked) < f.points

    @option(e.Activate, over=own_units, outside="FRD-4.1-09: an own unit on the board")
    def activate(self, s: FreezingState, f: e.AskAllocating, unit: int) -> str | None:
        if unit in s.picked:
            return "FRD-4.1-11, FRD-4.1-25: a unit is activated or strengthened once by one card"
        return None

    @option(e.Strengthen, over=own_units, outside="FRD-4.1-09: an own unit on the board")
    def strengthen(self, s: FreezingState, f: e.AskAllocating, unit: int) -> str | None:
        if unit in s.picked:
            return "FRD-4.1-11, FRD-4.1-12: a unit is activated or strengthened once by one card"
        counter = s.units[unit]
        if counter.strength >= self.data.unit_types[counter.type].max_strength:
            return "FRD-2.3-12: it has its highest strength"
        if is_front_line(s, counter.box):
            return "FRD-4.1-14: it stands in a front line"
        return None

    done = unbarred(e.Done)

    def conclude(self, s: FreezingState, f: e.AskAllocating, run: Run[FreezingState]) -> None:
        """The rest of the points is lost; activated units move (FRD-1-16)."""
        activated = tuple(sorted(s.activated))
        strengthened = tuple(unit for unit in s.picked if unit not in activated)
        lost = f.points - len(s.picked)
        run.emit(e.PointsSpent(activated=activated, strengthened=strengthened, lost=lost))
        if activated:
            run.become(e.AskMoves(side=f.side))
        else:
            run.pop()
