"""Archives that no writer of ours made so: manifests and changes that are damaged, or name what lies elsewhere."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.analytics.test_store import rows_of

from wardiary.analytics.archive import Archive
from wardiary.analytics.engine import connect, literal
from wardiary.events.errors import ArchiveError


def test_a_lost_manifest_is_said(games: Path, archive: Archive) -> None:
    archive.add([games])
    (part,) = archive.parts()
    (part.folder / "manifest.json").unlink()
    with pytest.raises(ArchiveError, match="lost its manifest"):
        archive.info()


@pytest.mark.parametrize(("text", "says"), [("{}", "is no manifest"), ('{"schema":99}', "use a newer release")])
def test_a_manifest_that_cannot_be_read(games: Path, archive: Archive, text: str, says: str) -> None:
    archive.add([games])
    (part,) = archive.parts()
    (part.folder / "manifest.json").write_text(text)
    with pytest.raises(ArchiveError, match=says):
        archive.info()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"part": "x/../../../victim"}, "manifest of another part"),
        ({"game": "../victim"}, "manifest of another part"),
        ({"file": "../../victim/precious"}, "no name of a kept diary"),
        ({"file": "..diary"}, "no name of a kept diary"),
        ({"file": "a\0.diary"}, "no name of a kept diary"),
    ],
)
def test_a_manifest_that_names_what_lies_elsewhere(
    games: Path, archive: Archive, tmp_path: Path, change: dict[str, str], says: str
) -> None:
    """A rebuild moves and deletes what manifests name."""
    archive.add([games])
    precious = tmp_path / "victim" / "precious"
    precious.parent.mkdir()
    precious.write_text("x")
    (part,) = archive.parts()
    data = msgspec.json.decode((part.folder / "manifest.json").read_bytes())
    (data["diaries"][0] if "file" in change else data).update(change)
    (part.folder / "manifest.json").write_bytes(msgspec.json.encode(data))
    with pytest.raises(ArchiveError, match=says):
        archive.rebuild()
    assert precious.read_text() == "x"


def test_a_part_with_a_bad_manifest_is_mended_as_its_error_says(games: Path, archive: Archive) -> None:
    archive.add([games])
    before = rows_of(archive)
    (part,) = archive.parts()
    (part.folder / "manifest.json").write_text("{}")
    with pytest.raises(ArchiveError, match="take the part's folder away, then `wardiary archive rebuild`"):
        archive.rebuild()
    part.folder.rename(archive.folder.parent / "away")
    assert archive.rebuild().exit_code == 0
    assert rows_of(archive) == before


_INSIDE = f"tmp-{'0' * 16}/diaries/a.diary"


@pytest.mark.parametrize(
    "swap",
    [
        b"{",
        b"[]",
        b'{"trash": "\xff"}',
        *(
            msgspec.json.encode({"trash": f"old-{'0' * 16}"} | change)
            for change in (
                {"trash": "../victim"},
                {"trash": ""},
                {"go": ["../victim"]},
                {"go": ["diaries/.."]},
                {"go": ["game=../victim/precious"]},
                {"go": ["game=tiny/.."]},
                {"come": [["../victim/precious", "game=tiny/part=a"]]},
                {"come": [[_INSIDE, "../victim/precious"]]},
                {"diaries": [[_INSIDE, "diaries/../../victim/precious"]]},
                {"diaries": [["diaries/a.diary", "diaries/b.diary"]]},
            )
        ),
    ],
)
def test_a_change_that_no_writer_began(games: Path, archive: Archive, tmp_path: Path, swap: bytes) -> None:
    archive.add([games])
    precious = tmp_path / "victim" / "precious"
    precious.parent.mkdir()
    precious.write_text("x")
    (archive.folder / "swap.json").write_bytes(swap)
    for work in (archive.info, archive.rebuild, lambda: archive.add([games])):
        with pytest.raises(ArchiveError, match=r"swap\.json: is no change that a writer began"):
            work()
    assert precious.read_text() == "x"
    (archive.folder / "swap.json").unlink()
    assert archive.rebuild().exit_code == 0


@pytest.mark.parametrize("deed", ["sql", "compact", "remove"])
def test_rows_that_nobody_wrote_are_not_passed_on(games: Path, archive: Archive, tmp_path: Path, deed: str) -> None:
    """A table that reads well and is another one: a joined part or a cache of it would pass for sound."""
    paths = sorted(games.iterdir())
    archive.add(paths[:1])
    archive.add(paths[1:4])
    part = max(archive.parts(), key=lambda part: part.manifest.events)
    table = part.file("orders")
    with connect() as connection:
        connection.execute(
            f"COPY (SELECT * REPLACE (turn + 1 AS turn) FROM read_parquet({literal(str(table))}, "
            f"hive_partitioning = false)) TO {literal(str(tmp_path / 'other.parquet'))}"
        )
    table.write_bytes((tmp_path / "other.parquet").read_bytes())
    before = [one.manifest for one in archive.parts()]
    deeds: dict[str, Callable[[], object]] = {
        "sql": lambda: archive.sql("SELECT 1"),
        "compact": archive.compact,
        "remove": lambda: archive.remove([part.manifest.diaries[0].id]),
    }
    with pytest.raises(ArchiveError, match=r"orders\.parquet: is not the file that was written.*archive rebuild"):
        deeds[deed]()
    assert [one.manifest for one in archive.parts()] == before
    archive.rebuild()
    deeds[deed]()
    assert archive.verify() == []
