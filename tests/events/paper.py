"""The events of three moments of docs/log-format.md: the format tried on paper, before these games are built."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.codec import Codec
from wardiary.events.kinds import CardId, Count, Frame, Id, Name, Number, Order, Outcome

Names = Annotated[tuple[Name, ...], Meta(max_length=64)]
Point = tuple[Number, Number]


class OrderMove(Frame, tag="paper.order_move", kw_only=True):
    side: Literal["german", "red", "white"]
    hex: Id


class TestCommand(Frame, tag="paper.test_command", kw_only=True):
    unit: Count


class AskWindow(Frame, tag="paper.ask_window", kw_only=True):
    side: Literal["german", "red", "white"]
    window: Name


class PlayCard(Order, tag="paper.play_card", kw_only=True):
    card: CardId


class CardPlayed(Outcome, tag="paper.card_played", kw_only=True):
    card: CardId
    side: Literal["german", "red", "white"]


class CommandRestored(Outcome, tag="paper.command_restored", kw_only=True):
    unit: Count


class AskPath(Frame, tag="paper.ask_path", kw_only=True):
    side: Literal["german", "red", "white"]
    unit: Count


class AskOverwatch(Frame, tag="paper.ask_overwatch", kw_only=True):
    pass


class WantOverwatch(Order, tag="paper.want_overwatch", kw_only=True):
    by: Literal["red", "white"]
    want: bool


class OverwatchRevealed(Outcome, tag="paper.overwatch_revealed", kw_only=True):
    wanted_by: Names


class RollPriority(Frame, tag="paper.roll_priority", kw_only=True):
    pass


class AskWaiting(Frame, tag="paper.ask_waiting", kw_only=True):
    side: Literal["red", "white"]


class Track(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The way of one figure: its start, its vias, its end, in millimetres."""

    figure: Id
    points: Annotated[tuple[Point, ...], Meta(min_length=2, max_length=5)]


class Move(Order, tag="paper.move", kw_only=True):
    element: Id
    mode: Literal["normal", "fast"]
    shape: Literal["keep", "line", "double", "column"]
    shift: Point


class FiguresMoved(Outcome, tag="paper.figures_moved", kw_only=True):
    element: Id
    tracks: Annotated[tuple[Track, ...], Meta(min_length=1, max_length=32)]


class AskShooting(Frame, tag="paper.ask_shooting", kw_only=True):
    element: Id
    side: Literal["red", "white"]


CODEC = Codec(
    [
        AskOverwatch,
        AskPath,
        AskShooting,
        AskWaiting,
        AskWindow,
        CardPlayed,
        CommandRestored,
        FiguresMoved,
        Move,
        OrderMove,
        OverwatchRevealed,
        PlayCard,
        RollPriority,
        TestCommand,
        WantOverwatch,
    ]
)
