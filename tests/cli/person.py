"""Somebody at a terminal, for tests of conversations."""

from collections.abc import Callable, Sequence

from wardiary.cli.screen import Screen
from wardiary.replay.session import Session

BLUE = {"blue": "greedy"}
MARCH = ("3", "7", "5", "1", "red bids 7", "blue bids 5")
"""Typed cards of Tiny up to the first march."""


class Person(Screen):
    """A terminal with somebody at it who types these lines; `seen` is what they saw, `|` where it was cleared."""

    def __init__(self, lines: Sequence[str], *, interactive: bool = True, at_curtain: Sequence[str] = ()) -> None:
        self.interactive = interactive
        self.lines, self.at_curtain = list(lines), list(at_curtain)
        self.seen: list[str] = []

    def show(self, text: str = "") -> None:
        self.seen.append(text)

    def read(self, prompt: str, completions: Sequence[str] = ()) -> str | None:
        self.seen.append(prompt)
        if prompt.startswith("Pass the screen"):
            return self.at_curtain.pop(0) if self.at_curtain else ""
        self.lines_read += 1
        if not self.lines:
            return None
        self.seen.append(f"> {self.lines[0]}")
        return self.lines.pop(0)

    def clear(self) -> None:
        self.seen.append("|")

    @property
    def text(self) -> str:
        return "\n".join(self.seen)


Sit = Callable[..., tuple[Session, Person]]
"""Begin a game of Tiny and play these lines."""


def screens(person: Person) -> list[tuple[str, str]]:
    """Who sat there, and all that stood on the screen until it was passed on."""
    parts = person.text.split("|\nPass the screen to ")[1:]
    return [(part.split(",")[0], part) for part in parts]
