"""Searches over a graph, beside plain slow ones."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wardiary.core.kit.graph import cheapest, parts, walk

PLACES = range(6)
Edges = dict[tuple[int, int], int]
edges = st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), st.integers(0, 9), max_size=14)
barred = st.frozensets(st.integers(0, 5), max_size=3)


def near(joined: Edges, here: int) -> list[int]:
    return [there for a, there in joined if a == here]


def costs(joined: Edges, start: int, bar: frozenset[int] = frozenset()) -> dict[int, tuple[int, int]]:
    """For each place the least steps and the least cost to it, by trying every way."""
    found: dict[int, tuple[int, int]] = {}
    for length in range(1, 7):
        for rest in permutations([place for place in PLACES if place != start], length - 1):
            way = (start, *rest)
            pairs = list(pairwise(way))
            if all(pair in joined for pair in pairs) and not bar & set(rest):
                cost = sum(joined[pair] for pair in pairs)
                steps, least = found.get(way[-1], (99, 999))
                found[way[-1]] = min(steps, len(pairs)), min(least, cost)
    return found


@given(edges, st.integers(0, 5), barred)
def test_a_walk_meets_what_can_be_reached_nearest_first(joined: Edges, start: int, bar: frozenset[int]) -> None:
    found = list(walk([start], lambda here: near(joined, here), bar))
    assert dict(found) == {place: steps for place, (steps, _) in costs(joined, start, bar).items()}
    assert len(dict(found)) == len(found)
    assert [steps for _, steps in found] == sorted(steps for _, steps in found)


@given(edges, st.integers(0, 5), st.integers(0, 20))
def test_cheapest_ways_are_the_cheapest(joined: Edges, start: int, most: int) -> None:
    def steps(here: int) -> list[tuple[int, int]]:
        return [(there, cost) for (a, there), cost in joined.items() if a == here]

    wanted = {place: cost for place, (_, cost) in costs(joined, start).items()}
    found = cheapest(start, steps)
    assert found == wanted
    assert list(found.values()) == sorted(found.values())
    assert cheapest(start, steps, most) == {place: cost for place, cost in wanted.items() if cost <= most}


@given(edges)
def test_parts_hang_together_and_not_with_each_other(joined: Edges) -> None:
    both = joined | {(b, a): cost for (a, b), cost in joined.items()}
    found = parts(PLACES, lambda here: near(both, here))
    assert sorted(place for part in found for place in part) == list(PLACES)
    for part in found:
        assert set(costs(both, part[0])) == set(part)
        assert part[0] == min(part)


@pytest.mark.parametrize(
    ("starts", "bar", "found"),
    [
        ("a", "", [("a", 0), ("b", 1), ("c", 1), ("d", 2)]),
        ("ad", "", [("a", 0), ("d", 0), ("b", 1), ("c", 1)]),
        ("a", "b", [("a", 0), ("c", 1), ("d", 2)]),
        ("a", "a", [("a", 0), ("b", 1), ("c", 1), ("d", 2)]),
        ("a", "bc", [("a", 0)]),
        ("", "", []),
    ],
)
def test_a_walk_comes_in_a_fixed_order(starts: str, bar: str, found: list[tuple[str, int]]) -> None:
    ways = {"a": "bc", "b": "ad", "c": "ad", "d": "bc"}
    assert list(walk(starts, ways.__getitem__, bar)) == found


def test_equally_cheap_places_come_as_they_were_found() -> None:
    ways = {"a": [("z", 2), ("b", 2)], "z": [("c", 0)], "b": [("c", 0)], "c": []}
    assert list(cheapest("a", ways.__getitem__)) == ["a", "z", "b", "c"]
