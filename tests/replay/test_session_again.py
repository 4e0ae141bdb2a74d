"""Sessions that go on with a diary: torn ends, other rules, other data, lost secrets; the side file and the seal."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.replay.playing import PEOPLE, RANDOM, TINY, answer_first, events_of, folded, live, play_out, seeded

from wardiary.core.chance.commitment import commitment
from wardiary.core.component_data import data_texts
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyData
from wardiary.events import tiny as e
from wardiary.events.common import DiceSource, Embedded, Header, Reseeded, Resumed, Sealed, TookBack
from wardiary.events.diary import DiaryWriter, open_diary
from wardiary.events.errors import DataError, FileExists, Locked, Refused, Unreadable, UsageError, WriteFailed
from wardiary.replay.beginning import Setting
from wardiary.replay.chance import TypedSource
from wardiary.replay.dice import Dice, secret_path
from wardiary.replay.opening import open_table
from wardiary.replay.session import Session
from wardiary.replay.table import Table

OWN = data_texts("wardiary.core.games.tiny")["tiny.toml"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.diary"


def system(seats: dict[str, str] | None = None) -> Setting:
    return Setting(dice=Dice.system(), seats=seats or dict(PEOPLE))


@pytest.mark.parametrize("steps", [1, 5, 9, 20])
def test_a_game_goes_on_as_if_it_had_not_stopped(path: Path, steps: int) -> None:
    whole = Session.in_memory(TINY, seeded(seats=RANDOM))
    whole.play_on()
    with Session.create(path, TINY, seeded(seats=RANDOM)) as session:
        for _ in range(steps):
            session.advance()
    with Session.resume(path, table=TINY, written="2024-05-03T19:00:00Z") as again:
        assert again.warnings == []
        again.play_on()
        assert again.result == whole.result
    events = events_of(path)
    assert [event for event in events if not isinstance(event, Resumed)] == whole.log.events
    sittings = [event for event in events if isinstance(event, Resumed)]
    assert sittings == [Resumed(rules="1", data=TINY.data.digest, written="2024-05-03T19:00:00Z")]


def test_a_torn_end_is_cut_and_said(path: Path) -> None:
    with Session.create(path, TINY, seeded(), sync="none") as session:
        session.play_on()
        state = live(session)
        answer_first(session)
    path.write_bytes(path.read_bytes()[:-7])
    with Session.resume(path, table=TINY) as again:
        assert live(again) == state
        assert again.warnings == [w for w in again.warnings if "kept in game.diary.torn" in w] != []
        play_out(again)
    assert folded(path) == live(again)


def test_other_rules_are_a_warning(path: Path) -> None:
    Session.create(path, TINY, seeded()).close()
    newer = Table.lay(replace(SPEC, rules_version="2"))
    with Session.resume(path, table=newer) as again:
        assert again.warnings == ["played so far with rules 1, from here on with rules 2"]
        again.note("a glance is no sitting")
    with Session.resume(path, table=newer) as third:
        assert third.warnings == []


def test_a_glance_leaves_no_trace(path: Path) -> None:
    with Session.create(path, TINY, seeded()) as session:
        session.play_on()
    before = path.read_bytes()
    with Session.resume(path, table=TINY) as again:
        with pytest.raises(Refused):
            again.answer(e.Halt())
        assert again.n == session.n
    assert path.read_bytes() == before
    with Session.resume(path, table=TINY) as once_more:
        once_more.note("now")
        answer_first(once_more)
        once_more.take_back()
    kinds = [type(event) for event in events_of(path)[session.n :]]
    assert kinds.count(Resumed) == 1
    assert kinds[0] is Resumed
    assert folded(path) == live(once_more)


def test_other_data_is_refused_unless_it_will_do(path: Path) -> None:
    Session.create(path, TINY, seeded()).close()
    before = path.read_bytes()

    def newer_data(texts: Mapping[str, str]) -> TinyData:
        return SPEC.rules.load_data({"tiny.toml": OWN.replace("turns = 6", "turns = 5")})

    newer = Table.lay(replace(SPEC, rules=replace(SPEC.rules, load_data=newer_data)))
    told = r"game\.diary was played .*`wardiary resume .*game\.diary --other-data` goes on"
    with pytest.raises(DataError, match=told):
        Session.resume(path, table=newer)
    assert path.read_bytes() == before
    with Session.resume(path, table=newer, other_data=True) as again:
        assert [w for w in again.warnings if "component data" in w] == again.warnings != []


def test_replaced_data_travels_in_the_diary(path: Path) -> None:
    own = Table.lay(SPEC, {"tiny.toml": OWN.replace("turns = 6", "turns = 2")})
    with Session.create(path, own, seeded(seats=RANDOM)) as session:
        session.advance()
    blocks = list(open_diary(path, lambda _: SPEC.fold.codec).blocks())
    assert blocks[1].events == [Embedded(name="tiny.toml", text=own.data.replaced["tiny.toml"])]
    assert open_table(open_diary(path, lambda _: SPEC.fold.codec)).data == own.data
    with Session.resume(path) as again:
        assert again.table.data.turns == 2
        again.play_on()
        assert again.state.turn <= 2


def test_a_diary_without_a_set_up_is_not_a_game(path: Path) -> None:
    with Session.create(path, TINY, seeded()) as session:
        header = session.header
    blocks = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join(blocks[:2]) + b"\n")
    with pytest.raises(Unreadable, match="only its header is there"):
        Session.resume(path, table=TINY)
    assert open_diary(path, lambda _: SPEC.fold.codec).header == header


@pytest.mark.parametrize("to", [3, 9])
def test_a_jump_that_leads_nowhere_is_no_game(path: Path, to: int) -> None:
    with Session.create(path, TINY, seeded()) as session:
        session.play_on()
        assert to not in session.log.ends
    with DiaryWriter.open(path, lambda _: SPEC.fold.codec) as writer:
        n = writer.append([TookBack(to=to)])
    with pytest.raises(Unreadable, match=f"event {n}: play cannot go on from event {to}"):
        Session.resume(path, table=TINY)


def test_a_player_that_is_gone_is_named_and_nothing_is_written(path: Path) -> None:
    Session.create(path, TINY, seeded(seats={"red": "greedy"})).close()
    file = path.read_bytes()
    with pytest.raises(UsageError, match="no player 'greedy'"):
        Session.resume(path, table=Table.lay(replace(SPEC, players={})))
    assert path.read_bytes() == file


def test_a_failed_beginning_leaves_the_secret_of_another_diary(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret_path(path).write_text("mine")
    monkeypatch.setattr(DiaryWriter, "append", lambda *_a, **_k: (_ for _ in ()).throw(WriteFailed("full")))
    with pytest.raises(WriteFailed):
        Session.create(path, TINY, seeded())
    assert [file.name for file in path.parent.iterdir()] == ["game.diary.secret"]


def test_two_sessions_cannot_write_one_diary(path: Path) -> None:
    with Session.create(path, TINY, seeded()), pytest.raises(Locked):
        Session.resume(path, table=TINY)


# The secret of system dice


def test_the_secret_is_kept_beside_the_diary_until_the_seal_shows_it(path: Path) -> None:
    setting = system(dict(RANDOM))
    with Session.create(path, TINY, setting) as session:
        side = secret_path(path)
        assert stat.S_IMODE(side.stat().st_mode) == 0o600
        secret = side.read_text().strip()
        assert session.header.dice_source == DiceSource(source="system", commit=commitment(bytes.fromhex(secret)))
        assert secret not in path.read_text()
        assert secret not in repr(setting)
        session.play_on()
        n = session.seal()
    assert not side.exists()
    seal = events_of(path)[n - 1]
    assert isinstance(seal, Sealed)
    assert seal.reveal == secret
    with pytest.raises(Unreadable, match="is sealed"):
        Session.resume(path, table=TINY)


def test_the_secret_is_on_the_disk_before_the_header(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    sync, opened = os.fsync, os.open

    def seen_sync(handle: int) -> None:
        seen.append(f"sync {os.readlink(f'/proc/self/fd/{handle}')}")
        sync(handle)

    def seen_open(name: Any, *more: Any, **others: Any) -> int:
        seen.append(f"open {name}")
        return opened(name, *more, **others)

    monkeypatch.setattr(os, "fsync", seen_sync)
    monkeypatch.setattr(os, "open", seen_open)
    Session.create(path, TINY, system()).close()
    side = secret_path(path)
    assert seen.index(f"sync {side}") < seen.index(f"sync {path.parent}") < seen.index(f"open {path}")


@pytest.mark.parametrize("existing", ["game.diary", "game.diary.secret"])
def test_neither_file_is_overwritten_and_nothing_is_left(path: Path, existing: str) -> None:
    path.with_name(existing).write_text("mine")
    with pytest.raises(FileExists):
        Session.create(path, TINY, system())
    assert {file.name: file.read_text() for file in path.parent.iterdir()} == {existing: "mine"}


@pytest.mark.parametrize("how", ["lost", "other", "garbage"])
def test_a_lost_secret_is_replaced_and_logged(path: Path, how: str) -> None:
    with Session.create(path, TINY, system(dict(RANDOM))) as session:
        for _ in range(8):
            session.advance()
    side = secret_path(path)
    kept = {"lost": None, "other": "ab" * 32, "garbage": "?"}[how]
    if kept is None:
        side.unlink()
    else:
        side.write_text(kept)
    with Session.resume(path, table=TINY) as again:
        assert len(again.warnings) == 1
        assert "from here on the dice come from a new secret" in again.warnings[0]
        again.play_on()
        again.seal()
    events = events_of(path)
    changes = [event for event in events if isinstance(event, Reseeded)]
    seal = events[-1]
    assert isinstance(seal, Sealed)
    assert seal.reveal is not None
    assert [change.dice_source.commit for change in changes] == [commitment(bytes.fromhex(seal.reveal))]
    assert not side.exists()
    aside = path.with_name("game.diary.secret.other")
    assert (aside.read_text() if aside.exists() else None) == kept


def test_the_second_secret_is_found_again(path: Path) -> None:
    Session.create(path, TINY, system()).close()
    secret_path(path).unlink()
    Session.resume(path, table=TINY).close()
    with Session.resume(path, table=TINY) as third:
        assert third.warnings == []
        assert sum(isinstance(event, Reseeded) for event in third.log.events) == 1


# Typed dice


def test_typed_dice_are_asked_of_the_teller(path: Path) -> None:
    typed = TypedSource(lambda roll: (6,) * roll.count, lambda draw: draw.bag[: draw.count])
    with Session.create(path, TINY, Setting(dice=Dice.told(typed), seats=PEOPLE)) as session:
        session.play_on()
        assert session.state.hands == {"red": ("01", "02"), "blue": ("03", "04")}
    with Session.resume(path, table=TINY, told=typed) as again:
        play_out(again)
    header = events_of(path)[0]
    assert isinstance(header, Header)
    assert header.dice_source == DiceSource(source="typed")


def test_without_a_teller_the_rolls_are_answers(path: Path) -> None:
    typed = TypedSource(lambda roll: (6,) * roll.count, lambda draw: draw.bag[: draw.count])
    Session.create(path, TINY, Setting(dice=Dice.told(typed), seats=PEOPLE)).close()
    with Session.resume(path, table=TINY) as again:
        assert again.advance() == []
        with pytest.raises(UsageError, match="tell what the table rolled or drew"):
            again.advance_chance()
        again.answer(e.Drawn(deck="orders", by="red", cards=("07",), source="typed"))


KILLED = """
import os, sys
from wardiary.core.games.tiny.spec import SPEC
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.session import Session
from wardiary.replay.table import Table
seats = {"red": "random", "blue": "random"}
session = Session.create(sys.argv[1], Table.lay(SPEC), Setting(dice=Dice.system(), seats=seats))
for _ in range(int(sys.argv[2])):
    session.advance()
print(session.n, flush=True)
os.kill(os.getpid(), 9)
"""


@pytest.mark.parametrize("steps", [0, 3, 10])
def test_a_killed_process_loses_nothing_acknowledged(path: Path, steps: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path), str(steps)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert done.returncode == -9, done.stderr
    copy = path.with_name("copy.diary")
    shutil.copy(path, copy)
    shutil.copy(secret_path(path), secret_path(copy))
    for file in (path, copy):
        with Session.resume(file, table=TINY) as again:
            assert again.warnings == []
            assert again.n == int(done.stdout)
            again.play_on()
            assert folded(file) == live(again)
    assert events_of(path) == events_of(copy)
