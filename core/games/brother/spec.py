"""Brother Against Brother's record in the contract."""

from wardiary.core.contract import GameFold, GameRules, GameSight, GameSpec, GameWords, Scenario
from wardiary.core.games.brother.board import board
from wardiary.core.games.brother.charts import face_hits
from wardiary.core.games.brother.data import Data, load_data
from wardiary.core.games.brother.evolve import EVOLVE
from wardiary.core.games.brother.faults import faults
from wardiary.core.games.brother.features import features, value
from wardiary.core.games.brother.narration import NARRATION
from wardiary.core.games.brother.odds_desk import ODDS
from wardiary.core.games.brother.odds_sql import odds_sql
from wardiary.core.games.brother.phases import POINTS
from wardiary.core.games.brother.players import PLAYERS
from wardiary.core.games.brother.setup import set_up
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.games.brother.view import REDACTIONS, REVEALS, BrotherView, imagine, view
from wardiary.core.games.brother.words import ask, explain_order, name_order
from wardiary.events.brother import CODEC, SIDES

__all__ = ["SPEC"]

SPEC: GameSpec[BrotherState, Data, BrotherView] = GameSpec(
    id="brother",
    title="1918: Brother Against Brother",
    rules_version="1",
    scenarios={"campaign": Scenario(title="January to May 1918", seats=SIDES)},
    fold=GameFold(
        codec=CODEC,
        state=BrotherState,
        evolve=EVOLVE,
    ),
    rules=GameRules(
        load_data=load_data,
        set_up=set_up,
        points=POINTS,
        faults=faults,
    ),
    sight=GameSight(
        view=view,
        redactions=REDACTIONS,
        reveals=REVEALS,
        imagine=imagine,
    ),
    words=GameWords(
        narration=NARRATION,
        ask=ask,
        name_order=name_order,
        explain_order=explain_order,
        card_title=lambda data, _deck, card: data.cards[card].name,
        board=board,
    ),
    players=PLAYERS,
    features=features,
    value=value,
    face_hits=face_hits,
    odds=ODDS,
    sql=odds_sql,
)
