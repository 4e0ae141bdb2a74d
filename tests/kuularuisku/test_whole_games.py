"""Whole games: they end, stay sound after every step, and the greedy player beats the random one."""

import pytest
from tests.kuularuisku.kit import DATA, SPEC

from wardiary.core.contract import Player, Start
from wardiary.core.engine import Rules
from wardiary.core.games.kuularuisku.players import greedy
from wardiary.core.players import random_player
from wardiary.events.common import ScenarioOption
from wardiary.replay.dice import Dice, player_seeds
from wardiary.replay.playout import playout

RULES = Rules(SPEC, DATA)
SEATS = ("red", "white")


def played(
    scenario: str, seed: int, deployment: str = "fixed", sound: bool = True, players: dict[str, Player] | None = None
) -> float:
    """Red's share of the result; with `sound` every invariant is looked at after every step."""
    options = (ScenarioOption(name="deployment", value=deployment),)
    state, _ = RULES.set_up(Start(scenario=scenario, options=options))
    dice = Dice.seeded(f"kuularuisku {seed}")
    assert dice.source is not None

    def look(_step: object) -> None:
        assert not sound or SPEC.rules.faults(DATA, state) == []

    chosen = {seat: (players or {}).get(seat, random_player) for seat in SEATS}
    playout(RULES, state, chosen, dice.source, player_seeds(dice, "", SEATS), each=look)
    assert state.result is not None
    return 0.5 if not state.result.winners else float(state.result.winners == ("red",))


@pytest.mark.parametrize("scenario", SPEC.scenarios)
@pytest.mark.parametrize("deployment", ["fixed", "free"])
def test_a_random_game_is_sound_to_its_end(scenario: str, deployment: str) -> None:
    played(scenario, 1, deployment)


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["S1", "S2", "S3", "S4"])
def test_250_random_games_of_each_scenario_end_within_the_rules(scenario: str) -> None:
    for seed in range(250):
        played(scenario, seed)


@pytest.mark.parametrize("seat", SEATS)
def test_greedy_beats_random_from_each_seat(seat: str) -> None:
    """Against a random enemy on the same seeds, by a fifth of the results at least, or up to 90 %."""
    seeds = range(16)

    def share(player: Player) -> float:
        found = [played("S1", seed, sound=False, players={seat: player}) for seed in seeds]
        red = sum(found) / len(found)
        return red if seat == "red" else 1 - red

    better, base = share(greedy), share(random_player)
    assert better >= min(base + 0.2, 0.9)


def test_greedy_plays_the_other_scenarios_to_their_end() -> None:
    for scenario in ("S4", "own"):
        played(scenario, 3, "free", players={"red": greedy, "white": greedy})
