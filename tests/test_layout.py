"""The code lies in five folders at the root and is imported, built and installed as `wardiary` alone."""

import importlib.util
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("events", "core", "replay", "analytics", "cli")
PACKAGE = ROOT / "src" / "wardiary"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

needs_hatchling = pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None, reason="hatchling builds the wheel: pip install -e '.[test]'"
)


@pytest.mark.parametrize("folder", FOLDERS)
def test_link_leads_to_the_root_folder(folder: str) -> None:
    link = PACKAGE / folder
    assert link.readlink() == Path("..", "..", folder)
    assert link.resolve() == ROOT / folder
    assert (link / "__init__.py").is_file()


def test_the_package_folder_holds_nothing_but_links_version_and_marker() -> None:
    assert {path.name for path in PACKAGE.iterdir()} - {"__pycache__"} == {"__init__.py", "py.typed", *FOLDERS}


def test_every_tool_knows_the_five_folders() -> None:
    tool = PROJECT["tool"]
    banned = tool["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]
    layers = next(contract for contract in tool["importlinter"]["contracts"] if contract["type"] == "layers")["layers"]
    assert set(FOLDERS) <= set(banned)
    assert sorted(tool["coverage"]["run"]["source"]) == sorted(FOLDERS)
    assert layers == [f"wardiary.{folder}" for folder in reversed(FOLDERS)]


def test_the_base_install_is_three_libraries() -> None:
    assert {requirement.split(">")[0] for requirement in PROJECT["project"]["dependencies"]} == {
        "msgspec",
        "duckdb",
        "click",
    }


def code_files() -> set[str]:
    """What belongs in a wheel, by its name there."""
    found = {
        f"wardiary/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    return {"wardiary/__init__.py", "wardiary/py.typed", *found}


def build(project: Path, target: str, into: Path) -> Path:
    """Build a wheel (`wheel`, `wheel:editable`) or an sdist of the project with the hatchling at hand."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(into)]
    run = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stderr
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def copy_of_project(to: Path, links: bool) -> Path:
    """The files that a build reads; without links as a git leaves them that makes none: small files of text."""
    shutil.copytree(ROOT / "src", to / "src", symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
        if not links:
            (to / "src" / "wardiary" / folder).unlink()
            (to / "src" / "wardiary" / folder).write_text(f"../../{folder}", encoding="utf-8")
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, to / name)
    return to


@needs_hatchling
def test_wheel_holds_the_code_as_wardiary_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    info = f"{wheel.name.removesuffix('-py3-none-any.whl')}.dist-info"
    assert {name.split("/")[0] for name in names} == {"wardiary", info}
    assert {name for name in names if name.startswith("wardiary/")} == code_files()


@needs_hatchling
def test_a_checkout_without_links_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    project = copy_of_project(tmp_path / "project", links=False)
    assert build(project, "wheel", tmp_path / "built").read_bytes() == wheel.read_bytes()


@needs_hatchling
def test_a_source_distribution_builds_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    project = copy_of_project(tmp_path / "project", links=True)
    sdist = build(project, "sdist", tmp_path / "sdist")
    shutil.unpack_archive(sdist, tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert build(unpacked, "wheel", tmp_path / "built").read_bytes() == wheel.read_bytes()


@needs_hatchling
def test_an_editable_install_is_one_line_that_leads_to_src(tmp_path: Path) -> None:
    with ZipFile(build(ROOT, "wheel:editable", tmp_path)) as archive:
        (line,) = [name for name in archive.namelist() if ".dist-info/" not in name]
        assert line.endswith(".pth")
        assert archive.read(line).decode().splitlines() == [str(ROOT / "src")]


IMPORT_EVERYTHING = """
import pkgutil, wardiary
from importlib import import_module
from importlib.metadata import entry_points

modules = [module.name for module in pkgutil.walk_packages(wardiary.__path__, "wardiary.")]
for module in modules:
    import_module(module)
games = [point.load().id for point in entry_points(group="wardiary.games")]
print(wardiary.__file__, len(modules), *games)
"""


@pytest.fixture
def elsewhere(wheel: Path, tmp_path: Path) -> Path:
    """A folder away from the checkout with the unpacked wheel in `site/`, its command as `.venv/bin/wardiary`."""
    shutil.unpack_archive(wheel, tmp_path / "site", "zip")
    command = tmp_path / ".venv" / "bin" / "wardiary"
    command.parent.mkdir(parents=True)
    module, name = PROJECT["project"]["scripts"]["wardiary"].split(":")
    program = f"import sys; sys.argv[0] = 'wardiary'; from {module} import {name}; sys.exit({name}())"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -c "{program}" "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return tmp_path


def run_elsewhere(folder: Path, command: list[str]) -> str:
    run = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "site")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


@needs_hatchling
def test_the_wheel_works_away_from_the_checkout(elsewhere: Path) -> None:
    """Every module imports and every game loads from the unpacked wheel alone, in another folder."""
    said = run_elsewhere(elsewhere, [sys.executable, "-P", "-c", IMPORT_EVERYTHING])
    modules = [name for name in code_files() if name.endswith(".py")]
    games = PROJECT["project"]["entry-points"]["wardiary.games"]
    assert said.split() == [str(elsewhere / "site" / "wardiary" / "__init__.py"), str(len(modules) - 1), *games]


@needs_hatchling
@pytest.mark.skipif(not (ROOT / "cli" / "main.py").is_file(), reason="the command line has not landed")
def test_the_main_job_of_the_readme_runs_from_the_wheel(elsewhere: Path) -> None:
    """The README's first command, from where its installation ends, twice: nothing is played or added again."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    _, main_job = next(line for line in readme.splitlines() if line.startswith("python3 -m venv ")).split(" . && ")
    first = run_elsewhere(elsewhere, ["bash", "-c", main_job])
    diaries = {path.name: path.read_bytes() for path in (elsewhere / "games").glob("*.diary")}
    assert len(diaries) == 40
    assert first.count(": clean, ") == 40
    assert "\n40 added; " in first
    report = first.splitlines()[-6:]
    assert report[0].startswith("game      seat  player  opponents ")
    assert report[2] in readme, "the taste of the README is of another run"
    again = run_elsewhere(elsewhere, ["bash", "-c", main_job])
    assert "\n40 already there; 0 events\n" in again
    assert again.splitlines()[-6:] == report
    assert {path.name: path.read_bytes() for path in (elsewhere / "games").glob("*.diary")} == diaries
