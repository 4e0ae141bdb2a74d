"""Two options for every test run: which clauses passed (`--clauses FILE`), and the long tests (`--long`)."""

import atexit
import os
import re
import signal
import sys
import tempfile
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

CLAUSE_ID = re.compile(r"[A-Z]{3,5}(?:-[A-Za-z0-9.]+)+")


def find_the_games() -> None:
    """Make the games of pyproject.toml known where the package is not installed, or was before a game was added.

    Processes that the tests start find them too.
    """
    group = "wardiary.games"
    file = Path(__file__).parent.parent / "pyproject.toml"
    project = tomllib.loads(file.read_text(encoding="utf-8"))["project"] if file.exists() else {}
    games: dict[str, str] = project.get("entry-points", {}).get(group, {})
    if {point.name: point.value for point in entry_points(group=group)} == games or not games:
        return
    found = tempfile.TemporaryDirectory(prefix="wardiary-games-")
    atexit.register(found.cleanup)
    info = Path(found.name) / "wardiary-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wardiary\nVersion: 0\n", encoding="utf-8")
    points = "".join(f"{name} = {value}\n" for name, value in games.items())
    (info / "entry_points.txt").write_text(f"[{group}]\n{points}", encoding="utf-8")
    sys.path.insert(0, found.name)
    paths = [found.name, str(Path(__file__).parent.parent / "src"), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


# A shell that runs the tests in the background may have them ignore interrupts, and the processes that they start too.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of the code. The same examples in every run, for a run that
# fails must fail again; `--hypothesis-profile searching` tries others.
settings.register_profile("wardiary", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("searching", settings.get_profile("wardiary"), derandomize=False, print_blob=True)
settings.load_profile("wardiary")

# Here and not in a hook: conftest files in folders below look for the games before any hook is called.
find_the_games()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("wardiary")
    group.addoption(
        "--clauses",
        type=Path,
        metavar="FILE",
        help="write the clause ids that passed tests carry to FILE, one line `ID nodeid` for each, sorted",
    )
    group.addoption("--long", action="store_true", help="run the tests marked long as well")


def pytest_configure(config: pytest.Config) -> None:
    target: Path | None = config.getoption("--clauses")
    if target is None or hasattr(config, "workerinput"):
        return
    if not target.absolute().parent.is_dir():
        raise pytest.UsageError(f"--clauses {target}: there is no folder {target.absolute().parent}")
    config.pluginmanager.register(ClauseReport(target), "wardiary-clauses")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        clauses = clauses_of(item)
        if wrong := [name for name in clauses if not CLAUSE_ID.fullmatch(name)]:
            raise pytest.UsageError(f"{item.nodeid}: not a clause id: {', '.join(map(repr, wrong))}")
        # Properties travel with a test's reports, from a worker process to the controller too.
        item.user_properties += [("clause", name) for name in clauses]
    if config.getoption("--long") or re.search(r"\blong\b", config.getoption("markexpr")):
        return
    if left_out := [item for item in items if item.get_closest_marker("long")]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("long")]


def clauses_of(item: pytest.Item) -> list[str]:
    """The ids of a test's `clause` marks, its own and its class's and module's."""
    return sorted({str(name) for mark in item.iter_markers("clause") for name in mark.args})


class ClauseReport:
    """Collects the clauses of passed tests; lives in the controlling process only, with or without workers."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.carried: dict[str, list[str]] = {}
        self.fallen: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test counts when its call passed and neither its teardown nor one of its subtests failed."""
        if report.failed:
            self.fallen.add(report.nodeid)
        elif report.when == "call" and report.passed and not hasattr(report, "wasxfail"):
            self.carried[report.nodeid] = [str(value) for name, value in report.user_properties if name == "clause"]

    def pytest_sessionfinish(self) -> None:
        """Write the file whole or not at all."""
        lines = sorted(
            f"{clause} {nodeid}\n"
            for nodeid, clauses in self.carried.items()
            if nodeid not in self.fallen
            for clause in clauses
        )
        aside = self.target.with_name(f".{self.target.name}.{os.getpid()}")
        aside.write_text("".join(lines), encoding="utf-8")
        aside.replace(self.target)
