"""The way into a diary for everything that reads one: its reader together with the table it was played at."""

import logging
from pathlib import Path

from wardiary.core.registry import codec_for
from wardiary.core.words import counted
from wardiary.events.codec import Codec
from wardiary.events.common import Header
from wardiary.events.diary import DiaryReader, open_diary
from wardiary.events.errors import UsageError
from wardiary.replay.opening import open_table
from wardiary.replay.table import Table, Tables

__all__ = ["DiaryFile", "open_reading", "torn_end", "warn_of_torn_end"]

_LOG = logging.getLogger("wardiary")

DiaryFile = Path | str | bytes
"""A diary's path, or its bytes."""


def open_reading(
    file: DiaryFile, table: Table | None = None, *, tables: Tables | None = None, other_data: bool = False
) -> tuple[DiaryReader, Table]:
    """A reader and a table; a table that is given stands for the diary's own, whatever its data and rules version.

    Whoever reads many diaries gives `tables`, so that diaries of the same game and data share one.
    With `other_data` the component data at hand need not be what the header names. Raises DiaryError, UnknownGame,
    DataError, and UsageError when the given table is of another game.
    """
    if table is None:
        reader = open_diary(file, codec_for)
        return reader, open_table(reader, tables=tables, other_data=other_data)
    given = table

    def codec_of(header: Header) -> Codec:
        if header.game != given.spec.id:
            raise UsageError(f"the diary is of {header.game}, the table of {given.spec.id}")
        return given.spec.fold.codec

    return open_diary(file, codec_of), given


def torn_end(reader: DiaryReader) -> str:
    """What stands at the end of a diary and is no block, in words; empty when all of it was read."""
    tail = reader.tail
    if tail is None:
        return ""
    end = f"{counted(tail.bytes, 'byte')} after event {reader.last_n} {'is' if tail.bytes == 1 else 'are'}"
    return (
        f"{end} no whole block ({tail.reason}): a crash tore the end, it is being written, or it was changed; "
        "`wardiary repair` keeps them aside and cuts them off"
    )


def warn_of_torn_end(reader: DiaryReader) -> None:
    """Log a warning when not all of a diary could be read: what follows is about its whole blocks only."""
    if torn := torn_end(reader):
        _LOG.warning("%s: %s", reader.path or "(bytes)", torn)
