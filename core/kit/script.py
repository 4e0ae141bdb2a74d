"""A list of typed operations that a card or an event carries out in order, some of which ask somebody something.

An operation is known by its name ("place", "place.2"), never by its place in the list: a diary that stopped in the
middle of a script can be resumed after another operation was put before it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from wardiary.core.run import Run
from wardiary.events.errors import RulesFault
from wardiary.events.kinds import Frame

__all__ = ["carry_out", "named_operations", "operation_of_kind"]

Operation = TypeVar("Operation", bound=Struct)
Kind = TypeVar("Kind", bound=Struct)


def named_operations(operations: Iterable[Operation]) -> dict[str, Operation]:
    """Operations by name, in their order: the tag in small letters, numbered from its second time on."""
    named: dict[str, Operation] = {}
    for operation in operations:
        kind = str(operation.__struct_config__.tag).lower()
        nth = 1 + sum(name.partition(".")[0] == kind for name in named)
        named[kind if nth == 1 else f"{kind}.{nth}"] = operation
    return named


def operation_of_kind(operations: Mapping[str, Struct], name: str, kind: type[Kind]) -> Kind:
    """The operation of this name, which a frame says is of this kind. Raises RulesFault when it is not."""
    operation = operations.get(name)
    if not isinstance(operation, kind):
        raise RulesFault(f"operation {name!r} is no {kind.__name__} but {type(operation).__name__}")
    return operation


def carry_out(
    run: Run[Any],
    operations: Mapping[str, Operation],
    frame_of: Callable[[str, Operation], Frame | None],
    do: Callable[[Operation], None],
    after: str | None = None,
) -> None:
    """Do the operations, from the first or `after` one on, until one of them has a frame: that is pushed, to ask.

    `frame_of` gives the frame of an operation that may ask something; `do` does one that asks nothing.
    """
    names = list(operations)
    for name in names[names.index(after) + 1 if after is not None else 0 :]:
        if (frame := frame_of(name, operations[name])) is not None:
            run.push(frame)
            return
        do(operations[name])
