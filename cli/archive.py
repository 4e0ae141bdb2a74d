"""`archive`: many diaries as tables that SQL can ask."""

from pathlib import Path

import click

from wardiary.analytics.archive import Archive, Info
from wardiary.analytics.outcome import Added, FileOutcome, Standing
from wardiary.cli.doors import Doors, door, json_option
from wardiary.cli.files import listed_paths, read_text
from wardiary.cli.output import error_line, print_json, print_table, print_text, say
from wardiary.cli.parameters import DIARY, FOLDER, cores_option
from wardiary.cli.progress import if_interrupted, progress
from wardiary.core.words import counted
from wardiary.replay.finding import find_diaries
from wardiary.replay.workers import cores

__all__ = ["archive_command"]


@click.group(
    "archive",
    cls=Doors,
    examples=["wardiary archive add games.archive games", "wardiary archive info games.archive"],
)
def archive_command() -> None:
    """Keep many diaries as tables that SQL can ask.

    An archive is a folder with the rows of its games as Parquet files, which DuckDB, Spark, pandas and others read,
    and a copy of each diary beside them. `query` and `report` ask it; docs/archive.md describes every column.
    """


@door(
    "add",
    examples=[
        "wardiary archive add games.archive games",
        "wardiary archive add games.archive a.diary b.diary.zst",
        "find /mnt -name '*.diary' | wardiary archive add games.archive -",
    ],
)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.argument("files", type=DIARY, nargs=-1, required=True, metavar="FILE...")
@cores_option
@json_option
def _add(folder: Path, files: tuple[Path, ...], workers: int | None, as_json: bool) -> int:
    """Add diaries to an archive, which is made if need be.

    A folder means the diaries in it and below, `-` the paths that stdin lists. Chains are verified and events folded;
    the rules are not asked, that is what `check` does. A diary that is there already changes nothing; one that goes on
    from what is there replaces it; one that went on differently is refused. A bad file is named and left out, the rest
    goes in, and the exit code is 3.
    """
    is_listed = any(str(path) == "-" for path in files)
    found = listed_paths(files) if is_listed else list(find_diaries(files))
    with (
        if_interrupted(lambda: "parts that were finished are in the archive; add the same files again to go on"),
        progress("adding", len(found) if isinstance(found, list) else 0) as advance,
    ):
        added = Archive(folder).add(found, workers=workers or cores(), advance=advance)
    _print_added(added, as_json)
    return added.exit_code


@door("info", examples=["wardiary archive info games.archive", "wardiary archive info games.archive --json"])
@click.argument("folder", type=FOLDER, metavar="DIR")
@json_option
def _info(folder: Path, as_json: bool) -> None:
    """Say what is in an archive.

    For each game the parts, diaries, events and rows, and the bytes that the tables and the kept diaries take.
    """
    info = Archive(folder).info()
    if as_json:
        print_json(info)
        return
    _print_info(info)


@door("verify", examples=["wardiary archive verify games.archive"])
@click.argument("folder", type=FOLDER, metavar="DIR")
@json_option
def _verify(folder: Path, as_json: bool) -> int:
    """Compare an archive's files with its manifests.

    Every table and diary is read and its digest compared, and each diary's chain is verified. The exit code is 3 when
    a file is lost or changed. Tables are mended by `archive rebuild`, diaries by copies of them.
    """
    archive = Archive(folder)
    with progress("verifying", sum(game.diaries for game in archive.info().games)) as advance:
        faults = archive.verify(advance=advance)
    if as_json:
        print_json({"faults": faults})
    for fault in faults:
        error_line(f"{fault.file}: {fault.what}")
    if not faults and not as_json:
        print_text(f"{folder}: whole")
    return 3 if faults else 0


@door("rebuild", examples=["wardiary archive rebuild games.archive"])
@click.argument("folder", type=FOLDER, metavar="DIR")
@cores_option
@json_option
def _rebuild(folder: Path, workers: int | None, as_json: bool) -> int:
    """Make an archive's tables again from its diaries.

    For tables that are damaged, or that an older version wrote: with newer versions come new columns and features.
    Readers see the old tables until the new ones are whole. When a diary is lost or bad nothing is changed.
    """
    archive = Archive(folder)
    with (
        if_interrupted(lambda: "nothing was changed"),
        progress("rebuilding", sum(game.diaries for game in archive.info().games)) as advance,
    ):
        added = archive.rebuild(workers=workers or cores(), advance=advance)
    _print_added(added, as_json)
    return added.exit_code


@door("compact", examples=["wardiary archive compact games.archive"])
@click.argument("folder", type=FOLDER, metavar="DIR")
@json_option
def _compact(folder: Path, as_json: bool) -> None:
    """Join the small parts of an archive into larger ones.

    Each `add` makes parts of its own; many small ones are slow to read. The rows stay the same, and readers see the old
    parts until the new ones are whole.
    """
    archive = Archive(folder)
    with (
        if_interrupted(lambda: "nothing was changed"),
        progress("compacting", sum(game.parts for game in archive.info().games)) as advance,
    ):
        done = archive.compact(advance=advance)
    if as_json:
        print_json(done)
    else:
        print_text(f"{counted(done.before, 'part')} before, {done.after} now")


@door(
    "rm",
    examples=[
        "wardiary archive rm games.archive 0052592e06575cea3931f4327c311723",
        "wardiary query games.archive 'SELECT game_id FROM games WHERE NOT ended' --format csv | tail -n +2"
        " | wardiary archive rm games.archive -",
    ],
)
@click.argument("folder", type=FOLDER, metavar="DIR")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@json_option
def _rm(folder: Path, ids: tuple[str, ...], as_json: bool) -> int:
    """Take games out of an archive: their rows and the kept diaries.

    Games are named by their ids, `-` stands for those that stdin lists, one a line. Forks of a game that is taken out
    stay. An id that is not there is named, the others go, and the exit code is 3.
    """
    listed = [line.strip() for line in read_text(Path("-")).splitlines()] if "-" in ids else []
    removed = Archive(folder).remove([*(one for one in ids if one != "-"), *filter(None, listed)])
    for unknown in removed.unknown:
        error_line(f"{folder}: there is no game {unknown}")
    if as_json:
        print_json(removed)
    else:
        print_text(f"{counted(len(removed.removed), 'game')} removed")
    return 3 if removed.unknown else 0


for _command in (_add, _info, _verify, _compact, _rebuild, _rm):
    archive_command.add_command(_command)


def _print_added(added: Added, as_json: bool) -> None:
    for outcome in added.outcomes:
        if outcome.error is not None:
            error_line(_at_its_file(outcome))
        for warning in outcome.warnings:
            say(f"{outcome.path}: {warning}")
    counts = {standing.value: added.count(standing) for standing in Standing} | {"left out": len(added.faults)}
    if as_json:
        print_json({"counts": counts, "events": added.events, "files": list(map(_as_data, added.outcomes))})
        return
    told = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    print_text(f"{told or 'nothing to add'}; {added.events} events")


def _at_its_file(outcome: FileOutcome) -> str:
    text = str(outcome.error)
    return text if str(outcome.path) in text else f"{outcome.path}: {text}"


def _as_data(outcome: FileOutcome) -> dict[str, object]:
    return {
        "file": str(outcome.path),
        "what": outcome.what,
        "id": outcome.id,
        "events": outcome.events,
        "error": None if outcome.error is None else str(outcome.error),
        "warnings": outcome.warnings,
    }


def _print_info(info: Info) -> None:
    columns = ("game", "parts", "diaries", "events", "tables, bytes", "diaries, bytes")
    rows = [
        (game.game, game.parts, game.diaries, game.events, game.table_bytes, game.diary_bytes) for game in info.games
    ]
    print_table(columns, rows, right=columns[1:])
    for game in info.games:
        print_text(f"{game.game}: " + ", ".join(f"{rows} {table}" for table, rows in game.rows.items()))
    if info.strays:
        say(f"{len(info.strays)} files among the diaries are in no table: `archive rebuild` takes them in")
