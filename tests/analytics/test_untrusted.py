"""Strangers' queries: a process of its own with hard limits, killed when its time is up."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.analytics.test_adding import ids

from wardiary.analytics.archive import Archive
from wardiary.analytics.cache import cache_of
from wardiary.analytics.sandbox import Unreadable
from wardiary.analytics.store import Store
from wardiary.analytics.untrusted import Limits, ask_apart
from wardiary.events.errors import QueryError

BOMBS = [
    (
        "a string",
        "SELECT len(repeat('x', 2000000000))",
        Limits(memory=512),
        "Out of Memory|ended its process|needs more",
    ),
    (
        "a list",
        "SELECT list(range) FROM range(1000000000)",
        Limits(memory=256),
        "Out of Memory|ended its process|needs",
    ),
    ("rows", "SELECT * FROM range(100000000)", Limits(memory=256, seconds=60), "Out of Memory|ended its process|needs"),
    ("a long answer", "SELECT repeat('x', 3000000)", Limits(answer=1), "answer is longer than 1 MiB"),
    (
        "time",
        "SELECT count(*) FROM range(100000000) a JOIN range(100000000) b ON a.range * b.range % 7 = 3",
        Limits(seconds=1.5),
        "longer than 1.5 s|Out of Memory",
    ),
    (
        "time in one task",
        "SELECT list_sum(list_transform(range(3000000), lambda x: list_sum(range(x % 60000))))",
        Limits(seconds=1.5),
        "longer than 1.5 s",
    ),
]


@pytest.mark.parametrize(("query", "limits", "says"), [bomb[1:] for bomb in BOMBS], ids=[bomb[0] for bomb in BOMBS])
def test_bombs(whole: Archive, query: str, limits: Limits, says: str) -> None:
    begun = time.monotonic()
    with pytest.raises(QueryError, match=says) as stopped:
        whole.sql_apart(query, limits)
    assert "\n" not in str(stopped.value)
    assert time.monotonic() - begun < limits.seconds + 20


@pytest.mark.parametrize(
    ("query", "says"),
    [(f"SELECT {'abs(' * 900}1{')' * 900}", "nested too deep"), ("SELECT '\ud800'", "no UTF-8 text")],
)
def test_what_no_tree_can_be_made_of(whole: Archive, query: str, says: str) -> None:
    with pytest.raises(QueryError, match=says):
        whole.sql_apart(query)


def test_a_cache_that_cannot_be_read_has_no_name(whole: Archive, tmp_path: Path) -> None:
    """A stranger is not told where it lies."""
    damaged = tmp_path / "secret-place.duckdb"
    damaged.write_bytes(b"hello" * 3_000)
    with pytest.raises(Unreadable) as said:
        ask_apart(damaged, "SELECT 1", Limits(), variables={})
    assert str(said.value) == "the archive's cache cannot be read"


def test_it_answers_as_the_sandbox_does(whole: Archive) -> None:
    query = (
        "SELECT game_id, turns, won, [1, 2] AS l, {'a': 1.5::DOUBLE} AS s "
        "FROM games JOIN players USING (game_id) ORDER BY ALL"
    )
    apart, together = whole.sql_apart(query), whole.sql(query)
    assert (apart.columns, apart.types, apart.rows) == (together.columns, together.types, together.rows)
    odd = whole.sql_apart("SELECT 1.50::DECIMAL(9, 2), DATE '1918-01-27', NULL").rows
    assert odd == [("1.50", "1918-01-27", None)]


@pytest.mark.parametrize(
    "attack",
    ["FROM read_text('/etc/passwd')", "COPY games TO '{data}/x.csv'", "SELECT getenv('HOME')", "SELECT 1; SELECT 2"],
)
def test_the_gate_stands_there_too(whole: Archive, tmp_path: Path, attack: str) -> None:
    with pytest.raises(QueryError, match=r"may not|only queries|one query"):
        whole.sql_apart(attack.replace("{data}", str(tmp_path)))
    assert list(tmp_path.iterdir()) == []


def test_behind_the_gate_the_walls_stand_there_too(whole: Archive, tmp_path: Path) -> None:
    ids(whole)
    with cache_of(Store(whole.folder)) as cache:
        for attack in (f"COPY games TO '{tmp_path}/x.csv'", "FROM read_text('/etc/passwd')", "SET threads = 9"):
            with pytest.raises(QueryError):
                ask_apart(cache, attack, Limits(), variables={}, is_gated=False)
    assert list(tmp_path.iterdir()) == []


INSIDE = """
import os, sys
from wardiary.analytics.untrusted import Limits
from wardiary.analytics.untrusted_child import _bound

_bound(Limits(seconds=2, memory=64))
for what in (lambda: open("x", "w").write("x" * 10000), lambda: bytearray(1 << 31),
             lambda: [open(os.devnull) for _ in range(99)]):
    try:
        what()
        print("allowed")
    except (OSError, MemoryError) as error:
        print(type(error).__name__, getattr(error, "errno", None))
"""


def test_what_the_system_refuses(tmp_path: Path, environment: dict[str, str]) -> None:
    """A file of any length, memory, many files: should SQL ever find a way around DuckDB's own limits."""
    command = [sys.executable, "-c", "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n" + INSIDE]
    done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:3] == ["OSError 27", "MemoryError None", "OSError 24"]
    assert (tmp_path / "x").stat().st_size == 0


def test_it_knows_nothing_of_the_environment(whole: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "secret")
    seen: list[dict[str, str]] = []
    really = subprocess.Popen

    def watched(*arguments: object, **options: object) -> object:
        assert isinstance(options["env"], dict)
        seen.append(options["env"])
        assert options["cwd"] not in {os.getcwd(), str(whole.folder)}
        return really(*arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr("wardiary.analytics.untrusted.subprocess.Popen", watched)
    whole.sql_apart("SELECT 1")
    assert [set(environment) for environment in seen] == [{"PYTHONPATH"}]
