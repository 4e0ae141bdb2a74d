"""The table `whatif`: rows that no diary gives, which nothing that is done to an archive may lose."""

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.analytics.test_adding import files_of, ids
from tests.analytics.test_store import dying

from wardiary.analytics.archive import Archive, Compacted
from wardiary.analytics.engine import connect
from wardiary.analytics.manifest import digest_of, read_manifest
from wardiary.analytics.schema import SCHEMA, WHATIF
from wardiary.analytics.views import SHELL_VIEWS
from wardiary.analytics.whatif import chart_rows, whatif_rows
from wardiary.core.requests import Roll
from wardiary.events.common import Ended
from wardiary.events.errors import ArchiveError, UsageError
from wardiary.replay.replay import Replay
from wardiary.replay.shares import result_shares
from wardiary.replay.valuation.tallies import WhatIf
from wardiary.replay.valuation.whatif import answer_what_if, ask_what_if

PLAYERS = {"red": "greedy", "blue": "greedy"}


def first_roll(path: Path) -> int:
    replay = Replay(path)
    return next(n for n in replay.step_ends if isinstance(replay.table.rules.request(replay.state_at(n)), Roll))


def answered(path: Path, seed: str = "1") -> WhatIf:
    return answer_what_if(ask_what_if(path, first_roll(path), n=6, players=PLAYERS, seed=seed))


@pytest.fixture(scope="module")
def answers(games: Path) -> list[WhatIf]:
    """Answers about three games, two of them about the first."""
    first, second, third, *_ = sorted(games.iterdir())
    return [answered(first), answered(first, "2"), answered(second), answered(third)]


@pytest.fixture
def filled(archive: Archive, games: Path, answers: list[WhatIf]) -> Archive:
    """An archive with two games and all answers, one of them about a game that it does not hold."""
    archive.add(sorted(games.iterdir())[:2])
    assert [archive.keep_whatif(answer) for answer in answers] == [True] * 4
    return archive


def rows(archive: Archive) -> list[tuple[object, ...]]:
    return archive.sql("SELECT * FROM whatif ORDER BY ALL").rows


def expected(answers: list[WhatIf]) -> list[tuple[object, ...]]:
    return [row for answer in answers for row in whatif_rows(answer).rows]


def by_key(found: list[tuple[object, ...]]) -> dict[tuple[object, ...], tuple[object, ...]]:
    at = [WHATIF.names.index(name) for name in WHATIF.key]
    return {tuple(row[index] for index in at): row for row in found}


def test_rows_come_back_as_they_were_worked_out(filled: Archive, answers: list[WhatIf]) -> None:
    kept, given = by_key(rows(filled)), by_key(expected(answers))
    assert len(given) == len(expected(answers)), "the key tells rows apart"
    assert kept == given


def test_a_row_is_a_measure_of_an_answer(filled: Archive, answers: list[WhatIf]) -> None:
    answer = answers[0]
    query = f"FROM whatif WHERE question = '{answer.id}' AND measure = 'result' AND name = 'red' ORDER BY branch"
    told = filled.sql(query).dicts()
    assert [row["branch"] for row in told] == list(range(len(answer.branches) + 1))
    assert (told[0]["words"], told[0]["answer"], told[0]["weight"]) == ("value", None, 1.0)
    for row, branch in zip(told[1:], answer.branches, strict=True):
        assert (row["words"], row["reading"], row["recorded"]) == (branch.words, branch.reading, branch.recorded)
        assert row["weight"] == branch.weight
        assert row["players"] == ["red=greedy", "blue=greedy"]
        assert row["n"] == answer.n
    weighed = sum(row["weight"] * row["mean"] for row in told[1:])
    assert abs(weighed - told[0]["mean"]) < 1e-9


def test_shares_are_those_of_the_view_results(archive: Archive, games: Path) -> None:
    archive.add([games])
    query = "SELECT r.winners, p.seat, r.result_share FROM results r JOIN players p USING (game_id, seat)"
    told = archive.sql(query).rows
    assert {len(winners) for winners, _, _ in told} == {0, 1}
    for winners, seat, share in told:
        assert share == result_shares(Ended(kind="any", winners=tuple(winners)), ("red", "blue"))[seat]


def test_the_same_question_is_kept_once(filled: Archive, answers: list[WhatIf]) -> None:
    before = files_of(filled)
    assert filled.keep_whatif(answers[0]) is False
    assert files_of(filled) == before


def test_an_archive_is_needed(tmp_path: Path, answers: list[WhatIf]) -> None:
    with pytest.raises(UsageError, match="no archive there"):
        Archive(tmp_path / "none").keep_whatif(answers[0])


def test_nothing_is_lost_by_upkeep(filled: Archive, answers: list[WhatIf], games: Path) -> None:
    before = rows(filled)
    assert filled.verify() == []
    assert filled.compact() == Compacted(before=5, after=2)
    assert rows(filled) == before
    assert filled.rebuild().exit_code == 0
    assert rows(filled) == before
    filled.add([games])
    assert rows(filled) == before
    assert filled.verify() == []
    (tiny,) = filled.info().games
    assert tiny.rows["whatif"] == len(before)
    assert filled.keep_whatif(answers[3]) is False


def test_a_game_that_is_taken_out_takes_its_answers_along(filled: Archive, answers: list[WhatIf]) -> None:
    filled.compact()
    gone = answers[0].game_id
    assert filled.remove([gone]).removed == (gone,)
    assert by_key(rows(filled)) == by_key(expected(answers[2:]))
    assert filled.remove([answers[3].game_id]).removed == (answers[3].game_id,)
    assert by_key(rows(filled)) == by_key(expected(answers[2:3]))
    assert filled.verify() == []
    assert filled.keep_whatif(answers[0]) is True


def test_answers_outlive_all_games(filled: Archive, answers: list[WhatIf]) -> None:
    """An archive without any diary is one still: its other tables are empty."""
    filled.remove(ids(filled))
    assert by_key(rows(filled)) == by_key(expected(answers[3:]))
    assert filled.sql("SELECT count(*) FROM games").rows == [(0,)]
    assert filled.rebuild().exit_code == 0
    assert by_key(rows(filled)) == by_key(expected(answers[3:]))


@pytest.mark.parametrize("how", ["damaged", "lost"])
def test_verify_names_the_file(filled: Archive, how: str) -> None:
    part = next(part for part in filled.parts() if part.manifest.questions)
    path = part.file("whatif")
    if how == "lost":
        path.unlink()
    else:
        path.write_bytes(path.read_bytes()[:-1] + b"\0")
    (fault,) = filled.verify()
    assert fault.file == str(path)


def test_answers_of_an_older_schema_are_carried_over(filled: Archive, answers: list[WhatIf]) -> None:
    """What the older table did not have is NULL, nothing else changes."""
    import duckdb

    for part in filled.parts():
        manifest = read_manifest(part.folder)
        tables = manifest.tables
        if manifest.questions:
            older = part.folder / "older.parquet"
            duckdb.sql(f"COPY (SELECT * EXCLUDE p90 FROM '{part.file('whatif')}') TO '{older}' (FORMAT parquet)")
            older.replace(part.file("whatif"))
            (table,) = tables
            tables = (msgspec.structs.replace(table, digest=digest_of(part.file("whatif"))),)
        old = msgspec.structs.replace(manifest, schema=SCHEMA - 1, tables=tables)
        (part.folder / "manifest.json").write_bytes(msgspec.json.encode(old))
    with pytest.raises(ArchiveError, match="rebuild"):
        rows(filled)
    assert filled.rebuild().exit_code == 0
    at = WHATIF.names.index("p90")
    assert by_key(rows(filled)) == by_key([(*row[:at], None, *row[at + 1 :]) for row in expected(answers)])
    assert filled.verify() == []


def test_rotted_answers_are_written_on_by_nothing_and_may_be_dropped(filled: Archive, answers: list[WhatIf]) -> None:
    """They would pass for sound ever after. The archive is whole without the folder that the refusal names."""
    part = next(part for part in filled.parts() if part.manifest.questions)
    path = part.file("whatif")
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with pytest.raises(ArchiveError, match=f"no diary gives these answers: .* delete the folder {part.folder} and ask"):
        filled.compact()
    shutil.rmtree(part.folder)
    assert filled.verify() == []
    assert [filled.keep_whatif(answer) for answer in answers].count(True) == len(part.manifest.questions)
    assert by_key(rows(filled)) == by_key(expected(answers))


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("work", ["keep", "compact", "rebuild"])
def test_dead_at_every_rename(
    games: Path, answers: list[WhatIf], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str, moment: str
) -> None:
    """A writer dies at each step: the answers are there as before or as after, each once."""
    for at in range(1, 20):
        archive = Archive(tmp_path / str(at))
        archive.add(sorted(games.iterdir())[:1])
        archive.keep_whatif(answers[0])
        archive.keep_whatif(answers[1])
        doing: dict[str, Callable[[], object]] = {
            "keep": lambda archive=archive: archive.keep_whatif(answers[2]),  # type: ignore[misc]
            "compact": archive.compact,
            "rebuild": archive.rebuild,
        }
        died = dying(monkeypatch, at, moment, doing[work])
        held = sorted(question.id for part in archive.parts() for question in part.manifest.questions)
        before = sorted(answer.id for answer in answers[:2])
        assert held in ([before, sorted([*before, answers[2].id])] if work == "keep" else [before])
        archive.keep_whatif(answers[3])
        assert archive.verify() == []
        if not died:
            break
    assert at > 1


def test_the_shell_s_views_stand_with_and_without_answers(
    archive: Archive, games: Path, answers: list[WhatIf], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive.add(sorted(games.iterdir())[:1])
    monkeypatch.chdir(archive.folder)

    def shell() -> tuple[int, int]:
        with connect() as connection:
            connection.execute(Path(SHELL_VIEWS).read_text())
            ((kept,),) = connection.execute("SELECT count(*) FROM whatif").fetchall()
            ((held,),) = connection.execute("SELECT count(*) FROM games").fetchall()
        return kept, held

    assert shell() == (0, 1)
    archive.keep_whatif(answers[3])
    assert shell() == (len(whatif_rows(answers[3]).rows), 1)
    archive.remove(ids(archive))
    assert shell() == (len(whatif_rows(answers[3]).rows), 0)


def test_a_chart_has_a_bar_for_each_answer_and_seat(answers: list[WhatIf]) -> None:
    found = chart_rows(answers[0])
    assert found.columns == ("answer", "seat", "share", "low", "high")
    assert len(found) == 2 * len(answers[0].branches)
    assert {row[1] for row in found} == {"red", "blue"}
    assert all("hit" in row[0] for row in found)
