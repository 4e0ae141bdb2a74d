"""Diaries and archives made for tests."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Raw
from tests.diary.demo import chained

from wardiary.analytics.archive import Archive
from wardiary.analytics.columns import Piece
from wardiary.analytics.parts import PartWriter
from wardiary.analytics.schema import TABLES
from wardiary.analytics.store import Store
from wardiary.core.registry import load_game
from wardiary.events.common import Began, DiceSource, Ended, Header, Parent, Sealed, TookBack
from wardiary.events.diary import DiaryWriter, open_diary
from wardiary.events.kinds import Event
from wardiary.events.tiny import AskDraw, BagFilled, March
from wardiary.replay.simulation.simulate import Plan, simulate

__all__ = [
    "HandMade",
    "copied",
    "events_of",
    "foldless",
    "header",
    "jump_into_a_step",
    "parent_of",
    "sealed_falsely",
    "simulated",
    "spaced",
    "take_back",
    "write_diary",
]


def simulated(folder: Path, game: str, count: int) -> Path:
    """Games between random players, the same in every run."""
    assert not any(summary.fault for summary in simulate(Plan(game=game, seed="tests", out=str(folder)), count))
    return folder


def header(game_id: str, game: str = "tiny", **fields: Any) -> Header:
    """A header of a game of random players."""
    given: dict[str, Any] = {
        "format": "wardiary/1",
        "id": game_id,
        "game": game,
        "rules": "1",
        "data": load_game(game).rules.load_data({}).digest,
        "scenario": "road",
        "seats": {"red": "random", "blue": "random"},
        "dice_source": DiceSource(source="seed", seed="1"),
    }
    return Header(**{**given, **fields})


def write_diary(path: Path, first: Header, blocks: Iterable[Sequence[Event]]) -> Path:
    """A diary with these blocks after its header, each on the disk before the next."""
    with DiaryWriter.create(path, first, load_game(first.game).fold.codec, sync="always") as writer:
        for block in blocks:
            writer.append(block)
    return path


def events_of(path: Path) -> list[Event]:
    """All events of a diary, its header first."""
    reader = open_diary(path, lambda found: load_game(found.game).fold.codec)
    return [event for events in reader.events() for event in events]


def copied(path: Path, to: Path, *, blocks: int | None = None) -> Path:
    """A copy of a diary, of its first blocks alone if their number is given."""
    if blocks is None:
        to.write_bytes(path.read_bytes())
        return to
    lines = path.read_bytes().splitlines(keepends=True)
    ends = [at + 1 for at, line in enumerate(lines) if line.startswith(b'{"t":"commit"')]
    to.write_bytes(b"".join(lines[: ends[blocks - 1]]))
    return to


def take_back(path: Path, to: Path, *, steps: int) -> tuple[Path, int]:
    """A copy of a game, its end and seal left out, in which the last `steps` steps are taken back; and where to."""
    codec = load_game("tiny").fold.codec
    events = events_of(path)
    last = next(n for n, event in enumerate(events, 1) if isinstance(event, Ended | Sealed)) - 1
    begins = [n for n, event in enumerate(events[:last], 1) if type(event) in codec.inputs]
    kept, back = begins[-1] - 1, begins[-1 - steps] - 1
    first = events[0]
    assert isinstance(first, Header)
    return write_diary(to, first, [events[1:kept], [TookBack(to=back, forced=True)]]), back


class HandMade:
    """An archive whose rows are written by hand, for reports with answers worked out by hand."""

    def __init__(self, folder: Path, game: str) -> None:
        self.archive = Archive(folder)
        self.game = game
        self._store = Store(folder)
        self._pieces: list[tuple[str, Piece]] = []

    def played(
        self, game_id: str, winners: Sequence[str] | None, *, players: dict[str, str], **about: Any
    ) -> "HandMade":
        """A game; `winners` is None while it is not decided. `about` are other columns of `games`."""
        ended = winners is not None
        row = {"scenario": "s", "seats": list(players), "ended": ended, "winners": winners, "dice_source": "seed"}
        counts = {"take_backs": 0, "forced_take_backs": 0, "fixes": 0, "taken_back_events": 0, "events": 1}
        self.rows("games", game_id, {**counts, **row, **about})
        for seat, player in players.items():
            self.rows(
                "players",
                game_id,
                {"seat": seat, "player": player, "won": seat in winners if winners is not None else None},
            )
        return self

    def rows(self, table: str, game_id: str, *rows: dict[str, Any]) -> "HandMade":
        """Rows of a table; columns that are not given are NULL, but `taken_back`, which is false."""
        names = next(found.names for found in TABLES if found.name == table)
        piece: Piece = {"game": self.game, "game_id": game_id}
        for name in names[2:]:
            values = [row.get(name, False if name == "taken_back" else None) for row in rows]
            piece[name] = [Raw(value.encode()) for value in values if value] if name == "args" else values
        self._pieces.append((table, piece))
        return self

    def publish(self) -> Archive:
        """The archive with all that was given so far."""
        self._store.create()
        with self._store.writing() as staging, PartWriter(staging, self.game) as writer:
            for table, piece in self._pieces:
                writer.emit(table, piece)
            staging.publish(staging, writer.finish())
        return self.archive


def foldless(to: Path) -> Path:
    return write_diary(to, header("foldless"), [[BagFilled(cards=("1",)), March(unit=99)]])


def jump_into_a_step(to: Path) -> Path:
    events = [BagFilled(cards=("1",)), Began(turn=1), AskDraw()]
    return write_diary(to, header("jumping"), [events, [TookBack(to=3)]])


def spaced(to: Path) -> Path:
    """A right chain over a line that says what is meant in another way."""
    first = header("spaced")
    told = load_game("tiny").fold.codec.encode(first)
    to.write_bytes(chained(b'{"t":"tiny.bag_filled", "cards":["1"]}\n', header=told + b"\n"))
    return to


def sealed_falsely(to: Path) -> Path:
    events = [BagFilled(cards=("1",)), Began(turn=1), AskDraw()]
    return write_diary(to, header("sealed"), [events, [Sealed(events=4, digest="0" * 64)]])


def parent_of(game_id: str) -> Parent:
    """A fork's parent."""
    return Parent(id=game_id, n=2, h="0" * 32, reason="to try another way")
