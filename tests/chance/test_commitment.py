"""Commit and reveal."""

import pytest

from wardiary.core.chance import commitment, matches, new_secret
from wardiary.core.chance.commitment import SECRET_SIZE

SECRET = bytes(range(32))
COMMIT = commitment(SECRET)


def test_a_new_secret_is_32_bytes_and_never_the_same() -> None:
    secrets = {new_secret() for _ in range(100)}
    assert len(secrets) == 100
    assert {len(secret) for secret in secrets} == {SECRET_SIZE}


def test_a_commitment_is_64_hexadecimal_digits_and_does_not_show_the_secret() -> None:
    assert len(COMMIT) == 64
    assert bytes.fromhex(COMMIT) != SECRET


def test_the_promised_secret_matches() -> None:
    assert matches(COMMIT, SECRET.hex())


@pytest.mark.parametrize("bit", range(0, 256, 5))
def test_a_secret_with_one_bit_changed_does_not_match(bit: int) -> None:
    other = (int.from_bytes(SECRET) ^ (1 << bit)).to_bytes(32)
    assert not matches(COMMIT, other.hex())


@pytest.mark.parametrize(
    "reveal", ["", "xyz", "0", SECRET.hex()[:-2], SECRET.hex() + "00", SECRET.hex().upper(), f" {SECRET.hex()}", "é"]
)
def test_what_is_not_the_written_form_of_the_secret_does_not_match(reveal: str) -> None:
    assert not matches(COMMIT, reveal)


@pytest.mark.parametrize("commit", ["", COMMIT.upper(), COMMIT[:-1], COMMIT + "0"])
def test_what_is_not_the_written_form_of_the_commitment_does_not_match(commit: str) -> None:
    assert not matches(commit, SECRET.hex())
