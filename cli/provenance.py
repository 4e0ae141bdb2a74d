"""How the marks of component data are shown: for each file what is a fact, and what was reconstructed."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import get_args

from wardiary.core.component_data import Mark, Provenance

__all__ = ["provenance_lines"]

_MARKS: tuple[Mark, ...] = get_args(Mark)


def provenance_lines(marks: Provenance) -> Iterator[str]:
    """A line a file with its counts, below it a line an entry with the names of its data, mark by mark."""
    for file, data in marks.items():
        counts = Counter(data.values())
        kinds = ", ".join(f"{counts[mark]} {mark}" for mark in _MARKS if counts[mark] or mark != "inferred")
        yield f"{file}: {kinds}"
        for entry, names in _by_entry(data).items():
            said = "; ".join(f"{mark} {', '.join(names[mark])}" for mark in _MARKS if mark in names)
            yield f"  {entry}: {said}" if entry else f"  {said}"


def _by_entry(data: Mapping[str, Mark]) -> dict[str, dict[Mark, list[str]]]:
    """Names of data by the entry that holds them and by their mark; "cards.07.ap" is `ap` of "cards.07"."""
    entries: dict[str, dict[Mark, list[str]]] = defaultdict(lambda: defaultdict(list))
    for key, mark in data.items():
        entry, _, name = key.rpartition(".")
        entries[entry][mark].append(name)
    return entries
