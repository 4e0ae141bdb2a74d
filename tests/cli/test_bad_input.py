"""Whatever is wrong with what comes in: one clear line, the right exit code, nothing lost and nothing left behind."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.events.diary.chain import GENESIS, close_block

WRONG_WORDS: list[tuple[str, int, str]] = [
    ("play tinny -o {new}", 2, "no game 'tinny'; did you mean tiny?"),
    ("play chess -o {new}", 2, "no game 'chess'; installed are "),
    ("play tiny", 2, "Missing option '-o' / '--output'"),
    ("play tiny -o {new} --seat gren=human", 2, "no seat 'gren' in road of tiny; there are red, blue"),
    (
        "play tiny -o {new} --seat red=nobody",
        2,
        "no player 'nobody' for tiny; there are greedy, mcts, random and human",
    ),
    ("play tiny -o {new} --seat red", 2, "'red' is not of the form seat=player"),
    ("play tiny -o {new} --seat red=human --seat red=random", 2, "seat 'red' is given twice"),
    ("play tiny -o {new} --dice d20", 2, "no dice 'd20'; there are system, seed:N and typed"),
    ("play tiny -o {new} --dice seed:", 2, "a seed is a text of 1 to 200 characters"),
    ("play tiny -o {new} --dice seed:" + "x" * 201, 2, "a seed is a text of 1 to 200 characters"),
    ("play tiny -o {new} --scenario rod", 2, "no scenario 'rod' in tiny; there are road"),
    ("play tiny -o {new} --option fog=on", 2, "no option 'fog' in road; there are none"),
    ("play tiny -o {new} --from {missing}", 3, "missing: No such file or directory"),
    ("play tiny -o {new} --from {text}", 3, "position: "),
    ("play tiny -o {new} --from {binary}", 3, "is no UTF-8 text"),
    ("play tiny -o {new} --data {missing}", 3, "no such folder of component data"),
    ("play tiny -o {new} --data {folder}", 3, "holds no .toml file"),
    ("play tiny -o {missing}/a.diary", 3, "missing does not exist"),
    ("play tiny -o {missing}/a.diary --dice seed:1", 3, "missing does not exist"),
    ("fork {diary} --at last -o {missing}/a.diary", 3, "missing does not exist"),
    ("export {diary} --as red -o {missing}/a", 3, "missing does not exist"),
    ("bundle {diary} -o {missing}/a", 3, "missing does not exist"),
    ("play tiny -o {diary}", 2, "exists already"),
    ("replay {diary} --step --json", 2, "--step waits for a person, --json is for a program"),
    ("games tiny --write-data {missing} --data {folder}", 2, "--write-data writes the game's own files"),
    ("games tiny --write-data {missing} --json", 2, "--write-data writes the game's own files"),
    ("reports dice --sql --json", 2, "--sql prints the query alone"),
    ("resume {missing}", 3, "no such file"),
    ("resume {folder}", 3, "folder"),
    ("resume {diary}", 3, "--at last -o OTHER` goes on from its end"),
    ("note {diary} hello", 3, "is sealed"),
    ("note {open} " + "x" * 5000, 2, "a note has at most 4096 characters, this one has 5000"),
    ("note {open} -", 2, "a note needs a text"),
    ("fix {open} --at 0 --set {{}}", 2, "0 is not in the range"),
    ("fix {open} --at 99999 --set {{}}", 2, "no event 99999: this diary has 1 to"),
    ("fix {open} --at 2 --set {{}}", 2, "event 2 is part of the set-up: there is nothing to fix in it"),
    ("record tiny --script {missing} -o {new}", 3, "No such file"),
    ("record tiny --script {binary} -o {new}", 3, "no text in UTF-8"),
    ("simulate tiny -n -1 --seed 1 -o {new}", 2, "-1 is not in the range"),
    ("simulate tiny -n 99999999999999999999999 --seed 1 -o {new}", 2, "is not in the range"),
    ("simulate tiny -n x --seed 1 -o {new}", 2, "'x' is not a valid integer"),
    ("simulate tiny -n 1 --seed 1 -o {new} --seat red=human", 2, "no person can sit in a seat"),
    ("simulate tiny -n 1 --seed 1 -o {new} --seat gren=greedy", 2, "no seat 'gren'"),
    ("simulate tiny -n 1 --seed 1 -o {text}", 3, "text"),
    ("show {diary} --at 99999", 2, "no event 99999: this diary has 1 to"),
    ("show {diary} --at 0", 2, "no event 0"),
    ("show {diary} --at -3", 2, "'-3' is no event number, 'last', 'turn:3' or 'note:WORDS'"),
    ("show {diary} --at " + "9" * 5000, 2, "is no event number"),
    ("show {diary} --at turn:99", 2, "no turn '99' in this diary; it has 1, 2"),
    ("show {diary} --at noon", 2, "'noon' is no event number, 'last', 'turn:3' or 'note:WORDS'"),
    ("show {diary} --as gren", 2, "no seat 'gren' in tiny; there are red, blue"),
    ("show {diary} --format svg", 2, "tiny has no drawing"),
    ("show {diary} --format png", 2, "'png' is not one of 'text', 'json', 'svg'"),
    ("replay {diary} --from 9 --to 3", 2, "--from 9 lies after --to 3"),
    ("replay {diary} --as gren", 2, "no seat 'gren'"),
    ("check", 2, "Missing argument 'FILE...'"),
    ("check {folder}", 3, "is a folder, not a diary; those in a folder are named *.diary"),
    ("check {missing}", 3, "no such file"),
    ("repair {missing}", 3, "no such file"),
    ("repair {folder}", 3, "folder"),
    ("export {diary} --as gren -o {new}", 2, "no seat 'gren'"),
    ("export {diary} --as red -o {text}", 2, "exists already"),
    ("fork {diary} --at 3 -o {new}", 2, "is not the end of a step, play cannot go on from it; the nearest end is 11"),
    ("fork {diary} --at 99999 -o {new}", 2, "no event 99999"),
    ("fork {diary} --at turn:2 -o {text}", 2, "exists already"),
    ("fork {diary} --at turn:2 --set {{ -o {new}", 2, "is no answer"),
    ("fork {diary} --at turn:2 --set {{}} -o {new}", 2, "'{}' is no order, roll or draw of this game"),
    ('fork {open} --at last --set {{"t":"noted","text":"x"}} -o {new}', 2, "noted is no order, roll or draw"),
    ("bundle {diary} --order {{}} -o {new}", 2, "'{}' is no order, roll or draw of this game"),
    (
        'fork {diary} --at turn:2 --set {{"t":"tiny.halt"}} -o {new}',
        3,
        "after event 33 red draws from orders; a tiny.halt is not asked",
    ),
    ('fork {diary} --at turn:2 --set {{"cards":["99"]}} -o {new}', 3, "99 is not in orders"),
    ("fork {diary} --at last --set {{}} -o {new}", 3, "the game is over"),
    ("bundle {diary} -o {text}", 2, "exists already"),
    ('bundle {open} --order {{"t":"tiny.bid","by":"blue","card":"01"}} -o {new}', 2, "there is nothing to report"),
    ("bundle {open} --order nonsense -o {new}", 2, "'nonsense' is no order, roll or draw of this game"),
    ("diff {diary} {missing}", 3, "no such file"),
    ("schema tinny", 2, "did you mean tiny?"),
    ("completion tcsh", 2, "'tcsh' is not one of"),
    ("shwo {diary}", 2, "No such command 'shwo'. Did you mean 'show'?"),
    ("show {diary} --format text --colour", 2, "No such option '--colour'"),
]


BAD_FOLDERS = [
    ("folder", "{data}/freezing.toml: cannot be read: Is a directory"),
    ("link", "{data}/freezing.toml: cannot be read: No such file or directory"),
    ("binary", "{data}/freezing.toml: is no UTF-8 text: invalid start byte at byte 0"),
    ("nothing", "{data}: holds no .toml file"),
    ("text", "{data}: freezing.toml: not a data file of this game; it has "),
    ("broken", "{data}: units.toml: not valid TOML: "),
    ("strange", "{data}: units.toml: the file: Object contains unknown field `x`"),
]
"""What is in a folder of data, and how the refusal begins."""
READERS = [
    "play freezing -o {new} --data {data}",
    "simulate freezing -n 1 --seed 1 -o {new} --data {data}",
    "simulate freezing -n 9 --seed 1 -o {new} --data {data} --workers 2",
    "recheck {diaries} --data {data}",
    "odds freezing --data {data}",
    "games freezing --data {data}",
    "games freezing --provenance --data {data}",
]


@pytest.mark.parametrize(("kind", "begins"), BAD_FOLDERS, ids=[kind for kind, _ in BAD_FOLDERS])
@pytest.mark.parametrize("line", READERS, ids=[line[:20] for line in READERS])
def test_data_that_cannot_be_used_are_refused_by_folder_and_file(
    line: str, kind: str, begins: str, wardiary: Run, tmp_path: Path
) -> None:
    data, diaries = tmp_path / "data", tmp_path / "diaries"
    data.mkdir()
    assert wardiary("simulate", "freezing", "-n", "1", "--seed", "1", "-o", diaries).code == 0
    match kind:
        case "folder":
            (data / "freezing.toml").mkdir()
        case "link":
            (data / "freezing.toml").symlink_to("nowhere")
        case "binary":
            (data / "freezing.toml").write_bytes(b"\xff")
        case "text":
            (data / "freezing.toml").write_text("x = 1")
        case "broken" | "strange":
            (data / "units.toml").write_text("x = " if kind == "broken" else "x = 1")
    words = {"new": tmp_path / "new", "data": data, "diaries": diaries}
    told = wardiary(*(part.format(**words) for part in line.split()))
    assert (told.code, told.out) == (3, "")
    assert told.error.startswith(begins.format(data=data))


@pytest.mark.parametrize(("line", "code", "words"), WRONG_WORDS, ids=[line[:70] for line, *_ in WRONG_WORDS])
def test_wrong_words(
    line: str, code: int, words: str, wardiary: Run, diary: Path, open_diary_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00\x01" * 100)
    (tmp_path / "folder").mkdir()
    names = {name: str(tmp_path / name) for name in ("new", "missing", "text", "binary", "folder")}
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    arguments = [part.format(diary=diary, open=open_diary_file, **names) for part in line.split()]
    told = wardiary(*arguments)
    assert told.code == code, told
    assert words in told.error
    assert told.out == ""
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


SCRIPT = ["game: tiny", "draw 03", "draw 07", "draw 05", "draw 01", "red: bids 07", "blue: bids 05"]
BAD_LINES: list[tuple[str, int, str]] = [
    ("red: fly 1", 3, "line 8: "),
    ("green: halt", 3, "line 8: "),
    ("roll 3", 3, "line 8: "),
    ("nonsense", 3, "line 8: "),
    ("red: march 4", 3, "line 8: "),
    ('red: {"t":"tiny.march","unit":4}', 3, "TINY-3: an own company"),
    ('red: {"t":"tiny.march","unit":' + "9" * 40 + "}", 3, "line 8: "),
    ("red: {" + "[" * 9000, 3, "line 8: "),
    ("red: \x1b[2Jmarch \u202e", 3, "line 8: "),
    ("fix roll 3", 3, "line 8: "),
]


@pytest.mark.parametrize(("line", "code", "words"), BAD_LINES, ids=[line[:40] for line, *_ in BAD_LINES])
def test_bad_lines_of_a_script(line: str, code: int, words: str, wardiary: Run, tmp_path: Path) -> None:
    script = tmp_path / "evening.txt"
    script.write_text("\n".join([*SCRIPT, line, ""]))
    told = wardiary("record", "tiny", "--script", script, "-o", tmp_path / "a.diary")
    assert told.code == code, told
    assert words in told.error
    assert told.error.isprintable()
    assert [path.name for path in tmp_path.iterdir()] == ["evening.txt"]


def test_an_illegal_order_leaves_the_diary_as_it_was(wardiary: Run, open_diary_file: Path) -> None:
    before = open_diary_file.read_bytes()
    told = wardiary("resume", open_diary_file, "--open", stdin='{"t":"tiny.bid","by":"blue","card":"99"}\n')
    assert told.code == 3
    assert "TINY-2: one card of the own hand, once" in told.err
    assert open_diary_file.read_bytes() == before


def swapped(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[3], lines[4] = lines[4], lines[3]
    return b"".join(lines)


def forged(*lines: bytes) -> Callable[[bytes], bytes]:
    """The header's block, then one more with these lines, its chain as it should be."""

    def make(data: bytes) -> bytes:
        header = data.splitlines(keepends=True)[0]
        first, h = close_block(GENESIS, header, 1, False)
        content = b"".join(line + b"\n" for line in lines)
        return first + close_block(h, content, 1 + len(lines), False)[0]

    return make


def of_format(name: bytes) -> Callable[[bytes], bytes]:
    return lambda data: data.replace(b'"wardiary/1"', b'"%b"' % name, 1)


def other_game(data: bytes) -> bytes:
    header = data.splitlines(keepends=True)[0].replace(b'"game":"tiny"', b'"game":"tinny"')
    return close_block(GENESIS, header, 1, False)[0]


DEEP = b'{"t":"tiny.column_marched","side":"red","units":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
DAMAGE: list[tuple[str, Callable[[bytes], bytes], int, str]] = [
    ("empty", lambda data: b"", 3, "is empty: nothing was recorded in it"),
    ("zeros", lambda data: bytes(4096), 3, "holds only zero bytes"),
    ("binary", lambda data: b"\x00\x01\x02\xff" * 100, 3, "is binary"),
    ("a picture", lambda data: b"\x89PNG\r\n\x1a\n" + data, 3, "is a PNG picture"),
    ("plain text", lambda data: b"Dear diary,\n", 3, "looks like plain text"),
    ("other JSON", lambda data: b'{"a":1}\n', 3, "looks like JSON"),
    ("no header", lambda data: b"".join(data.splitlines(keepends=True)[2:]), 3, "its header is missing"),
    ("CR LF", lambda data: data.replace(b"\n", b"\r\n"), 3, "end in CR LF"),
    ("cut in the header", lambda data: data[:100], 3, "cut off while it was created"),
    ("a byte changed", lambda data: data.replace(b'"milestone":1', b'"milestone":2', 1), 3, "line "),
    ("two lines swapped", swapped, 3, "line "),
    ("a line missing", lambda data: re.sub(rb'{"t":"began".*\n', b"", data, count=1), 3, "line "),
    ("a line doubled", lambda data: re.sub(rb'({"t":"began".*\n)', rb"\1\1", data, count=1), 3, "line "),
    ("newer format", of_format(b"wardiary/7"), 3, "is written in format wardiary/7"),
    ("hostile format", of_format(b"\\u001b[2J\\u202e"), 3, "its header names the format '\\x1b[2J\\u202e'"),
    ("unknown game", other_game, 2, "no game 'tinny'; did you mean tiny?"),
    ("unknown tag", forged(b'{"t":"tiny.fly","unit":1}'), 3, "event 2"),
    ("unknown field", forged(b'{"t":"tiny.march","unit":1,"speed":9}'), 3, "event 2"),
    ("huge integer", forged(b'{"t":"tiny.march","unit":' + b"9" * 400 + b"}"), 3, "event 2"),
    ("deep nesting", forged(DEEP), 3, "nested deeper than 32"),
    ("long line", forged(b'{"t":"noted","text":"' + b"x" * (1 << 20) + b'"}'), 3, "longer than"),
    ("never set up", forged(b'{"t":"noted","text":"x"}'), 0, ""),
]
READERS = ["show {file}", "replay {file}", "check {file}", "stats {file}", "verify-dice {file}", "diff {file} {file}"]
READERS += ["export {file} --as red -o {new}", "fork {file} --at last -o {new}", "bundle {file} -o {new}"]


@pytest.mark.parametrize("reader", READERS, ids=[reader.split()[0] for reader in READERS])
@pytest.mark.parametrize(("damage", "code", "words"), [row[1:] for row in DAMAGE], ids=[row[0] for row in DAMAGE])
def test_damaged_diaries(
    damage: Callable[[bytes], bytes], code: int, words: str, reader: str, wardiary: Run, diary: Path, tmp_path: Path
) -> None:
    file, new = tmp_path / "damaged.diary", tmp_path / "new"
    file.write_bytes(damage(diary.read_bytes()))
    before = file.read_bytes()
    told = wardiary(*(part.format(file=file, new=new) for part in reader.split()))
    assert "Traceback" not in told.err
    assert file.read_bytes() == before
    if code:
        assert told.code == (3 if reader.startswith("check") else code), told
        assert words in told.error
        assert told.out == ""
        assert not new.exists()
    else:
        assert told.code in (0, 1, 2)


WRITERS = ["resume {file}", "note {file} hello", "repair {file}", "fix {file} --at 8 --set {{}}"]
UNWRITABLE = [row for row in DAMAGE if row[2] == 3 and row[1].__qualname__ != "forged.<locals>.make"]
"""A last block that cannot be is a torn end to a writer."""


@pytest.mark.parametrize("writer", WRITERS, ids=[writer.split()[0] for writer in WRITERS])
@pytest.mark.parametrize(
    ("damage", "code", "words"), [row[1:] for row in UNWRITABLE], ids=[row[0] for row in UNWRITABLE]
)
def test_damaged_diaries_are_not_written_to(
    damage: Callable[[bytes], bytes], code: int, words: str, writer: str, wardiary: Run, diary: Path, tmp_path: Path
) -> None:
    file = tmp_path / "damaged.diary"
    file.write_bytes(damage(diary.read_bytes()))
    before = file.read_bytes()
    told = wardiary(*(part.format(file=file) for part in writer.split()))
    assert (told.code, words in told.error) == (code, True), told
    assert file.read_bytes() == before
    assert [path.name for path in tmp_path.glob("damaged*")] == ["damaged.diary"]


def test_a_key_that_stands_twice_is_found_by_check(wardiary: Run, open_diary_file: Path) -> None:
    """A decoder keeps the last without a word."""
    make = forged(b'{"t":"noted","text":"mine","text":"yours"}')
    open_diary_file.write_bytes(make(open_diary_file.read_bytes()))
    told = wardiary("check", open_diary_file)
    assert told.code == 3
    assert "event 2" in told.error


@pytest.mark.parametrize("cut", [1, 30, 90])
def test_a_torn_end_is_read_around_and_cut_off(cut: int, wardiary: Run, open_diary_file: Path) -> None:
    whole = open_diary_file.read_bytes()
    open_diary_file.write_bytes(whole[:-cut])
    checked = wardiary("check", open_diary_file)
    assert (checked.code, "cut short after event" in checked.out) == (3, True)
    for command in ("show", "stats", "replay", "verify-dice"):
        looked = wardiary(command, open_diary_file)
        assert (looked.code, "are no whole block" in looked.error) == (0, True)
    repaired = wardiary("repair", open_diary_file)
    assert repaired.code == 0
    torn = open_diary_file.with_name("open.diary.torn")
    assert str(torn) in repaired.out
    assert open_diary_file.read_bytes() + torn.read_bytes() == whole[:-cut]
    assert wardiary("resume", open_diary_file, "--open").code == 0
    assert wardiary("check", open_diary_file).code == 0
