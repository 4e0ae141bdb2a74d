"""`simulate`: many games between computer players."""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import click

from wardiary.cli.doors import door, json_option
from wardiary.cli.errors import DIFFERENCE, FINE
from wardiary.cli.output import one_line, print_json, print_table, say
from wardiary.cli.parameters import FOLDER, OPTION, SCENARIO, as_mapping, game_argument, seat_option
from wardiary.cli.progress import if_interrupted, progress
from wardiary.cli.standings import print_standings
from wardiary.core.component_data import read_data_dir
from wardiary.core.words import counted
from wardiary.replay.playout import MAX_DECISIONS
from wardiary.replay.simulation.simulate import FAILED, Plan, Summary, simulate_rounds
from wardiary.replay.simulation.tournament import Tournament, round_robin, standings

__all__ = ["simulate_command"]

_GAMES_MAX = 100_000_000
_FAILURES_SHOWN = 10


@door(
    "simulate",
    examples=[
        "wardiary simulate tiny -n 100 --seed 1918 -o games",
        "wardiary simulate tiny -n 1000 --seed 7 -o games --seat red=greedy --workers 4",
        "wardiary simulate tiny -n 1000 --seed 7 -o games --fuzz",
        "wardiary simulate freezing --round-robin random,greedy,mcts:20 -n 40 --seed 1918 -o cup",
        "wardiary simulate freezing -n 1000 --seed 7 -o games --cluster tcp://10.0.0.5:8786",
    ],
)
@game_argument
@click.option(
    "-n",
    "games",
    type=click.IntRange(0, _GAMES_MAX),
    required=True,
    metavar="N",
    help="How many games; of each seating.",
)
@click.option("--seed", required=True, help="What all dice and players of these games come from.")
@click.option("-o", "--output", type=FOLDER, required=True, help="The folder for the diaries, one ID.diary a game.")
@seat_option
@click.option(
    "--round-robin",
    "players",
    metavar="PLAYER,PLAYER,...",
    help="A tournament instead of seats: N games of every seating of these players, and how strong each is.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    help="Processes at work at once: 1 unless told otherwise, one a core with --cluster local.",
)
@click.option(
    "--cluster",
    "address",
    metavar="tcp://HOST:PORT|local",
    help="Play on a Dask cluster: the scheduler's address, or processes of this machine.",
)
@click.option(
    "--first",
    type=click.IntRange(1, _GAMES_MAX),
    default=1,
    show_default=True,
    metavar="I",
    help="The number of the first game: game 7 is the same game in any run with this seed.",
)
@click.option("--scenario", type=SCENARIO, help="How the games start; the game's first by default.")
@click.option(
    "--option", "options", type=OPTION, multiple=True, metavar="NAME=VALUE", help="An option of the scenario."
)
@click.option("--data", type=FOLDER, metavar="DIR", help="Your own copies of the game's data files.")
@click.option(
    "--fuzz", is_flag=True, help="Look for faults: judge every state by the game's invariants, check every diary."
)
@click.option(
    "--max-decisions",
    type=click.IntRange(1, MAX_DECISIONS),
    default=MAX_DECISIONS,
    show_default=True,
    metavar="N",
    help="Decisions after which a game is said to have no end.",
)
@json_option
def simulate_command(
    game: str,
    games: int,
    seed: str,
    output: Path,
    seats: tuple[tuple[str, str], ...],
    players: str | None,
    workers: int | None,
    address: str | None,
    first: int,
    scenario: str | None,
    options: tuple[tuple[str, str], ...],
    data: Path | None,
    fuzz: bool,
    max_decisions: int,
    as_json: bool,
) -> int:
    """Let computer players play many games.

    The same seed gives the same games, byte for byte, whatever the number of workers; seats not named are played at
    random. Games that are there already are kept, so a run that was stopped goes on when it is started again; while it
    runs, another one into the same folder is locked out. The table says how the games ended. A game that fails is kept
    in DIR/failed with the command that plays it again, and the exit code is 1.

    With --round-robin every player meets every other in every seat. The tables then say how strong each is, in Elo
    points above the first one named, and what a seat is worth; all intervals are of 95 %.

    With --cluster the games are played by the workers of a Dask cluster (extra wardiary[cluster]), which need the same
    wardiary but no common disk: diaries come back and are written here. What a dying worker leaves, others play.

    With --fuzz it looks for faults of the rules: an exception, a seat that is asked and has no answer, a game without
    end, a state that breaks what must always hold in the game, and a diary of which the same rules make something else
    when it is checked. Games that are there already are then played again.
    """
    plan = Plan(
        game=game,
        seed=seed,
        scenario=scenario,
        options=as_mapping(options, "option"),
        seats=as_mapping(seats, "seat"),
        data=read_data_dir(data) if data else {},
        data_folder=str(data) if data else "",
        out=str(output),
        max_decisions=max_decisions,
        fuzz=fuzz,
    )
    tournament = round_robin(plan, players.split(",")) if players is not None else None
    began = time.monotonic()
    summaries = _played(tournament.plans if tournament else (plan,), games, first, workers, address)
    _tell(tournament, summaries, as_json=as_json)
    return _report(summaries, output, time.monotonic() - began)


def _played(
    plans: Sequence[Plan], games: int, first: int, workers: int | None, address: str | None
) -> Sequence[Summary]:
    """All games, with a bar; what is kept is said when Ctrl-C ends it."""
    total, folder = games * len(plans), plans[0].out
    summaries: list[Summary] = []
    with (
        if_interrupted(lambda: f"{len(summaries)} of {total} games are kept in {folder}; the same command goes on"),
        _playing(plans, games, first, workers, address) as playing,
        progress(f"{plans[0].game}: {counted(total, 'game')}", total) as advance,
    ):
        for summary in playing:
            summaries.append(summary)
            advance(1)
    return summaries


@contextmanager
def _playing(
    plans: Sequence[Plan], games: int, first: int, workers: int | None, address: str | None
) -> Iterator[Iterator[Summary]]:
    """The games as they are played, here or on a cluster, which is left or ended with the block."""
    if address is None:
        with closing(simulate_rounds(plans, games, first=first, workers=workers)) as playing:
            yield playing
        return
    from wardiary.replay.simulation.cluster import cluster

    with cluster(address, workers) as crew:
        playing = simulate_rounds(plans, games, first=first, executor=crew.executor, workers=crew.workers, carried=True)
        with closing(playing):
            yield playing


def _ending(summary: Summary) -> tuple[str, str]:
    """The kind of result and who won."""
    if summary.fault:
        return "failed", ""
    assert summary.result is not None
    return summary.result.kind, " and ".join(summary.result.winners) or "nobody"


def _counted(summaries: Sequence[Summary]) -> dict[str, object]:
    counts = Counter(map(_ending, summaries))
    return {
        "games": len(summaries),
        "decisions": sum(summary.decisions for summary in summaries),
        "events": sum(summary.events for summary in summaries),
        "results": [{"kind": kind, "won": won, "games": count} for (kind, won), count in sorted(counts.items())],
        "failed": [
            {"index": summary.index, "diary": summary.path, "fault": summary.fault, "command": summary.command}
            for summary in summaries
            if summary.fault
        ],
    }


def _tell(tournament: Tournament | None, summaries: Sequence[Summary], *, as_json: bool) -> None:
    """How the games ended, of a tournament who is how strong."""
    if tournament is None:
        print_json(_counted(summaries)) if as_json else _print_results(summaries)
    else:
        found = standings(tournament, summaries)
        print_json(_counted(summaries) | {"tournament": found}) if as_json else print_standings(found)


def _print_results(summaries: Sequence[Summary]) -> None:
    counts = Counter(map(_ending, summaries))
    rows = [
        (kind, won, count, f"{100 * count / len(summaries):.1f} %") for (kind, won), count in sorted(counts.items())
    ]
    print_table(("result", "won by", "games", "share"), rows, right=("games", "share"))


def _others(summaries: Sequence[Summary], output: Path) -> int:
    """The diaries in the folder, those of failed games among them, that are not of this run."""
    of_this = {Path(summary.path) for summary in summaries if summary.path}
    return sum(path not in of_this for folder in (output, output / FAILED) for path in folder.glob("*.diary"))


def _report(summaries: Sequence[Summary], output: Path, seconds: float) -> int:
    """How fast it went, and each failure with the command that makes it happen again."""
    played = [summary for summary in summaries if not summary.kept]
    if kept := len(summaries) - len(played):
        say(f"{counted(kept, 'game')} {'was' if kept == 1 else 'were'} there already, {len(played)} new")
    if played:
        decisions = sum(summary.decisions for summary in played)
        speed = f"{decisions / max(seconds, 0.001):,.0f} a second"
        say(f"{counted(len(played), 'game')} in {output}, {counted(decisions, 'decision')}, {speed}")
    if others := _others(summaries, output):
        say(f"{output} holds {counted(others, 'other diary', 'other diaries')} too, of other runs")
    failed = [summary for summary in summaries if summary.fault]
    for summary in failed[:_FAILURES_SHOWN]:
        say(f"game {summary.index} failed: {one_line(summary.fault, 300)}; {summary.path}; again: {summary.command}")
    if len(failed) > _FAILURES_SHOWN:
        say(f"and {len(failed) - _FAILURES_SHOWN} more, all in {output / FAILED}")
    return DIFFERENCE if failed else FINE
