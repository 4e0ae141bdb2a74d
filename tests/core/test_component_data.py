"""Component data that people write."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from wardiary.core.component_data import (
    Mark,
    Marks,
    Table,
    content_of,
    data_digest,
    parse,
    provenance,
    read_data_dir,
    shaped,
    wrong_marks,
)
from wardiary.core.registry import game_ids, load_game
from wardiary.events.errors import DataError


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 10_000, "a = [", "a = 1\x00"])
def test_what_cannot_be_parsed_is_named(text: str) -> None:
    """Such a text may stand in a folder of data and, embedded, in a diary."""
    with pytest.raises(DataError, match=r"^units\.toml: "):
        parse({"units.toml": "a = 1"}, {"units.toml": text})


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert parse({"units.toml": "a = 2"}, read_data_dir(tmp_path)) == {"units.toml": {"a": 1}}


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("CARDS.TOML", "name it cards.toml"),
        ("cards.Toml", "name it cards.toml"),
        ("mine/cards.toml", "data files lie in .* itself; put it there, or mine elsewhere"),
        ("mine/CARDS.TOML", "data files lie in .* itself; put it there, or mine elsewhere"),
    ],
)
@pytest.mark.parametrize("beside", [[], ["units.toml"]])
def test_a_data_file_that_would_be_passed_over_is_refused(
    name: str, why: str, beside: list[str], tmp_path: Path
) -> None:
    """Or somebody plays with the game's own file and believes that it is his."""
    for one in (name, *beside):
        (tmp_path / one).parent.mkdir(exist_ok=True)
        (tmp_path / one).write_text("a = 1\n")
    with pytest.raises(DataError, match=f"{name}: would be passed over: {why}"):
        read_data_dir(tmp_path)


def test_what_is_no_data_file_is_left_alone(tmp_path: Path) -> None:
    for name in ("units.toml", "units.toml~", "README.md", ".git/config.toml", "pictures/map.svg"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a = 1\n")
    assert read_data_dir(tmp_path) == {"units.toml": "a = 1\n"}


class Sword(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="sword"):
    edge: Literal["sharp", "blunt"]


class Bow(Struct, frozen=True, forbid_unknown_fields=True, tag_field="op", tag="bow"):
    reach: Annotated[int, Meta(ge=1, le=9)]


class Face(Table, frozen=True):
    battle: int
    moves: int


class Entry(Table, frozen=True, kw_only=True):
    id: str
    side: Literal["red", "white"] = "red"
    full: Face | None = None
    ops: tuple[Sword | Bow, ...] = ()
    pair: tuple[str, Literal["rail", "road"]] | None = None
    fact: Marks = ()
    inferred: Marks = ()


class Lone(Table, frozen=True):
    town: str
    mark: Mark


class Cells(Table, frozen=True):
    columns: tuple[str, ...]

    def own_marks(self) -> Iterator[tuple[str, Mark]]:
        return ((column, "fact") for column in self.columns)


class Units(Table, frozen=True, kw_only=True):
    entries: tuple[Entry, ...] = ()
    lone: tuple[Lone, ...] = ()
    ground: Mapping[Literal["O", "W"], Entry] = {}
    cells: Cells = Cells(columns=("a", "b"))
    open: bool = False


class Files(Struct, frozen=True, kw_only=True):
    units: Units


def convert(text: str) -> Units:
    return shaped("units.toml", parse({"units.toml": text}, {})["units.toml"], Units)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("open = 3", "open: Expected `bool`, got `int`"),
        ("opne = true", "the file: Object contains unknown field `opne`; did you mean open?"),
        (
            "zzz = true",
            "the file: Object contains unknown field `zzz`; there are entries, lone, ground, cells, open",
        ),
        ("entries = [{}]", "entries[0]: Object missing required field `id`"),
        (
            'entries = [{ id = "a" }, { id = "b", side = "blue" }]',
            "entries[1] (id b).side: Invalid enum value 'blue'; one of red, white",
        ),
        ("entries = [{ id = 7 }]", "entries[0].id: Expected `str`, got `int`"),
        (
            'entries = [{ id = "a", ops = [{ op = "axe" }] }]',
            "entries[0] (id a).ops[0].op: Invalid value 'axe'; one of bow, sword",
        ),
        (
            'entries = [{ id = "a", ops = [{ op = "bow", reach = 1 }, { op = "sword", edge = "dull" }] }]',
            "entries[0] (id a).ops[1].edge: Invalid enum value 'dull'; one of blunt, sharp",
        ),
        (
            'entries = [{ id = "a", ops = [{ op = "bow", edge = "sharp" }] }]',
            "entries[0] (id a).ops[0]: Object contains unknown field `edge`; there are reach",
        ),
        (
            'entries = [{ id = "a", ops = [{ op = "bow", reach = 10 }] }]',
            "entries[0] (id a).ops[0].reach: Expected `int` <= 9",
        ),
        (
            'entries = [{ id = "a", pair = ["b", "sea"] }]',
            "entries[0] (id a).pair[1]: Invalid enum value 'sea'; one of rail, road",
        ),
        ('ground.X = { id = "a" }', "ground: Invalid enum value 'X'; one of O, W"),
        (
            'ground.O = { id = "a" }\nground.W = { id = "b", side = "blue" }',
            "ground.W.side: Invalid enum value 'blue'; one of red, white",
        ),
        (
            'entries = [{ id = "a", side = "x - at `$.ops`" }]',
            "entries[0] (id a).side: Invalid enum value 'x - at `$.ops`'; one of red, white",
        ),
    ],
)
def test_what_has_the_wrong_shape_is_named_by_file_key_and_reason(text: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        convert(text)
    assert str(refused.value) == f"units.toml: {message}"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("", {"open": "reconstructed", "cells.a": "fact", "cells.b": "fact"}),
        (
            'lone = [{ town = "x", mark = "inferred" }, { town = "y", mark = "fact" }]',
            {"lone[0]": "inferred", "lone[1]": "fact"},
        ),
        (
            'entries = [{ id = "a", fact = ["side"], inferred = ["id"] }]',
            {"entries.a.side": "fact", "entries.a.id": "inferred", "entries.a.ops": "reconstructed"},
        ),
        (
            'entries = [{ id = "a", full = { battle = 1, moves = 2 }, fact = ["full.battle"] }]',
            {"entries.a.full.battle": "fact", "entries.a.full.moves": "reconstructed"},
        ),
        (
            'entries = [{ id = "a", full = { battle = 1, moves = 2 }, inferred = ["full"] }]',
            {"entries.a.full.battle": "inferred", "entries.a.full.moves": "inferred"},
        ),
        (
            'entries = [{ id = "a", fact = ["ops.edge"], ops = [{ op = "sword", edge = "sharp" }] }]',
            {"entries.a.ops": "reconstructed", "entries.a.ops.edge": "fact"},
        ),
        ('ground.O = { id = "a", fact = ["id"] }', {"ground.O.id": "fact", "ground.O.side": "reconstructed"}),
    ],
)
def test_every_datum_has_a_mark(text: str, marks: dict[str, str]) -> None:
    found = provenance(Files(units=convert(text)))["units.toml"]
    assert found.items() >= marks.items()
    assert not any(part in {"fact", "inferred", "mark"} for key in found for part in key.split("."))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('entries = [{ id = "a", fact = ["colour"] }]', "entries.a.fact: 'colour' is no key of this table"),
        (
            'entries = [{ id = "a", inferred = ["ops.edge", "x.y"] }]',
            "entries.a.inferred: 'x.y' is no key of this table",
        ),
        ('ground.W = { id = "a", fact = ["b"] }', "ground.W.fact: 'b' is no key of this table"),
    ],
)
def test_a_mark_for_what_is_not_there_is_named(text: str, message: str) -> None:
    assert list(wrong_marks("units.toml:", convert(text))) == [f"units.toml: {message}"]


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('entries = [{ id = "b" }, { id = "a" }]', True),
        ('[[entries]]\nid = "a"\nfact = ["id"]\n[[entries]] # a remark\nid = "b"\n', True),
        ('entries = [{ id = "a", side = "red" }, { id = "b" }]', True),
        ('entries = [{ id = "a", side = "white" }, { id = "b" }]', False),
        ('entries = [{ id = "a" }]', False),
    ],
)
def test_a_digest_hangs_on_values_alone(text: str, same: bool) -> None:
    def digest(of: str) -> str:
        return data_digest(content_of(Files(units=convert(of)), {"units.entries": "id"}))

    assert (digest(text) == digest('entries = [{ id = "a" }, { id = "b" }]')) is same


def test_the_order_of_a_list_counts_where_nothing_else_is_said() -> None:
    there, back = (
        content_of(Files(units=convert(f"entries = {of}")), {})
        for of in ('[{ id = "a" }, { id = "b" }]', '[{ id = "b" }, { id = "a" }]')
    )
    assert data_digest(there) != data_digest(back)


@pytest.mark.parametrize("game", game_ids())
def test_every_game_tells_the_mark_of_each_of_its_files(game: str) -> None:
    spec = load_game(game)
    marks = spec.rules.load_data({}).provenance
    assert sorted(marks) == sorted(spec.own_data())
    assert all(marks.values())
    assert {mark for data in marks.values() for mark in data.values()} <= {"fact", "inferred", "reconstructed"}
