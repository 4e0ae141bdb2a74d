"""Computer players are other people's code: whatever one does, the game is untouched and the case is kept."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.playing import TINY, events_of, folded, live, seeded

from wardiary.core.contract import Decision, Player
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.common import Crashed
from wardiary.events.errors import PlayerFault, UsageError
from wardiary.events.kinds import Order
from wardiary.replay.check import check
from wardiary.replay.session import Session
from wardiary.replay.table import Table


class Word(str):
    """A text that no encoder knows."""

    __slots__ = ()


def at_table(player: Player) -> Table:
    return Table.lay(replace(SPEC, players={"odd": player}))


def wreck(state: Any) -> None:
    """Empty every container and forget where the game stands."""
    for name in state.__struct_fields__:
        if isinstance(getattr(state, name), dict | list):
            getattr(state, name).clear()
    state.frames, state.turn = (), 77


def test_a_player_that_changes_what_it_sees_changes_nothing(tmp_path: Path) -> None:
    def vandal(decision: Decision) -> Order:
        first = msgspec.json.encode(decision.view())
        wreck(decision.view().state)
        assert msgspec.json.encode(decision.view()) == first
        return decision.legal[0]

    path, table = tmp_path / "game.diary", at_table(vandal)
    with Session.create(path, table, seeded(seats={"red": "odd", "blue": "odd"})) as session:
        session.play_on()
        assert session.over
        assert folded(path) == live(session)
    assert check(path, table=table).clean


def test_a_session_shows_a_copy(tmp_path: Path) -> None:
    with Session.create(tmp_path / "game.diary", TINY, seeded()) as session:
        session.play_on()
        before = encode_state(session.state)
        wreck(session.view("red").state)
        assert encode_state(session.state) == before


UNWRITABLE: dict[str, Callable[[], Any]] = {
    "a text of its own kind": lambda: e.Bid(by="red", card=Word("08")),
    "half a character": lambda: e.Bid(by="red", card="\ud800"),
    "a megabyte": lambda: e.Bid(by="red", card="x" * 1_000_000),
    "no order": lambda: object(),
}


@pytest.mark.parametrize("what", UNWRITABLE)
def test_an_order_that_no_diary_can_hold_is_kept_as_a_case(what: str, tmp_path: Path) -> None:
    path, table = tmp_path / "game.diary", at_table(lambda _decision: UNWRITABLE[what]())
    with Session.create(path, table, seeded(seats={"red": "odd", "blue": "random"})) as session:
        with pytest.raises(PlayerFault, match="gave a refused order"):
            session.play_on()
        case = events_of(path)[-1]
        assert isinstance(case, Crashed)
        assert (case.exception, len(case.answer) < 1000) == ("PlayerFault", True)
        assert folded(path) == live(session)
    assert [fault.now for fault in check(path, table=table).faults] == ["unreadable"]


@pytest.mark.parametrize("text", ["\ud800", "x" * 5000, 5])
def test_a_remark_that_no_diary_can_hold_is_refused(text: Any, tmp_path: Path) -> None:
    with Session.create(tmp_path / "game.diary", TINY, seeded()) as session:
        n = session.n
        with pytest.raises(UsageError, match=r"^a note "):
            session.note(text)
        assert session.note("goes on") == n + 1
