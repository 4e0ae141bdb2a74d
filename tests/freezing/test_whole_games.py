"""What must hold of every game: the fold, the index, the lists of answers, positions that are written by hand."""

from typing import Any

import msgspec
import pytest
from tests.freezing.kit import DATA, RULES, Game, position, whole_game

from wardiary.core.fold import apply_all
from wardiary.core.games.freezing.faults import faults
from wardiary.core.games.freezing.features import features
from wardiary.core.games.freezing.queries import board_of
from wardiary.core.games.freezing.spec import SPEC
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, decode_state, encode_state, state_digest
from wardiary.events import freezing as e
from wardiary.events.errors import Refused

SEEDS = ("a whole game", "another", "a third")


@pytest.mark.parametrize("seed", SEEDS)
def test_the_events_alone_make_every_state(seed: str) -> None:
    steps, states = whole_game(seed)
    folded = RULES.empty()
    for step, after in zip(steps, states, strict=True):
        apply_all(SPEC.fold.evolve, folded, step)
        assert encode_state(folded) == encode_state(after)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_index_is_what_it_would_be_if_it_were_built_anew(seed: str) -> None:
    """After every event; so every event that moves, places or removes a unit drops it."""
    folded = RULES.empty()
    for step in whole_game(seed)[0]:
        for event in step:
            SPEC.fold.evolve[type(event)](folded, event)
            kept = board_of(folded)
            folded.forget()
            assert board_of(folded) == kept


@pytest.mark.parametrize("seed", SEEDS)
def test_every_state_is_sound_and_decodes(seed: str) -> None:
    for state in whole_game(seed)[1]:
        assert faults(DATA, state) == []
        again = decode_state(type(state), encode_state(state))
        assert encode_state(again) == encode_state(state)
        assert msgspec.structs.asdict(again) == msgspec.structs.asdict(state)


def test_events_survive_their_lines() -> None:
    for step in whole_game()[0]:
        for event in step:
            assert SPEC.fold.codec.decode(SPEC.fold.codec.encode(event)) == event


def guesses(state: Any) -> list[Any]:
    """Orders of every kind that might be legal or not."""
    units, boxes = [*state.units, 999], ["KI-1", "KI-3", "KI-4", "LK-2", "SU-5", "XX-1"]
    return [
        *(kind(unit=unit) for kind in (e.Activate, e.Strengthen, e.Assign, e.TakeHit, e.Weaken) for unit in units),
        *(kind(unit=unit, box=box) for kind in (e.MoveUnit, e.Withdraw) for unit in units for box in boxes),
        *(kind(box=box) for kind in (e.Attack, e.Strike) for box in boxes),
        *(e.PlaceUnit(front=front) for front in e.FRONTS),
        *(e.PlayCard(card=card, mode=mode) for card in (*DATA.cards, "99") for mode in ("event", "action")),
        *(e.UseCard(card=card) for card in ("05", "07", "48", "99")),
        e.Pass(),
        e.Done(),
    ]


def test_listed_is_accepted_and_nothing_else_and_a_refusal_changes_nothing() -> None:
    for state in whole_game()[1][:-1:7]:
        if not isinstance(RULES.request(state), Choice):
            continue
        listed, before = list(RULES.legal(state)), encode_state(state)
        for order in guesses(state):
            assert (RULES.refusal(state, order) is None) is (order in listed), order
        with pytest.raises(Refused):
            RULES.answer(state, e.Attack(box="XX-1"))
        assert encode_state(state) == before
        assert all(RULES.refusal(state, order) is None for order in listed)


def test_a_fork_that_gets_the_same_answers_is_the_same_game() -> None:
    steps, states = whole_game()
    for at in range(2, len(steps), 40):
        fork = copy_state(states[at - 1])
        for step in steps[at:]:
            assert RULES.answer(fork, step[0]) == step  # type: ignore[arg-type]
        assert state_digest(fork) == state_digest(states[-1])


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"marker": 9}, "the intervention marker stands on box 9"),
        ({"turn": 7}, "turn 7 is none of 6"),
        ({"line_level": 0}, "the Mannerheim Line has level 0"),
        ({"control": {}}, "nobody controls KI-1"),
        ({"frames": ()}, "nothing is asked"),
        ({"frames": (e.AskMoves(side="sov"),)}, "the lowest frame belongs on top of another"),
        (
            {"frames": (e.AskCard(side="sov", impulse=1), e.AskBoosting(side="sov", op="boost"))},
            "the frames are not numbered",
        ),
        (
            {"frames": (e.AskCard(side="sov", impulse=1), e.AskBoosting(at=1, side="sov", op="boost"))},
            "no operation 'boost'",
        ),
        (
            {"frames": (e.AskCard(side="sov", impulse=1), e.AskBoosting(at=1, side="sov", op="roll")), "card": "30"},
            "the operation 'roll' asks no freezing.ask_boosting",
        ),
        ({"discards": {"29": "sov"}}, "card 29 lies in 2 places of sov, not 1"),
        ({"hands": {"99": "sov"}}, "card '99' is no card"),
        ({"last_unit": 0}, "unit 1 was never created"),
        ({"marker": 7}, "the intervention marker stands in the last box and the game is not over"),
        ({"fronts_taken": ("KI",)}, "Karelian Isthmus is taken and the game is not over"),
    ],
)
def test_a_faulty_position_is_refused(change: dict[str, Any], fault: str) -> None:
    state = Game.from_start().state
    for name, value in change.items():
        setattr(state, name, value)
    with pytest.raises(Refused, match=fault):
        RULES.set_up_position(encode_state(state))


@pytest.mark.parametrize("front", e.FRONTS)
def test_a_position_in_which_a_front_has_fallen_says_so(front: e.Front) -> None:
    """Otherwise nothing would come of it later: a front is taken when the Soviet side comes to be alone there."""
    state, home = Game.from_start().state, f"{front}-1"
    state.units = {
        number: msgspec.structs.replace(unit, box=home) if number == 1 else unit
        for number, unit in state.units.items()
        if unit.box != home
    }
    state.control[home] = "sov"
    state.forget()
    fault = f"Soviets are alone in {home} and {DATA.fronts[front].en} is not taken"
    with pytest.raises(Refused, match=fault):
        RULES.set_up_position(encode_state(state))
    if front != "KI":
        state.fronts_taken = (front,)
        assert RULES.set_up_position(encode_state(state))[0].units == state.units


def test_a_written_position_can_be_played() -> None:
    for written in whole_game()[1][:-1:50]:
        state, events = RULES.set_up_position(encode_state(written))
        assert len(events) == 1
        assert encode_state(state) == encode_state(written)
        assert RULES.request(state) == RULES.request(written)


def test_features_are_the_same_numbers_for_every_position() -> None:
    names = {tuple(sorted(features(DATA, state))) for state in whole_game()[1]}
    assert len(names) == 1
    found = features(DATA, position("KI-2 sov i3 a2", "SU-1 fin s2"))
    assert (found["sov_points_ki"], found["fin_points_su"], found["fin_ski"], found["value_ki"]) == (5, 2, 2, -3)


def count_lines(state: Any, depth: int) -> int:
    """How many lines of so many orders there are."""
    legal = RULES.legal(state)
    if depth == 1:
        return len(legal)
    lines = 0
    for order in legal:
        after = copy_state(state)
        RULES.advance(after, order)
        lines += count_lines(after, depth - 1)
    return lines


@pytest.mark.parametrize(("depth", "lines"), [(1, 16), (2, 251), (3, 4843)])
def test_lines_from_the_start(depth: int, lines: int) -> None:
    """Two orders, by hand: 8 cards for points, each 11 units twice and done: 184. As events: two boosts with 11 units
    and done, 24; three units for three fronts, one for two: 11; two that leave FIN 16 answers: 32. Together 251."""
    assert count_lines(Game.from_start().state, depth) == lines


@pytest.mark.parametrize(("depth", "lines"), [(1, 4), (2, 20), (3, 74)])
def test_lines_from_a_position_of_the_war(depth: int, lines: int) -> None:
    state = position("KI-5 sov i3 a2", "KI-4 fin i2", "LK-3 sov i2", "LK-3 fin i1 s2", turn=4)
    assert count_lines(state, depth) == lines
