"""What may be written over, and names that are no text: the places where a file is to appear."""

import json
import os
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.core.registry import codec_for
from wardiary.events.diary import DiaryWriter

WRITERS = ["fork {diary} --at last -o {out}", "export {diary} --as red -o {out}", "bundle {diary} -o {out}"]


@pytest.mark.parametrize("line", WRITERS, ids=[line.split()[0] for line in WRITERS])
@pytest.mark.parametrize("kind", ["pipe", "folder", "link to a pipe", "."])
def test_only_files_are_replaced(
    kind: str, line: str, wardiary: Run, diary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = Path(".") if kind == "." else tmp_path / "out"
    if kind == "folder":
        out.mkdir()
    elif kind == "pipe":
        os.mkfifo(out)
    elif kind == "link to a pipe":
        os.mkfifo(tmp_path / "pipe")
        out.symlink_to("pipe")
    there = {path.name: path.lstat().st_mode for path in tmp_path.iterdir()}
    told = wardiary(*(part.format(diary=diary, out=out) for part in line.split()), "--force")
    assert (told.code, told.error) == (2, f"{out} is not a file: it cannot be overwritten")
    assert {path.name: path.lstat().st_mode for path in tmp_path.iterdir()} == there


@pytest.mark.parametrize("line", WRITERS, ids=[line.split()[0] for line in WRITERS])
def test_force_does_not_replace_a_diary_that_is_being_written(
    line: str, wardiary: Run, diary: Path, open_diary_file: Path
) -> None:
    with DiaryWriter.open(open_diary_file, codec_for):
        before = open_diary_file.read_bytes()
        told = wardiary(*(part.format(diary=diary, out=open_diary_file) for part in line.split()), "--force")
        assert (told.code, open_diary_file.read_bytes()) == (4, before), told
        assert "another process is writing this diary" in told.error


@pytest.mark.parametrize("line", ["check {file} --json", "fork {file} --at last -o {file}.new --json"])
def test_a_name_that_is_no_text_is_told_in_json(line: str, wardiary: Run, diary: Path, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff.diary"))
    diary.rename(file)
    told = wardiary(*(part.format(file=file) for part in line.split()))
    assert told.code == 0, told
    found = json.loads(told.out)
    assert "odd\\udcff.diary" in (found[0] if isinstance(found, list) else found)["path"]
