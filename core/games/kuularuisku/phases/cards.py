"""2.1 Activation cards, 2.2 leaders' cards, 2.3 waiting: the turn and what a drawn card lets its owner do."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.activation import begin_activation
from wardiary.core.games.kuularuisku.phases.base import KuularuiskuPoint, State, Step
from wardiary.core.games.kuularuisku.phases.ending import end_turn
from wardiary.core.games.kuularuisku.queries import (
    cards_of,
    commandable,
    ground_of,
    halves,
    is_permanent,
    soldier,
)
from wardiary.core.games.kuularuisku.state import ABLE
from wardiary.core.points import option, unbarred
from wardiary.core.requests import Draw
from wardiary.events import kuularuisku as e
from wardiary.events.common import Began

__all__ = ["Card", "Ready", "begin_turn", "card_leader", "is_live", "owner_of_card"]


def begin_turn(d: Data, s: State, run: Step, turn: int) -> None:
    """All flags of the turn fall, the cards are shuffled (KUU-2.1-01, KUU-K-07)."""
    run.emit(Began(turn=turn))
    run.emit(e.CardsShuffled(cards=cards_of(d, s)))
    run.become(e.AskCard(step="draw"))


def card_leader(d: Data, s: State, card: str) -> str | None:
    """The leader whose card this is; None for a unit's."""
    info = ground_of(d, s).roster.units[card]
    return info.figures[0] if info.leader else None


def owner_of_card(d: Data, s: State, card: str) -> str | None:
    """The unit or lone leader that a card lets act, None when it is out of play (KUU-1.2-07, KUU-1.4-03)."""
    leader = card_leader(d, s, card)
    if leader is None:
        return card if halves(d, s, card) else None
    who = s.figures.get(leader)
    if who is None or who.status not in ABLE or s.elements[who.element].kind not in ("unit", "leader"):
        return None
    return s.elements[who.element].owner


def is_live(d: Data, s: State, card: str) -> bool:
    """Whether a drawn card lets anybody act (KUU-2.1-04, KUU-2.2-02, KUU-2.2-05)."""
    owner = owner_of_card(d, s, card)
    if owner is None:
        return False
    leader = card_leader(d, s, card)
    if leader is None:
        return any(not s.elements[part].activated for part in halves(d, s, owner))
    group = s.elements[s.figures[leader].element]
    if group.melee or group.fleeing:
        return not group.activated
    return not s.figures[leader].acted and (group.kind == "unit" or not group.activated)


class Card(KuularuiskuPoint[e.AskCard]):
    """KUU-2.1-01, -03, -04: card after card; a window after each activation; the wounded; the end of the turn."""

    def arrive(self, s: State, f: e.AskCard, run: Step) -> bool:
        match f.step:
            case "draw" if s.deck:
                return True
            case "draw" | "window":
                run.become(e.AskCard(step="draw" if s.deck else "evacuation"))
                run.push(e.AskOverwatch())
            case "evacuation":
                run.become(e.AskCard(step="end"))
                run.push(e.AskEvacuation(side="red"))
            case "end":
                end_turn(self.data, s, run)
                begin_turn(self.data, s, run, s.turn + 1)
        return False

    def chance(self, s: State, f: e.AskCard) -> Draw:
        return Draw(deck="activation", by="both", bag=s.deck, shuffle=s.turn)

    def then(self, s: State, f: e.AskCard, answer: e.Drawn, run: Step) -> None:
        card = answer.cards[0]
        owner = owner_of_card(self.data, s, card)
        if owner is None or not is_live(self.data, s, card):
            run.emit(e.CardSkipped(card=card))
            return
        run.become(e.AskCard(step="window"))
        side = ground_of(self.data, s).roster.units[owner].side
        run.push(e.AskReady(side=side, owner=owner, card=card))


def _units_in_reach(d: Data, s: State, f: e.AskReady) -> Iterator[tuple[str]]:
    leader = card_leader(d, s, f.card)
    return ((owner,) for owner in (commandable(d, s, leader) if leader is not None and f.commander is None else ()))


class Ready(KuularuiskuPoint[e.AskReady]):
    """What the owner of a card does with it (KUU-2.2, KUU-2.3)."""

    def arrive(self, s: State, f: e.AskReady, run: Step) -> bool:
        """A melee or a flight goes on without a question (KUU-6.3-01, KUU-7.3-04, KUU-1.1-14)."""
        parts = self._parts(s, f)
        if parts and all(s.elements[part].melee or s.elements[part].fleeing for part in parts):
            run.become(begin_activation(self.data, s, f.owner, f.commander))
            return False
        return True

    def _parts(self, s: State, f: e.AskReady) -> list[str]:
        return [part for part in halves(self.data, s, f.owner) if not s.elements[part].activated]

    def _joined_leader(self, s: State, f: e.AskReady) -> str | None:
        """The leader whose card this is, if he is with a unit."""
        leader = card_leader(self.data, s, f.card)
        return leader if leader is not None and f.owner != f.card else None

    def _group_acted(self, s: State, f: e.AskReady) -> bool:
        leader = self._joined_leader(s, f)
        return leader is not None and s.elements[s.figures[leader].element].activated

    @option(e.Activate)
    def activate(self, s: State, f: e.AskReady) -> str | None:
        return "KUU-2.2-02: the unit has acted this turn" if self._group_acted(s, f) else None

    @option(e.Wait)
    def wait(self, s: State, f: e.AskReady) -> str | None:
        if self._group_acted(s, f):
            return "KUU-2.2-02: the unit has acted this turn"
        if any(s.elements[part].melee or s.elements[part].fleeing for part in halves(self.data, s, f.owner)):
            return "KUU-1.1-14: one half fights or flees; the unit cannot wait"
        return None

    command = unbarred(
        e.Command, over=_units_in_reach, outside="KUU-2.2-01: an own unit within 15 cm that has not acted"
    )

    @option(e.Leave)
    def leave(self, s: State, f: e.AskReady) -> str | None:
        leader = self._joined_leader(s, f)
        if leader is None:
            return "KUU-1.3-01: only a leader who is with a unit leaves it"
        if is_permanent(self.data, s, leader):
            return "KUU-1.4-02: he leads this squad and cannot leave it"
        return None

    @option(e.Pass)
    def pass_(self, s: State, f: e.AskReady) -> str | None:
        return None if self._group_acted(s, f) else "KUU-2.0-01: the unit can act or wait"

    def then(self, s: State, f: e.AskReady, answer: Any, run: Step) -> None:
        match answer:
            case e.Activate():
                run.become(begin_activation(self.data, s, f.owner, f.commander, card_leader(self.data, s, f.card)))
            case e.Wait():
                run.emit(e.Waited(elements=tuple(self._parts(s, f))))
                run.pop()
                if f.commander is None and isinstance(run.stack[0], e.AskCard):
                    run.stack[0] = replace(run.stack[0], step="draw")
            case e.Command(host=host):
                self._command(s, f, host, run)
            case e.Leave():
                leader = self._joined_leader(s, f)
                assert leader is not None
                unit = soldier(self.data, s, leader).unit
                run.emit(e.LeaderParted(figure=leader, element=unit))
                run.become(begin_activation(self.data, s, unit, None))
            case e.Pass():
                leader = self._joined_leader(s, f)
                assert leader is not None
                run.emit(e.LeaderActed(figure=leader))
                run.pop()

    def _command(self, s: State, f: e.AskReady, host: str, run: Step) -> None:
        """The leader's own activation is spent; the unit runs as if its card had come (KUU-2.2-01, -02, -07)."""
        leader = card_leader(self.data, s, f.card)
        assert leader is not None
        run.emit(e.Commanded(figure=leader, owner=host))
        run.become(replace(f, owner=host, card=host, commander=leader))
