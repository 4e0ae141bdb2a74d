"""Written positions: what no play leads to is refused in words, whatever is wrong with it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.helsinki.kit import DATA, RULES, SPEC, Game, fight, hand, position, started
from tests.replay.diaries import header_of, seeded, write

from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.state import encode_state
from wardiary.events import helsinki as e
from wardiary.events.errors import Refused, Unplayable
from wardiary.replay.session import Session
from wardiary.replay.table import Table

Change = Callable[[dict[str, Any]], object]
FIXED = {
    "tracks": "time",
    "hands": "white",
    "bags": "GS",
    "discards": "RS",
    "shuffles": "WA",
    "scores": "red",
    "red_hqs_destroyed": "german",
}


def in_battle(at: str = "attack") -> HelsinkiState:
    """A battle before its dice, with an order behind it."""
    return fight(hands=hand(red=("RS01",)) if at == "window" else None).state


def moving() -> HelsinkiState:
    return Game(position(german="0303 2", german_hqs="0303E")).play("move 0303 2").state


def refusal(s: HelsinkiState, change: Change) -> str:
    """Why the position is refused once it is changed; as it stands it is not."""
    assert SPEC.rules.faults(DATA, s) == []
    RULES.set_up_position(encode_state(s))
    written = json.loads(encode_state(s))
    change(written)
    with pytest.raises(Refused) as refused:
        RULES.set_up_position(json.dumps(written))
    return str(refused.value)


@pytest.mark.parametrize(("name", "key"), FIXED.items())
def test_a_position_that_leaves_out_a_key_is_refused(name: str, key: str) -> None:
    assert refusal(started()[0], lambda o: o[name].pop(key)) == f"position: {name} has no {key!r}"


@pytest.mark.parametrize(
    ("stands", "change", "reason"),
    [
        (position, lambda o: o.update(players=7), "7 players, there are two or three"),
        (position, lambda o: o.update(effects=["0104"]), "there is no card '0104'"),
        (position, lambda o: o["hands"]["red"].append("XX01"), "red holds XX01"),
        (position, lambda o: o["frames"][1].update(side="white"), "cannot be asked of white"),
        (position, lambda o: o["frames"].pop(0) and o["frames"][0].update(at=0), "it alone, is lowest"),
        (in_battle, lambda o: o["battle"].update(units=[]), "a battle in 0404 with one side alone"),
        (in_battle, lambda o: o["battle"].update(enemies=[99]), "a battle is about unit 99, no unit"),
        (in_battle, lambda o: o["battle"].update(origin="9999"), "a battle is about '9999', no hex"),
        (in_battle, lambda o: o["battle"].update(cards=["GS99"]), "there is no card 'GS99'"),
        (in_battle, lambda o: o.update(battle=None), "needs a battle in 0404"),
        (in_battle, lambda o: o["order"].update(units=[27]), "the order is about unit 27, no unit of german"),
        (in_battle, lambda o: o["order"].update(vertex="9999E"), "the order is about '9999E', no vertex"),
        (moving, lambda o: o.update(order=None), "needs an order"),
        (moving, lambda o: o["frames"][-1].update(units=[99]), "is about unit 99, no unit of german"),
        (
            lambda: in_battle("window"),
            lambda o: o.update(battle=None),
            "no cards of the window 'pre' can be played now",
        ),
    ],
)
def test_a_position_about_what_there_is_not_is_refused(
    stands: Callable[[], HelsinkiState], change: Change, reason: str
) -> None:
    assert reason in refusal(stands(), change)


@pytest.mark.parametrize(("players", "own", "other"), [(3, "three", "two"), (2, "two", "three")])
def test_a_position_is_played_by_as_many_as_it_is_of(players: int, own: str, other: str) -> None:
    written = encode_state(position(players=players))
    assert RULES.set_up_position(written, own)[0].players == players
    with pytest.raises(Refused, match=f"position: it is of scenario {own}, not of {other}"):
        RULES.set_up_position(written, other)


def test_a_diary_that_asks_somebody_who_does_not_sit_there_is_named(tmp_path: Path) -> None:
    """Made by hand: a position of three players under a header of two."""
    table = Table(SPEC, RULES)
    _, opening = RULES.set_up_position(encode_state(position(side="white", squads="2721E")))
    header = header_of(seeded(1)[0], table=table)
    header = msgspec.structs.replace(header, scenario="two", seats={"german": "random", "red": "random"})
    path = write(tmp_path / "a.diary", [opening], header=header, table=table)
    with Session.resume(path) as session:
        assert isinstance(session.state.frames[-1], e.AskWhiteOrders)
        with pytest.raises(Unplayable, match="the rules ask white, and the header has the seats german, red"):
            session.advance()
