"""`audit`: reload and reroll is found in two files of one game; forks, copies and other games are none."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import wardiary as wardiary
from tests.cli.running import Run
from tests.replay.diaries import TINY, Steps, game, header_of, play_on, seeded, write, write_game

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.requests import Roll
from wardiary.events import tiny as e
from wardiary.events.common import DiceSource, Header
from wardiary.events.kinds import Input
from wardiary.replay.beginning import Setting
from wardiary.replay.chance import KeyedSource
from wardiary.replay.dice import Dice
from wardiary.replay.fork import fork
from wardiary.replay.laboratory.audit import AuditReport, audit
from wardiary.replay.session import Session

TYPED = DiceSource(source="typed")


def audited(a: Path, b: Path) -> AuditReport:
    report = audit(a, b, table=TINY)
    back = audit(b, a, table=TINY)
    assert (back.relation, back.shared, len(back.rerolls)) == (report.relation, report.shared, len(report.rerolls))
    assert msgspec.json.decode(msgspec.json.encode(report), type=AuditReport) == report
    return report


def first_roll(steps: Steps) -> int:
    return next(index for index, step in enumerate(steps) if isinstance(step[0], e.Rolled))


def rerolled(steps: Steps, at: int) -> Steps:
    """The same game with a typed roll that fell otherwise, played on from there with other dice."""
    state, _ = TINY.rules.set_up(TINY.start())
    for step in steps[1:at]:
        assert isinstance(step[0], Input)
        TINY.rules.answer(state, step[0])
    roll = steps[at][0]
    assert isinstance(roll, e.Rolled)
    other = msgspec.structs.replace(roll, dice=tuple(face % 6 + 1 for face in roll.dice))
    again = TINY.rules.answer(state, other)
    return [*steps[:at], again, *play_on(TINY, state, KeyedSource(seed_bytes("kinder"), "seed"), luck="1")]


def test_reload_and_reroll_is_found(tmp_path: Path) -> None:
    """The copy was taken before a roll, and the same roll fell otherwise."""
    steps = game(1)
    at = first_roll(steps)
    header = header_of(TYPED)
    a = write(tmp_path / "a.diary", steps, header=header)
    b = write(tmp_path / "b.diary", rerolled(steps, at), header=header)
    report = audited(a, b)
    roll = steps[at][0]
    assert isinstance(roll, e.Rolled)
    assert (report.relation, report.exit_code) == ("parted", 1)
    assert report.shared == 1 + sum(map(len, steps[:at]))
    assert report.rolls == sum(isinstance(step[0], e.Drawn) for step in steps[:at])
    first = report.rerolls[0]
    assert (first.parting, first.n_a, first.n_b) == (True, report.shared + 1, report.shared + 1)
    assert (first.a, first.b) == (roll.dice, tuple(face % 6 + 1 for face in roll.dice))
    assert f"for battle at {roll.key}" in first.label
    assert "reload and reroll: one game" in report.text()


def test_a_reload_with_another_order_is_found_and_no_reroll_is_claimed(tmp_path: Path) -> None:
    """With the dice of one seed, every roll that both have fell alike."""
    steps = game(1)
    at = next(index for index, step in enumerate(steps) if isinstance(step[0], e.March))
    state, _ = TINY.rules.set_up(TINY.start())
    for step in steps[1:at]:
        assert isinstance(step[0], Input)
        TINY.rules.answer(state, step[0])
    another = next(order for order in TINY.rules.legal(state) if order != steps[at][0])
    other = [*steps[:at], TINY.rules.answer(state, another), *play_on(TINY, state, seeded(1)[1])]
    report = audited(write(tmp_path / "a.diary", steps), write(tmp_path / "b.diary", other))
    assert (report.relation, report.exit_code, report.rerolls) == ("parted", 1, ())
    assert report.text().splitlines()[2].startswith("reload: one game")
    assert f"event {report.shared + 1} (tiny.march)" in report.next_a
    assert report.next_b.startswith(f"event {report.shared + 1} (tiny.")


def test_a_secret_that_was_thrown_away_for_a_kinder_one_is_found(tmp_path: Path) -> None:
    """The copy is resumed without its secret: new dice are drawn, and the next roll or draw falls otherwise."""
    path, copy = tmp_path / "a.diary", tmp_path / "b.diary"
    with Session.create(path, TINY, Setting(dice=Dice.system(), seats={"red": "greedy", "blue": "greedy"})) as session:
        while not isinstance(session.request, Roll):
            session.advance()
    shutil.copy(path, copy)
    with Session.resume(path, table=TINY) as session:
        session.play_on()
    shown = []
    for _ in range(8):
        shutil.copy(copy, tmp_path / "c.diary")
        with Session.resume(tmp_path / "c.diary", table=TINY) as session:
            session.play_on()
        report = audited(path, tmp_path / "c.diary")
        assert (report.relation, report.exit_code, report.reseeded) == ("parted", 1, ("b",))
        shown.append(any(reroll.parting for reroll in report.rerolls))
        assert ("reload and reroll" in report.text()) == shown[-1]
        (tmp_path / "c.diary").unlink()
    assert any(shown), "a die fell alike eight times"


def test_a_copy_and_a_beginning_are_no_reload(tmp_path: Path) -> None:
    a = write(tmp_path / "a.diary", game(1))
    b = write(tmp_path / "b.diary", game(1)[:20])
    assert (audited(a, a).relation, audited(a, a).exit_code) == ("same", 0)
    report = audited(a, b)
    assert (report.relation, report.exit_code, report.shared) == ("continued", 0, report.last_b)
    assert "a goes on where the other ends" in report.text()
    assert "b goes on where the other ends" in audit(b, a, table=TINY).text()


def test_a_fork_says_so(tmp_path: Path) -> None:
    a = write_game(tmp_path / "a.diary")
    fork(a, 45, tmp_path / "b.diary", table=TINY)
    fork(a, 59, tmp_path / "c.diary", table=TINY)
    assert (audited(a, tmp_path / "b.diary").relation, audited(a, tmp_path / "b.diary").exit_code) == ("fork", 0)
    report = audited(tmp_path / "b.diary", tmp_path / "c.diary")
    assert (report.relation, report.exit_code) == ("fork", 0)


def test_a_fork_of_a_fork_accuses_nobody(tmp_path: Path) -> None:
    """Its header names the fork that it was made of, which neither its grandparent nor that one's other fork is."""
    a = write(tmp_path / "a.diary", game(1), header=header_of(TYPED))
    for source, at, out in (("a", 106, "b"), ("b", 106, "c"), ("a", 106, "d")):
        fork(tmp_path / f"{source}.diary", at, tmp_path / f"{out}.diary", table=TINY)
    for other in ("a", "d"):
        report = audited(tmp_path / f"{other}.diary", tmp_path / "c.diary")
        assert (report.relation, report.exit_code) == ("fork", 0)
    a.unlink()
    assert audited(tmp_path / "d.diary", tmp_path / "c.diary").relation == "fork"


def named(name: str, dice: DiceSource) -> Header:
    return header_of(dice, name=name)


OTHERS = [
    ("one game under two ids", named("x", TYPED), named("y", TYPED), 1, 1, "renamed"),
    ("one open seed twice", named("x", seeded(1)[0]), named("y", seeded(1)[0]), 1, 1, "other"),
    ("two games", named("x", TYPED), named("y", TYPED), 1, 2, "other"),
    ("two open seeds", named("x", seeded(1)[0]), named("y", seeded(2)[0]), 1, 2, "other"),
]


@pytest.mark.parametrize(
    ("one", "two", "seed", "other", "relation"), [row[1:] for row in OTHERS], ids=[r[0] for r in OTHERS]
)
def test_files_with_two_ids(tmp_path: Path, one: Header, two: Header, seed: int, other: int, relation: str) -> None:
    a = write(tmp_path / "a.diary", game(seed), header=one)
    b = write(tmp_path / "b.diary", game(other), header=two)
    assert audited(a, b).relation == relation
    assert audited(a, b).exit_code == (relation == "renamed")


def test_two_headers_under_one_id_are_two_beginnings(tmp_path: Path) -> None:
    a = write(tmp_path / "a.diary", game(1), header=named("x", seeded(1)[0]))
    b = write(tmp_path / "b.diary", game(2), header=named("x", seeded(2)[0]))
    assert audited(a, b).relation == "parted"
    assert any(reroll.a != reroll.b for reroll in audited(a, b).rerolls)


def test_at_the_command_line(tmp_path: Path, wardiary: Run) -> None:
    steps = game(1)
    header = header_of(TYPED)
    a = write(tmp_path / "a.diary", steps, header=header)
    b = write(tmp_path / "b.diary", rerolled(steps, first_roll(steps)), header=header)
    done = wardiary("audit", a, b)
    assert (done.code, done.err) == (1, "")
    assert "reload and reroll" in done.out
    assert json.loads(wardiary("audit", a, b, "--json").out)["relation"] == "parted"
    assert wardiary("audit", a, a).code == 0
    assert wardiary("audit", a, tmp_path / "gone").code == 3


def test_a_few_equal_dice_are_chance(tmp_path: Path) -> None:
    """Eleven cards and dice in common are no proof, twelve are."""
    steps = game(1)
    found = []
    for end in range(1, len(steps)):
        values = sum(len(getattr(step[0], "dice", getattr(step[0], "cards", ()))) for step in steps[1:end])
        a = write(tmp_path / f"a{end}.diary", steps[:end], header=named("x", TYPED))
        b = write(tmp_path / f"b{end}.diary", steps[:end], header=named("y", TYPED))
        found.append((values, audit(a, b, table=TINY).relation))
    assert {relation for values, relation in found if values < 12} == {"other"}
    assert {relation for values, relation in found if values >= 12} == {"renamed"}
