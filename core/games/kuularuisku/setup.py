"""The beginning: the scenario's table and forces, deployment, leaders with units, the first turn."""

from wardiary.core.contract import Start
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.phases.base import Step
from wardiary.core.games.kuularuisku.phases.deployment import begin_attachments, set_up_units
from wardiary.events import kuularuisku as e

__all__ = ["set_up"]


def set_up(d: Data, start: Start, run: Step) -> None:
    """KUU-S-04: fixed positions of the scenario, or free deployment by turns."""
    ground = d.grounds[start.scenario]
    options = {entry.name: entry.value for entry in start.options}
    run.emit(e.ScenarioLaid(scenario=start.scenario))
    if options.get("deployment") == "free":
        run.push(e.AskDeployment(side=ground.defender))
        return
    set_up_units(d, run.state, run)
    run.push(e.AskCard(step="draw"))
    begin_attachments(d, run.state, run)
