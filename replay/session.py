"""A game being played, and its diary being written.

Only a session answers on a live state, and it restores or dies: an answer is judged, evolves, is written, and only
then acknowledged. When the rules raise, the state goes back to the last step's end and the diary keeps the case; when
the disk fails, the session is dead and the diary is opened again.
"""

from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NoReturn, Self, TypeVar

import msgspec

from wardiary.core.contract import View
from wardiary.core.players import random_player
from wardiary.core.requests import Choice, Draw, Legal, Over, Request, Roll
from wardiary.core.seats import seat_of
from wardiary.core.state import copy_state
from wardiary.events.common import TOLD_SOURCES, Ended, Fixed, Header, TookBack
from wardiary.events.diary import SyncLevel
from wardiary.events.errors import BrokenState, PlayerFault, Refused, RulesFault, Unplayable, UsageError
from wardiary.events.kinds import Event, Input, Order, Record
from wardiary.replay.beginning import OpenedSession, Setting, begin, begin_in_memory, open_again
from wardiary.replay.chance import ChanceSource, answer_chance
from wardiary.replay.crash import crashed, fault_report, need_readable
from wardiary.replay.dice import drop_secret, player_seeds
from wardiary.replay.fix import Carried, carry_over, judge_fix
from wardiary.replay.log import Log
from wardiary.replay.players import decide, need_seats, seated
from wardiary.replay.remark import remark
from wardiary.replay.standing import stand_at
from wardiary.replay.table import Table
from wardiary.replay.takeback import last_decision, passes_news

__all__ = ["Session"]

T = TypeVar("T")


class Session:
    """Made by `create`, `resume` or `in_memory`; a context manager that closes the diary.

    Orders, and rolls and draws told by hand, go in by `answer`; `advance` and `play_on` play what needs no person.
    `state` is for looking only; after a take-back, a fix or a rules fault it is another object.
    """

    def __init__(self, opened: OpenedSession) -> None:
        """For the makers alone."""
        self.table, self.dice, self._keeper = opened.table, opened.dice, opened.keeper
        self.rules = opened.table.rules
        self.log: Log = opened.keeper.log
        header = self.log.events[0]
        assert isinstance(header, Header)
        self.header = header
        self.warnings = list(opened.warnings)
        """What a person should know about how the diary was opened."""
        self.strict = False
        """Whether each event is read again before it is written: an event out of bounds is a fault of the rules."""
        self._players = seated(self.table.spec, header.seats)
        self._seeds = player_seeds(self.dice, header.id, tuple(header.seats))
        self._state, self._decisions, self._deciders = opened.standing

    @classmethod
    def create(
        cls, path: Path | str, table: Table, setting: Setting, *, sync: SyncLevel = "turn", block_steps: int = 1
    ) -> Self:
        """A new game with a new diary, `block_steps` steps in a block.

        Raises UsageError, FileExists, WriteFailed, Refused for a faulty position; then nothing is left behind.
        """
        return cls(begin(Path(path), table, setting, sync=sync, block_steps=block_steps))

    @classmethod
    def in_memory(cls, table: Table, setting: Setting) -> Self:
        """A new game without a diary. Raises UsageError, Refused."""
        return cls(begin_in_memory(table, setting))

    @classmethod
    def resume(
        cls,
        path: Path | str,
        *,
        table: Table | None = None,
        told: ChanceSource | None = None,
        sync: SyncLevel = "turn",
        written: str | None = None,
        other_data: bool = False,
    ) -> Self:
        """Go on with a diary: `warnings` say what is not as it was.

        The new sitting is recorded with the first thing that is played or noted in it.

        `told` tells rolls and draws where the dice are typed; `table` saves looking for the game by its id. Raises
        what opening for append raises, UnknownGame, and DataError for other component data unless `other_data`.
        """
        opened = open_again(Path(path), table=table, told=told, sync=sync, written=written, other_data=other_data)
        try:
            return cls(opened)
        except BaseException:
            opened.keeper.close()
            raise

    @property
    def state(self) -> Any:
        """The position."""
        return self._state

    @property
    def request(self) -> Request:
        """What the game waits for. Raises RulesFault, as `answer` does."""
        return self._read(self.rules.request, self._state)

    def legal(self, seat: str | None = None) -> Legal:
        """The listed orders, or one seat's; empty when no order is asked. Raises RulesFault, as `answer` does."""
        return self._read(self.rules.legal, self._state, seat)

    def view(self, seat: str | None) -> View[Any]:
        """What a seat may see, everything for None, of a copy of the state. Raises UsageError for an unknown seat."""
        if seat is not None:
            need_seats([seat], self.header.seats)
        return self._read(self.table.spec.sight.view, self.table.data, copy_state(self._state), seat)

    @property
    def n(self) -> int:
        """The number of the last event."""
        return len(self.log)

    @property
    def path(self) -> Path | None:
        """The diary's file."""
        return self._keeper.path

    @property
    def over(self) -> bool:
        """Whether the game is decided."""
        return self._state.result is not None

    @property
    def result(self) -> Ended | None:
        """How the game was decided."""
        result: Ended | None = self._state.result
        return result

    def answer(self, answer: Input) -> list[Event]:
        """Play a person's answer: an order, or a roll or draw told by hand. Its step's events, the answer first.

        Raises Refused (nothing has changed, nothing is written), RulesFault (the state is as before, the diary keeps
        the case), WriteFailed (the session is dead).
        """
        return self._step(self._admit(answer), by_person=True)

    def advance(self) -> list[Event]:
        """Play one step that needs no person: a roll, a draw, a computer player's order.

        An empty list when a person is asked or the game is over. Raises as `answer` does.
        """
        request = self._asked()
        if isinstance(request, Choice):
            # A simultaneous choice asks its seats in this order.
            return self._play_computer(request, request.seats[0])
        if isinstance(request, Over) or self.dice.source is None:
            return []
        return self._play_chance(request)

    def advance_chance(self) -> list[Event]:
        """Answer the open roll or draw from the diary's source.

        Raises UsageError when none is open or nobody tells the dice; Refused for what was told wrong.
        """
        request = self._asked()
        if not isinstance(request, Roll | Draw):
            raise UsageError("no roll or draw is asked now")
        return self._play_chance(request)

    def play_on(self) -> list[Event]:
        """Play until a person is asked or the game is over; the events of all steps."""
        played: list[Event] = []
        while events := self.advance():
            played += events
        return played

    def note(self, text: str) -> int:
        """Write a remark; its event number. Raises UsageError for one that no diary can hold."""
        return self._record(remark(text))

    def take_back(self, to: int | None = None, *, forced: bool = False) -> int:
        """Go on from the state after event `to`, a step's end; the number of the record.

        By default the last decision is undone: of a person, where one plays. A take-back is taken back by `to` = the
        end where play stood before it (`taken_back_from`). Raises NotAStepEnd, UsageError, and TakeBackRefused where
        a roll, a draw or a reveal would be undone, unless forced. Forced or not, keyed dice (`system`, `seed`) meet
        the same answers again with the same faces: what is gained is knowledge, not luck.
        """
        if to is None:
            to = last_decision(self.log, self._deciders, self.header.seats)
        self.log.need_end(to)
        if to == self.log.standing:
            raise UsageError(f"play stands at event {to} already: there is nothing to take back")
        news = passes_news(self.table.spec, self.log, to, forced=forced)
        n = self._record(TookBack(to=to, forced=news))
        self._stand_at(to)
        return n

    @property
    def taken_back_from(self) -> int | None:
        """Where play stood before the last take-back or fix, if nothing has been played since."""
        jumps = self.log.jumps
        if not jumps or self.log.ends[-1] > jumps[-1].n:
            return None
        return self.log.standing_at(jumps[-1].n - 1)

    def fix(self, n: int, answer: Input, *, forced: bool = False) -> Carried:
        """Put right the roll, draw or order of event `n` that was mistyped, and play the later answers again.

        They are carried over as long as the rules accept them; the report says how far. Raises UsageError for an
        event that is no answer on the line of play, Refused when the right value is not accepted, or where nothing
        was typed, unless forced.
        """
        right = self._admit(answer)
        plan = judge_fix(self.table, self.log, self.dice.declared.source, n, right, forced=forced)
        self._record(Fixed(n=n, to=plan.to, forced=plan.forced))
        self._stand_at(plan.to)
        return carry_over(self.answer, right, plan, self.log)

    def report_fault(self, error: RulesFault) -> NoReturn:
        """Record a fault that was found from outside, such as a game without end, and raise it."""
        self._fault(None, error)

    def need_sound(self) -> None:
        """Raises RulesFault, recorded like any other, when what must always hold of a state does not hold of this."""
        if found := self._read(self.rules.spec.rules.faults, self.table.data, self._state):
            self._fault(None, BrokenState("; ".join(found)))

    def flush(self) -> None:
        """Write the steps that wait for their block."""
        self._keeper.need_life()
        self._keeper.flush()

    def seal(self) -> int:
        """Close the diary for good, reveal the secret of its dice, remove the side file; the seal's number."""
        self._keeper.need_life()
        secret = self.dice.secret
        n = self._keeper.seal(secret.hex() if secret else None)
        if secret and self.path:
            drop_secret(self.path)
        return n

    def close(self) -> None:
        """Write what waits and let go of the diary. Twice does no harm. Raises WriteFailed."""
        self._keeper.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _admit(self, answer: Input) -> Input:
        """The answer as its line would give it back. Raises Refused."""
        try:
            admitted = self.table.spec.fold.codec.admit(answer)
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise Refused(f"{type(answer).__name__}: {error}") from None
        if not isinstance(admitted, Input):
            raise Refused(f"{type(answer).__name__} is no order, roll or draw")
        return admitted

    def _asked(self) -> Request:
        """The open request. Raises Unplayable where it is put to a seat that the header does not know."""
        self._keeper.need_life()
        request = self.request
        if isinstance(request, Choice) and (strangers := [seat for seat in request.seats if seat not in self._players]):
            raise Unplayable(
                f"the rules ask {strangers[0]}, and the header has the seats {', '.join(self._players)}",
                path=self.path,
                event=self.n,
            )
        return request

    def _read(self, question: Callable[..., T], *about: Any) -> T:
        """The answer of a function of the rules that only reads; a fault in it is recorded like any other."""
        try:
            return question(*about)
        except Exception as error:
            self._fault(None, error)

    def _play_chance(self, request: Roll | Draw) -> list[Event]:
        source = self.dice.source
        if source is None:
            raise UsageError(f"the dice are {self.dice.declared.source}: tell what the table rolled or drew")
        if source.name in TOLD_SOURCES:
            # What a teller raises is a person's affair.
            told = answer_chance(self.table.spec.fold.codec, source, request)
            return self._step(self._admit(told), by_person=True)
        return self._step(self._read(answer_chance, self.table.spec.fold.codec, source, request))

    def _play_computer(self, request: Choice, seat: str) -> list[Event]:
        player = self._players[seat]
        if player is None:
            return []
        try:
            nth = self._decisions.next(self._state, seat)
            order = decide(self.rules, self._state, request, seat, player, self._seeds[seat], nth)
        except Exception as error:
            self._fault(None, error)
        # The random player takes its order off the list, so it need not be judged again.
        if player is not random_player:
            try:
                return self._step(self._admit(order), seat=seat)
            except Refused as refused:
                name = self.header.seats[seat]
                self._fault(order, PlayerFault(f"{name} of {seat} gave a refused order: {refused}"))
        return self._step(order, seat=seat, judged=True)

    def _step(self, answer: Input, *, seat: str = "", by_person: bool = False, judged: bool = False) -> list[Event]:
        """Judge, evolve, write, acknowledge. `seat` is who decides, where that is known."""
        self._keeper.need_life()
        has_evolved = False
        try:
            reason = None if judged else self.rules.refusal(self._state, answer)
            if reason is None:
                if isinstance(answer, Order):
                    seat = seat or seat_of(self._state, answer)
                    self._decisions.made(self._state, seat)
                events = self.rules.advance(self._state, answer)
                if self.strict:
                    need_readable(self.table.spec.fold.codec, events)
                has_evolved = True
                self._keeper.begin_sitting()
                if seat:
                    self._deciders[len(self.log) + 1] = seat
                self._keeper.add_step(events, sync=by_person)
                return events
        except BaseException as error:
            if has_evolved:
                # Interrupted or not written: nobody knows whether the file has the step.
                self._keeper.die()
                raise
            self._stand_at(self.log.standing)
            if isinstance(error, Exception):
                self._fault(answer, error)
            raise
        raise Refused(reason)

    def _record(self, record: Record) -> int:
        """Write a record in a block of its own."""
        self._keeper.need_life()
        try:
            self.table.spec.fold.codec.admit(record)
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise Refused(f"{type(record).__name__}: {error}") from None
        return self._keeper.add_record(record, sync=True)

    def _fault(self, answer: Input | None, error: Exception) -> NoReturn:
        """Record a rules fault, with the state as it was before, and raise it."""
        record = crashed(self.table.spec, answer, error)
        n = self._record(record)
        raise fault_report(record, self.path, n, error) from error

    def _stand_at(self, to: int) -> None:
        """Go on from a step's end; nothing changes if that fails."""
        self._state, self._decisions, self._deciders = stand_at(self.rules, self.log, to)
