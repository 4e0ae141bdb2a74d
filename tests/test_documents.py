"""The documents: links that lead somewhere, a changelog in its form, commands that are the ones that run."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
RELEASE = re.compile(r"^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)
CHANGES = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Log format")


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, made as code hosts make them."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ +(.+?) *$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(page: Path) -> Iterator[str]:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        path = (page.parent / target).resolve() if target else page
        if not path.exists():
            yield f"{link}: no such file"
        elif anchor and anchor not in anchors(path):
            yield f"{link}: no such heading"


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    assert list(dead_links(page)) == []


def test_dead_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# One *head*\n[a](#one-head) [b](#two) [c](other.md) [d](https://example.org/x)\n", encoding="utf-8"
    )
    assert list(dead_links(page)) == ["#two: no such heading", "other.md: no such file"]


def test_every_page_stands_in_a_map() -> None:
    """A page below docs/ is linked from the README of its folder."""
    pages_below = [page for page in (ROOT / "docs").rglob("*.md") if page.name != "README.md"]
    assert [
        str(page.relative_to(ROOT))
        for page in sorted(pages_below)
        if page.name not in LINK.findall((page.parent / "README.md").read_text(encoding="utf-8"))
    ] == []


def test_decisions_are_numbered_and_whole() -> None:
    records = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    assert [int(record.name[:4]) for record in records] == list(range(1, len(records) + 1))
    for number, record in enumerate(records, 1):
        text = record.read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. "), record.name
        assert re.findall(r"^\*\*(\w+)\.\*\*", text, re.MULTILINE) == ["What", "Why", "Rejected"], record.name


def releases() -> list[tuple[str, str | None, str]]:
    """Each release of the changelog: version, date, text."""
    _, *parts = RELEASE.split((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return list(zip(parts[0::3], parts[1::3], parts[2::3], strict=True))


def test_changelog_keeps_its_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert text.startswith("# Changelog\n")
    assert len(RELEASE.findall(text)) == len(re.findall(r"^## ", text, re.MULTILINE)), "a heading that is no release"
    versions = [version for version, _, _ in releases()]
    assert versions[0] == "Unreleased"
    numbers = [tuple(map(int, version.split("."))) for version in versions[1:]]
    assert numbers == sorted(set(numbers), reverse=True)


@pytest.mark.parametrize(("version", "date", "text"), releases(), ids=lambda value: value if value else "undated")
def test_each_release_speaks_of_the_log_format(version: str, date: str | None, text: str) -> None:
    assert (date is None) == (version == "Unreleased")
    headings = re.findall(r"^### (.+)$", text, re.MULTILINE)
    assert "Log format" in headings
    assert [heading for heading in headings if heading not in CHANGES] == []


def commands() -> list[str]:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^```sh\n(python3 -m venv .+)\n```$", readme, re.MULTILINE)


def test_readme_has_two_commands_of_one_line() -> None:
    main_job, tests = commands()
    assert " install -q . " in main_job
    assert "install -q -e '.[test,bench]'" in tests
    assert [name for name in ("check", "bench --once", "test") if f"scripts/{name}" not in tests.split(" && ")] == []


def test_continuous_integration_runs_the_second(tmp_path: Path) -> None:
    """The real `.ci/run` beside a README whose commands only say which they are."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".ci" / "run").write_bytes((ROOT / ".ci" / "run").read_bytes())
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    main_job, tests = commands()
    (tmp_path / "python3").write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    readme = readme.replace(main_job, "python3 -m venv x && echo first").replace(
        tests, "python3 -m venv x && echo second"
    )
    (tmp_path / "README.md").write_text(readme, encoding="utf-8")
    (tmp_path / "python3").chmod(0o755)
    run = subprocess.run(
        ["bash", ".ci/run"],
        cwd=tmp_path,
        env={"PATH": f"{tmp_path}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert run.stdout.splitlines() == ["+ python3 -m venv x && echo second", "second"]


def test_the_record_shown_to_those_who_add_a_game_is_that_of_tiny() -> None:
    """The page shows the record as the example has it, to the letter."""
    shown = re.search(r"```python\n(SPEC: .*?)```", (ROOT / "docs/adding-a-game.md").read_text(encoding="utf-8"), re.S)
    assert shown is not None
    assert shown[1] in (ROOT / "core/games/tiny/spec.py").read_text(encoding="utf-8")
