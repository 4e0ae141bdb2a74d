"""What stands beside the tables of a part: which diaries are in it, and the digest of every file."""

import re
from hashlib import blake2b, file_digest
from pathlib import Path

import msgspec
from msgspec import Struct

from wardiary.analytics.schema import SCHEMA, TABLES, WHATIF, TableSchema
from wardiary.events.errors import ArchiveError

__all__ = ["MANIFEST", "KeptDiary", "KeptQuestion", "Manifest", "Part", "TableFile", "digest_of", "read_manifest"]

MANIFEST = "manifest.json"


class TableFile(Struct, frozen=True, kw_only=True):
    """One Parquet file of a part."""

    name: str
    rows: int
    bytes: int
    digest: str


class KeptDiary(Struct, frozen=True, kw_only=True):
    """A diary whose rows are in the part: its id, last event and chained hash, and the copy in `diaries/`."""

    id: str
    n: int
    h: str
    file: str
    bytes: int
    digest: str


class KeptQuestion(Struct, frozen=True, kw_only=True):
    """A what-if question whose answer is in the part, and the game that it is about."""

    id: str
    game_id: str


class Manifest(Struct, frozen=True, kw_only=True):
    """A part: rows of some games of one kind. `features` are the names in its `positions`.

    A part holds either what diaries give or, without any diary, answers to what-if questions.
    """

    schema: int
    part: str
    game: str
    tables: tuple[TableFile, ...]
    diaries: tuple[KeptDiary, ...]
    features: tuple[str, ...] = ()
    questions: tuple[KeptQuestion, ...] = ()

    @property
    def schemas(self) -> tuple[TableSchema, ...]:
        """The tables that a part of its kind has."""
        return (WHATIF,) if self.questions else TABLES

    @property
    def game_ids(self) -> set[str]:
        """The games that its rows are about."""
        return {diary.id for diary in self.diaries} | {question.game_id for question in self.questions}

    @property
    def events(self) -> int:
        """Events of all its diaries."""
        return sum(diary.n for diary in self.diaries)

    @property
    def place(self) -> str:
        """Where the part's folder lies in the archive."""
        return f"game={self.game}/part={self.part}"


class Part(Struct, frozen=True):
    """A part and the folder where it lies at the moment."""

    folder: Path
    manifest: Manifest

    def file(self, table: str) -> Path:
        """The Parquet file of a table."""
        return self.folder / f"{table}.parquet"

    def whole_file(self, table: str) -> Path:
        """The same, if it is the file that was written: what is made of it would else pass for sound.

        Raises ArchiveError; FileNotFoundError when the part has just been taken away.
        """
        path = self.file(table)
        written = {file.name: file.digest for file in self.manifest.tables}.get(table)
        if written != digest_of(path):
            raise ArchiveError(f"{path}: is not the file that was written, its digest differs: {self._mended_by}")
        return path

    @property
    def _mended_by(self) -> str:
        if self.manifest.questions:
            return (
                f"no diary gives these answers: put a copy of it back, or delete the folder {self.folder} and ask again"
            )
        return "`wardiary archive rebuild` makes the tables again from the diaries"


class _Numbered(Struct):
    """The one field that every version of a manifest has."""

    schema: int


_KEPT_NAME = re.compile(r"[^/.\0][^/\0]*\.diary(?:\.zst)?")
_NUMBER_DECODER = msgspec.json.Decoder(_Numbered)
_DECODER = msgspec.json.Decoder(Manifest)


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a part. Raises ArchiveError; FileNotFoundError when the part has just been taken away."""
    path = folder / MANIFEST
    text = path.read_bytes()
    try:
        schema = _NUMBER_DECODER.decode(text).schema
        if schema <= SCHEMA:
            return _checked(_DECODER.decode(text), folder)
    except msgspec.MsgspecError as error:
        raise ArchiveError(
            f"{path}: is no manifest of a part ({error}): take the part's folder away, then `wardiary archive rebuild` "
            "makes its tables again from the diaries"
        ) from None
    raise ArchiveError(f"{path}: tables of schema {schema}, this program knows {SCHEMA}: use a newer release")


def _checked(manifest: Manifest, folder: Path) -> Manifest:
    """The manifest, if what it names lies in its archive. Raises ValidationError.

    Writers move and delete what manifests name, and an archive may come from somebody else.
    """
    if manifest.place != f"{folder.parent.name}/{folder.name}":
        raise msgspec.ValidationError("it is the manifest of another part")
    for diary in manifest.diaries:
        if not _KEPT_NAME.fullmatch(diary.file):
            raise msgspec.ValidationError(f"{diary.file!r} is no name of a kept diary")
    return manifest


def digest_of(path: Path) -> str:
    """32 hex digits over a file's bytes."""
    with path.open("rb") as file:
        return file_digest(file, lambda: blake2b(digest_size=16)).hexdigest()
