"""What a seat imagines of what it does not see: a world that could be the true one, made of its view alone."""

from collections.abc import Callable
from typing import Any

import msgspec

from wardiary.core.chance.keyed import choose, seed_bytes
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, encode_state
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.walking import every, walk
from wardiary.replay.table import Table

__all__ = ["ImaginationTests", "chooser"]


def chooser(text: str) -> Callable[[int], int]:
    """Keyed numbers, one after the other."""
    seed, asked = seed_bytes(text), 0

    def number(count: int) -> int:
        nonlocal asked
        asked += 1
        return choose(seed, str(asked), count)

    return number


def _asked(table: Table, state: Any, seat: str) -> Any:
    """What is asked of the seat and what it may answer; nothing while it is not asked."""
    request = table.rules.request(state)
    if not isinstance(request, Choice) or seat not in request.seats:
        return None
    return request, list(table.rules.legal(state, seat))


class ImaginationTests(Suite):
    def test_an_imagined_world_looks_as_the_true_one_and_could_be(self, table: Table, count: Count) -> None:
        """The same view to the byte, the same question with the same answers, nothing that may not be."""
        spec, data, worlds = table.spec, table.data, 0
        if (imagine := spec.sight.imagine) is None:
            return
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                if at not in places:
                    continue
                for seat in (*spec.seats, None):
                    seen = spec.sight.view(data, copy_state(moment.state), seat)
                    before = msgspec.json.encode(seen)
                    for nth in range(3):
                        world = imagine(data, seen, chooser(f"{at} {seat} {nth}"))
                        assert msgspec.json.encode(seen) == before, f"step {at}: imagining changed the view of {seat}"
                        again = spec.sight.view(data, copy_state(world), seat)
                        assert msgspec.json.encode(again) == before, f"step {at}: {seat} can tell its imagination apart"
                        assert spec.rules.faults(data, world) == [], f"step {at}: {seat} imagines what cannot be"
                        if seat is None:
                            assert encode_state(world) == game.states[at], f"step {at}: nothing is hidden here"
                        elif (asked := _asked(table, moment.state, seat)) is not None:
                            assert _asked(table, world, seat) == asked, f"step {at}: {seat} is asked something else"
                        worlds += 1
        count(worlds_imagined=worlds)

    def test_imagination_reaches_what_is_hidden(self, table: Table, count: Count) -> None:
        """Where a twin of the world could be true as well, different numbers imagine different worlds."""
        spec, data, hidden, varied = table.spec, table.data, 0, 0
        if (imagine := spec.sight.imagine) is None:
            return
        for game in self.proof.played():
            places = set(every(len(game.states), self.proof.moments))
            for at, moment in enumerate(walk(game)):
                for seat in spec.seats if at in places else ():
                    if next(self.proof.twins(data, moment.state, seat), None) is None:
                        continue
                    seen = spec.sight.view(data, copy_state(moment.state), seat)
                    worlds = {encode_state(imagine(data, seen, chooser(f"{at} {nth}"))) for nth in range(12)}
                    hidden += 1
                    varied += len(worlds) > 1
        assert varied >= 0.9 * hidden, f"{hidden - varied} of {hidden} times the same world was imagined every time"
        if hidden:
            count(moments_with_secrets=hidden)
