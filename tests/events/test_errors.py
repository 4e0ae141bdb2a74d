"""The drawing of the error tree is the tree."""

import re
from pathlib import Path
from typing import Any

import pytest

from wardiary.events import errors
from wardiary.events.errors import DiaryError, Refused, WardiaryError

BRANCH = re.compile(r"(?P<stem>(?:[| ]   )*)[|`]-- (?P<name>\w+)(?: +(?P<code>\d+)(?= ))?")


def drawn() -> dict[str, tuple[str, int]]:
    """For each class of the drawing, the class it hangs on and its exit code, its own or that of the class above."""
    lines = (errors.__doc__ or "").splitlines()
    path, tree = [("WardiaryError", 3)], {}
    for line in lines[lines.index("WardiaryError") + 1 :]:
        branch = BRANCH.match(line)
        assert branch, f"no branch of the drawing: {line!r}"
        path = path[: len(branch["stem"]) // 4 + 1]
        parent, inherited = path[-1]
        code = int(branch["code"]) if branch["code"] else inherited
        assert branch["name"] not in tree, f"{branch['name']} is drawn twice"
        tree[branch["name"]] = (parent, code)
        path.append((branch["name"], code))
    return tree


def defined() -> dict[str, type[WardiaryError]]:
    return {
        name: value
        for name, value in vars(errors).items()
        if isinstance(value, type) and value.__module__ == errors.__name__
    }


def test_every_class_is_drawn_where_it_stands_with_its_exit_code() -> None:
    tree = {
        name: (error.__bases__[0].__name__, error.exit_code)
        for name, error in defined().items()
        if error is not WardiaryError
    }
    assert tree == drawn()
    assert WardiaryError.exit_code == 3


def test_every_error_is_one_of_ours_with_one_base() -> None:
    assert [name for name, error in defined().items() if not issubclass(error, WardiaryError)] == []
    assert [name for name, error in defined().items() if len(error.__bases__) != 1] == []


def test_all_is_what_is_defined() -> None:
    assert errors.__all__ == sorted(defined())


def test_three_causes_never_share_a_class() -> None:
    """Unreadable, unlawful, departing: none of them is caught by a handler of another."""
    apart = [errors.DiaryError, errors.Refused, errors.Departure, errors.UsageError, errors.Locked, errors.RulesFault]
    assert [(a, b) for a in apart for b in apart if a is not b and issubclass(a, b)] == []


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({}, "the chain is broken"),
        ({"path": Path("a.diary")}, "a.diary: the chain is broken"),
        (
            {"path": Path("a.diary"), "line": 3, "byte": 0, "event": 2},
            "a.diary, line 3, byte 0, event 2: the chain is broken",
        ),
        ({"event": 7}, "event 7: the chain is broken"),
    ],
    ids=["nowhere", "file", "all", "event"],
)
def test_an_error_of_a_diary_says_where(where: dict[str, Any], message: str) -> None:
    error = DiaryError("the chain is broken", **where)
    assert (str(error), error.message) == (message, "the chain is broken")
    assert (error.path, error.line, error.byte, error.event) == tuple(
        where.get(name) for name in ("path", "line", "byte", "event")
    )


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("FRD-4.2-09: four units stand there", "FRD-4.2-09"),
        ("FRD-4.1-11, -12: one use of a unit per card", "FRD-4.1-11"),
        ("no such order", ""),
        ("BAB-4.2-07: a train leaves the railway: here", "BAB-4.2-07"),
    ],
)
def test_a_refusal_carries_its_clause(reason: str, clause: str) -> None:
    assert (str(Refused(reason)), Refused(reason).reason, Refused(reason).clause) == (reason, reason, clause)
