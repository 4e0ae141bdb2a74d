"""Dice made again: from an open seed, from a revealed secret, and what cannot be."""

from pathlib import Path

import msgspec
import pytest
from tests.replay.diaries import (
    SECRET,
    SYSTEM,
    TINY,
    Steps,
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

from wardiary.core.chance.commitment import commitment
from wardiary.events import tiny as e
from wardiary.events.common import DiceSource, Header, Reseeded
from wardiary.events.errors import BrokenChain
from wardiary.events.kinds import Event
from wardiary.replay.chance import ChanceSource, KeyedSource
from wardiary.replay.verify_dice import DiceReport, verify_dice

OTHER = bytes(reversed(SECRET))


def played(*sources: tuple[ChanceSource, int]) -> Steps:
    """A game in stretches of so many steps, each with dice of its own."""
    state, opening = set_up()
    steps: Steps = [opening]
    for source, most in sources:
        steps += play_on(TINY, state, source, most=most)
    return steps


def verified(path: Path) -> DiceReport:
    report = verify_dice(path, table=TINY)
    assert msgspec.json.decode(msgspec.json.encode(report), type=DiceReport) == report
    assert report.exit_code == (0 if report.honest else 1)
    return report


def chances(steps: Steps) -> int:
    return sum(isinstance(step[0], e.Rolled | e.Drawn) for step in steps)


def test_every_roll_and_draw_of_an_open_seed_is_made_again(tmp_path: Path) -> None:
    report = verified(write_game(tmp_path / "a.diary", 4))
    assert (report.verified, report.told, report.sealed_up, report.conflicts) == (chances(game(4)), 0, 0, ())
    assert verified(book_of_slips().write(tmp_path / "b.diary")).honest


def test_a_loaded_die_and_a_chosen_card_are_named(tmp_path: Path) -> None:
    steps = game(1)
    at = next(index for index, step in enumerate(steps) if isinstance(step[0], e.Rolled))
    roll = steps[at][0]
    assert isinstance(roll, e.Rolled)
    loaded = tuple(face % 6 + 1 for face in roll.dice)
    steps[at] = [msgspec.structs.replace(roll, dice=loaded), *steps[at][1:]]
    report = verified(write(tmp_path / "a.diary", steps))
    (conflict,) = report.conflicts
    assert conflict.event == 2 + sum(map(len, steps[:at]))
    assert (conflict.what, conflict.recorded, conflict.keyed) == ("rolled.dice", f"[{loaded[0]}]", f"[{roll.dice[0]}]")
    assert not report.honest
    assert f"event {conflict.event}: rolled.dice is [{loaded[0]}]" in report.text()
    assert not verified(write(tmp_path / "b.diary", game(1), header=header_of(seeded(2)[0]))).honest


def test_a_secret_is_verified_when_it_is_revealed(tmp_path: Path) -> None:
    steps = played((KeyedSource(SECRET, "system"), 10_000))
    path = write(tmp_path / "a.diary", steps, header=header_of(SYSTEM))
    report = verified(path)
    assert (report.honest, report.verified, report.sealed_up) == (True, 0, chances(steps))
    assert "cannot be verified (yet)" in report.text()
    seal(path, SECRET.hex())
    report = verified(path)
    assert (report.honest, report.verified, report.sealed_up) == (True, chances(steps), 0)


@pytest.mark.parametrize("reveal", [OTHER.hex(), SECRET.hex().upper(), "0" * 63])
def test_another_secret_than_was_promised_is_a_broken_promise(tmp_path: Path, reveal: str) -> None:
    path = write(tmp_path / "a.diary", played((KeyedSource(OTHER, "system"), 10_000)), header=header_of(SYSTEM))
    seal(path, reveal)
    report = verified(path)
    assert not report.honest
    assert report.broken_promise == SYSTEM.commit
    assert "is not the one that" in report.text()


def test_a_seal_without_a_reveal_verifies_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", played((KeyedSource(SECRET, "system"), 10_000)), header=header_of(SYSTEM))
    seal(path, None)
    report = verified(path)
    assert (report.honest, report.verified) == (True, 0)
    assert report.sealed_up > 10


def test_each_stretch_is_held_against_its_own_dice(tmp_path: Path) -> None:
    state, opening = set_up()
    lost = play_on(TINY, state, KeyedSource(OTHER, "system"), most=15)
    mine = play_on(TINY, state, KeyedSource(SECRET, "system"), most=15)
    seed = play_on(TINY, state, seeded("x")[1])
    header: Header = header_of(DiceSource(source="system", commit=commitment(OTHER)))
    changes: list[list[Event]] = [[Reseeded(dice_source=SYSTEM)], [Reseeded(dice_source=seeded("x")[0])]]
    path = write(tmp_path / "a.diary", [opening, *lost, changes[0], *mine, changes[1], *seed], header=header)
    report = verified(path)
    assert (report.verified, report.sealed_up) == (chances(seed), chances(lost) + chances(mine))
    seal(path, SECRET.hex())
    report = verified(path)
    assert (report.honest, report.verified, report.sealed_up) == (True, chances(mine) + chances(seed), chances(lost))


def test_what_the_table_told_is_counted_apart(tmp_path: Path) -> None:
    steps = [
        [msgspec.structs.replace(step[0], source="typed"), *step[1:]] if isinstance(step[0], e.Rolled) else step
        for step in game(1)
    ]
    report = verified(write(tmp_path / "a.diary", steps))
    assert report.told == sum(isinstance(step[0], e.Rolled) for step in steps)
    assert report.told + report.verified == chances(steps)
    assert "told by the table" in report.text()


def test_a_roll_that_was_not_asked_is_a_conflict(tmp_path: Path) -> None:
    steps = game(1)
    at = next(index for index, step in enumerate(steps) if isinstance(step[0], e.Rolled))
    steps[at] = [msgspec.structs.replace(steps[at][0], key="elsewhere"), *steps[at][1:]]
    (conflict,) = verified(write(tmp_path / "a.diary", steps)).conflicts
    assert conflict.keyed == "no such roll: the game asks Roll"


def test_an_edited_seal_is_broken(tmp_path: Path) -> None:
    path = write_game(tmp_path / "a.diary")
    seal(path, None)
    line = next(line for line in path.read_bytes().splitlines() if b'"sealed"' in line)
    other = write(tmp_path / "b.diary", [*game(2), [TINY.spec.fold.codec.decode(line)]])
    with pytest.raises(BrokenChain):
        verify_dice(other, table=TINY)


def test_a_broken_promise_names_the_last_of_several_commitments(tmp_path: Path) -> None:
    """The secret that a seal reveals is that of the dice in force at the end."""
    state, opening = set_up()
    first = play_on(TINY, state, KeyedSource(OTHER, "system"), most=15)
    header: Header = header_of(DiceSource(source="system", commit=commitment(OTHER)))
    path = write(tmp_path / "a.diary", [opening, *first, [Reseeded(dice_source=SYSTEM)]], header=header)
    seal(path, bytes(32).hex())
    assert verified(path).broken_promise == SYSTEM.commit != header.dice_source.commit
