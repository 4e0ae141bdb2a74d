"""Computer players by name."""

from wardiary.core.contract import Player
from wardiary.core.games.brother.players.greedy import greedy

__all__ = ["PLAYERS"]

PLAYERS: dict[str, Player] = {"greedy": greedy}
