"""1 Game basics, 2 Scenarios, 3 Set-up."""

from collections import Counter
from typing import Any

import pytest
from tests.helsinki.kit import DATA, SPEC, Game, clauses, position, refuses, started

from wardiary.core.games.helsinki.queries import friends_at, room, status
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e


def counted(s: HelsinkiState) -> dict[str, int]:
    return dict(Counter(f"{unit.side} {unit.where}" for unit in s.units.values()))


def per_side(s: HelsinkiState) -> dict[str, int]:
    return dict(Counter(unit.side for unit in s.units.values()))


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("HEL-1.1-01", (len(DATA.ground.land), DATA.ground.corners["0101"][0]), (571, "0101E")),
        ("HEL-1.1-02", {DATA.ground.terrain[c] for c in DATA.ground.land}, {"O", "W", "S", "C"}),
        ("HEL-1.1-R1", ["0910" in DATA.ground.ways, "0910" in DATA.ground.terrain], [False, False]),
        ("HEL-1.1-R1", [c for c in DATA.ground.ways["1009"] if c[1] in {"0909", "1010"}], [(5, "0909")]),
        ("HEL-1.4-01", sorted(DATA.decks), ["GS", "RE", "RS", "WA"]),
        ("HEL-3.5-R1", DATA.setup.red_units["0504"], 2),
        ("HEL-3.3-R1", dict(DATA.setup.german_units), {"0101": 2, "0104": 2, "0105": 2, "0203": 1, "0204": 1}),
    ),
)
def test_what_is_printed(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


SETUP = started()[0]


@pytest.mark.parametrize(
    ("clause", "found", "expected"),
    clauses(
        ("HEL-3.3-01", per_side(SETUP)["german"], 26),
        ("HEL-3.3-01", counted(SETUP)["german meurer"], 3),
        ("HEL-3.3-01", counted(SETUP)["german T1"], 3),
        ("HEL-3.3-01", sum(hq.side == "german" for hq in SETUP.hqs.values()), 3),
        ("HEL-3.3-R2", [counted(SETUP).get(f"german reserve.{n}") for n in range(1, 7)], [4, 4, 4, None, None, None]),
        ("HEL-3.4-01", (per_side(SETUP)["white"], counted(SETUP)["white reserve"]), (6, 6)),
        ("HEL-3.4-01", list(SETUP.squads.values()), ["reserve"] * 8),
        ("HEL-3.5-01", per_side(SETUP)["red"], 24),
        ("HEL-3.5-01", (counted(SETUP)["red T2"], counted(SETUP)["red reserve"]), (1, 8)),
        ("HEL-3.5-01", [hq.where for hq in SETUP.hqs.values() if hq.side == "red"], ["2611", "2924", "2919"]),
        ("HEL-3.6-01", DATA.time[SETUP.tracks["time"]].label, "11 April 15:00"),
        ("HEL-3.6-02", DATA.morale[SETUP.tracks["morale"]], 3),
        ("HEL-3.6-02", DATA.morale[SETUP.tracks["morale"] - 1] > 3, True),
        ("HEL-3.6-03", SETUP.tracks["meurer"], 0),
        ("HEL-3.6-04", (SETUP.tracks["headquarters"], DATA.headquarters[1]), (1, 1)),
        ("HEL-3.6-05", SETUP.tracks["tikkurila"], 0),
        ("HEL-3.6-06", SETUP.tracks["activity"], 0),
        ("HEL-3.2-R1", SETUP.hands, {"german": (), "red": (), "white": ()}),
        ("HEL-3.2-01", SETUP.bags["RS"], DATA.decks["RS"]),
        ("HEL-1.3-01", {type(piece).__name__ for piece in [SETUP.units[1], SETUP.hqs[1]]}, {"Unit", "Hq"}),
        ("HEL-1.3-03", SETUP.units[1].__struct_fields__, ("side", "where")),
    ),
)
def test_set_up(clause: str, found: Any, expected: Any) -> None:
    assert found == expected


@pytest.mark.parametrize(
    ("clause", "scenario", "cards"),
    clauses(
        ("HEL-3.1-01", "three", ["RE01", "RE02"]),
        (("HEL-2.2-02", "HEL-3.1-01"), "two", ["RE01", "RE02", "RE03"]),
    ),
)
def test_secret_events_are_drawn_before_anything_else(clause: str, scenario: str, cards: list[str]) -> None:
    game = Game(started(scenario)[0])
    for card in cards:
        assert game.waiting == "draw RE red"
        game.play(f"draw {card}")
    assert game.state.hands["red"] == tuple(cards)
    assert game.waiting == "draw RS red"
    assert len(game.state.bags["RE"]) == 6 - len(cards)


@pytest.mark.clause("HEL-3.1-02", "HEL-12.0-02")
@pytest.mark.parametrize("seat", ["german", "white"])
def test_secret_events_and_hands_are_not_in_another_view(seat: str) -> None:
    game = Game(started()[0]).play("draw RE01; draw RE02; draw RS04")
    state = position(hands={"red": ("RE01", "RS04")})
    state.discards["RS"] = ("RS05",)
    for s in (game.state, state):
        seen = SPEC.sight.view(DATA, s, seat)
        text = SPEC.words.board(DATA, seen) + repr(seen)
        assert not [card for card in ("RE01", "RE02", "RS04", "RS05") if card in text]
    hidden = [SPEC.sight.redactions[e.Drawn](state, event, seat) for event in game.happened(e.Drawn)]
    assert [event.cards for event in hidden] == [("?",)] * 3  # type: ignore[union-attr]
    assert SPEC.sight.view(DATA, state, "red").state.hands["red"] == ("RE01", "RS04")


@pytest.mark.clause("HEL-2.1-01", "HEL-2.2-01")
def test_seats() -> None:
    assert SPEC.scenarios["three"].seats == ("german", "red", "white")
    assert SPEC.scenarios["two"].seats == ("german", "red")
    white = {"white": "2421 1", "squads": "2421E", "side": "white"}
    assert Game(position(**white)).waiting == "white WhiteOrders"
    assert Game(position(players=2, **white)).waiting == "german WhiteOrders"
    assert Game(position(players=2, side="red", red="2421 1")).waiting == "red RedOrders"


@pytest.mark.clause("HEL-2.2-R1", "HEL-12.0-R4")
def test_two_players_keep_the_sides_apart() -> None:
    s = position(players=2, german="2421 1", white="2521 1", hands={"german": ("GS07",), "white": ("WA05",)})
    assert SPEC.sight.view(DATA, s, "german").state.hands == {"german": ("GS07",), "red": (), "white": ("WA05",)}
    game = Game(s)
    assert game.legal("play") == ["play GS07"]
    assert game.legal("move") == ["move 2421 1"]
    game.play("play GS07")
    assert (game.state.discards["GS"], game.state.discards["WA"]) == (("GS07",), ())


@pytest.mark.clause("HEL-2.2-R2")
def test_after_a_white_initiative_of_two_players_nobody_has_1_less() -> None:
    game = Game(position(players=2, side="white")).play("done; 3; 3")
    assert (game.last(e.InitiativeWon).red_score, game.last(e.InitiativeWon).german_score) == (3, 3)


@pytest.mark.clause("HEL-2.3-01", "HEL-2.3-02", "HEL-2.3-04")
def test_germans_and_whites_share_a_hex_and_never_fight() -> None:
    s = position(german="2421 2, 2420 1", white="2421 1", german_hqs="2420W")
    assert room(s, "german", "2421") == 0
    assert friends_at(s, "white", "2421") == friends_at(s, "german", "2421")
    game = Game(s)
    assert game.legal("attack") == []
    assert "go 2421" not in game.play("move 2420 1").legal("go") != []


@pytest.mark.clause("HEL-2.3-03")
def test_no_order_reaches_units_of_the_ally() -> None:
    s = position(german="2421 1", white="2520 1", side="german")
    assert refuses(s, "move 2520 1", "HEL-7.3-01")
    assert refuses(position(german="2421 1", white="2520 1", side="white"), "move 2421 1", "HEL-7.3-01")


@pytest.mark.clause("HEL-1.3-02")
def test_squads_are_headquarters_of_whites_only() -> None:
    s = position(white="2421 1", german="2521 1", squads="2421E")
    assert (status(DATA, s, "white", "2421"), status(DATA, s, "german", "2521")) == ("direct", "out")


@pytest.mark.clause("HEL-1.2-01")
def test_dice_have_six_sides() -> None:
    game = Game(position(side="red", red="2919 1")).play("morale")
    assert "a face of 7, a die has 1 to 6" in str(
        game.rules.refusal(game.state, e.Rolled(purpose="morale", by="red", key="5", dice=(7,), source="typed"))
    )
