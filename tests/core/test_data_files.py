"""Component data that people write."""

from pathlib import Path

import pytest

from wardiary.core.data_files import parse, read_data_dir
from wardiary.events.errors import DataError


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "a = " + "9" * 10_000, "a = [", "a = 1\x00"])
def test_what_cannot_be_parsed_is_named(text: str) -> None:
    """Such a text may stand in a folder of data and, embedded, in a diary."""
    with pytest.raises(DataError, match=r"^units\.toml: "):
        parse({"units.toml": "a = 1"}, {"units.toml": text})


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path) -> None:
    (tmp_path / "units.toml").write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert parse({"units.toml": "a = 2"}, read_data_dir(tmp_path)) == {"units.toml": {"a": 1}}
