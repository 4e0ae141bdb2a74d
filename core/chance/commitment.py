"""Commit and reveal: a secret seed is promised in the header of a diary and shown in its seal.

While the game is played the keeper of the file cannot look for a better seed, for it must match the commitment;
and nobody else can foretell a roll, for the commitment does not give the seed away.
"""

import os
from hashlib import blake2b

__all__ = ["SECRET_SIZE", "commitment", "matches", "new_secret"]

SECRET_SIZE = 32
_PERSON = b"wardiary-seal"


def new_secret() -> bytes:
    """32 bytes from the operating system: the only place where anything unforeseeable enters."""
    return os.urandom(SECRET_SIZE)


def commitment(secret: bytes) -> str:
    """The promise of a secret, 64 hexadecimal digits: blake2b of 32 bytes, personalised `wardiary-seal`."""
    return blake2b(secret, digest_size=32, person=_PERSON).hexdigest()


def matches(commit: str, reveal_hex: str) -> bool:
    """Whether the revealed secret, in hexadecimal, is the one that was promised; no for what is not hexadecimal."""
    try:
        secret = bytes.fromhex(reveal_hex)
    except ValueError:
        return False
    return commitment(secret) == commit and secret.hex() == reveal_hex
