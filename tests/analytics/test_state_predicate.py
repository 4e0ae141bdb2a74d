"""Questions about states in SQL: what can be asked, that nothing else can, and that many are asked at once."""

from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Literal

import duckdb
import msgspec
import pytest
from msgspec import Meta
from tests.replay.diaries import TINY, write_game

from wardiary.analytics.engine import time_limit
from wardiary.analytics.sandbox import bare_sandbox
from wardiary.analytics.state_predicate import SECONDS, SqlPredicate, condition, state_columns
from wardiary.core.state import State
from wardiary.events.errors import QueryError
from wardiary.replay.laboratory.bisect import bisect
from wardiary.replay.laboratory.predicates import CHECK_FAILS, RAISES, Moment, moment
from wardiary.replay.replay import Replay


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    """All moments of a game of Tiny."""
    replay = Replay(write_game(tmp_path_factory.mktemp("game") / "a.diary"), table=TINY)
    return [moment(n, replay.event(n), replay.state_at(n)) for n in range(1, replay.last + 1)]


def first(
    expression: str, moments: list[Moment], state_type: type[State] = TINY.spec.fold.state, *, seconds: float = SECONDS
) -> int | None:
    with condition(expression, state_type, seconds=seconds) as asked:
        assert isinstance(asked, SqlPredicate)
        return asked.first(moments)


def state_of(one: Moment) -> SimpleNamespace:
    return SimpleNamespace(**msgspec.json.decode(one.state))


QUESTIONS = [
    ("turn = 2", lambda one: state_of(one).turn == 2),
    ("turn BETWEEN 2 AND 3 -- a remark", lambda one: state_of(one).turn in (2, 3)),
    ("result IS NOT NULL", lambda one: state_of(one).result is not None),
    ("result->>'kind' = 'ground'", lambda one: (state_of(one).result or {}).get("kind") == "ground"),
    ("(companies['3']->1)::INT = 3", lambda one: state_of(one).companies.get("3", [0, 0])[1] == 3),
    ("len(marched) = 2", lambda one: len(state_of(one).marched) == 2),
    ("len(bag) < 4 AND turn > 0", lambda one: len(state_of(one).bag) < 4 and state_of(one).turn > 0),
    ("n = 40", lambda one: one.n == 40),
    ("t = 'tiny.battle_fought'", lambda one: one.type == "tiny.battle_fought"),
    ("t = 'tiny.march' AND (event->>'unit')::INT = 2", lambda one: '"tiny.march","unit":2' in one.event),
    ("(state->>'turn')::INT = 3", lambda one: state_of(one).turn == 3),
    ("list_contains(list_transform(map_values(companies), lambda c: (c->>1)::INT), 2)", lambda one: any(
        place == 2 for _, place in state_of(one).companies.values()
    )),
    ("frames[1]->>'side' = 'blue'", lambda one: any(f.get("side") == "blue" for f in state_of(one).frames[:1])),
    ("list_contains(hands['red'], '07')", lambda one: "07" in state_of(one).hands.get("red", ())),
    ("hands['nobody'] IS NOT NULL", lambda one: False),
    ("cardinality(companies) = 5", lambda one: len(state_of(one).companies) == 5),
    ("rolled['battle|2.4.red'] = 1", lambda one: state_of(one).rolled.get("battle|2.4.red") == 1),
    ("EXISTS (FROM json_each(state->'companies') WHERE (value->>1)::INT = 2)", lambda one: any(
        place == 2 for _, place in state_of(one).companies.values()
    )),
    ("turn", lambda one: state_of(one).turn != 0),
    ("NULL", lambda one: False),
    ("false", lambda one: False),
]  # fmt: skip


@pytest.mark.parametrize(("expression", "holds"), QUESTIONS, ids=[expression for expression, _ in QUESTIONS])
def test_the_first_moment(expression: str, holds: object, moments: list[Moment]) -> None:
    assert callable(holds)
    expected = next((at for at, one in enumerate(moments) if holds(one)), None)
    assert first(expression, moments) == expected


def test_what_is_asked_about_together_makes_no_difference(moments: list[Moment]) -> None:
    with condition("len(marched) = 1", TINY.spec.fold.state) as asked:
        assert isinstance(asked, SqlPredicate)
        together = [at for at in range(len(moments)) if asked.first(moments[at:]) == 0]
        assert together == [at for at, one in enumerate(moments) if asked.first([one]) == 0]
        assert together == [at for at, one in enumerate(moments) if len(state_of(one).marched) == 1]


def test_nothing_to_ask_about() -> None:
    assert first("turn = 2", []) is None


def test_the_fields_that_an_expression_names() -> None:
    def fields(expression: str) -> tuple[str, ...]:
        with condition(expression, TINY.spec.fold.state) as asked:
            assert isinstance(asked, SqlPredicate)
            return asked.fields

    assert fields("turn > 2") == ("turn",)
    assert fields("len(bag) > turn AND companies['1'] IS NOT NULL") == ("turn", "companies", "bag")
    assert fields("(state->>'turn')::INT > 3") == ()


REFUSED = [
    ("", "one expression"),
    ("   ", "one expression"),
    ("turn >", "syntax error"),
    ("turn > 1, turn > 2) , (true", "syntax error|one expression"),
    ("turn > 1) , (true", "one expression"),
    ("true) FROM x WHERE (true", "one expression"),
    ("true) WHERE (true", "one expression"),
    ("true) UNION SELECT (true", "one expression"),
    ("true) LIMIT (1", "one expression"),
    ("true) QUALIFY (true", "one expression"),
    ("true); SELECT (true", "one expression"),
    ("sum(turn) > 3", "GROUP BY"),
    ("lag(turn) OVER () > 3", "one state alone"),
    ("nosuch = 3", "nosuch"),
    ("random() < 0.5", "the same answer"),
    ("now() > '2020-01-01'", "the same answer"),
    ("current_date > '2020-01-01'", "the same answer"),
    ("CURRENT_TIMESTAMP > '2020-01-01'", "the same answer"),
    ("uuid() = 'x'", "the same answer"),
    ("getenv('HOME') = 'x'", "may not be used"),
    ("EXISTS (FROM read_text('/etc/passwd'))", "may not be used"),
    ("EXISTS (FROM '/etc/passwd')", "."),
    ("EXISTS (FROM glob('/*'))", "may not be used"),
    ("(SELECT count(*) FROM duckdb_settings()) > 0", "may not be used"),
    ("$state[1] IS NULL", "no parameters"),
    ("? > 3", "no parameters"),
    ("'no truth'", "BOOL"),
    ("[turn]", "BOOL"),
]


@pytest.mark.parametrize(("expression", "why"), REFUSED, ids=[expression for expression, _ in REFUSED])
def test_what_cannot_be_asked(expression: str, why: str, moments: list[Moment]) -> None:
    with pytest.raises(QueryError, match=why):
        first(expression, moments)


ENDLESS = [
    "(WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + turn * 0 + 1 FROM r WHERE i > 0) SELECT max(i) FROM r) > 3",
    "(SELECT count(*) FROM range(1000000) a(x), range(1000000) b(y) WHERE x * y % 7 = 3) > 3",
    "len(list_transform(range(100000000), lambda x: md5(x::VARCHAR))) = 7",
]


@pytest.mark.parametrize("expression", ENDLESS)
def test_what_never_ends_is_stopped(expression: str, moments: list[Moment]) -> None:
    with pytest.raises(QueryError, match=r"took longer than 0.2 s; --seconds gives it more"):
        first(expression, moments, seconds=0.2)


def test_the_time_limit_is_for_one_query_and_leaves_the_next_alone(moments: list[Moment]) -> None:
    with bare_sandbox() as connection:
        with pytest.raises(TimeoutError), time_limit(connection, 0.1):
            connection.execute("SELECT count(*) FROM range(10000000) a(x), range(10000000) b(y) WHERE x * y % 7 = 3")
        for _ in range(20):
            with time_limit(connection, 5):
                assert connection.execute("SELECT 1").fetchone() == (1,)


def test_another_error_is_no_lateness() -> None:
    with bare_sandbox() as connection, pytest.raises(duckdb.ConversionException), time_limit(connection, 5):
        connection.execute("SELECT 'x'::INT")


class Odd(State, kw_only=True):
    """Fields of all kinds, some named like the columns beside them."""

    flag: bool = False
    name: str | None = None
    bounded: Annotated[int, Meta(ge=0)] = 0
    either: int | str = 0
    row: tuple[int, ...] = ()
    pair: tuple[str, int] = ("", 0)
    side: Literal["red", "blue"] = "red"
    mixed: Literal["red", 1] = "red"
    owners: dict[int, list[str]] = msgspec.field(default_factory=dict)
    n: int = 7
    event: str = "mine"


FIELDS = ["flag", "name", "bounded", "either", "row", "turn", "frames", "pair", "side", "mixed", "owners", "rolled"]


def test_types_of_columns() -> None:
    columns = state_columns(Odd)
    assert {field: columns[field] for field in FIELDS} == {
        "flag": "BOOLEAN",
        "name": "VARCHAR",
        "bounded": "BIGINT",
        "either": "JSON",
        "row": "BIGINT[]",
        "turn": "BIGINT",
        "frames": "JSON[]",
        "pair": "JSON",
        "side": "VARCHAR",
        "mixed": "JSON",
        "owners": "MAP(VARCHAR, VARCHAR[])",
        "rolled": "MAP(VARCHAR, BIGINT)",
    }
    odd = [Moment(3, "tag", "{}", msgspec.json.encode(Odd(flag=True, owners={3: ["red"]})).decode())]
    assert first("flag AND name IS NULL AND n = 3 AND t = 'tag' AND owners['3'][1] = side", odd, Odd) == 0
    assert first("(state->>'n')::INT = 7 AND state->>'event' = 'mine'", odd, Odd) == 0


@pytest.mark.parametrize(("word", "meant"), [("raises", RAISES), (" check-fails ", CHECK_FAILS)])
def test_words_that_are_no_expressions(word: str, meant: str) -> None:
    with condition(word, TINY.spec.fold.state) as asked:
        assert asked == meant


def test_a_bad_value_in_a_state_is_said(moments: list[Moment]) -> None:
    with pytest.raises(QueryError, match="invalid date"):
        first("bag[1]::DATE > '2020-01-01'", moments)


@pytest.fixture
def diary(tmp_path: Path) -> Path:
    return write_game(tmp_path / "a.diary", 3)


def test_bisect_in_sql_finds_what_python_finds(diary: Path) -> None:
    with condition("cardinality(companies) < 6", TINY.spec.fold.state) as asked:
        found = bisect(diary, asked, table=TINY)
    replay = Replay(diary, table=TINY)
    numbers = range(replay.step_ends[0], replay.last + 1)
    expected = next((n for n in numbers if len(replay.state_at(n).companies) < 6), None)
    assert (found and found.event) == expected
