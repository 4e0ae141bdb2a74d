"""One diary in numbers: events, decisions, dice, cards, slips, length, result."""

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from wardiary.events.common import Crashed, Drawn, Ended, Fixed, Resumed, Rolled, TookBack
from wardiary.events.vocabulary import tag_of
from wardiary.replay.players import decider
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
            f"{self.purpose} by {self.by}: {self.rolls} rolls, {self.dice}d{self.sides}, "
            f"mean {self.mean:.2f} (fair {self.expected:.2f}); {fell}"
        )


class Stats(Struct, frozen=True, kw_only=True):
    """What `stats` counts.

    Events, dice and draws are all there are, those taken back too: a slip of the hand does not load a die. Decisions,
    turns and the result are those of the line of play.
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
    fixes: int
    sittings: int
    crashes: int
    turns: int
    result: Ended | None
    sealed: bool

    def text(self) -> str:
        """The numbers for a person."""
        per_event = self.bytes / self.events
        lines = [
            f"{self.game}, {self.scenario}, rules {self.rules}: {self.id}",
            f"  seats: {', '.join(f'{seat} {player}' for seat, player in self.seats.items())}",
            f"  {self.events} events in {self.steps} steps, {self.bytes} bytes ({per_event:.1f} an event)",
            f"  turns: {self.turns}; decisions: {', '.join(f'{seat} {n}' for seat, n in self.decisions.items())}",
            f"  result: {_result(self.result)}{'; sealed' if self.sealed else ''}",
        ]
        slips = (
            (self.take_backs, "take-back", "take-backs"),
            (self.forced_take_backs, "forced", "forced"),
            (self.fixes, "fix", "fixes"),
            (self.taken_back_events, "event taken back", "events taken back"),
            (self.sittings if self.sittings > 1 else 0, "sitting", "sittings"),
            (self.crashes, "crash", "crashes"),
        )
        if told := [f"{count} {one if count == 1 else many}" for count, one, many in slips if count]:
            lines.append(f"  {', '.join(told)}")
        lines += [f"  dice, {dice.text()}" for dice in self.dice]
        lines += [f"  cards drawn, {name}: {count}" for name, count in self.draws.items()]
        lines.append("  events by type:")
        lines += [f"    {count:7} {tag}" for tag, count in self.by_type.items()]
        return "\n".join(lines)


def stats(file: DiaryFile, *, table: Table | None = None) -> Stats:
    """Count one diary. Raises what reading raises."""
    replay = Replay(file, table=table, other_data=True)
    header, events, inputs = replay.header, replay.events, replay.table.spec.codec.inputs
    by_type = Counter(tag_of(type(event)) for event in events)
    back = [event for event in events if isinstance(event, TookBack)]
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
        dice=_dice(replay),
        draws=_draws(replay),
        take_backs=len(back),
        forced_take_backs=sum(event.forced for event in back),
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
    rules = replay.table.rules
    for n, event, state in replay.walk(taken_back=False):
        with replay.naming(n):
            seat = decider(rules, state, event)
        if seat:
            counted[seat] += 1
    return {seat: counted[seat] for seat in replay.header.seats} | dict(counted)


def _dice(replay: Replay) -> tuple[DiceStats, ...]:
    rolls: dict[tuple[str, str, int], list[tuple[int, ...]]] = {}
    for event in replay.events:
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


def _draws(replay: Replay) -> dict[str, int]:
    """Cards drawn, by deck and seat."""
    drawn: Counter[str] = Counter()
    for event in replay.events:
        if isinstance(event, Drawn):
            drawn[f"{event.deck} by {event.by}"] += len(event.cards)
    return dict(sorted(drawn.items()))


def _result(result: Ended | None) -> str:
    if result is None:
        return "still being played"
    score = "" if result.score is None else f", score {result.score}"
    return f"{result.kind}, {' and '.join(result.winners) or 'nobody'} wins{score}"
