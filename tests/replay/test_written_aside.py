"""Files appear whole or not at all, and never in place of another."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.replay.playing import TINY, seeded

from wardiary.events.errors import FileExists, Locked, UsageError, WriteFailed
from wardiary.replay.aside import written_aside
from wardiary.replay.session import Session


def publish_after(path: Path, work: Callable[[Path], object], *, force: bool = False) -> None:
    with written_aside(path, force=force) as aside:
        aside.write_text("mine")
        work(aside)


def fail(error: BaseException) -> None:
    raise error


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with written_aside(path) as aside:
        aside.write_text("whole")
        assert not path.exists()
        assert aside.parent == tmp_path
    assert path.read_text() == "whole"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("error", [RuntimeError("no"), KeyboardInterrupt()])
def test_nothing_is_left_behind_by_a_failure(tmp_path: Path, error: BaseException, force: bool) -> None:
    path = tmp_path / "a.txt"
    with pytest.raises(type(error)):
        publish_after(path, lambda _: fail(error), force=force)
    assert list(tmp_path.iterdir()) == []


def full(path: Path) -> None:
    """What a diary's writer says when the disk is full."""
    raise WriteFailed("could not be written (No space left); all before is kept", path=path) from OSError(28, "Full")


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (full, "{folder}/a.txt: cannot be written: Full"),
        (lambda aside: fail(OSError(28, "Full", str(aside))), "{folder}/a.txt: cannot be written: Full"),
        (
            lambda aside: full(aside.with_name("b")),
            "{folder}/b: could not be written (No space left); all before is kept",
        ),
        (lambda aside: fail(WriteFailed("is closed", path=aside)), "{folder}/.a.txt.{pid}.part: is closed"),
    ],
    ids=["a diary", "a file", "another diary", "not the disk"],
)
def test_the_disks_refusal_names_the_file_that_was_asked_for(
    tmp_path: Path, work: Callable[[Path], object], message: str
) -> None:
    with pytest.raises(WriteFailed) as caught:
        publish_after(tmp_path / "a.txt", work)
    assert str(caught.value) == message.format(folder=tmp_path, pid=os.getpid())


def test_a_diary_that_is_being_written_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "live.diary"
    with Session.create(path, TINY, seeded("1")) as session:
        before = path.read_bytes()
        with pytest.raises(Locked):
            publish_after(path, lambda _: None, force=True)
        assert path.read_bytes() == before
        session.play_on()
    publish_after(path, lambda _: None, force=True)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("force", [False, True])
def test_what_is_no_file_is_never_replaced(tmp_path: Path, force: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UsageError):
        publish_after(pipe, lambda _: None, force=force)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_name_that_somebody_takes_meanwhile_stays_theirs(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with pytest.raises(FileExists):
        publish_after(path, lambda _: path.write_text("theirs"))
    assert path.read_text() == "theirs"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_system_without_links_is_served_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    path = tmp_path / "a.txt"
    with written_aside(path) as aside:
        aside.write_text("mine")
    assert path.read_text() == "mine"
    other = tmp_path / "b.txt"
    with pytest.raises(FileExists):
        publish_after(other, lambda _: other.write_text("theirs"))
    assert other.read_text() == "theirs"


def test_file_and_folder_are_on_the_disk_when_it_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []
    real = os.fsync

    def watched(handle: int) -> None:
        synced.append(f"{'folder' if os.path.isdir(f'/proc/self/fd/{handle}') else 'file'} {path.exists()}")
        real(handle)

    path = tmp_path / "a.txt"
    monkeypatch.setattr(os, "fsync", watched)
    with written_aside(path) as aside:
        aside.write_text("whole")
    if Path("/proc/self/fd").exists():
        assert synced == ["file False", "folder True"]
    assert len(synced) == 2


def test_a_disk_that_refuses_is_said_so(tmp_path: Path) -> None:
    with pytest.raises(WriteFailed, match=r"folder .* does not exist"):
        publish_after(tmp_path / "no" / "a.txt", lambda _: None)
    with pytest.raises(WriteFailed, match="No space left"):
        publish_after(tmp_path / "a.txt", lambda _: fail(OSError(28, "No space left on device")))
    assert list(tmp_path.iterdir()) == []
