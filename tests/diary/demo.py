"""A small vocabulary for the tests of the diary, and games written in it."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.codec import Codec
from wardiary.events.common import DiceSource, Header
from wardiary.events.diary import DiaryReader
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.errors import DiaryError
from wardiary.events.kinds import Event, Frame, HexDigest, Name, Number, Order, Outcome, Text


class March(Order, tag="demo.march@2", kw_only=True):
    unit: Annotated[int, Meta(ge=0, le=1000)]
    to: Name
    haste: bool = False


class MarchOld(Order, tag="demo.march", kw_only=True):
    unit: Annotated[int, Meta(ge=0, le=1000)]
    to: Name


class Fell(Outcome, tag="demo.fell", kw_only=True):
    unit: Annotated[int, Meta(ge=0, le=1000)]
    strength: Number = 0


class Asked(Frame, tag="demo.asked", kw_only=True):
    side: Literal["red", "white"]


class Said(Outcome, tag="demo.said", kw_only=True):
    text: Text
    path: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    digest: HexDigest | None = None


def _newer_march(old: MarchOld) -> Event:
    return March(unit=old.unit, to=old.to)


CODEC = Codec([March, Fell, Asked, Said])
CODEC_WITH_OLD_FORMS = Codec([March, Fell, Asked, Said], {MarchOld: _newer_march})


def codec_for(header: Header) -> Codec:
    """The demo's codec, whatever the header."""
    return CODEC


def header(number: int = 0) -> Header:
    """A header; equal numbers give equal bytes."""
    return Header(
        format="wardiary/1",
        id=f"{number:032x}",
        game="demo",
        rules="0.1.0",
        data="d" * 32,
        scenario="standard",
        seats={"red": "random", "white": "random"},
        dice_source=DiceSource(source="seed", seed="1"),
    )


def steps(count: int, *, long: bool = False) -> Iterator[list[Event]]:
    """Steps of two or three events each, the same every time."""
    for number in range(count):
        step: list[Event] = [March(unit=number % 1000, to=f"box {number % 7}", haste=number % 3 == 0)]
        if number % 5 == 2:
            step.append(Fell(unit=number % 1000, strength=-(number % 3)))
        if long and number % 11 == 4:
            step.append(Said(text='käsky "eteen"\n' * 9, path=("a", "b"), digest="ab" * 32))
        step.append(Asked(at=number % 3, side="red" if number % 2 else "white"))
        yield step


HEADER_LINE = CODEC.encode(header()) + b"\n"
FELL = b'{"t":"demo.fell","unit":1}\n'


def chained(*blocks: bytes, header: bytes = HEADER_LINE, marked: bool = True) -> bytes:
    """A diary whose chain is right, whatever its lines are."""
    previous, last, data = GENESIS, 0, b""
    for lines in (header, *blocks):
        last += lines.count(b"\n")
        block, previous = close_block(previous, lines, last, marked and bool(data))
        data += block
    return data


def events_of(data: bytes, *, canonical: bool = False) -> list[Event]:
    """All events of a diary."""
    return [event for some in DiaryReader(data, codec_for).events(canonical=canonical) for event in some]


def shown_before_the_fault(data: bytes, codec: Codec) -> tuple[list[Event], DiaryError]:
    """What a reader gives before it raises, and what it raises."""
    shown: list[Event] = []
    try:
        for some in DiaryReader(data, lambda _: codec).events():
            shown += some
    except DiaryError as error:
        return shown, error
    raise AssertionError("no fault was found")
