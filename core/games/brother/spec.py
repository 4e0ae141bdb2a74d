"""Brother Against Brother's record in the contract."""

from wardiary.core.contract import GameSpec, Scenario
from wardiary.core.games.brother.board import board
from wardiary.core.games.brother.data import Data, load_data
from wardiary.core.games.brother.evolve import EVOLVE
from wardiary.core.games.brother.faults import faults
from wardiary.core.games.brother.features import features
from wardiary.core.games.brother.narration import NARRATION
from wardiary.core.games.brother.odds_desk import ODDS
from wardiary.core.games.brother.odds_sql import odds_sql
from wardiary.core.games.brother.phases import POINTS
from wardiary.core.games.brother.players import PLAYERS
from wardiary.core.games.brother.setup import set_up
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.games.brother.view import REDACTIONS, REVEALS, view
from wardiary.core.games.brother.words import ask, explain_order, name_order
from wardiary.events.brother import CODEC, SIDES

__all__ = ["SPEC"]

SPEC: GameSpec[BrotherState, Data] = GameSpec(
    id="brother",
    title="1918: Brother Against Brother",
    rules_version="1",
    scenarios={"campaign": Scenario(title="January to May 1918", seats=SIDES)},
    codec=CODEC,
    state=BrotherState,
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
    players=PLAYERS,
    reveals=REVEALS,
    odds=ODDS,
    sql=odds_sql,
    card_title=lambda data, _deck, card: data.cards[card].name,
)
