"""The futures of a position: the same luck on every branch, the same bytes however many workers play."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.requests import Choice, Roll
from wardiary.events.common import Ended
from wardiary.events.errors import NotAStepEnd, RulesFault, UsageError
from wardiary.replay.chance import KeyedSource, answer_chance
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.players import decide, seated
from wardiary.replay.replay import Replay
from wardiary.replay.shares import result_shares
from wardiary.replay.simulation.simulate import Plan, simulate
from wardiary.replay.table import Table
from wardiary.replay.valuation.futures import Branch, Futures, Position, endings, positions, start_of

PLAYERS = {"red": "greedy", "blue": "random"}
PLAN = Futures(seed="1918", n=12, players=PLAYERS)


@pytest.fixture(scope="module")
def table() -> Table:
    return Table.lay("tiny")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    folder = tmp_path_factory.mktemp("games")
    plan = Plan(game="tiny", seed="whole", seats=PLAYERS, out=str(folder))
    return Replay(Path(str(next(iter(simulate(plan, 1))).path)))


def rolls(replay: Replay) -> list[int]:
    """The steps' ends at which a roll is asked."""
    return [n for n in replay.step_ends if isinstance(replay.table.rules.request(replay.state_at(n)), Roll)]


def at(replay: Replay, n: int) -> Position:
    return next(positions(replay, [n]))


@pytest.mark.parametrize(
    ("winners", "shares"),
    [
        ((), {"german": 1 / 3, "red": 1 / 3, "white": 1 / 3}),
        (("red",), {"german": 0.0, "red": 1.0, "white": 0.0}),
        (("german", "white"), {"german": 0.5, "red": 0.0, "white": 0.5}),
    ],
)
def test_shares_of_a_result_add_up_to_one(winners: tuple[str, ...], shares: dict[str, float]) -> None:
    assert result_shares(Ended(kind="end", winners=winners), ("german", "red", "white")) == shares


def test_futures_of_the_start_are_the_games_that_simulate_plays(table: Table, tmp_path: Path) -> None:
    (played,) = endings([Branch(position=start_of(table, table.start()))], PLAN)
    games = list(simulate(Plan(game="tiny", seed="1918", seats=PLAYERS, out=str(tmp_path)), 12))
    assert [(e.future, e.kind, e.winners, e.score, e.decisions) for e in played] == [
        (g.index, g.result.kind, g.result.winners, g.result.score, g.decisions) for g in games if g.result
    ]
    ends = [Replay(Path(str(g.path))).state for g in games]
    assert [e.features for e in played] == [table.spec.features(table.data, state) for state in ends]
    assert {e.features["red"] for e in played} != {3}


def test_futures_may_be_played_in_pieces(table: Table) -> None:
    branch = Branch(position=start_of(table, table.start()))
    (whole,) = endings([branch], PLAN)
    (rest,) = endings([branch], Futures(seed="1918", n=5, first=8, players=PLAYERS))
    assert rest == whole[7:]


def test_the_roll_that_would_have_come_anyway_changes_nothing(replay: Replay) -> None:
    n = rolls(replay)[0]
    position, state = at(replay, n), replay.state_at(n)
    request = replay.table.rules.request(state)
    assert isinstance(request, Roll)
    codec = replay.table.spec.fold.codec
    (untouched,) = endings([Branch(position=position)], PLAN)
    for future, ending in enumerate(untouched, 1):
        told = answer_chance(codec, KeyedSource(seed_bytes(f"1918/{future}"), "seed"), request)
        same = Branch(position=position, answer=codec.encode(told))
        assert list(endings([same], Futures(seed="1918", n=1, first=future, players=PLAYERS))) == [[ending]]


def choices_of_blue(replay: Replay) -> Iterator[tuple[int, int]]:
    """Steps' ends at which the random player has a choice, and how often it has decided before in that phase."""
    for n in replay.step_ends:
        state = replay.state_at(n)
        request = replay.table.rules.request(state)
        if isinstance(request, Choice) and request.seats[0] == "blue" and len(replay.table.rules.legal(state)) > 1:
            made = {(phase, seat): count for _, phase, seat, count in at(replay, n).made}
            yield n, made.get((state.phase, "blue"), 0)


def test_a_player_s_luck_goes_on_where_the_position_stands(replay: Replay) -> None:
    """The order that a player would give at a position changes nothing when it is given as the answer."""
    rules, player = replay.table.rules, seated(replay.table.spec, PLAYERS)["blue"]
    assert player is not None
    places = list(choices_of_blue(replay))
    assert {count for _, count in places} >= {0, 1}
    for n, count in places:
        position, state = at(replay, n), replay.state_at(n)
        request = rules.request(state)
        assert isinstance(request, Choice)
        for future in range(1, 7):
            seeds = player_seeds(Dice.seeded(f"1918/{future}"), "", position.seats)
            order = decide(rules, state, request, "blue", player, seeds["blue"], count + 1)
            plan = Futures(seed="1918", n=1, first=future, players=PLAYERS)
            ((untouched,),) = endings([Branch(position=position)], plan)
            ((given,),) = endings([Branch(position=position, answer=replay.table.spec.fold.codec.encode(order))], plan)
            assert given == msgspec.structs.replace(untouched, decisions=untouched.decisions - 1)


def test_positions_come_in_one_walk_in_the_order_of_play(replay: Replay) -> None:
    numbers = list(replay.step_ends[::7])
    together = list(positions(replay, reversed(numbers)))
    assert together == [at(replay, n) for n in numbers]
    assert list(positions(replay, [])) == []


def test_a_position_is_a_step_s_end_on_the_line_of_play(replay: Replay) -> None:
    within = next(n for n in range(2, replay.last) if not replay.is_step_end(n))
    with pytest.raises(NotAStepEnd, match="nearest"):
        at(replay, within)


def test_workers_and_executors_give_the_same_endings_in_the_same_order(replay: Replay) -> None:
    branches = [Branch(position=position) for position in positions(replay, replay.step_ends[:4])]
    told: list[int] = []
    alone = list(endings(branches, PLAN, advance=told.append))
    assert sum(told) == 4 * PLAN.n
    assert list(endings(branches, PLAN, workers=2)) == alone
    with ThreadPoolExecutor(2) as executor:
        assert list(endings(branches, PLAN, executor=executor)) == alone


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"players": {"red": "greedy"}}, "name one for blue"),
        ({"players": {"red": "greedy", "blue": "human"}}, "name one for blue"),
        ({"players": {**PLAYERS, "green": "greedy"}}, "no seat 'green'"),
        ({"players": {**PLAYERS, "blue": "bold"}}, "no player 'bold'"),
        ({"n": 0}, "1 or more"),
        ({"seed": "x" * 200}, "1 to 200 characters"),
    ],
)
def test_what_cannot_be_played_is_wrong_use(table: Table, changed: dict[str, object], words: str) -> None:
    plan = Futures(**{"seed": "1918", "n": 2, "players": PLAYERS, **changed})  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=words):
        list(endings([Branch(position=start_of(table, table.start()))], plan))


def test_a_future_that_fails_is_named_through_a_pool(table: Table) -> None:
    plan = Futures(seed="1918", n=2, players=PLAYERS, max_decisions=3)
    with pytest.raises(RulesFault, match="future 1 of seed '1918' failed: TooLong: no end after 3 decisions"):
        list(endings([Branch(position=start_of(table, table.start()))], plan, workers=2))


def test_a_branch_that_ends_the_game_is_over_at_once(replay: Replay) -> None:
    (ended,) = endings([Branch(position=at(replay, replay.standing))], PLAN)
    assert {ending.decisions for ending in ended} == {0}
    assert {ending.kind for ending in ended} == {replay.state.result.kind}
