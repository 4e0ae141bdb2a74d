"""Help, the page made from it, completion, and how fast they are."""

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete
from tests.cli.running import ROOT, Run

from wardiary import __version__
from wardiary.cli.documents import page
from wardiary.cli.doors import Door
from wardiary.cli.main import COMMANDS, SECTIONS, cli

VERBS = "games play resume fix note record simulate show replay export stats check repair verify-dice diff fork bundle"
VERBS += " recheck bisect shrink"


def command(name: str) -> Door:
    found = cli.get_command(click.Context(cli), name)
    assert isinstance(found, Door)
    return found


def test_all_verbs_are_there() -> None:
    assert [verb for verb in [*VERBS.split(), "schema"] if verb not in COMMANDS] == []
    assert sum(map(len, SECTIONS.values())) == len(COMMANDS), "a command stands in two sections"


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_summary_explanation_and_example(name: str, wardiary: Run) -> None:
    told = wardiary(name, "--help")
    assert (told.code, told.err) == (0, "")
    paragraphs = re.split(r"\n\s*\n", (command(name).help or "").strip())
    assert paragraphs[0] == COMMANDS[name][1], "the summary in the list of commands is another one"
    assert len(" ".join(paragraphs[1:])) > 80, "no explanation"
    assert command(name).examples
    for example in command(name).examples:
        assert example in told.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_explained(name: str) -> None:
    options = [option for option in command(name).params if isinstance(option, click.Option)]
    assert [option.name for option in options if not option.help] == []


EXAMPLES = [(name, example) for name in COMMANDS for example in command(name).examples]


def words_of(example: str, folder: Path) -> list[str]:
    """The arguments that a shell gives to `wardiary` in a line of an example."""
    caught = folder / "arguments"
    line = f'wardiary() {{ printf "%s\\0" "$@" > {caught}; }}; {example}'
    subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, timeout=300)
    return caught.read_text().split("\0")[:-1]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])
def test_examples_are_commands_that_parse(name: str, example: str, tmp_path: Path) -> None:
    first, *arguments = words_of(example, tmp_path)
    assert first == name
    command(name).make_context(name, arguments)


def test_the_page_is_what_the_help_says() -> None:
    """Stale? `scripts/cli-docs` writes it anew."""
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == page()


def test_the_page_has_every_command() -> None:
    assert [name for name in COMMANDS if f"### {name}\n" not in page()] == []


@pytest.mark.parametrize("arguments", [["--help"], ["games"], ["play", "--help"], ["check", "--help"]])
def test_nothing_heavy_is_imported(arguments: list[str], environment: dict[str, str]) -> None:
    code = f"""
import sys
from wardiary.cli.errors import run
from wardiary.cli.main import cli
run(cli, {arguments!r})
print(*sorted({{name.partition(".")[0] for name in sys.modules}}), file=sys.stderr)
print(*sorted(name for name in sys.modules if name.startswith("wardiary.")), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True, timeout=300
    )
    top, own = (line.split() for line in done.stderr.splitlines())
    assert "click" in top
    assert [name for name in ("duckdb", "pyarrow", "numpy", "pandas", "zstandard") if name in top] == []
    if arguments == ["--help"]:
        assert [name for name in own if name.startswith(("wardiary.replay", "wardiary.core"))] == []


COMPLETIONS: list[tuple[list[str], str, set[str]]] = [
    ([], "re", {"resume", "recheck", "record", "replay", "repair", "report", "reports"}),
    ([], "--ver", {"--version"}),
    (["play"], "ti", {"tiny"}),
    (["play"], "--sc", {"--scenario"}),
    (["play", "tiny", "--scenario"], "", {"road"}),
    (["play", "tiny", "--seat"], "bl", {"blue=human", "blue=random", "blue=greedy", "blue=mcts"}),
    (["play", "tiny", "--seat"], "red=", {"red=human", "red=random", "red=greedy", "red=mcts"}),
    (["play", "tiny", "--seat"], "red=g", {"red=greedy"}),
    (["play", "nonsense", "--seat"], "", set()),
    (["completion"], "", {"bash", "zsh", "fish"}),
]


def completed(arguments: list[str], incomplete: str) -> list[CompletionItem[str]]:
    return ShellComplete(cli, {}, "wardiary", "_WARDIARY_COMPLETE").get_completions(arguments, incomplete)


@pytest.mark.parametrize(("arguments", "incomplete", "wanted"), COMPLETIONS)
def test_completion(arguments: list[str], incomplete: str, wanted: set[str]) -> None:
    assert {item.value for item in completed(arguments, incomplete)} == wanted


def test_seats_are_completed_from_the_diary(diary: Path) -> None:
    assert {item.value for item in completed(["show", str(diary), "--as"], "")} == {"red", "blue"}
    assert completed(["show", str(diary.with_name("gone")), "--as"], "") == []


def test_files_are_left_to_the_shell() -> None:
    assert [item.type for item in completed(["check"], "ga")] == ["file"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_script(shell: str, wardiary: Run) -> None:
    told = wardiary("completion", shell)
    assert told.code == 0
    assert f"_WARDIARY_COMPLETE={shell}_complete" in told.out


def test_games_tell_what_a_diary_names(wardiary: Run) -> None:
    games = {game["id"]: game for game in json.loads(wardiary("games", "--json").out)}
    tiny = games["tiny"]
    assert tiny["rules"] == "1"
    assert re.fullmatch("[0-9a-f]{32}", tiny["data"])
    assert tiny["seats"] == ["red", "blue"]
    assert tiny["scenarios"]["road"]["title"] == "The road"
    assert {"human", "random", "greedy"} <= set(tiny["players"])
    text = wardiary("games").out
    assert "tiny: " in text
    assert tiny["data"] in text
    assert (tiny["odds"], games["freezing"]["odds"]) == (False, True)


def test_games_show_how_to_begin(wardiary: Run) -> None:
    """Every command shown is one that runs as it stands, as far as the command line goes."""
    lines = wardiary("games").out.splitlines()
    shown = [line.partition(": wardiary ")[2].split() for line in lines if ": wardiary " in line]
    assert ["play", "tiny", "-o", "evening.diary", "--seat", "blue=greedy"] in shown
    assert ["odds", "freezing"] in shown
    assert ["odds", "tiny"] not in shown
    for name, *arguments in shown:
        command(name).make_context(name, list(arguments))


def test_schema_is_that_of_the_games_lines(wardiary: Run) -> None:
    told = json.loads(wardiary("schema", "tiny").out)
    assert {"tiny.march", "rolled", "commit"} <= set(told["discriminator"]["mapping"])
    assert "tiny.march" not in json.loads(wardiary("schema").out)["discriminator"]["mapping"]


def test_version(wardiary: Run) -> None:
    assert wardiary("--version").out == f"wardiary {__version__}\n"
