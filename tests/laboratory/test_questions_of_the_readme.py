"""The three commands of the README that answer a designer: is it fair, which card decides it, luck or choice."""

import re
from pathlib import Path

from tests.cli.running import ROOT
from tests.laboratory.test_tour import GOOD, commands
from tests.replay.diaries import write_game

QUESTIONS = commands(ROOT / "README.md", "Is it fair, which card decides it, was I unlucky?")


def test_three_commands_answer_a_designer(tmp_path: Path) -> None:
    for folder, game, n in (("games", "tiny", "60"), ("random", "freezing", "8")):
        simulated = GOOD.wardiary("simulate", game, "-n", n, "--seed", "1918", "-o", folder, cwd=tmp_path)
        assert simulated.code == 0, simulated.err
        assert GOOD.wardiary("archive", "add", f"{folder}.archive", folder, cwd=tmp_path).code == 0
    write_game(tmp_path / "evening.diary", 3)
    told = []
    assert len(QUESTIONS) == 3
    for program, *words in QUESTIONS:
        assert program == "wardiary"
        done = GOOD.wardiary(*words, cwd=tmp_path)
        assert done.code == 0, done.err
        told.append(done.out)
    fair, cards, luck = told
    assert re.search(r"^tiny +blue +random .* 60 +\d+ +0\.\d+ +0\.\d+ +0\.\d+", fair, re.MULTILINE), fair
    compared = r"^freezing +fin +\d\d +event +\d+ +\d( +[\d.]+){3} +[1-7] +[\d.]+ +-?[\d.]+ +-[\d.]+ +0\.\d+ "
    assert re.search(compared, cards, re.MULTILINE), f"no card that some play and some do not\n{cards}"
    for line in (r"^\+ luck +[+-]\d", r"^\+ own decisions +[+-]\d", r"control variate for red: factor "):
        assert re.search(line, luck, re.MULTILINE), luck
