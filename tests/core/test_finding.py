"""Games by their ids, and component data by its files."""

import os
from pathlib import Path

import pytest

from wardiary.core.component_data import data_digest, parse, read_data_dir
from wardiary.core.registry import game_ids, load_game
from wardiary.events.errors import DataError, UnknownGame


def test_every_installed_game_is_found_under_its_own_id() -> None:
    assert [load_game(game).id for game in game_ids()] == sorted(game_ids())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("tinny", "no game 'tinny'; did you mean tiny?"),
        ("xyzzy", f"no game 'xyzzy'; installed are {', '.join(game_ids())}"),
    ],
)
def test_an_unknown_game_is_named_with_what_comes_near(name: str, message: str) -> None:
    with pytest.raises(UnknownGame) as error:
        load_game(name)
    assert str(error.value) == message


def test_replaced_files_must_be_files_of_the_game() -> None:
    assert parse({"a.toml": "x = 1", "b.toml": "y = 2"}, {"b.toml": "y = 3"}) == {
        "a.toml": {"x": 1},
        "b.toml": {"y": 3},
    }
    with pytest.raises(DataError, match=r"c\.toml: not a data file of this game; it has a\.toml"):
        parse({"a.toml": "x = 1"}, {"c.toml": "x = 1"})
    with pytest.raises(DataError, match=r"a\.toml: not valid TOML"):
        parse({"a.toml": "x = 1"}, {"a.toml": "x = "})


def test_a_key_of_very_many_parts_is_refused_before_it_is_parsed() -> None:
    deep = "a." * 50_000 + "b = 1"  # takes the TOML parser minutes
    with pytest.raises(DataError, match=r"a\.toml: line 3 has more than 100 dots"):
        parse({"a.toml": "x = 1"}, {"a.toml": f"x = 1\n# {'.' * 101}\n{deep}\n"})
    assert parse({"a.toml": f"{'a.' * 100}b = 1"}, {})


def test_a_folder_of_data_holds_some(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such folder"):
        read_data_dir(tmp_path / "nowhere")
    with pytest.raises(DataError, match=r"holds no \.toml file"):
        read_data_dir(tmp_path)
    (tmp_path / "a.toml").write_bytes(b"\xff")
    with pytest.raises(DataError, match=r"a\.toml: is no UTF-8 text: invalid start byte at byte 0$"):
        read_data_dir(tmp_path)
    (tmp_path / "a.toml").write_text("#" * 900_001)
    with pytest.raises(DataError, match=r"a\.toml: larger than 900000 bytes"):
        read_data_dir(tmp_path)
    (tmp_path / "a.toml").write_text("x = 1")
    os.mkfifo(tmp_path / "b.toml")
    with pytest.raises(DataError, match=r"b\.toml: is not a regular file"):
        read_data_dir(tmp_path)
    (tmp_path / "b.toml").unlink()
    assert read_data_dir(tmp_path) == {"a.toml": "x = 1"}


def test_a_data_digest_is_that_of_the_content() -> None:
    assert data_digest({"a": 1, "b": [1, 2]}) == data_digest({"b": (1, 2), "a": 1})
    assert data_digest({"a": 1, "b": [1, 2]}) != data_digest({"a": 1, "b": [2, 1]})
