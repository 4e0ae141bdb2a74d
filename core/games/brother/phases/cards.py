"""4.1 Playing cards: a card as its event or for its action points, the reaction to points, the activation of towns."""

from collections.abc import Iterator

from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.operations import Table
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.rounds import end_turn
from wardiary.core.games.brother.phases.script import begin_event
from wardiary.core.games.brother.queries import cards_of, own_garrisons, units_at
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import Mode, Side

__all__ = [
    "Activation",
    "CardChoice",
    "PointsReaction",
    "action_points",
    "cards_in_hand",
    "cards_on_table",
    "garrisons",
    "spend",
]


def cards_in_hand(_d: Data, s: BrotherState, f: e.AskCard) -> Iterator[tuple[str, Mode]]:
    modes: tuple[Mode, Mode] = ("ap", "event")
    return ((card, mode) for card in cards_of(s.hands, f.side) for mode in modes)


class CardChoice(Point[BrotherState, Data, e.AskCard]):
    """T1, T9, E2: a card is played; when its effects are over it goes to its pile (BAB-1-09, -14, -16; 4.1-08, -09)."""

    def arrive(self, s: BrotherState, f: e.AskCard, run: Run[BrotherState]) -> bool:
        if s.card is not None:
            run.emit(e.CardFinished(side=f.side, card=s.card, pile=self.pile(s, s.card)))
        elif f.side in s.hands.values():
            return True
        else:
            run.emit(e.TurnSkipped(side=f.side))
        end_turn(self.data, s, run, f)
        return False

    def pile(self, s: BrotherState, card: str) -> e.Pile:
        """BAB-4.1-09, -11, -18, -26: a star acts on an event, and on a table card only when it is used."""
        if s.mode == "ap":
            return "reshuffle"
        if card in self.data.table:
            return "table"
        return "removed" if self.data.cards[card].star else "reshuffle"

    @option(e.PlayCard, over=cards_in_hand, outside="BAB-4.1-08: a card of the own hand")
    def play(self, s: BrotherState, f: e.AskCard, card: str, mode: Mode) -> str | None:
        if mode == "ap":
            return None
        printed = self.data.cards[card]
        if printed.event_months is not None and s.month not in printed.event_months:
            return f"BAB-1-16: this event happens in {', '.join(printed.event_months)} only"
        if printed.russia and not s.russia_open:
            return "BAB-2.1-08: the Russia box is closed"
        if printed.needs is not None and printed.needs not in s.removed:
            return f"BAB-1-16: card {printed.needs} must have been played as an event first"
        return None

    def then(self, s: BrotherState, f: e.AskCard, answer: e.PlayCard, run: Run[BrotherState]) -> None:
        if answer.mode == "ap":
            run.push(e.AskPoints(side=OTHER[f.side]))
        else:
            begin_event(self.data, s, run, f.side)


def action_points(d: Data, s: BrotherState, side: Side) -> int:
    """The action points of the card in play, at least one (BAB-4.1-13)."""
    printed = d.cards[s.card or ""].ap
    return max(1, printed + s.ap_bonus[side] + s.ap_change)


def spend(d: Data, run: Run[BrotherState], side: Side, card: str) -> Table:
    """A table card has been used: now its star acts (BAB-4.1-26). What it does."""
    run.emit(e.CardSpent(side=side, card=card, pile="removed" if d.cards[card].star else "reshuffle"))
    return d.table[card]


def cards_on_table(_d: Data, s: BrotherState, f: e.AskPoints) -> Iterator[tuple[str, None]]:
    return ((card, None) for card in cards_of(s.table, f.side))


class PointsReaction(Picking[e.AskPoints]):
    """T2: the opponent may use table cards against the points just announced."""

    @option(e.UseCard, over=cards_on_table, outside="BAB-4.1-11: an own card on the table")
    def use(self, s: BrotherState, f: e.AskPoints, card: str, town: str | None) -> str | None:
        if self.data.table[card].trigger != "opponent_ap":
            return "BAB-4.1-11: this card waits for something else"
        return None

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskPoints, answer: e.UseCard, run: Run[BrotherState]) -> None:
        effect = spend(self.data, run, f.side, answer.card)
        run.emit(e.PointsModified(side=OTHER[f.side], change=effect.points))

    def conclude(self, s: BrotherState, f: e.AskPoints, run: Run[BrotherState]) -> None:
        side = OTHER[f.side]
        run.become(e.AskActivating(side=side, points=action_points(self.data, s, side)))


def garrisons(_d: Data, s: BrotherState, f: e.AskActivating) -> list[tuple[str]]:
    return [(town,) for town in own_garrisons(s, f.side)]


class Activation(Picking[e.AskActivating]):
    """T3: towns are activated, one point each, with the units that now stand there (BAB-4.1-13, -14, -17, -23)."""

    def wanted(self, s: BrotherState, f: e.AskActivating) -> bool:
        return len(s.activated_towns) < f.points

    @option(e.ActivateTown, over=garrisons, outside="BAB-4.1-14: a town with own units")
    def activate(self, s: BrotherState, f: e.AskActivating, town: str) -> str | None:
        return "BAB-4.1-14: the town is activated already" if town in s.activated_towns else None

    done = unbarred(e.Done)

    @staticmethod
    def conclude(s: BrotherState, f: e.AskActivating, run: Run[BrotherState]) -> None:
        units = tuple(number for town in s.activated_towns for number in units_at(s, town))
        run.emit(e.UnitsActivated(towns=s.activated_towns, units=units, unused=f.points - len(s.activated_towns)))
        run.become(e.AskMoves(side=f.side))
