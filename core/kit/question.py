"""A question in `key=value` words, as a person types it after `wardiary odds GAME`."""

import re
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeVar

from wardiary.events.errors import UsageError

__all__ = ["YES_NO", "Question"]

T = TypeVar("T")
YES_NO = {"yes": True, "no": False}


class Question:
    """The words of a question by their keys. Everything raises UsageError, naming the word that cannot be meant.

    A key may be shortened while it can mean one key only. The first `needed` keys must be said; those of `flags` mean
    yes when they stand alone. `example` shows a question that has all that it needs.
    """

    def __init__(
        self, words: Sequence[str], keys: Sequence[str], *, needed: int, example: str, flags: Sequence[str] = ()
    ) -> None:
        self._given: dict[str, str] = {}
        for word in words:
            typed, equals, value = word.partition("=")
            key = _key_of(word, typed.casefold(), keys)
            if not equals and key not in flags:
                raise UsageError(_expected(word, keys))
            if key in self._given:
                raise UsageError(f"{word!r}: {key} is said twice")
            self._given[key] = value if equals else "yes"
        if missing := [key for key in keys[:needed] if key not in self._given]:
            raise UsageError(f"{', '.join(missing)} must be said, as in {example}")

    def text(self, key: str, default: str = "") -> str:
        """The value as it was typed."""
        return self._given.get(key, default)

    def parts(self, key: str) -> tuple[str, ...]:
        """The values between commas, none where the key was left out; no value stands there twice."""
        parts = tuple(part.strip() for part in self.text(key).split(",") if part.strip())
        if len(set(parts)) < len(parts):
            self.refuse(key, "each is used once")
        return parts

    def one_of(self, key: str, allowed: Mapping[str, T], default: str = "") -> T:
        """What one of the allowed words stands for, in capitals or small letters."""
        value, by_folded = self.text(key, default), {name.casefold(): meant for name, meant in allowed.items()}
        if value.casefold() not in by_folded:
            self.refuse(key, f"one of {', '.join(allowed)}", default)
        return by_folded[value.casefold()]

    def word(self, key: str, allowed: Sequence[T], default: str = "") -> T:
        """One of the allowed words."""
        return self.one_of(key, {str(name): name for name in allowed}, default)

    def yes(self, key: str) -> bool:
        """Whether yes was said; no where nothing was."""
        return self.one_of(key, YES_NO, "no")

    def number(self, key: str, least: int = -99, most: int = 99) -> int:
        """A whole number; 0 where nothing was said."""
        value = self.text(key, "0")
        if not re.fullmatch("[+-]?[0-9]{1,4}", value) or not least <= int(value) <= most:
            self.refuse(key, f"a whole number from {least} to {most}")
        return int(value)

    def refuse(self, key: str, reason: str, default: str = "") -> NoReturn:
        """Say why the value of a key cannot be meant."""
        raise UsageError(f"{key}={self.text(key, default)}: {reason}")


def _key_of(word: str, typed: str, keys: Sequence[str]) -> str:
    near = [typed] if typed in keys else [key for key in keys if typed and key.startswith(typed)]
    if len(near) > 1:
        raise UsageError(f"{word!r} may be {' or '.join(f'{key}=...' for key in near)}")
    if not near:
        raise UsageError(_expected(word, keys))
    return near[0]


def _expected(word: str, keys: Sequence[str]) -> str:
    return f"{word!r}: expected is one of {', '.join(f'{key}=...' for key in keys)}"
