"""One game of a simulation: what is asked, what comes back, and how it is played wherever it lands.

Jobs and summaries are small plain records, so that any executor can carry them to another process or machine.
"""

import shlex
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.core.component_data import in_folder
from wardiary.core.players import HUMAN, RANDOM
from wardiary.core.requests import Choice
from wardiary.events.common import Crashed, Ended, ScenarioOption
from wardiary.events.diary import open_diary
from wardiary.events.errors import BrokenState, DiaryError, RulesFault, TooLong, UsageError
from wardiary.events.kinds import Event
from wardiary.replay.aside import give_name, naming_output, part_of
from wardiary.replay.beginning import Setting, first_events
from wardiary.replay.check import check
from wardiary.replay.crash import NO_PLACE, crashed
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.players import need_seats, seated
from wardiary.replay.playout import MAX_DECISIONS, STEPS_A_DECISION, playout
from wardiary.replay.session import Session
from wardiary.replay.table import Table, laid_once

__all__ = ["FAILED", "Plan", "Summary", "forget_failure", "kept_job", "play_job", "seats_of"]

FAILED = "failed"
"""The folder of diaries whose game did not end within the rules."""


class Plan(Struct, frozen=True, kw_only=True):
    """Everything about a simulation but the number of games. Seats not named are played by `random`.

    `data` are component data files that replace the game's own (name, text), `data_folder` where they came from.
    """

    game: str
    seed: str
    scenario: str | None = None
    options: Mapping[str, str] = {}
    seats: Mapping[str, str] = {}
    data: Mapping[str, str] = {}
    data_folder: str = ""
    out: str | None = None
    """The folder for the diaries; None writes none."""
    block_steps: int = 50
    max_decisions: int = MAX_DECISIONS
    fuzz: bool = False
    """Judge every state by what must always hold of it, and check each diary. Games that are there are played again."""

    def command(self, index: int) -> str:
        """The command that plays one of the games again."""
        words = ["wardiary", "simulate", self.game, "-n", "1", "--seed", self.seed, "--first", str(index)]
        words += ["--scenario", self.scenario] if self.scenario else []
        for flag, pairs in (("--option", self.options), ("--seat", self.seats)):
            words += [word for name, value in pairs.items() for word in (flag, f"{name}={value}")]
        words += ["--data", self.data_folder] if self.data_folder else []
        words += ["--fuzz"] if self.fuzz else []
        words += ["--max-decisions", str(self.max_decisions)] if self.max_decisions != MAX_DECISIONS else []
        words += ["-o", self.out or "DIR"]
        return shlex.join(words)


class Summary(Struct, frozen=True, kw_only=True):
    """One game. `fault` says why it did not end within the rules, and then `command` plays it again."""

    index: int
    id: str
    path: str | None = None
    result: Ended | None = None
    decisions: int = 0
    steps: int = 0
    events: int = 0
    kept: bool = False
    """It was there already, whole and sealed."""
    fault: str = ""
    command: str = ""


def play_job(plan: Plan, index: int) -> Summary:
    """Game `index` of the plan (the first is 1), from its seed alone. Raises UsageError, DataError, WriteFailed."""
    table = _table_of(plan)
    setting = _setting(plan, table, index)
    if plan.out is None:
        return _play_in_memory(plan, table, setting, index)
    path = _path(plan.out, setting)
    kept = None if plan.fuzz else _kept(table, setting, path, index)
    return kept or _play_and_write(plan, table, setting, path, index)


def kept_job(plan: Plan, index: int) -> tuple[str, Summary | None]:
    """The id of game `index`, and its summary where its whole diary is there already and need not be played again."""
    table = _table_of(plan)
    setting = _setting(plan, table, index)
    assert setting.id is not None
    if plan.out is None or plan.fuzz:
        return setting.id, None
    return setting.id, _kept(table, setting, _path(plan.out, setting), index)


def seats_of(plan: Plan) -> tuple[str, ...]:
    """The seats of the plan's scenario, in the game's order. Raises UsageError, DataError."""
    table = _table_of(plan)
    return tuple(table.seats(table.start(plan.scenario, plan.options).scenario))


def _table_of(plan: Plan) -> Table:
    with in_folder(plan.data_folder):
        return laid_once(plan.game, tuple(sorted(plan.data.items())))


def _path(folder: str, setting: Setting) -> Path:
    return Path(folder) / f"{setting.id}.diary"


def _setting(plan: Plan, table: Table, index: int) -> Setting:
    """What game `index` is begun with; its id is a hash of all that makes it what it is."""
    start = table.start(plan.scenario, plan.options)
    seats = {seat: plan.seats.get(seat, RANDOM) for seat in table.seats(start.scenario)}
    need_seats(plan.seats, seats, start.scenario)
    if HUMAN in seats.values():
        raise UsageError("a simulation is played by computer players: no person can sit in a seat")
    options: tuple[ScenarioOption, ...] = start.options
    made_of = (
        plan.seed,
        index,
        table.spec.id,
        table.spec.rules_version,
        start.scenario,
        [(option.name, option.value) for option in options],
        list(seats.items()),
        table.data.digest,
    )
    key = blake2b(msgspec.json.encode(made_of), digest_size=16, person=b"wardiary-game").hexdigest()
    return Setting(
        dice=Dice.seeded(f"{plan.seed}/{index}"),
        seats=seats,
        scenario=start.scenario,
        options={option.name: option.value for option in options},
        id=key,
    )


def _play_in_memory(plan: Plan, table: Table, setting: Setting, index: int) -> Summary:
    header, first = first_events(table, setting)
    seeds = player_seeds(setting.dice, header.id, tuple(header.seats))
    players = {seat: player for seat, player in seated(table.spec, header.seats).items() if player}
    state: Any = table.rules.empty()
    for event in first:
        table.rules.evolve[type(event)](state, event)
    assert setting.dice.source is not None

    def judge(_step: object) -> None:
        if plan.fuzz and (found := table.spec.rules.faults(table.data, state)):
            raise BrokenState("; ".join(found))

    try:
        judge(first)
        end = playout(
            table.rules, state, players, setting.dice.source, seeds, max_decisions=plan.max_decisions, each=judge
        )
    except Exception as error:
        record = crashed(table.spec, None, error)
        return Summary(index=index, id=header.id, fault=_in_words(record, error), command=plan.command(index))
    return Summary(
        index=index,
        id=header.id,
        result=end.result,
        decisions=end.decisions,
        steps=end.steps + 1,
        events=end.events + len(first),
    )


def _play_and_write(plan: Plan, table: Table, setting: Setting, path: Path, index: int) -> Summary:
    """Written aside, sealed, then renamed; a game that fails goes to the folder of failed ones, and keeps the case."""
    part = part_of(path)
    try:
        with (
            naming_output(path, part),
            Session.create(part, table, setting, sync="none", block_steps=plan.block_steps) as session,
        ):
            count, fault = _play(plan, session)
        if plan.fuzz and not fault:
            fault = _departure(part, table)
        if fault:
            path = path.parent / FAILED / path.name
            path.parent.mkdir(exist_ok=True)
        give_name(part, path, replace=True)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    if not fault:
        forget_failure(path)
    return count.summary(index, session.header.id, path, fault=fault, command=plan.command(index) if fault else "")


def forget_failure(path: Path) -> None:
    """A game that now ends within the rules leaves no diary behind of how it failed before they were put right."""
    with suppress(FileNotFoundError, NotADirectoryError):
        (path.parent / FAILED / path.name).unlink()


def _play(plan: Plan, session: Session) -> tuple["_Count", str]:
    """Play to the end and seal, or to a fault, in words."""
    count = _Count(session.table)
    count.add(session.log.events)
    try:
        session.strict = plan.fuzz
        if plan.fuzz:
            session.need_sound()
        while events := session.advance():
            count.add(events)
            if plan.fuzz:
                session.need_sound()
            if count.decisions == plan.max_decisions and isinstance(session.request, Choice):
                session.report_fault(TooLong(f"no end after {plan.max_decisions} decisions"))
            if count.steps == plan.max_decisions * STEPS_A_DECISION:
                session.report_fault(TooLong(f"no end after {count.steps} steps"))
        session.seal()
    except RulesFault as error:
        record = session.log.events[-1]
        assert isinstance(record, Crashed)
        return count, _in_words(record, error.__cause__ or error)
    return count, ""


def _departure(path: Path, table: Table) -> str:
    """How a diary differs from what the very rules that wrote it make of it now; empty when it does not."""
    first = check(path, table=table).first
    return f"the check departs: {first.text()}" if first else ""


def _kept(table: Table, setting: Setting, path: Path, index: int) -> Summary | None:
    """The summary of a diary that is there already: this game, whole and sealed. None for anything else."""
    if not path.exists():
        return None
    count = _Count(table)
    try:
        reader = open_diary(path, lambda _header: table.spec.fold.codec)
        header = first_events(table, setting)[0]
        if reader.header != header or reader.check_seal() is None:
            return None
        for events in reader.events(verify=False):
            count.add(events)
    except DiaryError:
        return None
    return count.summary(index, header.id, path, kept=True)


class _Count:
    """Counts a game's events by kind; the keeper's records are no part of the game."""

    def __init__(self, table: Table) -> None:
        self._codec = table.spec.fold.codec
        self.decisions = self.steps = self.events = 0
        self._result: Ended | None = None

    def add(self, events: list[Event]) -> None:
        codec = self._codec
        for event in events:
            kind = type(event)
            if kind in codec.records:
                continue
            self.events += 1
            self.steps += kind in codec.inputs
            self.decisions += kind in codec.orders
            if isinstance(event, Ended):
                self._result = event

    def summary(
        self, index: int, key: str, path: Path, *, kept: bool = False, fault: str = "", command: str = ""
    ) -> Summary:
        return Summary(
            index=index,
            id=key,
            path=str(path),
            result=self._result,
            decisions=self.decisions,
            steps=self.steps + 1,
            events=self.events,
            kept=kept,
            fault=fault,
            command=command,
        )


def _in_words(record: Crashed, error: BaseException) -> str:
    return f"{record.exception}{f' in {record.place}' if record.place != NO_PLACE else ''}: {error}"
