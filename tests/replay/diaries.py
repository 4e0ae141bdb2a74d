"""Diaries of Tiny for the tests of the reading side: played at random with keyed dice, written as asked."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from wardiary.core.chance.commitment import commitment
from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.requests import Choice, Draw, Over, Roll
from wardiary.core.state import copy_state
from wardiary.events.common import FORMAT, DiceSource, Embedded, Fixed, Header, Noted, Resumed, ScenarioOption, TookBack
from wardiary.events.diary import DiaryWriter
from wardiary.events.kinds import Event, Input
from wardiary.replay.chance import ChanceSource, KeyedSource, answer_chance
from wardiary.replay.table import Table

TINY = Table.lay(SPEC)
"""The table of Tiny, found without its entry point."""
SECRET = bytes(range(32))
SYSTEM = DiceSource(source="system", commit=commitment(SECRET))

Steps = list[list[Event]]


def seeded(seed: int | str) -> tuple[DiceSource, ChanceSource]:
    """An open seed, as the header says it and as the table rolls it."""
    return DiceSource(source="seed", seed=str(seed)), KeyedSource(seed_bytes(str(seed)), "seed")


def set_up(table: Table = TINY) -> tuple[Any, list[Event]]:
    """The state at the start, and the step that fills it."""
    return table.rules.set_up(table.start())


def next_input(table: Table, state: Any, source: ChanceSource, luck: bytes, nth: int) -> Input | None:
    """What a random player, or the source of dice and cards, answers here; None when the game is over."""
    match table.rules.request(state):
        case Over():
            return None
        case Choice(seats=seats):
            legal = table.rules.legal(state, seats[0])
            return legal[choose(luck, f"{state.turn}|{state.phase}|{nth}", len(legal))]
        case Roll() | Draw() as request:
            return answer_chance(table.spec.fold.codec, source, request)


def play_on(table: Table, state: Any, source: ChanceSource, *, luck: str = "luck", most: int = 10_000) -> Steps:
    """Steps of random play from a state, which moves on; at most so many."""
    steps: Steps = []
    while len(steps) < most and (answer := next_input(table, state, source, luck.encode(), len(steps))) is not None:
        steps.append(table.rules.answer(state, answer))
    return steps


def game(seed: int = 1, *, table: Table = TINY, most: int = 10_000) -> Steps:
    """A game from its set-up on, with dice of the seed."""
    state, first = set_up(table)
    return [first, *play_on(table, state, seeded(seed)[1], luck=str(seed), most=most)]


def header_of(
    dice: DiceSource, *, table: Table = TINY, name: str = "game", options: Sequence[ScenarioOption] = ()
) -> Header:
    """The header of a diary of this table."""
    return Header(
        format=FORMAT,
        id=name,
        game=table.spec.id,
        rules=table.spec.rules_version,
        data=table.data.digest,
        scenario=next(iter(table.spec.scenarios)),
        options=tuple(options),
        seats=dict.fromkeys(table.spec.seats, "random"),
        dice_source=dice,
    )


def write(path: Path, blocks: Iterable[Sequence[Event]], *, header: Header | None = None, table: Table = TINY) -> Path:
    """A diary of these blocks, the table's replaced data embedded; by default with the dice of seed 1."""
    first = header or header_of(seeded(1)[0], table=table)
    writer = DiaryWriter.create(path, first, table.spec.fold.codec)
    if table.data.replaced:
        writer.append([Embedded(name=name, text=text) for name, text in sorted(table.data.replaced.items())])
    for block in blocks:
        writer.append(block)
    writer.close()
    return path


def write_game(path: Path, seed: int = 1, *, table: Table = TINY, size: int = 1) -> Path:
    """A whole game with the dice of an open seed, so many steps a block."""
    header = header_of(seeded(seed)[0], table=table, name=f"game-{seed}")
    return write(path, blocks_of(game(seed, table=table), size), header=header, table=table)


def seal(path: Path, reveal: str | None, table: Table = TINY) -> None:
    """Seal a diary."""
    writer = DiaryWriter.open(path, lambda _: table.spec.fold.codec, sync="none")
    writer.seal(reveal)
    writer.close()


def blocks_of(steps: Steps, size: int) -> list[list[Event]]:
    """Blocks of so many steps."""
    return [[event for step in steps[at : at + size] for event in step] for at in range(0, len(steps), size)]


class Book:
    """A diary in the making: steps, records, and jumps back to any step's end, each a block."""

    def __init__(self, seed: int | str = 1, table: Table = TINY) -> None:
        self.table, self.seed = table, seed
        self.header = header_of(seeded(seed)[0], table=table, name=f"book-{seed}")
        self.state, first = set_up(table)
        self.blocks: list[list[Event]] = []
        self.states: dict[int, Any] = {}
        self.last = 1
        self._add(first)

    def _add(self, events: list[Event]) -> None:
        self.blocks.append(events)
        self.last += len(events)
        self.states[self.last] = copy_state(self.state)

    def play(self, steps: int, luck: str) -> int:
        """So many random steps; the number of the last event."""
        for step in play_on(self.table, self.state, seeded(self.seed)[1], luck=luck, most=steps):
            self.blocks.append(step)
            self.last += len(step)
        self.states[self.last] = copy_state(self.state)
        return self.last

    def record(self, event: Event) -> int:
        """A record between steps; its number. A take-back or fix goes back to a state played through before."""
        self.blocks.append([event])
        self.last += 1
        if isinstance(event, TookBack | Fixed):
            self.state = copy_state(self.states[event.to])
        return self.last

    def write(self, path: Path) -> Path:
        """The diary."""
        return write(path, self.blocks, header=self.header, table=self.table)


def book_of_slips(seed: int = 1) -> Book:
    """A game with a take-back, a take-back of that take-back, a note, a fix and a new sitting; played to its end."""
    book = Book(seed)
    early = book.play(9, "a")
    late = book.play(7, "b")
    book.record(TookBack(to=early, forced=True))
    book.play(5, "c")
    book.record(Noted(text="on second thoughts"))
    book.record(TookBack(to=late, forced=True))
    before = book.play(4, "d")
    book.play(3, "e")
    book.record(Fixed(n=before + 1, to=before))
    book.record(Resumed(rules="1", data=book.table.data.digest))
    book.play(10_000, "f")
    return book
