"""The archive's folder: which parts it has at any moment, one writer, and changes that are whole or not at all.

    archive.json                             says that this is an archive
    game=G/part=P/*.parquet, manifest.json   a part: the tables of some games, and their digests
    diaries/ID.diary.zst                     the diaries themselves (`ID.diary` where zstandard is not installed)
    views.sql                                the views over the tables, for the DuckDB shell
    cache/                                   derived; may be deleted at any time
    lock, tmp-*, old-*, swap.json            the writer's

A new part is written aside and published by one rename of its folder. Where parts go as others come, what is to happen
is written into `swap.json` first: from that moment on it has happened for every reader of ours, and a writer that dies
leaves it to the next one to finish.
"""

import fcntl
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from wardiary.analytics.engine import is_text
from wardiary.analytics.manifest import MANIFEST, Manifest, Part, read_manifest
from wardiary.events.diary import OS_PORT
from wardiary.events.errors import ArchiveError, Locked, UsageError

__all__ = ["DIARIES", "Staging", "Store", "Swap", "Workshop", "game_of", "sync_file", "write_whole"]

T = TypeVar("T")
DIARIES = "diaries"
_MARKER = "archive.json"
_MARKER_TEXT = b'{"format":"wardiary-archive/0"}\n'
_SWAP = "swap.json"
_LEFTOVER = re.compile(r"(?:tmp|old)-[0-9a-f]{16}")
_PLACE = rf"(?:{DIARIES}|game=[^/\0]+)/[^/.\0][^/\0]*"
_PUBLISHED = re.compile(_PLACE)
_STAGED = re.compile(rf"tmp-[0-9a-f]{{16}}/{_PLACE}")
_TRASH = re.compile(r"old-[0-9a-f]{16}")
_SYNCS = 16
_STOP = "stop"
_PATIENCE = 100
"""How often a reader looks again when a writer changed the archive under its eyes."""


class Swap(Struct, frozen=True, kw_only=True):
    """A change in the making: (from, to) of what comes, what goes, and where to; paths below the archive's folder."""

    diaries: tuple[tuple[str, str], ...] = ()
    come: tuple[tuple[str, str], ...] = ()
    go: tuple[str, ...] = ()
    trash: str

    def stays_inside(self) -> bool:
        """Whether every path is one that a writer gives: an archive may come from somebody else."""
        coming = (*self.diaries, *self.come)
        return (
            all(_STAGED.fullmatch(staged) and _PUBLISHED.fullmatch(place) for staged, place in coming)
            and all(_PUBLISHED.fullmatch(place) for place in self.go)
            and _TRASH.fullmatch(self.trash) is not None
        )


class Store:
    """An archive's folder. Reading needs no lock; `writing` takes it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def exists(self) -> bool:
        """Whether an archive is there."""
        return (self.folder / _MARKER).is_file()

    def need(self) -> None:
        """Raises UsageError unless an archive is there, ArchiveError for one of another program."""
        self._need_text()
        try:
            text = (self.folder / _MARKER).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            raise UsageError(
                f"{self.folder}: no archive there: `wardiary archive add {self.folder} FILE...` makes one"
            ) from None
        if text != _MARKER_TEXT:
            raise ArchiveError(f"{self.folder}: an archive of another version of this program: use a newer one")

    def create(self) -> bool:
        """Make an archive of a folder that does not exist or is empty; whether this made it. Raises UsageError."""
        self._need_text()
        if self.exists():
            return False
        if self.folder.exists() and (not self.folder.is_dir() or any(self._strangers())):
            raise UsageError(f"{self.folder}: exists, is no archive and not empty: choose another folder")
        is_new = not self.folder.exists()
        try:
            with _naming(self.folder):
                (self.folder / DIARIES).mkdir(parents=True, exist_ok=True)
                write_whole(self.folder / _MARKER, _MARKER_TEXT)
        except FileNotFoundError:
            # Another process that makes the same archive may have renamed what both wrote.
            if not self.exists():
                raise
        except OSError:
            self._clear(folder_too=is_new)
            raise
        return True

    def _clear(self, *, folder_too: bool) -> None:
        """Take away the folders of what is no archive, where nothing is in them."""
        with suppress(OSError):
            (self.folder / DIARIES).rmdir()
            if folder_too:
                self.folder.rmdir()

    def _discard(self, *, folder_too: bool) -> None:
        """Take an archive that never had a part away again; the marker first, which makes it none."""
        (self.folder / _MARKER).unlink()
        (self.folder / "lock").unlink()
        self._clear(folder_too=folder_too)

    def _need_text(self) -> None:
        if not is_text(str(self.folder)):
            raise UsageError(f"{self.folder}: DuckDB opens no path that is not UTF-8: choose another name")

    def _strangers(self) -> Iterator[Path]:
        """What stands in the folder that a writer killed in `create` cannot have left."""
        own = {DIARIES, "lock", f".{_MARKER}.new"}
        return (path for path in self.folder.iterdir() if path.name not in own)

    def parts(self) -> list[Part]:
        """The parts of this moment, in order of their places. Raises ArchiveError."""
        return self._at_rest(lambda folders: [Part(folder, read_manifest(folder)) for folder in folders.values()])

    def stamps(self) -> dict[str, tuple[int, int]]:
        """Places of the parts of this moment, in order, with time and size of their manifests, which nobody reads.

        A part never changes: its place, which is random, says what is in it, unless somebody's hands were at it.
        Raises ArchiveError.
        """

        def stamp(folder: Path) -> tuple[int, int]:
            status = os.stat(f"{folder}/{MANIFEST}")
            return status.st_mtime_ns, status.st_size

        return self._at_rest(lambda folders: {place: stamp(folder) for place, folder in folders.items()})

    def _at_rest(self, look: Callable[[dict[str, Path]], T]) -> T:
        """What a look at the parts' folders gives, by their places, when no writer changed them meanwhile."""
        for _ in range(_PATIENCE):
            before = self._places()
            swap = self._swap()
            if before != self._places():
                continue
            with suppress(FileNotFoundError):
                return look(self._folders(before, swap))
        raise ArchiveError(f"{self.folder}: changes all the time, or a part of it has lost its manifest: try again")

    def games(self) -> list[str]:
        """The games that have a part, sorted; no manifest is read. Raises UsageError when there is no archive."""
        self.need()
        return sorted({game_of(place) for place in self._places()})

    def _places(self) -> list[str]:
        """Looked at before every query: `Path.glob` takes ten times as long."""
        games = (game for game in _entries(self.folder) if game.startswith("game="))
        found = ((game, part) for game in games for part in _entries(f"{self.folder}/{game}"))
        return sorted(f"{game}/{part}" for game, part in found if part.startswith("part="))

    def _folders(self, places: Sequence[str], swap: Swap | None) -> dict[str, Path]:
        if swap is None:
            return {place: self.folder / place for place in places}
        found = {place: self.folder / place for place in places if place not in swap.go}
        for staged, place in swap.come:
            found.setdefault(place, self.folder / staged)
        return dict(sorted(found.items()))

    def _swap(self) -> Swap | None:
        path = self.folder / _SWAP
        try:
            swap = msgspec.json.decode(path.read_bytes(), type=Swap)
        except FileNotFoundError:
            return None
        except msgspec.MsgspecError as error:
            raise _no_swap(path, str(error)) from None
        if not swap.stays_inside():
            raise _no_swap(path, "it names what is no part, diary or working folder of an archive")
        return swap

    @contextmanager
    def writing(self, *, made: bool = False, folder_too: bool = False) -> Iterator["Staging"]:
        """Be the one writer; what is staged and not published goes away at the end. Raises Locked.

        An archive that was `made` for this, and its folder if that was too, goes away when nothing came of it.
        """
        self.need()
        handle = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        try:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise Locked(f"{self.folder}: another process writes this archive; wait until it ends") from None
            # Who held the lock before may have taken the archive away.
            self.need()
            self._recover()
            staging = Staging(self)
            try:
                with _naming(self.folder):
                    yield staging
            finally:
                shutil.rmtree(staging.folder, ignore_errors=True)
                if made and not self._places():
                    self._discard(folder_too=folder_too)
        finally:
            os.close(handle)

    def _recover(self) -> None:
        """Finish or sweep out what a killed writer left."""
        swap = self._swap()
        if swap is not None:
            self._finish(swap)
        for path in list(self.folder.iterdir()):
            if _LEFTOVER.fullmatch(path.name):
                # Under another name: a worker of the killed writer may live for a moment, and would put files there.
                trash = self.folder / f"old-{secrets.token_hex(8)}"
                path.rename(trash)
                shutil.rmtree(trash)

    def _finish(self, swap: Swap) -> None:
        """Do what of a swap is not done yet. May be stopped anywhere and begun again."""
        for staged, place in (*swap.diaries, *swap.come):
            (self.folder / place).parent.mkdir(exist_ok=True)
            with suppress(FileNotFoundError):
                _rename(self.folder / staged, self.folder / place)
        (self.folder / swap.trash).mkdir(exist_ok=True)
        for place in swap.go:
            with suppress(FileNotFoundError):
                _rename(self.folder / place, self.folder / swap.trash / place.replace("/", "-"))
        OS_PORT.sync_folder(self.folder / DIARIES)
        for folder in self.folder.glob("game=*"):
            OS_PORT.sync_folder(folder)
        OS_PORT.sync_folder(self.folder)
        (self.folder / _SWAP).unlink()
        OS_PORT.sync_folder(self.folder)
        shutil.rmtree(self.folder / swap.trash)


class Workshop:
    """A folder where parts and diaries are put before they are published. Any process may work in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def part_folder(self, game: str) -> Path:
        """A new folder for a part."""
        folder = self.folder / f"game={game}" / f"part={secrets.token_hex(8)}"
        folder.mkdir(parents=True)
        return folder

    def diary(self, name: str) -> Path:
        """The path of a staged diary."""
        return self.folder / DIARIES / name

    def staged(self, part: Manifest) -> Part:
        """A part that is not published yet."""
        return Part(self.folder / part.place, part)

    def sync(self, files: Iterable[str]) -> None:
        """Have staged diaries on the disk; many at a time, for the disk writes them together."""
        with ThreadPoolExecutor(_SYNCS) as pool:
            for _ in pool.map(sync_file, map(self.diary, files)):
                pass

    def stop(self) -> None:
        """Tell everybody who works here to give up."""
        (self.folder / _STOP).touch()

    @property
    def is_stopped(self) -> bool:
        """Whether what is made here is still wanted."""
        return (self.folder / _STOP).exists()


class Staging(Workshop):
    """The workshop of the one writer, who alone publishes. Diaries are on the disk before they are given to it."""

    def __init__(self, store: Store) -> None:
        super().__init__(store.folder / f"tmp-{secrets.token_hex(8)}")
        self._store = store
        (self.folder / DIARIES).mkdir(parents=True)

    def workshop(self, name: str) -> Workshop:
        """A folder of its own for a batch of files: two batches may hold diaries of one id."""
        workshop = Workshop(self.folder / name)
        (workshop.folder / DIARIES).mkdir(parents=True)
        return workshop

    def take(self, workshop: Workshop, manifest: Manifest) -> None:
        """A part that was made in a workshop, to be swapped in later."""
        (self.folder / manifest.place).parent.mkdir(exist_ok=True)
        _rename(workshop.folder / manifest.place, self.folder / manifest.place)

    def publish(self, workshop: Workshop, manifest: Manifest) -> None:
        """A part that adds games: its diaries first, then its folder, by one rename."""
        root = self._store.folder
        for diary in manifest.diaries:
            _rename(workshop.diary(diary.file), root / DIARIES / diary.file)
        OS_PORT.sync_folder(root / DIARIES)
        place = root / manifest.place
        if not place.parent.is_dir():
            place.parent.mkdir()
            OS_PORT.sync_folder(root)
        _rename(workshop.folder / manifest.place, place)
        OS_PORT.sync_folder(place.parent)

    def swap(self, come: Sequence[Manifest], go: Sequence[Manifest]) -> None:
        """Parts come, with those of their diaries that are staged, as others go, with the files that nobody names."""
        name = self.folder.name
        files = {diary.file for part in come for diary in part.diaries}
        staged = sorted(file for file in files if self.diary(file).exists())
        left = sorted({diary.file for part in go for diary in part.diaries} - files)
        swap = Swap(
            diaries=tuple((f"{name}/{DIARIES}/{file}", f"{DIARIES}/{file}") for file in staged),
            come=tuple((f"{name}/{part.place}", part.place) for part in come),
            go=(*(part.place for part in go), *(f"{DIARIES}/{file}" for file in left)),
            trash=f"old-{secrets.token_hex(8)}",
        )
        write_whole(self._store.folder / _SWAP, msgspec.json.encode(swap))
        self._store._finish(swap)


def _no_swap(path: Path, reason: str) -> ArchiveError:
    return ArchiveError(
        f"{path}: is no change that a writer began ({reason}): take the file away, run `wardiary archive rebuild "
        f"{path.parent}`, and add the diaries of the last time again"
    )


def _rename(old: Path, new: Path) -> None:
    """Every step of a publication goes through here."""
    os.replace(old, new)


def game_of(place: str) -> str:
    """The game of the part at this place."""
    return place.split("/")[0].removeprefix("game=")


def _entries(folder: Path | str) -> list[str]:
    """Names in a folder; none where it is no folder, or no more."""
    try:
        return os.listdir(folder)
    except (FileNotFoundError, NotADirectoryError):
        return []


def sync_file(path: Path) -> None:
    """Have a file's bytes on the disk."""
    handle = OS_PORT.open(path)
    try:
        OS_PORT.sync(handle)
    finally:
        OS_PORT.close(handle)


@contextmanager
def _naming(folder: Path) -> Iterator[None]:
    """What the operating system refuses without a name, such as a write on a full disk, it refuses of the archive."""
    try:
        yield
    except OSError as error:
        if error.filename is None:
            error.filename = str(folder)
        raise


def write_whole(path: Path, text: bytes) -> None:
    """A file that is there whole or not at all."""
    aside = path.with_name(f".{path.name}.new")
    try:
        aside.write_bytes(text)
        sync_file(aside)
        _rename(aside, path)
    except BaseException:
        with suppress(OSError):
            aside.unlink()
        raise
    OS_PORT.sync_folder(path.parent)
