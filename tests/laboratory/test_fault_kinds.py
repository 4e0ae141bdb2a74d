"""Kinds of faults that were reported of other programs; docs/quality.md names the test for each kind."""

import io
import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from copy import copy
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.conftest import environment as environment
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import ROOT, Run
from tests.golden.making import DIARIES
from tests.laboratory.perturbing import another, field_types
from tests.replay.diaries import game, header_of, seeded, write

from wardiary.cli.errors import run
from wardiary.cli.main import cli
from wardiary.core.registry import game_ids, load_game
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, decode_state, encode_state, state_digest
from wardiary.events.errors import DataError
from wardiary.replay.beginning import Setting
from wardiary.replay.check import check
from wardiary.replay.dice import Dice
from wardiary.replay.narrate import event_words
from wardiary.replay.replay import Replay, fold_file
from wardiary.replay.session import Session
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.table import Table
from wardiary.replay.verify_dice import verify_dice

TWO = [path for path in DIARIES if path.stem in ("tiny-random", "freezing-random")]
each_game = pytest.mark.parametrize("name", game_ids())


def golden(name: str) -> Path:
    return next(path for path in DIARIES if path.stem == f"{name}-random")


# Seed or header beats recorded draws


def test_an_edited_seed_changes_no_replay_and_the_conflict_is_named(tmp_path: Path) -> None:
    played = write(tmp_path / "a.diary", game(1), header=header_of(seeded(1)[0]))
    edited = write(tmp_path / "b.diary", game(1), header=header_of(seeded("another")[0]))
    assert state_digest(fold_file(edited).state) == state_digest(fold_file(played).state)
    assert [event for _, event, _ in Replay(edited)][1:] == [event for _, event, _ in Replay(played)][1:]
    report = check(edited)
    assert report.clean, "what is recorded holds"
    assert "the seed gives" in report.warnings[0]
    assert "what is recorded holds" in report.warnings[0]
    conflicts = verify_dice(edited).conflicts
    assert len(conflicts) == len(report.warnings) > 5
    assert check(played).warnings == ()


# Ids are positions in a list that was reordered


def reversed_lines(rows: str) -> str:
    """Inline tables, one a line, in the opposite order."""
    return "".join(f"{row.removesuffix(',')},\n" for row in reversed(rows.splitlines()))


def reordered(text: str) -> str:
    """The TOML text with the entries of arrays of tables, and the tables below one table, the other way round."""
    text = re.sub(r"(?:^ +\{.*\},?\n)+", lambda rows: reversed_lines(rows[0]), text, flags=re.MULTILINE)
    head, *blocks = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
    names = [re.match(r"\[\[?([\w-]+)", block) for block in blocks]
    groups: dict[str, list[int]] = {}
    for at, (name, block) in enumerate(zip(names, blocks, strict=True)):
        assert name
        if block.startswith("[[") or "." in block.partition("]")[0]:
            groups.setdefault(name[1], []).append(at)
    turned = list(blocks)
    for places in groups.values():
        for at, other in zip(places, reversed(places), strict=True):
            turned[at] = blocks[other]
    return "\n".join([head, *turned])


ORDER_COUNTS = {("freezing", "setup.toml"), ("brother", "setup.toml"), ("brother", "cards.toml")}
"""Files whose order means something (units are numbered by it, a card does one thing after the other): in another order
they have another digest.
"""
DATA_FILES = [(name, file) for name in game_ids() for file in load_game(name).own_data()]


@pytest.mark.parametrize(("name", "file"), DATA_FILES)
def test_data_files_may_be_reordered_or_are_refused(name: str, file: str) -> None:
    """Digest and diaries hold, or the loader says what is wrong: never another game under the same digest."""
    own = Table.lay(name)
    other = reordered(own.spec.own_data()[file])
    try:
        table = Table.lay(name, {file: other})
    except DataError as error:
        refused = str(error)
        assert file in refused  # either is right, but never in silence
        return
    assert (table.data.digest != own.data.digest) == ((name, file) in ORDER_COUNTS)
    report = check(golden(name), table=table)
    assert report.clean == ((name, file) not in ORDER_COUNTS), report.text()


def test_most_data_files_have_entries_to_reorder() -> None:
    changed = [row for row in DATA_FILES if reordered(text := load_game(row[0]).own_data()[row[1]]) != text]
    assert len(changed) > 12


# Randomness made at import time or per game type


def test_fifty_games_without_a_seed_differ_and_with_one_are_equal() -> None:
    def played(dice: Dice, **more: Any) -> list[Any]:
        setting = Setting(dice=dice, seats={"red": "greedy", "blue": "greedy"}, **more)
        with Session.in_memory(Table.lay("tiny"), setting) as session:
            session.play_on()
            return session.log.events

    free = [played(Dice.system()) for _ in range(50)]
    assert len({msgspec.json.encode(events[1:]) for events in free}) == 50
    assert len({events[0].id for events in free}) == 50
    assert len({events[0].dice_source.commit for events in free}) == 50
    bound = [played(Dice.seeded("1"), id="one") for _ in range(50)]
    assert all(events == bound[0] for events in bound)


# A snapshot omits a field


@each_game
def test_every_field_of_a_state_survives_a_snapshot(name: str) -> None:
    """Each field is set to another value of its type, and to what it is elsewhere in the game.

    Copy and written position hold it, the digest shows it.
    """
    replay = Replay(golden(name))
    ends = replay.step_ends[:: max(1, len(replay.step_ends) // 40)]
    states = [replay.states.at(n) for n in ends]
    for one in states[:: max(1, len(states) // 4)]:
        for field, kind in field_types(type(one)).items():
            now = getattr(one, field)
            elsewhere = (getattr(state, field) for state in states if getattr(state, field) != now)
            for other in (another(kind, now), *islice(elsewhere, 1)):
                twin = copy_state(one)
                setattr(twin, field, copy(other))
                assert copy_state(twin) == twin, field
                assert encode_state(twin) != encode_state(one), field
                assert decode_state(type(one), encode_state(twin)) == twin, field
                assert state_digest(twin) != state_digest(one), field


@each_game
def test_a_snapshot_at_every_block_and_the_rest_of_the_log_give_the_end(name: str) -> None:
    replay = Replay(golden(name))
    spec, end = replay.table.spec, replay.state_at("last")
    blocks = [block.last for piece in replay.reader.raw_blocks(verify=False) for block in piece]
    for n in blocks[:: max(1, len(blocks) // 30)]:
        state = decode_state(spec.fold.state, encode_state(replay.states.at(n)))
        assert state == replay.states.at(n)
        for event in replay.events[n:]:
            spec.fold.evolve[type(event)](state, event)
        assert state == end


# A read command changes state

READ = [
    ("show", "{a}"),
    ("show", "{a}", "--format", "json", "--at", "20"),
    ("replay", "{a}", "--orders"),
    ("stats", "{a}"),
    ("check", "{a}", "--all"),
    ("verify-dice", "{a}"),
    ("audit", "{a}", "{a}"),
    ("diff", "{a}", "{b}"),
    ("why", "{a}", "turn"),
    ("bisect", "{a}", "--that", "turn > 1"),
    ("recheck", "{a}", "{b}", "--workers", "1"),
    ("export", "{a}", "--as", "{seat}", "-o", "-"),
    ("bundle", "{a}", "-o", "{new}.zip"),
    ("fork", "{a}", "--at", "last", "-o", "{new}.diary"),
    ("repair", "{a}"),
]


@pytest.mark.parametrize("source", TWO, ids=lambda path: path.stem)
def test_reading_leaves_file_and_folder_as_they_were(tmp_path: Path, wardiary: Run, source: Path) -> None:
    """Before and after every command that reads: every byte of the file, its time, and what lies beside it."""
    a, b = tmp_path / "a.diary", tmp_path / "b.diary"
    (tmp_path / "new").mkdir()
    for file in (a, b):
        file.write_bytes(source.read_bytes())
    seat = Replay(a).table.spec.seats[0]
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (a, b)}
    digest = state_digest(fold_file(a).state)
    for command in READ:
        words = [word.format(a=a, b=b, seat=seat, new=tmp_path / "new" / command[0]) for word in command]
        assert wardiary(*words).code in (0, 1), words
        assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (a, b)} == before, words
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a.diary", "b.diary", "new"], words
        assert state_digest(fold_file(a).state) == digest


# State left over from an earlier file

QUESTIONS = ["show {} --format json", "check {} --json", "replay {}", "stats {} --json", "why {} turn --json"]


def answers(path: Path) -> list[str]:
    """What each question prints, in this process."""
    told: list[str] = []
    for question in QUESTIONS:
        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(io.StringIO()):
            run(cli, question.format(path).split())
        told.append(out.getvalue())
    return told


FRESH = "import sys, json; from pathlib import Path; sys.path.insert(0, {root!r}); " + (
    "from tests.laboratory.test_fault_kinds import answers; print(json.dumps(answers(Path(sys.argv[1]))))"
)


def test_an_earlier_file_leaves_nothing_behind(environment: dict[str, str]) -> None:
    """One file, then another: the same as the other in a fresh process; and the same twice."""
    for one in DIARIES:
        for path in TWO:
            if one.stem in ("helsinki-random", "tiny-evening", "freezing-greedy"):
                answers(one)
                assert answers(path) == answers(path)
    for path in TWO:
        done = subprocess.run(
            [sys.executable, "-c", FRESH.format(root=str(ROOT)), path],
            env=environment,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(done.stdout) == answers(path)


# Presentation draws from the game's dice


def show_everything(session: Session) -> None:
    """All that a screen may ask between two steps."""
    spec, data = session.table.spec, session.table.data
    for seat in (None, *session.header.seats):
        view = session.view(seat)
        spec.words.board(data, view)
        if spec.words.svg is not None:
            spec.words.svg(data, view)
    request = session.request
    spec.words.ask(data, session.state, request)
    if isinstance(request, Choice):
        for order in list(session.legal())[:5]:
            spec.words.name_order(data, session.state, order)
            spec.words.explain_order(data, session.state, order)
    spec.features(data, session.state)
    event_words(spec, data, session.state, session.log.events[-1])


@each_game
def test_showing_the_game_between_events_changes_no_byte_of_it(tmp_path: Path, name: str) -> None:
    seats = dict.fromkeys(load_game(name).seats, "random")

    def played(path: Path, *, shown: bool) -> bytes:
        spec = load_game(name)
        scenario = next(iter(spec.scenarios))
        own = dict.fromkeys(spec.scenarios[scenario].seats, "random")
        setting = Setting(dice=Dice.seeded("look"), seats=own, id="look")
        with Session.create(path, Table.lay(name), setting, sync="none") as session:
            for step in range(60):
                if shown and step % 3 != 1:
                    show_everything(session)
                session.advance()
        return path.read_bytes()

    assert seats
    assert played(tmp_path / "a.diary", shown=False) == played(tmp_path / "b.diary", shown=True)


# A computer player budgeted by the clock


@pytest.fixture
def busy() -> Iterator[None]:
    """Other threads that never rest, and switches between them all the time."""
    stop, interval = threading.Event(), sys.getswitchinterval()

    def burn() -> None:
        while not stop.is_set():
            sum(range(500))

    threads = [threading.Thread(target=burn, daemon=True) for _ in range(3)]
    sys.setswitchinterval(0.0005)
    for thread in threads:
        thread.start()
    yield
    stop.set()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)


def computer_games(folder: Path) -> dict[str, bytes]:
    """A game of a greedy player, and one of a search player, which has a budget."""
    for name, player in (("freezing", "greedy"), ("tiny", "mcts:8")):
        seats = dict.fromkeys(load_game(name).seats, player)
        list(simulate(Plan(game=name, seed="load", seats=seats, out=str(folder)), 1))
    return {path.name: path.read_bytes() for path in folder.glob("*.diary")}


@pytest.fixture
def at_rest(tmp_path: Path) -> dict[str, bytes]:
    return computer_games(tmp_path / "rest")


def test_computer_players_decide_the_same_on_a_loaded_machine(
    at_rest: dict[str, bytes], tmp_path: Path, busy: None
) -> None:
    assert computer_games(tmp_path / "load") == at_rest


def test_computer_players_decide_the_same_whatever_the_clock_says(
    at_rest: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A clock that jumps by an hour at each look; tests/test_tidy.py lets no module of a game import one."""
    hours = iter(range(0, 10**9, 3600))
    for name in ("time", "monotonic", "perf_counter", "process_time"):
        monkeypatch.setattr(f"time.{name}", lambda: float(next(hours)))
    assert computer_games(tmp_path / "load") == at_rest


# The table in docs/quality.md


def test_the_table_of_kinds_names_tests_that_there_are() -> None:
    page = (ROOT / "docs" / "quality.md").read_text(encoding="utf-8")
    section = page.partition("## Faults that other programs had")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 15
    for row in rows:
        named = re.findall(r"`([\w/]+\.py)::(\w+)`", row)
        assert named, row
        for file, test in named:
            assert re.search(rf"^\s*def {test}\(", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE), row
