"""Which diaries are meant by files and folders, in one way for every command."""

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

__all__ = ["find_diaries", "is_diary_name"]

_SUFFIXES = (".diary", ".diary.zst")


def is_diary_name(name: str) -> bool:
    """Whether a file of this name is taken for a diary. Hidden files are those that somebody is writing."""
    return name.endswith(_SUFFIXES) and not name.startswith(".")


def find_diaries(places: Iterable[Path]) -> Iterator[Path]:
    """The files named, and the diaries in and below the folders named, sorted, as they are found.

    A folder without any stands for itself, so that whoever opens it names it as what it is: no diary.
    """
    for place in places:
        found = False
        for path in _below(place) if place.is_dir() else (place,):
            found = True
            yield path
        if not found:
            yield place


def _below(folder: Path) -> Iterator[Path]:
    """Walks a folder of any size without holding more than one of its folders."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        for name in sorted(files):
            if is_diary_name(name):
                yield Path(parent, name)
