"""Round robins: who meets whom, under which names, gone on with, and what the tables count."""

from itertools import permutations
from math import log
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wardiary.events.common import Ended
from wardiary.events.errors import UnknownGame, UsageError
from wardiary.replay.simulation.jobs import Plan, Summary
from wardiary.replay.simulation.simulate import simulate, simulate_rounds
from wardiary.replay.simulation.tournament import Standings, Tournament, round_robin, standings

PLAN = Plan(game="tiny", seed="cup")


def into(folder: Path, **more: Any) -> Plan:
    return Plan(**{"game": "tiny", "seed": "cup", "out": str(folder)} | more)


def seatings(tournament: Tournament) -> list[tuple[str, ...]]:
    return [tuple(plan.seats[seat] for seat in tournament.seats) for plan in tournament.plans]


def ended(*winners: str) -> Summary:
    return Summary(index=1, id="0", result=Ended(kind="over", winners=winners))


def test_everybody_meets_everybody_in_both_seats() -> None:
    assert seatings(round_robin(PLAN, ("random", "greedy"))) == [("random", "greedy"), ("greedy", "random")]


@pytest.mark.parametrize(
    ("seats", "count"),
    [(3, 6), (2, 2)],
)
def test_as_many_different_players_sit_as_can(seats: int, count: int) -> None:
    """Three seats for two players: all seatings but those of one player alone."""
    plan = Plan(game="helsinki", seed="cup", scenario=scenario_of(seats))
    tournament = round_robin(plan, ("random", "greedy"))
    assert len(tournament.seats) == seats
    assert len(set(seatings(tournament))) == count
    assert all(set(seating) == {"random", "greedy"} for seating in seatings(tournament))


def test_three_players_in_three_seats_sit_beside_two_others() -> None:
    plan = Plan(game="helsinki", seed="cup", scenario=scenario_of(3))
    players = ("random", "greedy", "mcts:1")
    assert seatings(round_robin(plan, players)) == list(permutations(players))


def scenario_of(seats: int) -> str:
    from wardiary.core.registry import load_game

    return next(name for name, one in load_game("helsinki").scenarios.items() if len(one.seats) == seats)


def test_a_game_of_the_tournament_is_a_game_of_an_ordinary_simulation(tmp_path: Path) -> None:
    tournament = round_robin(into(tmp_path / "cup"), ("random", "greedy"))
    found = list(simulate_rounds(tournament.plans, 3))
    assert [summary.index for summary in found] == [1, 1, 2, 2, 3, 3]
    seats = {"red": "greedy", "blue": "random"}
    alone = list(simulate(into(tmp_path / "alone", seed="cup/red=greedy,blue=random", seats=seats), 3))
    for summary, same in zip(found[1::2], alone, strict=True):
        assert Path(str(summary.path)).read_bytes() == Path(str(same.path)).read_bytes()


def test_a_tournament_goes_on_and_grows(tmp_path: Path) -> None:
    """What was played is kept: fewer games before, another order of the players, part of the files lost."""
    small = round_robin(into(tmp_path), ("random", "greedy"))
    before = {summary.path for summary in simulate_rounds(small.plans, 4)}
    assert len(before) == len(list(tmp_path.iterdir())) == 8
    next(tmp_path.iterdir()).unlink()
    again = round_robin(into(tmp_path), ("greedy", "random"))
    found = list(simulate_rounds(again.plans, 6))
    assert {summary.path for summary in found} > before
    assert sum(summary.kept for summary in found) == 7
    assert standings(again, found).ratings.players[0].name == "greedy"


def test_workers_play_the_same_tournament(tmp_path: Path) -> None:
    names = ("random", "greedy")
    one, two = (round_robin(into(tmp_path / folder), names) for folder in "ab")
    here = [(summary.id, summary.result) for summary in simulate_rounds(one.plans, 4)]
    assert [(summary.id, summary.result) for summary in simulate_rounds(two.plans, 4, workers=2)] == here
    assert {path.name: path.read_bytes() for path in (tmp_path / "a").iterdir()} == {
        path.name: path.read_bytes() for path in (tmp_path / "b").iterdir()
    }


@pytest.mark.parametrize(
    ("plan", "players", "error", "message"),
    [
        (PLAN, ("random",), UsageError, "two players or more"),
        (PLAN, ("random", "greedy", "random"), UsageError, "'random' is named twice"),
        (PLAN, ("random", "human"), UsageError, "no person can sit"),
        (PLAN, ("random", "napoleon"), UsageError, "no player 'napoleon'"),
        (PLAN, ("random", ""), UsageError, "no player ''"),
        (Plan(game="tiny", seed="s", seats={"red": "greedy"}), ("random", "greedy"), UsageError, "not both"),
        (Plan(game="tinny", seed="s"), ("random", "greedy"), UnknownGame, "did you mean tiny"),
        (Plan(game="tiny", seed="s", scenario="sea"), ("random", "greedy"), UsageError, "no scenario 'sea'"),
    ],
)
def test_a_wrong_round_robin_is_refused_before_anything_is_played(
    plan: Plan, players: tuple[str, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        round_robin(plan, players)


def counted(*results: Summary) -> Standings:
    return standings(round_robin(PLAN, ("random", "greedy")), results)


def test_the_tables_count_wins_draws_and_losses() -> None:
    """Rounds of red=random, blue=greedy, then red=greedy, blue=random; random wins 1, draws 1, loses 2."""
    found = counted(ended("red"), ended("red"), ended(), ended("red"))
    random, greedy = found.players
    assert (random.name, random.games, random.won, random.shared, random.lost) == ("random", 4, 1, 1, 2)
    assert (greedy.won, greedy.shared, greedy.lost) == (2, 1, 1)
    assert (random.share, greedy.share) == (0.375, 0.625)
    assert random.low is not None
    assert random.high is not None
    assert 0 < random.low < 0.375 < random.high < 1
    red, blue = found.seats
    assert (red.name, red.won, red.shared, red.lost) == ("red", 3, 1, 0)
    assert (blue.name, blue.won, blue.shared, blue.lost) == ("blue", 0, 1, 3)
    pairs = [(one.player, one.against, one.score) for one in found.pairings]
    assert [(player, other, score.won, score.shared, score.lost, score.share) for player, other, score in pairs] == [
        ("random", "greedy", 1, 1, 2, 0.375),
        ("greedy", "random", 2, 1, 1, 0.625),
    ]


def test_failed_games_count_for_nobody() -> None:
    """And those after them keep their seating."""
    found = counted(ended("red"), Summary(index=1, id="0", fault="broken"), ended("red"), ended("blue"))
    assert found.failed == 1
    assert [(one.name, one.games, one.won) for one in found.players] == [("random", 3, 3), ("greedy", 3, 0)]


def test_a_tournament_without_games_has_tables_of_nothing() -> None:
    found = counted()
    assert [(one.games, one.share, one.low) for one in found.players] == [(0, None, None)] * 2
    assert found.ratings.players[1].strength is None


def test_two_who_beat_a_third_in_every_game_are_told_apart() -> None:
    """a loses everything; of the 16 games between b and c, as many on either side, c wins 12: odds of 3."""
    plans = tuple(
        msgspec.structs.replace(PLAN, seats={"red": one, "blue": other}) for one, other in permutations("abc", 2)
    )
    tournament = Tournament(players=("a", "b", "c"), seats=("red", "blue"), plans=plans)
    summaries = []
    for game in range(8):
        for one, other in permutations("abc", 2):
            stronger = max(one, other) if "a" in (one, other) or game < 6 else min(one, other)
            summaries.append(ended("red" if one == stronger else "blue"))
    found = standings(tournament, summaries)
    assert [one.elo for one in found.ratings.players] == [0, None, None]
    rated = {(one.player, one.against): one.rating for one in found.pairings}
    assert rated["c", "b"].strength == pytest.approx(log(3), abs=1e-6)
    assert rated["b", "c"].strength == pytest.approx(-log(3), abs=1e-6)
    assert rated["b", "a"].low == pytest.approx(found.ratings.players[1].low)
    assert rated["a", "b"].high == pytest.approx(-(rated["b", "a"].low or 0), abs=1e-6)


def test_allies_share_a_victory() -> None:
    """In three seats the winners share what is 1 together; against a player in two seats it is two comparisons."""
    plan = Plan(game="helsinki", seed="cup", scenario=scenario_of(3))
    tournament = round_robin(plan, ("random", "greedy"))
    at = seatings(tournament).index(("random", "random", "greedy"))
    summaries = [Summary(index=1, id="0", fault="not played")] * len(tournament.plans)
    summaries[at] = ended(*tournament.seats[1:])
    random, greedy = standings(tournament, summaries).players
    assert (random.games, random.won, random.shared, random.lost, random.share) == (2, 0, 1, 1, 0.25)
    assert (greedy.games, greedy.won, greedy.shared, greedy.share) == (1, 0, 1, 0.5)
    against = standings(tournament, summaries).pairings[1].score
    assert (against.games, against.won, against.shared, against.lost, against.share) == (2, 1, 1, 0, 0.75)
