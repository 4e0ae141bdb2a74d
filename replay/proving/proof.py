"""What a game hands to the suite beside its record: worlds that look alike, a script, how much is tried."""

from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from typing import Any

from wardiary.replay.proving.walking import Game, play, starts, table_of
from wardiary.replay.table import Table

__all__ = ["Proof", "Twins", "open_game"]

Twins = Callable[[Any, Any, str], Iterator[Any]]
"""(component data, state, seat) -> other states, equal in everything that the seat knows."""


def open_game(_data: Any, _state: Any, _seat: str) -> Iterator[Any]:
    """The twins of a game in which nothing is hidden: none."""
    return iter(())


@dataclass(frozen=True)
class Proof:
    """A game and what it is tried with. The defaults suit a game of some hundred steps; a short one can do more."""

    game: str
    """The id of an installed game, or "package.module:SPEC" before it is one."""
    _: KW_ONLY
    twins: Twins
    """For a state and a seat the worlds that the seat cannot tell from it, what is hidden dealt anew: two unseen
    cards change places. `open_game` where nothing is hidden."""
    script: str = ""
    """A script (docs/scripts.md) with more than orders, rolls and draws: notes, take-backs, fixes, titles for names."""
    games: int = 2
    """Games where a test looks at every step; each scenario and option is played once at least."""
    moments: int = 60
    """Moments of a game at which a dear test looks, evenly spread."""
    forks: int = 200
    """Step's ends of a game from which it is played on with the same answers."""
    mutants: int = 12
    """Orders that are not on the list, tried at each decision."""
    worlds: int = 25
    """Twins looked at for each seat and moment."""
    hash_seeds: int = 3
    """Processes, each with a PYTHONHASHSEED of its own, that must write the same log."""
    every_event: bool = False
    """Whether random play must meet every kind of event of the game's own."""

    @property
    def table(self) -> Table:
        """The game, laid out once."""
        return table_of(self.game)

    def played(self, games: int | None = None) -> Iterator[Game]:
        """Games played at random, the scenarios and options in turn, each at least once."""
        choices = starts(self.table)
        count = max(games or self.games, len(choices))
        return (play(self.game, seed, seed % len(choices)) for seed in range(count))
