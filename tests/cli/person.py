"""Somebody at a terminal, for tests of conversations."""

from collections.abc import Sequence

from wardiary.cli.screen import Screen


class Person(Screen):
    """A terminal with somebody at it who types these lines; `seen` is what they saw, `|` where it was cleared."""

    def __init__(self, lines: Sequence[str], *, interactive: bool = True) -> None:
        self.interactive = interactive
        self.lines = list(lines)
        self.seen: list[str] = []

    def show(self, text: str = "") -> None:
        self.seen.append(text)

    def read(self, prompt: str, completions: Sequence[str] = ()) -> str | None:
        self.seen.append(prompt)
        if prompt.startswith("Pass the screen"):
            return ""
        if not self.lines:
            return None
        self.seen.append(f"> {self.lines[0]}")
        return self.lines.pop(0)

    def clear(self) -> None:
        self.seen.append("|")

    @property
    def text(self) -> str:
        return "\n".join(self.seen)
