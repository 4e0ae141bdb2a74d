"""Wald's sequential test of a share: as few games as the difference allows (Wald 1945, "Sequential tests of
statistical hypotheses")."""

from math import log

__all__ = ["ALPHA", "BETA", "EVEN", "MORE", "SequentialTest"]

EVEN, MORE = 0.5, 0.8
"""The share if there is no difference, and the one that is looked for."""
ALPHA = BETA = 0.05
"""The risk of finding a difference where there is none, and of missing one that is as large as looked for."""


class SequentialTest:
    """The log likelihood ratio of successes so far, and the two bounds at which the test ends."""

    def __init__(self, even: float = EVEN, more: float = MORE, alpha: float = ALPHA, beta: float = BETA) -> None:
        self._success, self._failure = log(more / even), log((1 - more) / (1 - even))
        self.upper, self.lower = log((1 - beta) / alpha), log(beta / (1 - alpha))
        self.successes = self.failures = 0

    def add(self, success: bool) -> None:
        if success:
            self.successes += 1
        else:
            self.failures += 1

    @property
    def ratio(self) -> float:
        return self.successes * self._success + self.failures * self._failure

    @property
    def verdict(self) -> bool | None:
        """True: the share is larger than even; False: it is not as large as looked for; None: go on."""
        if self.ratio >= self.upper:
            return True
        return False if self.ratio <= self.lower else None

    def text(self) -> str:
        """Such as "11 of 15, log likelihood ratio 1.50 of 2.94, undecided"."""
        words = {True: "holds", False: "does not hold", None: "undecided"}[self.verdict]
        games = self.successes + self.failures
        return f"{self.successes} of {games}, log likelihood ratio {self.ratio:.2f} of {self.upper:.2f}, {words}"
