"""Tables that many diaries share."""

from pathlib import Path
from typing import Any

import pytest
from tests.replay.diaries import write_game

from wardiary.replay.check import CheckReport, check_many
from wardiary.replay.table import Table, Tables


def test_diaries_of_one_game_and_data_share_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid: list[dict[str, str]] = []
    lay = Table.lay

    def counted(game: Any, replaced: Any = None) -> Table:
        laid.append(dict(replaced))
        return lay(game, replaced)

    monkeypatch.setattr(Table, "lay", counted)
    plain = [write_game(tmp_path / f"{seed}.diary", seed) for seed in range(3)]
    assert all(isinstance(one, CheckReport) and one.clean for one in check_many(plain).results)
    assert laid == [{}]
    text = (Path(__file__).parents[2] / "core/games/tiny/data/tiny.toml").read_text().replace("turns = 6", "turns = 3")
    tables = Tables()
    own = tables.lay("tiny", {"tiny.toml": text})
    assert tables.lay("tiny", {"tiny.toml": text}) is own
    assert tables.lay("tiny", {}) is not own
    assert (tables.lay("tiny", {}).data.turns, own.data.turns) == (6, 3)
