"""CPU time for every benchmark, and tables of ratios and figures against their aims at the end of the run."""

from collections.abc import Callable
from statistics import median
from time import process_time
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.corpus import Corpus, corpus
from wardiary.core.registry import game_ids

_RATIOS: list[tuple[str, float, float | None]] = []
_FIGURES: list[tuple[str, float, str, float | None]] = []
ROUNDS = 9


@pytest.fixture(params=game_ids())
def games(request: pytest.FixtureRequest) -> Corpus:
    """The corpus of each installed game."""
    return corpus(request.param)


@pytest.fixture
def paired(request: pytest.FixtureRequest, benchmark: BenchmarkFixture) -> Callable[..., float]:
    """Measure `a` and `b` in turn, A B A B ..., and take the median of the ratios of their CPU times.

    `paired(a, b, aim=6.0, events=n)` keeps ratio and nanoseconds per event of both beside the benchmark of `a`.
    """

    def measure(a: Callable[[], object], b: Callable[[], object], *, aim: float | None, events: int) -> float:
        times: list[tuple[float, float]] = []
        if not benchmark.disabled:
            a(), b()
            for _ in range(ROUNDS):
                start = process_time()
                a()
                between = process_time()
                b()
                times.append((between - start, process_time() - between))
        else:
            b()
        benchmark(a)
        if not times:
            return 0.0
        ratio = median(first / second for first, second in times if second > 0)
        benchmark.extra_info |= {
            "ratio": round(ratio, 3),
            "aim": aim,
            "ns_per_event": round(median(first for first, _ in times) / events * 1e9),
            "ns_per_event_other": round(median(second for _, second in times) / events * 1e9),
        }
        _RATIOS.append((request.node.name, ratio, aim))
        return ratio

    return measure


@pytest.fixture
def figure(request: pytest.FixtureRequest, benchmark: BenchmarkFixture) -> Callable[..., None]:
    """`figure(value, unit, aim)` keeps a figure for the table; an aim below 0 says the most it may be."""

    def keep(value: float, unit: str, aim: float | None = None) -> None:
        benchmark.extra_info[unit] = round(value, 2)
        _FIGURES.append((request.node.name, value, unit, aim))

    return keep


@pytest.fixture
def rate(benchmark: Any, figure: Callable[..., None]) -> Callable[..., None]:
    """`rate(work, count, "events/s", aim)`: how many a second of CPU time in the best round."""

    def measure(work: Callable[[], object], count: int, unit: str, aim: float | None = None) -> None:
        if not benchmark.disabled:
            times: list[float] = []
            work()
            for _ in range(ROUNDS):
                start = process_time()
                work()
                times.append(process_time() - start)
            figure(count / min(times), unit, aim)
        benchmark.pedantic(work, rounds=1)

    return measure


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Ratios and figures, each beside its aim."""
    if _RATIOS:
        terminalreporter.section("ratios: median of paired rounds, CPU time")
        for name, ratio, aim in _RATIOS:
            verdict = "" if aim is None else f"   aim {aim:g}: {'met' if ratio <= aim else 'MISSED'}"
            terminalreporter.write_line(f"{name:66} {ratio:8.4f}{verdict}")
    if _FIGURES:
        terminalreporter.section("figures: CPU time, the best of some rounds")
        for name, value, unit, aim in _FIGURES:
            met = aim is None or (value >= aim if aim > 0 else value <= -aim)
            verdict = "" if aim is None else f"   aim {abs(aim):,g}: {'met' if met else 'MISSED'}"
            terminalreporter.write_line(f"{name:66} {value:12,.2f} {unit}{verdict}")
