"""Freezing Death's record in the contract."""

from wardiary.core.contract import GameSpec, Scenario
from wardiary.core.games.freezing.board import board
from wardiary.core.games.freezing.data import Data, load_data
from wardiary.core.games.freezing.evolve import EVOLVE
from wardiary.core.games.freezing.features import faults, features
from wardiary.core.games.freezing.odds_desk import ODDS
from wardiary.core.games.freezing.odds_sql import odds_sql
from wardiary.core.games.freezing.phases import POINTS
from wardiary.core.games.freezing.players import greedy
from wardiary.core.games.freezing.setup import set_up
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.svg import svg
from wardiary.core.games.freezing.view import REDACTIONS, view
from wardiary.core.games.freezing.words import NARRATION, ask, explain_order, name_order
from wardiary.events.freezing import CODEC, SIDES

__all__ = ["SPEC"]

SPEC: GameSpec[FreezingState, Data] = GameSpec(
    id="freezing",
    title="Freezing Death: the Finnish Winter War 1939-1940",
    rules_version="1",
    scenarios={"winter-war": Scenario(title="The Winter War, 1935 to March 1940", seats=SIDES)},
    codec=CODEC,
    state=FreezingState,
    evolve=EVOLVE,
    load_data=load_data,
    points=POINTS,
    set_up=set_up,
    view=view,
    redactions=REDACTIONS,
    narration=NARRATION,
    ask=ask,
    name_order=name_order,
    explain_order=explain_order,
    board=board,
    faults=faults,
    features=features,
    players={"greedy": greedy},
    svg=svg,
    odds=ODDS,
    sql=odds_sql,
    card_title=lambda d, _deck, card: f"{d.cards[card].en} ({d.cards[card].fi})",
)
