"""Freezing Death's record in the contract."""

from wardiary.core.contract import GameFold, GameRules, GameSight, GameSpec, GameWords, Scenario
from wardiary.core.games.freezing.board import board
from wardiary.core.games.freezing.data import Data, load_data
from wardiary.core.games.freezing.evolve import EVOLVE
from wardiary.core.games.freezing.faults import faults
from wardiary.core.games.freezing.features import features, value
from wardiary.core.games.freezing.narration import NARRATION
from wardiary.core.games.freezing.odds_desk import ODDS
from wardiary.core.games.freezing.odds_sql import odds_sql
from wardiary.core.games.freezing.phases import POINTS, READINGS
from wardiary.core.games.freezing.phases.battle import face_hits
from wardiary.core.games.freezing.players import greedy
from wardiary.core.games.freezing.setup import set_up
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.svg import svg
from wardiary.core.games.freezing.view import REDACTIONS, FreezingView, imagine, view
from wardiary.core.games.freezing.words import ask, explain_order, name_order
from wardiary.events.freezing import CODEC, SIDES

__all__ = ["SPEC"]

SPEC: GameSpec[FreezingState, Data, FreezingView] = GameSpec(
    id="freezing",
    title="Freezing Death: the Finnish Winter War 1939-1940",
    rules_version="1",
    scenarios={"winter-war": Scenario(title="The Winter War, 1935 to March 1940", seats=SIDES)},
    fold=GameFold(
        codec=CODEC,
        state=FreezingState,
        evolve=EVOLVE,
    ),
    rules=GameRules(
        load_data=load_data,
        set_up=set_up,
        points=POINTS,
        faults=faults,
        readings=READINGS,
    ),
    sight=GameSight(
        view=view,
        redactions=REDACTIONS,
        imagine=imagine,
    ),
    words=GameWords(
        narration=NARRATION,
        ask=ask,
        name_order=name_order,
        explain_order=explain_order,
        card_title=lambda d, _deck, card: f"{d.cards[card].en} ({d.cards[card].fi})",
        board=board,
        svg=svg,
    ),
    players={"greedy": greedy},
    features=features,
    value=value,
    face_hits=face_hits,
    odds=ODDS,
    sql=odds_sql,
)
