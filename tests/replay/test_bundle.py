"""Bundles: a fault found again from one file, elsewhere; and files that only look like bundles."""

import os
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from tests.replay.diaries import TINY, game, header_of, seal, seeded, write, write_game
from tests.replay.faulty_game import FAULTY

from wardiary.events import tiny as e
from wardiary.events.common import Crashed
from wardiary.events.errors import FileExists, LimitExceeded, RulesFault, Unreadable, UsageError
from wardiary.replay import bundle as module
from wardiary.replay.beginning import Setting
from wardiary.replay.bundle import Made, OpenedBundle, bundle, open_bundle
from wardiary.replay.check import Difference, Fault, check
from wardiary.replay.dice import Dice
from wardiary.replay.replay import Replay
from wardiary.replay.session import Session
from wardiary.replay.table import Table
from wardiary.replay.verdict import Verdict, verdict_of

ROOT = Path(__file__).parents[2]
PLACE = "tests.replay.faulty_game:Marching.then"


@pytest.fixture
def crashed(tmp_path: Path) -> Path:
    """The diary of a game in which the faulty rules raised."""
    path = tmp_path / "crashed.diary"
    setting = Setting(dice=Dice.seeded("3"), seats={"red": "greedy", "blue": "greedy"}, id="crashed")
    with Session.create(path, FAULTY, setting, sync="none") as session, pytest.raises(RulesFault):
        session.play_on()
    return path


def opened(path: Path, table: Table = TINY) -> OpenedBundle:
    found = open_bundle(path, table=table)
    assert msgspec.json.decode(msgspec.json.encode(found), type=OpenedBundle) == found
    return found


def test_a_fault_of_the_rules_is_found_again(tmp_path: Path, crashed: Path) -> None:
    made = bundle(crashed, tmp_path / "report.zip", table=FAULTY)
    again = opened(tmp_path / "report.zip", FAULTY)
    record = Replay(crashed, table=FAULTY).events[-1]
    assert isinstance(record, Crashed)
    assert again.same
    assert again.verdict == made.verdict
    assert again.verdict == Verdict(
        kind="raises", event=made.report.events, exception="KeyError", place=PLACE, answer=record.answer
    )
    assert (record.exception, record.place) == ("KeyError", PLACE)
    assert "the same" in again.text()


def test_the_bundle_names_versions_and_holds_no_paths_and_no_clock(tmp_path: Path, crashed: Path) -> None:
    made = bundle(crashed, tmp_path / "one.zip", table=FAULTY)
    bundle(crashed, tmp_path / "two.zip", table=FAULTY)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    assert (made.msgspec, made.game, made.rules) == (msgspec.__version__, "faulty", "1")
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist() == ["README.txt", "game.diary", "made.json"]
        assert {info.date_time[0] for info in archive.infolist()} == {1980}
        content = b"".join(archive.read(name) for name in archive.namelist())
        assert archive.read("game.diary") == crashed.read_bytes()
        readme = archive.read("README.txt").decode()
        assert msgspec.json.decode(archive.read("made.json"), type=Made) == made
    assert str(tmp_path).encode() not in content
    assert made.verdict.text() in readme
    assert [line.split()[0] for line in readme.splitlines() if line.startswith("    ")] == ["python", "wardiary"]


def test_a_clean_and_a_departing_diary(tmp_path: Path) -> None:
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    assert opened(tmp_path / "a.zip").verdict == Verdict(kind="clean")
    steps = game(1)
    at = next(index for index, step in enumerate(steps) if any(isinstance(x, e.AskMarch) for x in step))
    steps[at] = [msgspec.structs.replace(x, points=7) if isinstance(x, e.AskMarch) else x for x in steps[at]]
    bundle(write(tmp_path / "b.diary", steps), tmp_path / "b.zip", table=TINY)
    verdict = opened(tmp_path / "b.zip").verdict
    assert verdict.kind == "departs"
    assert "tiny.ask_march" in verdict.reason
    assert "points" in verdict.reason


def test_it_can_go_otherwise_here_than_there(tmp_path: Path) -> None:
    text = (ROOT / "core/games/tiny/data/tiny.toml").read_text().replace("hits_on = 5", "hits_on = 2")
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    again = opened(tmp_path / "a.zip", Table.lay(TINY.spec, {"tiny.toml": text}))
    assert not again.same
    assert (again.verdict.kind, again.made.verdict.kind) == ("departs", "clean")
    assert "there: clean" in again.text()


def test_replaced_data_goes_along(tmp_path: Path) -> None:
    text = (ROOT / "core/games/tiny/data/tiny.toml").read_text().replace("turns = 6", "turns = 3")
    table = Table.lay(TINY.spec, {"tiny.toml": text})
    bundle(write_game(tmp_path / "a.diary", table=table), tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.read("data/tiny.toml").decode() == text
    assert open_bundle(tmp_path / "a.zip").verdict.kind == "clean"


def marching(folder: Path, *, sealed: bool = False) -> Path:
    """A diary that stands at the first march, which is red's."""
    asked = e.AskMarch
    games = ((seed, game(seed)) for seed in range(100))
    starts = ((n, g[: 1 + next(i for i, step in enumerate(g) if isinstance(step[-1], asked))]) for n, g in games)
    seed, steps = next((seed, steps) for seed, steps in starts if getattr(steps[-1][-1], "side", "") == "red")
    header = msgspec.structs.replace(header_of(seeded(seed)[0]), game="faulty")
    path = write(folder / "a.diary", steps, header=header, table=FAULTY)
    if sealed:
        seal(path, None, FAULTY)
    return path


@pytest.mark.parametrize("sealed", [False, True])
def test_an_order_that_was_wrongly_refused_is_put_into_the_copy(tmp_path: Path, sealed: bool) -> None:
    path = marching(tmp_path, sealed=sealed)
    before = path.read_bytes()
    order = '{"t":"tiny.march","unit":3}'
    made = bundle(path, tmp_path / "a.zip", order=order, table=FAULTY)
    assert path.read_bytes() == before
    event = made.report.events
    assert made.verdict == Verdict(kind="refused", event=event, answer=order, reason="FAULTY-3: company 3 rests")
    assert opened(tmp_path / "a.zip", FAULTY).same
    put_right = Table.lay(replace(TINY.spec, id="faulty"))
    assert opened(tmp_path / "a.zip", put_right).verdict == Verdict(kind="clean")


def test_an_order_at_which_the_rules_raise_may_be_put_in_too(tmp_path: Path) -> None:
    path = marching(tmp_path)
    raising = Table.lay(
        replace(FAULTY.spec, fold=replace(FAULTY.spec.fold, evolve={**FAULTY.spec.fold.evolve, e.March: raise_always}))
    )
    made = bundle(path, tmp_path / "a.zip", order='{"t":"tiny.march","unit":1}', table=raising)
    assert (made.verdict.kind, made.verdict.exception) == ("raises", "ArithmeticError")


def raise_always(_state: object, _event: object) -> None:
    raise ArithmeticError


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ('{"t":"tiny.halt"}', "the rules accept"),
        ('{"t":"tiny.fly"}', "is no order, roll or draw of this game"),
        ("halt", "is no order, roll or draw of this game"),
        ("[" * 3000, "is no order, roll or draw of this game"),
    ],
)
def test_an_order_that_needs_no_report_is_a_mistake_of_the_user(tmp_path: Path, order: str, words: str) -> None:
    path = marching(tmp_path)
    with pytest.raises(UsageError, match=words):
        bundle(path, tmp_path / "a.zip", order=order, table=FAULTY)
    assert sorted(tmp_path.iterdir()) == [path]


def test_no_bundle_is_overwritten_unless_forced(tmp_path: Path) -> None:
    path, out = write_game(tmp_path / "a.diary"), tmp_path / "a.zip"
    out.write_text("mine")
    with pytest.raises(FileExists):
        bundle(path, out, table=TINY)
    assert out.read_text() == "mine"
    bundle(path, out, table=TINY, force=True)
    assert opened(out).verdict.kind == "clean"


def repacked(source: Path, out: Path, **changes: bytes | None) -> Path:
    """The bundle with members put in or replaced, by name with `/` and `.` written as `__` and `_`; None leaves out."""
    names = {
        "diary": "game.diary",
        "made": "made.json",
        "evil": "../evil",
        "absolute": "/etc/x",
        "deep": "data/a/b.toml",
    }
    with zipfile.ZipFile(source) as archive, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        members: dict[str, bytes | None] = {name: archive.read(name) for name in archive.namelist()}
        members |= {names[key]: content for key, content in changes.items()}
        for name, content in members.items():
            if content is not None:
                target.writestr(name, content)
    return out


NO_BUNDLES: list[tuple[dict[str, bytes | None], type[Exception], str]] = [
    ({"evil": b"x"}, Unreadable, r"it holds '\.\./evil'"),
    ({"absolute": b"x"}, Unreadable, "it holds '/etc/x'"),
    ({"deep": b"x"}, Unreadable, "it holds 'data/a/b.toml'"),
    ({"diary": None}, Unreadable, "game.diary is missing"),
    ({"made": None}, Unreadable, "made.json is missing"),
    ({"made": b"{}"}, Unreadable, "made.json"),
    ({"made": b"[" * 100_000}, Unreadable, "made.json"),
    ({"made": b'{"wardiary":"' + b"x" * (5 << 20)}, LimitExceeded, "made.json in it is larger"),
    ({"diary": b"hello"}, Unreadable, "is no diary"),
]


@pytest.mark.parametrize(("changes", "error", "words"), NO_BUNDLES)
def test_what_only_looks_like_a_bundle_is_refused(
    tmp_path: Path, changes: dict[str, bytes | None], error: type[Exception], words: str
) -> None:
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    with pytest.raises(error, match=words):
        open_bundle(repacked(tmp_path / "a.zip", tmp_path / "b.zip", **changes), table=TINY)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.diary", "a.zip", "b.zip"]


def test_a_name_that_stands_twice_is_refused(tmp_path: Path) -> None:
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    with zipfile.ZipFile(tmp_path / "a.zip", "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("game.diary", "another")
    with pytest.raises(Unreadable, match="a name stands in it twice"):
        open_bundle(tmp_path / "a.zip", table=TINY)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("member", ["game.diary", "made.json", "README.txt"])
def test_what_is_packed_by_another_method_is_refused_unopened(tmp_path: Path, method: int, member: str) -> None:
    """A bomb of two kilobytes that bzip2 packs would be a gigabyte at the first piece that is read."""
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    with zipfile.ZipFile(tmp_path / "a.zip") as archive, zipfile.ZipFile(tmp_path / "b.zip", "w") as target:
        for name in archive.namelist():
            target.writestr(name, archive.read(name), compress_type=method if name == member else None)
    with pytest.raises(Unreadable, match=f"{member} is packed by another method than deflate"):
        open_bundle(tmp_path / "b.zip", table=TINY)


@pytest.mark.parametrize("large", [False, True])
def test_a_long_list_of_files_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool) -> None:
    """A hundred megabytes of names would be gigabytes of records; beyond 65,535 names a zip is of the large kind."""
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for number in range(66_000 if large else 2_000):
            archive.writestr(f"data/{number}.toml", b"")
    opened: list[object] = []
    monkeypatch.setattr(module, "ZipFile", opened.append)
    with pytest.raises((Unreadable, LimitExceeded), match="it does not end as one" if large else "its list of files"):
        open_bundle(tmp_path / "a.zip", table=TINY)
    assert not opened


def test_the_verdict_is_on_what_comes_first_in_the_diary(tmp_path: Path) -> None:
    report = check(write_game(tmp_path / "a.diary"), table=TINY)
    differs = Difference(event=9, kind="outcome", type="began", field="turn", expected="2", found="3")
    raised = Difference(event=9, kind="raised", type="tiny.halt", field="x:y", exception="KeyError", found="{}")
    early = Fault(event=5, answer="{}", then="", now="raises", exception="ValueError", place="a:b")
    late = Fault(event=12, answer="{}", then="", now="refuses", what="TINY-3: no")
    past = Fault(event=2, answer="{}", then="", now="plays")

    def kind(*differences: Difference, faults: tuple[Fault, ...] = ()) -> tuple[str, int]:
        verdict = verdict_of(msgspec.structs.replace(report, differences=differences, faults=faults))
        return verdict.kind, verdict.event

    assert kind(faults=(past,)) == ("clean", 0)
    assert kind(differs, faults=(past, late)) == ("departs", 9)
    assert kind(differs, faults=(early, late)) == ("raises", 5)
    assert kind(raised, faults=(late,)) == ("raises", 9)
    assert kind(faults=(late,)) == ("refused", 12)


def test_a_diary_that_unpacks_beyond_its_limit_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle(write_game(tmp_path / "a.diary"), tmp_path / "a.zip", table=TINY)
    monkeypatch.setattr(module, "_DIARY_MAX", 1_000)
    with pytest.raises(LimitExceeded, match=r"game\.diary in it is larger than 1000 bytes"):
        open_bundle(tmp_path / "a.zip", table=TINY)
    with pytest.raises(LimitExceeded, match="fork it near the fault"):
        bundle(tmp_path / "a.diary", tmp_path / "b.zip", table=TINY)


@pytest.mark.parametrize("content", [b"", b"hello", b"PK\x03\x04" + b"\x00" * 40])
def test_what_is_no_zip_is_unreadable(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    with pytest.raises(Unreadable):
        open_bundle(tmp_path / "a.zip")
    with pytest.raises(Unreadable, match="No such file"):
        open_bundle(tmp_path / "gone.zip")


def test_every_flip_of_a_bit_in_a_bundle_is_found_or_harmless(tmp_path: Path) -> None:
    bundle(write(tmp_path / "a.diary", game(1, most=3)), tmp_path / "a.zip", table=TINY)
    whole = (tmp_path / "a.zip").read_bytes()
    other = tmp_path / "b.zip"
    for at in range(0, len(whole), 7):
        other.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        try:
            assert open_bundle(other, table=TINY).verdict.kind == "clean"
        except (Unreadable, LimitExceeded):
            continue


def run(python: str, bundle_path: Path, **env: str) -> str:
    """What the faulty game's developer sees, in a process of another Python."""
    done = subprocess.run(
        [python, "-m", "tests.replay.faulty_game", str(bundle_path)],
        cwd=ROOT,
        env={"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PATH": os.environ.get("PATH", ""), **env},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_another_process_finds_the_fault_from_the_bundle_alone(tmp_path: Path, crashed: Path) -> None:
    made = bundle(crashed, tmp_path / "report.zip", table=FAULTY)
    crashed.unlink()
    assert run(sys.executable, tmp_path / "report.zip", PYTHONHASHSEED="7").splitlines() == [
        f"here:  {made.verdict.text()}",
        f"there: the same (Python {made.python}, wardiary {made.wardiary}, rules 1)",
    ]


def other_python(version: str) -> str | None:
    """A Python of this version, on the path or of pyenv."""
    found = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    # What is on the path may be a stand-in of pyenv that is not set to this version.
    return str(found[-1]) if found else shutil.which(f"python{version}")


@pytest.mark.long
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_another_python_finds_the_fault_from_the_bundle_alone(tmp_path: Path, crashed: Path, version: str) -> None:
    python = other_python(version)
    if python is None:
        pytest.skip(f"there is no Python {version} here")
    made = bundle(crashed, tmp_path / "report.zip", table=FAULTY)
    subprocess.run([python, "-m", "venv", tmp_path / "venv"], check=True)
    inside = str(tmp_path / "venv" / "bin" / "python")
    subprocess.run([inside, "-m", "pip", "install", "-q", f"msgspec=={msgspec.__version__}"], check=True)
    said = run(inside, tmp_path / "report.zip")
    assert said.splitlines()[0] == f"here:  {made.verdict.text()}"
    assert said.splitlines()[1].startswith("there: the same")
