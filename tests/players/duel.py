"""Whether one player is better than another in a seat: the same games with each of them there, compared in pairs.

Two claims, each put to Wald's sequential test: 1/2 if there is no difference, 4/5 looked for, both risks 5 %, at most
60 games.

* *beats*: from this seat the challenger wins more games than it loses. Draws say nothing. A seat that has the harder
  game may not allow it to any player.
* *improves*: against the same opponents and with the same dice the challenger's result is better than the other's more
  often than worse. Games in which both have the same result say nothing. A seat from which the other wins nearly every
  game leaves no room for it.

    scripts/duel GAME SEAT [CHALLENGER]      prints each game, the shares and the verdict; `--help` names the options

The opponents are the other player too, unless they are named.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from tests.players.sequential import EVEN, SequentialTest

from wardiary.core.contract import Player
from wardiary.events.common import Ended
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.players import player_named
from wardiary.replay.playout import playout
from wardiary.replay.table import Table

__all__ = ["CLAIMS", "GAMES", "Duel", "Pair", "Sides", "duel", "main", "played", "share"]

GAMES = 60
CLAIMS = ("beats", "improves")


class Pair(Struct, frozen=True):
    """One game, played twice."""

    seed: str
    challenger: Ended
    other: Ended


class Duel(Struct, frozen=True):
    """What came of it: the pairs, and the tests of both claims."""

    seat: str
    pairs: tuple[Pair, ...]
    beats: SequentialTest
    improves: SequentialTest

    def text(self) -> str:
        count = len(self.pairs)
        mine = sum(share(pair.challenger, self.seat) for pair in self.pairs) / count
        theirs = sum(share(pair.other, self.seat) for pair in self.pairs) / count
        return (
            f"{self.seat}: {count} games, share {mine:.2f} against {theirs:.2f}; beats: {self.beats.text()}; "
            f"improves: {self.improves.text()}"
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


class Sides(Struct, frozen=True):
    """Who plays what: the challenger and the other in turn in the seat, against the same opponents."""

    game: str
    seat: str
    challenger: str
    other: str = "greedy"
    opponents: str = "greedy"

    def pairs(self, games: int, series: str) -> Iterator[Pair]:
        """The games of this series of seeds, each played twice."""
        table = Table.lay(self.game)
        names = (self.challenger, self.other, self.opponents)
        first, second, opponents = (player_named(table.spec, name) for name in names)
        for number in range(1, games + 1):
            seed = f"{series}/{number}"
            with_first, with_second = (played(table, seed, self.seat, player, opponents) for player in (first, second))
            yield Pair(seed, with_first, with_second)


def duel(
    sides: Sides,
    games: int = GAMES,
    series: str = "duel",
    claims: Sequence[str] = CLAIMS,
    tell: Callable[[str], None] | None = None,
) -> Duel:
    """Play until the tests of these claims have ended, or so many games."""
    beats, improves, pairs = SequentialTest(), SequentialTest(), list[Pair]()
    for pair in sides.pairs(games, series):
        pairs.append(pair)
        mine, theirs = share(pair.challenger, sides.seat), share(pair.other, sides.seat)
        if mine != EVEN and beats.verdict is None:
            beats.add(mine > EVEN)
        if mine != theirs and improves.verdict is None:
            improves.add(mine > theirs)
        if tell is not None:
            tell(
                f"{pair.seed}: {pair.challenger.kind}, with {sides.other} {pair.other.kind}; "
                f"{beats.ratio:.2f}, {improves.ratio:.2f}"
            )
        verdicts = {"beats": beats.verdict, "improves": improves.verdict}
        if all(verdicts[claim] is not None for claim in claims):
            break
    return Duel(sides.seat, tuple(pairs), beats, improves)


def main(arguments: Sequence[str]) -> int:
    """Print a duel; 1 unless the claim that is to be decided holds, or one of both."""
    parser = ArgumentParser(prog="scripts/duel", description="Whether one player is better than another in a seat.")
    parser.add_argument("game")
    parser.add_argument("seat")
    parser.add_argument("challenger", nargs="?", default="mcts")
    parser.add_argument("--other", default="greedy", metavar="PLAYER", help="who else plays the seat (greedy)")
    parser.add_argument("--opponents", default="greedy", metavar="PLAYER", help="who plays the other seats (greedy)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"how many at most ({GAMES})")
    parser.add_argument("--series", default="duel", help="which games: the beginning of their seeds (duel)")
    parser.add_argument("--claim", choices=CLAIMS, help="the one to be decided (both)")
    given = parser.parse_args(arguments)
    sides = Sides(given.game, given.seat, given.challenger, given.other, given.opponents)

    def tell(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    claims = (given.claim,) if given.claim else CLAIMS
    found = duel(sides, given.games, given.series, claims, tell)
    tell(
        f"{sides.game}, {sides.challenger} and {sides.other} against {sides.opponents}, {given.series}: {found.text()}"
    )
    return 0 if any(getattr(found, claim).verdict for claim in claims) else 1
