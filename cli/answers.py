"""The answers that may be typed to a request: their names, what they mean, and how a list of them is printed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from textwrap import wrap

from wardiary.cli.output import one_line
from wardiary.events.errors import UsageError
from wardiary.replay.matching import choose

__all__ = ["Answers"]

_FOLDED_FROM = 13
"""Answers from which a list is folded: as many lines as these fit under a board."""
_GROUP_FROM = 4
"""Answers of one kind that are folded into a paragraph."""
_WIDTH = 100
_AT_ONCE = 6
"""Answers that are shown without being asked for."""


@dataclass(frozen=True)
class Answers:
    """`explained` says, for each name, what it does not say by itself; empty where nobody explains."""

    names: Sequence[str] = ()
    explained: Sequence[str] = field(default=())

    def at_once(self) -> list[str]:
        """A list so short that it is shown with the question, on its line where it fits."""
        if not 0 < len(self.names) <= _AT_ONCE:
            return []
        line = ", ".join(f"#{number} {one_line(name)}" for number, name in enumerate(self.names, 1))
        if any(self.explained) or len(line) > _WIDTH:
            return ["", *self.listing()]
        return [f"  [{line}]"]

    def listing(self, word: str = "") -> Iterator[str]:
        """A line for each answer, `#3 name  explanation`; of many those of a kind together.

        With a word only the answers in which it stands, each on its own line.
        """
        entries = [
            (number, name, self.explained[number - 1] if self.explained else "")
            for number, name in enumerate(self.names, 1)
        ]
        sought = word.casefold()
        fitting = [entry for entry in entries if any(sought in text.casefold() for text in entry[1:])]
        if word and not fitting:
            there_are = "the only one" if len(entries) == 1 else f"all {len(entries)}"
            yield f"no answer has {word!r} in it; ? lists {there_are}"
        folded = not word and len(fitting) >= _FOLDED_FROM
        for kind, group in groupby(fitting, key=lambda entry: entry[1].partition(" ")[0] if folded else ""):
            members = list(group)
            if kind and len(members) >= _GROUP_FROM:
                yield from _paragraph(kind, members)
            else:
                width = max(len(name) for _, name, _ in members)
                yield from (_line(number, name.ljust(width), why) for number, name, why in members)

    def example(self) -> str:
        """One of the orders in the ways in which it may be typed: "`march 3`, `m 3`, `#2`"; empty where there is none.

        The first that has a shorter form which means no other, if any has.
        """
        at, short = next(((at, short) for at in range(len(self.names)) if (short := self._shortened(at))), (0, ""))
        ways = [self.names[at], short, f"#{at + 1}"] if self.names else []
        return ", ".join(f"`{one_line(way)}`" for way in ways if way)

    def _shortened(self, at: int) -> str:
        """The order by the first letters of its words; empty where that is no shorter, or does not mean it alone."""
        words = self.names[at].split()
        short = " ".join(word[0] if word.isalpha() else word for word in words)
        try:
            return short if short != self.names[at] and choose(self.names, short, self.explained) == at else ""
        except UsageError:
            return ""


def _line(number: int, name: str, why: str) -> str:
    return f"{f'#{number}':>5} {one_line(f'{name}  {why}'.rstrip())}"


def _paragraph(kind: str, members: Sequence[tuple[int, str, str]]) -> Iterator[str]:
    """`#4-17 activate` and what may stand after it."""
    rest = [(name.partition(" ")[2], why) for _, name, why in members]
    words = "; ".join(one_line(f"{name} ({why})" if why else name) for name, why in rest)
    yield f"{f'#{members[0][0]}-{members[-1][0]}':>7} {kind} ..."
    yield from wrap(words, _WIDTH, initial_indent=" " * 8, subsequent_indent=" " * 8)
