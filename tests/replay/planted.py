"""Games whose rules fail when three orders have been given, and diaries of such games, long before the fault shows."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tests.replay.diaries import TINY, header_of, next_input, seeded, set_up, write

from wardiary.core.contract import AnyGame
from wardiary.core.games.freezing.spec import SPEC as FREEZING_SPEC
from wardiary.events.kinds import Event, Input, Order
from wardiary.replay.crash import crashed
from wardiary.replay.table import Table

LONG_ROAD = {
    "tiny.toml": "\n".join(
        [
            "turns = 32",
            "places = 40",
            "hand = 2",
            "hits_on = 5",
            "[companies]",
            "red = 12",
            "blue = 12",
            "[cards]",
            *(f"{card:02} = 12" for card in range(1, 65)),
        ]
    )
}
"""Tiny on a road so long that the columns meet late, with large cards and many companies: some 800 inputs."""


def long_tiny() -> Table:
    return Table.lay(TINY.spec, LONG_ROAD)


def freezing() -> Table:
    return Table.lay(FREEZING_SPEC)


class PlantedFault(Exception):
    """Raised by the rules that are broken on purpose."""


def fails(_run: Any) -> None:
    raise PlantedFault("the third of three orders")


def planted(table: Table, orders: Sequence[Order], fault: Callable[[Any], None] = fails) -> Table:
    """The same game with a fault once these orders have been given one after another, others between them or not.

    What the rules have seen lies beside the state, where no position holds it: all the orders are needed.
    """

    def broken(point: Any) -> Any:
        def then(self: Any, s: Any, f: Any, answer: Any, run: Any) -> None:
            seen = s.__dict__.get("seen", 0)
            if answer == orders[seen]:
                seen += 1
                s.__dict__["seen"] = seen
            if seen == len(orders):
                s.__dict__["seen"] = 0
                fault(run)
            point.then(self, s, f, answer, run)

        return type(point.__name__, (point,), {"then": then, "__module__": point.__module__})

    return Table.lay(with_points(table.spec, [broken(point) for point in points_of(table.spec)]), table.data.replaced)


def points_of(spec: AnyGame) -> Sequence[Any]:
    return spec.rules.points


def with_points(spec: AnyGame, points: Sequence[Any]) -> AnyGame:
    return replace(spec, rules=replace(spec.rules, points=tuple(points)))


def busy_answers(table: Table, state: Any, *, seed: int = 1) -> Iterator[Input]:
    """Random play from a state that somebody plays on, where nobody passes while there is something else to do."""
    source, count = seeded(seed)[1], 1
    while (answer := next_input(table, state, source, str(seed).encode(), count)) is not None:
        if isinstance(answer, Order) and not answer.__struct_fields__:
            busy = [order for order in table.rules.legal(state) if order.__struct_fields__]
            answer = busy[count % len(busy)] if busy else answer
        count += 1
        yield answer


def long_game(table: Table, *, seed: int = 1) -> list[Input]:
    """The answers of a whole game of such play."""
    state, _ = set_up(table)
    answers: list[Input] = []
    for answer in busy_answers(table, state, seed=seed):
        table.rules.answer(state, answer)
        answers.append(answer)
    return answers


def three_late_orders(given: Sequence[Input], after: int) -> list[Order]:
    """Three orders, one right after the other, the first of them never given before, after so many inputs."""
    late = [at for at, answer in enumerate(given) if isinstance(answer, Order)]
    for first, second, third in zip(late, late[1:], late[2:], strict=False):
        if first >= after and third == first + 2 and given[first] not in given[:first]:
            return [given[at] for at in (first, second, third)]  # type: ignore[misc]  # orders all three
    raise AssertionError("no order comes late for the first time: take another seed")


def crashing_diary(path: Path, table: Table, answers: Iterable[Input]) -> int:
    """The game as a session under broken rules keeps it: up to the fault, with a record of it. The number of inputs."""
    state, first = set_up(table)
    blocks = [first]
    for answer in answers:
        try:
            blocks.append(table.rules.answer(state, answer))
        except PlantedFault as error:
            case = [crashed(table.spec, answer, error)]
            write(path, [*blocks, case], header=header_of(seeded(1)[0], table=table), table=table)
            return len(blocks)
    raise AssertionError("the rules did not fail")


def evolving(table: Table, kind: type[Event], function: Callable[[Any, Any], None]) -> Table:
    """The same game with another evolve function for one kind of event."""
    fold = replace(table.spec.fold, evolve={**table.spec.fold.evolve, kind: function})
    return Table.lay(replace(table.spec, fold=fold), table.data.replaced)


def with_board(spec: AnyGame, board: Callable[..., str]) -> AnyGame:
    """The same game with another board."""
    return replace(spec, words=replace(spec.words, board=board))
