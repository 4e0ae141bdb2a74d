"""Kinds of arguments: what a person may write for a game, a seat's player, a place in a diary; each with completion.

A value of the wrong form is wrong use (exit code 2). Whether a game, seat or event *exists* is judged by the library.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from wardiary.cli.output import one_line
from wardiary.core.contract import AnyGame
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
    "SVG",
    "Place",
    "as_mapping",
    "cores_option",
    "diary_argument",
    "futures_option",
    "game_argument",
    "luck_option",
    "seat_option",
    "workers_option",
]

F = TypeVar("F", bound=Callable[..., Any])
_Items = list[CompletionItem[Any]]
_WORKERS = click.IntRange(1, 1024)
_EVENT_MAX = 1_000_000_000_000
_FUTURES_MAX = 1_000_000
_OWN_SEED = "; the diary's id by default"


_Words = Callable[[click.Context], Iterable[tuple[str, str]]]
"""What may be completed, each with its help, given what stands on the command line."""


def _matching(words: Iterable[tuple[str, str]], incomplete: str) -> _Items:
    return [CompletionItem(word, help=words_help) for word, words_help in words if word.startswith(incomplete)]


def _spec_of(context: click.Context) -> AnyGame | None:
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


def _games(_context: click.Context) -> Iterator[tuple[str, str]]:
    from wardiary.core.registry import game_ids

    return ((game, "") for game in game_ids())


def _scenarios(context: click.Context) -> Iterator[tuple[str, str]]:
    if spec := _spec_of(context):
        yield from ((name, scenario.title) for name, scenario in spec.scenarios.items())


def _seats(context: click.Context) -> Iterator[tuple[str, str]]:
    if spec := _spec_of(context):
        yield from ((seat, "") for seat in spec.seats)


def _seat_players(context: click.Context) -> Iterator[tuple[str, str]]:
    from wardiary.core.players import HUMAN
    from wardiary.replay.players import computer_players

    if spec := _spec_of(context):
        for seat in spec.seats:
            yield from ((f"{seat}={player}", "") for player in (HUMAN, *computer_players(spec)))


def _options(context: click.Context) -> Iterator[tuple[str, str]]:
    if spec := _spec_of(context):
        chosen = context.params.get("scenario") or next(iter(spec.scenarios), "")
        options = spec.scenarios[chosen].options if chosen in spec.scenarios else {}
        yield from ((f"{name}={value}", "") for name, values in options.items() for value in values)


class _Word(click.ParamType[str, Any]):
    """A word that the library judges and the shell completes."""

    def __init__(self, name: str, words: _Words) -> None:
        self.name, self._words = name, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> _Items:
        return _matching(self._words(ctx), incomplete)


class _Pair(click.ParamType[tuple[str, str], Any]):
    """`name=value`."""

    def __init__(self, name: str, words: _Words) -> None:
        self.name, self._words = name, words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        left, equals, right = value.partition("=")
        if not (left and equals and right):
            self.fail(f"{one_line(value, 60)!r} is not of the form {self.name}", param, ctx)
        return left, right

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> _Items:
        return _matching(self._words(ctx), incomplete)


class Place(str):
    """Where in a diary: an event's number, `last`, `turn:N`, `turn:N:PHASE`, or `note:WORDS`."""

    __slots__ = ()


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 13


class _PlaceType(click.ParamType[Place, Any]):
    name = "N|last|turn:N|note:WORDS"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Place:
        text = str(value)
        word, _, mark = text.partition(":")
        number = mark.partition(":")[0] if word == "turn" else text
        if text != "last" and not (word == "note" and mark) and not _is_number(number):
            self.fail(f"{one_line(text, 60)!r} is no event number, 'last', 'turn:3' or 'note:WORDS'", param, ctx)
        return Place(text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> _Items:
        places = (("last", "the end"), ("turn:", "the beginning of a turn"), ("note:", "where a remark was written"))
        return _matching(places, incomplete)


class _FileType(click.ParamType[Path, Any]):
    """A path; the library says what is wrong with it. `kind` is what the shell completes."""

    def __init__(self, name: str, kind: str = "file") -> None:
        self.name, self.kind = name, kind

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        text = str(value)
        if not text or "\x00" in text:
            self.fail("an empty file name" if not text else "a file name cannot hold a zero byte", param, ctx)
        return Path(text)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> _Items:
        return [CompletionItem(incomplete, type=self.kind)]


class _SvgType(_FileType):
    """The file of a chart: a picture of another kind by its name would be none that anything opens."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        path = super().convert(value, param, ctx)
        if path.suffix.lower() != ".svg":
            self.fail(f"{one_line(str(value), 60)!r}: charts are SVG, name the file FILE.svg", param, ctx)
        return path


GAME, SCENARIO, SEAT, PLACE = _Word("game", _games), _Word("scenario", _scenarios), _Word("seat", _seats), _PlaceType()
SEAT_PLAYER, OPTION = _Pair("seat=player", _seat_players), _Pair("option=value", _options)
DIARY, FILE, FOLDER = _FileType("diary"), _FileType("file"), _FileType("folder", "dir")
SVG = _SvgType("file")
EVENT = click.IntRange(1, _EVENT_MAX)


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
        help="Who plays a seat: human, random, mcts (or mcts:100, with a budget), or a player of the game.",
    )(function)


def futures_option(words: str, *, default: int = 200, least: int = 1) -> Callable[[F], F]:
    """`-n N`: how many times a position is played to its end; the `words` say of what."""
    return click.option(
        "-n",
        "futures",
        type=click.IntRange(least, _FUTURES_MAX),
        default=default,
        show_default=True,
        metavar="N",
        help=words,
    )


def luck_option(of: str, *, default: str = "") -> Callable[[F], F]:
    """`--seed TEXT`: the luck of what is played; empty stands for the diary's id."""
    words = f"What the luck of {of} comes from{'' if default else _OWN_SEED}."
    return click.option("--seed", default=default, show_default=bool(default), help=words)


def workers_option(function: F) -> F:
    """`--workers N`, one by default."""
    words = "Processes at work at once."
    return click.option("--workers", type=_WORKERS, default=1, show_default=True, help=words)(function)


def cores_option(function: F) -> F:
    """`--workers N`, None by default: as many as there are cores."""
    words = "Processes at work at once; as many as there are cores by default."
    return click.option("--workers", type=_WORKERS, help=words)(function)
