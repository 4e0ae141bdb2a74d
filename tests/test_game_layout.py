"""One layout of a game's folder: the same thing has the same name in every game (docs/adding-a-game.md lists them)."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(path.parent.name for path in (ROOT / "core" / "games").glob("*/spec.py"))

COMMON = {
    "__init__.py": "nothing but what the game is",
    "spec.py": "the game's record in the contract",
    "state.py": "the state, and short questions that need nothing else",
    "evolve.py": "what each event does to the state",
    "data/*.toml": "component data",
    "components.py": "the shapes of the data files",
    "checks.py": "what data must be, that only this game knows",
    "data.py": "the data loaded, and maps made of them",
    "operations.py": "what cards do, a typed table for each kind",
    "charts.py": "charts as functions: the terms and results of a battle",
    "queries.py": "questions about a position, without a choice",
    "movement.py": "where units can go",
    "setup.py": "what fills the empty state",
    "rules.py": "set-up and decision points of a game that needs no folder for them",
    "phases/*.py": "decision points, a file a phase of the rulebook",
    "view.py": "what a seat may see, and what it imagines behind it",
    "texts.py": "names of sides, places, pieces and cards",
    "words.py": "what is asked, and short names of orders",
    "narration.py": "a sentence for each event",
    "board.py": "the position as text",
    "svg.py": "the position as a drawing",
    "features.py": "numbers that describe a position, and what it is worth",
    "faults.py": "what must always hold of a position",
    "players.py": "computer players",
    "players/*.py": "computer players, where one file is too small",
    "odds.py": "exact odds of a battle",
    "odds_question.py": "a battle in a person's words",
    "odds_desk.py": "the answer in tables",
    "odds_sql.py": "odds as macros of the archive",
    "reports/*.sql": "reports over the archive",
    "views/*.sql": "views of the archive: battles, card plays, whole orders",
}
OWN = {
    "brother": {
        "battle_tables.py": "the two printed tables, and how they are read",
        "zones.py": "words of cards that name towns",
    },
    "kuularuisku": {
        "choices.py": "the menu of moves that is listed",
        "cover.py": "cover of figures and of a target as a whole",
        "expansion.py": "from an order to the ways of single figures",
        "forced_moves.py": "moves that nobody chooses",
        "formations.py": "slots of lines and columns",
        "menu.py": "proposals for moves",
        "moves.py": "orders to move, judged",
        "plain_sight.py": "lines of sight word for word, for the tests",
        "roster.py": "units and soldiers of a scenario",
        "sight_lines.py": "who sees whom",
        "standing.py": "a figure as geometry sees it",
        "svg_legend.py": "the signs of the drawing and what they mean",
        "targets.py": "who can be shot at, with what",
        "terrain.py": "the table made of its data",
    },
    "helsinki": {
        "battlefield.py": "the map made of its data: hexes, edges, vertices",
        "clock.py": "the time track made of its data",
    },
}
"""Files of a game that no other has a like of."""

HOMES = {
    "SPEC": ("spec.py",),
    "EVOLVE": ("evolve.py",),
    "POINTS": ("phases/__init__.py", "rules.py"),
    "NARRATION": ("narration.py", "spec.py"),
    "PLAYERS": ("players.py", "players/__init__.py"),
    "ODDS": ("odds_desk.py",),
    "Files": ("components.py", "state.py"),
    "load_data": ("data.py", "spec.py"),
    "breaches": ("checks.py",),
    "set_up": ("setup.py", "rules.py"),
    "view": ("view.py", "spec.py"),
    "imagine": ("view.py", "spec.py"),
    "ask": ("words.py", "spec.py"),
    "name_order": ("words.py", "spec.py"),
    "explain_order": ("words.py", "spec.py"),
    "board": ("board.py", "spec.py"),
    "svg": ("svg.py",),
    "features": ("features.py", "spec.py"),
    "value": ("features.py", "spec.py"),
    "faults": ("faults.py", "spec.py"),
    "battle_terms": ("charts.py",),
    "SIDE_NAMES": ("texts.py",),
    "carry_on": ("phases/script.py",),
    "Picking": ("phases/base.py",),
}
"""Where each of these is defined; a small game may keep some in its spec."""


def files(game: str) -> list[Path]:
    folder = ROOT / "core" / "games" / game
    return sorted(p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def kind(game: str, path: Path) -> str:
    """A file's name in its game; of a folder's files their common one."""
    name = path.relative_to(ROOT / "core" / "games" / game)
    return f"{name.parent}/*{name.suffix}" if name.parent != Path(".") else name.name


@pytest.mark.parametrize("game", GAMES)
def test_a_games_folder_has_the_common_layout(game: str) -> None:
    allowed = {*COMMON, *OWN.get(game, {})}
    assert sorted({kind(game, path) for path in files(game)} - allowed) == []
    assert {"spec.py", "state.py", "evolve.py", "data/*.toml"} <= {kind(game, path) for path in files(game)}


def test_every_allowed_name_is_used_and_no_own_name_is_common() -> None:
    used = {kind(game, path) for game in GAMES for path in files(game)}
    assert sorted(set(COMMON) - used) == []
    assert {game: sorted(set(own) - {kind(game, path) for path in files(game)}) for game, own in OWN.items()} == {
        game: [] for game in OWN
    }
    own = [name for names in OWN.values() for name in names]
    assert len(own) == len(set(own)), "two games have it: it is common"


def defined(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
    return names


@pytest.mark.parametrize("game", GAMES)
def test_the_same_thing_stands_in_the_same_file(game: str) -> None:
    folder = ROOT / "core" / "games" / game
    found = {(name, str(p.relative_to(folder))) for p in files(game) if p.suffix == ".py" for name in defined(p)}
    assert [f"{name} in {where}" for name, where in sorted(found) if name in HOMES and where not in HOMES[name]] == []


def test_the_layout_is_documented() -> None:
    page = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
    page = page.partition("\n## The folder\n")[2].partition("\n## ")[0]
    rows = dict(re.findall(r"^\| `([^`]+)` \| (.*?) \|$", page, flags=re.M))
    assert rows == COMMON
