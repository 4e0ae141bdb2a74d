"""1, 3, 4.1: months, turns, hands and piles; a card as event or for points; activation."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.brother.kit import DATA, RULES, Game, activated, clauses, lying, month_after, named, outcome, position

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.games.brother.data import TURNS
from wardiary.core.games.brother.queries import cards_of
from wardiary.core.requests import Draw
from wardiary.events import brother as e
from wardiary.events.brother import MONTHS, SIDES
from wardiary.events.common import Began
from wardiary.replay.chance import KeyedSource, answer_chance


def whole_game(seed: str = "months") -> Game:
    """A game to the end in which everybody plays a card for its points and does nothing."""
    source, game = KeyedSource(seed_bytes(seed), "seed"), Game.from_start()
    while not game.over():
        request = game.request
        if isinstance(request, Draw):
            game.answer(answer_chance(e.CODEC, source, request))
        elif game.frame is e.AskReinforcements:
            game.answer(e.Done())
        else:
            game.pass_turns(1)
    return game


WHOLE = whole_game()


def between(kind: type, until: type) -> list[str]:
    """Names of the events from the second one of a kind to the next of another."""
    names = named(WHOLE.events)
    start = [at for at, name in enumerate(names) if name == kind.__name__][1]
    return names[start : names.index(until.__name__, start)]


def turns_of(month: str) -> list[str]:
    """The sides that finished a card in a month, in order."""
    found: list[str] = []
    now = ""
    for event in WHOLE.events:
        now = event.month if isinstance(event, e.MonthBegan) else now
        if isinstance(event, e.CardFinished) and now == month:
            found.append(event.side)
    return found


@pytest.mark.parametrize(
    ("clause", "what", "expected"),
    clauses(
        (("BAB-1-01", "BAB-1-06", "BAB-3-04"), lambda: tuple(ev.month for ev in WHOLE.happened(e.MonthBegan)), MONTHS),
        (("BAB-1-03", "BAB-1-04", "BAB-4.1-08"), lambda: turns_of("feb"), ["white", "red"] * 8),
        (("BAB-1-03", "BAB-4.1-03"), lambda: turns_of("jan"), ["white", "red"] * 3),
        ("BAB-1-17", lambda: RULES.spec.seats, ("white", "red")),
        ("BAB-1-07", lambda: WHOLE.happened(e.CardsAdded)[3].cards, DATA.added["red", "feb"]),
        (
            ("BAB-1-07", "BAB-4.1-19"),
            lambda: [(ev.side, ev.cards) for ev in WHOLE.happened(e.CardsAdded)],
            [(side, DATA.added[side, month]) for month in MONTHS for side in SIDES],
        ),
    ),
)
def test_a_game_of_five_months(clause: str, what: Callable[[], Any], expected: object) -> None:
    assert what() == expected


@pytest.mark.clause("BAB-1-08", "BAB-1-12", "BAB-1-13")
def test_a_month_begins_with_cards_then_reinforcements_white_first() -> None:
    names = between(e.MonthBegan, e.PlayCard)
    assert names.index("CardsAdded") < names.index("PoolRefilled") < names.index("Drawn")
    last_draw = len(names) - names[::-1].index("Drawn")
    assert last_draw < names.index("ReinforcementsDue")
    sides = [event.side for event in WHOLE.happened(e.ReinforcementsDue)]
    assert sides == ["white", "red"] * 4
    january = named(WHOLE.events)[: named(WHOLE.events).index("PlayCard")]
    assert "ReinforcementsDue" not in january


@pytest.mark.clause("BAB-1-05")
def test_supply_is_checked_after_the_last_red_turn_of_every_month() -> None:
    game = Game(position("kuopio RG", "vaasa CG", side="red", month="may", white="oulu")).play("41 ap; end")
    assert game.happened(e.UnitsWeakened) == []
    game = Game(position("kuopio RG", "vaasa CG", side="red", number=8, month="may")).play("41 ap; end")
    assert named(game.step).index("UnitsWeakened") < named(game.step).index("MonthEnded")
    january = Game(position("kuopio RG", "vaasa CG", side="red", number=3, month="jan")).play("41 ap; end")
    assert january.units(1) == "rg kuopio"


@pytest.mark.clause("BAB-1-14", "BAB-5-09")
def test_a_side_without_cards_skips_its_turn_and_victory_is_read_all_the_same() -> None:
    state = position("vaasa RG", "viipuri RG", hands={"white": (), "red": ("41",)}, side="red", number=1)
    game = Game(state).play("41 ap; end")
    assert game.happened(e.TurnSkipped)[0].side == "white"
    assert game.result == "vaasa"


@pytest.mark.clause("BAB-1-14")
def test_nobody_may_pass() -> None:
    game = Game(position("vaasa CG", "viipuri RG"))
    assert game.legal() == ["22 ap", "22 event", "25 ap", "25 event"]
    assert game.refused(e.Done()).startswith("brother.done is not asked now")


# Setup


@pytest.mark.parametrize(
    ("clause", "what", "expected"),
    clauses(
        (("BAB-1-02", "BAB-3-03"), lambda g: len(g.state.units), sum(u.full + u.partial for u in DATA.setup.units)),
        (("BAB-3-03", "BAB-3-05", "BAB-4.3-48"), lambda g: g.state.forts, ("helsinki", "vilppula")),
        ("BAB-3-01", lambda g: cards_of(g.state.pools, "white"), ("01", "02", "03")),
        ("BAB-3-01", lambda g: cards_of(g.state.pools, "red"), ("28", "29", "30")),
        ("BAB-4.1-03", lambda g: len(cards_of(g.draw_all().state.hands, "white")), 3),
        ("BAB-3-04", lambda g: g.state.month, "jan"),
        ("BAB-4.1-32", lambda g: (g.draw_all(), len(g.happened(e.Drawn)))[1], 6),
    ),
)
def test_setup(clause: str, what: Callable[[Game], Any], expected: object) -> None:
    assert what(Game.from_start()) == expected


# Hands and piles


@pytest.mark.clause("BAB-4.1-01", "BAB-4.1-29", "BAB-4.1-32")
def test_hands_are_drawn_card_by_card_white_first() -> None:
    draws = [event for event in WHOLE.events if isinstance(event, e.Drawn | Began)]
    february = draws[[at for at, ev in enumerate(draws) if isinstance(ev, Began) and ev.phase == "draw"][1] + 1 :]
    sides = [event.by for event in february[: 8 + 7] if isinstance(event, e.Drawn)]
    assert sides == ["white"] * 8 + ["red"] * 7
    assert all(len(event.cards) == 1 for event in WHOLE.happened(e.Drawn))


@pytest.mark.clause("BAB-4.1-04", "BAB-4.1-06", "BAB-4.1-24")
@pytest.mark.parametrize(("month", "side", "card"), [("feb", "red", "31"), ("apr", "white", "21")])
def test_the_fixed_card_is_in_the_hand_beside_seven_drawn_ones(month: str, side: e.Side, card: str) -> None:
    before: Any = MONTHS[MONTHS.index(month) - 1]
    for seed in range(20):
        source = KeyedSource(seed_bytes(f"fixed {seed}"), "seed")
        state = position("vaasa CG", "viipuri RG", month=before, side="red", number=TURNS[before])
        state.hands = lying({"white": (), "red": ("41",)})
        state.pools = lying(
            {"white": ("04", "05", "06", "07", "08", "09"), "red": ("32", "33", "34", "35", "36", "37")}
        )
        game = Game(state).play("41 ap; end")
        drawn = 0
        while isinstance(request := game.request, Draw):
            assert card not in request.bag or request.deck != side
            drawn += request.by == side
            game.answer(answer_chance(e.CODEC, source, request))
        assert card in cards_of(game.state.hands, side)
        assert (drawn, len(cards_of(game.state.hands, side))) == (7, 8)


@pytest.mark.clause("BAB-4.1-05", "BAB-4.1-07", "BAB-4.1-25")
@pytest.mark.parametrize(
    ("side", "card", "mode", "pile"),
    [
        ("red", "31", "ap", "reshuffle"),
        ("red", "31", "event", "removed"),
        ("white", "21", "ap", "reshuffle"),
        ("white", "21", "event", "removed"),
    ],
)
def test_a_fixed_card_returns_unless_it_was_an_event(side: e.Side, card: str, mode: str, pile: str) -> None:
    state = position("vaasa CG", "viipuri RG", side=side, hands={side: (card, "25" if side == "white" else "41")})
    game = Game(state).play(f"{card} {mode}; end")
    assert game.pile(side, card) == pile


@pytest.mark.parametrize(
    ("clause", "card", "mode", "pile"),
    clauses(
        ("BAB-4.1-09", "14", "event", "removed"),
        (("BAB-4.1-09", "BAB-3-02"), "17", "event", "reshuffle"),
        ("BAB-4.1-18", "14", "ap", "reshuffle"),
        ("BAB-4.1-18", "17", "ap", "reshuffle"),
        (("BAB-4.1-11", "BAB-4.1-12", "BAB-4.1-26"), "12", "event", "table"),
        ("BAB-4.1-18", "12", "ap", "reshuffle"),
    ),
)
def test_where_a_card_goes(clause: str, card: str, mode: str, pile: str) -> None:
    state = position("vaasa CG", "viipuri RG", hands={"white": (card, "25")})
    game = Game(state).play(f"{card} {mode}; end")
    assert game.pile("white", card) == pile


@pytest.mark.clause("BAB-4.1-18")
def test_a_card_for_points_brings_no_event() -> None:
    game = Game(position("vaasa CG", "viipuri RG", hands={"white": ("14", "25")})).play("14 ap; end")
    assert game.at("vaasa") == "CG"


@pytest.mark.clause("BAB-4.1-33")
def test_a_card_is_in_no_pile_while_it_is_played_and_filed_before_the_game_ends() -> None:
    state = position("vaasa RG", "seinajoki CG", "viipuri RG")
    game = Game(state).play("25 ap")
    assert game.pile("white", "25") == "in play"
    game.play("end")
    assert (game.result, game.pile("white", "25")) == ("vaasa", "reshuffle")


@pytest.mark.clause("BAB-4.1-19", "BAB-4.1-20", "BAB-4.1-05")
def test_all_cards_that_are_left_are_shuffled_together() -> None:
    state = position(
        "vaasa CG",
        "viipuri RG",
        side="red",
        number=8,
        hands={"white": (), "red": ("41",)},
        pools={"white": ("04",), "red": ("31", "32")},
        reshuffle={"white": ("05", "06"), "red": ("33",)},
        removed={"white": ("01",), "red": ("28",)},
        table={"white": ("12",)},
    )
    game = Game(state).play("41 ap; end")
    assert game.happened(e.PoolRefilled)[0].cards == tuple(sorted(("04", "05", "06", *DATA.added["white", "apr"])))
    assert game.happened(e.PoolRefilled)[1].cards == tuple(sorted(("31", "32", "33", "41", *DATA.added["red", "apr"])))
    assert cards_of(game.state.table, "white") == ("12",)
    assert game.state.shuffles == {"white": 1, "red": 1}


@pytest.mark.clause("BAB-4.1-28")
def test_too_few_cards_are_drawn_as_many_as_there_are() -> None:
    game = month_after(position("vaasa CG", "viipuri RG", month="mar", hands={"white": (), "red": ("41",)}))
    assert len(cards_of(game.state.hands, "white")) == len(DATA.added["white", "apr"])


# A card as event or for points


@pytest.mark.clause("BAB-1-09", "BAB-4.1-13", "BAB-1-15")
def test_a_card_for_points_activates_so_many_towns_or_fewer() -> None:
    state = position("vaasa CG", "oulu CG", "kauhava CG", "seinajoki CG", "viipuri RG", hands={"white": ("22", "25")})
    game = Game(state).play("22 ap; activate vaasa; activate oulu; activate kauhava")
    assert game.frame is e.AskMoves
    unused = Game(state).play("22 ap; done")
    assert unused.last(e.UnitsActivated).unused == 3
    assert unused.asked == "red"


@pytest.mark.clause("BAB-1-10")
def test_activation_then_movement_then_battles() -> None:
    state = position("vaasa CG", "seinajoki CG", "viipuri RG", "kauhava RG")
    game = activated(state, "vaasa", "seinajoki").play("move 2; to haapamaki; stop; done")
    assert game.frame is None or game.frame is e.AskCard
    game = activated(state, "vaasa", "seinajoki")
    assert game.frame is e.AskMoves
    game.play("done; attack kauhava; with 2; roll 1; roll 1")
    assert game.refused(e.MoveUnit(unit=1)).startswith("brother.move_unit is not asked now")


@pytest.mark.clause("BAB-1-11")
def test_an_event_turn_holds_nothing_else() -> None:
    game = Game(position("vaasa CG", "viipuri RG", hands={"white": ("19", "25")})).play("19 event")
    assert (game.asked, game.happened(e.UnitsActivated)) == ("red", [])


@pytest.mark.clause("BAB-1-16")
@pytest.mark.parametrize(
    ("card", "fields", "refusal"),
    [
        ("02", {}, "BAB-1-16"),
        ("02", {"month": "feb"}, ""),
        ("20", {}, "BAB-1-16"),
        ("20", {"removed": {"white": ("21",)}}, ""),
        ("09", {}, ""),
        ("03", {}, ""),
    ],
)
def test_an_event_needs_its_stated_conditions_and_no_more(card: str, fields: dict[str, Any], refusal: str) -> None:
    """Card 09 finds nobody to refit: it counts as played all the same."""
    state = position("vaasa CG CG CG", "viipuri RG", hands={"white": (card, "25")}, **fields)
    game = Game(state)
    assert game.refused(e.PlayCard(card=card, mode="event")) == refusal
    assert game.refused(e.PlayCard(card=card, mode="ap")) == ""
    if card == "03":
        game.play("03 event")
        assert game.pile("white", "03") == "removed"


@pytest.mark.clause("BAB-2.1-08")
@pytest.mark.parametrize(("russia_open", "refusal"), [(True, ""), (False, "BAB-2.1-08")])
def test_the_russia_box_matters_to_cards_that_name_it(russia_open: bool, refusal: str) -> None:
    hand = {"red": ("41", "46")}
    game = Game(position("vaasa CG", "viipuri RG", side="red", hands=hand, russia_open=russia_open))
    assert game.refused(e.PlayCard(card="46", mode="event")) == refusal
    assert game.refused(e.PlayCard(card="41", mode="event")) == ""


@pytest.mark.clause("BAB-4.1-08", "BAB-2.2-01")
def test_only_a_card_of_the_own_hand_is_played() -> None:
    game = Game(position("vaasa CG", "viipuri RG"))
    assert game.refused(e.PlayCard(card="41", mode="ap")) == "BAB-4.1-08"
    assert game.refused(e.PlayCard(card="05", mode="ap")) == "BAB-4.1-08"


@pytest.mark.clause("BAB-4.1-10", "BAB-2.3-05")
def test_event_text_beats_the_rules_a_train_is_repaired() -> None:
    state = position("tampere at", "vaasa CG", side="red", hands={"red": ("42", "41")})
    assert outcome(state, "42 event; refit 1", lambda g: g.units(1)) == "AT tampere"


# Activation


STACKS = position("tampere RG RG rg", "toijala RG", "orivesi CG", "humppila CG", "vaasa CG", side="red")


@pytest.mark.parametrize(
    ("clause", "script", "what", "expected"),
    clauses(
        ("BAB-4.1-14", "41 ap; activate tampere; done", lambda g: g.state.activated, (1, 2, 3)),
        ("BAB-4.1-14", "41 ap; activate tampere", lambda g: g.legal("activate"), ["activate toijala"]),
        ("BAB-4.1-15", "41 ap; activate toijala; done", lambda g: g.legal("move"), ["move 4"]),
        (
            "BAB-4.1-15",
            "41 ap; activate tampere; done; move 3; to toijala; stop; done; attack humppila",
            lambda g: g.legal("with"),
            ["with 3"],
        ),
        ("BAB-4.1-16", "41 ap; activate toijala; done; done", lambda g: g.legal("attack"), ["attack humppila"]),
        (
            "BAB-4.1-17",
            "41 ap; activate tampere; done; move 1; to toijala; stop; done; attack humppila",
            lambda g: g.refused(e.Assign(unit=4)),
            "BAB-4.1-15, -16",
        ),
        (
            "BAB-4.1-23",
            "41 ap; activate tampere; activate toijala; move 1; to toijala; stop",
            lambda g: g.state.activated,
            (1, 2, 3, 4),
        ),
    ),
)
def test_activation(clause: str, script: str, what: Callable[[Game], Any], expected: object) -> None:
    assert outcome(STACKS, script, what) == expected


@pytest.mark.clause("BAB-4.1-14")
def test_a_town_is_activated_once_and_only_with_own_units() -> None:
    game = Game(STACKS).play("41 ap; activate tampere")
    assert game.refused(e.ActivateTown(town="tampere")) == "BAB-4.1-14"
    assert game.refused(e.ActivateTown(town="orivesi")) == "BAB-4.1-14"
    assert game.refused(e.ActivateTown(town="helsinki")) == "BAB-4.1-14"


@pytest.mark.clause("BAB-4.1-13", "BAB-4.1-15")
def test_only_the_units_of_the_activated_towns_are_active_when_all_points_are_used() -> None:
    state = position("vaasa CG", "oulu CG", "kauhava CG CG", "seinajoki CG", "kokkola CG", "viipuri RG")
    game = activated(state, "vaasa", "oulu", "kauhava", "seinajoki")
    assert game.state.activated == (1, 2, 3, 4, 5)
