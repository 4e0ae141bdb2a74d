"""Diaries packed with zstd: read like others, and nothing that they claim is believed."""

import sys
from pathlib import Path

import pytest
import zstandard
from tests.diary import demo
from tests.diary.demo import FELL, chained, events_of

from wardiary.events.diary import DiaryReader, DiaryWriter, limits, open_diary, repair
from wardiary.events.errors import DiaryError, LimitExceeded, Unreadable

PLAIN = chained(*[FELL * 3] * 500)


def packed(data: bytes, *, level: int = 3, size: bool = True) -> bytes:
    return zstandard.ZstdCompressor(level=level, write_content_size=size).compress(data)


@pytest.mark.parametrize(
    "data",
    [
        packed(PLAIN),
        packed(PLAIN, level=22),
        packed(PLAIN, size=False),
        packed(PLAIN[:5000]) + packed(PLAIN[5000:]),
        packed(PLAIN) + packed(b""),
    ],
    ids=["one frame", "highest level", "no size", "two frames", "empty frame after"],
)
def test_reads_like_the_plain_one(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.diary.zst"
    path.write_bytes(data)
    for reader in (open_diary(path, demo.codec_for), DiaryReader(data, demo.codec_for)):
        assert [event for some in reader.events() for event in some] == events_of(PLAIN)
        assert reader.last_h == DiaryReader(PLAIN, demo.codec_for).last_h
        assert reader.check_seal() is None


def test_what_it_is_counts_not_what_it_is_called(tmp_path: Path) -> None:
    for name, data in (("a.diary", packed(PLAIN)), ("b.diary.zst", PLAIN)):
        path = tmp_path / name
        path.write_bytes(data)
        assert open_diary(path, demo.codec_for).last_n == 1501


def test_every_cut_is_found() -> None:
    """A plain diary cut between blocks looks whole; a packed one knows better."""
    data = packed(PLAIN)
    for size in range(4, len(data)):
        with pytest.raises(Unreadable, match=r"cut off|damaged"):
            events_of(data[:size])


def test_damage_inside_is_found() -> None:
    data = packed(PLAIN)
    whole = events_of(PLAIN)
    for byte in range(4, len(data), 11):
        damaged = bytearray(data)
        damaged[byte] ^= 0x10
        try:
            reader = DiaryReader(bytes(damaged), demo.codec_for)
            got = [event for some in reader.events() for event in some]
        except DiaryError:
            continue
        # Bits of the frame's own header that say nothing about the data.
        assert got == whole[: len(got)]
        assert got == whole or reader.tail is not None


def test_a_bomb_is_stopped_while_it_grows() -> None:
    """Half a gigabyte out of 45 kB; the limit counts what has come out, not what the header promises."""
    data = packed(chained(FELL) + bytes(512 << 20), size=False)
    assert len(data) < 50_000
    with pytest.raises(LimitExceeded, match="grows to more than 67108864 bytes from"):
        events_of(data)


def test_a_real_diary_may_grow_as_they_do() -> None:
    assert limits.expanded_max(1 << 20) == 200 << 20
    assert limits.expanded_max(10) == 64 << 20


def test_a_wide_window_is_refused() -> None:
    parameters = zstandard.ZstdCompressionParameters(window_log=30, write_content_size=0)
    compressor = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    data = compressor.compress(PLAIN) + compressor.flush()
    with pytest.raises(Unreadable, match="damaged"):
        events_of(data)


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(Unreadable, match=r"pip install 'wardiary\[zstd\]'"):
        DiaryReader(packed(PLAIN), demo.codec_for)


def test_a_packed_diary_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "a.diary.zst"
    path.write_bytes(packed(PLAIN))
    with pytest.raises(Unreadable, match="unpack it with `zstd -d` first"):
        DiaryWriter.open(path, demo.codec_for)
    with pytest.raises(Unreadable, match="unpack it with `zstd -d` first"):
        repair(path)
    assert path.read_bytes() == packed(PLAIN)
