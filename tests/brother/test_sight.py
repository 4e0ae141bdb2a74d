"""What a seat may see, and the words and the board that it is shown."""

import msgspec
import pytest
from tests.brother.kit import DATA, Game, activated, attacking, clauses, position

from wardiary.core.games.brother.queries import cards_of
from wardiary.core.games.brother.spec import SPEC
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.requests import Choice
from wardiary.events import brother as e
from wardiary.events.kinds import Event, Order

HANDS: dict[e.Side, tuple[str, ...]] = {"white": ("05", "12"), "red": ("33", "41")}
POOLS: dict[e.Side, tuple[str, ...]] = {"white": ("06", "09"), "red": ("35", "36")}


def shown(state: BrotherState, seat: e.Side) -> bytes:
    view = SPEC.sight.view(DATA, state, seat)
    return msgspec.json.encode((view, SPEC.words.board(DATA, view)))


@pytest.mark.parametrize(
    ("clause", "hands", "pools", "same"),
    clauses(
        (("BAB-4.1-30", "BAB-4.1-02"), {"white": ("06", "12")}, {"white": ("05", "09")}, True),
        ("BAB-4.1-30", {"white": ("05", "06")}, {"white": ("09", "12")}, True),
        ("BAB-4.1-30", {"white": ("05",)}, {"white": ("06", "09", "12")}, False),
        ("BAB-4.1-30", {"white": ("05", "12")}, {"white": ("06", "10")}, False),
    ),
)
def test_red_cannot_tell_whites_hand_from_his_pool(
    clause: str, hands: dict[e.Side, tuple[str, ...]], pools: dict[e.Side, tuple[str, ...]], same: bool
) -> None:
    """Sizes and the union are known, the parting is not."""
    state = position("vaasa CG", "viipuri RG", hands=HANDS, pools=POOLS)
    other = position("vaasa CG", "viipuri RG", hands=HANDS | hands, pools=POOLS | pools)
    assert (shown(state, "red") == shown(other, "red")) is same
    assert shown(state, "white") != shown(other, "white")


@pytest.mark.clause("BAB-4.1-30", "BAB-4.1-12")
def test_what_lies_open_is_seen_by_both() -> None:
    state = position(
        "vaasa CG", "viipuri RG", hands=HANDS, pools=POOLS, table={"red": ("30",)}, reshuffle={"red": ("32",)}
    )
    view = SPEC.sight.view(DATA, state, "white")
    assert (cards_of(view.state.table, "red"), cards_of(view.state.reshuffle, "red")) == (("30",), ("32",))
    assert view.state.hands == {"05": "white", "12": "white"}
    assert "33" not in SPEC.words.board(DATA, view)
    assert "Trained machine gunner" in SPEC.words.board(DATA, view)


@pytest.mark.clause("BAB-4.1-04", "BAB-4.1-30")
@pytest.mark.parametrize(("month", "known"), [("feb", ("31",)), ("mar", ())])
def test_the_fixed_card_of_the_month_is_known_to_both(month: e.Month, known: tuple[str, ...]) -> None:
    state = position("vaasa CG", "viipuri RG", hands={"red": ("31", "33")}, month=month)
    assert cards_of(SPEC.sight.view(DATA, state, "white").state.hands, "red") == known


@pytest.mark.clause("BAB-4.1-02")
def test_events_show_a_drawn_card_to_its_owner_only() -> None:
    drawn = e.Drawn(deck="red", by="red", cards=("33",), source="typed")
    rule = SPEC.sight.redactions[e.Drawn]
    state = position()
    assert rule(state, drawn, "red") == drawn
    seen = rule(state, drawn, "white")
    assert isinstance(seen, e.Drawn)
    assert seen.cards == ("?",)


@pytest.mark.clause("BAB-4.1-30")
def test_a_look_into_the_other_hand_is_a_dated_snapshot() -> None:
    state = position("vaasa CG", "viipuri RG", side="red", hands={"white": ("05", "12"), "red": ("38", "41")})
    game = Game(state).play("38 event")
    assert e.HandSeen in SPEC.sight.reveals
    view = SPEC.sight.view(DATA, game.state, "red")
    assert (view.state.glimpses["red"].turn, view.state.glimpses["red"].cards) == (30, ("05", "12"))
    assert cards_of(view.state.hands, "white") == ()
    seen = e.HandSeen(side="red", cards=("05",))
    hidden = SPEC.sight.redactions[e.HandSeen](state, seen, "nobody")
    assert isinstance(hidden, e.HandSeen)
    assert hidden.cards == ("?",)
    assert SPEC.sight.redactions[e.HandSeen](state, seen, "white") == seen


def told(game: Game, event: Event) -> str:
    return SPEC.words.narration[type(event)](DATA, game.state, event)


def test_narration_names_units_towns_and_cards() -> None:
    game = Game(position("tampere RG", "karkku CG", "vaasa CG", side="red"))
    assert told(game, e.PlayCard(card="33", mode="ap")) == 'Red plays 33 "Tokoi\'s grain train" for 3 action points.'
    assert told(game, e.TakeHit(unit=1)) == "Red Guard 1 turns partial."
    assert told(game, e.ControlChanged(town="haapamaki", side="red")) == "Haapamäki is Red."
    assert told(game, e.BattleEnded(town="karkku")) == "The battle for Karkku is over; nobody advances."
    marched = e.UnitMarched(unit=1, path=("tampere", "toijala"))
    assert told(game, marched) == "Red Guard 1 moves Tampere - Toijala."


def test_reinforcements_are_told_by_the_names_of_the_units() -> None:
    due = e.ReinforcementsDue(side="white", strategic=2, civil_guard=3, jaeger=1)
    game = Game(position("tampere RG", "vaasa CG", reinforcing="white", waiting={"civil_guard": 3, "jaeger": 0}))
    assert told(game, due) == "White holds 2 Strategic Towns and receives 3 Civil Guard, 1 Jaeger."
    frame = e.AskReinforcements(side="white")
    asked = SPEC.words.ask(DATA, game.state, Choice(seats=("white",), frame=frame))
    assert asked == "White: place reinforcements (3 Civil Guard) or done"


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (e.PlayCard(card="33", mode="ap"), "Tokoi's grain train, 3 AP"),
        (e.PlayCard(card="33", mode="event"), "Tokoi's grain train"),
        (e.MoveUnit(unit=1), "Red Guard in Tampere"),
        (e.TakeHit(unit=2), "partial Civil Guard in Karkku"),
        (e.WithdrawUnit(unit=2, town="pori"), "partial Civil Guard in Karkku to Pori"),
        (e.PlaceUnit(type="jaeger", town="vaasa"), "Jaeger in Vaasa"),
        (e.StepTo(town="haapamaki"), "Haapamäki"),
        (e.Done(), ""),
    ],
)
def test_orders_are_explained(order: Order, text: str) -> None:
    assert SPEC.words.explain_order(DATA, position("tampere RG", "karkku cg", "vaasa CG"), order) == text


def test_the_request_is_asked_in_words_and_orders_have_short_names() -> None:
    game = activated(position("tampere RG RG", "karkku CG", "vaasa CG", side="red"), "tampere")
    assert SPEC.words.ask(DATA, game.state, game.request) == "Red: move an activated unit, or done"
    game.play("move 1; to toijala")
    assert SPEC.words.ask(DATA, game.state, game.request) == "Red: Red Guard 1 is in toijala with 2 MP: go on or stop"
    assert game.legal() == ["to hameenlinna", "to humppila", "to tampere", "stop"]
    fight = attacking(position("tampere RG", "karkku CG", "vaasa CG", side="red"), "karkku", 1)
    assert SPEC.words.ask(DATA, fight.state, fight.request) == "red: roll 1d6 for battle.attack"


def test_the_board_shows_every_town_with_its_links_and_units() -> None:
    state = position("tampere RG at", "hanko CG", "vaasa CG", forts=("tampere",), cut=("tampere-toijala",))
    lines = SPEC.words.board(DATA, SPEC.sight.view(DATA, state, "white")).splitlines()
    towns = {line.split()[1].rstrip("*~#!"): line for line in lines if line.startswith(("  white", "  red  "))}
    assert set(towns) == set(DATA.towns)
    assert towns["tampere"].split()[:4] == ["red", "tampere*#", "RG1", "at2"]
    assert "-toijala" in towns["tampere"]
    assert "=orivesi" in towns["tampere"]
    assert "hanko~!" in towns["hanko"]


def test_the_board_shows_the_open_piles_and_what_lasts_till_the_month_ends() -> None:
    piles = {"red": ("32", "33")}
    state = position("vaasa CG", "viipuri RG", reshuffle=piles, removed={"white": ("01",)}, ap_bonus={"red": 1})
    shown = SPEC.words.board(DATA, SPEC.sight.view(DATA, state, "white"))
    assert "White: 2 cards in hand, 0 in the pool; played: none; removed: 01" in shown
    assert "Red: 2 cards in hand, 0 in the pool; played: 32 33; removed: none" in shown
    assert "Until the month ends each later Red card gives +1 AP" in shown


def test_the_board_shows_the_battle_that_a_table_card_may_be_used_in() -> None:
    state = position("tampere RG at", "karkku J cg", "vaasa CG", side="red", table={"white": ("10", "12")})
    game = attacking(state, "karkku", 1, 2).play("use 10")
    assert game.frame is e.AskReaction
    shown = SPEC.words.board(DATA, SPEC.sight.view(DATA, game.state, "white"))
    assert "Red attacks karkku: RG1+ from tampere, at2+ from tampere, against J3 cg4; cards used: 10" in shown


def test_the_same_order_has_one_name() -> None:
    names = [
        SPEC.words.name_order(DATA, position(), order)
        for order in (e.UseCard(card="04", town="pori"), e.UseCard(card="04"))
    ]
    assert names == ["use 04 pori", "use 04"]
