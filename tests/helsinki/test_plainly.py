"""What is found the fast way is what the clauses say word for word, in random positions and in whole games."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.helsinki import plain
from tests.helsinki.kit import DATA, RULES, position
from tests.scripted.whole import whole_game

from wardiary.core.games.helsinki.movement import can_move, hq_ends, is_threatened, may_stand, movable, reach
from wardiary.core.games.helsinki.queries import command_hexes, direct_hexes, is_night, status
from wardiary.core.games.helsinki.state import HelsinkiState, board_of, is_hex
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state
from wardiary.events import helsinki as e
from wardiary.events.helsinki import SIDES

GROUND = DATA.ground
FORTS = sorted({cell for fort in GROUND.forts for cell in (fort, *GROUND.beside[fort])})
BRIDGES = sorted({cell for bridge in GROUND.bridges for cell in bridge})
CITY = sorted(GROUND.city)
HEXES = st.one_of(*(st.sampled_from(cells) for cells in (FORTS, BRIDGES, CITY, GROUND.land)))
VERTICES = sorted(set(GROUND.touching) - GROUND.in_water)
MOVEMENT_CARDS = sorted(card for card, table in DATA.cards.items() if type(table.op).__name__ == "Movement")


@st.composite
def positions(draw: Any) -> HelsinkiState:
    """Up to twelve hexes with units of each coalition, some with both; headquarters and squads anywhere on land."""
    cells = draw(st.lists(HEXES, min_size=4, max_size=24, unique=True))
    half = len(cells) // 2
    both = cells[:2] if draw(st.booleans()) else []

    def units(of: list[str]) -> str:
        return ", ".join(f"{cell} {draw(st.integers(1, 3))}" for cell in of)

    # There are 23 Germans, 24 Reds and 6 Whites, up to three of them in each hex; `position` may add a Red in 2622.
    german, white, red = cells[: half // 2], cells[half // 2 : half][:2], cells[half:][: 7 - len(both)]
    hqs = draw(st.lists(st.sampled_from(VERTICES), max_size=6, unique=True))
    return position(
        german=units(german[:5]),
        white=units(white),
        red=units([*red, *both]),
        red_hqs=" ".join(draw(st.lists(st.sampled_from([*cells, *CITY]), max_size=3, unique=True))),
        german_hqs=" ".join(hqs[:3]),
        squads=" ".join(draw(st.lists(st.sampled_from(GROUND.symbols), max_size=4, unique=True))),
        battles={cell: ("german", draw(st.integers(0, 5))) for cell in both},
        time=draw(st.integers(0, 12)),
        effects=tuple(draw(st.lists(st.sampled_from(MOVEMENT_CARDS), max_size=1))),
        side=draw(st.sampled_from(SIDES)),
        points=draw(st.integers(0, 6)),
        tracks={"headquarters": draw(st.integers(0, 2)), "tikkurila": draw(st.integers(0, 2))},
    )


def agrees(s: HelsinkiState) -> None:
    """Everything that is found the fast way, asked of one position."""
    fresh = copy_state(s)
    fresh.forget()
    assert board_of(s) == board_of(fresh)
    for side in SIDES:
        assert direct_hexes(DATA, s, side) == plain.direct(DATA, s, side)
        for night in (False, True):
            assert command_hexes(DATA, s, side, night) == plain.in_command(DATA, s, side, night)
        near = plain.direct(DATA, s, side)
        linked = plain.in_command(DATA, s, side, is_night(DATA, s)) | set(GROUND.box)
        for cell in GROUND.terrain:
            said = "direct" if cell in near else "command" if cell in linked else "out"
            assert status(DATA, s, side, cell) == said
        own = [cell for cell in board_of(s).at[side] if is_hex(cell)]
        for cell in own:
            found, wanted = reach(DATA, s, side, cell), plain.reach(DATA, s, side, cell)
            assert [list(part.items()) for part in found] == [list(part.items()) for part in wanted]
            assert can_move(DATA, s, side, cell) == any(wanted)
        assert list(movable(DATA, s, side, own)) == [cell for cell in own if any(plain.reach(DATA, s, side, cell))]
    unsafe = plain.threatened(DATA, s)
    assert {vertex for vertex in GROUND.touching if is_threatened(DATA, s, vertex)} == unsafe
    for number, hq in s.hqs.items():
        if hq.side == "german":
            ends = hq_ends(DATA, s, number)
            assert list(ends.items()) == list(plain.hq_ends(DATA, s, number).items())
            assert all(may_stand(DATA, s, hq.where, vertex) for vertex in ends)


def listed_plainly(s: HelsinkiState) -> Iterator[list[tuple[Any, ...]]]:
    """For each kind of order asked what its bar leaves of its universe."""
    point, frame = RULES.point(s)
    for kind in point.options.values():
        yield [
            fields for fields in kind.over(DATA, s, frame) if kind.bar is None or kind.bar(s, frame, *fields) is None
        ]


def lists_plainly(s: HelsinkiState) -> None:
    point, frame = RULES.point(s)
    wanted = [
        kind.make(*fields)
        for kind, left in zip(point.options.values(), listed_plainly(s), strict=True)
        for fields in left
    ]
    assert list(RULES.legal(s)) == wanted
    for kind, left in zip(point.options.values(), listed_plainly(s), strict=True):
        assert point.any_legal(s, frame, kind.order) == bool(left)


@given(positions())
@settings(max_examples=30, deadline=None)
def test_ways_and_command_in_random_positions(s: HelsinkiState) -> None:
    agrees(s)


def test_nobody_moves_between_two_forts_where_there_is_no_room() -> None:
    """Around 0502 every step is barred but into the two forts, and there three friends stand before their own rear."""
    forts = {"0501": ("german", GROUND.direction["0501", "0502"]), "0503": ("german", GROUND.direction["0503", "0502"])}
    s = position(german="0501 3, 0502 1, 0503 3", red="0501 1, 0503 1", battles=forts)
    assert not can_move(DATA, s, "german", "0502")
    agrees(s)


@given(positions(), st.booleans())
@settings(max_examples=80, deadline=None)
def test_orders_are_listed_as_their_bars_say_in_random_positions(s: HelsinkiState, in_tikkurila: bool) -> None:
    if in_tikkurila:
        s.units[1] = type(s.units[1])("german", GROUND.box[1])
        s.frames = (s.frames[0], e.AskTikkurilaOrders(side="german", at=1))
        s.forget()
    lists_plainly(s)


@pytest.mark.parametrize("scenario", ["three", "two"])
def test_ways_command_and_lists_in_a_whole_game(scenario: str) -> None:
    for number, state in enumerate(whole_game(RULES, "plainly", scenario)[1]):
        fresh = copy_state(state)
        fresh.forget()
        assert board_of(state) == board_of(fresh)
        if isinstance(RULES.request(state), Choice):
            lists_plainly(state)
        if number % 60 == 0:
            agrees(state)
