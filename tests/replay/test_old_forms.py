"""A later version of an event, through everything that reads a diary.

Tiny's march once had another wire form, `tiny.advance`, which named side and company apart; today's is `tiny.march`. A
diary written then is folded, checked, narrated, gone on with, taken back, forked, compared and bundled by today's game.
"""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.replay.diaries import TINY, write_game

from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.codec import Codec
from wardiary.events.common import Sealed
from wardiary.events.diary.chain import GENESIS, close_block
from wardiary.events.kinds import Count, Order
from wardiary.replay.bundle import bundle
from wardiary.replay.check import check
from wardiary.replay.diff import diff
from wardiary.replay.export import export_lines
from wardiary.replay.fork import fork
from wardiary.replay.replay import Replay, fold_file
from wardiary.replay.session import Session
from wardiary.replay.stats import stats
from wardiary.replay.table import Table


class Advance(Order, tag="tiny.advance", kw_only=True):
    """As an early release wrote it."""

    company: Count
    side: e.Seat


CODEC = Codec(e.VOCABULARY, {Advance: lambda old: e.March(unit=old.company)})
TABLE = Table.lay(replace(TINY.spec, fold=replace(TINY.spec.fold, codec=CODEC)))
_MARCH = re.compile(rb'\{"t":"tiny\.march","unit":(\d+)\}\n')


def _as_written_then(march: re.Match[bytes]) -> bytes:
    return b'{"t":"tiny.advance","company":%b,"side":"%b"}\n' % (march[1], b"red" if int(march[1]) < 4 else b"blue")


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """A game as it is written today."""
    return write_game(tmp_path / "new.diary", size=1)


@pytest.fixture
def old(new: Path, tmp_path: Path) -> Path:
    """The same game as it was written then, its chain worked out over the old lines."""
    h, last, blocks, changed = GENESIS, 0, [], 0
    for block in re.findall(rb'(.*?)\{"t":"commit",[^\n]*\n', new.read_bytes(), re.DOTALL):
        lines, count = _MARCH.subn(_as_written_then, block)
        changed += count
        last += lines.count(b"\n")
        whole, h = close_block(h, lines, last, False)
        blocks.append(whole)
    assert changed > 5
    path = tmp_path / "old.diary"
    path.write_bytes(b"".join(blocks))
    return path


def test_it_folds_and_tells_the_same(old: Path, new: Path) -> None:
    one, two = Replay(old, table=TABLE), Replay(new, table=TABLE)
    assert one.events == two.events
    assert [encode_state(one.state_at(n)) for n in one.step_ends] == [
        encode_state(two.state_at(n)) for n in two.step_ends
    ]
    assert fold_file(old, table=TABLE) == fold_file(new, table=TABLE)
    assert list(export_lines(old, "red", table=TABLE)) == list(export_lines(new, "red", table=TABLE))
    assert stats(old, table=TABLE).by_type == stats(new, table=TABLE).by_type


def test_it_is_clean_as_it_stands(old: Path) -> None:
    """Canonical means: as its own version is written."""
    report = check(old, table=TABLE, all_steps=True)
    assert report.clean, report.text()


def test_two_ways_to_write_one_game_are_the_same_game(old: Path, new: Path) -> None:
    assert diff(old, new, table=TABLE).same


def test_it_is_gone_on_with_in_todays_form(old: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.diary"
    whole = old.read_bytes()
    march = whole.rindex(b'{"t":"tiny.advance"')
    cut.write_bytes(whole[:march])
    with Session.resume(cut, table=TABLE) as session:
        session.take_back(session.log.ends[-3], forced=True)
        session.play_on()
        session.seal()
    assert cut.read_bytes().startswith(whole[:march])
    assert check(cut, table=TABLE).clean
    assert isinstance(Replay(cut, table=TABLE).events[-1], Sealed)


def test_a_fork_is_written_in_todays_form(old: Path, tmp_path: Path) -> None:
    forked = tmp_path / "fork.diary"
    fork(old, "last", forked, table=TABLE)
    assert b"tiny.advance" not in forked.read_bytes()
    assert diff(old, forked, table=TABLE).same
    assert check(forked).clean, "without the old form in the codec"


def test_it_is_bundled_as_it_stands(old: Path, tmp_path: Path) -> None:
    assert bundle(old, tmp_path / "report.zip", table=TABLE).verdict.kind == "clean"
