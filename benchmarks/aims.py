"""What each game is to reach, on a quiet machine and one core; a game without an entry has no aim there."""

from collections.abc import Mapping

__all__ = ["aim_of"]

_AIMS: Mapping[str, Mapping[str, float]] = {
    "freezing": {
        "decode and fold": 800_000,
        "decode and fold, chained": 400_000,
        "play": 20_000,
        "play with a diary": 15_000,
        "games": 28.6,  # 35 ms a game
        "append": 25_000,
        "check": 60_000,
    },
    "brother": {"play with a diary": 12_000},
    "helsinki": {"play": 5_000, "play with a diary": 5_000},
    "kuularuisku": {"games": 1},
}
"""By game and question, so many a second: events, decisions, games, steps."""


def aim_of(game: str, question: str) -> float | None:
    """The aim of a game in one question, if it has one."""
    return _AIMS.get(game, {}).get(question)
