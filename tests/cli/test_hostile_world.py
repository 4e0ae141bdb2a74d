"""The world around a diary: full disks, closed doors, another writer, text that attacks a terminal."""

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.cli.running import Outcome, Run

from wardiary.core.registry import codec_for
from wardiary.events.diary import DiaryWriter, open_diary

OBEYED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@pytest.mark.parametrize(
    "line", ["resume {file}", "note {file} hello", "repair {file}", 'fix {file} --at 14 --set {{"cards":["09"]}}']
)
def test_a_second_writer_is_locked_out(line: str, wardiary: Run, open_diary_file: Path) -> None:
    with DiaryWriter.open(open_diary_file, codec_for):
        before = open_diary_file.read_bytes()
        told = wardiary(*(part.format(file=open_diary_file) for part in line.split()))
        assert told.code == 4, told
        assert "another process is writing this diary" in told.error
        assert open_diary_file.read_bytes() == before


def test_force_does_not_replace_what_is_being_written(wardiary: Run, open_diary_file: Path, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("game: tiny\ndraw 03\n")
    with DiaryWriter.open(open_diary_file, codec_for):
        before = open_diary_file.read_bytes()
        told = wardiary("record", "tiny", "--script", script, "-o", open_diary_file, "--force")
        assert (told.code, open_diary_file.read_bytes()) == (4, before)


def test_readers_do_not_mind_a_writer(wardiary: Run, open_diary_file: Path) -> None:
    with DiaryWriter.open(open_diary_file, codec_for):
        assert [wardiary(verb, open_diary_file).code for verb in ("show", "replay", "check", "stats")] == [0] * 4


def limited(environment: dict[str, str], size: int, *arguments: str | Path) -> Outcome:
    """A child that may write files of so many bytes only."""
    done = subprocess.run(
        [sys.executable, "-m", "wardiary.cli", *map(str, arguments)],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)),
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


FULL = [
    "play tiny -o {new} --seat red=random --seat blue=random --dice seed:1",
    "record tiny --script {script} -o {new}",
    "simulate tiny -n 3 --seed 1 -o {folder}",
    "fork {diary} --at last -o {new}",
    "export {diary} --as red -o {new}",
    "bundle {diary} -o {new}",
]


@pytest.mark.parametrize("line", FULL, ids=[line.split()[0] for line in FULL])
def test_a_full_disk_leaves_nothing_half_written(
    line: str, environment: dict[str, str], diary: Path, tmp_path: Path
) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("game: tiny\ndice: seed:1\nseat red: random\nseat blue: random\n")
    new, folder = tmp_path / "new", tmp_path / "games"
    names = {"new": new, "script": script, "diary": diary, "folder": folder}
    told = limited(environment, 1500, *(part.format(**names) for part in line.split()))
    assert told.code == 3, told
    assert "Traceback" not in told.err
    assert told.err.splitlines()[-1].startswith("wardiary: ")
    assert "large" in told.err or "disk" in told.err
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path not in (script, diary)]
    # A game at the terminal keeps what was acknowledged; everything else appears whole or not at all.
    assert left == ([new] if line.startswith("play") else [])
    if left:
        assert [event for piece in open_diary(new, codec_for).events(canonical=True) for event in piece]


def test_a_full_stdout_is_said(environment: dict[str, str], diary: Path) -> None:
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m wardiary.cli replay {diary} > /dev/full"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 3
    assert done.stderr == "wardiary: the output: No space left on device\n"


PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2


def keep_out() -> None:
    """Even root obeys permissions without these two capabilities; others do anyway."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            if libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0:
                raise OSError(ctypes.get_errno(), "capabilities cannot be dropped")


@pytest.fixture
def closed_folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing can be created."""
    folder = tmp_path / "closed"
    folder.mkdir()
    yield folder
    folder.chmod(0o755)


FORBIDDEN = [
    "show {unreadable}",
    "check {unreadable}",
    "resume {diary}",
    "note {diary} hello",
    "repair {diary}",
    "play tiny -o {folder}/new.diary",
    "fork {diary} --at last -o {folder}/new.diary",
    "export {diary} --as red -o {folder}/new",
    "bundle {diary} -o {folder}/new",
    "simulate tiny -n 1 --seed 1 -o {folder}/games",
]


@pytest.mark.parametrize("line", FORBIDDEN, ids=[" ".join(line.split()[:2]) for line in FORBIDDEN])
@pytest.mark.skipif(sys.platform != "linux" and os.geteuid() == 0, reason="root walks through closed doors")
def test_closed_doors(line: str, environment: dict[str, str], open_diary_file: Path, closed_folder: Path) -> None:
    diary, unreadable = closed_folder / "a.diary", closed_folder / "b.diary"
    for copy in (diary, unreadable):
        shutil.copyfile(open_diary_file, copy)
    diary.chmod(0o444)
    unreadable.chmod(0o000)
    closed_folder.chmod(0o555)
    names = {"diary": diary, "unreadable": unreadable, "folder": closed_folder}
    done = subprocess.run(
        [sys.executable, "-m", "wardiary.cli", *(part.format(**names) for part in line.split())],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        preexec_fn=keep_out,
    )
    told = Outcome(done.returncode, done.stdout, done.stderr)
    assert told.code == 3, told
    assert "permission" in told.error.casefold()
    assert sorted(path.name for path in closed_folder.iterdir()) == ["a.diary", "b.diary"]


HOSTILE = ["\x1b[2J\x1b]0;owned\x07", "\x9b2J", "abc\u202edcba\u2069", "a\rb\x08\x7f", "\u200b\ufeff\u2028", "x" * 4096]
SHOWING = [
    "replay {file}",
    "replay {file} --json",
    "replay {file} --step",
    "show {file}",
    "show {file} --format json",
    "check {file}",
    "stats {file}",
    "stats {file} --json",
    "verify-dice {file}",
    "diff {file} {file}",
    "resume {file}",
    "fork {file} --at last --reason {text} -o {new} --json",
    "bundle {file} -o {new}",
    "export {file} --as red -o -",
]


def is_harmless(text: str) -> bool:
    return not {unicodedata.category(character) for character in text.replace("\n", "")} & OBEYED


@pytest.mark.parametrize("line", SHOWING)
@pytest.mark.parametrize("text", HOSTILE, ids=["escape", "C1", "bidi", "controls", "unseen", "long"])
def test_hostile_notes_reach_no_terminal(
    text: str, line: str, wardiary: Run, open_diary_file: Path, tmp_path: Path
) -> None:
    assert wardiary("note", open_diary_file, text).code == 0
    names = {"file": str(open_diary_file), "new": str(tmp_path / "new"), "text": text}
    stdin = "log\nquit\n" if "resume" in line else "\n" * 99
    told = wardiary(*(part.format(**names) for part in line.split(" ")), stdin=stdin)
    assert told.code == 0, told
    assert is_harmless(told.out + told.err)


@pytest.mark.parametrize("text", HOSTILE, ids=["escape", "C1", "bidi", "controls", "unseen", "long"])
@pytest.mark.parametrize(
    "line",
    [
        "play {text} -o {new}",
        "play tiny -o {new} --seat {text}=human",
        "play tiny -o {new} --seat red={text}",
        "play tiny -o {new} --dice {text}",
        "play tiny -o {new} --scenario {text}",
        "play tiny -o {new} --option {text}=1",
        "show {file} --at {text}",
        "show {file} --as {text}",
        "show {text}",
        "check {text}",
        "check {file} --{text}",
        "{text}",
        "fork {file} --at 14 --set {text} -o {new}",
        "bundle {file} --order {text} -o {new}",
        "fix {file} --at 14 --set {text}",
        "resume {file} --{text}",
    ],
)
def test_hostile_words_are_answered_in_one_harmless_line(
    text: str, line: str, wardiary: Run, open_diary_file: Path, tmp_path: Path
) -> None:
    names = {"file": str(open_diary_file), "new": str(tmp_path / "new"), "text": text}
    told = wardiary(*(part.format(**names) for part in line.split(" ")))
    assert told.code in (2, 3), told
    assert is_harmless(told.error)
    assert len(told.error) < 1200
    assert not (tmp_path / "new").exists()


def test_undecodable_bytes_are_answered_too(child: Run, open_diary_file: Path) -> None:
    told = child("note", open_diary_file, "bad \udcff")
    assert told.code == 2
    assert told.error.startswith("Invalid value for 'TEXT': 'bad \\udcff' is no UTF-8 text")
    assert child("simulate", "tiny", "-n", "1", "--seed", "\udcff", "-o", "nowhere").code == 2
    assert child("record", "tiny", "--script", "no\udcffwhere", "-o", "no\udcffwhere").code == 3
    assert child("show", "no\udcffwhere").code == 3


def test_text_is_read_as_utf8_in_every_locale(environment: dict[str, str], open_diary_file: Path) -> None:
    """Where the locale says ASCII, Python hands over what is more as lone surrogates."""
    plain = {**environment, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for arguments, stdin in ((["note", "-"], "hämärä"), (["note", "hämärä"], ""), (["resume"], "note hämärä\n")):
        done = subprocess.run(
            [sys.executable, "-m", "wardiary.cli", arguments[0], str(open_diary_file), *arguments[1:]],
            env=plain,
            input=stdin.encode(),
            capture_output=True,
            timeout=300,
        )
        assert done.returncode == 0, done
    assert open_diary_file.read_text().count('{"t":"noted","text":"hämärä"}') == 3


@pytest.mark.parametrize(
    ("line", "stdin", "said"),
    [
        ("resume {file}", b"note h\xff\n", "a note is Unicode text"),
        ("resume {file}", b"b\xff 3\n", "is no answer here"),
        ("resume {file}", b'{"t":"\xff"}\n', "is no answer"),
        ("archive rm {folder} -", b"\xff\n", "is no UTF-8 text"),
    ],
)
@pytest.mark.parametrize("stream", ["utf-8", "ascii", "utf-8:surrogateescape"])
def test_a_stdin_that_is_no_text_is_refused_in_every_locale(
    line: str, stdin: bytes, said: str, stream: str, environment: dict[str, str], open_diary_file: Path, tmp_path: Path
) -> None:
    """Most locales read UTF-8 strictly, some hand over what is none as lone surrogates."""
    words = line.format(file=open_diary_file, folder=tmp_path).split()
    done = subprocess.run(
        [sys.executable, "-m", "wardiary.cli", *words],
        env={**environment, "PYTHONIOENCODING": stream},
        input=stdin,
        capture_output=True,
        timeout=60,
    )
    assert done.returncode in (2, 3), done
    assert said.encode() in done.stderr or stream.endswith("escape")
    assert b"a fault of this program" not in done.stderr


def test_a_lie_in_the_header_is_shown_escaped(wardiary: Run, tmp_path: Path, diary: Path) -> None:
    reader = open_diary(diary, codec_for)
    lying = msgspec.structs.replace(reader.header, id="\x1b[2Jid", seats={"red": "\u202ered", "blue": "random"})
    forged = tmp_path / "forged.diary"
    events = [event for piece in reader.events() for event in piece]
    with DiaryWriter.create(forged, lying, reader.codec) as writer:
        writer.append(events[1:-1])
    for verb in ("stats", "replay", "check"):
        told = wardiary(verb, forged)
        assert is_harmless(told.out + told.err)
        assert "\\x1b[2Jid" in told.out or verb == "check"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("line", "code"), [("check {file}", 0), ("note {file} hello", 0), ("resume {file}", 0)])
def test_closed_streams_are_nowhere(
    closed: str, line: str, code: int, environment: dict[str, str], open_diary_file: Path
) -> None:
    command = f"{sys.executable} -m wardiary.cli {line.format(file=open_diary_file)} {closed}"
    done = subprocess.run(
        ["bash", "-c", command], env=environment, input="", capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, "fault of this program" in done.stderr, "Traceback" in done.stderr) == (code, False, False)
    assert [event for piece in open_diary(open_diary_file, codec_for).events(canonical=True) for event in piece]
