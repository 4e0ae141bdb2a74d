"""docs/verify_dice.py, which needs none of our code, over diaries made with our code."""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from wardiary.core.chance import commitment, roll, roll_label, seed_bytes

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_dice.py"
SECRET = bytes(range(100, 132))
SYSTEM = {"source": "system", "commit": commitment(SECRET)}
SEALED = {"t": "sealed", "events": 9, "digest": "0" * 64, "reveal": SECRET.hex()}
Line = dict[str, Any]


def header(dice: Line) -> Line:
    return {
        "t": "header",
        "format": "wardiary/1",
        "id": "x",
        "game": "tiny",
        "seats": {"red": "human"},
        "dice_source": dice,
    }


def rolled(seed: bytes, source: str, purpose: str, key: str, count: int, nth: int = 1, sides: int = 6) -> Line:
    dice = list(roll(seed, roll_label(purpose, key, nth), count, sides))
    rare = ({} if nth == 1 else {"nth": nth}) | ({} if sides == 6 else {"sides": sides})
    return {"t": "rolled", "purpose": purpose, "by": "red", "key": key, **rare, "dice": dice, "source": source}


def commit(number: int) -> Line:
    return {"t": "commit", "n": number, "h": "0" * 32}


def game(dice: Line, seed: bytes) -> list[Line]:
    """A header, an order, four rolls (event 3, 4, a taken-back one and its like, 200 dice of ten sides), and a seal."""
    source = dice["source"]
    return [
        header(dice),
        commit(1),
        {"t": "tiny.march", "unit": 3, "to": "bridge"},
        rolled(seed, source, "attack", "1.2.ä|bridge", 6),
        commit(3),
        rolled(seed, source, "attack", "1.2.ä|bridge", 3, nth=2),
        commit(4),
        {"t": "took_back", "to": 3},
        commit(5),
        rolled(seed, source, "attack", "1.2.ä|bridge", 3, nth=2),
        rolled(seed, source, "storm", "", 200, sides=10),
        commit(7),
        SEALED,
        commit(8),
    ]


def verify(folder: Path, lines: list[Line]) -> tuple[int, list[str]]:
    """The exit code and the printed lines of the script over a diary of these lines, away from our code."""
    diary = folder / "evening.diary"
    diary.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), "utf-8")
    command = [sys.executable, "-I", "-X", "utf8=0", str(SCRIPT), str(diary)]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert run.stderr == ""
    return run.returncode, run.stdout.splitlines()


DICE = [
    pytest.param(SYSTEM, SECRET, id="system"),
    pytest.param({"source": "seed", "seed": "1918"}, seed_bytes("1918"), id="seed"),
    pytest.param({"source": "seed", "seed": ""}, seed_bytes(""), id="empty-text"),
]


@pytest.mark.parametrize(("dice", "seed"), DICE)
def test_an_honest_diary_agrees(dice: Line, seed: bytes, tmp_path: Path) -> None:
    code, printed = verify(tmp_path, game(dice, seed))
    assert (code, printed[-1]) == (0, "4 rolls agree, 0 differ, 0 unknown")
    assert [line.split(":")[0] for line in printed[:-1]] == ["event 3", "event 4", "event 6", "event 7"]


@pytest.mark.parametrize(("dice", "seed"), DICE)
@pytest.mark.parametrize(("line", "event", "die"), [(3, 3, 0), (5, 4, 2), (9, 6, 1), (10, 7, 199)])
def test_a_doctored_die_is_named(dice: Line, seed: bytes, line: int, event: int, die: int, tmp_path: Path) -> None:
    lines = game(dice, seed)
    true = list(lines[line]["dice"])
    lines[line]["dice"][die] = true[die] % 6 + 1
    code, printed = verify(tmp_path, lines)
    assert (code, printed[-1]) == (1, "3 rolls agree, 1 differ, 0 unknown")
    assert [text for text in printed if "but" in text] == [
        f"event {event}: {lines[line]['dice']}, but the seed gives {true}"
    ]


@pytest.mark.parametrize(("field", "value"), [("purpose", "defence"), ("key", "1.2.bridge"), ("nth", 3)])
def test_a_roll_moved_to_another_label_is_named(field: str, value: object, tmp_path: Path) -> None:
    lines = game(SYSTEM, SECRET)
    lines[3][field] = value
    code, printed = verify(tmp_path, lines)
    assert (code, printed[0].startswith("event 3:"), "but the seed gives" in printed[0]) == (1, True, True)


@pytest.mark.parametrize(
    "seal",
    [{**SEALED, "reveal": bytes(32).hex()}, {key: SEALED[key] for key in ("t", "events", "digest")}],
    ids=["another secret", "no secret"],
)
def test_a_seal_without_the_promised_secret_is_named(seal: Line, tmp_path: Path) -> None:
    lines = [*game(SYSTEM, SECRET)[:-2], seal, commit(8)]
    assert verify(tmp_path, lines) == (1, ["0 rolls agree, 0 differ, 4 unknown, promised secret not shown"])


def test_rolls_under_a_lost_secret_are_unknown_and_those_after_it_are_made_again(tmp_path: Path) -> None:
    lost = bytes(32)
    lines = [
        header({"source": "system", "commit": commitment(lost)}),
        rolled(lost, "system", "attack", "1", 3),
        {"t": "reseeded", "dice_source": SYSTEM},
        rolled(SECRET, "system", "attack", "2", 3),
        SEALED,
    ]
    code, printed = verify(tmp_path, lines)
    assert (code, printed[-1]) == (0, "1 rolls agree, 0 differ, 1 unknown")


@pytest.mark.parametrize("dice", [{"source": "typed"}, SYSTEM], ids=["all typed", "one typed"])
def test_a_typed_roll_is_unknown(dice: Line, tmp_path: Path) -> None:
    typed = {"t": "rolled", "purpose": "attack", "by": "red", "key": "1", "dice": [6, 6, 6], "source": "typed"}
    assert verify(tmp_path, [header(dice), typed, SEALED]) == (0, ["0 rolls agree, 0 differ, 1 unknown"])


def test_the_script_is_short_and_needs_nothing_but_python() -> None:
    text = SCRIPT.read_text("utf-8")
    assert len(text.splitlines()) <= 30
    imported = {
        name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }
    assert imported == {"json", "sys", "hashlib"}
