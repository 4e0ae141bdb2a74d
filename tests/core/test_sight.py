"""Redactions: no event of a game is public because nobody thought of it."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from wardiary.core import registry
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.games.tiny.state import TinyState
from wardiary.core.sight import hidden, owner_only, public, redaction_table
from wardiary.events import common
from wardiary.events import tiny as e
from wardiary.events.errors import UnknownGame
from wardiary.events.kinds import CardId, Outcome

CODEC = SPEC.fold.codec
DRAWN = e.Drawn(deck="orders", by="red", cards=("07",), source="typed")
OWN = (*e.ORDERS, *e.OUTCOMES, *e.FRAMES)


class Peeked(Outcome, tag="tiny.peeked", kw_only=True):
    card: CardId


def test_an_event_that_nobody_thought_of_is_named() -> None:
    with pytest.raises(TypeError, match=r"no redaction for tiny\.bid, tiny\.halt: who may see it\?"):
        redaction_table(CODEC, open_to_all=[kind for kind in OWN if kind not in (e.Bid, e.Halt)])


def test_a_redaction_of_no_event_of_the_game_is_named() -> None:
    with pytest.raises(TypeError, match=r"no event of the game: tiny\.peeked"):
        redaction_table(CODEC, {Peeked: hidden}, rest=public)


def test_a_game_without_secrets_says_so_in_one_line_and_draws_stay_with_their_owner() -> None:
    table = redaction_table(CODEC, rest=public)
    assert table.keys() == set(CODEC.vocabulary)
    assert all(table[kind] is public for kind in (*OWN, e.Rolled, common.Back))
    assert table[e.Drawn] is owner_only
    assert table[common.Positioned] is table[common.Checkpoint] is table[common.Reseeded] is hidden


@pytest.mark.parametrize(("seat", "cards"), [("red", ("07",)), ("blue", ("?",)), ("", ("?",))])
def test_a_draw_is_seen_by_its_owner(seat: str, cards: tuple[str, ...]) -> None:
    seen = redaction_table(CODEC, rest=public)[e.Drawn](TinyState(), DRAWN, seat)
    assert isinstance(seen, e.Drawn)
    assert seen.cards == cards


def test_the_owner_of_a_draw_is_the_seat_that_plays_the_side() -> None:
    class OneHand(TinyState, kw_only=True):
        def seat_playing(self, side: str) -> str:
            return "blue"

    assert owner_only(OneHand(), DRAWN, "blue") == DRAWN


def test_what_a_game_says_itself_comes_first() -> None:
    assert redaction_table(CODEC, {e.Drawn: public, e.Bid: hidden}, rest=public)[e.Drawn] is public


def test_a_game_with_a_gap_is_not_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = {kind: rule for kind, rule in SPEC.sight.redactions.items() if kind is not e.Bid}
    points = tuple(point for point in SPEC.rules.points if point.frame is not e.AskBids)
    spec = replace(
        SPEC, sight=replace(SPEC.sight, redactions=rules), rules=replace(SPEC.rules, points=points), id="leaky"
    )
    point = SimpleNamespace(load=lambda: spec, value="leaky:SPEC")
    monkeypatch.setattr(registry, "_found", lambda: {"leaky": point})
    with pytest.raises(UnknownGame, match=r"tiny\.ask_bids has no decision point; tiny\.bid has no redaction$"):
        registry.load_game("leaky")
