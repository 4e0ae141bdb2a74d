"""Moves held against the clauses word for word, in a corner of a table where everything is in the way."""

from hypothesis import given
from hypothesis import strategies as st
from tests.kuularuisku.plain_moves import are_legal
from tests.kuularuisku.tables import CROWDED, PLACES, man, way

from wardiary.core.games.kuularuisku.movement import march_of, refusal
from wardiary.core.games.kuularuisku.standing import Standing
from wardiary.core.games.kuularuisku.terrain import has_level
from wardiary.core.kit.plane.measure import Point, plus
from wardiary.events.kuularuisku import Track

NEAR = st.tuples(st.integers(-40, 40), st.integers(-40, 40))


@st.composite
def crowds(draw: st.DrawFn) -> tuple[list[Standing], list[Standing], list[Track]]:
    """An element of up to three, others around it, and ways."""

    def figure(name: str, at: Point) -> Standing:
        levels = [level for level in range(4) if has_level(CROWDED, at, level)]
        return man(name, at[0], at[1], draw(st.sampled_from(levels)), CROWDED)

    first = draw(PLACES)
    at = [first] + [plus(first, draw(NEAR)) for _ in range(draw(st.integers(0, 2)))]
    members = [figure(f"R1.{number}", place) for number, place in enumerate(at, 1)]
    names = draw(st.lists(st.sampled_from(["R2.", "W1.", "W2.", "W1!", "W3!"]), max_size=4))
    others = [
        figure(f"{name[:2]}.{number}{name[2:].strip('.')}", plus(first, draw(NEAR)))
        for number, name in enumerate(names)
    ]
    shift = draw(NEAR)
    tracks = []
    for one in members:
        if draw(st.integers(0, 4)):
            via = " ".join(f"{x},{y}" for x, y in (plus(one.at, draw(NEAR)) for _ in range(draw(st.integers(0, 1)))))
            end = plus(one.at, shift)
            level = draw(st.sampled_from([one.level] * 5 + [0, 1, 2]))
            tracks.append(way(one.figure, f"{one.at[0]},{one.at[1]} {via} {end[0]},{end[1]}", level))
    return members, others, tracks


@given(crowds(), st.sampled_from([60, 100, 200]), st.sampled_from(["", "", "W1", "W3"]))
def test_ways_are_judged_word_for_word(
    crowd: tuple[list[Standing], list[Standing], list[Track]], allowance: int, target: str
) -> None:
    members, others, tracks = crowd
    allowances = {one.figure: allowance for one in members}
    found = refusal(march_of(CROWDED, members, allowances, others, target=target), tracks)
    assert (found is None) == are_legal(CROWDED, members, allowances, others, tracks, target)
