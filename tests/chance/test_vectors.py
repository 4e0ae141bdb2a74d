"""Known answers of dice, draws, choices and commitments: part of the file format, never to change within a version."""

import json
from pathlib import Path
from typing import Any

import pytest

from wardiary.core.chance import choose, commitment, draw, matches, roll, seed_bytes

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("vectors.json").read_text("utf-8"))


@pytest.mark.parametrize("vector", VECTORS["rolls"], ids=lambda v: f"d{v['sides']}x{v['count']}-{v['label']}")
def test_rolls(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert list(roll(seed, vector["label"], vector["count"], vector["sides"])) == vector["faces"]


@pytest.mark.parametrize("vector", VECTORS["draws"], ids=lambda v: f"{v['deck']}-{v['shuffle']}-{v['count']}")
def test_draws(vector: dict[str, Any]) -> None:
    seed = bytes.fromhex(vector["seed"])
    assert list(draw(seed, vector["deck"], vector["shuffle"], vector["bag"], vector["count"])) == vector["cards"]


@pytest.mark.parametrize("vector", VECTORS["choices"], ids=lambda v: f"{v['label']}-{v['count']}")
def test_choices(vector: dict[str, Any]) -> None:
    assert choose(bytes.fromhex(vector["seed"]), vector["label"], vector["count"]) == vector["index"]


@pytest.mark.parametrize("vector", VECTORS["seeds"], ids=lambda v: v["text"])
def test_open_seeds(vector: dict[str, Any]) -> None:
    assert seed_bytes(vector["text"]).hex() == vector["seed"]


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda v: v["secret"][:8])
def test_commitments(vector: dict[str, Any]) -> None:
    assert commitment(bytes.fromhex(vector["secret"])) == vector["commit"]
    assert matches(vector["commit"], vector["secret"])


def test_vectors_cover_every_way_a_value_is_made() -> None:
    sides = {vector["sides"] for vector in VECTORS["rolls"]}
    assert {6, 10, 100, 300} <= sides
    assert any(vector["count"] > 64 for vector in VECTORS["rolls"]), "more dice than one block gives"
    assert any(len(set(vector["bag"])) < len(vector["bag"]) for vector in VECTORS["draws"]), "a bag with copies"
    assert any(vector["count"] > 2**63 for vector in VECTORS["choices"]), "half of the words rejected"
    assert {len(vector["seed"]) // 2 for vector in VECTORS["rolls"]} >= {1, 32, 64, 100}
