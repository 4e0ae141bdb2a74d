"""A state's copy, encoding and digest."""

from collections.abc import Callable
from copy import deepcopy

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.bench_play import middle
from benchmarks.corpus import Corpus
from wardiary.core.state import copy_state, encode_state, state_digest

Paired = Callable[..., float]


def test_copy_against_deepcopy(paired: Paired, games: Corpus) -> None:
    state = middle(games)
    state.forget()

    def copies() -> None:
        for _ in range(200):
            copy_state(state)

    def deep_copies() -> None:
        for _ in range(200):
            deepcopy(state)

    paired(copies, deep_copies, aim=0.01, events=200)


def test_digest(benchmark: BenchmarkFixture, games: Corpus) -> None:
    state = middle(games)
    benchmark(state_digest, state)
    benchmark.extra_info["bytes"] = len(encode_state(state))
