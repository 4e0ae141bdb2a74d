"""What each viewer is told: once on a screen that they share, again behind a curtain, nothing that was taken back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wardiary.cli.playing import dice_named
from wardiary.cli.telling import Teller
from wardiary.events.common import Noted
from wardiary.replay.beginning import Setting
from wardiary.replay.session import Session
from wardiary.replay.table import Table


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session.create(tmp_path / "a.diary", Table.lay("tiny"), Setting(dice=dice_named("seed:1"))) as session:
        yield session


@pytest.fixture
def teller(session: Session) -> Teller:
    return Teller(session, ["red", "blue"])


def test_those_who_share_a_screen_are_told_once(teller: Teller) -> None:
    teller.hear([Noted(text="a")])
    assert (teller.news("red"), teller.news("blue"), teller.news("red")) == (["Note: a"], [], [])


def test_behind_a_curtain_it_is_told_again(teller: Teller) -> None:
    teller.hear([Noted(text="a")])
    assert teller.news("red") == ["Note: a"]
    teller.clear_screen()
    assert teller.news("blue") == ["Note: a"]


def test_the_same_words_about_another_event_are_other_news(teller: Teller) -> None:
    """Two rolls that hit nothing read alike."""
    teller.hear([Noted(text="a"), Noted(text="a")])
    assert teller.news("red") == ["Note: a", "Note: a"]
    teller.hear([Noted(text="a")])
    assert (teller.news("red"), teller.news("blue")) == (["Note: a"], [])


def test_what_does_not_stand_any_more_is_not_told(teller: Teller, session: Session) -> None:
    session.note("stands")
    teller.hear([session.log.events[-1], Noted(text="never got into the diary")])
    teller.announce(lambda viewer: f"Taken back, {viewer}.", but="red")
    teller.start_over()
    assert teller.news("red") == ["Note: stands"]
    teller.clear_screen()
    assert teller.news("blue") == ["Note: stands", "Taken back, blue."]
