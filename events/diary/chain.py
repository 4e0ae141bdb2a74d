"""The chained hash of a diary and the commit line that carries it.

    h = blake2b(previous h + every byte of the block before the value of h, digest_size=16, person=b"wardiary-1")

`previous h` is its 16 bytes, sixteen zero bytes before the first block; a commit line shows h as 32 hex digits. So a
block is verified from its predecessor's commit line alone. What follows the value of h is not hashed but compared,
literally.
"""

from binascii import hexlify
from hashlib import blake2b

__all__ = [
    "COMMIT_HEAD",
    "GENESIS",
    "PERSON",
    "close_block",
    "commit_line",
    "digest",
]

PERSON = b"wardiary-1"
GENESIS = bytes(16)
"""What stands for the previous h before the first block."""
COMMIT_HEAD = b'\n{"t":"commit","n":'
"""How a commit line begins, with the newline of the event before it: a block holds at least one event."""

# The parameter block is worked out once; a copy of the prepared state costs half of a new one.
_PREPARED = blake2b(digest_size=16, person=PERSON)
_CLOSING = b'%b{"t":"commit","n":%d,"h":"'
_CLOSING_MARKED = b'%b{"t":"commit","n":%d,"s":1,"h":"'
_LINE = b'{"t":"commit","n":%d,"h":"%b"}\n'
_LINE_MARKED = b'{"t":"commit","n":%d,"s":1,"h":"%b"}\n'


def digest(previous: bytes, content: bytes | bytearray) -> bytes:
    """The chained hash (16 bytes) of a block's bytes up to the value of h, after a block with hash `previous`."""
    state = _PREPARED.copy()
    state.update(previous)
    state.update(content)
    return state.digest()


def close_block(previous: bytes, lines: bytes, last: int, marked: bool) -> tuple[bytes, bytes]:
    """The whole block made of these event lines, and its hash. `last` is the number of the last event."""
    content = (_CLOSING_MARKED if marked else _CLOSING) % (lines, last)
    h = digest(previous, content)
    return b'%b%b"}\n' % (content, hexlify(h)), h


def commit_line(last: int, h: bytes, marked: bool) -> bytes:
    """The one way to write a commit line; `h` in hex."""
    return (_LINE_MARKED if marked else _LINE) % (last, h)
