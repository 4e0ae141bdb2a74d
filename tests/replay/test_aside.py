"""Files appear whole or not at all, overwrite nothing, and only what nobody writes any more is swept out."""

import fcntl
from pathlib import Path

import pytest
from tests.replay.playing import TINY, seeded

from wardiary.events.errors import FileExists, Locked, WriteFailed
from wardiary.replay.aside import give_name, part_of, sweep
from wardiary.replay.session import Session


def test_what_a_killed_process_left_is_removed(tmp_path: Path) -> None:
    part = part_of(tmp_path / "a.diary")
    part.write_bytes(b"half")
    assert part_of(tmp_path / "a.diary") == part
    assert list(tmp_path.iterdir()) == []


def test_what_another_process_writes_now_is_left_alone(tmp_path: Path) -> None:
    part = part_of(tmp_path / "a.diary")
    (tmp_path / ".b.diary.part").write_bytes(b"idle")
    with part.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        sweep(tmp_path)
        assert list(tmp_path.iterdir()) == [part]
        with pytest.raises(Locked, match="another process is writing this diary"):
            part_of(tmp_path / "a.diary")
    sweep(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_diary_being_written_is_not_swept_out(tmp_path: Path) -> None:
    part = part_of(tmp_path / "a.diary")
    with Session.create(part, TINY, seeded()):
        sweep(tmp_path)
        assert part.exists()


def test_publishing_never_overwrites_unless_told(tmp_path: Path) -> None:
    part, path = part_of(tmp_path / "a"), tmp_path / "a"
    part.write_text("new")
    path.write_text("old")
    with pytest.raises(FileExists):
        give_name(part, path)
    assert (part.read_text(), path.read_text()) == ("new", "old")
    give_name(part, path, replace=True)
    assert (part.exists(), path.read_text()) == (False, "new")


def test_publishing_into_nowhere_is_named(tmp_path: Path) -> None:
    part = tmp_path / "part"
    part.write_text("new")
    with pytest.raises(WriteFailed, match="cannot be written"):
        give_name(part, tmp_path / "nowhere" / "a")
