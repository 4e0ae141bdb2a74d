"""Where two values part: records in a row by their place, plain rows as one value."""

import pytest
from msgspec import Struct, field

from wardiary.core.state import State
from wardiary.events.common import Back, Ended
from wardiary.events.kinds import Frame
from wardiary.replay.compare import Part, event_parts, state_parts


class Ask(Frame, tag="test.ask", kw_only=True):
    """A frame."""

    side: str = ""


class Record(Struct, frozen=True):
    """A record."""

    box: str


class Held(State, kw_only=True):
    """Records in a tuple and in a list, and plain rows."""

    row: tuple[Record, ...] = ()
    listed: list[Record] = field(default_factory=list)
    plain: tuple[int, ...] = ()


A, B, C = Record("a"), Record("b"), Record("c")


@pytest.mark.parametrize(
    ("left", "right", "parts"),
    [
        (Held(row=(A, B)), Held(row=(A, C)), [("row.1.box", '"b"', '"c"')]),
        (Held(row=(A,)), Held(row=(A, B)), [("row.1", "", '{"box":"b"}')]),
        (Held(row=(A, B)), Held(row=(A,)), [("row.1", '{"box":"b"}', "")]),
        (Held(row=()), Held(row=(A,)), [("row.0", "", '{"box":"a"}')]),
        (Held(row=(A,)), Held(row=()), [("row.0", '{"box":"a"}', "")]),
        (Held(listed=[A, B]), Held(listed=[A, C]), [("listed.1.box", '"b"', '"c"')]),
        (Held(plain=(1, 2)), Held(plain=(1, 3)), [("plain", "[1,2]", "[1,3]")]),
        (Held(plain=()), Held(plain=(1,)), [("plain", "[]", "[1]")]),
        (Held(frames=(Ask(side="x"),)), Held(frames=(Ask(side="y"),)), [("frames.0.side", '"x"', '"y"')]),
        (Held(rolled={"b": 1, "a": 1}), Held(rolled={"a": 2}), [("rolled.a", "1", "2"), ("rolled.b", "1", "")]),
        (Held(turn=1), Held(turn=1), []),
    ],
)
def test_places_where_states_part(left: Held, right: Held, parts: list[tuple[str, str, str]]) -> None:
    assert state_parts(left, right) == [Part(*part) for part in parts]
    assert state_parts(right, left) == [Part(path, there, here) for path, here, there in parts]


def test_events_of_two_kinds_part_in_their_tags() -> None:
    (part,) = event_parts(Back(to=1), Ended(kind="x"))
    assert (part.path, part.left) == ("t", '{"t":"back","to":1}')
    assert event_parts(None, Back(to=1)) == [Part("t", "", '{"t":"back","to":1}')]
