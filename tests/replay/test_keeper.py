"""The keeper of a diary: what waits for its block, and whether a person waits for the disk."""

from collections.abc import Sequence
from typing import Any, cast

import pytest
from tests.replay.diaries import TINY, game

from wardiary.events.diary import DiaryWriter
from wardiary.events.kinds import Event
from wardiary.replay.keeper import Keeper
from wardiary.replay.log import Log


class Writer:
    """Notes the length of each block and whether it was to be on the disk."""

    def __init__(self) -> None:
        self.blocks: list[tuple[int, bool]] = []

    def append(self, events: Sequence[Event], *, sync: bool = False) -> None:
        self.blocks.append((len(events), sync))


@pytest.mark.parametrize("by_person", [(True, False), (False, True), (True, True), (False, False)])
def test_a_block_waits_for_the_disk_when_a_person_answered_any_of_its_steps(by_person: tuple[bool, bool]) -> None:
    writer, steps = Writer(), game()[:3]
    keeper = Keeper(Log(TINY.spec.fold.codec), cast(DiaryWriter, cast(Any, writer)), block_steps=2)
    for step, sync in zip(steps, by_person, strict=False):
        keeper.add_step(step, sync=sync)
    assert writer.blocks == [(len(steps[0]) + len(steps[1]), any(by_person))]
    keeper.add_step(steps[2])
    assert len(writer.blocks) == 1
    keeper.flush()
    assert writer.blocks[1:] == [(len(steps[2]), False)]
