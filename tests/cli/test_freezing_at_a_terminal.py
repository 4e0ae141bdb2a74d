"""Freezing Death at one terminal: two people, their own dice and cards."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from tests.cli.person import Person

from wardiary.cli.playing import dice_named
from wardiary.cli.terminal import Conversation
from wardiary.events.common import TookBack
from wardiary.replay.beginning import Setting
from wardiary.replay.session import Session
from wardiary.replay.table import Table


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., tuple[Session, Person]]:
    """Begin Freezing Death between two people and play these lines."""
    numbers = count()

    def play(*lines: str, dice: str = "typed", open_hands: bool = False) -> tuple[Session, Person]:
        person = Person(lines)
        path = tmp_path / f"freezing-{next(numbers)}.diary"
        with Session.create(path, Table.lay("freezing"), Setting(dice=dice_named(dice))) as session:
            Conversation(session, person, open_hands=open_hands).run()
        return session, person

    return play


FreezingTable = Callable[..., tuple[Session, Person]]
PLACED = ("event Leningrad", "place KI")


def boards(person: Person) -> int:
    return sum(line.startswith("Turn ") and "Intervention: " in line for line in person.seen)


def told(person: Person, beginning: str) -> list[str]:
    return [line for line in person.seen if line.startswith(beginning)]


@pytest.mark.parametrize("typed", ["event 31", "event Leningrad Military District", "e lenin", "#6", "EVENT LENINGRAD"])
def test_a_card_is_played_by_number_or_title(typed: str, table: FreezingTable) -> None:
    session, _ = table(typed)
    assert session.state.card == "31"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("leningrad", "'leningrad' may be #5 action 31, #6 event 31"),
        ("event Helsinki", "'event Helsinki' is no answer here"),
        ("event 3", "'event 3' is no answer here"),
    ],
)
def test_titles_are_never_guessed(
    typed: str, said: str, table: FreezingTable, capsys: pytest.CaptureFixture[str]
) -> None:
    session, _ = table(typed)
    assert said in capsys.readouterr().err
    assert session.state.card is None


def test_a_short_list_explains_each_answer(table: FreezingTable) -> None:
    _, person = table("event Leningrad", "?")
    assert "   #1 place KI  Karelian Isthmus" in person.seen


def test_a_long_list_is_folded_by_kind_and_a_word_unfolds_it(table: FreezingTable) -> None:
    _, person = table("action Expansion", "?", "? armour")
    assert "  #1-11 activate ..." in person.seen
    (first, *_) = [
        line for line in person.seen if line.startswith("        1 (infantry 2 in KI-6); 2 (armour 2 in KI-6)")
    ]
    assert len(first) <= 100
    assert "   #2 activate 2    armour 2 in KI-6" in person.seen
    assert "  #23 done" in person.seen


def test_the_board_is_shown_once_a_turn_of_a_seat(table: FreezingTable) -> None:
    """Playing a card and clicks that spend points are one seat's impulse; its board stays above them."""
    _, person = table("action Expansion")
    assert boards(person) == 1
    _, person = table("action Expansion", "strengthen 3", "strengthen 4")
    assert boards(person) == 1
    _, person = table("action Expansion", "strengthen 3", "strengthen 4", "board")
    assert boards(person) == 2
    _, person = table(*PLACED)
    assert boards(person) == 2, "now the Finnish player is asked"


def test_news_stand_on_a_shared_screen_once(table: FreezingTable) -> None:
    """In the first turn all hands are known: the screen is not passed on, and nothing is told twice."""
    _, person = table(*PLACED)
    assert "|" not in person.seen
    assert len(told(person, "Soviet: 31 Leningrad Military District* as an event.")) == 1
    assert told(person, "31 Leningrad Military District* leaves the game.")
    assert person.text.count("Finnish: impulse 1 of 8") == 1


def test_what_was_taken_back_is_not_told_any_more(table: FreezingTable) -> None:
    """The Finnish player's card is taken back, then the Soviet placement: no news of either are left."""
    _, person = table(*PLACED, "action Fortification", "undo", "undo")
    last = max(at for at, line in enumerate(person.seen) if line.startswith("Taken back: "))
    after = person.seen[last + 1 :]
    assert [line for line in after if "Fortification" in line and "Finnish: " in line[:10]] == []
    assert [line for line in after if "is placed in" in line] == []
    assert after[-5] == "Soviet: place infantry 2: on which front?"
    assert after[-4] == "   #1 place KI  Karelian Isthmus"


def test_a_card_may_be_taken_back_when_it_was_shown(table: FreezingTable, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = table("event Five-Year Plan", "undo", "action Five-Year Plan")
    assert capsys.readouterr().err == ""
    assert (session.state.card, session.state.mode) == ("29", "action")
    taken = next(event for event in session.log.events if isinstance(event, TookBack))
    assert not taken.forced
