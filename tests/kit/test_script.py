"""The script of typed operations: names, kinds, and where it stops to ask."""

from typing import Any

import pytest
from msgspec import Struct

from wardiary.core.kit.script import carry_out, named_operations, operation_of_kind
from wardiary.core.run import Run
from wardiary.core.state import State
from wardiary.events.errors import RulesFault
from wardiary.events.tiny import AskDraw, AskMarch


class Ask(Struct, frozen=True, tag="ASK"):
    points: int = 1


class Do(Struct, frozen=True, tag="do"):
    what: str


A, B, C = Do("a"), Do("b"), Do("c")


@pytest.mark.parametrize(
    ("operations", "names"),
    [
        ((), []),
        ((A,), ["do"]),
        ((A, Ask(), B), ["do", "ask", "do.2"]),
        ((Ask(), Ask(), A, Ask()), ["ask", "ask.2", "do", "ask.3"]),
    ],
)
def test_operations_are_named_by_tag_and_ordinal(operations: tuple[Struct, ...], names: list[str]) -> None:
    named = named_operations(operations)
    assert list(named) == names
    assert tuple(named.values()) == operations


@pytest.mark.parametrize(
    ("operations", "after", "done", "asked"),
    [
        ((), None, [], None),
        ((A, B), None, ["a", "b"], None),
        ((A, Ask(2), B), None, ["a"], 2),
        ((A, Ask(2), B), "ask", ["b"], None),
        ((Ask(1), A, Ask(2), B, Ask(3), C), "ask", ["a"], 2),
        ((Ask(1), A, Ask(2), B, Ask(3), C), "ask.2", ["b"], 3),
        ((Ask(1), A, Ask(2), B, Ask(3), C), "ask.3", ["c"], None),
        ((A, B), "do.2", [], None),
    ],
)
def test_operations_are_done_until_one_asks(
    operations: tuple[Struct, ...], after: str | None, done: list[str], asked: int | None
) -> None:
    found: list[str] = []
    run: Run[State] = Run({}, State(frames=(AskDraw(),)))

    def frame_of(name: str, operation: Any) -> AskMarch | None:
        return AskMarch(side="red", points=operation.points) if name.startswith("ask") else None

    def do(operation: Any) -> None:
        found.append(operation.what)

    carry_out(run, named_operations(operations), frame_of, do, after)
    assert found == done
    assert run.stack == [AskDraw()] + ([AskMarch(at=1, side="red", points=asked)] if asked else [])


def test_an_operation_is_of_the_kind_that_its_frame_stands_for() -> None:
    operations = named_operations((A, Ask()))
    assert operation_of_kind(operations, "do", Do) is A
    with pytest.raises(RulesFault, match="operation 'ask' is no Do but Ask"):
        operation_of_kind(operations, "ask", Do)
    with pytest.raises(RulesFault, match=r"operation 'do\.2' is no Do but NoneType"):
        operation_of_kind(operations, "do.2", Do)
