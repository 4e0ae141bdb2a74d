"""Tiny made so small that its values are worked out by hand, and diaries of it.

One turn, a road of three places, a company a side, two cards of one and two points, a die hits from 4, so in half of
all cases. Who draws card 02 marches first with two points.

Played on by `greedy`: the leader marches through to the enemy's place, where the enemy may not march. They fight, red's
die first. Both hit: nobody is left, a draw. One hits: it wins. None: the leader stands beyond the middle and wins.
So the leader's value is (1/2 + 1 + 0 + 1) / 4 = 5/8, the other's 3/8, and the start is worth 1/2 to both. When red has
hit, red the leader is worth (1/2 + 1) / 2 = 3/4, when he has missed (0 + 1) / 2 = 1/2.

Halting at once: the other marches one place to the middle, nobody is beyond it: a draw, 1/2. Halting in the middle: the
other comes there too, they fight; both or none hit: a draw; so 1/2.
"""

from pathlib import Path

from wardiary.replay.answers import read_answer
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session
from wardiary.replay.table import Table

__all__ = ["BOLD", "SHY", "SMALL", "TEXT", "played"]

TEXT = """
turns = 1
places = 3
hand = 1
hits_on = 4

[companies]
red = 1
blue = 1

[cards]
01 = 1
02 = 2
"""
SMALL = Table.lay("tiny", {"tiny.toml": TEXT})
BOLD = ["02", "01", "red bids 02", "blue bids 01", "march 1", "march 1", "5", "2"]
"""Red leads and marches through; he hits, blue misses: red wins."""
SHY = ["02", "01", "red bids 02", "blue bids 01", "march 1", "halt", "march 2", "1", "6"]
"""Red leads and halts in the middle; he misses, blue hits: blue wins."""


def played(path: Path, said: list[str], *, table: Table = SMALL, name: str = "small") -> Path:
    """A diary of what is said at the table, until it is over or nothing more is said."""
    with Session.create(path, table, Setting(dice=Dice.answered("typed"), id=name)) as session:
        for words in said:
            session.answer(read_answer(table, session.state, session.request, words))
    return path
