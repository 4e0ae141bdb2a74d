"""Playing at a terminal: what is shown to whom, what is understood, what is taken back."""

import pytest
from tests.cli.person import BLUE, MARCH, Sit, screens

from wardiary.core.requests import Draw
from wardiary.events.common import Drawn, Noted, Sealed, TookBack
from wardiary.events.errors import Refused, UsageError
from wardiary.replay.matching import parse_cards
from wardiary.replay.session import Session
from wardiary.replay.table import Table

TABLE = Table.lay("tiny")


def hand(session: Session, seat: str) -> list[str]:
    return list(session.state.hands[seat])


def test_the_board_the_request_and_the_answers_are_shown(sit: Sit) -> None:
    session, person = sit("?", seats=BLUE)
    first, second = hand(session, "red")
    assert "turn 1 of 6" in person.text
    assert f"hand of red: {first} {second}" in person.text
    assert f"red: bid a card (blue too, unseen)  [#1 red bids {first}, #2 red bids {second}]" in person.seen
    assert f"   #1 red bids {first}" in person.seen
    assert "blue bids" not in person.text


@pytest.mark.parametrize("form", ["red bids {0}", "RED BIDS {0}", "bids {0}", "b {0}", "#1", "{0}"])
def test_an_answer_may_be_given_in_many_forms(form: str, sit: Sit) -> None:
    session, _ = sit(seats=BLUE)
    card = hand(session, "red")[0]
    session, _ = sit(form.format(card), seats=BLUE)
    assert card not in hand(session, "red")
    assert session.state.frames[-1].__struct_config__.tag == "tiny.ask_march"


def test_what_is_not_understood_is_asked_again(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit("rde bids", "", "udno", "? red", seats=BLUE)
    err = capsys.readouterr().err
    assert "'rde bids' is no answer here; did you mean red bids" in err
    assert "or undo?" in err
    assert person.seen[-1] == ">"
    assert "   #1 red bids" in person.text
    assert session.state.bids == {}


def test_a_refused_answer_says_why_and_leaves_the_diary_alone(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = sit('{"t":"tiny.march","unit":1}', '{"t":"tiny.bid","by":"red","card":"99"}', "{", seats=BLUE)
    err = capsys.readouterr().err
    assert "tiny.march is not asked now" in err
    assert "TINY-2: one card of the own hand" in err
    assert "'{' is no answer: " in err
    assert session.n == len(session.log.events)
    assert session.state.bids == {}


def test_without_a_terminal_the_first_fault_ends_the_sitting(sit: Sit) -> None:
    with pytest.raises(UsageError, match="is no answer here"):
        sit("nonsense", "#1", seats=BLUE, tty=False)


def test_without_a_terminal_a_refusal_ends_the_sitting(sit: Sit) -> None:
    with pytest.raises(Refused, match="is not asked now"):
        sit('{"t":"tiny.march","unit":1}', seats=BLUE, tty=False)


def test_no_screen_shows_what_its_seat_may_not_know(sit: Sit) -> None:
    """Bids included: the one who bids second does not see the first bid."""
    _, person = sit("#1", "#2", "halt", "halt", "#1", "#1")
    shown = screens(person)
    assert [seat for seat, _ in shown][:2] == ["red", "blue"]
    assert len(shown) >= 4
    for seat, text in shown:
        other = "blue" if seat == "red" else "red"
        assert f"hand of {other}" not in text
        assert f"{other} bids 0" not in text
        assert f"{other} bids 1" not in text
    assert "bids a card face down" in shown[1][1]


def test_the_second_to_bid_is_told_the_first_did_but_not_what(sit: Sit) -> None:
    _, person = sit("#1")
    (_, red), (_, blue) = screens(person)
    assert "bid a card" in red
    assert "red bids a card face down." in blue
    assert "blue: bid a card" in blue


def test_open_hands_are_never_passed(sit: Sit) -> None:
    _, person = sit("#1", "#1", open_hands=True)
    assert "|" not in person.seen
    assert "hand of red" in person.text
    assert "hand of blue" in person.text


def test_one_person_is_never_asked_to_pass(sit: Sit) -> None:
    _, person = sit("#1", "halt", "#1", seats=BLUE)
    assert "|" not in person.seen
    assert "hand of blue" not in person.text


def test_typed_draws_are_asked_of_their_owner(sit: Sit) -> None:
    session, person = sit("3", "7", "5", "1", dice="typed")
    assert [seat for seat, _ in screens(person)][:2] == ["red", "blue"]
    red, blue = screens(person)[0][1], screens(person)[1][1]
    assert "red: draw 1 from orders" in red
    assert "blue: draw 1 from orders" in blue
    assert "red draws 03" not in blue
    assert (hand(session, "red"), hand(session, "blue")) == (["03", "07"], ["01", "05"])


def test_a_secret_draw_does_not_list_the_bag(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    """What is left in the bag tells what is in the other hand."""
    _, person = sit("3", "7", "?", "nonsense", dice="typed")
    assert "the card that was drawn: its number, or the beginning of its title" in person.seen
    assert "#1" not in person.text
    assert capsys.readouterr().err == "'nonsense' is no card of orders that can be drawn\n"


@pytest.mark.parametrize("typed", ["29", "five-year", "viisi"])
def test_a_card_may_be_named_by_what_is_printed_on_it(typed: str) -> None:
    freezing = Table.lay("freezing")
    bag = ("29", "30", "31")
    titles = [freezing.spec.words.card_title(freezing.data, "sov", card) for card in bag]
    assert parse_cards(typed, Draw(deck="sov", by="sov", bag=bag), titles) == ("29",)


def test_an_open_draw_lists_the_bag(sit: Sit) -> None:
    _, person = sit("3", "?", dice="typed", open_hands=True)
    assert "   #1 01" in person.seen
    assert not [line for line in person.seen if line.endswith(" 03") and "#" in line]


TO_BATTLE = [*MARCH, "march 1", "march 2", "march 4", "march 5", "8", "9", "red bids 8", "blue bids 9"]
TO_BATTLE += ["march 4", "march 5", "halt", "march 1", "march 2"]


@pytest.mark.parametrize("typed", ["6 1", "61", "6,1", " 6  1 "])
def test_typed_dice_are_asked_and_taken_in_each_form(typed: str, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit(*TO_BATTLE, "?", typed, dice="typed", open_hands=True)
    assert any(line.startswith("red: roll 2d6 for battle") for line in person.seen), person.text
    assert "2 dice of 1 to 6 for battle (2.3.red), as they fell: 1 3, or 13" in person.seen
    assert "red rolls 6 1 for battle." in person.seen
    assert capsys.readouterr().err == ""
    assert session.log.events[-2] != session.log.events[-1]


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("7 1", "no die shows 7; expected 2 dice of 1 to 6, such as 1 3"),
        ("6", "1 die; expected 2 dice of 1 to 6"),
        ("666", "3 dice; expected 2 dice"),
        ("six", "'six' is no roll; expected 2 dice"),
        ("-1 3", "is no roll"),
        ("9" * 400, "dice; expected 2 dice"),
        ("٣ ٤", "is no roll"),
    ],
)
def test_wrong_dice_are_asked_again(typed: str, why: str, sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit(*TO_BATTLE, typed, dice="typed", open_hands=True)
    assert why in capsys.readouterr().err
    assert "rolls" not in person.text
    assert session.state.frames[-1].hits is None


def test_undo_takes_the_last_decision_back(sit: Sit) -> None:
    session, person = sit(*MARCH, "march 1", "undo", dice="typed", open_hands=True)
    assert "Taken back: red: march 1 (`redo` brings it back)." in person.seen
    assert session.state.companies[1] == ("red", 1)
    assert isinstance(session.log.events[-1], TookBack)
    assert not session.log.events[-1].forced


def test_the_words_of_a_script_will_do(sit: Sit) -> None:
    """Who writes evenings down types them at the prompt as well."""
    typed = ("draw 3", "7", "fix draw 8", "5", "draw 1", "red bids 8", "blue bids 5", "march 1", "take back")
    session, person = sit(*typed, dice="typed", open_hands=True)
    assert hand(session, "red") == ["03"]
    assert session.state.bids == {}
    assert "Taken back: red: march 1 (`redo` brings it back)." in person.seen
    session, _ = sit("3", "7", "5", "1", "red bids 7", "blue bids 5", "take back!", dice="typed", open_hands=True)
    assert session.state.bids == {"red": "07"}


def test_undo_past_new_information_is_refused_and_forced(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = sit("3", "7", "5", "1", "red bids 7", "blue bids 5", "undo", dice="typed", open_hands=True)
    err = capsys.readouterr().err
    assert err == (
        "Since then: Red bid 07, blue 05: red marches first (event 19). `undo!` takes it back all the same, and the "
        "diary says so.\n"
    )
    assert session.state.bids == {}
    session, _ = sit("3", "7", "5", "1", "red bids 7", "blue bids 5", "undo!", dice="typed", open_hands=True)
    taken = session.log.events[-1]
    assert isinstance(taken, TookBack)
    assert taken.forced
    assert session.state.bids == {"red": "07"}


def test_redo_takes_undos_back_one_by_one(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit(*MARCH, "march 1", "march 1", "undo", "undo", "redo", "redo", dice="typed", open_hands=True)
    assert capsys.readouterr().err == ""
    assert session.state.companies[1] == ("red", 3)
    assert person.seen.count("Played again: red: march 1.") == 2


@pytest.mark.parametrize(
    "lines", [["redo"], ["march 1", "undo", "redo", "redo"], ["march 1", "undo", "march 2", "redo"]]
)
def test_redo_without_an_undo_is_refused(lines: list[str], sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    sit(*MARCH, *lines, dice="typed", open_hands=True)
    assert capsys.readouterr().err == "nothing was taken back just now\n"


def test_fix_puts_the_last_typed_card_right(sit: Sit) -> None:
    session, person = sit("3", "7", "fix 8", dice="typed", open_hands=True)
    assert hand(session, "red") == ["03", "08"]
    assert any("is put right" in line for line in person.seen)


def test_note_log_board_and_help(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit("note \x1b[2J attack", "log 2", "board", "help", "log x", "note", seats=BLUE)
    assert Noted(text="\x1b[2J attack") in session.log.events
    assert "Noted." in person.seen
    assert "take back the last decision" in person.text
    assert any("Note: \\x1b[2J attack" in line for line in person.seen)
    err = capsys.readouterr().err
    assert "a number of lines is expected" in err
    assert "a note needs a text" in err


def test_the_log_hides_what_the_seat_may_not_know(sit: Sit) -> None:
    session, person = sit("log 99", seats=BLUE)
    assert "  blue draws ? from orders." in person.seen, "gaps in the numbers of events would tell of hidden ones"
    assert f"blue draws {hand(session, 'blue')[0]}" not in person.text


def test_an_open_log_names_events_by_their_numbers(sit: Sit) -> None:
    session, person = sit("log 99", seats=BLUE, open_hands=True)
    n = next(n for n, event in enumerate(session.log.events, 1) if isinstance(event, Drawn) and event.by == "blue")
    assert f"{n:>6}  blue draws {hand(session, 'blue')[0]} from orders." in person.seen


@pytest.mark.parametrize("word", ["quit", "exit"])
def test_quit_leaves_the_game_open(word: str, sit: Sit) -> None:
    session, _ = sit(word, "#1", seats=BLUE)
    assert not session.over
    assert not isinstance(session.log.events[-1], Sealed)
    assert session.state.bids == {}


def test_seal_closes_an_abandoned_game_when_it_is_meant(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, _ = sit("seal", seats=BLUE)
    assert "Type seal!; to go on later you would have to fork" in capsys.readouterr().err
    assert not isinstance(session.log.events[-1], Sealed)
    session, _ = sit("seal!", seats=BLUE)
    with pytest.raises(UsageError, match="sealed"):
        session.note("more")


def test_the_end_asks_once_more_before_it_seals(sit: Sit) -> None:
    session, person = sit(*["#1"] * 40, seats=BLUE)
    assert session.over
    assert any(line.startswith("Enter seals the diary") for line in person.seen)
    assert any(line.startswith("The game ends: ") for line in person.seen)


def test_the_other_player_is_told_that_something_was_taken_back(sit: Sit) -> None:
    _, person = sit(*MARCH[:4], "red bids 7", "blue bids 5", "march 1", "undo", "march 2", "march 3", dice="typed")
    seat, shown = screens(person)[-1]
    assert (seat, "Taken back: red: march 1 (`redo` brings it back)." in shown) == ("blue", True)
    assert "red marches: companies 2, 3." in shown


def test_a_seat_that_may_not_see_all_is_told_no_numbers(sit: Sit, capsys: pytest.CaptureFixture[str]) -> None:
    session, person = sit("3", "7", "5", "1", "red bids 7", "blue bids 5", "undo", "fix 8", dice="typed")
    told = person.text + capsys.readouterr().err
    assert "Since then: Red bid 07, blue 05: red marches first. `undo!` takes it back" in told
    assert "It is put right" in told
    assert session.log.jumps
    assert "vent 1" not in told
