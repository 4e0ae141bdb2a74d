"""A new diary that goes on from the end of a step of another one, perhaps with another answer to what was asked."""

import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.core.chance.commitment import matches
from wardiary.core.contract import AnyGame
from wardiary.core.requests import Draw
from wardiary.events.common import DiceSource, Header, Parent, Reseeded, Resumed, Sealed
from wardiary.events.diary import DiaryWriter
from wardiary.events.errors import NotAStepEnd, Refused, RulesFault, UsageError
from wardiary.events.kinds import Chance, Event, Input, Record
from wardiary.replay.answers import cards_drawn, read_answer
from wardiary.replay.aside import free_name, need_folder, written_aside
from wardiary.replay.compare import json_of
from wardiary.replay.crash import hand_on, place_of
from wardiary.replay.dice import Dice, drop_secret, keep_aside, keep_secret, kept_secret, secret_path
from wardiary.replay.keep_inputs import Kept, keep_on
from wardiary.replay.narrate import input_words
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["Forked", "answers_after", "fork", "judged_answer", "step_end_at"]

_STEPS_A_BLOCK = 20


class Forked(Struct, frozen=True, kw_only=True):
    """A fork that was made: its file and id, the parent's id and event, the number of its own last event.

    `played` is the other answer in words, where one was given; `kept` how far the parent's later answers were kept.

    `reseeded`: its dice are not the parent's, since their secret is not known, or others were asked for.
    """

    path: str
    id: str
    parent: str
    at: int
    last: int
    reseeded: bool
    played: str = ""
    kept: Kept | None = None


def fork(
    file: Path | str,
    at: int | str,
    out: Path | str,
    *,
    answer: str | None = None,
    keep_inputs: bool = False,
    reason: str = "",
    dice: Dice | None = None,
    table: Table | None = None,
    force: bool = False,
) -> Forked:
    """Write the line of play that leads to event `at`, a step's end, as a diary of its own.

    `answer` (in words or JSON) is given to the request that is open there, and played. With `keep_inputs` the parent's
    answers from there on (after the one that `answer` replaces) are given again until one no longer fits. The fork's id
    is a hash of the parent's id, the event and the answer, so that the same fork has the same name; without an answer
    it is a new one.
    The dice go on as the parent's would: an open seed, or a secret found in the side file or the seal; else new ones
    are drawn, and `reseeded` says so. Other `dice` may be given.

    Raises NotAStepEnd, UsageError, FileExists unless `force`, Refused for an answer that the rules do not accept,
    RulesFault, WriteFailed, and what reading raises.
    """
    path = free_name(out, file, force=force)
    replay = Replay(file, table=table)
    n = step_end_at(replay, at, other_answer=answer is not None)
    chosen = _dice_after(replay, n, dice)
    told = None if answer is None else judged_answer(replay, n, answer)
    header = msgspec.structs.replace(
        replay.header,
        id=_id_of(replay, n, told, chosen, keep_inputs),
        parent=Parent(id=replay.header.id, n=n, h=replay.block_h(n), reason=reason or "fork"),
        written=None,
    )
    blocks = _blocks(replay, n, chosen)
    state, kept = replay.state_at(n), None
    if told is not None or keep_inputs:
        blocks += _sitting(replay, n)
    if told is not None:
        blocks.append(_played(replay, state, told))
    if keep_inputs:
        later = answers_after(replay, n)
        steps, kept = keep_on(replay.table, state, later[told is not None :], chosen)
        blocks += steps
    last = _write(path, header, replay.table.spec, blocks, chosen, force=force)
    reseeded = chosen.declared != _in_force(replay, n)
    return Forked(
        path=str(path),
        id=header.id,
        parent=replay.header.id,
        at=n,
        last=last,
        reseeded=reseeded,
        played="" if told is None else input_words(replay.table.rules, replay.state_at(n), told),
        kept=kept,
    )


def step_end_at(replay: Replay, at: int | str, *, other_answer: bool) -> int:
    """The step's end that `at` names. Raises NotAStepEnd, which for another answer says what it would replace."""
    n = replay.standing if at == "last" else replay.number(at)
    try:
        return replay.need_step_end(n)
    except NotAStepEnd as error:
        raise NotAStepEnd(f"{error}{_state_before(replay, n) if other_answer else ''}") from None


def _state_before(replay: Replay, n: int) -> str:
    """The hint for one who names the answer that should have been another, not the state before it."""
    if type(replay.event(n)) not in replay.table.spec.fold.codec.inputs:
        return ""
    before = replay.standing_at(n - 1)
    return f"; --at names the state before the answer: in place of event {n} another is given with --at {before}"


def judged_answer(replay: Replay, n: int, answer: str) -> Input:
    """The answer to what is asked after event `n`, accepted by the rules. Raises UsageError, Refused, saying where."""
    table, state = replay.table, replay.state_at(n)
    request = table.rules.request(state)
    gone = cards_drawn(_surviving(replay, n), request) if isinstance(request, Draw) else ()
    try:
        told = read_answer(table, state, request, answer, gone=gone)
        if refusal := table.rules.refusal(state, told):
            raise Refused(refusal)
    except UsageError as error:
        raise UsageError(f"after event {n}: {error}{_state_before(replay, n)}") from None
    except Refused as error:
        where = f"{error} (asked after event {n})" if error.clause else f"after event {n} {error}"
        raise Refused(f"{where}{_state_before(replay, n)}") from None
    return told


def _surviving(replay: Replay, n: int) -> Iterator[Event]:
    for span in replay.line(n):
        yield from replay.events[span.first - 1 : span.last]


def _in_force(replay: Replay, n: int) -> DiceSource:
    """The dice after event `n`, in the order of the file: a take-back does not bring a lost secret back."""
    for event in reversed(replay.events[:n]):
        if isinstance(event, Reseeded):
            return event.dice_source
    return replay.header.dice_source


def _dice_after(replay: Replay, n: int, given: Dice | None) -> Dice:
    """The dice that the fork goes on with."""
    if given is not None:
        return given
    declared = _in_force(replay, n)
    if declared.source != "system":
        return Dice.again(declared)
    commit = declared.commit or ""
    last = replay.events[-1]
    if isinstance(last, Sealed) and last.reveal and matches(commit, last.reveal):
        return Dice.system(bytes.fromhex(last.reveal))
    return Dice.system(kept_secret(replay.path, commit) if replay.path else None)


def _id_of(replay: Replay, n: int, answer: Input | None, dice: Dice, keep_inputs: bool) -> str:
    if answer is None and not keep_inputs:
        return secrets.token_hex(16)
    made_of: list[object] = [replay.header.id, n, json_of(answer), dice.declared]
    if keep_inputs:
        made_of += ["keep", replay.last_h, replay.table.spec.rules_version, replay.table.data.digest]
    return blake2b(msgspec.json.encode(made_of), digest_size=16, person=b"wardiary-fork").hexdigest()


def answers_after(replay: Replay, n: int) -> list[tuple[int, Input]]:
    """The parent's answers that follow event `n` on its line of play; on the last branch from there, if it is dead."""
    line = [m for span in replay.line(_end_of_branch(replay, n)) for m in range(span.first, span.last + 1) if m > n]
    return [(m, event) for m in line if isinstance(event := replay.events[m - 1], Input)]


def _end_of_branch(replay: Replay, n: int) -> int:
    """The last event whose line of play goes through event `n`."""
    ends = [*(jump.n - 1 for jump in replay.jumps if jump.n > n), replay.last]
    through = (end for end in reversed(ends) if any(s.first <= n <= s.last for s in replay.line(end)))
    return next(through, n)


def _blocks(replay: Replay, n: int, chosen: Dice) -> list[Sequence[Event]]:
    """The line of play after the header: up to 20 steps a block, records alone; dice declared where they change."""
    inputs = replay.table.spec.fold.codec.inputs
    blocks: list[Sequence[Event]] = []
    waiting: list[Event] = []
    steps = 0
    for event in _line(replay, n, chosen):
        if isinstance(event, Record):
            blocks += [waiting, [event]] if waiting else [[event]]
            waiting, steps = [], 0
            continue
        if type(event) in inputs:
            if steps == _STEPS_A_BLOCK:
                blocks.append(waiting)
                waiting, steps = [], 0
            steps += 1
        waiting.append(event)
    return [*blocks, waiting] if waiting else blocks


def _line(replay: Replay, n: int, chosen: Dice) -> Iterator[Event]:
    """The surviving events, and a `reseeded` wherever the dice in force are no longer those last declared."""
    declared = in_force = replay.header.dice_source
    alive = {number for span in replay.line(n) for number in range(max(span.first, 2), span.last + 1)}
    for number, event in enumerate(replay.events[:n], 1):
        if isinstance(event, Reseeded):
            in_force = event.dice_source
        elif number in alive:
            if isinstance(event, Chance) and in_force != declared:
                declared = in_force
                yield Reseeded(dice_source=declared)
            yield event
    if chosen.declared != declared:
        yield Reseeded(dice_source=chosen.declared)


def _sitting(replay: Replay, n: int) -> Iterable[Sequence[Event]]:
    """A record of the rules and data at hand, where they are not those of the last sitting."""
    here = Resumed(rules=replay.table.spec.rules_version, data=replay.table.data.digest)
    last: Header | Resumed = replay.header
    for event in _surviving(replay, n):
        last = event if isinstance(event, Resumed) else last
    return [] if (last.rules, last.data) == (here.rules, here.data) else [[here]]


def _played(replay: Replay, state: Any, answer: Input) -> list[Event]:
    """The step of the answer; the state moves on."""
    try:
        return replay.table.rules.advance(state, answer)
    except Exception as error:
        place = place_of(replay.table.spec, error.__traceback__)
        raise RulesFault(
            f"the rules failed on {json_of(answer)}: {type(error).__name__} in {place} ({error}); nothing was written; "
            + hand_on(replay.path, "--order '...' ")
        ) from error


def _write(
    path: Path, header: Header, spec: AnyGame, blocks: Sequence[Sequence[Event]], dice: Dice, *, force: bool
) -> int:
    """The diary and, for secret dice, its side file, which is on the disk first. The number of the last event."""
    need_folder(path)
    with _secret_beside(path, dice, force=force):
        with written_aside(path, force=force) as aside, DiaryWriter.create(aside, header, spec.fold.codec) as writer:
            for block in blocks:
                writer.append(block)
        return writer.last_n


@contextmanager
def _secret_beside(path: Path, dice: Dice, *, force: bool) -> Iterator[None]:
    """Around the writing of a diary: the side file of secret dice. When it fails, the older one is there again."""
    if dice.secret is None:
        yield
        return
    older = keep_aside(path) if force else None
    try:
        keep_secret(path, dice.secret)
        try:
            yield
        except BaseException:
            drop_secret(path)
            raise
    except BaseException:
        if older is not None:
            older.rename(secret_path(path))
        raise
