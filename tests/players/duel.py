"""Whether one player is better than another in a seat: the same games with each of them there, compared in pairs.

The claim: from this seat, against the same opponents and with the same dice, the challenger's result is better than the
other's more often than worse. Games in which both have the same result say nothing either way; of the rest the share
that the challenger does better in is put to Wald's sequential test: 1/2 if there is no difference, 4/5 looked for,
both risks 5 %, at most 60 games.

    scripts/duel GAME SEAT [CHALLENGER [OTHER [GAMES]]]      prints each game, the shares and the verdict
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from tests.players.sequential import SequentialTest

from wardiary.core.contract import Player
from wardiary.events.common import Ended
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.players import player_named
from wardiary.replay.playout import playout
from wardiary.replay.table import Table

__all__ = ["GAMES", "Duel", "Pair", "duel", "main", "played", "share"]

GAMES = 60


class Pair(Struct, frozen=True):
    """One game, played twice."""

    seed: str
    challenger: Ended
    other: Ended


class Duel(Struct, frozen=True):
    """What came of it: the pairs, and whether the claim holds (None: the games did not decide it)."""

    seat: str
    pairs: tuple[Pair, ...]
    test: Any

    @property
    def verdict(self) -> bool | None:
        verdict: bool | None = self.test.verdict
        return verdict

    def text(self) -> str:
        count = len(self.pairs)
        mine = sum(share(pair.challenger, self.seat) for pair in self.pairs) / count
        theirs = sum(share(pair.other, self.seat) for pair in self.pairs) / count
        words = {True: "better", False: "not better", None: "undecided"}[self.verdict]
        return (
            f"{self.seat}: {count} games, share {mine:.2f} against {theirs:.2f}; better in {self.test.successes}, "
            f"worse in {self.test.failures}; log likelihood ratio {self.test.ratio:.2f} of {self.test.upper:.2f}: "
            f"{words}"
        )


def share(result: Ended, seat: str) -> float:
    """1 for a win, 1/2 for a draw."""
    return float(seat in result.winners) if result.winners else 0.5


def played(table: Table, seed: str, seat: str, player: Player, opponents: Player) -> Ended:
    """The result of a game with this player in the seat."""
    dice, start = Dice.seeded(seed), table.start()
    seats = table.seats(start.scenario)
    assert dice.source is not None
    state, _ = table.rules.set_up(start)
    players = {**dict.fromkeys(seats, opponents), seat: player}
    return playout(table.rules, state, players, dice.source, player_seeds(dice, "", seats)).result


def pairs_of(table: Table, seat: str, challenger: str, other: str, games: int) -> Iterator[Pair]:
    first, second = player_named(table.spec, challenger), player_named(table.spec, other)
    for number in range(1, games + 1):
        seed = f"duel/{number}"
        yield Pair(seed, played(table, seed, seat, first, second), played(table, seed, seat, second, second))


def duel(game: str, seat: str, challenger: str, other: str = "greedy", games: int = GAMES, tell: Any = None) -> Duel:
    """Play until the test ends, or so many games."""
    test, pairs = SequentialTest(), list[Pair]()
    for pair in pairs_of(Table.lay(game), seat, challenger, other, games):
        pairs.append(pair)
        mine, theirs = share(pair.challenger, seat), share(pair.other, seat)
        if mine != theirs:
            test.add(mine > theirs)
        if tell is not None:
            tell(f"{pair.seed}: {pair.challenger.kind}, with {other} {pair.other.kind}; {test.ratio:.2f}")
        if test.verdict is not None:
            break
    return Duel(seat, tuple(pairs), test)


def main(arguments: Sequence[str]) -> int:
    """Print a duel; 1 unless the challenger is better."""
    game, seat, challenger, other, games = (*arguments, *("", "", "mcts", "greedy", str(GAMES))[len(arguments) :])

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    found = duel(game, seat, challenger, other, int(games), tell)
    tell(f"{game}, {challenger} against {other}: {found.text()}")
    return 0 if found.verdict else 1
