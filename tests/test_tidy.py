"""The form of the code and of the documents, where no linter looks."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CODE = ("events", "core", "replay", "analytics", "cli")
LINES_MAX = 400
FUNCTION_LINES_MAX = 70
UNFINISHED = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" * 3, "HA" + "CK")) + r")\b")
FLOATS_ALLOWED = {"odds.py", "features.py", "svg.py"}
"""Modules of a game that neither rules nor state depend on: probabilities, columns of the archive, drawings."""
CLOCKS_AND_CHANCE = {"datetime", "random", "secrets", "time", "uuid"}


def python_files(*folders: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


def place(path: Path, node: ast.stmt | ast.expr | None = None) -> str:
    return f"{path.relative_to(ROOT)}{f':{node.lineno}' if node else ''}"


def nodes(*folders: str) -> Iterator[tuple[Path, ast.AST]]:
    for path in python_files(*folders):
        for node in ast.walk(tree_of(path)):
            yield path, node


def project_texts() -> Iterator[Path]:
    for folder in (*CODE, "tests", "benchmarks", "scripts", "docs", ".ci"):
        yield from (path for path in sorted((ROOT / folder).rglob("*")) if path.is_file() and path.suffix != ".pyc")
    yield from sorted(path for path in ROOT.iterdir() if path.suffix in {".md", ".toml"})


def test_the_five_folders_hold_code() -> None:
    """What every other test here walks over; a moved folder must not make them pass on nothing."""
    assert [folder for folder in CODE if not python_files(folder)] == []


def test_files_are_short() -> None:
    lengths = {place(path): path.read_bytes().count(b"\n") for path in python_files(*CODE, "tests", "benchmarks")}
    assert {name: length for name, length in lengths.items() if length > LINES_MAX} == {}


def test_functions_fit_a_screen_or_two() -> None:
    assert [
        f"{place(path, node)} {node.name}: {node.end_lineno - node.lineno + 1} lines"
        for path, node in nodes(*CODE, "tests", "benchmarks")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= FUNCTION_LINES_MAX
    ] == []


def bound_names(body: list[ast.stmt]) -> Iterator[tuple[str, bool]]:
    """Each name that these module-level statements bind, and whether it is imported; type variables are nobody's."""
    for node in body:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, False
            case ast.Import() | ast.ImportFrom():
                yield from ((alias.asname or alias.name.split(".")[0], True) for alias in node.names)
            case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
                pass
            case ast.Assign(targets=targets):
                yield from (
                    (name.id, False) for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)
                )
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, False
            case ast.If() | ast.Try():
                yield from bound_names(node.body + node.orelse)


def all_of(path: Path) -> list[str] | None:
    """The module's `__all__`, None where there is none."""
    for node in tree_of(path).body:
        match node:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=value):
                return list(ast.literal_eval(value))
    return None


def export_faults(path: Path) -> Iterator[str]:
    listed = all_of(path)
    if listed is None:
        return
    bound = dict(bound_names(tree_of(path).body))
    public = {name for name, imported in bound.items() if not imported and not name.startswith("_")}
    yield from (f"{place(path)}: {name} is public but not in __all__" for name in sorted(public - set(listed)))
    yield from (f"{place(path)}: {name} is in __all__ but not there" for name in sorted(set(listed) - set(bound)))


def test_all_equals_what_is_public() -> None:
    assert [fault for path in python_files(*CODE, "src") for fault in export_faults(path)] == []


def test_every_module_says_what_it_is() -> None:
    assert [place(path) for path in python_files(*CODE, "src") if not ast.get_docstring(tree_of(path))] == []


def test_every_folder_of_modules_is_a_package() -> None:
    folders = {path.parent for path in python_files(*CODE)}
    assert [place(folder) for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_nothing_is_left_unfinished() -> None:
    assert [
        f"{place(path)}:{number}: {line.strip()}"
        for path in project_texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if UNFINISHED.search(line)
    ] == []


def test_only_the_command_line_prints() -> None:
    assert [
        place(path, node)
        for path, node in nodes("events", "core", "replay", "analytics")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ] == []


def imported_modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if isinstance(node, ast.ImportFrom) and node.module else []


def test_rules_and_events_read_no_clock_and_no_chance_of_their_own() -> None:
    """Only `core/chance/` may ask the system for secret bytes."""
    assert [
        f"{place(path)}: {module}"
        for path, node in nodes("events", "core")
        for module in imported_modules(node)
        if module.split(".")[0] in CLOCKS_AND_CHANCE
        and not (module == "secrets" and path.is_relative_to(ROOT / "core" / "chance"))
    ] == []


def is_float(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=float() | complex()):
            return True
        case ast.Call(func=ast.Name(id="float")):
            return True
    return False


def test_rules_and_state_hold_no_floats() -> None:
    assert [
        place(path, node)
        for path, node in nodes("core/games", "core/kit")
        if path.name not in FLOATS_ALLOWED and isinstance(node, ast.expr) and is_float(node)
    ] == []


def test_the_map_of_replay_names_each_module_once() -> None:
    folder = ROOT / "replay"
    there = [path.stem for path in folder.glob("*.py") if path.name != "__init__.py"]
    there += [f"{path.parent.name}/" for path in folder.glob("*/__init__.py")]
    drawn = ast.get_docstring(tree_of(folder / "__init__.py"))
    assert drawn is not None
    rows = [line for line in drawn.splitlines() if line.startswith("    ")]
    assert Counter(named for row in rows for named in names_in(row)) == Counter(there)


def names_in(row: str) -> list[str]:
    """A folder, or the modules between the commas of a row, without the words in brackets."""
    first, _, rest = row.strip().partition("  ")
    return [first] if first.endswith("/") else [name.strip() for name in re.sub(r"\([^)]*\)", "", rest).split(",")]
