"""Putting right what was mistyped: the right value as a person types it, judged before the diary is touched."""

from pathlib import Path

import msgspec

from wardiary.core.registry import codec_for
from wardiary.core.requests import Draw, Roll
from wardiary.core.words import counted
from wardiary.events.codec import Codec
from wardiary.events.diary import open_diary
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Event, Input
from wardiary.replay.answers import cards_drawn, decode_input, read_answer
from wardiary.replay.fix import Carried, judge_fix, need_fixable
from wardiary.replay.log import Log
from wardiary.replay.opening import open_table
from wardiary.replay.session import Session
from wardiary.replay.table import Table

__all__ = ["carried_words", "judged_fix", "last_chance"]

_Fields = dict[str, msgspec.Raw]


def judged_fix(file: Path, at: int, value: str, *, force: bool) -> Input:
    """The right value for event `at`, accepted by the rules there: what is refused leaves no trace in the diary.

    Raises what reading raises, UsageError, Refused.
    """
    reader = open_diary(file, codec_for)
    log = Log(reader.codec, file)
    for block in reader.blocks():
        log.add_block(block.events)
    log.need_ends()
    need_fixable(log, at)
    table = open_table(reader)
    if value.lstrip().startswith(("{", "[")):
        right = _right_value(reader.codec, value, log.events[at - 1])
    else:
        right = _said(table, log, at, value)
    judge_fix(table, log, reader.header.dice_source.source, at, right, forced=force)
    return right


def _said(table: Table, log: Log, at: int, value: str) -> Input:
    """The right value for event `at` in the words of the prompt. Raises UsageError."""
    before = log.end_before(at)
    state = log.state_at(table.rules, before)
    request = table.rules.request(state)
    gone = cards_drawn(log.line(before), request) if isinstance(request, Draw) else ()
    try:
        return read_answer(table, state, request, value, gone=gone)
    except UsageError as error:
        raise UsageError(f"at event {at} {error}") from None


def _right_value(codec: Codec, value: str, wrong: Event) -> Input:
    """An order, roll or draw from JSON; without a kind (`t`) its fields replace those of `wrong`.

    Raises UsageError.
    """
    try:
        given = msgspec.json.decode(value, type=_Fields)
        if "t" not in given:
            given = {**msgspec.json.decode(codec.encode(wrong), type=_Fields), **given}
        line = msgspec.json.encode(given)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError) as error:
        raise UsageError(f"{value[:60]!r} is no answer of this game: {error}") from None
    return decode_input(codec, line, said=value)


def last_chance(session: Session) -> tuple[int, Roll | Draw]:
    """The last roll or draw on the line of play: its number, and the request that it met. Raises UsageError."""
    log, rules = session.log, session.rules
    chances = session.table.spec.fold.codec.chances
    for n in reversed(log.inputs(log.standing)):
        if type(log.events[n - 1]) in chances:
            request = rules.request(log.state_at(rules, log.end_before(n)))
            assert isinstance(request, Roll | Draw)
            return n, request
    raise UsageError("nothing was rolled or drawn yet")


def carried_words(n: int, carried: Carried, *, numbered: bool = True) -> str:
    """What became of a fix; events are numbered where nothing is hidden from whoever reads it."""
    fixed = f"Event {n} is put right" if numbered else "It is put right"
    if carried.stopped_at is None:
        return f"{fixed}{f'; {_carried(carried)}' if carried.answers else ''}."
    stopped = f"that of event {carried.stopped_at}" if numbered else "the next"
    return f"{fixed}; {_carried(carried)}, {stopped} no longer fits: {carried.reason}"


def _carried(carried: Carried) -> str:
    return f"{counted(carried.answers, 'later answer')} {'is' if carried.answers == 1 else 'are'} carried over"
