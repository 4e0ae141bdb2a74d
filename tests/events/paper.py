"""The few events that the five moments of docs/log-format.md need: the format tried on paper, before the games."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wardiary.events.codec import Codec
from wardiary.events.kinds import CardId, Count, Frame, Id, Name, Number, Order, Outcome

Names = Annotated[tuple[Name, ...], Meta(max_length=64)]
Point = tuple[Number, Number]


class FreezingBattle(Frame, tag="freezing.battle", kw_only=True):
    box: Id
    step: Name


class AskLoss(Frame, tag="freezing.ask_loss", kw_only=True):
    side: Literal["fin", "sov"]
    hits: Count


class Lose(Order, tag="freezing.lose", kw_only=True):
    unit: Count


class UnitWeakened(Outcome, tag="freezing.unit_weakened", kw_only=True):
    unit: Count
    strength: Count


class BrotherBattle(Frame, tag="brother.battle", kw_only=True):
    town: Id
    step: Name


class AskReaction(Frame, tag="brother.ask_reaction", kw_only=True):
    side: Literal["red", "white"]


class UseCard(Order, tag="brother.use_card", kw_only=True):
    card: CardId


class CardUsed(Outcome, tag="brother.card_used", kw_only=True):
    card: CardId
    pile: Literal["removed", "reshuffle"]


class Pass(Order, tag="brother.pass", kw_only=True):
    pass


class OrderMove(Frame, tag="helsinki.order_move", kw_only=True):
    side: Literal["german", "red", "white"]
    hex: Id


class TestCommand(Frame, tag="helsinki.test_command", kw_only=True):
    unit: Count


class AskWindow(Frame, tag="helsinki.ask_window", kw_only=True):
    side: Literal["german", "red", "white"]
    window: Name


class PlayCard(Order, tag="helsinki.play_card", kw_only=True):
    card: CardId


class CardPlayed(Outcome, tag="helsinki.card_played", kw_only=True):
    card: CardId
    side: Literal["german", "red", "white"]


class CommandRestored(Outcome, tag="helsinki.command_restored", kw_only=True):
    unit: Count


class AskPath(Frame, tag="helsinki.ask_path", kw_only=True):
    side: Literal["german", "red", "white"]
    unit: Count


class AskOverwatch(Frame, tag="kuularuisku.ask_overwatch", kw_only=True):
    pass


class WantOverwatch(Order, tag="kuularuisku.want_overwatch", kw_only=True):
    by: Literal["red", "white"]
    want: bool


class OverwatchRevealed(Outcome, tag="kuularuisku.overwatch_revealed", kw_only=True):
    wanted_by: Names


class RollPriority(Frame, tag="kuularuisku.roll_priority", kw_only=True):
    pass


class AskWaiting(Frame, tag="kuularuisku.ask_waiting", kw_only=True):
    side: Literal["red", "white"]


class Track(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The way of one figure: its start, its vias, its end, in millimetres."""

    figure: Id
    points: Annotated[tuple[Point, ...], Meta(min_length=2, max_length=5)]


class Move(Order, tag="kuularuisku.move", kw_only=True):
    element: Id
    mode: Literal["normal", "fast"]
    shape: Literal["keep", "line", "double", "column"]
    shift: Point


class FiguresMoved(Outcome, tag="kuularuisku.figures_moved", kw_only=True):
    element: Id
    tracks: Annotated[tuple[Track, ...], Meta(min_length=1, max_length=32)]


class AskShooting(Frame, tag="kuularuisku.ask_shooting", kw_only=True):
    element: Id
    side: Literal["red", "white"]


CODEC = Codec(
    [
        AskLoss,
        AskOverwatch,
        AskPath,
        AskReaction,
        AskShooting,
        AskWaiting,
        AskWindow,
        BrotherBattle,
        CardPlayed,
        CardUsed,
        CommandRestored,
        FiguresMoved,
        FreezingBattle,
        Lose,
        Move,
        OrderMove,
        OverwatchRevealed,
        Pass,
        PlayCard,
        RollPriority,
        TestCommand,
        UnitWeakened,
        UseCard,
        WantOverwatch,
    ]
)
