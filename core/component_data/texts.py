"""Component data on disk: a game's own TOML files, and a user's copies that replace any of them."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from tomllib import TOMLDecodeError, loads
from typing import Any

from wardiary.events.errors import DataError

__all__ = ["data_texts", "in_folder", "parse", "read_data_dir"]

_MAX_FILE = 900_000
_MAX_DOTS = 100
"""Dots in a line: the time that a dotted key takes grows with the square of its parts."""


def data_texts(package: str) -> dict[str, str]:
    """Name and text of the TOML files in a package's `data` folder."""
    folder = files(package).joinpath("data")
    own = {entry.name: entry.read_text(encoding="utf-8") for entry in folder.iterdir() if entry.name.endswith(".toml")}
    return dict(sorted(own.items()))


def read_data_dir(folder: Path) -> dict[str, str]:
    """Name and text of the TOML files in a user's folder.

    Raises DataError when there is none, when one is too large, and for one that would be passed over.
    """
    if not folder.is_dir():
        raise DataError(f"{folder}: no such folder of component data")
    try:
        _need_none_passed_over(folder)
    except OSError as error:
        raise DataError(f"{error.filename}: cannot be read: {error.strerror or error}") from error
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe would be waited for
            raise DataError(f"{path}: is not a regular file")
        try:
            text = path.read_text(encoding="utf-8-sig")  # some editors begin a file with a mark
        except OSError as error:
            raise DataError(f"{path}: cannot be read: {error.strerror or error}") from error
        except UnicodeDecodeError as error:
            raise DataError(f"{path}: is no UTF-8 text: {error.reason} at byte {error.start}") from error
        if len(text.encode()) > _MAX_FILE:
            raise DataError(f"{path}: larger than {_MAX_FILE} bytes")
        found[path.name] = text
    if not found:
        raise DataError(f"{folder}: holds no .toml file")
    return found


def _need_none_passed_over(folder: Path) -> None:
    """Whoever wrote a data file means it to be played with. Raises DataError for one that no name of a game's fits."""
    for path in sorted(folder.iterdir()):
        if path.suffix != ".toml" and path.suffix.lower() == ".toml":
            raise DataError(f"{path}: would be passed over: name it {path.stem.lower()}.toml")
        if path.is_dir() and not path.name.startswith("."):
            below = sorted(entry.name for entry in path.iterdir() if entry.suffix.lower() == ".toml")
            if below:
                raise DataError(
                    f"{path / below[0]}: would be passed over: data files lie in {folder} itself; put it there, or "
                    f"{path.name} elsewhere"
                )


@contextmanager
def in_folder(folder: Path | str | None) -> Iterator[None]:
    """Around the use of data that came from a user's folder, if any: a DataError names it."""
    try:
        yield
    except DataError as error:
        if not folder:
            raise
        raise DataError(f"{folder}: {error}") from error


def parse(own: Mapping[str, str], replaced: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The parsed tables of each file, replacements in place. Raises DataError naming the file."""
    if unknown := sorted(set(replaced) - set(own)):
        raise DataError(f"{unknown[0]}: not a data file of this game; it has {', '.join(own)}")
    parsed: dict[str, dict[str, Any]] = {}
    for name, text in {**own, **replaced}.items():
        _need_short_keys(name, text)
        try:
            parsed[name] = loads(text)
        except TOMLDecodeError as error:
            raise DataError(f"{name}: not valid TOML: {error}") from error
        except (ValueError, RecursionError) as error:
            raise DataError(f"{name}: a number too long or values too deep ({error})") from error
    return parsed


def _need_short_keys(name: str, text: str) -> None:
    """Diaries bring component data with them, and nobody is to wait an hour for a line of dots. Raises DataError."""
    for number, line in enumerate(text.split("\n"), start=1):
        if line.count(".") > _MAX_DOTS and not line.lstrip().startswith("#"):
            raise DataError(f"{name}: line {number} has more than {_MAX_DOTS} dots")
