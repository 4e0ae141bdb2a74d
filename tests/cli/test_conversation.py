"""What a newcomer stumbled over at the prompt: the curtain, boards and news, short lists, slips, piped input."""

import re
from pathlib import Path

import pytest
from tests.cli.person import BLUE, MARCH, Person, Sit, screens

from wardiary.cli.playing import dice_named
from wardiary.cli.terminal import Conversation
from wardiary.core.registry import game_ids
from wardiary.events.errors import UsageError
from wardiary.replay.beginning import Setting
from wardiary.replay.matching import choose
from wardiary.replay.session import Session
from wardiary.replay.table import Table

# Between two people


def test_nothing_is_shown_after_quit_at_the_curtain(sit: Sit) -> None:
    session, person = sit("#1", at_curtain=["", "quit"])
    assert person.seen[-1] == "Pass the screen to blue, who presses Enter."
    assert "hand of blue" not in person.text
    assert list(session.state.bids) == ["red"]


def test_no_order_is_swallowed_at_the_curtain(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit(at_curtain=["#1", "red bids 3", "help", "log 5", "quit"])
    assert capsys.readouterr().err == "only Enter, quit or help\n" * 2
    assert any("`log` tells what all may know" in line for line in person.seen)
    assert any(line.endswith("  == Turn 1") for line in person.seen)
    assert "draws" not in person.text
    assert session.state.bids == {}


# The board and the news


def test_the_board_is_shown_when_seat_turn_or_phase_pass_on(sit: Sit) -> None:
    _, person = sit(*MARCH, "march 1", "march 2", "march 4", "board", dice="typed", open_hands=True)
    boards = [at for at, line in enumerate(person.seen) if line.startswith("turn 1 of 6")]
    marches = [at for at, line in enumerate(person.seen) if line.startswith("> march")]
    assert not any(marches[0] < at < marches[1] for at in boards), "the same seat marches on"
    assert any(marches[1] < at < marches[2] for at in boards), "now the other marches"
    assert boards[-1] == person.seen.index("> board") + 1


def test_the_news_stand_below_the_board(sit: Sit) -> None:
    _, person = sit(*MARCH, dice="typed", open_hands=True)
    news = person.seen.index("Red bid 07, blue 05: red marches first.")
    board = max(at for at, line in enumerate(person.seen[:news]) if line.startswith("turn "))
    asked = next(at for at, line in enumerate(person.seen) if "march a company" in line)
    assert board < news < asked
    assert not any(line.startswith(("turn ", ">")) for line in person.seen[news:asked])


def test_a_move_of_the_computer_shows_the_board_again(sit: Sit) -> None:
    _, person = sit("#1", "halt", "#1", "halt", seats=BLUE)
    assert sum(line.startswith("turn 2 of 6") for line in person.seen) >= 2


def test_few_answers_stand_with_the_question_and_many_are_counted(sit: Sit) -> None:
    _, person = sit(*MARCH, dice="typed", open_hands=True)
    assert "red: draw 1 from orders  (12 answers, ? lists them)" in person.seen
    assert (
        "red: march a company (2 points left) or halt  [#1 march 1, #2 march 2, #3 march 3, #4 halt]" in person.seen
        or "red: march a company (3 points left) or halt  [#1 march 1, #2 march 2, #3 march 3, #4 halt]" in person.seen
    )


def test_the_seat_that_is_asked_now_is_named(sit: Sit) -> None:
    _, person = sit("3", "7", "5", "1", "red bids 7", dice="typed", open_hands=True)
    assert any(line.startswith("red: bid a card (blue too)  [#1 ") for line in person.seen)
    assert any(line.startswith("blue: bid a card  [#1 ") for line in person.seen)


# What is typed and cannot be


def test_a_drawn_card_is_named_as_such(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    sit("3", "03", "3", dice="typed", open_hands=True)
    assert capsys.readouterr().err == "03 has been drawn\n" * 2


def test_a_card_in_the_others_hand_is_not_given_away(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    sit("3", "7", "3", dice="typed")
    assert capsys.readouterr().err == "'3' is no card of orders that can be drawn\n"


def test_a_word_that_no_answer_has_is_said(sit: Sit) -> None:
    _, person = sit("? cavalry", seats=BLUE)
    assert "no answer has 'cavalry' in it; ? lists all 2" in person.seen


def test_an_undo_past_what_was_typed_speaks_of_fix(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*MARCH, "march 1", "halt", "halt", "8", "undo", "undo!"]
    _, person = sit(*lines, dice="typed", open_hands=True)
    err = capsys.readouterr().err
    assert "`undo!` takes it back all the same" in err
    assert "a mistyped die or card is put right by `fix`" in err
    assert any(
        line.startswith("Taken back: blue: halt, and 1 draw since (`redo` brings them back); a mistyped die")
        for line in person.seen
    ), person.text


def test_what_the_other_may_not_know_stays_unsaid_when_it_is_taken_back(sit: Sit) -> None:
    _, person = sit("3", "7", "5", "1", "red bids 7", "undo!", dice="typed")
    blue, red = person.text.partition("> undo!")[2].split("|")[:1], screens(person)[-1][1]
    assert "Taken back: red bids a card face down" in blue[0]
    assert "07" not in blue[0]
    assert "Taken back: red bids 07" in red


# Without a terminal


def test_the_line_of_the_input_that_is_wrong_is_named(sit: Sit) -> None:
    with pytest.raises(UsageError) as caught:
        sit("#1", "nonsense", seats=BLUE, tty=False)
    assert caught.value.__notes__ == ["line 2 of the input"]


def test_surplus_lines_leave_no_finished_game_open(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = sit(*["#1"] * 80, seats=BLUE, tty=False)
    assert session.over
    with pytest.raises(UsageError, match="sealed"):
        session.note("more")
    assert "the game is over: line " in capsys.readouterr().err


def test_after_the_end_help_lists_what_applies(sit: Sit) -> None:
    _, person = sit(*["#1"] * 80, seats=BLUE, tty=False)
    last = sum(line.startswith("> #1") for line in person.seen) - 1
    for word in ("?", "help"):
        _, person = sit(*["#1"] * last, word, "quit", seats=BLUE)
        assert any("The game is over." in line and "Enter, seal" in line for line in person.seen), word


@pytest.mark.parametrize("game", game_ids())
def test_help_speaks_the_words_of_the_game(game: str, tmp_path: Path) -> None:
    """Its example is an order of this very moment: whoever types it, in whatever way, gives it."""
    table = Table.lay(game)
    seats = table.seats(table.start().scenario)
    for seat in seats:
        setting = Setting(dice=dice_named("seed:1"), seats={other: "random" for other in seats if other != seat})
        with Session.create(tmp_path / f"{seat}.diary", table, setting) as session:
            person = Person(["help", "quit"])
            Conversation(session, person).run()
            (shown,) = [line for line in person.seen if line.startswith("An answer: ")]
            ways = re.findall("`([^`]+)`", shown.partition("\n")[0])
            names = [table.spec.words.name_order(table.data, session.state, order) for order in session.legal(seat)]
            assert len(ways) >= 2
            assert {choose(names, way) for way in ways} == {names.index(ways[0])}


def test_help_gives_no_order_as_an_example_where_a_card_is_asked(sit: Sit) -> None:
    _, person = sit("help", dice="typed", open_hands=True)
    (shown,) = [line for line in person.seen if line.startswith("An answer: ")]
    assert shown.partition("\n")[0].endswith("or its number on the list.")


def test_who_comes_back_is_told_where_the_game_stands(tmp_path: Path, sit: Sit) -> None:
    session, _ = sit("3", "7", "5", "1", "red bids 7", dice="typed")
    path = session.path
    assert path is not None
    before = path.read_bytes()
    with Session.resume(path, table=Table.lay("tiny")) as again:
        person = Person(["quit"])
        conversation = Conversation(again, person)
        conversation.recall()
        conversation.run()
    assert person.seen[0].startswith(
        "Tiny: two columns on one road, road; red human, blue human; dice typed; last event "
    )
    assert person.seen[3] == "  red bids a card face down."
    assert "07" not in "".join(person.seen[:4])
    assert path.read_bytes() == before
