"""Prints what the diary's fault tests counted, at the end of a run: lines recorded under "diary" by the tests."""

import pytest

DIARY = "diary"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = [
        str(value)
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        for name, value in report.user_properties
        if name == DIARY
    ]
    if lines:
        terminalreporter.section("diary: faults tried")
        for line in lines:
            terminalreporter.write_line(line)
