"""Makes every roll and draw again from the open seed, or from the secret that the seal reveals."""

from collections import Counter

from msgspec import Struct

from wardiary.core.chance.commitment import matches
from wardiary.events.common import DiceSource, Drawn, Reseeded, Rolled
from wardiary.events.kinds import Chance
from wardiary.replay.compare import event_parts
from wardiary.replay.reading import DiaryFile
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table
from wardiary.replay.trail import DiceTrail, fits

__all__ = ["Conflict", "DiceReport", "verify_dice"]


class Conflict(Struct, frozen=True, kw_only=True):
    """A roll or draw that its seed would have given otherwise: the values as JSON. `taken_back` ones count too."""

    event: int
    what: str
    recorded: str
    keyed: str

    def text(self) -> str:
        """One line."""
        return f"event {self.event}: {self.what} is {self.recorded}, the seed gives {self.keyed}"


class DiceReport(Struct, frozen=True, kw_only=True):
    """How the dice of a diary stand.

    `verified` rolls and draws are what their seed gives. `told` came from a person or a script: nothing can be held
    against them. `sealed_up` come from a secret that no seal of this diary has revealed. `broken_promise` is a
    commitment of the only secret in force that the revealed one does not fit.
    """

    path: str
    verified: int
    told: int
    sealed_up: int
    conflicts: tuple[Conflict, ...]
    broken_promise: str = ""

    @property
    def honest(self) -> bool:
        """Whether nothing that could be verified is otherwise."""
        return not self.conflicts and not self.broken_promise

    @property
    def exit_code(self) -> int:
        """0, or 1 when a roll or the promise does not hold."""
        return 0 if self.honest else 1

    def text(self) -> str:
        """The report for a person."""
        if self.told and not (self.verified or self.sealed_up or self.conflicts or self.broken_promise):
            whose = "its only roll or draw was" if self.told == 1 else f"all {self.told} rolls and draws were"
            return f"{self.path}: no seed: {whose} told by the table"
        lines = [f"{self.path}: {self.verified} rolls and draws are what the seed gives"]
        lines += [f"  {conflict.text()}" for conflict in self.conflicts]
        if self.broken_promise:
            lines.append(f"  the revealed secret is not the one that {self.broken_promise} promised at the start")
        if self.sealed_up:
            lines.append(f"  {self.sealed_up} come from a secret not revealed: they cannot be verified (yet)")
        if self.told:
            lines.append(f"  {self.told} were told by the table: there is no seed to hold them against")
        return "\n".join(lines)


def verify_dice(file: DiaryFile, *, table: Table | None = None) -> DiceReport:
    """Make all rolls and draws of a diary again, those taken back too. Raises what reading raises."""
    replay = Replay(file, table=table)
    seal = replay.reader.check_seal()
    reveal = seal.reveal if seal else None
    trail = DiceTrail(replay.header.dice_source, reveal)
    declared: list[DiceSource] = [replay.header.dice_source]
    counts: Counter[str] = Counter()
    conflicts: list[Conflict] = []
    for n, event, state in replay:
        if isinstance(event, Reseeded):
            trail.change(event.dice_source)
            declared.append(event.dice_source)
        elif isinstance(event, Rolled | Drawn):
            conflict = _conflict(replay, trail, n, event, state, counts)
            if conflict is not None:
                conflicts.append(conflict)
    return DiceReport(
        path=str(replay.path or "(bytes)"),
        verified=counts["verified"],
        told=counts["told"],
        sealed_up=counts["secret"],
        conflicts=tuple(conflicts),
        broken_promise=_broken_promise(declared, reveal),
    )


def _conflict(
    replay: Replay, trail: DiceTrail, n: int, event: Rolled | Drawn, state: object, counts: Counter[str]
) -> Conflict | None:
    """Count one roll or draw; what is otherwise than its seed gives."""
    if not trail.is_keyed(event):
        is_secret = event.source == trail.declared.source == "system"
        counts["secret" if is_secret else "told"] += 1
        return None
    tag = "rolled" if isinstance(event, Rolled) else "drawn"
    with replay.naming(n):
        request = replay.table.rules.request(state)
    if not fits(request, event):
        asked = f"no such {'roll' if tag == 'rolled' else 'draw'}: the game asks {type(request).__name__}"
        return Conflict(event=n, what=tag, recorded=_values(event), keyed=asked)
    expected: Chance = trail.expected(request, event)
    if expected == event:
        counts["verified"] += 1
        return None
    part = event_parts(event, expected)[0]
    return Conflict(event=n, what=f"{tag}.{part.path}", recorded=part.left, keyed=part.right)


def _values(event: Rolled | Drawn) -> str:
    values = event.dice if isinstance(event, Rolled) else event.cards
    return " ".join(map(str, values))


def _broken_promise(declared: list[DiceSource], reveal: str | None) -> str:
    """The last commitment, when the revealed secret fits none; empty when it fits one or nothing is revealed."""
    commits = [dice.commit for dice in declared if dice.source == "system" and dice.commit]
    if reveal is None or not commits or any(matches(commit, reveal) for commit in commits):
        return ""
    return commits[-1]
