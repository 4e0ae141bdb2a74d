"""Says what a file that is no diary looks like, so that the error can be understood without opening it."""

__all__ = ["what_it_looks_like"]

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\xef\xbb\xbf", "begins with a byte-order mark: save it as UTF-8 without one"),
    (b"\xff\xfe", "is UTF-16 text: save it as UTF-8"),
    (b"\xfe\xff", "is UTF-16 text: save it as UTF-8"),
    (b"\x1f\x8b", "is a gzip file: unpack it first"),
    (b"BZh", "is a bzip2 file: unpack it first"),
    (b"\xfd7zXZ\x00", "is an xz file: unpack it first"),
    (b"PK\x03\x04", "is a zip file (a bundle?): unpack it first"),
    (b"SQLite format 3\x00", "is an SQLite database"),
    (b"PAR1", "is a Parquet file: ask it with `wardiary query`"),
    (b"%PDF", "is a PDF document"),
    (b"\x89PNG", "is a PNG picture"),
    (b"\xff\xd8\xff", "is a JPEG picture"),
    (b"\x7fELF", "is a program"),
    (
        b'{"format":"wardiary-export/',
        "is an export for one seat, there to be read: only the diary it was made of can be shown or played on",
    ),
    (b"<", "looks like HTML or XML"),
    (b"[", "looks like a JSON array"),
)


def what_it_looks_like(beginning: bytes) -> str:
    """A predicate for "FILE ..." about the first bytes of a file that is no diary."""
    if not beginning:
        return "is empty: nothing was recorded in it; delete it and begin again"
    for magic, words in _MAGIC:
        if beginning.startswith(magic):
            return words
    if len(beginning) >= 12 and beginning[8:12] == b"DUCK":
        return "is a DuckDB database"
    if not beginning.strip(b"\x00"):
        return "holds only zero bytes: a crash before its first write reached the disk; nothing was recorded"
    if b"\x00" in beginning:
        return "is binary"
    try:
        beginning.decode()
    except UnicodeDecodeError as error:
        # A character cut off at the end of what was read says nothing.
        if error.start < len(beginning) - 3:
            return "is binary"
    line = beginning.partition(b"\n")[0]
    if line.startswith(b'{"t":"header"') and line.endswith(b"\r"):
        return "has lines that end in CR LF: a diary's lines end in LF; restore the file as it was written"
    if line.startswith(b'{"t":"header"'):
        return "begins as a diary does, but its first line is no header: restore the file as it was written"
    if line.startswith(b'{"t":'):
        return "begins in the middle of a diary: its header is missing"
    return "looks like JSON" if line.startswith(b"{") else "looks like plain text"
