"""Component data: a game's TOML files, its owner's copies of them, their shapes, marks and digest.

A game writes down the shape of its files (`Table` and its heirs), calls `load_files`, and adds the checks that are its
own. Everything else that is done to data files is done here, once.
"""

from wardiary.core.component_data.checking import refuse_faulty, twice, wrong_marks
from wardiary.core.component_data.digest import content_of, data_digest, without_marks
from wardiary.core.component_data.marks import Mark, Marks, Provenance, Table, marks_of, provenance
from wardiary.core.component_data.shaping import load_files, shaped
from wardiary.core.component_data.texts import data_texts, in_folder, parse, read_data_dir

__all__ = [
    "Mark",
    "Marks",
    "Provenance",
    "Table",
    "content_of",
    "data_digest",
    "data_texts",
    "in_folder",
    "load_files",
    "marks_of",
    "parse",
    "provenance",
    "read_data_dir",
    "refuse_faulty",
    "shaped",
    "twice",
    "without_marks",
    "wrong_marks",
]
