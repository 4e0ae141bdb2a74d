"""The three commands of docs/laboratory.md, as the page has them: from a diary to a test that fails for its reason."""

import re
import shlex
from pathlib import Path

import pytest
from tests.cli.running import ROOT
from tests.laboratory.trees import Tree, planted_tree
from tests.replay.diaries import write_game

from wardiary.replay.check import check
from wardiary.replay.replay import Replay

GOOD = Tree(ROOT)


def commands(page: Path, heading: str) -> list[list[str]]:
    """The command lines of the first block of shell below a heading."""
    section = page.read_text(encoding="utf-8").partition(f"## {heading}\n")[2]
    found = re.search(r"^```sh\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    assert found, f"no commands below {heading!r} in {page}"
    return [shlex.split(line) for line in found[1].splitlines()]


TOUR = commands(ROOT / "docs" / "laboratory.md", "Three commands")


def walk(folder: Path, tree: Tree, condition: str) -> list[str]:
    """Run the tour in a folder with evening.diary in it; what each command prints."""
    told = []
    for program, *words in TOUR:
        assert program == "wardiary"
        done = tree.wardiary(*[condition if word == "check-fails" else word for word in words], cwd=folder)
        assert done.code in (0, 1), done.err
        told.append(done.out)
    return told


def test_three_commands_lead_from_a_diary_to_a_failing_test(tmp_path: Path) -> None:
    """The rules count hits on a 6 only, in place of 5 and 6."""
    tree = planted_tree(tmp_path / "tree", "die >= d.hits_on", "die > d.hits_on")
    write_game(tmp_path / "evening.diary", 3)
    assert len(TOUR) == 3
    checked, shrunk, bundled = walk(tmp_path, tree, "check-fails")
    assert "hits: rules say " in checked
    assert "small.diary" in shrunk
    assert bundled.startswith("test_small.py: departs: event ")
    assert Replay(tmp_path / "small.diary").last < Replay(tmp_path / "evening.diary").last / 4
    assert check(tmp_path / "small.diary").clean
    (tmp_path / "evening.diary").unlink()
    with_fault, without = tree.pytest(tmp_path / "test_small.py"), GOOD.pytest(tmp_path / "test_small.py")
    assert (with_fault.code, without.code) == (1, 0), with_fault.out + without.out
    assert "hits: rules say " in with_fault.out
    assert "(as it was reported)" in with_fault.out


def test_a_fault_that_raises_goes_the_same_way(tmp_path: Path) -> None:
    """Left behind by a simulation; `--that raises` in place of `--that check-fails`."""
    raising = "if len(s.marched) == 2:\n            raise KeyError(s.marched)\n        if s.marched:"
    tree = planted_tree(tmp_path / "tree", "if s.marched:", raising)
    done = tree.wardiary("simulate", "tiny", "-n", "1", "--seed", "3", "-o", "games", cwd=tmp_path)
    assert done.code == 1
    (diary,) = (tmp_path / "games" / "failed").iterdir()
    diary.rename(tmp_path / "evening.diary")
    walk(tmp_path, tree, "raises")
    with_fault, without = tree.pytest(tmp_path / "test_small.py"), GOOD.pytest(tmp_path / "test_small.py")
    assert (with_fault.code, without.code) == (1, 0), with_fault.out + without.out
    assert "KeyError in core.games.tiny.rules:Marching.conclude" in with_fault.out


@pytest.mark.parametrize("page", ["README.md"])
def test_the_readme_has_the_same_commands(page: str) -> None:
    assert commands(ROOT / page, "From a bug to a failing test") == TOUR
