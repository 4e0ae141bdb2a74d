"""What a search has tried and found to be nothing, kept beside its output so that a stopped search goes on.

A search is the same from its beginning each time; what it has tried before it does not try again. So one that was
stopped ends with the same result as one that was not.
"""

import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import msgspec
from msgspec import Struct

from wardiary.core import engine
from wardiary.core.contract import AnyGame
from wardiary.replay.aside import written_aside

__all__ = ["Tries", "rules_digest"]

_SAVE_EVERY = 500
_PERSON = b"wardiary-tries"


class _Kept(Struct, frozen=True, kw_only=True):
    """The side file: what was searched, in a hash, and hashes of the candidates that showed nothing."""

    question: str
    nothing: list[str]


class Tries:
    """Candidates that showed nothing. The side file is `FILE.tries`; there is none without a file."""

    def __init__(self, question: Iterable[object], beside: Path | None) -> None:
        """Reads the side file if it is about the same question; one that cannot be read is as good as none."""
        self.count = 0
        self._question = _digest(list(question))
        self._path = None if beside is None else beside.with_name(f"{beside.name}.tries")
        self._nothing: set[str] = set()
        self.again = self._read()

    def _read(self) -> int:
        """How many were tried before."""
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=_Kept) if self._path else None
        except (OSError, msgspec.MsgspecError):
            return 0
        if kept is None or kept.question != self._question:
            return 0
        self._nothing = set(kept.nothing)
        return len(self._nothing)

    def showed_nothing(self, candidate: object) -> bool:
        """Whether this was tried, to no avail."""
        return _digest(candidate) in self._nothing

    def note_nothing(self, candidate: object) -> None:
        """It was tried now, to no avail."""
        self._nothing.add(_digest(candidate))
        self.count += 1
        if self.count % _SAVE_EVERY == 0:
            self.save()

    def save(self) -> None:
        """Write the side file, whole or not at all. Raises WriteFailed."""
        if self._path is not None and self._nothing:
            with written_aside(self._path, force=True) as aside:
                aside.write_bytes(msgspec.json.encode(_Kept(question=self._question, nothing=sorted(self._nothing))))

    def drop(self) -> None:
        """Remove the side file: the search is over."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)


def _digest(value: object) -> str:
    return blake2b(msgspec.json.encode(value), digest_size=8, person=_PERSON).hexdigest()


def rules_digest(game: AnyGame) -> str:
    """A hash over the source of a game's rules and of the engine: after a change of either, tries are out of date."""
    modules = {part.__module__ for part in (*game.rules.points, *game.fold.evolve.values())}
    files = {Path(file) for name in modules if (file := getattr(sys.modules.get(name), "__file__", None))}
    core = Path(engine.__file__).parent
    folders = {core, core / "kit", Path(__file__).parent, *(file.parent for file in files)}
    content = blake2b(digest_size=16, person=_PERSON)
    for source in sorted(source for folder in folders for source in folder.glob("*.py")):
        content.update(source.read_bytes())
    return content.hexdigest()
