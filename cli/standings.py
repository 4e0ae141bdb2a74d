"""How a tournament is printed: players with their ratings, seats with their advantages, who against whom."""

from collections.abc import Sequence

from wardiary.cli.measures import chance_cell
from wardiary.cli.output import print_table, print_text, say
from wardiary.replay.simulation.strength import Rating
from wardiary.replay.simulation.tournament import Pairing, Score, Standings

__all__ = ["print_standings"]


def print_standings(found: Standings) -> None:
    """Three tables; under the first what its numbers are measured from, and whose have no bound."""
    ratings = {rating.name: rating for rating in found.ratings.players}
    order = sorted(found.players, key=lambda score: -(score.share or 0.0))
    _print_scores("player", order, ratings)
    print_text()
    _print_scores("seat", found.seats, {rating.name: rating for rating in found.ratings.seats})
    print_text()
    _print_pairings(found.pairings)
    first, seat = found.ratings.players[0].name, found.ratings.seats[0].name
    say(
        f"Elo points above {first}, of a seat above {seat}, of a pair of one player above the other, with intervals of "
        "95 % (Bradley-Terry)"
    )
    if any(rating.strength is None for rating in (*found.ratings.players, *found.ratings.seats)):
        say("where the games set no bound to a strength, as after nothing but victories, only what they tell is shown")


def _print_scores(what: str, scores: Sequence[Score], ratings: dict[str, Rating]) -> None:
    rows = [(one.name, *_counts(one), _elo_cell(ratings[one.name])) for one in scores]
    print_table((what, *_COUNTS, "Elo"), rows, right=_COUNTS)


_COUNTS = ("games", "won", "shared", "lost", "share")


def _counts(score: Score) -> tuple[object, ...]:
    return score.games, score.won, score.shared, score.lost, _share_cell(score)


def _share_cell(score: Score) -> str:
    if score.low is None or score.high is None:
        return ""
    return f"{chance_cell(score.share)} ({100 * score.low:.1f} to {100 * score.high:.1f})"


def _elo_cell(rating: Rating) -> str:
    """`+120 (+40 to +205)`; `above +380`, `below -380` or `no bound` where there is no estimate."""
    low, high = (None if end is None else f"{end:+.0f}" for end in (rating.elo_low, rating.elo_high))
    if rating.elo is not None:
        return "0" if low == high else f"{rating.elo:+.0f} ({low} to {high})"
    if low is not None:
        return f"above {low}"
    return f"below {high}" if high is not None else "no bound"


def _print_pairings(pairings: Sequence[Pairing]) -> None:
    rows = [(one.player, one.against, *_counts(one.score), _elo_cell(one.rating)) for one in pairings]
    print_table(("player", "against", *_COUNTS, "Elo"), rows, right=_COUNTS)
