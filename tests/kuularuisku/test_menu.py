"""The menu of moves: what it proposes, and that what is proposed as legal is."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kuularuisku.tables import DATA, OPEN, S1, S4, lay, man

from wardiary.core.games.kuularuisku.expansion import tracks_of
from wardiary.core.games.kuularuisku.menu import (
    DIRECTIONS,
    Proposal,
    assault,
    exits,
    formations,
    is_legal,
    march_members,
    shifts,
    slowest,
    toward,
    toward_host,
)
from wardiary.core.games.kuularuisku.movement import March, march_of
from wardiary.core.games.kuularuisku.standing import Standing, are_touching
from wardiary.core.games.kuularuisku.terrain import Table
from wardiary.core.kit.plane.measure import Point
from wardiary.events.kuularuisku import Place, Track

SQUAD = [man("R1.1", 500, 500), man("R1.2", 520, 500), man("R1.3", 480, 500)]


def ready(
    members: Sequence[Standing],
    others: Sequence[Standing] = (),
    allowance: int = 100,
    table: Table = OPEN,
    target: str = "",
    **slower: int,
) -> March:
    allowances = {one.figure: slower.get(one.figure.replace(".", "_"), allowance) for one in members}
    return march_of(table, members, allowances, others, target=target)


def ways(march: March, proposal: Proposal) -> tuple[Track, ...]:
    return tracks_of(
        march.table,
        DATA.steps,
        march_members(march),
        proposal.carry,
        proposal.shape,
        shift=proposal.shift,
        anchor=proposal.anchor,
        heading=proposal.heading,
        via=proposal.via,
        places=proposal.places,
    )


def test_the_directions_go_round_the_compass_and_mirror_each_other() -> None:
    assert DIRECTIONS[0] == (0, 1000)
    assert DIRECTIONS[4] == (1000, 0)
    assert all((-x, -y) == DIRECTIONS[(number + 8) % 16] for number, (x, y) in enumerate(DIRECTIONS))
    assert all((y, -x) == DIRECTIONS[(number + 4) % 16] for number, (x, y) in enumerate(DIRECTIONS))


def test_the_grid_has_512_for_two_modes() -> None:
    march = ready(SQUAD)
    found = [*shifts(march), *formations(march)]
    assert len(found) == len(set(found)) == 256
    assert found[:2] == [Proposal("keep", (0, 100)), Proposal("keep", (0, 75))]
    assert found[7] == Proposal("keep", (9, 23))
    assert found[64] == Proposal("line", anchor=(500, 600), heading=0)
    assert found[64 + 4 * 15] == Proposal("line", anchor=(462, 592), heading=0)
    assert found[64 + 4 * 14] == Proposal("line", anchor=(430, 570), heading=7)
    assert all(is_legal(march, DATA.steps, proposal) for proposal in shifts(march))
    assert any(is_legal(march, DATA.steps, proposal) for proposal in formations(march))


def test_part_of_the_grid() -> None:
    march = ready(SQUAD)
    assert list(shifts(march, (4, 2)))[:2] == [Proposal("keep", (0, 100)), Proposal("keep", (0, 50))]
    straight = list(formations(march, "R1.3", (4,), straight=True))
    assert len(straight) == 24
    assert [(proposal.heading, proposal.anchor) for proposal in straight[:3]] == [
        (0, (480, 600)),
        (1, (550, 570)),
        (2, (580, 500)),
    ]
    assert list(formations(ready(SQUAD[:1]))) == []
    assert len(list(formations(ready(SQUAD[:2])))) == 192


def test_the_slowest_who_can_move_sets_the_distance() -> None:
    assert slowest(ready(SQUAD, R1_2=50)) == 50
    assert slowest(ready(SQUAD, R1_2=0)) == 100
    assert slowest(ready([])) == 0
    assert list(shifts(ready(SQUAD, allowance=0))) == []


def test_toward_a_goal_and_not_past_it() -> None:
    assert toward(ready(SQUAD), [(900, 500), (500, 100)]) == Proposal("keep", (100, 0))
    assert toward(ready(SQUAD), [(500, 530)]) == Proposal("keep", (0, 30))
    assert toward(ready(SQUAD), []) is None
    assert toward(ready(SQUAD, R1_2=50), [(900, 500)]) == Proposal("keep", (50, 0))


@pytest.mark.clause("KUU-1.2-01")
def test_toward_a_host_by_the_least_that_is_within_three_centimetres() -> None:
    leader = [man("RL.1", 300, 500)]
    assert toward_host(ready(leader), [man("R1.1", 400, 500), man("R1.2", 420, 500)]) == Proposal("keep", (70, 0))
    assert toward_host(ready(leader), [man("R1.1", 430, 500)]) == Proposal("keep", (100, 0))
    assert toward_host(ready(leader), [man("R1.1", 431, 500)]) is None
    assert toward_host(ready(leader), [man("R1.1", 330, 500)]) == Proposal("keep")
    assert toward_host(ready(leader), []) is None


@pytest.mark.clause("KUU-7.4-02")
def test_off_the_table_over_each_edge() -> None:
    march = ready([man("R1.1", 950, 40), man("R1.2", 970, 40)])
    found = list(exits(march))
    assert len(found) == 4
    assert found[1].places == (
        Place(figure="R1.1", to="exit", x=1000, y=40),
        Place(figure="R1.2", to="exit", x=1000, y=40),
    )
    assert [is_legal(march, DATA.steps, proposal) for proposal in found] == [False, True, True, False]


def charge(march: March, target: Sequence[Standing]) -> dict[str, Point] | None:
    proposal = assault(march, DATA.steps, target)
    return None if proposal is None else {track.figure: track.points[-1] for track in ways(march, proposal)}


@pytest.mark.clause("KUU-6.1-04")
def test_a_charge_brings_the_nearest_to_15_millimetres_and_shifts_the_others_alike() -> None:
    foes = [man("W1.1", 500, 580), man("W1.2", 520, 590)]
    march = ready(SQUAD, foes, target="W1")
    assert charge(march, foes) == {"R1.1": (500, 565), "R1.2": (520, 565), "R1.3": (480, 565)}


@pytest.mark.clause("KUU-6.1-04")
def test_in_a_charge_whoever_ends_illegally_is_pulled_back() -> None:
    foes = [man("W1.1", 500, 580), man("W2.1", 530, 580)]
    march = ready(SQUAD, foes, target="W1")
    found = charge(march, foes[:1])
    assert found is not None
    assert found["R1.1"] == (500, 565)
    assert found["R1.2"] == (520, 560)  # out of contact with the man of the second element
    friend = man("R2.1", 480, 560)
    found = charge(ready(SQUAD, [foes[0], friend], target="W1"), foes[:1])
    assert found is not None
    assert found["R1.3"] == (480, 550)


@pytest.mark.clause("KUU-6.1-04")
def test_no_charge_where_none_is_legal() -> None:
    edge = [man("W1.1", 500, 615)]
    assert charge(ready(SQUAD, edge, target="W1"), edge) == {"R1.1": (500, 600), "R1.2": (520, 600), "R1.3": (480, 600)}
    pulled = [man("W1.1", 500, 620)]
    assert charge(ready(SQUAD, pulled, target="W1"), pulled) == charge(ready(SQUAD, edge, target="W1"), edge)
    far = [man("W1.1", 500, 621)]
    assert charge(ready(SQUAD, far, target="W1"), far) is None
    behind = lay("rapids 0,540 1000,540 1000,550 0,550")
    near = [man("W1.1", 500, 580)]
    assert charge(ready(SQUAD, near, table=behind, target="W1"), near) is None
    assert charge(ready([], near, target="W1"), near) is None
    bog = lay("swamp 0,540 1000,540 1000,550 0,550")
    assert charge(ready(SQUAD, near, table=bog, target="W1"), near) is None  # half the way only
    assert charge(ready(SQUAD, near, allowance=200, table=bog, target="W1"), near) is not None


def test_the_wounded_are_charged_where_nobody_of_the_target_is_able() -> None:
    foes = [man("W1.1!", 500, 540), man("W1.2", 500, 600)]
    whole = charge(ready(SQUAD, foes, target="W1"), foes)
    assert whole is not None
    assert whole["R1.1"] == (500, 585)
    fallen = charge(ready(SQUAD, foes[:1], target="W1"), foes[:1])
    assert fallen is not None
    assert fallen["R1.1"] == (500, 525)


@given(
    st.lists(st.tuples(st.integers(380, 620), st.integers(380, 620)), min_size=1, max_size=6, unique=True),
    st.sampled_from([S1, S4, OPEN]),
    st.sampled_from([50, 100, 200]),
)
def test_a_charge_that_is_proposed_is_legal_and_touches(places: list[Point], table: Table, allowance: int) -> None:
    foes = [man(f"W{1 + number % 2}.{number}", *at, table=table) for number, at in enumerate(places)]
    members = [man("R1.1", 500, 500, table=table), man("R1.2", 500, 520, table=table)]
    march = ready(members, foes, allowance, table, target="W1")
    target = [foe for foe in foes if foe.element == "W1"]
    proposal = assault(march, DATA.steps, target)
    if proposal is None:
        return
    assert is_legal(march, DATA.steps, proposal)
    ends = {track.figure: track.points[-1] for track in ways(march, proposal)}
    after = [one._replace(at=ends.get(one.figure, one.at)) for one in members]
    assert any(are_touching(table, one, foe) for one in after for foe in target)
