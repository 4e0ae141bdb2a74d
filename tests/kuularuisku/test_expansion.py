"""From an order to the ways of single figures."""

from collections.abc import Sequence

import pytest
from tests.kuularuisku.tables import DATA, LODGE, OPEN, TOWER, lay, man, way

from wardiary.core.games.kuularuisku.expansion import default_level, order_fault, tracks_of
from wardiary.core.games.kuularuisku.movement import march_of, refusal, way_cost
from wardiary.core.games.kuularuisku.standing import cohesive_groups
from wardiary.core.kit.plane.measure import Point
from wardiary.events.kuularuisku import Place, Track

SQUAD = [man("R1.1", 500, 500), man("R1.2", 520, 500), man("R1.3", 540, 500)]


def ends(tracks: Sequence[Track]) -> dict[str, Point]:
    return {track.figure: track.points[-1] for track in tracks}


def test_a_common_shift_with_a_way_round() -> None:
    tracks = tracks_of(OPEN, DATA.steps, SQUAD, (), "keep", shift=(10, 60), via=[(0, 30), (5, 40)])
    assert tracks[1] == way("R1.2", "520,500 520,530 525,540 530,560")
    assert ends(tracks) == {"R1.1": (510, 560), "R1.2": (530, 560), "R1.3": (550, 560)}
    assert tracks_of(OPEN, DATA.steps, SQUAD, (), "keep") == ()
    assert tracks_of(OPEN, DATA.steps, SQUAD, (), "stay") == ()


@pytest.mark.parametrize(
    ("shape", "heading", "places"),
    [
        ("line", 0, [(500, 600), (520, 600), (480, 600)]),
        ("line", 4, [(500, 600), (480, 600), (520, 600)]),
        ("double", 0, [(500, 600), (500, 580), (520, 600)]),
        ("column", 2, [(500, 600), (480, 600), (460, 600)]),
        ("column", 1, [(500, 600), (486, 586), (472, 572)]),
    ],
)
def test_formations_are_filled_in_the_order_of_figures(shape: str, heading: int, places: list[Point]) -> None:
    tracks = tracks_of(OPEN, DATA.steps, SQUAD, (), shape, anchor=(500, 600), heading=heading)  # type: ignore[arg-type]
    assert [track.points[-1] for track in tracks] == places
    assert len(cohesive_groups(OPEN, [one._replace(at=at) for one, at in zip(SQUAD, places, strict=True)])) == 1


def test_single_figures_may_go_elsewhere_stay_or_leave() -> None:
    places = [
        Place(figure="R1.1", x=500, y=540),
        Place(figure="R1.2", to="stay"),
        Place(figure="R1.3", to="exit", x=540),
    ]
    tracks = tracks_of(OPEN, DATA.steps, SQUAD, (), "keep", shift=(0, 10), places=places)
    assert tracks == (way("R1.1", "500,500 500,540"), way("R1.3", "540,500 540,0", off=True))


@pytest.mark.clause("KUU-7.4-02", "KUU-G-05", "KUU-G-11")
def test_who_leaves_climbs_down_first_and_no_wall_stops_him_there() -> None:
    table = lay("tower=building:2 0,400 60,400 60,600 0,600", "high_wall 0,500 60,500")
    one = man("R1.1", 30, 500, 2, table)
    (track,) = tracks_of(table, DATA.steps, [one], (), "stay", places=[Place(figure="R1.1", to="exit", x=0, y=500)])
    assert track == way("R1.1", "30,500 0,500", off=True)
    assert way_cost(table, one.level, track) == 70
    assert refusal(march_of(table, [one], {"R1.1": 142}, ()), [track]) is None  # half of it, in the house, is 71
    assert "KUU-7.4-02" in (refusal(march_of(table, [one], {"R1.1": 140}, ()), [track]) or "")


@pytest.mark.clause("KUU-5.5-15")
def test_who_is_carried_goes_as_his_bearer_does() -> None:
    members = [*SQUAD, man("R1.4!", 500, 515)]
    carry = [("R1.2", "R1.4")]
    tracks = tracks_of(OPEN, DATA.steps, members, carry, "line", anchor=(500, 550), heading=0, via=[(0, 9)])
    assert tracks[-1] == way("R1.4", "500,515 500,524 500,565")
    assert tracks_of(OPEN, DATA.steps, members, carry, "stay") == ()


@pytest.mark.clause("KUU-G-27")
def test_a_way_that_names_no_level_keeps_it_inside_the_house_and_ends_on_the_ground_outside() -> None:
    table = lay(TOWER, LODGE)
    one = man("R1.1", 550, 500, 2, table)
    assert default_level(table, one, (560, 500)) == 2
    assert default_level(table, one, (600, 500)) == 0
    assert default_level(table, one, (750, 500)) == 0
    assert default_level(table, man("R1.1", 550, 500, 0, table), (560, 500)) == 0
    assert [track.level for track in tracks_of(table, DATA.steps, [one], (), "keep", shift=(100, 0))] == [0]
    places = [Place(figure="R1.1", x=550, y=500, level=1)]
    assert tracks_of(table, DATA.steps, [one], (), "stay", places=places) == (way("R1.1", "550,500 550,500", 1),)


@pytest.mark.parametrize(
    ("shape", "anchor", "carry", "places", "fault"),
    [
        ("line", None, [], [], "KUU-4.0-01: a line stands at an anchor"),
        ("keep", None, [], [Place(figure="R9.1")], "KUU-4.0-01: R9.1 does not move with this element"),
        ("keep", None, [], [Place(figure="R1.1"), Place(figure="R1.1", x=5)], "KUU-4.0-01: R1.1 is sent to two places"),
        ("keep", None, [("R1.4", "R1.1")], [], "KUU-5.5-15: R1.4 cannot carry"),
        ("keep", None, [("R1.1", "R1.2")], [], "KUU-5.5-15: R1.2 is not to be carried"),
        ("keep", None, [("R1.1", "R1.4"), ("R1.1", "R1.5")], [], "KUU-5.5-15: R1.1 cannot carry"),
        ("keep", None, [("R1.1", "R1.4"), ("R1.2", "R1.4")], [], "KUU-5.5-15: R1.4 is not to be carried"),
        ("keep", None, [("R1.1", "R1.4")], [Place(figure="R1.4", x=5)], ""),
        ("line", (5, 5), [], [], ""),
    ],
)
def test_orders_that_cannot_be_meant(
    shape: str, anchor: Point | None, carry: list[tuple[str, str]], places: list[Place], fault: str
) -> None:
    members = [*SQUAD, man("R1.4!", 500, 515), man("R1.5!", 520, 515)]
    found = order_fault(members, shape, anchor, carry, places)  # type: ignore[arg-type]
    assert (found or "").startswith(fault)
    assert bool(found) == bool(fault)
