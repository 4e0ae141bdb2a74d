"""The engine's one loop: judge an answer, apply it, let the rules follow, say what is asked next.

Two doors. `answer` judges and then plays; `advance` plays what is known to be legal (it came off the list, or is being
replayed by `check`, which judges for itself). Both run the same step. After an exception inside a step the state is
half changed: whoever owns it goes back to a copy or drops it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from wardiary.core.contract import ComponentData, GameSpec, Start
from wardiary.core.fold import EvolveTable
from wardiary.core.points import Point
from wardiary.core.requests import Choice, Draw, Legal, Over, Request, Roll
from wardiary.core.run import GameOver, Run
from wardiary.core.state import State, decode_state, encode_state, state_digest
from wardiary.events.common import Back, Checkpoint, Drawn, Positioned, Rolled
from wardiary.events.errors import NotSettled, Refused, RulesFault
from wardiary.events.kinds import Chance, Event, Frame, Input, Order
from wardiary.events.vocabulary import tag_of

__all__ = ["SETTLE_LIMIT", "Rules"]

S = TypeVar("S", bound=State)
D = TypeVar("D", bound=ComponentData)
SETTLE_LIMIT = 10_000
"""Automatic stops in one step beyond which the rules are said not to settle."""


class Rules(Generic[S, D]):
    """A game's rules over one set of component data."""

    make_run: Callable[[EvolveTable, Any], Run[Any]] = Run
    """What a step is made with; another one may watch what each rules function does."""

    def __init__(self, spec: GameSpec[S, D, Any], data: D) -> None:
        self.spec, self.data = spec, data
        self.evolve = spec.fold.evolve
        self._points: dict[type[Frame], Point[S, D, Any]] = {point.frame: point(data) for point in spec.rules.points}

    def empty(self) -> S:
        """The state before any event."""
        return self.spec.fold.state()

    def set_up(self, start: Start) -> tuple[S, list[Event]]:
        """The state at the start of a scenario, and the outcomes that fill it."""
        state = self.empty()
        run = self.make_run(self.evolve, state)
        return state, self._play(run, lambda: self.spec.rules.set_up(self.data, start, run))

    def set_up_position(self, position: bytes | str, scenario: str = "") -> tuple[S, list[Event]]:
        """The state of a written position, of a scenario if one is named, and the one outcome that fills it.

        Raises msgspec.ValidationError for a wrong shape, Refused for a seat's view or another scenario, and when the
        game finds faults in the position or cannot be played on from it.
        """
        if seat := _seat_of_view(position):
            raise Refused(f"position: this is only what {seat} may see; write it without --as")
        state = decode_state(self.spec.fold.state, position)
        if found := _key_faults(state, self.empty()) or [
            *_stack_faults(state),
            *self.spec.rules.faults(self.data, state),
        ]:
            raise Refused(f"position: {'; '.join(found)}")
        if scenario and (own := self.spec.rules.scenario_of(state)) not in ("", scenario):
            raise Refused(f"position: it is of scenario {own}, not of {scenario}")
        try:
            reason = self.dead_end(state)
        except Exception as error:  # whatever rules raise on a position that no play leads to
            raise Refused(f"position: the rules cannot go on from it ({type(error).__name__}: {error})") from error
        if reason:
            raise Refused(f"position: {reason}")
        return state, [Positioned(state=encode_state(state).decode())]

    def point(self, state: S) -> tuple[Point[S, D, Any], Frame]:
        """The decision point and frame the game stands at. Raises RulesFault when there is none."""
        frames = state.frames
        if not frames:
            raise RulesFault("the game is not over and asks nothing")
        return self.point_of(frames[-1]), frames[-1]

    def point_of(self, frame: Frame) -> Point[S, D, Any]:
        """The decision point that a frame belongs to. Raises RulesFault for a frame without one."""
        point = self._points.get(type(frame))
        if point is None:
            raise _no_point(frame)
        return point

    def request(self, state: S) -> Request:
        """What the game waits for. Raises RulesFault when it waits for nothing."""
        if state.result is not None:
            return Over(result=state.result)
        point, frame = self.point(state)
        if chance := point.chance(state, frame):
            return chance
        if not (seats := point.seats(state, frame)):
            raise RulesFault(f"{tag_of(type(frame))} asks nobody")
        return Choice(seats=seats, frame=frame, menu=point.menu)

    def legal(self, state: S, seat: str | None = None) -> Legal:
        """The listed orders, or those of one seat; empty when a roll or a draw is asked, or the game is over."""
        if state.result is not None:
            return Legal([])
        point, frame = self.point(state)
        return point.legal(state, frame, seat)

    def barred(self, state: S, seat: str) -> Iterator[tuple[Order, str]]:
        """The orders of a seat that make sense now and are not legal, each with the reason."""
        point, frame = self.point(state)
        return point.barred(state, frame, seat)

    def dead_end(self, state: S) -> str | None:
        """Why play cannot go on though the game is not over: somebody is asked and no order is listed. Else None."""
        request = self.request(state)
        if isinstance(request, Choice) and not request.menu and not len(self.legal(state)):
            return f"{tag_of(type(request.frame))} asks {' and '.join(request.seats)} and lists no answer"
        return None

    def breach(self, state: S) -> str | None:
        """Why the rules should not have led to this state: all that must hold of it and does not, or a dead end."""
        return "; ".join(self.spec.rules.faults(self.data, state)) or self.dead_end(state)

    def refusal(self, state: S, answer: Input) -> str | None:
        """Why the answer is not accepted, clause first, or None. Changes nothing."""
        if state.result is not None:
            return "the game is over"
        point, frame = self.point(state)
        match point.chance(state, frame):
            case Roll() as roll:
                return _refused_roll(roll, answer)
            case Draw() as draw:
                return _refused_draw(draw, answer)
            case None:
                if isinstance(answer, Chance):
                    seats = point.seats(state, frame)
                    return f"an order of {' or '.join(seats)} is asked now, no {tag_of(type(answer))}"
                return point.refusal(state, frame, answer)

    def answer(self, state: S, answer: Input) -> list[Event]:
        """Judge the answer and play the step: the answer, then its outcomes. The state changes in place.

        Raises Refused, with the state as it was. On any other exception the state is half changed.
        """
        if reason := self.refusal(state, answer):
            raise Refused(reason)
        return self.advance(state, answer)

    def advance(self, state: S, answer: Input) -> list[Event]:
        """Play the step of an answer that is known to be legal."""
        point, frame = self.point(state)
        run = self.make_run(self.evolve, state)
        self.evolve[type(answer)](state, answer)
        run.events.append(answer)
        return self._play(run, lambda: point.then(state, frame, answer, run))

    def _play(self, run: Run[S], begin: Any) -> list[Event]:
        """Begin the step, settle, write down where the game now stands; a checkpoint where a turn ended."""
        state, turn = run.state, run.state.turn
        try:
            begin()
            self._settle(run)
        except GameOver:
            run.stack.clear()
        self._log_stack(run)
        if state.turn != turn or state.result is not None:
            run.emit(Checkpoint(state=state_digest(state)))
        return run.events

    def _settle(self, run: Run[S]) -> None:
        points, stack, state = self._points, run.stack, run.state
        for _ in range(SETTLE_LIMIT):
            if not stack:
                raise RulesFault("the last frame was popped and the game is not over")
            frame = stack[-1]
            point = points.get(type(frame))
            if point is None:
                raise _no_point(frame)
            if point.arrive(state, frame, run):
                return
        raise NotSettled(f"the rules do not settle: {SETTLE_LIMIT} automatic stops at {tag_of(type(stack[-1]))}")

    @staticmethod
    def _log_stack(run: Run[S]) -> None:
        """The net change of the stack in this step, as the fewest events."""
        before, after = run.state.frames, run.stack
        if before == tuple(after):
            return
        same = 0
        for old, new in zip(before, after, strict=False):
            if old != new:
                break
            same += 1
        if same == len(after) and len(before) > same:
            run.emit(Back(to=same))
        for frame in after[same:]:
            run.emit(frame)


class _ViewHead(Struct):
    """What tells a seat's view from a whole state."""

    seat: str
    state: msgspec.Raw


def _seat_of_view(position: bytes | str) -> str:
    """The seat whose view this is; empty for anything else."""
    try:
        return msgspec.json.decode(position, type=_ViewHead).seat
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return ""


def _no_point(frame: Frame) -> RulesFault:
    return RulesFault(f"no decision point for frame {tag_of(type(frame))}")


def _key_faults(state: State, empty: State) -> list[str]:
    """Keys that a written position leaves out, though they are there before any event."""
    found: list[str] = []
    for name in state.__struct_fields__:
        if isinstance(there := getattr(empty, name), dict):
            held = getattr(state, name)
            found += [f"{name} has no {key!r}" for key in there if key not in held]
    return found


def _stack_faults(state: State) -> list[str]:
    """What is wrong with a written stack of frames, whatever the game."""
    found = [
        f"frame {place} of the stack ({tag_of(type(frame))}) says it is at {frame.at}"
        for place, frame in enumerate(state.frames)
        if frame.at != place
    ]
    if state.result is None and not state.frames:
        found.append("it asks nothing, and the game is not over")
    if state.result is not None and state.frames:
        found.append("the game is over, and something is asked")
    return found


def _refused_roll(roll: Roll, answer: Input) -> str | None:
    if not isinstance(answer, Rolled):
        return f"a roll of {roll.by} for {roll.purpose} is asked now, no {tag_of(type(answer))}"
    for name in Roll.SETTLED:
        asked, given = getattr(roll, name), getattr(answer, name)
        if asked != given:
            return f"rolled.{name}: {given!r}, asked is {asked!r}"
    if len(answer.dice) != roll.count:
        return f"rolled.dice: {len(answer.dice)} dice, asked are {roll.count}"
    if outside := [face for face in answer.dice if not 1 <= face <= roll.sides]:
        return f"rolled.dice: a face of {outside[0]}, a die has 1 to {roll.sides}"
    return None


def _refused_draw(draw: Draw, answer: Input) -> str | None:
    if not isinstance(answer, Drawn):
        return f"a draw of {draw.by} from {draw.deck} is asked now, no {tag_of(type(answer))}"
    for name in Draw.SETTLED:
        asked, given = getattr(draw, name), getattr(answer, name)
        if asked != given:
            return f"drawn.{name}: {given!r}, asked is {asked!r}"
    if len(answer.cards) != draw.count:
        return f"drawn.cards: {len(answer.cards)} cards, asked are {draw.count}"
    if outside := _not_in_bag(draw.bag, answer.cards):
        return f"drawn.cards: {outside} is not in {draw.deck}"
    return None


def _not_in_bag(bag: Sequence[str], cards: Sequence[str]) -> str | None:
    left = list(bag)
    for card in cards:
        if card not in left:
            return card
        left.remove(card)
    return None
