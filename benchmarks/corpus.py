"""Random games of one game in memory: their events, their steps and their bytes, made once a run."""

from dataclasses import dataclass
from functools import cache

from benchmarks.aims import aim_of
from wardiary.core.players import random_player
from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.kinds import Event
from wardiary.replay.beginning import Setting, first_events
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.playout import playout
from wardiary.replay.table import Table

GAMES = {"tiny": 300, "freezing": 40}
"""How many games the corpus of each game holds; other games get 10."""


@dataclass(frozen=True)
class Corpus:
    """Games one after the other: a header, and the steps from the set-up to the end."""

    table: Table
    headers: list[Header]
    games: list[list[list[Event]]]
    decisions: int

    @property
    def codec(self) -> Codec:
        """The game's codec."""
        return self.table.spec.fold.codec

    @property
    def events(self) -> list[list[Event]]:
        """The events of each game, header first."""
        return [
            [header, *(event for step in game for event in step)]
            for header, game in zip(self.headers, self.games, strict=True)
        ]

    @property
    def count(self) -> int:
        """Events in all games, headers included."""
        return sum(map(len, self.events))

    def aim(self, question: str) -> float | None:
        """What the game is to reach, if anything is set."""
        return aim_of(self.table.spec.id, question)

    def diary(self, game: int, block_steps: int) -> bytes:
        """The bytes of one game's diary with so many steps in a block."""
        steps = self.games[game]
        groups = [steps[:1], *(steps[at : at + block_steps] for at in range(1, len(steps), block_steps))]
        blocks: list[list[Event]] = [
            [self.headers[game]],
            *([event for step in group for event in step] for group in groups),
        ]
        pieces, h, last = [], GENESIS, 0
        for events in blocks:
            last += len(events)
            block, h = close_block(h, self.codec.encode_lines(events), last, False)
            pieces.append(block)
        return b"".join(pieces)


@cache
def corpus(game: str) -> Corpus:
    """The same games in every run."""
    table = Table.lay(game)
    headers, games, decisions = [], [], 0
    for index in range(GAMES.get(game, 10)):
        setting = setting_of(table, index)
        header, first = first_events(table, setting)
        steps = [[event for event in first if not isinstance(event, Header)]]
        decisions += play(table, setting, steps)
        headers.append(header)
        games.append(steps)
    return Corpus(table, headers, games, decisions)


def setting_of(table: Table, index: int) -> Setting:
    """Game `index`, random players in all seats."""
    seats = dict.fromkeys(table.seats(table.start().scenario), "random")
    return Setting(dice=Dice.seeded(f"bench/{index}"), seats=seats, id=f"bench-{index}")


def play(table: Table, setting: Setting, steps: list[list[Event]] | None = None) -> int:
    """One game at random in memory, without a diary; its decisions. Its steps are added to `steps`."""
    rules = table.rules
    state, _ = rules.set_up(table.start(setting.scenario, setting.options))
    assert setting.seats is not None
    seats = tuple(setting.seats)
    source = setting.dice.source
    assert source is not None
    keep = None if steps is None else (lambda step: steps.append(list(step)))
    seeds = player_seeds(setting.dice, setting.id or "", seats)
    return playout(rules, state, dict.fromkeys(seats, random_player), source, seeds, each=keep).decisions
