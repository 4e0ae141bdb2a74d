"""A sentence for each event, from the position before it."""

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.texts import (
    KINDS,
    SIDE_NAMES,
    TRACK_NAMES,
    card_name,
    direction_name,
    effect_text,
    hex_name,
    place_name,
    printed,
    units_text,
)
from wardiary.core.words import Narrator, common_narration, counted, silent
from wardiary.events import helsinki as e
from wardiary.events.common import Ended
from wardiary.events.kinds import Event

__all__ = ["NARRATION", "PURPOSES", "RESULTS"]

RESULTS = {
    "red_major": "a Red major victory",
    "red_minor": "a Red minor victory",
    "german_major": "a German major and White minor victory",
    "white_major": "a White major and German minor victory",
    "shared": "a victory shared by Germans and Whites",
    "allied_major": "a German and White major victory",
    "allied_minor": "a German and White minor victory",
}
PURPOSES = {
    "initiative": "the initiative",
    "landing": "the landing of Abteilung Meurer",
    "command": "a command test",
    "recruit": "recruitment",
    "deploy": "deployment",
    "arrest": "an arrest",
    "organise": "a squad",
    "form": "a unit",
    "battle.attack": "the attack",
    "battle.defence": "the defence",
}


def _rolled(_d: Data, _s: State, ev: e.Rolled) -> str:
    purpose = PURPOSES.get(ev.purpose, ev.purpose)
    return f"{SIDE_NAMES[ev.by]} roll {' '.join(map(str, ev.dice))} for {purpose}."


def _drawn(d: Data, _s: State, ev: e.Drawn) -> str:
    return f"{SIDE_NAMES[ev.by]} draw {', '.join(card_name(d, card) for card in ev.cards)} from {ev.deck}."


def _marker(d: Data, s: State, ev: e.MarkerMoved) -> str:
    if ev.track == "time":
        return f"It is {d.time[ev.square].label}{', night' if d.time[ev.square].night else ''}."
    if ev.track == "morale":
        return f"Red morale is on square {ev.square + 1}, level {d.morale[ev.square]}."
    if ev.track == "activity":
        return f"White activity is on square {ev.square + 1}."
    return f"{TRACK_NAMES[ev.track]}: {printed(d, ev.track)[ev.square]}."


def _won(_d: Data, s: State, ev: e.InitiativeWon) -> str:
    if not s.turn or s.active is None:
        return f"{SIDE_NAMES[ev.side]} have the first initiative."
    return f"Reds {ev.red_score}, Germans {ev.german_score}: {SIDE_NAMES[ev.side]} have the initiative."


def _initiative_ended(_d: Data, _s: State, ev: e.InitiativeEnded) -> str:
    unspent = f", {counted(ev.points, 'point')} unspent" if ev.points else ""
    return f"The initiative ends{unspent}."


def _given(d: Data, s: State, ev: e.OrderGiven) -> str:
    about = ""
    if ev.units:
        about = f" to {units_text(s, ev.units)}"
    if ev.hex is not None:
        about += f" in {hex_name(d, ev.hex)}"
    elif ev.vertex is not None:
        about += f" at {ev.vertex}"
    elif ev.piece is not None:
        about += f": {'headquarters' if ev.kind == 'move_hq' else 'squad'} {ev.piece}"
    return f"{SIDE_NAMES[ev.side]}, {KINDS[ev.kind]} order{about}, {counted(ev.cost, 'point')}."


def _paid(_d: Data, _s: State, ev: e.OrderPaid) -> str:
    spare = f" and {ev.spare} from a track" if ev.spare else ""
    return f"Paid: {counted(ev.points, 'point')}{spare}{', by night' if ev.night else ''}."


def _tested(d: Data, s: State, ev: e.CommandTested) -> str:
    how = f" by {card_name(d, ev.card)}" if ev.card else ""
    away = "no command within reach" if ev.away is None else f"{counted(ev.away, 'hex', 'hexes')} from command"
    result = "obeys" if ev.passed else "does not"
    return f"{units_text(s, (ev.unit,))}, {away}, {result}{how}." if not ev.card else f"Unit {ev.unit} obeys{how}."


def _marched(d: Data, s: State, ev: e.UnitMarched) -> str:
    return f"{units_text(s, (ev.unit,))} goes {' '.join(ev.path[:-1])} {hex_name(d, ev.path[-1])}."


def _placement(_d: Data, _s: State, ev: e.PlacementRolled) -> str:
    found = {"none": "nobody comes", "direct": "a place in direct command", "command": "a place in command"}
    return f"Total {ev.total}: {found[ev.placement]}."


def _arrest(d: Data, _s: State, ev: e.ArrestTried) -> str:
    why = f"total {ev.total}" if ev.total is not None else card_name(d, ev.card or "")
    return f"Squad {ev.squad} is {'arrested' if ev.arrested else 'not arrested'} ({why})."


def _squad(_d: Data, _s: State, ev: e.SquadTried) -> str:
    if ev.squad is None:
        return f"Total {ev.total}: no squad gathers."
    return f"Total {ev.total}: squad {ev.squad} gathers at {ev.vertex}."


def _formed(d: Data, _s: State, ev: e.UnitFormed) -> str:
    count = "1 squad counts" if ev.touching == 1 else f"{ev.touching} squads count"
    return f"{count}: {f'White {ev.unit} forms' if ev.unit else 'no unit forms'} in {hex_name(d, ev.hex)}."


def _declared(d: Data, s: State, ev: e.BattleDeclared) -> str:
    kind = {"assault": "Assault", "continued": "Battle", "flank": "Flank attack", "card": "Attack by card"}[ev.kind]
    origin = f" from {ev.origin}" if ev.origin else ""
    bridge = " over the bridge" if ev.bridge else ""
    against = units_text(s, ev.enemies)
    return f"{kind} in {hex_name(d, ev.hex)}{origin}{bridge}: {units_text(s, ev.units)} against {against}."


def _resolved(_d: Data, _s: State, ev: e.BattleResolved) -> str:
    loser = f"the {ev.loser} loses by {abs(ev.attack - ev.defence)}" if ev.loser else "nobody loses"
    return f"Attack {ev.attack}, defence {ev.defence}: {loser}."


def _effect(_d: Data, s: State, ev: e.EffectApplied) -> str:
    return f"For the {ev.loser}: {effect_text(ev.effect, s.battle.kind if s.battle else None, ev.loser)}."


def _shifted(d: Data, _s: State, ev: e.ColumnShifted) -> str:
    how = f" by {card_name(d, ev.card)}" if ev.card else ""
    way = "right" if ev.columns > 0 else "left"
    return f"{SIDE_NAMES[ev.side]} shift the effect {abs(ev.columns)} to the {way}{how}."


def _played(d: Data, _s: State, ev: e.CardPlayed) -> str:
    return f"{SIDE_NAMES[ev.side]} play {card_name(d, ev.card)}: {d.cards[ev.card].text}"


def _hq_destroyed(_d: Data, s: State, ev: e.HqDestroyed) -> str:
    return (
        f"{SIDE_NAMES[s.hqs[ev.hq].side]} lose headquarters {ev.hq} at {s.hqs[ev.hq].where} to {SIDE_NAMES[ev.side]}."
    )


def _exchange(d: Data, _s: State, ev: e.Exchange) -> str:
    return f"Whites lay {card_name(d, ev.card)} aside unseen."


def _ended(_d: Data, _s: State, ev: Ended) -> str:
    return f"The game ends with {RESULTS.get(ev.kind, ev.kind)}."


NARRATION: dict[type[Event], Narrator] = {
    **common_narration(e.CODEC),
    **dict.fromkeys(e.ORDERS, silent),
    Ended: _ended,
    e.Rolled: _rolled,
    e.Drawn: _drawn,
    e.Exchange: _exchange,
    e.HopHq: lambda d, s, ev: f"Headquarters {ev.hq} hops to {ev.vertex}.",
    e.Stay: lambda d, s, ev: "It stays.",
    e.AddPoint: lambda d, s, ev: f"Germans add to {TRACK_NAMES[ev.track]}.",
    e.GameBegan: lambda d, s, ev: f"A game of {ev.players} players.",
    e.UnitsPlaced: lambda d, s, ev: f"{SIDE_NAMES[ev.side]}: {len(ev.units)} in {place_name(d, ev.where)}.",
    e.HqPlaced: lambda d, s, ev: f"{SIDE_NAMES[ev.side]}: headquarters {ev.hq} at {ev.where}.",
    e.SquadsPlaced: lambda d, s, ev: f"Whites: {counted(len(ev.squads), 'squad')} in the reserve.",
    e.BagFilled: lambda d, s, ev: f"Deck {ev.deck} has {counted(len(ev.cards), 'card')}.",
    e.MarkerMoved: _marker,
    e.TimeCovered: lambda d, s, ev: f"Covered at the end of the clock: {counted(ev.squares, 'square')}.",
    e.InitiativeWon: _won,
    e.PointsReceived: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} have {counted(ev.points, 'command point')}.",
    e.InitiativeEnded: _initiative_ended,
    e.Reshuffled: lambda d, s, ev: f"{counted(len(ev.cards), 'card')} back into {ev.deck}.",
    e.CardPlayed: _played,
    e.CardEffectBegan: silent,
    e.CardEffectUsed: lambda d, s, ev: f"{card_name(d, ev.card)} works on this order.",
    e.OrderGiven: _given,
    e.OrderPaid: _paid,
    e.CommandTested: _tested,
    e.UnitMarched: _marched,
    e.HqMarched: lambda d, s, ev: f"Headquarters {ev.hq} goes to {ev.vertex}.",
    e.UnitRegrouped: lambda d, s, ev: f"{units_text(s, (ev.unit,))} goes back to {place_name(d, ev.where)}.",
    e.PlacementRolled: _placement,
    e.UnitPlaced: lambda d, s, ev: f"{units_text(s, (ev.unit,))} arrives in {hex_name(d, ev.hex)}.",
    e.UnitMoved: lambda d, s, ev: f"{units_text(s, (ev.unit,))} makes room, to {place_name(d, ev.where)}.",
    e.MoraleTried: lambda d, s, ev: f"Total {ev.total}: morale rises {counted(ev.squares, 'square')}.",
    e.ArrestTried: _arrest,
    e.SquadTried: _squad,
    e.UnitFormed: _formed,
    e.OrderEnded: silent,
    e.FacingSet: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} come into {ev.hex} from the {direction_name(ev.direction)}.",
    e.BattleDeclared: _declared,
    e.BattleResolved: _resolved,
    e.ColumnShifted: _shifted,
    e.EffectApplied: _effect,
    e.UnitRetreated: lambda d, s, ev: f"{units_text(s, (ev.unit,))} retreats to {hex_name(d, ev.hex)}.",
    e.UnitDisordered: lambda d, s, ev: f"{units_text(s, (ev.unit,))} is disordered: {place_name(d, ev.where)}.",
    e.UnitDestroyed: lambda d, s, ev: f"{units_text(s, (ev.unit,))} is destroyed.",
    e.UnitsReturned: lambda d, s, ev: f"{units_text(s, ev.units)} go back to {hex_name(d, ev.hex)}.",
    e.BattleFought: silent,
    e.BattleEnded: lambda d, s, ev: f"The battle in {hex_name(d, ev.hex)} is over.",
    e.HqDestroyed: _hq_destroyed,
    e.LandingTried: lambda d, s, ev: f"Abteilung Meurer {'lands' if ev.landed else 'does not land yet'}.",
    e.MeurerLanded: lambda d, s, ev: f"{units_text(s, ev.units)} stand in {hex_name(d, ev.hex)}.",
    e.BarricadeRaised: lambda d, s, ev: f"Barricades rise in {hex_name(d, ev.hex)}.",
    e.BarricadeFell: lambda d, s, ev: f"The barricades in {hex_name(d, ev.hex)} are gone.",
}
