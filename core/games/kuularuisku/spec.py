"""The record of Kuularuisku 1918 in the contract."""

from wardiary.core.contract import GameFold, GameRules, GameSight, GameSpec, GameWords, Scenario
from wardiary.core.games.kuularuisku.board import board
from wardiary.core.games.kuularuisku.charts import face_hits
from wardiary.core.games.kuularuisku.data import Data, load_data
from wardiary.core.games.kuularuisku.evolve import EVOLVE
from wardiary.core.games.kuularuisku.faults import faults
from wardiary.core.games.kuularuisku.features import features, value
from wardiary.core.games.kuularuisku.narration import NARRATION
from wardiary.core.games.kuularuisku.odds_desk import ODDS
from wardiary.core.games.kuularuisku.odds_sql import odds_sql
from wardiary.core.games.kuularuisku.phases import POINTS, READINGS
from wardiary.core.games.kuularuisku.players import PLAYERS
from wardiary.core.games.kuularuisku.setup import set_up
from wardiary.core.games.kuularuisku.state import KuularuiskuState
from wardiary.core.games.kuularuisku.svg import svg
from wardiary.core.games.kuularuisku.view import REDACTIONS, KuularuiskuView, imagine, view
from wardiary.core.games.kuularuisku.words import ask, explain_order, name_order
from wardiary.events.kuularuisku import CODEC, SIDES, OverwatchRevealed

__all__ = ["SPEC"]

_DEPLOYMENT = {"deployment": ("fixed", "free")}

SPEC: GameSpec[KuularuiskuState, Data, KuularuiskuView] = GameSpec(
    id="kuularuisku",
    title="Kuularuisku 1918",
    rules_version="1",
    scenarios={
        "S1": Scenario(title="Meeting engagement at the crossroads", seats=SIDES, options=_DEPLOYMENT),
        "S2": Scenario(title="Tampere, house to house", seats=SIDES, options=_DEPLOYMENT),
        "S3": Scenario(title="Winter assault on a forest camp", seats=SIDES, options=_DEPLOYMENT),
        "S4": Scenario(title="The machine-gun nest", seats=SIDES, options=_DEPLOYMENT),
        "own": Scenario(title="A scenario of your own, as own.toml has it", seats=SIDES, options=_DEPLOYMENT),
    },
    fold=GameFold(codec=CODEC, state=KuularuiskuState, evolve=EVOLVE),
    rules=GameRules(
        load_data=load_data,
        set_up=set_up,
        scenario_of=lambda s: s.scenario,
        points=POINTS,
        faults=faults,
        readings=READINGS,
        dice_in_order=frozenset({"overwatch", "wounds"}),
    ),
    sight=GameSight(view=view, redactions=REDACTIONS, reveals=frozenset({OverwatchRevealed}), imagine=imagine),
    words=GameWords(
        narration=NARRATION,
        ask=ask,
        name_order=name_order,
        explain_order=explain_order,
        board=board,
        svg=svg,
    ),
    players=PLAYERS,
    features=features,
    value=value,
    face_hits=face_hits,
    odds=ODDS,
    sql=odds_sql,
)
