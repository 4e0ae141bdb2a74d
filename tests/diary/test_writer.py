"""What a writer writes, when it syncs and marks, what it refuses; opening, sealing, repairing."""

import stat
from pathlib import Path

import msgspec
import pytest
from tests.diary import demo
from tests.diary.demo import FELL, chained, events_of
from tests.diary.fault_port import FaultPort

from wardiary.events.common import Noted
from wardiary.events.diary import DiaryReader, DiaryWriter, MemoryPort, SyncLevel, repair
from wardiary.events.diary.limits import BLOCK_MAX
from wardiary.events.errors import BrokenChain, FileExists, LimitExceeded, Unreadable, WriteFailed

FILE = Path("/games/a.diary")
STEP = [demo.Fell(unit=1)]


class Recording(FaultPort):
    """Also keeps the names of the calls that matter to safety."""

    def __init__(self, files: dict[Path, bytes] | None = None) -> None:
        super().__init__(files)
        self.did: list[str] = []

    def write(self, handle: int, data: bytes, /) -> int:
        self.did.append("write")
        return super().write(handle, data)

    def sync(self, handle: int) -> None:
        self.did.append("sync")
        super().sync(handle)

    def sync_folder(self, folder: Path) -> None:
        self.did.append("folder")
        super().sync_folder(folder)


def marks(data: bytes) -> str:
    """A letter for each commit line: s with the mark, - without."""
    return "".join("s" if b'"s":1' in line else "-" for line in data.splitlines() if line.startswith(b'{"t":"commit"'))


@pytest.mark.parametrize(
    ("level", "did", "marked"),
    [
        # header, a step, a step that a person answered, a step, a step, the seal
        ("none", "write write write write write write", "-----s"),
        ("turn", "write sync folder write write sync write write sync write sync", "-s-s-s"),
        ("always", "write sync folder write sync write sync write sync write sync write sync", "-sssss"),
    ],
)
def test_syncs_and_marks(level: SyncLevel, did: str, marked: str) -> None:
    """The first block after each sync carries the mark, and every seal; where there are syncs, one comes before it."""
    port = Recording()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync=level, port=port) as writer:
        assert [writer.append(STEP, sync=number == 1) for number in range(4)] == [2, 3, 4, 5]
        assert writer.seal() == 6
    assert port.did == did.split()
    assert marks(port.contents()[FILE]) == marked


@pytest.mark.parametrize(("level", "synced"), [("none", False), ("turn", True), ("always", True)])
def test_close_leaves_all_on_the_disk(level: SyncLevel, synced: bool) -> None:
    port = FaultPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync=level, port=port) as writer:
        writer.append(STEP)
    file = port.files[FILE]
    assert (file.on_disk == bytes(file.seen)) == synced
    writer.close()


@pytest.mark.parametrize(("level", "marked"), [("none", "----"), ("turn", "--s-"), ("always", "--ss")])
def test_opening_marks_only_what_it_synced(level: SyncLevel, marked: str) -> None:
    """Another process may have died with its data still on the way to the disk."""
    port = Recording({FILE: chained(FELL, marked=False)})
    with DiaryWriter.open(FILE, demo.codec_for, sync=level, port=port) as writer:
        assert port.did == ([] if level == "none" else ["sync"])
        writer.append(STEP)
        writer.append(STEP)
    assert marks(port.contents()[FILE]) == marked


def test_create_then_open_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    with DiaryWriter.create(path, demo.header(), demo.CODEC) as writer:
        assert (writer.last_n, writer.header, writer.recovery, writer.is_open) == (1, demo.header(), None, True)
        writer.append(STEP)
        h = writer.last_h
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    with DiaryWriter.open(str(path), demo.codec_for) as writer:
        assert (writer.last_n, writer.last_h, writer.header) == (2, h, demo.header())
        writer.append(STEP)
    assert events_of(path.read_bytes()) == [demo.header(), *STEP, *STEP]
    assert sorted(tmp_path.iterdir()) == [path]


def test_an_existing_file_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    path.write_text("mine")
    with pytest.raises(FileExists, match="exists already: choose another name"):
        DiaryWriter.create(path, demo.header(), demo.CODEC)
    assert path.read_text() == "mine"


def test_create_where_nothing_can_be_created(tmp_path: Path) -> None:
    for path in (tmp_path / "no" / "a.diary", Path("/proc/a.diary")):
        with pytest.raises(WriteFailed, match="cannot be created"):
            DiaryWriter.create(path, demo.header(), demo.CODEC)


def test_another_format_is_not_written() -> None:
    header = msgspec.structs.replace(demo.header(), format="wardiary/2")
    with pytest.raises(ValueError, match="this program writes wardiary/1"):
        DiaryWriter.create(FILE, header, demo.CODEC, port=MemoryPort())


def test_an_empty_block_is_refused() -> None:
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=MemoryPort()) as writer:
        with pytest.raises(ValueError, match="at least one event"):
            writer.append([])
        assert writer.append(STEP) == 2


def test_limits_are_refused_and_the_writer_goes_on() -> None:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port) as writer:
        with pytest.raises(LimitExceeded, match="event 3: an event may have 1048576 bytes"):
            writer.append([*STEP, Noted(text="x" * (1 << 20))])
        note = Noted(text="x" * 1_000_000)
        with pytest.raises(LimitExceeded, match=f"a block may have {BLOCK_MAX} bytes"):
            writer.append([note] * 17)
        assert writer.append([note] * 16) == 17
    assert DiaryReader(port.contents(FILE), demo.codec_for).last_n == 17


def test_an_event_that_cannot_be_encoded_leaves_the_writer_as_it_was() -> None:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port) as writer:
        with pytest.raises(UnicodeEncodeError):
            writer.append([*STEP, Noted(text="\ud800")])
        assert writer.append(STEP) == 2
    assert events_of(port.contents(FILE)) == [demo.header(), *STEP]


def test_nothing_after_close_or_seal() -> None:
    port = MemoryPort()
    writer = DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port)
    writer.seal("ab" * 16)
    with pytest.raises(WriteFailed, match="the diary is sealed: fork it"):
        writer.append(STEP)
    with pytest.raises(WriteFailed, match="the diary is sealed: fork it"):
        writer.seal()
    writer.close()
    with pytest.raises(Unreadable, match=r"is sealed and takes no more events: `wardiary fork .* --at last -o OTHER`"):
        DiaryWriter.open(FILE, demo.codec_for, port=port)
    assert repair(FILE, port=port).sealed
    other = DiaryWriter.create(Path("b"), demo.header(), demo.CODEC, port=port)
    other.close()
    with pytest.raises(WriteFailed, match="the diary is closed"):
        other.append(STEP)
    assert not other.is_open


def test_a_seal_refuses_a_file_that_another_program_wrote_to() -> None:
    port = MemoryPort()
    writer = DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port)
    port.write(port.open(FILE), b"theirs")
    with pytest.raises(WriteFailed, match="another program wrote to it"):
        writer.seal()
    assert port.contents(FILE).endswith(b"theirs")


def test_a_reveal_must_be_a_digest() -> None:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=port) as writer:
        with pytest.raises(ValueError, match="length >= 32"):
            writer.seal("short")
        writer.append(STEP)


TORN = chained(FELL, FELL)


def test_opening_keeps_a_torn_tail_aside() -> None:
    port = MemoryPort()
    port.write(port.create(FILE), TORN + b'{"t":"de')
    with DiaryWriter.open(FILE, demo.codec_for, port=port) as writer:
        assert writer.recovery is not None
        assert (writer.recovery.tail.bytes, writer.recovery.kept) == (8, FILE.with_name("a.diary.torn"))
        writer.append(STEP)
    assert port.contents(writer.recovery.kept) == b'{"t":"de'
    # A second one does not overwrite the first.
    port.write(port.open(FILE), b"again")
    report = repair(FILE, port=port)
    assert report.recovered is not None
    assert report.recovered.kept.name == "a.diary.torn-2"
    assert port.contents(report.recovered.kept) == b"again"
    assert (report.events, report.sealed) == (4, False)


def test_a_torn_tail_stays_until_the_writer_settles() -> None:
    port = MemoryPort()
    port.write(port.create(FILE), TORN + b'{"t":"de')
    with DiaryWriter.open(FILE, demo.codec_for, port=port, settled=False) as writer:
        assert (writer.recovery, port.contents(FILE)) == (None, TORN + b'{"t":"de')
        writer.settle()
        assert writer.torn_tail is None
        assert port.contents(FILE) == TORN
        writer.append(STEP)
    assert DiaryReader(port.contents(FILE), demo.codec_for).tail is None


def test_repair_of_a_whole_diary_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    path.write_bytes(TORN)
    report = repair(path)
    assert (report.path, report.events, report.recovered) == (path, 3, None)
    assert report.h == DiaryReader(TORN, demo.codec_for).last_h
    assert path.read_bytes() == TORN
    assert sorted(tmp_path.iterdir()) == [path]


def test_repair_cuts_and_keeps(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    path.write_bytes(TORN + FELL)
    report = repair(str(path))
    assert report.recovered is not None
    assert report.recovered.kept.read_bytes() == FELL
    assert path.read_bytes() == TORN


def test_damage_is_refused_and_nothing_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    damaged = TORN.replace(FELL, FELL.upper(), 1)
    path.write_bytes(damaged)
    with pytest.raises(BrokenChain, match="line 3, byte "):
        repair(path)
    with pytest.raises(BrokenChain, match="nothing was changed"):
        DiaryWriter.open(path, demo.codec_for)
    assert path.read_bytes() == damaged
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.diary"
    path.write_bytes(TORN)

    class ReadOnly(FaultPort):
        def open(self, path: Path) -> int:
            raise PermissionError(13, "Permission denied", str(path))

    said = r"a\.diary: cannot be opened for writing: Permission denied"
    with pytest.raises(WriteFailed, match=said):
        DiaryWriter.open(path, demo.codec_for, port=ReadOnly())
    with pytest.raises(WriteFailed, match=said):
        repair(path, port=ReadOnly())


def test_a_full_disk_is_said_of_a_repair_and_of_a_creation() -> None:
    class Full(FaultPort):
        def write(self, handle: int, data: bytes, /) -> int:
            raise OSError(28, "No space left on device")

    with pytest.raises(WriteFailed, match=r"cannot be repaired: No space left on device; nothing is lost"):
        repair(FILE, port=Full({FILE: TORN + FELL}))
    with pytest.raises(WriteFailed, match=r"cannot be created: No space left on device$"):
        DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=Full())


def test_a_failed_last_sync_is_told() -> None:
    class NoSync(FaultPort):
        refuse = False

        def sync(self, handle: int) -> None:
            if self.refuse:
                raise OSError(5, "Input/output error")

    port = NoSync()
    writer = DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync="turn", port=port)
    writer.append(STEP)
    port.refuse = True
    with pytest.raises(WriteFailed, match="may not be on the disk"):
        writer.close()
    assert not port.opened


def test_an_outer_error_passes_through_the_context() -> None:
    with (
        pytest.raises(KeyError),
        DiaryWriter.create(FILE, demo.header(), demo.CODEC, port=MemoryPort()) as writer,
    ):
        raise KeyError
    assert not writer.is_open
