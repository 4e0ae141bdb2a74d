"""One diary in numbers: events, decisions, dice, cards, slips, length, result."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec import Struct

from wardiary.core.seats import seat_of
from wardiary.core.words import counted as plural
from wardiary.events.common import KEYED_SOURCES, Crashed, Drawn, Ended, Fixed, Resumed, Rolled, TookBack
from wardiary.events.kinds import Chance, Order
from wardiary.events.vocabulary import tag_of
from wardiary.replay.fix import given_again
from wardiary.replay.log import Log
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

__all__ = ["DiceStats", "Stats", "stats"]


class DiceStats(Struct, frozen=True, kw_only=True):
    """The dice of one purpose and seat: rolls, dice in them, the sum of their faces, how often each face fell."""

    purpose: str
    by: str
    sides: int
    rolls: int
    dice: int
    total: int
    faces: tuple[int, ...]

    @property
    def mean(self) -> float:
        """The mean face."""
        return self.total / self.dice

    @property
    def expected(self) -> float:
        """The mean face of fair dice."""
        return (self.sides + 1) / 2

    def text(self) -> str:
        """One line."""
        fell = " ".join(f"{face}:{count}" for face, count in enumerate(self.faces, 1) if count)
        return (
            f"{self.purpose} by {self.by}: {plural(self.rolls, 'roll')}, {self.dice}d{self.sides}, "
            f"mean {self.mean:.2f} (fair {self.expected:.2f}); {fell}"
        )


class Stats(Struct, frozen=True, kw_only=True):
    """What `stats` counts.

    Events are all there are. Dice and draws are those that fell at the table, once each: those that were taken back
    too, but none that a fix put right, and none twice because a fix, or keyed dice, gave it again. Take-backs are those
    of play; `played_again` are take-backs of take-backs. Decisions, turns and the result are those of the line of play.
    """

    path: str
    id: str
    game: str
    scenario: str
    rules: str
    seats: Mapping[str, str]
    events: int
    bytes: int
    steps: int
    inputs: int
    taken_back_events: int
    by_type: Mapping[str, int]
    decisions: Mapping[str, int]
    dice: tuple[DiceStats, ...]
    draws: Mapping[str, int]
    take_backs: int
    forced_take_backs: int
    played_again: int
    fixes: int
    sittings: int
    crashes: int
    turns: int
    result: Ended | None
    sealed: bool

    def text(self, *, verbose: bool = False) -> str:
        """The numbers for a person; `verbose` with sizes and the events by type."""
        lines = [
            f"{self.game}, {self.scenario}, rules {self.rules}: {self.id}",
            f"  seats: {', '.join(f'{seat} {player}' for seat, player in self.seats.items())}",
            f"  turns: {self.turns}; decisions: {', '.join(f'{seat} {n}' for seat, n in self.decisions.items())}",
            f"  result: {_result(self.result)}{'; sealed' if self.sealed else ''}",
            *self._slips(),
        ]
        if self.dice:
            lines.append("  dice, with how often each face fell (face:times):")
        lines += [f"    {dice.text()}" for dice in self.dice]
        lines += [f"  cards drawn, {name}: {count}" for name, count in self.draws.items()]
        if verbose:
            size = f"{self.bytes} bytes ({self.bytes / self.events:.1f} an event)"
            lines.append(f"  {plural(self.events, 'event')} in {plural(self.steps, 'step')}, {size}; by type:")
            lines += [f"    {count:7} {tag}" for tag, count in self.by_type.items()]
        return "\n".join(lines)

    def _slips(self) -> list[str]:
        """What did not go straight on, where anything did not."""
        forced = f" ({self.forced_take_backs} forced)" if self.forced_take_backs else ""
        told = [
            *([f"{plural(self.take_backs, 'take-back')}{forced}"] if self.take_backs else []),
            *([f"{self.played_again} played again"] if self.played_again else []),
            *([plural(self.fixes, "fix", "fixes")] if self.fixes else []),
            *([plural(self.sittings, "sitting")] if self.sittings > 1 else []),
            *([plural(self.crashes, "crash", "crashes")] if self.crashes else []),
        ]
        return [f"  {', '.join(told)}"] if told else []


def stats(file: DiaryFile, *, table: Table | None = None) -> Stats:
    """Count one diary. Raises what reading raises."""
    replay = Replay(file, table=table, other_data=True)
    header, events, inputs = replay.header, replay.events, replay.table.spec.fold.codec.inputs
    by_type = Counter(tag_of(type(event)) for event in events)
    log = Log(replay.table.spec.fold.codec)
    log.add_block(events)
    back, again = _take_backs(log)
    fallen = _fallen(replay, log)
    state = replay.states.at(replay.last)
    return Stats(
        path=str(replay.path or "(bytes)"),
        id=header.id,
        game=header.game,
        scenario=header.scenario,
        rules=header.rules,
        seats=header.seats,
        events=replay.last,
        bytes=replay.reader.end.byte,
        steps=len(replay.step_ends),
        inputs=sum(type(event) in inputs for event in events),
        taken_back_events=replay.last - sum(span.last - span.first + 1 for span in replay.line()),
        by_type=dict(sorted(by_type.items(), key=lambda item: (-item[1], item[0]))),
        decisions=_decisions(replay),
        dice=_dice(fallen),
        draws=_draws(fallen),
        take_backs=len(back),
        forced_take_backs=sum(event.forced for event in back),
        played_again=again,
        fixes=sum(isinstance(event, Fixed) for event in events),
        sittings=1 + sum(isinstance(event, Resumed) for event in events),
        crashes=sum(isinstance(event, Crashed) for event in events),
        turns=state.turn,
        result=state.result,
        sealed=replay.reader.end.sealed,
    )


def _decisions(replay: Replay) -> dict[str, int]:
    """Orders on the line of play by the seat that gave them."""
    counted: Counter[str] = Counter()
    for n, event, state in replay.walk(taken_back=False):
        if isinstance(event, Order):
            with replay.naming(n):
                counted[seat_of(state, event)] += 1
    return {seat: counted[seat] for seat in replay.header.seats} | dict(counted)


def _take_backs(log: Log) -> tuple[list[TookBack], int]:
    """The take-backs that lead back on their line of play, and how many are take-backs of such."""
    back: list[TookBack] = []
    again = 0
    for n, event in enumerate(log.events, 1):
        if isinstance(event, TookBack):
            if event.to in log.numbers(log.standing_at(n - 1)):
                back.append(event)
            else:
                again += 1
    return back, again


def _fallen(replay: Replay, log: Log) -> list[Chance]:
    """The rolls and draws that fell at the table, once each, whatever became of them."""
    slips = given_again(log)
    alive = [event for _, event, _ in replay.walk(taken_back=False) if isinstance(event, Chance)]
    keyed = {event for event in alive if _is_keyed(event)}
    for n, event in enumerate(log.events, 1):
        if not isinstance(event, Chance) or not replay.is_dead(n) or n in slips:
            continue
        if not _is_keyed(event):
            alive.append(event)
        elif event not in keyed:
            # The same label gives the same dice whenever it is asked.
            keyed.add(event)
            alive.append(event)
    return alive


def _is_keyed(event: Chance) -> bool:
    return getattr(event, "source", "") in KEYED_SOURCES


def _dice(fallen: Sequence[Chance]) -> tuple[DiceStats, ...]:
    rolls: dict[tuple[str, str, int], list[tuple[int, ...]]] = {}
    for event in fallen:
        if isinstance(event, Rolled):
            rolls.setdefault((event.purpose, event.by, event.sides), []).append(event.dice)
    found: list[DiceStats] = []
    for (purpose, by, sides), rolled in sorted(rolls.items()):
        faces = Counter(face for dice in rolled for face in dice)
        found.append(
            DiceStats(
                purpose=purpose,
                by=by,
                sides=sides,
                rolls=len(rolled),
                dice=faces.total(),
                total=sum(face * count for face, count in faces.items()),
                faces=tuple(faces[face] for face in range(1, sides + 1)),
            )
        )
    return tuple(found)


def _draws(fallen: Sequence[Chance]) -> dict[str, int]:
    """Cards drawn, by deck and seat."""
    drawn: Counter[str] = Counter()
    for event in fallen:
        if isinstance(event, Drawn):
            drawn[f"{event.deck} by {event.by}"] += len(event.cards)
    return dict(sorted(drawn.items()))


def _result(result: Ended | None) -> str:
    if result is None:
        return "still being played"
    score = "" if result.score is None else f", score {result.score}"
    return f"{result.kind}, {' and '.join(result.winners) or 'nobody'} wins{score}"
