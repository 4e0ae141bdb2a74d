"""Each wire rule of a vocabulary, with classes that break it."""

import datetime
import decimal
import enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from wardiary.core.registry import game_ids, load_game
from wardiary.events import common, tiny
from wardiary.events.codec import Codec
from wardiary.events.common import COMMON_EVENTS
from wardiary.events.kinds import Chance, Count, Event, Frame, Input, Name, Order, Outcome, Record
from wardiary.events.vocabulary import faults, json_kinds, tag_of

Small = Annotated[int, Meta(ge=0, le=9)]


class Colour(enum.Enum):
    RED = "red"


class Plain(Struct):
    """No option set."""

    number: Small


class Inner(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Fine itself, but for a field without bounds."""

    number: int


class Node(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    after: "Node | None" = None


class Left(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    right: "Right | None" = None


class Right(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    left: Left | None = None


def event(**fields: Any) -> type[Event]:
    """An order `Sample` with these fields; a pair is a type and its default."""
    specification = [(name, *of) if isinstance(of, tuple) else (name, of) for name, of in fields.items()]
    made = msgspec.defstruct("Sample", specification, bases=(Order,), tag="demo.sample", kw_only=True)
    assert issubclass(made, Order)
    return made


# Fields.


@pytest.mark.parametrize(
    ("field", "fault"),
    [
        (int, "an int without ge and le"),
        (Annotated[int, Meta(ge=0)], "an int without ge and le"),
        (Annotated[int, Meta(le=0)], "an int without ge and le"),
        (Annotated[int, Meta(gt=0, lt=9)], "an int without ge and le"),
        (str, "a string without max_length"),
        (Annotated[str, Meta(min_length=1, pattern="^a*$")], "a string without max_length"),
        (tuple[Small, ...], "a tuple without max_length"),
        (Annotated[tuple[int, ...], Meta(max_length=3)], "an int without ge and le"),
        (tuple[Small, str], "a string without max_length"),
        (dict[Name, Small], "a dict without max_length"),
        (Annotated[dict[str, Small], Meta(max_length=3)], "a string without max_length"),
        (Annotated[dict[Name, int], Meta(max_length=3)], "an int without ge and le"),
        (Small | None | str, "a string without max_length"),
        (float, "FloatType has no place in a diary"),
        (Annotated[float, Meta(ge=0, le=1)], "FloatType has no place in a diary"),
        (float | None, "FloatType has no place in a diary"),
        (Any, "AnyType has no place in a diary"),
        (bytes, "BytesType has no place in a diary"),
        (list[Small], "ListType has no place in a diary"),
        (Annotated[list[Small], Meta(max_length=3)], "ListType has no place in a diary"),
        (set[Small], "SetType has no place in a diary"),
        (frozenset[Small], "FrozenSetType has no place in a diary"),
        (datetime.datetime, "DateTimeType has no place in a diary"),
        (decimal.Decimal, "DecimalType has no place in a diary"),
        (msgspec.Raw, "RawType has no place in a diary"),
        (Plain, "needs frozen, omit_defaults, forbid_unknown_fields and gc=False"),
        (Inner, "number: an int without ge and le"),
        (Annotated[tuple[Inner, ...], Meta(max_length=3)], "number: an int without ge and le"),
        (Node, "after: a recursive type"),
        (Left, "right: left: a recursive type"),
    ],
    ids=str,
)
def test_a_field_that_has_no_place(field: Any, fault: str) -> None:
    assert faults([event(field=field)]) == [f"Sample: field: {fault}"]


@pytest.mark.parametrize(
    "field",
    [
        Small,
        Name,
        bool,
        Small | None,
        Name | Small | None,
        Literal["red", "white"],
        Literal[1, 2],
        Colour,
        tuple[Small, Name],
        Annotated[tuple[tuple[Name, Small], ...], Meta(max_length=3)],
        Annotated[dict[Name, Annotated[tuple[Small, ...], Meta(max_length=3)]], Meta(max_length=3)],
        common.DiceSource,
        Annotated[tuple[common.ScenarioOption, ...], Meta(max_length=2)] | None,
        Annotated[Small, Meta(description="in two steps")],
    ],
    ids=str,
)
def test_a_field_that_is_fine(field: Any) -> None:
    assert faults([event(field=field)]) == []


# Defaults.

BIG = 10**6


@pytest.mark.parametrize("default", ["red", "", 257, -1, BIG, 0.0, ("a",), b"", Colour.RED, msgspec.UNSET], ids=repr)
def test_a_default_that_msgspec_may_write_or_not(default: object) -> None:
    assert faults([event(field=(Name | Small, default))]) == [
        f"Sample: field: default {default!r} is not omitted reliably"
    ]


@pytest.mark.parametrize("kind", [list, dict, lambda: "red"], ids=["list", "dict", "function"])
def test_a_default_factory(kind: Any) -> None:
    assert faults([event(field=(Small, msgspec.field(default_factory=kind)))]) == ["Sample: field: a default factory"]


@pytest.mark.parametrize("default", [None, False, True, 0, 1, 255, 256, ()], ids=repr)
def test_a_default_that_is_always_left_out(default: object) -> None:
    number = Annotated[int, Meta(ge=0, le=999)]
    made = event(field=(number | bool | None | Annotated[tuple[Small, ...], Meta(max_length=2)], default))
    assert faults([made]) == []
    equal = int(str(default)) if type(default) is int else default
    assert Codec.encode(made(field=equal)) == b'{"t":"demo.sample"}'


# Classes.


class NoTag(Order, kw_only=True):
    """The tag becomes the class's name, and changes with it."""


class One(Order, tag="demo.one", kw_only=True):
    pass


class OneToo(Outcome, tag="demo.one", kw_only=True):
    pass


class Collected(Order, tag="demo.collected", kw_only=True, gc=True):
    pass


class Spelled(Order, tag="demo.spelled", kw_only=True, omit_defaults=False):
    pass


class Lax(Order, tag="demo.lax", kw_only=True, forbid_unknown_fields=False):
    pass


OPTIONS = "needs frozen, omit_defaults, forbid_unknown_fields and gc=False"


@pytest.mark.parametrize("base", [Event, Input, Order, Chance, Outcome, Frame, Record])
def test_a_base_class_is_no_event(base: type[Event]) -> None:
    assert faults([base]) == [f"{base.__name__}: a base class is no event"]


@pytest.mark.parametrize(
    ("vocabulary", "found"),
    [
        ([NoTag], ["NoTag: no tag= of its own"]),
        ([One, OneToo], ["OneToo: tag 'demo.one' is taken by One"]),
        ([One, One], ["One: tag 'demo.one' is taken by One"]),
        ([Collected], [f"Collected: {OPTIONS}"]),
        ([Spelled], [f"Spelled: {OPTIONS}"]),
        ([Lax], [f"Lax: {OPTIONS}"]),
        ([NoTag, One, Lax], ["NoTag: no tag= of its own", f"Lax: {OPTIONS}"]),
        ([event(a=int, b=(str, "x"))], [
            "Sample: a: an int without ge and le",
            "Sample: b: default 'x' is not omitted reliably",
            "Sample: b: a string without max_length",
        ]),
    ],
    ids=lambda value: None,
)  # fmt: skip
def test_a_class_that_may_not_be_written(vocabulary: list[type[Event]], found: list[str]) -> None:
    assert faults(vocabulary) == found


def test_a_codec_refuses_a_faulty_vocabulary_and_names_every_breach() -> None:
    with pytest.raises(TypeError) as refused:
        Codec([NoTag, Lax])
    assert str(refused.value).splitlines() == ["NoTag: no tag= of its own", f"Lax: {OPTIONS}"]


def test_a_codec_refuses_a_faulty_old_form() -> None:
    with pytest.raises(TypeError, match="Lax: needs frozen"):
        Codec([One], {Lax: lambda old: One()})


@pytest.mark.parametrize("vocabulary", [COMMON_EVENTS, tiny.VOCABULARY], ids=["common", "tiny"])
def test_the_events_that_stand_are_fine(vocabulary: tuple[type[Event], ...]) -> None:
    assert faults(vocabulary) == []


# Tags and JSON types.


def test_tags_are_what_the_class_says() -> None:
    assert [tag_of(each) for each in (One, common.TookBack, tiny.March)] == ["demo.one", "took_back", "tiny.march"]


@pytest.mark.parametrize(
    ("field", "kinds"),
    [
        (Small, {"integer"}),
        (Small | None, {"integer"}),
        (bool, {"boolean"}),
        (Name, {"string"}),
        (Literal["a", "b"], {"string"}),
        (Literal[1, 2], {"integer"}),
        (Literal[1, "a", None] | bool, {"integer", "string", "boolean"}),
        (Annotated[tuple[Small, ...], Meta(max_length=2)], {"array of integer"}),
        (Annotated[tuple[Name | None, ...], Meta(max_length=2)], {"array of string"}),
        (Annotated[tuple[common.ScenarioOption, ...], Meta(max_length=2)], {"array of object"}),
        (tuple[Name, Small], {"array"}),
        (Annotated[dict[Name, Small], Meta(max_length=2)], {"object"}),
        (common.DiceSource | None, {"object"}),
        (Name | Small, {"string", "integer"}),
    ],
    ids=lambda value: " or ".join(sorted(value)) if isinstance(value, set) else str(value),
)
def test_the_json_types_of_a_field(field: Any, kinds: set[str]) -> None:
    assert json_kinds([event(field=field)]) == {"field": kinds}


def test_a_field_name_gathers_its_types_over_all_classes() -> None:
    assert json_kinds([event(a=Small, b=Name), event(a=Name, c=Count)]) == {
        "a": {"integer", "string"},
        "b": {"string"},
        "c": {"integer"},
    }


def test_a_field_name_has_one_json_type_in_all_events_of_all_games() -> None:
    """So that mixed logs read well in one table."""
    everything = {event for game in game_ids() for event in load_game(game).fold.codec.vocabulary} | set(COMMON_EVENTS)
    mixed = {name: kinds for name, kinds in json_kinds(everything).items() if len(kinds) != 1}
    assert mixed == {}
