"""A game laid out to be played: its record, its component data, its rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

from wardiary.core.component_data import in_folder, parse, read_data_dir
from wardiary.core.contract import AnyGame, Start
from wardiary.core.engine import Rules
from wardiary.core.registry import load_game
from wardiary.events.common import ScenarioOption
from wardiary.events.errors import DataError, UsageError

__all__ = ["Table", "Tables", "laid_once"]


@dataclass(frozen=True)
class Table:
    """Everything about a game that does not change while it is played. Diaries and players share one."""

    spec: AnyGame
    rules: Rules[Any, Any]

    @classmethod
    def lay(cls, game: str | AnyGame, replaced: Mapping[str, str] | Path | None = None) -> "Table":
        """The table of a game, with its own component data or with files of it replaced (texts, or a folder).

        Raises UnknownGame, DataError.
        """
        spec = load_game(game) if isinstance(game, str) else game
        folder = replaced if isinstance(replaced, Path) else None
        texts = read_data_dir(replaced) if isinstance(replaced, Path) else dict(replaced or {})
        with in_folder(folder):
            return cls(spec, Rules(spec, spec.rules.load_data(texts)))

    @property
    def data(self) -> Any:
        """The component data in use."""
        return self.rules.data

    def start(self, scenario: str | None = None, options: Mapping[str, str] | None = None) -> Start:
        """A scenario (the game's first by default) with its options judged and the defaults filled in.

        Raises UsageError naming what there is.
        """
        scenarios = self.spec.scenarios
        name = scenario or next(iter(scenarios))
        if name not in scenarios:
            raise UsageError(f"no scenario {name!r} in {self.spec.id}; there are {', '.join(scenarios)}")
        allowed, given = scenarios[name].options, dict(options or {})
        if unknown := sorted(set(given) - set(allowed)):
            house = self._house_rule(unknown[0])
            raise UsageError(f"no option {unknown[0]!r} in {name}; there are {', '.join(allowed) or 'none'}{house}")
        chosen: list[ScenarioOption] = []
        for option, values in allowed.items():
            value = given.get(option, values[0])
            if value not in values:
                raise UsageError(f"option {option}: {value!r} is none of {', '.join(values)}")
            chosen.append(ScenarioOption(name=option, value=value))
        return Start(scenario=name, options=tuple(chosen))

    def _house_rule(self, key: str) -> str:
        """The hint for one who looks among the options for what stands in a data file."""
        try:
            found = [file for file, tables in parse(self.spec.own_data(), {}).items() if key in tables]
        except DataError:
            return ""
        if not found:
            return ""
        game = self.spec.id
        return (
            f". It stands in {found[0]}: `wardiary games --write-data DIR {game}`, change it there, and use --data DIR"
        )

    def seats(self, scenario: str) -> tuple[str, ...]:
        """The seats of a scenario."""
        return self.spec.scenarios[scenario].seats


@lru_cache(maxsize=8)
def laid_once(game: str, replaced: tuple[tuple[str, str], ...]) -> Table:
    """The table of a game for work that comes to a process task by task; `replaced` files by name, sorted."""
    return Table.lay(game, dict(replaced))


class Tables:
    """Tables by game and replaced data: each is laid once, however many diaries are read; the last few are kept."""

    MOST: ClassVar = 16

    def __init__(self) -> None:
        self._laid: dict[tuple[str, tuple[tuple[str, str], ...]], Table] = {}

    def lay(self, game: str | AnyGame, replaced: Mapping[str, str]) -> Table:
        """The table of a game with these files of its data replaced. Raises UnknownGame, DataError."""
        key = (game if isinstance(game, str) else game.id, tuple(sorted(replaced.items())))
        table = self._laid.get(key)
        if table is None:
            if len(self._laid) >= self.MOST:
                del self._laid[next(iter(self._laid))]
            table = self._laid[key] = Table.lay(game, replaced)
        return table
