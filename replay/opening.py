"""From a diary to the table it was played at: the game it names, with the component data it embeds."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from wardiary.core.contract import AnyGame
from wardiary.events.common import Embedded, Header
from wardiary.events.diary import DiaryReader
from wardiary.events.errors import DataError, OtherData
from wardiary.events.kinds import Event
from wardiary.replay.table import Table, Tables

__all__ = ["embedded_files", "embedded_in", "open_table", "table_of"]

_EMBEDDED_HEAD = b'{"t":"embedded"'


def embedded_files(table: Table) -> list[Embedded]:
    """The records of the table's component data that is not the game's own."""
    replaced: Mapping[str, str] = table.data.replaced
    return [Embedded(name=name, text=text) for name, text in sorted(replaced.items())]


def embedded_in(events: Iterable[Event]) -> dict[str, str]:
    """Name and text of the data files that stand right after the header; reads no further than that."""
    found: dict[str, str] = {}
    for event in events:
        if isinstance(event, Embedded):
            found[event.name] = event.text
        elif not isinstance(event, Header):
            break
    return found


def table_of(
    header: Header,
    embedded: Mapping[str, str],
    *,
    game: AnyGame | None = None,
    tables: Tables | None = None,
    other_data: bool = False,
    path: Path | None = None,
) -> Table:
    """The table of a diary with this header and these embedded files; one of `tables`, if they are given.

    Raises UnknownGame; DataError, naming the diary at `path`, for embedded data that cannot be used; OtherData when
    the data at hand is not what the diary was begun with, unless `other_data`.
    """
    diary = str(path) if path else f"diary {header.id}"
    try:
        table = (tables or Tables()).lay(game or header.game, embedded)
    except DataError as error:
        raise DataError(f"{diary}: {'the data it embeds: ' if embedded else ''}{error}") from error
    if table.data.digest != header.data and not other_data:
        whose = "the data it embeds" if embedded else f"this version's data of {header.game}"
        raise OtherData(
            f"{diary} was played with component data {header.data}, {whose} is {table.data.digest}: "
            "use the version it was played with"
        )
    return table


def open_table(reader: DiaryReader, *, tables: Tables | None = None, other_data: bool = False) -> Table:
    """The table of a diary. Raises what reading raises, UnknownGame, and OtherData as `table_of` does."""
    embedded: dict[str, str] = {}
    if reader.follows_header(_EMBEDDED_HEAD):
        embedded = embedded_in(event for block in reader.blocks(verify=False) for event in block.events)
    return table_of(reader.header, embedded, tables=tables, other_data=other_data, path=reader.path)
