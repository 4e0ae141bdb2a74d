"""The archive's folder: killed anywhere it is as before or after, one writer, readers who see whole states."""

import fcntl
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from tests.analytics.making import copied
from tests.analytics.test_adding import ids

from wardiary.analytics import store as store_module
from wardiary.analytics.archive import Archive
from wardiary.analytics.store import Store, write_whole
from wardiary.events.errors import Locked, UsageError

KILLS, MANY_KILLS = 6, 60

DYING = """
import os, signal, sys
from wardiary.analytics import store
from wardiary.analytics.archive import Archive

left = int(sys.argv[1])
really = store._rename

def rename(old, new):
    global left
    left -= 1
    if left == 0 and sys.argv[2] == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    really(old, new)
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

store._rename = rename
Archive(sys.argv[3]).add(sys.argv[4:])
"""


def run_dying(environment: dict[str, str], *arguments: object) -> int:
    command = [sys.executable, "-c", DYING, *map(str, arguments)]
    return subprocess.run(command, env=environment, timeout=60, capture_output=True, check=False).returncode


def rows_of(archive: Archive) -> list[tuple[object, ...]]:
    return archive.sql("SELECT game_id, n, tag, args FROM events ORDER BY ALL").rows


def begun(games: Path, folder: Path) -> list[Path]:
    """The beginnings of the first two games, and the third."""
    first, second, third = sorted(games.iterdir())[:3]
    return [
        copied(first, folder / "first.diary", blocks=2),
        copied(second, folder / "second.diary", blocks=2),
        copied(third, folder / "third.diary"),
    ]


def held_by(archive: Archive) -> list[str]:
    """Ids of the games in the parts, once for each part that has them."""
    return sorted(diary.id for part in archive.parts() for diary in part.manifest.diaries)


def assert_whole_after_death(archive: Archive, before: list[str], goal: list[Path], whole: Archive) -> None:
    """Nothing is lost or doubled, and the next writer puts all in order."""
    held = held_by(archive)
    assert held == sorted(set(held)), "no game is there twice"
    assert set(before) <= set(held) <= set(held_by(whole)), "no game is lost"
    assert archive.add(goal).exit_code == 0
    assert held_by(archive) == held_by(whole)
    assert archive.verify() == []
    left = {path.name for path in archive.folder.iterdir()}
    assert not {name for name in left if name.startswith(("tmp-", "old-", "swap"))}


class Died(BaseException):
    """Stands for a kill in this process: nothing is tidied up."""


def dying(monkeypatch: pytest.MonkeyPatch, at: int, moment: str, work: Callable[[], object]) -> bool:
    """Whether the work died at its rename number `at`, before it or after it."""
    really = store_module._rename
    calls = iter(range(1, 1000))

    def rename(old: Path, new: Path) -> None:
        number = next(calls)
        if number == at and moment == "before":
            raise Died
        really(old, new)
        if number == at:
            raise Died

    with monkeypatch.context() as patched:
        patched.setattr(store_module, "_rename", rename)
        patched.setattr("wardiary.analytics.store.shutil.rmtree", lambda *_args, **_options: None)
        try:
            work()
        except Died:
            return True
    return False


@pytest.mark.parametrize("moment", ["before", "after"])
def test_dead_at_every_rename(games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str) -> None:
    """A writer that replaces two games and adds one dies at each step; readers and the next writer find all whole."""
    beginning = begun(games, tmp_path)
    goal = sorted(games.iterdir())[:4]
    whole = Archive(tmp_path / "whole")
    whole.add(goal)
    for at in range(1, 40):
        archive = Archive(tmp_path / str(at))
        archive.add(beginning)
        before = held_by(archive)
        if not dying(monkeypatch, at, moment, partial(archive.add, goal)):
            break
        if at % 5 == 0:
            assert ids(archive) == held_by(archive), "queries see what the parts hold"
        assert_whole_after_death(archive, before, goal, whole)
        if at % 5 == 0:
            assert rows_of(archive) == rows_of(whole)
    assert at > 10


@pytest.mark.long
@pytest.mark.parametrize("moment", ["before", "after"])
def test_killed_at_every_rename(games: Path, tmp_path: Path, environment: dict[str, str], moment: str) -> None:
    """The same with processes that are killed."""
    beginning = begun(games, tmp_path)
    goal = sorted(games.iterdir())[:4]
    whole = Archive(tmp_path / "whole")
    whole.add(goal)
    codes: list[int] = []
    while 0 not in codes:
        archive = Archive(tmp_path / str(len(codes)))
        archive.add(beginning)
        before = held_by(archive)
        codes.append(run_dying(environment, len(codes) + 1, moment, archive.folder, *goal))
        assert codes[-1] in {0, -signal.SIGKILL}
        assert_whole_after_death(archive, before, goal, whole)
    assert len(codes) > 10


ADDING = """
import sys
from wardiary.analytics import adding
from wardiary.analytics.archive import Archive

adding._FIRST_BYTES = adding._SECOND_BYTES = adding._MOST_BYTES = 20_000
Archive(sys.argv[1]).add(sys.argv[3:], workers=int(sys.argv[2]))
"""


def kill_in_a_loop(games: Path, tmp_path: Path, environment: dict[str, str], times: int, workers: int) -> None:
    archive = Archive(tmp_path / "archive")
    archive.add(begun(games, tmp_path))
    for number in range(times):
        command = [sys.executable, "-c", ADDING, str(archive.folder), str(workers), str(games)]
        child = subprocess.Popen(command, env=environment)
        time.sleep(0.05 + (0.9 if workers == 1 else 2.4) * number / times)
        child.kill()
        child.wait(timeout=60)
        held = held_by(archive)
        assert len(held) == len(set(held)) >= 3
    assert archive.add([games]).exit_code == 0
    assert archive.verify() == []
    assert len(ids(archive)) == 12


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_any_moment(games: Path, tmp_path: Path, environment: dict[str, str], workers: int) -> None:
    kill_in_a_loop(games, tmp_path, environment, KILLS, workers)


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_many_moments(games: Path, tmp_path: Path, environment: dict[str, str], workers: int) -> None:
    kill_in_a_loop(games, tmp_path, environment, MANY_KILLS, workers)


def test_readers_see_whole_states_while_games_are_replaced(
    games: Path, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before every rename of a writer, a reader looks: each game is there exactly once."""
    archive.add(begun(games, tmp_path))
    seen: list[list[int]] = []
    really = store_module._rename
    known = held_by(archive)

    def watched(old: Path, new: Path) -> None:
        diaries = [diary for part in Archive(archive.folder).parts() for diary in part.manifest.diaries]
        lengths = [[diary.n for diary in diaries if diary.id == game] for game in known]
        assert all(len(found) == 1 for found in lengths)
        seen.append([found[0] for found in lengths])
        really(old, new)

    monkeypatch.setattr(store_module, "_rename", watched)
    archive.add(sorted(games.iterdir())[:3])
    assert seen[0] != seen[-1]
    assert len({tuple(lengths) for lengths in seen}) == 2, "the old state, then the new one, nothing between"


def test_a_query_goes_on_while_games_are_replaced(games: Path, archive: Archive, tmp_path: Path) -> None:
    archive.add(begun(games, tmp_path))
    with archive.asked("FROM games") as relation:
        archive.add([games])
        assert len(relation.fetchall()) == 3
    assert len(ids(archive)) == 12


def test_one_writer(games: Path, archive: Archive, tmp_path: Path) -> None:
    archive.add(sorted(games.iterdir())[:1])
    with (archive.folder / "lock").open("r+b") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(Locked, match="another process writes this archive"):
            archive.add([games])
        with pytest.raises(Locked):
            archive.rebuild()
        assert len(ids(archive)) == 1, "readers are not disturbed"
    assert len(archive.add([games]).faults) == 0


def test_an_interruption_keeps_finished_parts(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardiary.analytics.adding._FIRST_BYTES", 20_000)
    calls = iter(range(100))

    def interrupt(_count: int) -> None:
        if next(calls) == 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.add([games], advance=interrupt)
    assert 0 < len(ids(archive)) < 8
    assert (archive.folder / "views.sql").is_file()
    assert [path.name for path in archive.folder.glob("tmp-*")] == []
    archive.add([games])
    assert len(ids(archive)) == 12
    assert archive.verify() == []


def test_a_full_disk_leaves_the_archive_as_it_was(
    games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.add(sorted(games.iterdir())[:2])
    before = rows_of(archive)

    def full(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    with monkeypatch.context() as patched:
        patched.setattr("wardiary.analytics.parts.sync_file", full)
        with pytest.raises(OSError, match="No space left"):
            archive.add([games])
    assert rows_of(archive) == before
    assert list(archive.folder.glob("tmp-*")) == []
    assert archive.add([games]).exit_code == 0


def test_two_make_one_archive(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other one has renamed the marker that both wrote aside."""
    really = store_module._rename

    def late(old: Path, new: Path) -> None:
        really(old, new)
        if new.name == "archive.json":
            raise FileNotFoundError(2, "No such file or directory", str(old))

    monkeypatch.setattr(store_module, "_rename", late)
    assert archive.add([games]).exit_code == 0


def test_a_path_that_is_no_text(games: Path, tmp_path: Path) -> None:
    archive = Archive(tmp_path / "\udcff")
    with pytest.raises(UsageError, match="not UTF-8"):
        archive.add([games])
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match="not UTF-8"):
        archive.sql("SELECT 1")


def test_a_file_that_cannot_be_written_leaves_nothing_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("wardiary.analytics.store.sync_file", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "rows.csv", b"x")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("there", [False, True])
def test_a_full_disk_names_the_archive_and_makes_none(
    there: bool, games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path) -> None:
        raise OSError(28, "No space left on device")

    archive = Archive(tmp_path / "new")
    if there:
        archive.add(sorted(games.iterdir())[:2])
    monkeypatch.setattr(f"wardiary.analytics.{'parts' if there else 'store'}.sync_file", full)
    with pytest.raises(OSError, match="No space left") as caught:
        archive.add([games])
    assert caught.value.filename == str(archive.folder)
    assert archive.folder.exists() == there


def test_what_a_killed_first_writer_leaves_is_no_obstacle(games: Path, tmp_path: Path) -> None:
    folder = tmp_path / "archive"
    (folder / "diaries").mkdir(parents=True)
    (folder / ".archive.json.new").write_bytes(b"{")
    assert Archive(folder).add([games]).exit_code == 0


def test_only_what_a_writer_leaves_is_swept(games: Path, archive: Archive) -> None:
    archive.add(sorted(games.iterdir())[:1])
    mine = archive.folder / "tmp-mine"
    left = archive.folder / f"tmp-{'0' * 16}"
    for folder in (mine, left):
        folder.mkdir()
        (folder / "x").write_text("x")
    archive.add([games])
    assert (mine.exists(), left.exists()) == (True, False)


def test_store_makes_nothing_when_it_reads(tmp_path: Path) -> None:
    assert not Store(tmp_path / "x").exists()
    assert os.listdir(tmp_path) == []
