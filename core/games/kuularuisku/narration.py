"""What happened, in words: a sentence for every event, from the position before it."""

from collections.abc import Callable, Mapping
from typing import Any

from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.texts import (
    CONTEXTS,
    PURPOSES,
    SIDE_NAMES,
    centimetres,
    element_name,
    figures_text,
    gun_name,
    unit_title,
    weapon_title,
)
from wardiary.core.words import Narrator, common_narration, counted, listed, silent
from wardiary.events import kuularuisku as e
from wardiary.events.common import Ended
from wardiary.events.kinds import Event
from wardiary.events.kuularuisku import By, WoundResult

__all__ = ["NARRATION"]

_RESULTS: Mapping[WoundResult, str] = {
    "dead": "dead",
    "severe": "severely wounded",
    "light": "lightly wounded",
    "scratch": "a scratch",
}
_GROUPS = {"evacuation": "leaves for the rear", "returner": "goes back", "medic": "goes to a wounded man"}
_REASONS = {
    "move": "moves",
    "assault": "charges",
    "flight": "runs",
    "fall_back": "falls back",
    "evacuation": "goes on",
    "return": "goes back",
}


def _whose(by: By) -> str:
    return "Both" if by == "both" else SIDE_NAMES[by]


def _rolled(_d: Data, _s: State, ev: e.Rolled) -> str:
    return f"{_whose(ev.by)} roll {' '.join(map(str, ev.dice))} for {PURPOSES[ev.purpose]}."


def _drawn(d: Data, s: State, ev: e.Drawn) -> str:
    return " ".join(f"The card of {card} {unit_title(d, s, card)}." for card in ev.cards)


def _scenario(d: Data, _s: State, ev: e.ScenarioLaid) -> str:
    ground = d.grounds[ev.scenario]
    return f"{ground.en} ({ground.fi})."


def _formed(d: Data, s: State, ev: e.ElementFormed) -> str:
    return f"{ev.element} {unit_title(d, s, ev.owner)}: {counted(ev.base, 'man', 'men')}."


def _issued(d: Data, _s: State, ev: e.GunIssued) -> str:
    return f"{ev.figure} has a {weapon_title(d, ev.weapon)}."


def _moved(d: Data, s: State, ev: e.FiguresMoved) -> str:
    off = [track.figure for track in ev.tracks if track.off]
    left = f"; {figures_text(off)} left the table" if off else ""
    count = counted(sum(len(track.points) > 1 for track in ev.tracks), "man", "men")
    return f"{element_name(d, s, ev.element)} {_REASONS[ev.reason]} ({count}){left}."


def _shots(d: Data, s: State, ev: e.ShotsFired) -> str:
    how = "fires at the charge of" if ev.defensive else "fires at"
    seen = counted(len(ev.seen), "man", "men")
    return f"{element_name(d, s, ev.element)} {how} {element_name(d, s, ev.target)}, {seen} in sight."


def _resolved(d: Data, s: State, ev: e.ShootingResolved) -> str:
    hits = f"{counted(ev.fired, 'die', 'dice')} at {centimetres(ev.range_mm)}: {counted(ev.hits, 'hit')}"
    if not ev.hits:
        return f"{hits}."
    return f"{hits}, cover {ev.cover}, {counted(ev.wounds, 'wound')}{_casualties(ev.wounded, ev.results)}."


def _casualties(wounded: tuple[str, ...], results: tuple[WoundResult, ...]) -> str:
    told = [f"{figure} {_RESULTS[result]}" for figure, result in zip(wounded, results, strict=True)]
    return f": {listed(told)}" if told else ""


def _tested(d: Data, s: State, ev: e.MoraleTested) -> str:
    names = listed([element_name(d, s, name) for name in ev.elements])
    return f"{names} {'passes' if ev.passed else 'fails'} the morale test {CONTEXTS[ev.context]} ({ev.needed} needed)."


def _melee(_d: Data, _s: State, ev: e.MeleeFought) -> str:
    other = OTHER[ev.side]
    thrown = f" {listed([SIDE_NAMES[side] for side in ev.grenades])} throw grenades." if ev.grenades else ""
    loser = f"{SIDE_NAMES[ev.loser]} lose the round" if ev.loser else "nobody loses the round"
    return (
        f"Melee {ev.melee}: {SIDE_NAMES[ev.side]} {counted(ev.hits_own, 'hit')} with {ev.dice_own}, "
        f"{SIDE_NAMES[other]} {ev.hits_other} with {ev.dice_other}; {loser}"
        f"{_casualties(ev.wounded, ev.results)}.{thrown}"
    )


def _group(d: Data, s: State, ev: e.GroupFormed) -> str:
    return f"{figures_text(ev.figures)} of {ev.owner} {_GROUPS[ev.kind]} as group {ev.element}."


def _split(d: Data, s: State, ev: e.UnitSplit) -> str:
    stay = "stays" if len(ev.figures) == 1 else "stay"
    return f"{figures_text(ev.figures)} of {element_name(d, s, ev.element)} {stay} behind to cover the others."


def _joined(d: Data, s: State, ev: e.Joined) -> str:
    stop = f"; {ev.host} may not move this turn" if ev.halted else ""
    return f"{figures_text(ev.figures)} joins {element_name(d, s, ev.host)}{stop}."


def _out(_d: Data, _s: State, ev: e.FiguresOut) -> str:
    fates = {"dead": "dead", "evacuated": "taken to safety", "captured": "captured", "withdrawn": "out of the battle"}
    return f"{figures_text(ev.figures)}: {fates[ev.fate]}."


def _revealed(_d: Data, _s: State, ev: e.OverwatchRevealed) -> str:
    if not ev.wanted_by:
        return "Nobody uses a waiting unit."
    return f"{listed([SIDE_NAMES[side] for side in ev.wanted_by])} want to use a waiting unit."


def _ended(_d: Data, _s: State, ev: Ended) -> str:
    who = f"{SIDE_NAMES[ev.winners[0]]} win" if ev.winners else "Nobody wins"  # type: ignore[index]
    how = {
        "points": "by points",
        "objective": "by the objective",
        "annihilation": "since the enemy has nobody left to fight",
    }
    return f"{who} {how.get(ev.kind, ev.kind)}; Red points less White's: {ev.score}."


def _about(words: str) -> Callable[[Data, State, Any], str]:
    """A sentence with the event's element, host or figure set into it."""

    def tell(d: Data, s: State, ev: Any) -> str:
        fields: dict[str, str] = {}
        for name in ev.__struct_fields__:
            value = getattr(ev, name)
            if name in ("element", "target", "other", "host", "covering"):
                fields[name] = element_name(d, s, value)
            elif name in ("figures", "elements"):
                fields[name] = figures_text(value)
            elif name == "gun":
                fields[name] = gun_name(d, s, value)
            else:
                fields[name] = str(value)
        return words.format(**fields)

    return tell


NARRATION: dict[type[Event], Narrator] = {
    **common_narration(e.CODEC),
    **dict.fromkeys(e.ORDERS, silent),
    e.Rolled: _rolled,
    e.Drawn: _drawn,
    Ended: _ended,
    e.ScenarioLaid: _scenario,
    e.ElementFormed: _formed,
    e.GunIssued: _issued,
    e.SquadLeaderNamed: _about("{figure} leads {owner}."),
    e.SquadLeaderLost: _about("{owner} has lost its squad leader."),
    e.FiguresPlaced: silent,
    e.UnitLeftOut: _about("{owner} finds no place and takes no part."),
    e.CardsShuffled: silent,
    e.CardSkipped: _about("{card} has nothing more to do this turn."),
    e.Waited: _about("{elements} waits."),
    e.Commanded: _about("{figure} commands {owner}."),
    e.LeaderActed: silent,
    e.LeaderParted: _about("{figure} is by himself."),
    e.ActivationEnded: silent,
    e.ActionTaken: _about("{element}: {name}."),
    e.FiguresMoved: _moved,
    e.UnitSplit: _split,
    e.HalvesMerged: _about("{element} and {other} are one again."),
    e.HalfWhole: _about("{element} is all that is left of its unit."),
    e.Joined: _joined,
    e.ElementGone: silent,
    e.LeftBehind: _about("{figure} lies by himself."),
    e.GroupFormed: _group,
    e.GoalSet: _about("{element} makes for {goal}."),
    e.EvacuationMoved: silent,
    e.ShotsFired: _shots,
    e.GunsBound: silent,
    e.DefensiveFireUsed: silent,
    e.ShootingResolved: _resolved,
    e.WoundsTested: silent,
    e.Executed: _about("{hero} has {figure} executed: nobody retreats!"),
    e.FiguresOut: _out,
    e.GunDropped: _about("{gun} lies on the ground."),
    e.GunTaken: _about("{figure} takes {gun}."),
    e.GunLost: _about("{gun} is gone."),
    e.MoraleTested: _tested,
    e.WentProne: _about("{element} goes to ground."),
    e.GotUp: _about("{element} is steady again."),
    e.Fled: _about("{element} flees."),
    e.AssaultDeclared: _about("{element} charges {target}."),
    e.AssaultRepelled: _about("{element} does not get through to {target} and goes back."),
    e.ElementsMelee: silent,
    e.MeleeFought: _melee,
    e.MeleeEnded: silent,
    e.OverwatchRevealed: _revealed,
    e.OverwatchCalled: _about("{owner}, waiting, acts now."),
    e.OverwatchLapsed: _about("{elements} waited in vain."),
}
