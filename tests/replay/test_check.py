"""Check: what the rules make of a diary's inputs, held against what it holds, down to the field."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import (
    SECRET,
    SYSTEM,
    TINY,
    Steps,
    blocks_of,
    book_of_slips,
    game,
    header_of,
    play_on,
    seal,
    seeded,
    set_up,
    write,
    write_game,
)

from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.common import (
    Back,
    Began,
    Checkpoint,
    Crashed,
    DiceSource,
    Embedded,
    Ended,
    Fixed,
    Noted,
    Positioned,
    Reseeded,
    Resumed,
    TookBack,
)
from wardiary.events.diary import DiaryWriter
from wardiary.events.errors import BrokenChain, NotCanonical, UsageError
from wardiary.events.kinds import Event
from wardiary.replay.chance import KeyedSource
from wardiary.replay.check import Broken, CheckReport, check, check_many

SET_UP_END = 1 + len(game(1)[0])
Change = Callable[[Event], list[Event]]


def changed(steps: Steps, kind: type[Event], change: Change, nth: int = 0) -> tuple[Steps, int]:
    """The steps with the nth event of a type replaced, and that event's number in the diary."""
    flat = [(at, index) for at, step in enumerate(steps) for index, event in enumerate(step) if type(event) is kind]
    at, index = flat[nth]
    number = 2 + sum(map(len, steps[:at])) + index
    step = [*steps[at][:index], *change(steps[at][index]), *steps[at][index + 1 :]]
    return [*steps[:at], step, *steps[at + 1 :]], number


def field(**values: Any) -> Change:
    return lambda event: [msgspec.structs.replace(event, **values)]


def other_places(event: Any) -> list[Event]:
    return [msgspec.structs.replace(event, units=(*event.units, 9))]


def checked(path: Path, **options: Any) -> CheckReport:
    report = check(path, table=TINY, **options)
    assert msgspec.json.decode(msgspec.json.encode(report), type=CheckReport) == report
    assert report.exit_code == (3 if report.torn else 0 if report.clean else 1)
    assert ("clean" in report.text()) == report.clean
    return report


@pytest.mark.parametrize("size", [1, 2, 20, 10_000])
@pytest.mark.parametrize("all_steps", [False, True])
def test_a_diary_that_the_rules_wrote_is_clean(tmp_path: Path, size: int, all_steps: bool) -> None:
    for seed in range(8):
        report = checked(write_game(tmp_path / f"{seed}.diary", seed, size=size), all_steps=all_steps)
        assert (report.differences, report.warnings, report.notes) == ((), (), ())
        assert report.steps == len(game(seed))
        assert report.events == 1 + sum(map(len, game(seed)))


@pytest.mark.parametrize("all_steps", [False, True])
def test_take_backs_and_fixes_are_followed_and_dead_branches_checked(tmp_path: Path, all_steps: bool) -> None:
    book = book_of_slips()
    assert checked(book.write(tmp_path / "a.diary"), all_steps=all_steps).clean
    dead = next(at for at, block in enumerate(book.blocks) if isinstance(block[0], TookBack)) + 1
    step = next(at for at in range(dead, dead + 5) if type(book.blocks[at][0]) in (e.March, e.Halt))
    book.blocks[step].append(Back(to=0))
    first = checked(book.write(tmp_path / "b.diary"), all_steps=all_steps).first
    assert first is not None
    number = 1 + sum(map(len, book.blocks[: step + 1]))
    assert (first.event, first.type, first.kind) == (number, "back", "surplus")


TAMPERED = [
    (e.BattleFought, other_places, 0, 0, "outcome", "tiny.battle_fought", "units"),
    (e.BidsRevealed, field(first="red", red="01"), 1, 0, "outcome", "tiny.bids_revealed", None),
    (e.ColumnMarched, lambda _: [], 0, 0, "missing", "tiny.column_marched", None),
    (e.ColumnMarched, lambda event: [event, event], 0, 1, "surplus", "tiny.column_marched", None),
    (e.AskMarch, field(points=9), 2, 0, "outcome", "tiny.ask_march", "points"),
    (e.AskMarch, field(at=5), 2, 0, "outcome", "tiny.ask_march", "at"),
    (e.AskDraw, lambda _: [], 1, 0, "missing", "tiny.ask_draw", None),
    (Back, field(to=1), 0, 0, "outcome", "back", "to"),
    (Began, field(turn=7), 2, 0, "outcome", "began", "turn"),
    (Checkpoint, field(state="0" * 32), 1, 0, "outcome", "checkpoint", "state"),
    (Checkpoint, lambda _: [], 1, 0, "missing", "checkpoint", None),
    (Ended, field(kind="boredom"), 0, 0, "outcome", "ended", "kind"),
    (e.CompanyPlaced, field(milestone=2), 0, 0, "outcome", "tiny.company_placed", "milestone"),
    (e.CompanyPlaced, lambda _: [], 5, 0, "missing", "tiny.company_placed", None),
    (Began, lambda _: [e.BagFilled(cards=())], 1, 0, "outcome", "tiny.bag_filled", "t"),
    (e.Bid, field(card="77"), 0, 0, "refused", "tiny.bid", None),
    (e.March, field(unit=50), 0, 0, "refused", "tiny.march", None),
    (e.Halt, lambda _: [e.March(unit=50)], 0, 0, "refused", "tiny.march", None),
    (e.Drawn, field(by="blue"), 0, 0, "refused", "drawn", None),
    (e.Drawn, field(cards=("99",)), 0, 0, "refused", "drawn", None),
    (e.Rolled, field(nth=2), 0, 0, "refused", "rolled", None),
    (e.Rolled, field(key="1.1.red"), 0, 0, "refused", "rolled", None),
    (e.Rolled, field(dice=(7,)), 0, 0, "refused", "rolled", None),
    (e.Rolled, field(sides=8), 0, 0, "refused", "rolled", None),
]


@pytest.mark.parametrize(("kind", "change", "nth", "later", "found", "tag", "where"), TAMPERED)
def test_the_first_difference_is_named_by_event_and_field(
    tmp_path: Path,
    kind: type[Event],
    change: Change,
    nth: int,
    later: int,
    found: str,
    tag: str | None,
    where: str | None,
) -> None:
    steps, number = changed(game(1), kind, change, nth)
    report = checked(write(tmp_path / "a.diary", steps))
    first = report.first
    assert first is not None
    assert len(report.differences) == report.steps_differing == 1
    assert (first.event, first.kind) == (number + later, found)
    assert tag in (None, first.type)
    assert where in (None, first.field)
    assert first.step <= number <= first.event
    assert f"event {first.event} ({first.type}" in report.text()


def test_expected_is_the_rules_side_and_found_the_diarys(tmp_path: Path) -> None:
    steps, _ = changed(game(1), e.AskMarch, field(points=9), 0)
    first = checked(write(tmp_path / "a.diary", steps)).first
    assert first is not None
    assert (first.expected in "123", first.found) == (True, "9")
    steps, _ = changed(game(1), e.ColumnMarched, lambda _: [], 0)
    first = checked(write(tmp_path / "b.diary", steps)).first
    assert first is not None
    assert (first.found, msgspec.json.decode(first.expected)["t"]) == ("", "tiny.column_marched")


def test_an_outcome_that_follows_from_nothing_is_found(tmp_path: Path) -> None:
    steps = game(1)
    path = write(tmp_path / "a.diary", [steps[0], [Noted(text="x"), e.BattleFought(milestone=1, units=())], *steps[1:]])
    first = checked(path).first
    assert first is not None
    assert (first.kind, first.type, first.event) == ("surplus", "tiny.battle_fought", 2 + len(steps[0]) + 1)


def test_play_before_a_set_up_is_found(tmp_path: Path) -> None:
    first = checked(write(tmp_path / "a.diary", game(1)[1:])).first
    assert first is not None
    assert (first.event, first.kind) == (2, "raised")
    assert checked(write(tmp_path / "b.diary", [])).notes == (
        "the game was never set up, only its header is there: delete the file and begin again",
    )


@pytest.mark.parametrize(
    ("record", "where", "words"),
    [
        (lambda end: TookBack(to=end - 1), "to", "the end of a step"),
        (lambda end: Fixed(n=end, to=1), "to", "the end of a step"),
        (lambda end: Fixed(n=3, to=SET_UP_END), "n", f"an answer that was given at event {SET_UP_END}"),
        (lambda end: Fixed(n=end, to=SET_UP_END), "n", f"an answer that was given at event {SET_UP_END}"),
        (lambda _: TookBack(to=SET_UP_END), "forced", "true"),
        (lambda end: Resumed(rules="1", data="f" * 32), "data", TINY.data.digest),
        (lambda end: Embedded(name="tiny.toml", text=""), "name", "component data right after the header"),
    ],
)
def test_a_record_that_cannot_stand_there_is_found(
    tmp_path: Path, record: Callable[[int], Event], where: str, words: str
) -> None:
    steps = game(1, most=6)
    end = 1 + sum(map(len, steps))
    path = write(tmp_path / "a.diary", [*steps, [record(end)]])
    report = check(path)
    assert [(d.event, d.field) for d in report.differences] == [(end + 1, where)]
    assert words in report.differences[0].expected


def test_a_take_back_of_an_order_alone_needs_no_force(tmp_path: Path) -> None:
    """The draws before it stay where they are."""
    steps = game()
    bid = next(at for at, step in enumerate(steps) if isinstance(step[0], e.Bid))
    before = 1 + sum(map(len, steps[:bid]))
    report = checked(write(tmp_path / "a.diary", [*steps[: bid + 1], [TookBack(to=before)], *steps[bid:]]))
    assert report.clean, report.text()


def test_a_forced_take_back_may_pass_a_draw(tmp_path: Path) -> None:
    steps = game(1, most=6)
    jump: list[Event] = [TookBack(to=SET_UP_END, forced=True)]
    assert checked(write(tmp_path / "a.diary", [*steps, jump, *game(1)[1:]])).clean


HEADERS = [
    ({"data": "f" * 32}, "data", True),
    ({"scenario": "moon"}, "scenario", False),
    ({"seats": {"red": "human", "green": "human"}}, "seats", True),
    ({"seats": {"red": "human"}}, "seats", True),
]


@pytest.mark.parametrize(("values", "where", "goes_on"), HEADERS)
def test_a_header_that_the_game_at_hand_cannot_have_is_found(
    tmp_path: Path, values: dict[str, Any], where: str, goes_on: bool
) -> None:
    header = msgspec.structs.replace(header_of(seeded(1)[0]), **values)
    report = check(write(tmp_path / "a.diary", game(1), header=header))
    assert [(d.event, d.kind, d.field) for d in report.differences] == [(1, "header", where)]
    assert (report.steps == len(game(1))) == goes_on


def test_another_rules_version_is_a_note_and_no_difference(tmp_path: Path) -> None:
    header = msgspec.structs.replace(header_of(seeded(1)[0]), rules="0.9")
    report = checked(write(tmp_path / "a.diary", game(1), header=header))
    assert report.clean
    assert report.notes == ("event 1: played under rules 0.9, checked against 1",)
    assert (report.rules, report.rules_here) == ("0.9", "1")


def test_a_position_is_set_up_again(tmp_path: Path) -> None:
    state, _ = set_up()
    play_on(TINY, state, seeded(1)[1], most=20)
    state, opening = TINY.rules.set_up_position(encode_state(state))
    steps = [opening, *play_on(TINY, state, seeded(1)[1])]
    assert checked(write(tmp_path / "a.diary", steps)).clean
    spoilt = opening[0]
    assert isinstance(spoilt, Positioned)
    wrong = Positioned(state=spoilt.state.replace('"turn":', '"turn":9'))
    first = checked(write(tmp_path / "b.diary", [[wrong], *steps[1:]])).first
    assert first is not None
    assert (first.event, first.kind) == (2, "raised")
    assert "too many turns" in first.expected


def test_embedded_data_is_what_a_diary_is_checked_with(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "core/games/tiny/data/tiny.toml").read_text().replace("turns = 6", "turns = 3")
    other = TINY.lay(TINY.spec, {"tiny.toml": text})
    path = write_game(tmp_path / "a.diary", table=other)
    report = check(path)
    assert report.clean
    assert report.steps == len(game(1, table=other))


def test_dice_that_the_open_seed_would_not_give_are_a_warning(tmp_path: Path) -> None:
    steps = game(1)
    path = write(tmp_path / "a.diary", steps, header=header_of(seeded(2)[0]))
    report = checked(path)
    chances = sum(isinstance(step[0], e.Rolled | e.Drawn) for step in steps)
    assert report.clean
    assert chances // 2 < len(report.warnings) <= chances
    assert "the seed gives" in report.warnings[0]
    typed = [[msgspec.structs.replace(s[0], source="typed"), *s[1:]] if hasattr(s[0], "source") else s for s in steps]
    report = checked(write(tmp_path / "b.diary", typed, header=header_of(seeded(2)[0])))
    assert (report.warnings, report.unverified.typed) == ((), chances)


def system_game(secret: bytes, state: Any = None, most: int = 10_000) -> Steps:
    first: Steps = []
    if state is None:
        state, opening = set_up()
        first = [opening]
    return [*first, *play_on(TINY, state, KeyedSource(secret, "system"), most=most)]


def test_a_revealed_secret_is_held_against_the_dice(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", system_game(SECRET), header=header_of(SYSTEM))
    report = checked(path)
    assert (report.clean, report.sealed, report.warnings) == (True, False, ())
    assert report.unverified.secret > 10
    seal(path, SECRET.hex())
    report = checked(path)
    assert (report.clean, report.sealed, report.warnings, report.unverified.secret) == (True, True, (), 0)
    other = write(tmp_path / "b.diary", system_game(bytes(32)), header=header_of(SYSTEM))
    seal(other, SECRET.hex())
    assert len(checked(other).warnings) > 5


def test_dice_are_held_against_the_source_in_force(tmp_path: Path) -> None:
    state, opening = set_up()
    early = play_on(TINY, state, KeyedSource(SECRET, "system"), most=15)
    late = play_on(TINY, state, seeded("new")[1])
    change: list[Event] = [Reseeded(dice_source=DiceSource(source="seed", seed="new"))]
    report = checked(write(tmp_path / "a.diary", [opening, *early, change, *late], header=header_of(SYSTEM)))
    assert (report.clean, report.warnings) == (True, ())
    assert 0 < report.unverified.secret < 15


def test_a_torn_end_is_noted_and_damage_is_broken(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    report = checked(path)
    assert (report.clean, report.exit_code) == (False, 3)
    assert f"after event {report.events} are no whole block" in report.torn
    path.write_bytes(whole.replace(b'"unit":1,"side":"red"', b'"unit":2,"side":"red"', 1))
    # Nothing in this file was marked as safe on the disk but its header, so a flipped block is an end, not damage.
    assert checked(path).exit_code == 3
    with DiaryWriter.create(
        tmp_path / "b.diary", header_of(seeded(1)[0]), TINY.spec.fold.codec, sync="always"
    ) as writer:
        for block in blocks_of(game(1), 1):
            writer.append(block, sync=True)
    synced = (tmp_path / "b.diary").read_bytes().replace(b'"unit":1,"side":"red"', b'"unit":2,"side":"red"', 1)
    (tmp_path / "b.diary").write_bytes(synced)
    with pytest.raises(BrokenChain):
        check(tmp_path / "b.diary")


def test_lines_that_are_not_canonical_are_broken(tmp_path: Path) -> None:
    class Spaced(type(TINY.spec.fold.codec)):  # type: ignore[misc]  # a codec with a slack hand
        @staticmethod
        def encode_lines(events: Any) -> bytes:
            return TINY.spec.fold.codec.encode_lines(events).replace(b'"cards":["', b'"cards": ["')

    slack = Spaced(e.VOCABULARY)
    with DiaryWriter.create(tmp_path / "a.diary", header_of(seeded(1)[0]), slack) as writer:
        for block in game(1):
            writer.append(block)
    with pytest.raises(NotCanonical):
        check(tmp_path / "a.diary")


CRASHES = [
    ('{"t":"tiny.halt"}', "refuses", "not asked now"),
    ('{"t":"tiny.march","unit":1', "unreadable", "truncated"),
    ('{"t":"noted","text":"x"}', "refuses", "noted is not asked"),
    ("null", "plays", ""),
]


@pytest.mark.parametrize(("answer", "now", "what"), CRASHES)
def test_the_answer_of_a_crash_is_fed_again(tmp_path: Path, answer: str, now: str, what: str) -> None:
    steps = game(1, most=4)
    record = Crashed(answer=answer, exception="KeyError", place="core.games.tiny.rules:march")
    report = checked(write(tmp_path / "a.diary", [*steps, [record], *game(1)[5:]]))
    assert report.clean
    (fault,) = report.faults
    assert (fault.event, fault.now) == (2 + sum(map(len, steps)), now)
    assert what in fault.what
    assert "core.games.tiny.rules:march" in fault.text()


def test_many_diaries_go_on_after_a_bad_one(tmp_path: Path) -> None:
    good = write_game(tmp_path / "good.diary")
    bad = write(tmp_path / "bad.diary", changed(game(1), e.AskMarch, field(points=9))[0])
    text = tmp_path / "text.diary"
    text.write_text("hello\n")
    gone = tmp_path / "gone.diary"
    seen: list[CheckReport | Broken] = []
    assert check_many([good, good]).exit_code == 0
    assert check_many([bad, good]).exit_code == 1
    report = check_many([text, bad, gone, good], on_done=seen.append)
    assert report.exit_code == 3
    assert list(report.results) == seen
    assert [type(result) for result in seen] == [Broken, CheckReport, Broken, CheckReport]
    assert all(str(path) in result.text() for path, result in zip([text, bad, gone, good], seen, strict=True))
    assert check_many([]).exit_code == 0


def test_a_table_of_another_game_is_a_mistake_of_the_user(tmp_path: Path) -> None:
    other = replace(TINY, spec=replace(TINY.spec, id="huge"))
    with pytest.raises(UsageError, match="the diary is of tiny, the table of huge"):
        check(write_game(tmp_path / "a.diary"), table=other)


def test_a_seal_that_does_not_fit_is_broken(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    seal(path, None)
    assert checked(path).sealed
    other = write(tmp_path / "b.diary", [*game(1), [TINY.spec.fold.codec.decode(path.read_bytes().splitlines()[-2])]])
    with pytest.raises(BrokenChain, match="seal"):
        check(other)
