"""verify, rebuild and info."""

import shutil
from functools import partial
from pathlib import Path

import msgspec
import pytest
from tests.analytics.making import copied, header, write_diary
from tests.analytics.test_adding import files_of, first_game, ids
from tests.analytics.test_store import dying, held_by

from wardiary.analytics import upkeep
from wardiary.analytics.archive import Archive, Compacted, Removed
from wardiary.analytics.outcome import Standing
from wardiary.analytics.schema import TABLES
from wardiary.events.common import Noted
from wardiary.events.errors import ArchiveError

FILES = [*(f"{table.name}.parquet" for table in TABLES), "diary"]


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def file_named(archive: Archive, name: str) -> Path:
    (part,) = archive.parts()
    return part.folder / name if name != "diary" else sorted((archive.folder / "diaries").iterdir())[0]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("how", ["damaged", "lost"])
def test_verify_names_each_file_that_is_not_what_it_was(games: Path, archive: Archive, name: str, how: str) -> None:
    archive.add([games])
    assert archive.verify() == []
    path = file_named(archive, name)
    if how == "damaged":
        damage(path)
    else:
        path.unlink()
    (fault,) = archive.verify()
    assert fault.file == str(path)
    assert ("digest differs" in fault.what, fault.what == "is lost") == (how == "damaged", how == "lost")


def test_verify_names_a_game_that_is_there_twice(games: Path, archive: Archive) -> None:
    """As where somebody has copied a part's folder: every report would count its games twice."""
    archive.add([first_game(games)])
    (part,) = archive.parts()
    other = part.folder.with_name("part=0123456789abcdef")
    shutil.copytree(part.folder, other)
    manifest = (other / "manifest.json").read_text()
    (other / "manifest.json").write_text(manifest.replace(part.manifest.part, "0123456789abcdef"))
    (fault,) = archive.verify()
    assert fault.what == f"game {part.manifest.diaries[0].id} is in another part as well"


def test_verify_reads_diaries_not_only_their_digests(games: Path, archive: Archive) -> None:
    """A manifest that was written over to fit a changed diary is found out by the chain."""
    archive.add(sorted(games.iterdir())[:2])
    (part,) = archive.parts()
    first, second = part.manifest.diaries
    entry = msgspec.structs.replace(first, file=second.file, digest=second.digest)
    manifest = msgspec.structs.replace(part.manifest, diaries=(entry, second))
    (part.folder / "manifest.json").write_bytes(msgspec.json.encode(manifest))
    assert [fault.what for fault in archive.verify()] == ["is another diary than its manifest says"]


@pytest.mark.parametrize("how", ["damaged", "lost"])
def test_rebuild_mends_tables(games: Path, archive: Archive, how: str) -> None:
    archive.add([games])
    before = [archive.sql(f"SELECT * FROM {table.name} ORDER BY ALL").rows for table in TABLES]
    for table in TABLES:
        path = file_named(archive, f"{table.name}.parquet")
        damage(path) if how == "damaged" else path.unlink()
    assert archive.rebuild().exit_code == 0
    assert archive.verify() == []
    assert [archive.sql(f"SELECT * FROM {table.name} ORDER BY ALL").rows for table in TABLES] == before


@pytest.mark.parametrize("how", ["damaged", "lost"])
def test_rebuild_changes_nothing_when_a_diary_is_bad(games: Path, archive: Archive, how: str) -> None:
    archive.add([games])
    path = file_named(archive, "diary")
    damage(path) if how == "damaged" else path.unlink()
    before = files_of(archive)
    with pytest.raises(ArchiveError, match="nothing was changed"):
        archive.rebuild()
    assert files_of(archive) == before
    assert len(ids(archive)) == 12


def test_rebuild_takes_in_strays(games: Path, archive: Archive) -> None:
    first, second = sorted(games.iterdir())[:2]
    archive.add([first])
    copied(second, archive.folder / "diaries" / second.name)
    assert archive.info().strays == (second.name,)
    archive.rebuild()
    assert archive.info().strays == ()
    assert len(ids(archive)) == 2


def test_what_lies_below_the_kept_diaries_is_none_of_them(games: Path, archive: Archive) -> None:
    """A manifest has names for the files in `diaries/` alone."""
    first, second = sorted(games.iterdir())[:2]
    archive.add([first])
    below = archive.folder / "diaries" / "below"
    below.mkdir()
    copied(second, below / second.name)
    archive.rebuild()
    assert archive.info().strays == ()
    assert archive.verify() == []


def test_a_bad_stray_is_named_and_left(games: Path, archive: Archive) -> None:
    archive.add([games])
    (archive.folder / "diaries" / "junk.diary").write_text("junk\n")
    rebuilt = archive.rebuild()
    assert [fault.path.name for fault in rebuilt.faults] == ["junk.diary"]
    assert len(ids(archive)) == 12


def test_tables_of_an_older_schema_are_rebuilt(games: Path, archive: Archive) -> None:
    archive.add([games])
    (part,) = archive.parts()
    old = msgspec.structs.replace(part.manifest, schema=0)
    (part.folder / "manifest.json").write_bytes(msgspec.json.encode(old))
    assert archive.info().schema == 0
    for ask in (lambda: archive.add([games]), lambda: archive.sql("FROM games")):
        with pytest.raises(ArchiveError, match="rebuild"):
            ask()
    archive.rebuild()
    assert archive.info().schema == 1
    assert len(ids(archive)) == 12


def test_rebuild_joins_parts(games: Path, archive: Archive) -> None:
    for path in sorted(games.iterdir())[:4]:
        archive.add([path])
    assert len(archive.parts()) == 4
    archive.rebuild()
    assert len(archive.parts()) == 1
    assert len(ids(archive)) == 4


def test_info_counts(games: Path, archive: Archive, tmp_path: Path) -> None:
    archive.add([games, write_diary(tmp_path / "x.diary", header("x"), [[Noted(text="hello")]])])
    (tiny,) = archive.info().games
    assert (tiny.parts, tiny.diaries) == (1, 13)
    for table in TABLES:
        assert archive.sql(f"SELECT count(*) FROM {table.name}").rows == [(tiny.rows[table.name],)]
    assert archive.sql("SELECT sum(events) FROM games").rows == [(tiny.events,)]
    assert tiny.events == sum(tiny.rows[name] for name in ("orders", "rolls", "draws", "outcomes", "records"))
    assert tiny.diary_bytes == sum(path.stat().st_size for path in (archive.folder / "diaries").iterdir())


def test_compact_joins_parts_and_keeps_rows(games: Path, freezing_games: Path, archive: Archive) -> None:
    for path in [*sorted(games.iterdir())[:4], *sorted(freezing_games.iterdir())]:
        archive.add([path])
    before = [archive.sql(f"SELECT * FROM {table.name} ORDER BY ALL").rows for table in TABLES]
    diaries = sorted((archive.folder / "diaries").iterdir())
    assert archive.compact() == Compacted(before=6, after=2)
    assert [archive.sql(f"SELECT * FROM {table.name} ORDER BY ALL").rows for table in TABLES] == before
    assert archive.verify() == []
    assert sorted((archive.folder / "diaries").iterdir()) == diaries
    assert archive.sql("SELECT count(*) FROM positions_tiny").rows[0][0] > 0
    assert archive.compact() == Compacted(before=2, after=2)
    assert archive.add([games]).exit_code == 0


def test_only_parts_that_fit_are_joined(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted(games.iterdir())[:5]:
        archive.add([path])
    monkeypatch.setattr(upkeep, "_JOINED_GAMES", 2)
    assert [len(group) for group in upkeep.small_parts(archive.parts())] == [2, 2]
    monkeypatch.setattr(upkeep, "_JOINED_EVENTS", 1)
    assert list(upkeep.small_parts(archive.parts())) == []


def test_games_are_taken_out(games: Path, archive: Archive) -> None:
    for path in (games, *sorted(games.iterdir())[:0]):
        archive.add([path])
    gone, *left = ids(archive)
    rows = archive.sql(f"SELECT * FROM events WHERE game_id <> '{gone}' ORDER BY ALL").rows
    assert archive.remove([gone, "nobody", gone]) == Removed(removed=(gone,), unknown=("nobody",))
    assert ids(archive) == left
    assert archive.sql("SELECT * FROM events ORDER BY ALL").rows == rows
    assert len(list((archive.folder / "diaries").iterdir())) == 11
    assert archive.verify() == []
    assert archive.add([games]).count(Standing.NEW) == 1
    assert archive.remove(ids(archive)).unknown == ()
    assert archive.parts() == []
    assert list((archive.folder / "diaries").iterdir()) == []
    assert archive.add([games]).count(Standing.NEW) == 12


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("work", ["compact", "remove"])
def test_dead_at_every_rename_of_upkeep(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, moment: str
) -> None:
    """A writer that joins parts or takes games out dies at each step: as before or as after, and whole."""
    paths = sorted(games.iterdir())[:4]
    for at in range(1, 40):
        archive = Archive(tmp_path / str(at))
        for path in paths:
            archive.add([path])
        before = held_by(archive)
        doing = archive.compact if work == "compact" else partial(archive.remove, before[:2])
        died = dying(monkeypatch, at, moment, doing)
        held = held_by(archive)
        assert held in ([before] if work == "compact" else [before, before[2:]])
        if at % 4 == 0:
            assert ids(archive) == held
        archive.add(paths[2:])
        assert held_by(archive) == held
        assert archive.verify() == []
        if not died:
            break
    assert at > 5
