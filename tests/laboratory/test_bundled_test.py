"""`bundle --pytest`: a test file that fails for the reason it was reported for, and passes once the fault is gone."""

import ast
import json
import subprocess
import zipfile
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import ROOT, Run
from tests.laboratory.trees import Tree, planted_tree
from tests.replay.diaries import TINY, Steps, game, header_of, seeded, set_up, write, write_game
from tests.replay.test_bundle import other_python

from wardiary.events import tiny as e
from wardiary.events.errors import LimitExceeded, UsageError
from wardiary.replay import bundle as module
from wardiary.replay.bundle import bundle, open_bundle, write_test
from wardiary.replay.bundled_test import beside
from wardiary.replay.verdict import Verdict

GOOD = Tree(ROOT)


@pytest.fixture(scope="session")
def harder(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """Tiny that counts a hit too few."""
    return planted_tree(tmp_path_factory.mktemp("harder"), "die >= d.hits_on", "die > d.hits_on")


@pytest.fixture(scope="session")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """Tiny that raises where two companies have marched."""
    new = "if len(s.marched) == 2:\n            raise KeyError(s.marched)\n        if s.marched:"
    return planted_tree(tmp_path_factory.mktemp("failing"), "if s.marched:", new)


@pytest.fixture(scope="session")
def refusing(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """Tiny in which company 2 may not march."""
    new = "if unit == 2:\n            return 'TINY-3: it rests'\n        if place in contested(s):"
    return planted_tree(tmp_path_factory.mktemp("refusing"), "if place in contested(s):", new)


def unpacked(path: Path) -> Path:
    """The test file of a bundle, its diary beside it."""
    folder = path.with_suffix("")
    with zipfile.ZipFile(path) as archive:
        archive.extractall(folder)
    return folder / "test_diary.py"


def the_one(folder: Path) -> Path:
    (found,) = folder.iterdir()
    return found


def departing(folder: Path, _tree: Tree) -> list[str | Path]:
    """A diary of the right rules, which the tree's rules do not make."""
    return [write_game(folder / "a.diary", 3)]


def raising(folder: Path, tree: Tree) -> list[str | Path]:
    """What a simulation with the tree's rules left behind."""
    done = tree.wardiary("simulate", "tiny", "-n", "1", "--seed", "3", "-o", "games", cwd=folder)
    assert done.code == 1, done.err
    return [the_one(folder / "games" / "failed")]


def refused(folder: Path, _tree: Tree) -> list[str | Path]:
    """A diary that stands where the tree's rules refuse an order."""
    for seed in range(100):
        steps = game(seed)
        at = next(index for index, step in enumerate(steps) if isinstance(step[-1], e.AskMarch))
        if getattr(steps[at][-1], "side", "") == "red":
            header = header_of(seeded(seed)[0])
            return [write(folder / "a.diary", steps[: at + 1], header=header), "--order", '{"t":"tiny.march","unit":2}']
    raise AssertionError("red never marches first")


KINDS = [
    ("harder", departing, "departs: event"),
    ("failing", raising, "raises: event"),
    ("refusing", refused, "refused: event"),
]


@pytest.mark.parametrize(("plant", "make", "words"), KINDS, ids=[kind[2].partition(":")[0] for kind in KINDS])
def test_it_fails_with_the_fault_and_passes_without(
    request: pytest.FixtureRequest, tmp_path: Path, plant: str, make: object, words: str
) -> None:
    tree: Tree = request.getfixturevalue(plant)
    assert callable(make)
    diary = make(tmp_path, tree)
    done = tree.wardiary("bundle", *diary, "--pytest", "-o", "bug.zip", cwd=tmp_path)
    assert (done.code, done.out.startswith(f"bug.zip: {words}")) == (0, True), done.err
    test = unpacked(tmp_path / "bug.zip")
    with_fault, without = tree.pytest(test), GOOD.pytest(test)
    assert with_fault.code == 1, with_fault.out
    assert words in with_fault.out
    assert "(as it was reported)" in with_fault.out
    assert without.code == 0, without.out


def test_alone_it_holds_the_diary_and_tells_another_fault(tmp_path: Path, harder: Tree, failing: Tree) -> None:
    done = harder.wardiary("bundle", *departing(tmp_path, harder), "--pytest", "-o", "test_bug.py", cwd=tmp_path)
    assert (done.code, done.out.startswith("test_bug.py: departs: event")) == (0, True)
    (tmp_path / "a.diary").unlink()
    test = tmp_path / "test_bug.py"
    assert GOOD.pytest(test).code == 0
    assert "(as it was reported)" in harder.pytest(test).out
    other = failing.pytest(test)
    assert other.code == 1
    assert "raises: event" in other.out
    assert "(otherwise than it was reported)" in other.out


WORLDS: list[dict[str, str]] = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "7", "TZ": "Asia/Kathmandu", "LC_ALL": "tr_TR.UTF-8"},
    {"PYTHONHASHSEED": "12345", "TZ": "America/St_Johns", "LC_ALL": "POSIX", "PYTHONUTF8": "0"},
]


def test_the_verdict_is_the_same_under_any_hash_seed_time_zone_and_locale(tmp_path: Path, failing: Tree) -> None:
    done = failing.wardiary("bundle", *raising(tmp_path, failing), "--pytest", "-o", "bug.zip", cwd=tmp_path)
    assert done.code == 0
    test = unpacked(tmp_path / "bug.zip")
    for world in WORLDS:
        assert "(as it was reported)" in failing.pytest(test, **world).out, world


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_test_fails_alike_on_every_python(tmp_path: Path, failing: Tree, version: str) -> None:
    """The same verdict on Python 3.11, 3.12 and 3.13, with nothing but msgspec and pytest installed."""
    python = other_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    done = failing.wardiary("bundle", *raising(tmp_path, failing), "--pytest", "-o", "bug.zip", cwd=tmp_path)
    assert done.code == 0
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    inside = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([inside, "-m", "pip", "install", "-q", f"msgspec=={msgspec.__version__}", "pytest"], check=True)
    there = Tree(failing.folder, python=inside)
    assert "(as it was reported)" in there.pytest(unpacked(tmp_path / "bug.zip")).out


def test_the_test_stands_in_the_bundle_and_the_readme_names_it(tmp_path: Path, wardiary: Run) -> None:
    steps = departed()
    write(tmp_path / "a.diary", steps)
    done = wardiary("bundle", tmp_path / "a.diary", "--pytest", "-o", tmp_path / "a.zip", "--json")
    assert (done.code, json.loads(done.out)["verdict"]["kind"]) == (0, "departs")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.namelist() == ["README.txt", "game.diary", "made.json", "test_diary.py"]
        assert "python -m pytest test_diary.py" in archive.read("README.txt").decode()
        ast.parse(archive.read("test_diary.py"))
    assert open_bundle(tmp_path / "a.zip", table=TINY).same


def departed() -> Steps:
    """A game with a wrong number in it."""
    steps = game(1)
    at = next(index for index, step in enumerate(steps) if any(isinstance(x, e.AskMarch) for x in step))
    steps[at] = [msgspec.structs.replace(x, points=7) if isinstance(x, e.AskMarch) else x for x in steps[at]]
    return steps


def test_there_is_no_test_where_nothing_goes_wrong(tmp_path: Path) -> None:
    write_game(tmp_path / "a.diary")
    with pytest.raises(UsageError, match="nothing goes wrong in this diary"):
        bundle(tmp_path / "a.diary", tmp_path / "a.zip", with_test=True, table=TINY)
    with pytest.raises(UsageError, match="nothing goes wrong in this diary"):
        write_test(tmp_path / "a.diary", tmp_path / "test_a.py", table=TINY)
    assert [path.name for path in tmp_path.iterdir()] == ["a.diary"]


def test_a_long_diary_does_not_go_into_a_source_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path / "a.diary", departed())
    monkeypatch.setattr(module, "_TEST_DIARY_MAX", 1_000)
    with pytest.raises(LimitExceeded, match="wardiary shrink"):
        write_test(tmp_path / "a.diary", tmp_path / "test_a.py", table=TINY)


HOSTILE = ['"""\nimport os\n', "'''", "\\", "{0}", "{found}", "\u2028\u202e", "\x00\x1b[31m"]


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_stranger_wrote_gets_into_the_test_as_literals_only(tmp_path: Path, text: str) -> None:
    """A refusal, an answer or a name in a diary may hold anything."""
    _, first = set_up()
    writing = [first, *departed()[1:]]
    write(tmp_path / "a.diary", writing, header=header_of(seeded(1)[0], name=text.replace("\x00", "0")[:60]))
    write_test(tmp_path / "a.diary", tmp_path / "test_a.py", table=TINY)
    sources = [
        (tmp_path / "test_a.py").read_text(encoding="utf-8"),
        beside(Verdict(kind="refused", answer=text, reason=text), "game.diary"),
    ]
    for source in sources:
        kinds = [type(node).__name__ for node in ast.parse(source).body]
        assert kinds == [
            *["Expr", *["ImportFrom"] * (kinds.count("ImportFrom")), "Assign", "Assign", "FunctionDef"],
        ]
        assert source.isascii()
    scope = ast.parse(sources[0]).body
    diary = next(node.value for node in scope if isinstance(node, ast.Assign))
    assert ast.literal_eval(diary) == (tmp_path / "a.diary").read_bytes()
