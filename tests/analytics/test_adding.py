"""What goes into an archive, what replaces what, and what stays out."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.analytics.making import (
    copied,
    events_of,
    foldless,
    header,
    jump_into_a_step,
    sealed_falsely,
    simulated,
    spaced,
    take_back,
    write_diary,
)
from tests.cli.running import Run

from wardiary.analytics import packing
from wardiary.analytics.archive import Archive
from wardiary.analytics.manifest import digest_of
from wardiary.analytics.outcome import Standing
from wardiary.events.common import Embedded, Ended, Header, Noted
from wardiary.events.errors import ArchiveError, Diverged, Unfoldable, UsageError
from wardiary.events.tiny import March
from wardiary.replay.finding import find_diaries


def ids(archive: Archive) -> list[str]:
    return [row[0] for row in archive.sql("SELECT game_id FROM games ORDER BY ALL")]


def files_of(archive: Archive) -> dict[str, str]:
    """Every file of the archive but the cache, with its digest."""
    paths = (path for path in archive.folder.rglob("*") if path.is_file() and "cache" not in path.parts)
    return {str(path.relative_to(archive.folder)): digest_of(path) for path in paths}


def first_game(games: Path) -> Path:
    return sorted(games.iterdir())[0]


def id_of(path: Path) -> str:
    first = events_of(path)[0]
    assert isinstance(first, Header)
    return first.id


def test_adding_again_changes_nothing(games: Path, archive: Archive) -> None:
    assert archive.add([games]).count(Standing.NEW) == 12
    before = files_of(archive)
    again = archive.add([games])
    assert (again.count(Standing.SAME), again.exit_code, again.events) == (12, 0, 0)
    assert files_of(archive) == before


def test_what_departs_from_the_rules_goes_in_and_check_says_so(
    games: Path, archive: Archive, tmp_path: Path, wardiary: Run
) -> None:
    """A winner who has not won: the chain is whole and everything folds, and only the rules know better."""
    first, *events = events_of(first_game(games))
    assert isinstance(first, Header)
    end = next(at for at, event in enumerate(events) if isinstance(event, Ended))
    told = events[end]
    assert isinstance(told, Ended)
    other = "blue" if told.winners == ("red",) else "red"
    wrong = write_diary(tmp_path / "wrong.diary", first, [[*events[:end], replace(told, winners=(other,))]])
    assert archive.add([wrong]).exit_code == 0
    assert archive.sql("SELECT winners FROM games").rows == [([other],)]
    assert wardiary("check", wrong).code == 1


def test_a_diary_that_goes_on_replaces_what_is_there(games: Path, archive: Archive, tmp_path: Path) -> None:
    path = first_game(games)
    archive.add([copied(path, tmp_path / "begun.diary", blocks=2), *sorted(games.iterdir())[1:4]])
    assert archive.sql(f"SELECT ended FROM games WHERE game_id = '{id_of(path)}'").rows == [(False,)]
    others = archive.sql(f"SELECT * FROM events WHERE game_id <> '{id_of(path)}' ORDER BY ALL").rows
    added = archive.add([path])
    assert (added.count(Standing.LONGER), added.exit_code) == (1, 0)
    assert archive.sql(f"SELECT ended FROM games WHERE game_id = '{id_of(path)}'").rows == [(True,)]
    assert archive.sql(f"SELECT * FROM events WHERE game_id <> '{id_of(path)}' ORDER BY ALL").rows == others
    assert archive.verify() == []
    fresh = Archive(tmp_path / "fresh")
    fresh.add(sorted(games.iterdir())[:4])
    for table in ("games", "players", "orders", "rolls", "draws", "outcomes", "positions", "records"):
        query = f"SELECT * FROM {table} ORDER BY ALL"
        assert archive.sql(query).rows == fresh.sql(query).rows


def test_the_last_game_of_a_part_is_replaced(games: Path, archive: Archive, tmp_path: Path) -> None:
    path = first_game(games)
    archive.add([copied(path, tmp_path / "begun.diary", blocks=2)])
    archive.add([path])
    assert len(archive.parts()) == 1
    assert ids(archive) == [id_of(path)]
    assert archive.verify() == []


def test_an_older_copy_changes_nothing(games: Path, archive: Archive, tmp_path: Path) -> None:
    path = first_game(games)
    archive.add([path])
    before = files_of(archive)
    added = archive.add([copied(path, tmp_path / "begun.diary", blocks=2)])
    assert (added.count(Standing.OLDER), added.exit_code) == (1, 0)
    assert files_of(archive) == before


@pytest.mark.parametrize("longer_first", [True, False])
def test_two_copies_in_one_call(games: Path, archive: Archive, tmp_path: Path, longer_first: bool) -> None:
    path = first_game(games)
    pair = [path, copied(path, tmp_path / "begun.diary", blocks=2)]
    added = archive.add(pair if longer_first else reversed(pair))
    assert (added.count(Standing.NEW), added.count(Standing.OLDER), added.exit_code) == (1, 1, 0)
    assert archive.sql("SELECT ended FROM games").rows == [(True,)]


@pytest.mark.parametrize("notes", [1, 200])
def test_a_diary_that_diverged_is_refused(games: Path, archive: Archive, tmp_path: Path, notes: int) -> None:
    """Whether it is shorter or longer than what is there."""
    path = first_game(games)
    archive.add([path])
    before = files_of(archive)
    begun = events_of(path)[1:12]
    other = write_diary(tmp_path / "other.diary", header(id_of(path)), [begun, [Noted(text="another game")] * notes])
    added = archive.add([other])
    (fault,) = added.faults
    assert isinstance(fault.error, Diverged)
    assert str(other) in str(fault.error)
    assert added.exit_code == 3
    assert files_of(archive) == before


def test_two_that_diverged_in_one_call(games: Path, archive: Archive, tmp_path: Path) -> None:
    begun = events_of(first_game(games))[1:12]
    pair = [
        write_diary(tmp_path / f"{name}.diary", header("same"), [begun, [Noted(text=name)]]) for name in ("one", "two")
    ]
    added = archive.add(pair)
    assert (added.count(Standing.NEW), [type(fault.error) for fault in added.faults]) == (1, [Diverged])
    assert archive.sql("SELECT args FROM records WHERE tag = 'noted'").rows == [('{"text":"one"}',)]


def flipped(to: Path) -> Path:
    """A bit of the second block, with good blocks after it."""
    write_diary(to, header("flipped"), [[Noted(text="abc")], [Noted(text="def")], [Noted(text="ghi")]])
    data = to.read_bytes()
    assert data.count(b"abc") == 1
    to.write_bytes(data.replace(b"abc", b"abb"))
    return to


BAD: list[tuple[str, Callable[[Path, Path], Path], str]] = [
    ("a flipped bit", lambda game, to: flipped(to), "damaged"),
    ("no diary", lambda game, to: (to.write_text("hello\n"), to)[1], "is no diary"),
    ("an empty file", lambda game, to: (to.write_bytes(b""), to)[1], "is empty"),
    ("no file", lambda game, to: to, "no such file"),
    ("an order that the state cannot take", lambda game, to: foldless(to), "tiny.march cannot be applied"),
    ("a jump into a step", lambda game, to: jump_into_a_step(to), "no step ends there"),
    ("a line that is written otherwise", lambda game, to: spaced(to), "is not written the way"),
    ("a seal of another diary", lambda game, to: sealed_falsely(to), "the seal does not fit"),
    (
        "an unknown game",
        lambda game, to: (to.write_bytes(game.read_bytes().replace(b'"tiny"', b'"tinny"', 1)), to)[1],
        "",
    ),
]


@pytest.mark.parametrize(("make", "says"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_a_bad_file_is_named_and_the_rest_goes_in(
    games: Path, archive: Archive, tmp_path: Path, make: Callable[[Path, Path], Path], says: str
) -> None:
    good = sorted(games.iterdir())
    bad = make(good[0], tmp_path / "bad.diary")
    added = archive.add([good[1], bad, good[2]])
    (fault,) = added.faults
    assert fault.path == bad
    assert says in str(fault.error)
    assert (added.exit_code, added.count(Standing.NEW)) == (3, 2)
    assert ids(archive) == sorted(map(id_of, good[1:3]))
    assert archive.verify() == []
    assert archive.sql("SELECT count(DISTINCT game_id) FROM events").rows == [(2,)], "no row of the bad one is left"


@pytest.mark.parametrize("last", [True, False])
def test_rows_spooled_before_a_fault_go_away(
    games: Path, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last: bool
) -> None:
    """Pieces so small that most of the bad diary is spooled when its fault is found."""
    monkeypatch.setattr("wardiary.analytics.rows.PIECE_BYTES", 10)
    first = header("bad")
    bad = write_diary(tmp_path / "bad.diary", first, [events_of(first_game(games))[1:60], [March(unit=99)]])
    good = sorted(games.iterdir())[1]
    added = archive.add([good, bad] if last else [bad, good])
    assert [fault.path for fault in added.faults] == [bad]
    assert archive.sql("SELECT DISTINCT game_id FROM events").rows == [(id_of(good),)]
    assert archive.verify() == []


def test_a_fault_found_in_the_middle_says_where(archive: Archive, tmp_path: Path) -> None:
    bad = foldless(tmp_path / "bad.diary")
    (fault,) = archive.add([bad]).faults
    assert isinstance(fault.error, Unfoldable)
    assert (fault.error.path, fault.error.event) == (bad, 3)


def test_a_folder_that_is_called_like_a_diary_is_none(games: Path, archive: Archive, tmp_path: Path) -> None:
    (tmp_path / "in" / "x.diary").mkdir(parents=True)
    copied(sorted(games.iterdir())[0], tmp_path / "in" / "a.diary")
    found = list(find_diaries([tmp_path / "in"]))
    assert [path.name for path in found] == ["a.diary"]
    assert archive.add(found).exit_code == 0


def test_a_torn_end_is_left_out_and_said(games: Path, archive: Archive, tmp_path: Path) -> None:
    path = copied(first_game(games), tmp_path / "torn.diary", blocks=2)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"t":"tiny.halt"}\n')
    (outcome,) = archive.add([path]).outcomes
    assert "torn end" in outcome.warnings[0]
    (kept,) = (archive.folder / "diaries").iterdir()
    shutil.copy(kept, tmp_path / "copy.diary.zst")
    assert events_of(tmp_path / "copy.diary.zst") == events_of(path)
    assert archive.verify() == []


@pytest.mark.parametrize(
    "game_id", ["../../escaped", "a/b", "UPPER", ".hidden", "x-" + "0" * 32, "tab\tand\nline", "ä"]
)
def test_any_id_is_a_safe_file_name(games: Path, archive: Archive, tmp_path: Path, game_id: str) -> None:
    path = write_diary(tmp_path / "odd.diary", header(game_id), [events_of(first_game(games))[1:12]])
    assert archive.add([path]).exit_code == 0
    (kept,) = (archive.folder / "diaries").iterdir()
    assert kept.name.startswith("x-")
    assert archive.sql("SELECT game_id FROM games").rows == [(game_id,)]
    assert archive.add([path]).count(Standing.SAME) == 1
    assert sorted(tmp_path.iterdir()) == sorted([archive.folder, path])


def test_many_games_are_few_parts(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "PART_GAMES", 5)
    archive.add([games])
    assert sorted(len(part.manifest.diaries) for part in archive.parts()) == [2, 5, 5]
    assert len(ids(archive)) == 12
    assert archive.verify() == []


def test_a_part_is_closed_after_so_many_events(games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "PART_EVENTS", 300)
    archive.add([games])
    assert max(len(part.manifest.diaries) for part in archive.parts()) <= 4
    assert len(ids(archive)) == 12


def test_games_of_several_kinds(games: Path, freezing_games: Path, archive: Archive) -> None:
    added = archive.add([games, freezing_games])
    assert added.exit_code == 0
    assert [(game.game, game.diaries) for game in archive.info().games] == [("freezing", 2), ("tiny", 12)]
    assert sorted(path.name for path in archive.folder.glob("game=*")) == ["game=freezing", "game=tiny"]


def test_compressed_diaries_are_read(games: Path, archive: Archive, tmp_path: Path) -> None:
    archive.add([games])
    other = Archive(tmp_path / "other")
    assert other.add([archive.folder / "diaries"]).count(Standing.NEW) == 12
    assert ids(other) == ids(archive)


def test_without_zstandard_diaries_are_kept_plain(
    games: Path, archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    path = first_game(games)
    archive.add([path])
    kept = archive.folder / "diaries" / f"{id_of(path)}.diary"
    assert kept.read_bytes() == path.read_bytes()
    assert archive.verify() == []


def test_a_plain_copy_gives_way_to_a_compressed_one(
    games: Path, archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = first_game(games)
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "zstandard", None)
        archive.add([copied(path, tmp_path / "begun.diary", blocks=2)])
    archive.add([path])
    assert [kept.name for kept in (archive.folder / "diaries").iterdir()] == [f"{id_of(path)}.diary.zst"]
    assert archive.info().strays == ()


def test_component_data_that_a_diary_embeds(games: Path, archive: Archive, tmp_path: Path) -> None:
    """Features are worked out with the data of the game; data that is not what the header says serves nobody else."""
    events = events_of(first_game(games))[1:12]
    text = (Path(__file__).parents[2] / "core/games/tiny/data/tiny.toml").read_text()
    first = header("own", data="f" * 32)
    own = write_diary(tmp_path / "own.diary", first, [[Embedded(name="tiny.toml", text=text)], events])
    unknown = write_diary(tmp_path / "unknown.diary", header("unknown", data="f" * 32), [events])
    assert archive.add([own, unknown]).exit_code == 0
    assert archive.sql("SELECT game_id, own_data FROM games ORDER BY ALL").rows == [("own", True), ("unknown", False)]
    assert archive.sql("SELECT count(DISTINCT game_id) FROM positions").rows == [(2,)]


def test_taken_back_diary_replaces_its_beginning(games: Path, archive: Archive, tmp_path: Path) -> None:
    path, _ = take_back(first_game(games), tmp_path / "back.diary", steps=3)
    archive.add([copied(path, tmp_path / "begun.diary", blocks=2)])
    assert archive.add([path]).count(Standing.LONGER) == 1
    assert archive.sql("SELECT take_backs FROM games").rows == [(1,)]


@pytest.mark.parametrize("what", ["a file", "a full folder", "another format"])
def test_wrong_use(games: Path, tmp_path: Path, what: str) -> None:
    folder = tmp_path / "place"
    error: type[Exception] = UsageError
    if what == "a file":
        folder.write_text("mine")
    elif what == "a full folder":
        folder.mkdir()
        (folder / "letter.txt").write_text("mine")
    else:
        folder.mkdir()
        (folder / "archive.json").write_text('{"format":"wardiary-archive/9"}\n')
        error = ArchiveError
    before = sorted(path.name for path in tmp_path.rglob("*"))
    with pytest.raises(error):
        Archive(folder).add([games])
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("there", [True, False])
@pytest.mark.parametrize("what", ["missing", "empty", "unfoldable", "nothing"])
def test_no_archive_is_left_where_nothing_came_in(tmp_path: Path, what: str, there: bool) -> None:
    folder, source = tmp_path / "place", tmp_path / "source"
    if there:
        folder.mkdir()
    if what == "empty":
        source.mkdir()
    elif what == "unfoldable":
        foldless(source)
    before = sorted(tmp_path.rglob("*"))
    assert Archive(folder).add([source] if what != "nothing" else []).exit_code == (3 if what != "nothing" else 0)
    assert sorted(tmp_path.rglob("*")) == before


def test_an_archive_that_was_there_stays(games: Path, archive: Archive, tmp_path: Path) -> None:
    archive.add([games])
    archive.remove(ids(archive))
    assert archive.add([tmp_path / "gone.diary"]).exit_code == 3
    assert archive.parts() == []


def test_an_empty_folder_among_others_is_named_and_the_rest_goes_in(
    games: Path, archive: Archive, tmp_path: Path
) -> None:
    (tmp_path / "none" / "below").mkdir(parents=True)
    added = archive.add([tmp_path / "none", games])
    (fault,) = added.faults
    assert "none: is a folder, not a diary" in str(fault.error)
    assert (added.exit_code, added.count(Standing.NEW)) == (3, 12)


@pytest.mark.parametrize("ask", ["info", "verify", "rebuild"])
def test_no_archive_there(tmp_path: Path, ask: str) -> None:
    with pytest.raises(UsageError, match="no archive there"):
        getattr(Archive(tmp_path / "nowhere"), ask)()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_an_odd_name(games: Path, tmp_path: Path) -> None:
    """Quotes and wildcards mean nothing."""
    archive = Archive(tmp_path / "odd 'name' [1]*?{a}")
    archive.add([games])
    assert len(ids(archive)) == 12
    archive.rebuild()
    assert archive.verify() == []


def test_replaced_games_of_two_parts(archive: Archive, games: Path, tmp_path: Path) -> None:
    paths = sorted(games.iterdir())[:2]
    for number, path in enumerate(paths):
        archive.add([copied(path, tmp_path / f"{number}.diary", blocks=2)])
    assert len(archive.parts()) == 2
    assert archive.add(paths).count(Standing.LONGER) == 2
    assert len(archive.parts()) == 1
    assert archive.sql("SELECT ended FROM games").rows == [(True,), (True,)]
    assert archive.verify() == []


def test_more_games_later(archive: Archive, games: Path, tmp_path: Path) -> None:
    archive.add([games])
    more = simulated(tmp_path / "more", "tiny", 14)
    added = archive.add([more])
    assert (added.count(Standing.SAME), added.count(Standing.NEW)) == (12, 2)
    assert len(ids(archive)) == 14
