"""What imagination must hold to beside what the suite over all games looks at: things that a game seldom comes to."""

from dataclasses import replace
from typing import Any

import msgspec
import pytest
import tests.brother.proof
import tests.helsinki.proof

from wardiary.core.engine import Rules
from wardiary.core.games.brother.state import Glimpse
from wardiary.core.players import SeatDecision
from wardiary.core.requests import Choice
from wardiary.core.state import copy_state, encode_state
from wardiary.events import helsinki
from wardiary.events.brother import AskCard
from wardiary.events.errors import UsageError
from wardiary.replay.proving.imagined import chooser
from wardiary.replay.proving.walking import decisions, table_of


def brother_in_play() -> Any:
    """A state of February or later at which White plays a card; Red has some in hand and has played some."""
    for state, request, _ in decisions(next(tests.brother.proof.PROOF.played(1))):
        played = "red" in state.reshuffle.values()
        later = state.month != "jan" and isinstance(request.frame, AskCard)
        if later and request.seats == ("white",) and list(state.hands.values()).count("red") > 2 and played:
            return copy_state(state)
    raise AssertionError("no such state")


def hands_imagined(state: Any, worlds: int = 12) -> set[tuple[str, ...]]:
    """Red's hand in worlds that White imagines."""
    table = table_of("brother")
    seen = table.spec.sight.view(table.data, state, "white")
    imagine = table.spec.sight.imagine
    assert imagine is not None
    imagined = (imagine(table.data, seen, chooser(str(nth))) for nth in range(worlds))
    return {tuple(sorted(card for card, of in world.hands.items() if of == "red")) for world in imagined}


def test_a_hand_that_was_seen_this_month_is_imagined_as_it_is() -> None:
    """What has been played of it since is in no hand."""
    state = brother_in_play()
    hand = tuple(sorted(card for card, side in state.hands.items() if side == "red"))
    assert len(hands_imagined(state)) > 1
    played = next(card for card, side in state.reshuffle.items() if side == "red")
    state.glimpses["white"] = Glimpse(state.turn, (*hand, played))
    assert hands_imagined(state) == {hand}


def test_a_hand_that_was_seen_in_another_month_binds_nothing() -> None:
    state = brother_in_play()
    hand = tuple(sorted(card for card, side in state.hands.items() if side == "red"))
    state.glimpses["white"] = Glimpse(1, hand)
    assert len(hands_imagined(state)) > 1


def test_a_window_of_anothers_that_a_view_leaves_out_is_imagined_as_one() -> None:
    """Red is asked while a window of White's is open below: the stack of its view has a gap, the imagined one none."""
    table = table_of("helsinki")
    imagine = table.spec.sight.imagine
    assert imagine is not None
    for state, request, _ in decisions(next(tests.helsinki.proof.PROOF.played(1))):
        if request.seats != ("red",) or isinstance(request.frame, helsinki.AskWindow):
            continue
        world, height = copy_state(state), len(state.frames) - 1
        window = helsinki.AskWindow(at=height, side="white", window="own")
        top = msgspec.structs.replace(request.frame, at=height + 1)
        world.frames = (*state.frames[:height], window, top)
        seen = table.spec.sight.view(table.data, world, "red")
        assert len(seen.state.frames) == height + 1
        imagined = imagine(table.data, seen, chooser("window"))
        assert [frame.at for frame in imagined.frames] == list(range(height + 2))
        found = imagined.frames[height]
        assert isinstance(found, helsinki.AskWindow)
        assert found.side != "red"
        again = table.spec.sight.view(table.data, imagined, "red")
        assert msgspec.json.encode(again) == msgspec.json.encode(seen)
        return
    raise AssertionError("Red was asked nothing")


def test_a_decision_gives_another_world_each_time_and_the_game_none_of_them() -> None:
    table = table_of("freezing")
    state, _ = table.rules.set_up(table.start())
    request = table.rules.request(state)
    assert isinstance(request, Choice)
    before = encode_state(state)
    decision: SeatDecision[Any, Any] = SeatDecision(table.rules, state, request, "sov", b"seed", 1)
    first = decision.imagine()
    first.units.clear()
    assert encode_state(state) == before
    assert decision.imagine().units == state.units


def test_a_game_that_does_not_say_how_cannot_imagine() -> None:
    table = table_of("tiny")
    blind = Rules(replace(table.spec, sight=replace(table.spec.sight, imagine=None)), table.data)
    state, _ = blind.set_up(table.start())
    decision: SeatDecision[Any, Any] = SeatDecision(blind, state, blind.request(state), "red", b"seed", 1)
    with pytest.raises(UsageError, match="tiny does not say how to imagine"):
        decision.imagine()
