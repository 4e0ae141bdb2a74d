"""The options that tests/conftest.py adds, tried on a small suite of its own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).with_name("conftest.py")
SUITE = """
import pytest

pytestmark = pytest.mark.clause("MOD-1-01")

@pytest.mark.clause("AAA-1-02", "AAA-1.1-01a")
def test_passes():
    pass

@pytest.mark.clause("AAA-2-01")
def test_fails():
    raise AssertionError

@pytest.mark.clause("AAA-2-02")
@pytest.mark.skip
def test_is_skipped():
    pass

@pytest.mark.clause("AAA-2-03")
@pytest.mark.xfail
def test_passes_against_its_word():
    pass

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@pytest.mark.clause("AAA-2-04")
def test_passes_and_fails_to_clean_up(broken):
    pass

@pytest.mark.parametrize("x", [
    pytest.param(1, marks=pytest.mark.clause("BBB-1-01")),
    pytest.param(0, marks=pytest.mark.clause("BBB-1-02")),
])
def test_of_a_table(x):
    assert x

@pytest.mark.long
@pytest.mark.clause("AAA-3-01")
def test_is_long():
    pass
"""
CARRIED = """\
AAA-1-02 test_suite.py::test_passes
AAA-1.1-01a test_suite.py::test_passes
BBB-1-01 test_suite.py::test_of_a_table[1]
MOD-1-01 test_suite.py::test_of_a_table[1]
MOD-1-01 test_suite.py::test_passes
"""
LONG = "AAA-3-01 test_suite.py::test_is_long\n"


def run_suite(folder: Path, suite: str, *options: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder)
    (folder / "test_suite.py").write_text(suite, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  clause: x\n  long: x\n", encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--strict-markers", *options]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n", "2")], ids=["one process", "two workers"])
def test_clauses_of_passed_tests_are_written(tmp_path: Path, workers: tuple[str, ...]) -> None:
    run = run_suite(tmp_path, SUITE, "--clauses", "out", *workers)
    assert "2 failed, 3 passed" in run.stdout
    assert (tmp_path / "out").read_text(encoding="utf-8") == CARRIED


@pytest.mark.parametrize(
    ("options", "long_runs"),
    [((), False), (("--long",), True), (("-m", "long"), True), (("-m", "not long"), False), (("-k", "long"), False)],
    ids=lambda value: " ".join(value) or "none" if isinstance(value, tuple) else str(value),
)
def test_long_tests_run_when_named(tmp_path: Path, options: tuple[str, ...], long_runs: bool) -> None:
    run_suite(tmp_path, SUITE, "--clauses", "out", *options)
    assert (LONG in (tmp_path / "out").read_text(encoding="utf-8")) == long_runs


def test_a_slip_in_a_clause_id_stops_the_run(tmp_path: Path) -> None:
    run = run_suite(tmp_path, "import pytest\n@pytest.mark.clause('FRD 4.2')\ndef test(): pass\n")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert "test_suite.py::test: not a clause id: 'FRD 4.2'" in run.stderr + run.stdout


def test_a_folder_that_is_not_there_stops_the_run(tmp_path: Path) -> None:
    run = run_suite(tmp_path, SUITE, "--clauses", "nowhere/out")
    assert run.returncode == pytest.ExitCode.USAGE_ERROR
    assert f"there is no folder {tmp_path / 'nowhere'}" in run.stderr
