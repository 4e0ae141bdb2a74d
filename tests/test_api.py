"""The public interface: its page runs, its names are all there, and nothing is imported before it is used."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import wardiary

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"


def test_the_page_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried > 20


def test_every_name_is_imported_on_the_page() -> None:
    lines = re.findall(r"^>>> from wardiary import (.+)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(name for line in lines for name in line.split(", ")) == sorted(wardiary.__all__)
    assert list(wardiary.__all__) == sorted(wardiary.__all__)


@pytest.mark.parametrize("name", wardiary.__all__)
def test_every_name_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(wardiary, name)
    assert found.__name__ == name
    assert found.__doc__
    assert name in dir(wardiary)


def test_another_name_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'wardiary' has no attribute 'Dairy'"):
        wardiary.__getattr__("Dairy")


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, wardiary; print(sorted(m for m in sys.modules if m.split('.')[0] in sys.argv[1:]))"
    ours = ["wardiary", "msgspec", "duckdb", "click"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    run = subprocess.run(
        [sys.executable, "-c", code, *ours], env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout == "['wardiary']\n"
