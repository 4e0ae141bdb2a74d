"""What a diary says of a rules fault: the answer that met it, the exception's type and its place."""

import reprlib
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from wardiary.core.contract import AnyGame
from wardiary.events.codec import Codec
from wardiary.events.common import Crashed
from wardiary.events.errors import RulesFault
from wardiary.events.kinds import NAME_MAX, TEXT_MAX, Event, Input
from wardiary.events.vocabulary import tag_of

__all__ = ["NO_ANSWER", "NO_PLACE", "crashed", "fault_report", "hand_on", "need_readable", "place_of"]

NO_ANSWER = "null"
"""The answer in the record of a fault that no answer met: a game that asks and lists nothing, a player that raised."""

_ANSWER_MAX = 900_000

NO_PLACE = "?"
"""The place of a fault that no function raised, such as a game without end."""


def crashed(spec: AnyGame, answer: Input | None, error: BaseException) -> Crashed:
    """The record of a fault. No path and no line number, so that it is the same on every machine."""
    return Crashed(
        answer=NO_ANSWER if answer is None else _as_json(answer),
        exception=type(error).__name__[:NAME_MAX],
        place=place_of(spec, error.__traceback__) or NO_PLACE,
    )


def _as_json(answer: Any) -> str:
    """The answer as JSON; what a player gave may be anything, and what no diary could hold is told in short."""
    try:
        encoded = msgspec.json.encode(answer).decode()
        if len(encoded) <= _ANSWER_MAX:
            return encoded
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError):
        pass
    return msgspec.json.encode(reprlib.repr(answer).encode("ascii", "backslashreplace").decode()).decode()


def place_of(spec: AnyGame, traceback: TracebackType | None) -> str:
    """`module:function` of the innermost call in this package or in the game's own; empty without a traceback."""
    own = (*spec.rules.points, *spec.fold.evolve.values())
    ours = {__name__.partition(".")[0], *(part.__module__.partition(".")[0] for part in own)}
    place = ""
    while traceback is not None:
        module = str(traceback.tb_frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] in ours:
            place = f"{module.removeprefix('wardiary.')}:{traceback.tb_frame.f_code.co_qualname}"
        traceback = traceback.tb_next
    return place[:TEXT_MAX]


def need_readable(codec: Codec, events: Iterable[Event]) -> None:
    """Raises RulesFault for an event that the rules made and no diary could give back: a number out of bounds."""
    for event in events:
        try:
            codec.admit(event)
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            raise RulesFault(f"{tag_of(type(event))} could not be read again: {error}") from None


def fault_report(record: Crashed, path: Path | None, n: int, error: BaseException) -> RulesFault:
    """The error for the person: what failed, that nothing was lost, where the case is kept and how to hand it on."""
    what = "with no answer given" if record.answer == NO_ANSWER else f"on {record.answer}"
    where = (
        f"event {n} of {path} keeps the case; {hand_on(path)}"
        if path
        else "play it with a diary and bundle that to report it"
    )
    kind = type(error) if isinstance(error, RulesFault) else RulesFault
    return kind(
        f"the rules failed {what}: {record.exception} in {record.place} ({error}); "
        f"the game stands where it stood before; {where}"
    )


def hand_on(path: Path | None, options: str = "") -> str:
    """Whose fault it is comes first: rules may well fail on a diary that other rules or a person's hand has written."""
    return (
        f"`wardiary check {path}` says where the diary departs from the rules; "
        f"if it does not, please send it in: wardiary bundle {path} {options}-o report.zip"
    )
