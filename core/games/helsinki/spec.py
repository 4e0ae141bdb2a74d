"""The record of Helsinki 1918 in the contract."""

from wardiary.core.contract import GameSpec, Scenario
from wardiary.core.games.helsinki.board import board
from wardiary.core.games.helsinki.data import Data, load_data
from wardiary.core.games.helsinki.evolve import EVOLVE
from wardiary.core.games.helsinki.features import faults, features
from wardiary.core.games.helsinki.odds_desk import ODDS
from wardiary.core.games.helsinki.odds_sql import odds_sql
from wardiary.core.games.helsinki.phases import POINTS
from wardiary.core.games.helsinki.players import greedy
from wardiary.core.games.helsinki.setup import set_up
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.games.helsinki.view import REDACTIONS, view
from wardiary.core.games.helsinki.words import NARRATION, ask, name_order
from wardiary.events.helsinki import CODEC, CardPlayed

__all__ = ["SPEC"]

SPEC: GameSpec[HelsinkiState, Data] = GameSpec(
    id="helsinki",
    title="Helsinki 1918",
    rules_version="1",
    scenarios={
        "three": Scenario(title="Three players", seats=("german", "red", "white")),
        "two": Scenario(title="Two players: Germans with Whites against Reds", seats=("german", "red")),
    },
    codec=CODEC,
    state=HelsinkiState,
    evolve=EVOLVE,
    load_data=load_data,
    points=POINTS,
    set_up=set_up,
    view=view,
    redactions=REDACTIONS,
    narration=NARRATION,
    ask=ask,
    odds=ODDS,
    sql=odds_sql,
    name_order=name_order,
    board=board,
    faults=faults,
    features=features,
    players={"greedy": greedy},
    card_title=lambda d, _deck, card: d.cards[card].title if card in d.cards else card,
    reveals=frozenset({CardPlayed}),
)
