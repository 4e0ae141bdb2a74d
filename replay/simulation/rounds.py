"""Several plans played in turn: the games of a tournament, numbered across all its plans."""

from msgspec import Struct

from wardiary.replay.simulation.jobs import Plan

__all__ = ["Rounds"]


class Rounds(Struct, frozen=True, kw_only=True):
    """Game `first` of every plan, then the next game of every plan, and so on; as it travels to workers."""

    plans: tuple[Plan, ...]
    first: int = 1

    def game(self, number: int) -> tuple[Plan, int]:
        """The plan, and the game's index in it, of game `number` of all; the first is 0."""
        rounds, at = divmod(number, len(self.plans))
        return self.plans[at], self.first + rounds
