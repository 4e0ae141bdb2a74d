"""Searches over places joined by steps: breadth first, connected parts, cheapest ways at whole-number costs.

Steps are given by a function, so that a game may bar some of them for the moment. Everything comes in a fixed order:
the nearer place first, among equals the one that was found first.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from heapq import heappop, heappush
from typing import TypeVar

__all__ = ["cheapest", "parts", "walk"]

Place = TypeVar("Place")


def walk(
    starts: Iterable[Place], near: Callable[[Place], Iterable[Place]], bar: Container[Place] = ()
) -> Iterator[tuple[Place, int]]:
    """Each place that can be reached, once, with the least number of steps to it.

    No step leads to a place of `bar`; the starts themselves, at 0 steps, are not asked. Whoever has found what he
    wants stops iterating.
    """
    found = dict.fromkeys(starts)
    ring, steps = list(found), 0
    while ring:
        following: list[Place] = []
        for place in ring:
            yield place, steps
            for other in near(place):
                if other not in found and other not in bar:
                    found[other] = None
                    following.append(other)
        ring, steps = following, steps + 1


def parts(places: Iterable[Place], near: Callable[[Place], Iterable[Place]]) -> list[tuple[Place, ...]]:
    """The connected parts, each from its first place on; one where all places hang together. Steps lead both ways."""
    found: list[tuple[Place, ...]] = []
    seen: set[Place] = set()
    for place in places:
        if place not in seen:
            found.append(tuple(other for other, _ in walk([place], near)))
            seen.update(found[-1])
    return found


def cheapest(
    start: Place, steps: Callable[[Place], Iterable[tuple[Place, int]]], most: int | None = None
) -> dict[Place, int]:
    """The least cost of each place that can be reached for at most so much; costs of steps are not negative."""
    found: dict[Place, int] = {}
    best, order = {start: 0}, 0
    queue = [(0, order, start)]
    while queue:
        cost, _, place = heappop(queue)
        if place in found:
            continue
        found[place] = cost
        for other, more in steps(place):
            total = cost + more
            if (most is None or total <= most) and total < best.get(other, total + 1):
                best[other], order = total, order + 1
                heappush(queue, (total, order, other))
    return found
