"""`odds` from the command line: tables, JSON, the owner's data, and what cannot be meant."""

import json
from pathlib import Path

import pytest
from tests.cli.running import Run

from wardiary.core.registry import load_game

DUEL = ["side=sov", "box=LK-3", "attack=i1", "defence=i1", "first"]


def test_tables(wardiary: Run) -> None:
    told = wardiary("odds", "freezing", *DUEL)
    assert (told.code, told.err) == (0, "")
    assert (
        told.out
        == """\
Soviet infantry 1 against Finnish infantry 1 in LK-3 Salmi and Suojärvi, first attack

Hits rolled and strength points lost
points  attacker hits  defender hits  attacker loses  defender loses
     0        86.11 %        83.33 %         83.33 %         86.11 %
     1        13.89 %        16.67 %         16.67 %         13.89 %

Expected, and how it ends
side      mean hits  mean loss  wiped out  alone in the box
attacker       0.14       0.17    16.67 %           13.89 %
defender       0.17       0.14    13.89 %           16.67 %

Losses of both sides together
attacker loses  defender loses 0  defender loses 1
             0           69.44 %           13.89 %
             1           16.67 %
"""
    )


def test_json_has_numbers(wardiary: Run) -> None:
    answer = json.loads(wardiary("odds", "freezing", *DUEL, "--json").out)
    assert answer["asked"].startswith("Soviet infantry 1 against ")
    spreads, endings, losses = answer["tables"]
    assert spreads["rows"][1]["defender hits"] == pytest.approx(1 / 6)
    assert endings["rows"][0]["side"] == "attacker"
    assert endings["rows"][0]["mean loss"] == pytest.approx(1 / 6)
    assert losses["rows"][1]["defender loses 1"] == 0


def test_what_is_unlikely_is_not_shown_as_impossible(wardiary: Run) -> None:
    told = wardiary("odds", "freezing", "side=sov", "box=LK-3", "attack=i4,4,4,4", "defence=i1")
    assert "<0.01 %" in told.out


def test_without_words_it_says_what_may_be_asked(wardiary: Run) -> None:
    told = wardiary("odds", "freezing")
    desk = load_game("freezing").odds
    assert desk is not None
    assert (told.code, told.err) == (0, "")
    assert desk.usage in told.out
    assert [example for example in desk.examples if f"wardiary odds freezing {example}\n" not in told.out] == []
    assert json.loads(wardiary("odds", "freezing", "--json").out)["examples"] == list(desk.examples)


def test_data_of_the_owner(wardiary: Run, tmp_path: Path) -> None:
    """Infantry that hits on a 4 in the file of the owner."""
    own = Path(__file__).parents[2] / "core" / "games" / "freezing" / "data" / "units.toml"
    text = own.read_text(encoding="utf-8")
    (tmp_path / "units.toml").write_text(text.replace("hits_on = 6", "hits_on = 4", 1), encoding="utf-8")
    told = wardiary("odds", "freezing", *DUEL, "--data", tmp_path, "--json")
    assert json.loads(told.out)["tables"][0]["rows"][1]["defender hits"] == pytest.approx(1 / 2)
    (tmp_path / "units.toml").write_text("nonsense", encoding="utf-8")
    broken = wardiary("odds", "freezing", *DUEL, "--data", tmp_path)
    assert (broken.code, broken.out) == (3, "")
    assert "units.toml" in broken.error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "nonsense"),
        (["tiny"], "tiny tells no odds; games that do: "),
        (["tiny", "side=red"], "tiny tells no odds; games that do: "),
        (["freezing", "side=sov"], "box, attack, defence must be said, as in side=sov box=KI-3"),
        (["freezing", *DUEL[:2], "attack=s2", "defence=i1"], "attack=s2: sov has no ski"),
        (["freezing", *DUEL, "cards=48"], "cards=48: FRD-C-14: it works in KI-3"),
        (["freezing", *DUEL, "\x1b[2J=1"], "'\\x1b[2J=1': expected is one of side=..."),
        (["freezing", *DUEL, "--luck"], "No such option"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_what_cannot_be_meant(arguments: list[str], message: str, wardiary: Run) -> None:
    told = wardiary("odds", *arguments)
    assert (told.code, told.out) == (2, "")
    assert message in told.error
