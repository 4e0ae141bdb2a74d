"""Computer players."""

from wardiary.core.contract import Player

__all__ = ["PLAYERS"]

PLAYERS: dict[str, Player] = {}
