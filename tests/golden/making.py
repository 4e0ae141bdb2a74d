"""Golden diaries and counts: how they are made, held against what they were, and made anew.

    scripts/golden            plays all of them again and says what would change; writes nothing
    scripts/golden --write    writes what has changed

A golden diary departs when rules, component data, dice or the format have changed. Who renews one says in the commit
why it may depart, and under *Log format* in the changelog when older diaries no longer fold or resume.
"""

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardiary.core.registry import game_ids
from wardiary.core.requests import Choice, Over
from wardiary.core.state import copy_state, state_digest
from wardiary.replay.chance import answer_chance
from wardiary.replay.dice import Dice
from wardiary.replay.diff import diff
from wardiary.replay.record import record
from wardiary.replay.replay import Replay
from wardiary.replay.simulation.jobs import Plan
from wardiary.replay.simulation.simulate import simulate
from wardiary.replay.table import Table

__all__ = ["COUNTS", "DIARIES", "DIGESTS", "FOLDER", "Digest", "counts_of", "diaries_of", "digest_of", "main", "perft"]

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "digests.json"
COUNTS = FOLDER / "counts.json"
DIARIES = sorted(FOLDER.glob("*.diary"))
SCRIPT = FOLDER.parents[1] / "docs" / "scripts.md"
SEED = "1918"
DEPTH = {"tiny": 7}
"""How deep answers are counted: some thousands of positions."""
_DEPTH = 3


class Digest(Struct, frozen=True, kw_only=True):
    """What a golden diary folds to.

    Its events and steps, the chained hash of its end, the digest of the last state, and one over the digests of the
    states at all steps' ends.
    """

    events: int
    steps: int
    last_h: str
    last_state: str
    all_states: str


def digest_of(path: Path) -> Digest:
    """The digest of a diary as the code at hand folds it."""
    replay = Replay(path, other_data=True)
    states = [state_digest(replay.state_at(n)) for n in replay.step_ends]
    return Digest(
        events=replay.last,
        steps=len(states),
        last_h=replay.last_h,
        last_state=states[-1],
        all_states=blake2b("".join(states).encode(), digest_size=16).hexdigest(),
    )


def diaries_of(game: str, into: Path) -> Iterator[tuple[str, Path]]:
    """The golden diaries of a game, played now: each name and the file. A step is a block, as in live play."""
    players = ("random", *sorted(Table.lay(game).spec.players))
    for player in players:
        table = Table.lay(game)
        seats = dict.fromkeys(table.seats(next(iter(table.spec.scenarios))), player)
        plan = Plan(game=game, seed=SEED, seats=seats, out=str(into / f"{game}-{player}"), block_steps=1)
        (summary,) = simulate(plan, 1)
        if summary.path is None or summary.fault:
            raise RuntimeError(f"{game} between {player} players did not end: {summary.fault}")
        yield f"{game}-{player}", Path(summary.path)
    if game == "tiny":  # with a note, a take-back and a fix
        found = re.search(r"```script\n(.*?)```", SCRIPT.read_text(encoding="utf-8"), re.DOTALL)
        assert found, "docs/scripts.md holds no script"
        script = into / "evening.script"
        script.write_text(found[1], encoding="utf-8")
        record(script, into / "tiny-evening.diary")
        yield "tiny-evening", into / "tiny-evening.diary"


def perft(table: Table, state: Any, depth: int) -> int:
    """How many ways there are to give `depth` answers from here; rolls and draws, keyed by the seed, take no depth."""
    rules, source = table.rules, Dice.seeded(SEED).source
    assert source is not None
    while not isinstance(request := rules.request(state), Choice | Over):
        rules.advance(state, answer_chance(table.spec.fold.codec, source, request))
    if depth == 0 or isinstance(request, Over):
        return 1
    legal = rules.legal(state)
    if depth == 1:
        return len(legal)
    total = 0
    for order in legal:
        after = copy_state(state)
        rules.advance(after, order)
        total += perft(table, after, depth - 1)
    return total


def counts_of(game: str) -> dict[str, int]:
    """The counts from the set-up of a game's first scenario, by depth."""
    table = Table.lay(game)
    start, _ = table.rules.set_up(table.start())
    return {str(depth): perft(table, copy_state(start), depth) for depth in range(1, DEPTH.get(game, _DEPTH) + 1)}


def _what_differs(golden: Path, now: Path) -> str:
    report = diff(golden, now)
    return (
        "the same events, in other blocks or with other marks" if report.same and not report.header else report.text()
    )


def main(arguments: Sequence[str]) -> int:
    """Say what has changed, and write it with `--write`; 1 when something has."""
    write, changed = "--write" in arguments, 0
    digests: dict[str, Digest] = {}
    with tempfile.TemporaryDirectory() as folder:
        for game in game_ids():
            for name, path in diaries_of(game, Path(folder)):
                digests[name] = digest_of(path)
                golden = FOLDER / f"{name}.diary"
                if golden.exists() and golden.read_bytes() == path.read_bytes():
                    continue
                changed = 1
                sys.stdout.write(f"{name}: {_what_differs(golden, path) if golden.exists() else 'new'}\n")
                if write:
                    golden.write_bytes(path.read_bytes())
    tables = {DIGESTS: digests, COUNTS: {game: counts_of(game) for game in game_ids()}}
    for file, table in tables.items():
        text = msgspec.json.format(msgspec.json.encode(table, order="sorted")) + b"\n"
        if not file.exists() or file.read_bytes() != text:
            changed = 1
            sys.stdout.write(f"{file.name}: changed\n")
            if write:
                file.write_bytes(text)
    return changed
