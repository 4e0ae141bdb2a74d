"""The suite from outside: a game of a package of its own, found by its entry point, runs it and passes.

The same package with a fault planted fails, and the message says where to look.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wardiary.replay.proving import GameSuite

ROOT = Path(__file__).resolve().parents[2]
TEST_FILE = """
from pebbles.proof import twins
from wardiary.replay.proving import GameSuite, Proof

class TestPebbles(GameSuite):
    proof = Proof("pebbles", twins=twins, games=2)
"""
POINTS = "[wardiary.games]\npebbles = pebbles.spec:SPEC\n"
NAMES = (
    ("from wardiary.events import tiny as e", "from pebbles import events as e"),
    ("wardiary.core.games.tiny", "pebbles"),
    ("tiny", "pebbles"),
    ("Tiny", "Pebbles"),
)


def make_package(folder: Path) -> Path:
    """Tiny's sources as a package of another name that shares nothing with Tiny; installed by lying on the path."""
    package = folder / "pebbles"
    sources = {path: path.name for path in (ROOT / "core" / "games" / "tiny").glob("*.py")}
    sources |= {
        ROOT / "core" / "games" / "tiny" / "data" / "tiny.toml": "data/pebbles.toml",
        ROOT / "events" / "tiny.py": "events.py",
        ROOT / "tests" / "tiny" / "proof.py": "proof.py",
    }
    for source, name in sources.items():
        text = source.read_text(encoding="utf-8")
        for old, new in NAMES:
            text = text.replace(old, new)
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text, encoding="utf-8")
    info = folder / "pebbles-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pebbles\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(POINTS, encoding="utf-8")
    (folder / "test_pebbles.py").write_text(TEST_FILE, encoding="utf-8")
    return package


def plant(package: Path, file: str, old: str, new: str) -> None:
    text = (package / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    (package / file).write_text(text.replace(old, new), encoding="utf-8")


def run_suite(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """The package's own tests, in a process that knows nothing of this project's configuration."""
    paths = [str(folder), str(ROOT / "src")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), *options]
    return subprocess.run(
        [*command, "test_pebbles.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_good_game_passes(tmp_path: Path) -> None:
    make_package(tmp_path)
    done = run_suite(tmp_path, "-rA")
    assert done.returncode == 0, done.stdout + done.stderr
    passed = [line for line in done.stdout.splitlines() if line.startswith("PASSED")]
    tests = [name for name in dir(GameSuite) if name.startswith("test_")]
    assert len(passed) == len(tests)


FAULTS = {
    "a state that the rules write themselves": (
        ("rules.py", "        if s.marched:\n", "        s.fought = (*s.fought, 99)\n{0}"),
        "test_the_fold_is_the_live_state_after_every_step",
        "the live state is not the fold of the events; they differ in: fought. Rules write the state by events only",
    ),
    "a hidden card in a view": (
        ("spec.py", "bag=sorted((*s.bag, *unseen))", "bag=sorted(s.bag)"),
        "test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same",
        "blue can tell apart two worlds that it may not, by state.bag of its view\n",
    ),
    "a hidden card in a refusal": (
        (
            "rules.py",
            "    bid = unbarred(",
            "    def refusal(self, s, f, order):\n"
            "        reason = super().refusal(s, f, order)\n"
            '        return f"{reason}; there still are {sorted(s.bag)}" if reason else None\n\n{0}',
        ),
        "test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same",
        "can tell apart two worlds that it may not, by what is refused to it\n",
    ),
    "a set gone through in its own order": (
        ("rules.py", "cards=tuple(sorted(d.cards))", "cards=tuple(set(d.cards))"),
        "test_the_same_log_whatever_the_hash_seed",
        "events and states depend on PYTHONHASHSEED: somewhere a set",
    ),
    "a listed order that is refused": (
        (
            "rules.py",
            "    halt = unbarred(e.Halt)\n",
            "    def refusal(self, s, f, order):\n"
            "        rests = isinstance(order, e.March) and order.unit == 2\n"
            '        return "PEBBLES-3: company 2 rests" if rests else super().refusal(s, f, order)\n\n{0}',
        ),
        "test_listed_is_accepted_and_nothing_else",
        "listed, but refused: {March(unit=2): 'PEBBLES-3: company 2 rests'}",
    ),
    "an event that nobody tells": (
        ("spec.py", '    e.Halt: lambda d, s, ev: f"{s.frames[-1].side} halts.",\n', ""),
        "test_every_table_is_whole",
        "pebbles.halt has no narration",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found_and_named(fault: str, tmp_path: Path) -> None:
    (file, old, new), test, message = FAULTS[fault]
    plant(make_package(tmp_path), file, old, new.replace("{0}", old))
    done = run_suite(tmp_path, "--tb=short", "-k", test)
    assert done.returncode == 1, done.stdout + done.stderr
    assert re.search(rf"^(FAILED|ERROR) test_pebbles.py::TestPebbles::{test}( - .*)?$", done.stdout, re.MULTILINE)
    assert message in done.stdout


SHORT_PROOFS = """
from pebbles.proof import twins
from wardiary.replay.proving import GameSuite, Proof, open_game

class TestNone(GameSuite):
    pass

class TestMistyped(GameSuite):
    proof = Proof("pebble", twins=twins)

class TestOpen(GameSuite):
    proof = Proof("pebbles", twins=open_game)
"""


def test_a_proof_that_says_too_little_is_told(tmp_path: Path) -> None:
    make_package(tmp_path)
    (tmp_path / "test_pebbles.py").write_text(SHORT_PROOFS, encoding="utf-8")
    done = run_suite(tmp_path, "--tb=short", "-k", "(two_worlds or random_games_end) and not (Open and random)")
    assert re.search(r"\n1 failed, .*4 errors", done.stdout)
    assert "TestNone names no game: give it `proof = Proof(...)`" in done.stdout
    assert "no game 'pebble'; did you mean pebbles?" in done.stdout
    assert "nothing was tried: no worlds compared" in done.stdout


def test_a_game_is_proved_before_it_is_installed(tmp_path: Path) -> None:
    """Named by where its record stands."""
    make_package(tmp_path)
    (tmp_path / "pebbles-1.dist-info" / "entry_points.txt").write_text("", encoding="utf-8")
    text = TEST_FILE.replace('"pebbles"', '"pebbles.spec:SPEC"')
    (tmp_path / "test_pebbles.py").write_text(text, encoding="utf-8")
    done = run_suite(tmp_path, "-k", "hash_seed or gone_on_with")
    assert done.returncode == 0, done.stdout + done.stderr


def test_without_pytest_the_suite_says_what_to_install() -> None:
    code = "import sys; sys.modules['pytest'] = None; import wardiary.replay.proving"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "wardiary.replay.proving needs pytest: pip install 'wardiary[testing]'" in done.stderr
