"""What may be written over, and names that are no text: the places where a file is to appear."""

import json
import os
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.analytics.archive import Archive
from wardiary.core.registry import codec_for
from wardiary.events.diary import DiaryWriter

WRITERS = [
    "fork {diary} --at last -o {out}",
    "export {diary} --as red -o {out}",
    "bundle {diary} -o {out}",
    "record tiny --script {script} -o {out}",
    "query {archive} VALUES(1) -o {out}",
    "query {archive} VALUES(1) --format parquet -o {out}",
]
NAMES = [line.partition(" ")[0] + " parquet" * ("parquet" in line) for line in WRITERS]


@pytest.fixture
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two computers with an open seed."""
    file = tmp_path_factory.mktemp("scripts") / "evening.txt"
    file.write_text("game: tiny\ndice: seed:4\nseat red: random\nseat blue: greedy\n")
    return file


@pytest.fixture(scope="module")
def archive(finished_game: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("archive")
    (folder / "game.diary").write_bytes(finished_game)
    Archive(folder / "games.archive").add([folder / "game.diary"])
    return folder / "games.archive"


@pytest.mark.parametrize("line", WRITERS, ids=NAMES)
@pytest.mark.parametrize("kind", ["pipe", "folder", "link to a pipe", "."])
def test_only_files_are_replaced(
    kind: str,
    line: str,
    wardiary: Run,
    diary: Path,
    script: Path,
    archive: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
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
    names = {"diary": diary, "script": script, "archive": archive, "out": out}
    told = wardiary(*(part.format(**names) for part in line.split()), "--force")
    assert (told.code, told.error) == (2, f"{out} is not a file: it cannot be overwritten")
    assert {path.name: path.lstat().st_mode for path in tmp_path.iterdir()} == there


@pytest.mark.parametrize("line", WRITERS, ids=NAMES)
def test_force_does_not_replace_a_diary_that_is_being_written(
    line: str, wardiary: Run, diary: Path, script: Path, archive: Path, open_diary_file: Path
) -> None:
    names = {"diary": diary, "script": script, "archive": archive, "out": open_diary_file}
    with DiaryWriter.open(open_diary_file, codec_for):
        before = open_diary_file.read_bytes()
        told = wardiary(*(part.format(**names) for part in line.split()), "--force")
        assert (told.code, open_diary_file.read_bytes()) == (4, before), told
        assert "another process is writing this diary" in told.error


@pytest.mark.parametrize("line", WRITERS, ids=NAMES)
def test_a_folder_that_does_not_exist_is_named(
    line: str, wardiary: Run, diary: Path, script: Path, archive: Path, tmp_path: Path
) -> None:
    names = {"diary": diary, "script": script, "archive": archive, "out": tmp_path / "nowhere" / "out"}
    told = wardiary(*(part.format(**names) for part in line.split()))
    assert (told.code, told.error) == (3, f"folder {tmp_path / 'nowhere'} does not exist")


@pytest.mark.parametrize("link", [False, True], ids=["itself", "a link to it"])
def test_a_script_is_not_replaced_by_its_own_diary(link: bool, wardiary: Run, script: Path, tmp_path: Path) -> None:
    text, out = script.read_text(), script
    if link:
        out = tmp_path / "link"
        out.symlink_to(script)
    told = wardiary("record", "tiny", "--script", script, "-o", out, "--force")
    assert told.code == 2
    assert told.error == f"{out} is the file that is read, and would be lost: choose another name for the new one"
    assert script.read_text() == text


def test_a_forced_record_that_fails_leaves_what_was_there(wardiary: Run, script: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.diary"
    assert wardiary("record", "tiny", "--script", script, "-o", out).code == 0
    before = out.read_bytes()
    assert wardiary("record", "tiny", "--script", script, "-o", out).code == 2
    script.write_text(script.read_text() + "roll 9\n")
    assert wardiary("record", "tiny", "--script", script, "-o", out, "--force").code == 3
    assert (out.read_bytes(), list(tmp_path.glob(".*"))) == (before, [])
    script.write_text(script.read_text().replace("roll 9\n", "").replace("seed:4", "seed:5"))
    assert wardiary("record", "tiny", "--script", script, "-o", out, "--force").code == 0
    assert out.read_bytes() != before


@pytest.mark.parametrize("line", ["check {file} --json", "fork {file} --at last -o {file}.new --json"])
def test_a_name_that_is_no_text_is_told_in_json(line: str, wardiary: Run, diary: Path, tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/odd\xff.diary"))
    diary.rename(file)
    told = wardiary(*(part.format(file=file) for part in line.split()))
    assert told.code == 0, told
    found = json.loads(told.out)
    assert "odd\\udcff.diary" in (found[0] if isinstance(found, list) else found)["path"]
