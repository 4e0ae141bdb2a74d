"""The events that every game shares. Tags have no game before them.

Games narrow `Rolled` and `Drawn` to their own purposes, seats and decks by a subclass under the same tag:

    class Rolled(common.Rolled, tag="rolled", kw_only=True):
        purpose: Literal["attack", "defence"]
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.kinds import (
    CardId,
    Chance,
    Count,
    Depth,
    Event,
    EventNo,
    Face,
    HexDigest,
    Key,
    Name,
    Number,
    Outcome,
    Record,
    Text,
)

__all__ = [
    "COMMON_EVENTS",
    "FORMAT",
    "KEYED_SOURCES",
    "TOLD_SOURCES",
    "Back",
    "Began",
    "Checkpoint",
    "Commit",
    "Crashed",
    "DiceSource",
    "Drawn",
    "Embedded",
    "Ended",
    "Fixed",
    "Header",
    "Noted",
    "Parent",
    "Positioned",
    "Reseeded",
    "Resumed",
    "Rolled",
    "ScenarioOption",
    "Sealed",
    "SourceName",
    "TookBack",
]

FORMAT = "wardiary/1"

SourceName = Literal["system", "seed", "typed", "script"]
"""Where a value came from: `system` secret bytes committed in the header, `seed` an open seed, `typed` a person at the
table, `script` a file."""
KEYED_SOURCES: frozenset[SourceName] = frozenset({"system", "seed"})
"""Values that a key gives: nobody chose them, and they can be worked out again."""
TOLD_SOURCES: frozenset[SourceName] = frozenset({"typed", "script"})
"""Values that somebody told, who may have made a slip."""


class DiceSource(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How the dice of this diary are made; `commit` binds a `system` secret, `seed` is open."""

    source: SourceName
    commit: HexDigest | None = None
    seed: Annotated[str, Meta(max_length=200)] | None = None


class ScenarioOption(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One option of the scenario, by name."""

    name: Name
    value: Name


class Parent(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Where a fork left its parent: after event `n`, whose block's chained hash is `h`, and why."""

    id: Name
    n: EventNo
    h: HexDigest
    reason: Text


class Header(Event, tag="header", kw_only=True):
    """Event 1 of every diary."""

    format: Name
    id: Name
    game: Name
    rules: Name
    data: HexDigest
    scenario: Name
    options: Annotated[tuple[ScenarioOption, ...], Meta(max_length=64)] = ()
    seats: Annotated[dict[Name, Name], Meta(max_length=16)]
    dice_source: DiceSource
    written: Annotated[str, Meta(max_length=40)] | None = None
    parent: Parent | None = None


class Commit(
    Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="t",
    tag="commit",
):
    """Closes a block. Not an event: `n` is the number of the last event, `s` marks a block after a disk sync."""

    n: EventNo
    s: Annotated[int, Meta(ge=0, le=1)] = 0
    h: Annotated[str, Meta(min_length=32, max_length=32)]


class Rolled(Chance, tag="rolled", kw_only=True):
    """Dice of one roll. `key` is its context, `nth` its ordinal among equal purposes and contexts (first is 1)."""

    purpose: Name
    by: Name
    key: Key
    nth: Annotated[int, Meta(ge=1, le=1_000_000_000)] = 1
    sides: Annotated[int, Meta(ge=2, le=255)] = 6
    dice: Annotated[tuple[Face, ...], Meta(min_length=1, max_length=256)]
    source: SourceName


class Drawn(Chance, tag="drawn", kw_only=True):
    """Cards drawn from an unordered bag; `shuffle` counts how often the bag has been refilled."""

    deck: Name
    by: Name
    shuffle: Count = 0
    cards: Annotated[tuple[CardId, ...], Meta(min_length=1, max_length=64)]
    source: SourceName


class Back(Outcome, tag="back", kw_only=True):
    """The stack of frames falls back to its lowest `to` frames; the topmost of them is asked again."""

    to: Depth


class Began(Outcome, tag="began", kw_only=True):
    """A turn began (no phase), or a phase of it."""

    turn: Count
    phase: Name | None = None


class Ended(Outcome, tag="ended", kw_only=True):
    """The game is decided. No winner is a draw; allies win together. `score` where the rules count one."""

    kind: Name
    winners: Annotated[tuple[Name, ...], Meta(max_length=16)] = ()
    score: Number | None = None


class Checkpoint(Outcome, tag="checkpoint", kw_only=True):
    """Digest of the state here. Derived: a check computes it again, a fold passes over it."""

    state: HexDigest


class Positioned(Outcome, tag="positioned", kw_only=True):
    """The game starts from a written position instead of a set-up: the state as `show --format json` writes it."""

    state: Annotated[str, Meta(max_length=900_000)]


class Embedded(Record, tag="embedded", kw_only=True):
    """One file of component data that is not the game's own, so that the diary can be played on anywhere."""

    name: Name
    text: Annotated[str, Meta(max_length=900_000)]


class Noted(Record, tag="noted", kw_only=True):
    """A remark of a person."""

    text: Text


class TookBack(Record, tag="took_back", kw_only=True):
    """Play goes on from the state after event `to`. `forced`: new information had been seen since."""

    to: EventNo
    forced: bool = False


class Fixed(Record, tag="fixed", kw_only=True):
    """Event `n` was mistyped at the table; play goes on from `to`, the step's end before it, with the right value.

    `forced`: the value did not come from a table or a script, so it was no slip of the pen.
    """

    n: EventNo
    to: EventNo
    forced: bool = False


class Resumed(Record, tag="resumed", kw_only=True):
    """A new sitting, perhaps under newer rules."""

    rules: Name
    data: HexDigest
    written: Annotated[str, Meta(max_length=40)] | None = None


class Reseeded(Record, tag="reseeded", kw_only=True):
    """The dice source changed from here on: its secret was lost, or the table chose another."""

    dice_source: DiceSource


class Crashed(Record, tag="crashed", kw_only=True):
    """The rules raised, or wrongly refused, an answer: the answer as JSON, the exception's type and place.

    `place` is `module:function`, or the refusal for an answer that a person says was wrongly refused.
    """

    answer: Annotated[str, Meta(max_length=900_000)]
    exception: Name
    place: Text


class Sealed(Record, tag="sealed", kw_only=True):
    """The diary is closed: its number of events, a digest over every byte before this line, the dice's secret."""

    events: EventNo
    digest: Annotated[str, Meta(min_length=64, max_length=64)]
    reveal: HexDigest | None = None


COMMON_EVENTS: tuple[type[Event], ...] = (
    Header,
    Rolled,
    Drawn,
    Back,
    Began,
    Ended,
    Checkpoint,
    Positioned,
    Embedded,
    Noted,
    TookBack,
    Fixed,
    Resumed,
    Reseeded,
    Crashed,
    Sealed,
)
"""All but `Commit`, which is no event."""
