"""Kinds of arguments: what a person may write for a game, a seat's player, a place in a diary; each with completion.

A value of the wrong form is wrong use (exit code 2). Whether a game, seat or event *exists* is judged by the library.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from wardiary.cli.output import one_line
from wardiary.events.errors import UsageError, WardiaryError

__all__ = [
    "DIARY",
    "EVENT",
    "FILE",
    "FOLDER",
    "GAME",
    "OPTION",
    "PLACE",
    "SCENARIO",
    "SEAT",
    "SEAT_PLAYER",
    "Place",
    "as_mapping",
    "diary_argument",
    "game_argument",
    "seat_option",
]

F = TypeVar("F", bound=Callable[..., Any])
Items = list[CompletionItem[Any]]
EVENT_MAX = 1_000_000_000_000


def matching(words: Iterable[tuple[str, str]], incomplete: str) -> Items:
    """Completions of (word, help)."""
    return [CompletionItem(word, help=words_help) for word, words_help in words if word.startswith(incomplete)]


def spec_of(context: click.Context) -> Any:
    """The game that the command line names, directly or through a diary; None where it names none that is there.

    Completion must never fail, so every error means none.
    """
    from wardiary.core.registry import codec_for, load_game
    from wardiary.events.diary import open_diary

    first = next((p.name for p in context.command.params if isinstance(p, click.Argument)), None)
    # click leaves arguments unassigned while the value of an option is still to come.
    named = context.params.get(first or "") or next(iter(context.args), None)
    try:
        if named and first == "game":
            return load_game(named)
        if named and first == "file":
            return load_game(open_diary(named, codec_for).header.game)
    except (WardiaryError, OSError):
        return None
    return None


class GameType(click.ParamType[str, str]):
    name = "game"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from wardiary.core.registry import game_ids

        return matching(((game, "") for game in game_ids()), incomplete)


class ScenarioType(click.ParamType[str, str]):
    name = "scenario"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        spec = spec_of(ctx)
        scenarios = {} if spec is None else spec.scenarios
        return matching(((name, scenario.title) for name, scenario in scenarios.items()), incomplete)


class SeatType(click.ParamType[str, str]):
    name = "seat"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        spec = spec_of(ctx)
        return matching(((seat, "") for seat in (() if spec is None else spec.seats)), incomplete)


class Pair(click.ParamType[tuple[str, str], Any]):
    """`name=value`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        left, equals, right = value.partition("=")
        if not (left and equals and right):
            self.fail(f"{one_line(value, 60)!r} is not of the form {self.name}", param, ctx)
        return left, right


class SeatPlayerType(Pair):
    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        from wardiary.core.players import HUMAN

        spec = spec_of(ctx)
        if spec is None:
            return []
        seat, equals, _ = incomplete.partition("=")
        if not equals:
            return matching(((f"{seat}=", "") for seat in spec.seats), incomplete)
        players = [HUMAN, "random", *spec.players]
        return matching(((f"{seat}={player}", "") for player in players), incomplete)


class OptionType(Pair):
    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        spec = spec_of(ctx)
        if spec is None:
            return []
        chosen = ctx.params.get("scenario") or next(iter(spec.scenarios), "")
        options = spec.scenarios[chosen].options if chosen in spec.scenarios else {}
        pairs = [(f"{name}={value}", "") for name, values in options.items() for value in values]
        return matching(pairs, incomplete)


class Place(str):
    """Where in a diary: an event's number, `last`, or `turn:N`."""

    __slots__ = ()


class PlaceType(click.ParamType[Place, Any]):
    name = "N|last|turn:N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Place:
        text = str(value)
        number = text.removeprefix("turn:")
        if text != "last" and not (number.isascii() and number.isdigit() and len(number) < 13):
            self.fail(f"{one_line(text, 60)!r} is no event number, 'last' or 'turn:3'", param, ctx)
        return Place(text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        return matching((("last", "the end"), ("turn:", "the beginning of a turn")), incomplete)


class FileType(click.ParamType[Path, Any]):
    """A path; the library says what is wrong with it. `kind` is what the shell completes."""

    def __init__(self, name: str, kind: str = "file") -> None:
        self.name, self.kind = name, kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        text = str(value)
        if not text or "\x00" in text:
            self.fail("an empty file name" if not text else "a file name cannot hold a zero byte", param, ctx)
        return Path(text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
        return [CompletionItem(incomplete, type=self.kind)]


GAME, SCENARIO, SEAT, PLACE = GameType(), ScenarioType(), SeatType(), PlaceType()
SEAT_PLAYER, OPTION = SeatPlayerType("seat=player"), OptionType("option=value")
DIARY, FILE, FOLDER = FileType("diary"), FileType("file"), FileType("folder", "dir")
EVENT = click.IntRange(1, EVENT_MAX)


def as_mapping(pairs: Iterable[tuple[str, str]], what: str) -> dict[str, str]:
    """The pairs by name. Raises UsageError when a name is given twice."""
    mapping: dict[str, str] = {}
    for name, value in pairs:
        if name in mapping:
            raise UsageError(f"{what} {name!r} is given twice")
        mapping[name] = value
    return mapping


def game_argument(function: F) -> F:
    """GAME, as `wardiary games` lists them."""
    return click.argument("game", type=GAME)(function)


def diary_argument(function: F) -> F:
    """FILE, a diary."""
    return click.argument("file", type=DIARY)(function)


def seat_option(function: F) -> F:
    """`--seat red=greedy`, as often as there are seats."""
    return click.option(
        "--seat",
        "seats",
        type=SEAT_PLAYER,
        multiple=True,
        metavar="SEAT=PLAYER",
        help="Who plays a seat: human, random or a player of the game. As often as needed.",
    )(function)
