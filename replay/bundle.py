"""A bug report in one file: the diary, what it was played with, what went wrong; and the same seen again elsewhere.

A bundle is a zip with fixed names in a fixed order and no clock: the same diary on the same machine gives the same
bytes. It is opened as something from a stranger: only known names, sizes counted while unpacking, nothing but JSON
decoded, nothing written to the disk.
"""

import platform
import re
import struct
import zlib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

import msgspec
from msgspec import Struct

import wardiary
from wardiary.events.common import Crashed, Embedded
from wardiary.events.diary import DiaryWriter, MemoryPort
from wardiary.events.diary.sources import source_of
from wardiary.events.errors import LimitExceeded, Unreadable, UsageError
from wardiary.events.kinds import NAME_MAX, TEXT_MAX
from wardiary.replay.answers import decode_input
from wardiary.replay.aside import free_name, written_aside
from wardiary.replay.bundled_test import TEST_NAME, beside, holding
from wardiary.replay.check import check
from wardiary.replay.crash import place_of
from wardiary.replay.findings import CheckReport
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table
from wardiary.replay.verdict import Verdict, verdict_of

__all__ = ["Made", "OpenedBundle", "bundle", "open_bundle", "write_test"]

_REFUSED = "Refused"
"""The `exception` of a record of an order that a person says was wrongly refused; its `place` is the refusal."""

_DIARY, _MADE, _README = "game.diary", "made.json", "README.txt"
_NAMES = (_README, _DIARY, _MADE, TEST_NAME)
_DATA = re.compile(r"data/[A-Za-z0-9_-]{1,64}(\.[A-Za-z0-9_-]{1,16}){1,3}")
_BUNDLE_MAX, _DIARY_MAX, _MADE_MAX = 300 << 20, 256 << 20, 4 << 20
_DATA_FILES_MAX = 100
_PIECE = 1 << 16
_LAST_RECORD = struct.Struct("<4s8sIIH")
_LOCATOR_SIZE = 20
_DIRECTORY_MAX = 1 << 16
_ANSWER_MAX = 900_000
_TEST_DIARY_MAX = 1 << 20


class Made(Struct, frozen=True, kw_only=True):
    """Where a bundle was made, and what the check said there."""

    wardiary: str
    python: str
    msgspec: str
    platform: str
    game: str
    rules: str
    data: str
    verdict: Verdict
    report: CheckReport


class OpenedBundle(Struct, frozen=True, kw_only=True):
    """A bundle run again: the verdict here, the check behind it, and what was said where it was made."""

    verdict: Verdict
    report: CheckReport
    made: Made

    @property
    def same(self) -> bool:
        """Whether it goes here as it went there."""
        return self.verdict == self.made.verdict

    def text(self) -> str:
        """The verdict for a person."""
        there = f"{self.made.python}, wardiary {self.made.wardiary}, rules {self.made.rules}"
        lines = [f"here:  {self.verdict.text()}"]
        lines.append(f"there: {'the same' if self.same else self.made.verdict.text()} (Python {there})")
        return "\n".join(lines)


def bundle(
    file: Path | str,
    out: Path | str,
    *,
    order: str | None = None,
    with_test: bool = False,
    table: Table | None = None,
    force: bool = False,
) -> Made:
    """Pack a diary with what a developer needs to see the same; what the check says of it here.

    `order` (JSON) is an order that the rules refuse, or raise at, where the diary stands, and should not: the copy in
    the bundle gets a record of it, the diary itself stays as it is. The bundle shows every hand; secret dice that are
    not revealed stay secret. `with_test` adds a test for pytest that fails while the rules go wrong in the diary.

    Raises UsageError for an order that is accepted, and for a test of a diary in which nothing goes wrong; FileExists
    unless `force`, LimitExceeded, WriteFailed, and what reading raises.
    """
    path = free_name(out, file, force=force)
    replay, diary, made = _prepared(file, order, table)
    members = {
        _README: _readme(made, with_test).encode(),
        _DIARY: diary,
        _MADE: msgspec.json.format(msgspec.json.encode(made)) + b"\n",
        **_data_members(replay),
    }
    if with_test:
        members[TEST_NAME] = beside(_need_fault(made), _DIARY).encode()
    with written_aside(path, force=force) as aside:
        _pack(aside, members)
    return made


def write_test(
    file: Path | str, out: Path | str, *, order: str | None = None, table: Table | None = None, force: bool = False
) -> Made:
    """Write the test alone, with the diary in it: one file to put among one's own tests.

    Raises what `bundle` raises, and LimitExceeded for a diary that is too long to stand in a source file.
    """
    path = free_name(out, file, force=force)
    replay, diary, made = _prepared(file, order, table)
    if len(diary) > _TEST_DIARY_MAX:
        raise LimitExceeded(
            f"has {len(diary)} bytes, a test holds at most {_TEST_DIARY_MAX}: `wardiary shrink` makes it smaller, or "
            "write a zip file, in which the diary stands beside the test",
            path=replay.path,
        )
    text = holding(_need_fault(made), diary)
    with written_aside(path, force=force) as aside:
        aside.write_text(text, encoding="utf-8")
    return made


def _need_fault(made: Made) -> Verdict:
    if made.verdict.kind == "clean":
        raise UsageError(
            "nothing goes wrong in this diary with the rules at hand, so there is no test that fails; if the rules "
            "should have accepted an order where it stands, name it by --order"
        )
    return made.verdict


def _prepared(file: Path | str, order: str | None, table: Table | None) -> tuple[Replay, bytes, Made]:
    """The diary read, the bytes that go into the bundle, and what the check says of them."""
    replay = Replay(file, table=table, other_data=True)
    diary = _bytes_of(replay, file)
    if order is not None:
        diary = _with_record(replay, diary, _record_of(replay, order))
    report = msgspec.structs.replace(check(diary, table=table), path=_DIARY)
    made = Made(
        wardiary=wardiary.__version__,
        python=f"{platform.python_implementation()} {platform.python_version()}",
        msgspec=msgspec.__version__,
        platform=f"{platform.system()} {platform.machine()}",
        game=replay.header.game,
        rules=replay.table.spec.rules_version,
        data=replay.table.data.digest,
        verdict=verdict_of(report),
        report=report,
    )
    return replay, diary, made


def _bytes_of(replay: Replay, file: Path | str) -> bytes:
    """The diary unpacked, counted while it comes."""
    diary = bytearray()
    for chunk in source_of(file).chunks():
        diary += chunk
        if len(diary) > _DIARY_MAX:
            raise LimitExceeded(
                f"is larger than the {_DIARY_MAX >> 20} MiB of a bundle: fork it near the fault", path=replay.path
            )
    return bytes(diary)


def open_bundle(file: Path | str, *, table: Table | None = None) -> OpenedBundle:
    """Run a bundle again. Raises Unreadable or LimitExceeded for what is no bundle, and what `check` raises."""
    path = Path(file)
    try:
        size = path.stat().st_size
        if size > _BUNDLE_MAX:
            raise LimitExceeded(f"is larger than {_BUNDLE_MAX >> 20} MiB: no bundle is", path=path)
        _judge_directory(path, size)
        with ZipFile(path) as archive:
            _judge_names(path, archive)
            made_bytes = _unpack(path, archive, _MADE, _MADE_MAX)
            diary = _unpack(path, archive, _DIARY, _DIARY_MAX)
    except (BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise Unreadable(f"is no bundle: {error}", path=path) from None
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror or error}", path=path) from None
    try:
        made = msgspec.json.decode(made_bytes, type=Made)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Unreadable(f"is no bundle of this version: {_MADE}: {error}", path=path) from None
    report = msgspec.structs.replace(check(diary, table=table), path=_DIARY)
    return OpenedBundle(verdict=verdict_of(report), report=report, made=made)


def _data_members(replay: Replay) -> dict[str, bytes]:
    """The embedded component data, for the eye: what runs is in the diary. Names fit for a folder only."""
    found = {f"data/{event.name}": event.text.encode() for event in replay.events if isinstance(event, Embedded)}
    return {name: text for name, text in sorted(found.items())[:_DATA_FILES_MAX] if _DATA.fullmatch(name)}


def _record_of(replay: Replay, order: str) -> Crashed:
    """The record of an order that is refused, or raises, where the diary stands."""
    if len(order) > _ANSWER_MAX:
        raise UsageError(f"an order has at most {_ANSWER_MAX} characters")
    codec, rules = replay.table.spec.fold.codec, replay.table.rules
    state = replay.state_at(replay.standing) if replay.standing else rules.empty()
    answer = decode_input(codec, order, said=order)
    try:
        reason = rules.refusal(state, answer)
        if not reason:
            rules.advance(state, answer)
    except Exception as error:
        place = place_of(replay.table.spec, error.__traceback__) or "?"
        return Crashed(answer=order, exception=type(error).__name__[:NAME_MAX], place=place)
    if not reason:
        raise UsageError(f"the rules accept {order[:60]!r} where this diary stands: there is nothing to report")
    return Crashed(answer=order, exception=_REFUSED, place=reason[:TEXT_MAX])


def _with_record(replay: Replay, diary: bytes, record: Crashed) -> bytes:
    """The diary's whole blocks without its seal, and one more with the record."""
    end = replay.reader.end
    whole = diary[: end.last_block.byte if end.sealed else end.byte]
    port, name = MemoryPort(), Path(_DIARY)
    handle = port.create(name)
    port.write(handle, whole)
    port.close(handle)
    with DiaryWriter.open(name, lambda _: replay.table.spec.fold.codec, sync="none", port=port) as writer:
        writer.append([record])
    return port.contents(name)


def _pack(path: Path, members: dict[str, bytes]) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in members.items():
            info = ZipInfo(name)  # of the year 1980: no clock in a bundle
            info.create_system = 3
            info.external_attr = 0o644 << 16
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)


def _judge_directory(path: Path, size: int) -> None:
    """Whether the list of members at the end is short enough to be read at all: the library reads the whole of it.

    The last record of a zip tells where it begins; before it stands nothing else unless the zip is of the large kind.
    """
    with path.open("rb") as file:
        file.seek(max(size - _LAST_RECORD.size - _LOCATOR_SIZE, 0))
        tail = file.read()
    if len(tail) < _LAST_RECORD.size:
        raise Unreadable("is no bundle: it is too short", path=path)
    signature, _, directory, _, comment = _LAST_RECORD.unpack(tail[-_LAST_RECORD.size :])
    if signature != b"PK\x05\x06" or comment or tail.startswith(b"PK\x06\x07"):
        raise Unreadable("is no bundle: it does not end as one", path=path)
    if directory > _DIRECTORY_MAX:
        raise LimitExceeded(f"is no bundle: its list of files has {directory} bytes", path=path)


def _judge_names(path: Path, archive: ZipFile) -> None:
    names = archive.namelist()
    if len(names) > _DATA_FILES_MAX + len(_NAMES):
        raise LimitExceeded(f"is no bundle: it holds {len(names)} files", path=path)
    if len(set(names)) < len(names):
        raise Unreadable("is no bundle: a name stands in it twice", path=path)
    for name in names:
        if name not in _NAMES and not _DATA.fullmatch(name):
            raise Unreadable(f"is no bundle: it holds {name[:80]!r}", path=path)
    if missing := [name for name in (_DIARY, _MADE) if name not in names]:
        raise Unreadable(f"is no bundle: {missing[0]} is missing", path=path)
    # What other methods unpack cannot be counted while it comes: the library hands it over whole.
    if packed := [info.filename for info in archive.infolist() if info.compress_type not in (ZIP_DEFLATED, ZIP_STORED)]:
        raise Unreadable(f"is no bundle: {packed[0]} is packed by another method than deflate", path=path)


def _unpack(path: Path, archive: ZipFile, name: str, most: int) -> bytes:
    """A member's bytes, counted while they come: what the zip says of its sizes is not believed."""
    content = bytearray()
    with archive.open(name) as member:
        while piece := member.read(_PIECE):
            content += piece
            if len(content) > most:
                raise LimitExceeded(f"{name} in it is larger than {most} bytes", path=path)
    return bytes(content)


def _readme(made: Made, with_test: bool) -> str:
    test = f"""
or, where pytest is installed, as a test that fails while the rules go wrong:

    python -m pytest {TEST_NAME}
"""
    return f"""A bug report of wardiary {made.wardiary}, {made.game} with rules {made.rules}, on {made.python}.

{made.verdict.text()}

To see it again, with Python 3.11 or newer: install wardiary {made.wardiary} from the folder of its source,

    python -m pip install .

then, in the folder of the unpacked files:

    wardiary check {_DIARY}
{test if with_test else ""}
{_DIARY} shows every hand. {_MADE} holds the versions and the whole report of the check where it was made;
data/ the component data that is not the game's own, which the diary brings along.
"""
