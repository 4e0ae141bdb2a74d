"""How large a diary and its parts may be. The limits belong to the format and hold before anything is decoded."""

__all__ = [
    "BLOCK_MAX",
    "CHUNK",
    "DEPTH_MAX",
    "EVENTS_MAX",
    "EXPANDED_FLOOR",
    "EXPANSION_MAX",
    "LINE_MAX",
    "WINDOW_MAX",
    "expanded_max",
]

LINE_MAX = 1 << 20
"""Bytes of one line, its newline included."""
BLOCK_MAX = 16 << 20
"""Bytes of one block, its commit line included."""
DEPTH_MAX = 32
"""Brackets and braces open at once in one line."""
EVENTS_MAX = 1_000_000_000
"""Events of one diary, the header included."""

EXPANSION_MAX = 200
"""How many times its own size a compressed diary may grow: real ones grow 5 to 20 times."""
EXPANDED_FLOOR = 64 << 20
"""Bytes that any compressed diary may grow to, however small it is."""
WINDOW_MAX = 128 << 20
"""Memory that a compressed diary may ask of the decompressor: what the highest ordinary level needs."""

CHUNK = 256 << 10
"""Bytes read at a time."""


def expanded_max(compressed: int) -> int:
    """Bytes to which a compressed diary of this size may grow."""
    return max(EXPANDED_FLOOR, compressed * EXPANSION_MAX)
