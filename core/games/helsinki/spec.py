"""The record of Helsinki 1918 in the contract."""

from wardiary.core.contract import GameFold, GameRules, GameSight, GameSpec, GameWords, Scenario
from wardiary.core.games.helsinki.board import board
from wardiary.core.games.helsinki.data import Data, load_data
from wardiary.core.games.helsinki.evolve import EVOLVE
from wardiary.core.games.helsinki.faults import faults
from wardiary.core.games.helsinki.features import features, value
from wardiary.core.games.helsinki.narration import NARRATION
from wardiary.core.games.helsinki.odds_desk import ODDS
from wardiary.core.games.helsinki.odds_sql import odds_sql
from wardiary.core.games.helsinki.phases import POINTS, READINGS
from wardiary.core.games.helsinki.players import PLAYERS
from wardiary.core.games.helsinki.setup import scenario_of, set_up
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.core.games.helsinki.view import REDACTIONS, HelsinkiView, imagine, view
from wardiary.core.games.helsinki.words import ask, explain_order, name_order
from wardiary.events.helsinki import CODEC, CardPlayed

__all__ = ["SPEC"]

SPEC: GameSpec[HelsinkiState, Data, HelsinkiView] = GameSpec(
    id="helsinki",
    title="Helsinki 1918",
    rules_version="1",
    scenarios={
        "three": Scenario(title="Three players", seats=("german", "red", "white")),
        "two": Scenario(title="Two players: Germans with Whites against Reds", seats=("german", "red")),
    },
    fold=GameFold(
        codec=CODEC,
        state=HelsinkiState,
        evolve=EVOLVE,
    ),
    rules=GameRules(
        load_data=load_data,
        set_up=set_up,
        scenario_of=scenario_of,
        points=POINTS,
        faults=faults,
        readings=READINGS,
    ),
    sight=GameSight(
        view=view,
        redactions=REDACTIONS,
        imagine=imagine,
        reveals=frozenset({CardPlayed}),
    ),
    words=GameWords(
        narration=NARRATION,
        ask=ask,
        name_order=name_order,
        explain_order=explain_order,
        card_title=lambda d, _deck, card: d.cards[card].title if card in d.cards else card,
        board=board,
    ),
    players=PLAYERS,
    features=features,
    value=value,
    odds=ODDS,
    sql=odds_sql,
)
