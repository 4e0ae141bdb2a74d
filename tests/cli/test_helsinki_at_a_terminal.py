"""Helsinki 1918 at one terminal: what is refused is refused with its reason."""

from pathlib import Path

import pytest
from tests.cli.person import Person

from wardiary.cli.playing import dice_named
from wardiary.cli.terminal import Conversation
from wardiary.replay.beginning import Setting
from wardiary.replay.session import Session
from wardiary.replay.table import Table


class Sized(Person):
    """Somebody at a terminal of so many characters a line."""

    width: int | None = None

    def columns(self) -> int | None:
        return self.width


def played(path: Path, *lines: str, width: int | None = None) -> Session:
    """A game of two, Reds by the computer."""
    setting = Setting(dice=dice_named("seed:1"), scenario="two", seats={"red": "greedy"})
    with Session.create(path, Table.lay("helsinki"), setting) as session:
        person = Sized(lines)
        person.width = width
        Conversation(session, person, open_hands=False).run()
    return session


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("attack 0101 1", "'attack 0101 1' is refused: HEL-7.4-01: no enemies are in the hex"),
        ("ATTACK  0104 2", "is refused: HEL-7.4-01: no enemies are in the hex"),
        ("move T1 3", "'move T1 3' is refused: HEL-13.0-03, HEL-4.3-03: Tikkurila has points of its own"),
        ("regroup T1 1", "is refused: HEL-9.3-03: not in Tikkurila"),
        ("move 0101 9", "'move 0101 9' is no answer here"),
        ("attack 0101", "'attack 0101' is no answer here"),
        ("250", "'250' is no answer here"),
        ("#250", "there are answers #1 to #22"),
        ("", ""),
    ],
)
def test_what_makes_sense_and_is_not_legal_is_refused_with_its_reason(
    typed: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = played(tmp_path / "a.diary", typed)
    assert said in capsys.readouterr().err
    assert session.n == len(session.log.events)
    assert session.state.order is None


@pytest.mark.parametrize(("width", "times"), [(80, 1), (140, 1), (143, 0), (None, 0)])
def test_a_terminal_that_breaks_the_lines_of_the_map_is_told_so_once(
    width: int | None, times: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(tmp_path / "a.diary", "board", "board", width=width)
    assert capsys.readouterr().err.count(f"this terminal of {width}: widen it") == times
