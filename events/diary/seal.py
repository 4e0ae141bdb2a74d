"""The seal: the last event of a closed diary, with a digest over every byte before its own line."""

from collections.abc import Iterable
from hashlib import blake2b

from wardiary.events.common import Sealed
from wardiary.events.diary.chain import PERSON

__all__ = ["make_seal", "seal_digest"]


def seal_digest(chunks: Iterable[bytes]) -> str:
    """64 hex digits over all these bytes."""
    state = blake2b(digest_size=32, person=PERSON)
    for chunk in chunks:
        state.update(chunk)
    return state.hexdigest()


def make_seal(events: int, chunks: Iterable[bytes], reveal: str | None) -> Sealed:
    """The seal of a diary of so many events whose bytes are these; `reveal` is the dice's secret, in hex."""
    return Sealed(events=events, digest=seal_digest(chunks), reveal=reveal)
