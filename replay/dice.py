"""How the dice of one diary are made: declared in its header, answered by a source, their secret kept beside the file.

A `system` secret lies in `FILE.secret` (mode 0600), on the disk before the header that commits to it, until the seal
reveals it. It is never printed.
"""

import contextlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path

from wardiary.core.chance.commitment import SECRET_SIZE, commitment, matches, new_secret
from wardiary.core.chance.keyed import seed_bytes
from wardiary.events.common import DiceSource, SourceName
from wardiary.events.errors import FileExists, UsageError, WriteFailed
from wardiary.replay.chance import ChanceSource, KeyedSource

__all__ = [
    "Dice",
    "drop_secret",
    "keep_aside",
    "keep_secret",
    "kept_secret",
    "player_seeds",
    "secret_path",
]

_PERSON = b"wardiary-player"


@dataclass(frozen=True)
class Dice:
    """Made by `system`, `seeded`, `told` or `answered`; `again` makes them as a header declares them.

    `declared` is what the header says, `source` answers rolls and draws (None: nobody does, they are given as
    answers), `secret` is what a seal reveals, `base` what the computer players' luck is keyed by.
    """

    declared: DiceSource
    source: ChanceSource | None
    secret: bytes | None = field(default=None, repr=False)
    base: bytes | None = field(default=None, repr=False)

    @classmethod
    def system(cls, secret: bytes | None = None) -> "Dice":
        """Secret bytes of the operating system, new ones unless given."""
        kept = new_secret() if secret is None else secret
        declared = DiceSource(source="system", commit=commitment(kept))
        return cls(declared, KeyedSource(kept, "system"), kept, kept)

    @classmethod
    def seeded(cls, text: str) -> "Dice":
        """An open seed. Raises UsageError for one that a header cannot hold."""
        if not 0 < len(text) <= 200:
            raise UsageError("a seed is a text of 1 to 200 characters")
        seed = seed_bytes(text)
        return cls(DiceSource(source="seed", seed=text), KeyedSource(seed, "seed"), base=seed)

    @classmethod
    def told(cls, source: ChanceSource) -> "Dice":
        """Somebody tells what the table rolled and drew: a person (`typed`) or a file (`script`)."""
        return cls(DiceSource(source=source.name), source)

    @classmethod
    def answered(cls, source: SourceName) -> "Dice":
        """Nobody is asked: what the table rolled and drew is given as answers, one after the other."""
        return cls(DiceSource(source=source), None)

    @classmethod
    def again(cls, declared: DiceSource, secret: bytes | None = None, told: ChanceSource | None = None) -> "Dice":
        """The dice that a header declares, with the secret or the teller that it needs."""
        if declared.source == "seed" and declared.seed is not None:
            return cls.seeded(declared.seed)
        if declared.source == "system" and secret is not None:
            return cls.system(secret)
        return cls(declared, told)


def player_seeds(dice: Dice, diary_id: str, seats: Sequence[str]) -> Mapping[str, bytes]:
    """What each computer player's luck is keyed by: the dice's seed or secret, else the diary's id; and the seat."""
    base = dice.base or seed_bytes(diary_id)
    return {seat: blake2b(seat.encode(), key=base, digest_size=32, person=_PERSON).digest() for seat in seats}


def secret_path(diary: Path) -> Path:
    """Where the secret of a diary lies."""
    return diary.with_name(f"{diary.name}.secret")


def keep_secret(diary: Path, secret: bytes) -> Path:
    """Write the side file, on the disk before this returns. Raises FileExists, WriteFailed."""
    path = secret_path(diary)
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except FileExistsError:
        raise FileExists(f"{path} holds a diary's secret already: move it away, or choose another name") from None
    except OSError as error:
        raise WriteFailed(f"cannot be created: {error.strerror}", path=path) from error
    try:
        with open(handle, "wb") as file:
            file.write(secret.hex().encode() + b"\n")
            file.flush()
            os.fsync(handle)
        _sync_folder(path.parent)
    except OSError as error:
        with contextlib.suppress(OSError):
            path.unlink()
        raise WriteFailed(f"cannot be written: {error.strerror}", path=path) from error
    return path


def kept_secret(diary: Path, commit: str) -> bytes | None:
    """The secret that a diary committed to; None when its side file is lost or holds something else."""
    try:
        text = secret_path(diary).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return bytes.fromhex(text) if len(text) == 2 * SECRET_SIZE and matches(commit, text) else None


def keep_aside(diary: Path) -> Path | None:
    """Move a side file that is not this diary's out of the way; its new name, None when there is none."""
    path = secret_path(diary)
    if not path.exists():
        return None
    names = (path.with_name(f"{path.name}.other{number or ''}") for number in range(1000))
    aside = next(name for name in names if not name.exists())
    try:
        path.rename(aside)
    except OSError as error:
        raise WriteFailed(f"cannot be moved to {aside.name}: {error.strerror}", path=path) from error
    return aside


def drop_secret(diary: Path) -> None:
    """Remove the side file, whose secret the seal has revealed."""
    with contextlib.suppress(FileNotFoundError):
        secret_path(diary).unlink()


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
