"""The chain, worked out here by hand beside the vectors; a change of these bytes is a change of the format."""

from hashlib import blake2b
from pathlib import Path

import pytest
from tests.diary import demo

from wardiary.events.common import Noted
from wardiary.events.diary import DiaryReader, DiaryWriter, MemoryPort, fingerprint
from wardiary.events.diary.fingerprint import WORDS

FILE = Path("a.diary")

VECTOR = """\
{"t":"header","format":"wardiary/1","id":"00000000000000000000000000000000","game":"demo","rules":"0.1.0",\
"data":"dddddddddddddddddddddddddddddddd","scenario":"standard","seats":{"red":"random","white":"random"},\
"dice_source":{"source":"seed","seed":"1"}}
{"t":"commit","n":1,"h":"510d21e5ced8f1a2ad77faf487eded5e"}
{"t":"demo.march@2","unit":0,"to":"box 0","haste":true}
{"t":"demo.asked","side":"white"}
{"t":"commit","n":3,"s":1,"h":"c57c036e17399b031c2ff1d71869fe90"}
{"t":"noted","text":"lumi ja jää"}
{"t":"commit","n":4,"h":"1039b5508951eb89ec8e916405c5ca6f"}
{"t":"sealed","events":4,"digest":"936ea6c713dd5301e6ea56f78f266710db2b903008452ca2243453aed6ad7ea4","reveal":"abababababababababababababababab"}
{"t":"commit","n":5,"s":1,"h":"28fc5f508008cf9378f802000ca4957a"}
"""


def written() -> bytes:
    port = MemoryPort()
    with DiaryWriter.create(FILE, demo.header(), demo.CODEC, sync="turn", port=port) as writer:
        writer.append(next(demo.steps(1)))
        writer.append([Noted(text="lumi ja jää")])
        writer.seal("ab" * 16)
    return port.contents(FILE)


def test_known_answer() -> None:
    assert written().decode() == VECTOR


def test_vector_by_the_words_of_the_format() -> None:
    """Nothing of the package's own code: only what docs/log-format.md says."""
    previous = bytes(16)
    block = b""
    whole = b""
    hashes = 0
    for line in VECTOR.encode().splitlines(keepends=True):
        if line.startswith(b'{"t":"sealed"'):
            digest = blake2b(whole, digest_size=32, person=b"wardiary-1").hexdigest()
            assert f'"digest":"{digest}"'.encode() in line
        whole += line
        block += line
        if line.startswith(b'{"t":"commit"'):
            before, value, after = block[:-35], block[-35:-3], block[-3:]
            previous = blake2b(previous + before, digest_size=16, person=b"wardiary-1").digest()
            assert value == previous.hex().encode()
            assert after == b'"}\n'
            block = b""
            hashes += 1
    assert hashes == 4


def test_vector_is_read() -> None:
    reader = DiaryReader(VECTOR.encode(), demo.codec_for)
    assert (reader.last_n, reader.tail, reader.end.sealed) == (5, None, True)
    assert [block.last for block in reader.blocks(canonical=True)] == [1, 3, 4, 5]
    seal = reader.check_seal()
    assert seal is not None
    assert seal.reveal == "ab" * 16


def test_same_events_same_bytes_whatever_the_port(tmp_path: Path) -> None:
    with DiaryWriter.create(tmp_path / FILE, demo.header(), demo.CODEC, sync="turn") as writer:
        writer.append(next(demo.steps(1)))
        writer.append([Noted(text="lumi ja jää")])
        writer.seal("ab" * 16)
    assert (tmp_path / FILE).read_bytes() == written()


def test_fingerprint_words() -> None:
    assert len(WORDS) == len(set(WORDS)) == 256
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 9 for word in WORDS)


@pytest.mark.parametrize(
    ("h", "words"),
    [
        ("00" * 16, " ".join(["acorn"] * 8)),
        ("0001feff" + "00" * 12, "acorn amber zebra zinc acorn acorn acorn acorn"),
        ("00" * 8 + "ff" * 8, " ".join(["acorn"] * 8)),
    ],
)
def test_fingerprint(h: str, words: str) -> None:
    assert fingerprint(h) == words
