"""Finding games: entry points of the group `wardiary.games`, ours and everybody's."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from wardiary.core.contract import AnyGame, GameSpec
from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.errors import UnknownGame

__all__ = ["GROUP", "codec_for", "game_ids", "game_packages", "load_game"]

GROUP = "wardiary.games"
"""Entry points are looked for once a process: a game that is installed meanwhile is of the next."""


@cache
def _found() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=GROUP), key=lambda p: p.name)}


def game_ids() -> tuple[str, ...]:
    """The ids of all installed games, sorted."""
    return tuple(_found())


@cache
def load_game(game: str) -> AnyGame:
    """The game of this id, looked for once a process. Raises UnknownGame, naming near matches."""
    points = _found()
    if game not in points:
        near = get_close_matches(game, points, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; installed are {', '.join(points) or 'none'}"
        raise UnknownGame(f"no game {game!r}{hint}")
    spec = points[game].load()
    if not isinstance(spec, GameSpec):
        raise UnknownGame(f"game {game!r}: {points[game].value} is no GameSpec")
    if gaps := spec.gaps():
        raise UnknownGame(f"game {game!r} is not whole: {'; '.join(gaps)}")
    return spec


def game_packages() -> Mapping[str, str]:
    """For each installed game the package in which its record lies, its data and reports beside it."""
    return {game: point.module.rpartition(".")[0] for game, point in _found().items()}


def codec_for(header: Header) -> Codec:
    """The codec of the game that a header names. Raises UnknownGame."""
    return load_game(header.game).fold.codec
