"""Adding in batches: by this process or by several, in whatever order doubles come, the same rows."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.analytics.making import copied, header, write_diary
from tests.analytics.test_adding import ids

from wardiary.analytics import adding, packing
from wardiary.analytics.archive import Archive
from wardiary.analytics.outcome import Standing
from wardiary.analytics.packing import Batch, Packed
from wardiary.analytics.schema import TABLES
from wardiary.analytics.store import Workshop
from wardiary.events.common import Noted
from wardiary.events.errors import BrokenChain, Diverged, Unfoldable, WardiaryError
from wardiary.events.tiny import BagFilled, March


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch is two or three games."""
    for name in ("_FIRST_BYTES", "_SECOND_BYTES", "_MOST_BYTES"):
        monkeypatch.setattr(adding, name, 12_000)


def rows_of(archive: Archive) -> list[list[tuple[object, ...]]]:
    return [archive.sql(f"SELECT * FROM {table.name} ORDER BY ALL").rows for table in TABLES]


@pytest.mark.usefixtures("small_batches")
def test_a_pool_gives_the_same_rows(games: Path, freezing_games: Path, whole: Archive, tmp_path: Path) -> None:
    pooled, alone = Archive(tmp_path / "pooled"), Archive(tmp_path / "alone")
    bad = tmp_path / "bad.diary"
    bad.write_text("hello\n")
    told: list[int] = []
    added = pooled.add([games, bad, freezing_games], workers=2, advance=told.append)
    assert (added.count(Standing.NEW), [fault.path for fault in added.faults], added.exit_code) == (14, [bad], 3)
    assert sum(told) == 15
    assert len(pooled.parts()) > 3
    alone.add([games, freezing_games])
    assert rows_of(pooled) == rows_of(alone)
    assert pooled.verify() == []
    assert {path.name for path in pooled.folder.iterdir()} == {path.name for path in alone.folder.iterdir()}


@pytest.mark.usefixtures("small_batches")
def test_a_pool_rebuilds(games: Path, archive: Archive) -> None:
    archive.add([games])
    before = rows_of(archive)
    assert archive.rebuild(workers=2).exit_code == 0
    assert rows_of(archive) == before
    assert archive.verify() == []


@pytest.mark.usefixtures("small_batches")
@pytest.mark.parametrize("longer_first", [True, False])
@pytest.mark.parametrize("rebuilt", [True, False])
def test_doubles_in_two_batches(
    games: Path, archive: Archive, tmp_path: Path, longer_first: bool, rebuilt: bool
) -> None:
    """The longer one stays, and the other games of its batch too."""
    first, *others = sorted(games.iterdir())
    pair = [first, copied(first, tmp_path / "begun.diary", blocks=2)]
    one, two = pair if longer_first else pair[::-1]
    files = [one, *others[:5], two, *others[5:]]
    if rebuilt:
        archive.add([games])
        for number, path in enumerate((one, two)):
            copied(path, archive.folder / "diaries" / f"{number}a.diary")
        added = archive.rebuild()
        assert added.count(Standing.NEW) == 12
    else:
        added = archive.add(files)
        assert (added.count(Standing.NEW), added.count(Standing.OLDER), added.exit_code) == (12, 1, 0)
        assert added.events == sum(info.events for info in archive.info().games)
    assert len(ids(archive)) == 12
    assert archive.sql("SELECT count(*) FROM games WHERE NOT ended").rows == [(0,)]
    assert archive.verify() == []


@pytest.mark.usefixtures("small_batches")
def test_the_same_and_a_diverged_one_in_another_batch(games: Path, archive: Archive, tmp_path: Path) -> None:
    first, *others = sorted(games.iterdir())
    one, two = (
        write_diary(tmp_path / f"{name}.diary", header("same"), [[Noted(text="here")], [Noted(text=name)]])
        for name in ("one", "two")
    )
    added = archive.add([one, first, *others, two, copied(one, tmp_path / "copy.diary")])
    assert [(type(fault.error), fault.path) for fault in added.faults] == [(Diverged, two)]
    assert (added.count(Standing.NEW), added.count(Standing.SAME)) == (13, 1)


def test_a_good_copy_after_a_bad_one_of_the_same_id(games: Path, archive: Archive, tmp_path: Path) -> None:
    """The bad one is left out, whoever came first; the longest good one goes in."""
    first = sorted(games.iterdir())[0]
    bad = write_diary(tmp_path / "bad.diary", header(first.stem), [[BagFilled(cards=("1",)), March(unit=99)]])
    begun = copied(first, tmp_path / "begun.diary", blocks=2)
    added = archive.add([bad, begun, first])
    assert [fault.path for fault in added.faults] == [bad]
    assert (added.count(Standing.NEW), added.count(Standing.OLDER), added.exit_code) == (1, 1, 3)
    assert archive.sql("SELECT ended FROM games").rows == [(True,)]
    assert archive.verify() == []


@pytest.mark.usefixtures("small_batches")
def test_paths_are_taken_as_they_come(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts are published while paths are still to come."""
    seen: list[int] = []

    def paths() -> Iterator[Path]:
        for path in sorted(games.iterdir()):
            seen.append(len(archive.parts()))
            yield path

    archive.add(paths())
    assert seen[0] == 0
    assert seen[-1] > 0


@pytest.mark.usefixtures("small_batches")
def test_a_fault_of_the_disk_stops_all(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was published before stays, nothing else is left."""
    really = packing.pack
    calls: list[Batch] = []

    def failing(batch: Batch, *more: object) -> Packed:
        calls.append(batch)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        return really(batch)

    monkeypatch.setattr(adding, "pack", failing)
    with pytest.raises(OSError, match="No space left"):
        archive.add([games])
    assert 0 < len(ids(archive)) < 12
    assert list(archive.folder.glob("tmp-*")) == []
    assert archive.verify() == []


def test_a_stopped_workshop_makes_nothing_more(games: Path, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path / "work")
    (workshop.folder / "diaries").mkdir(parents=True)
    packing.write_known({}, tmp_path / "known")
    workshop.stop()
    packed = packing.pack(Batch(paths=tuple(games.iterdir()), workshop=workshop.folder, known=tmp_path / "known"))
    assert (packed.parts, packed.outcomes) == ((), ())


@pytest.mark.parametrize(
    "error",
    [
        Unfoldable("why", path=Path("a.diary"), event=3),
        BrokenChain("why", path=Path("a.diary"), line=1, byte=2, event=3),
        Diverged("two"),
    ],
)
def test_errors_come_whole_out_of_a_process(error: WardiaryError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_batches_begin_small_and_grow(tmp_path: Path) -> None:
    """So that all processes soon have work, and parts of a great archive are good ones."""
    path = tmp_path / "a.diary"
    path.write_bytes(bytes(1 << 20))
    sizes = [len(group) for group in adding._groups([path] * 200)]
    assert sizes[:6] == [8, 4, 4, 8, 8, 16]
    assert max(sizes) == 32
    assert sum(sizes) == 200
    packed = tmp_path / "a.diary.zst"
    packed.write_bytes(bytes(1 << 20))
    assert [len(group) for group in adding._groups([packed] * 2)] == [1, 1]
    assert [len(group) for group in adding._groups([tmp_path / "gone"] * 5)] == [5]
