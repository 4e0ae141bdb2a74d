"""A sentence for each event, from the position before it."""

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.phases.cards import points_of
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.texts import SIDE_NAMES, card_name, card_text
from wardiary.core.words import Narrator, common_narration, counted, signed, silent
from wardiary.events import freezing as e
from wardiary.events.common import Ended
from wardiary.events.kinds import Event

__all__ = ["NARRATION", "RESULTS", "unit_name"]

RESULTS = {
    "sov_total": "a Soviet total victory",
    "fin_total": "a Finnish total victory",
    "sov_partial": "a Soviet partial victory",
    "fin_partial": "a Finnish partial victory",
    "draw": "a draw",
}


def unit_name(s: FreezingState, unit: int) -> str:
    """A unit with its side, type, strength and box."""
    counter = s.units.get(unit)
    if counter is None:
        return f"unit {unit}"
    return f"{SIDE_NAMES[counter.side]} {counter.type} {unit} ({counter.strength}) in {counter.box}"


def _units(s: FreezingState, units: tuple[int, ...]) -> str:
    """Units by type and number, those of a type together: "infantry 3, 4 and armour 2"."""
    by_type: dict[str, list[str]] = {}
    for unit in units:
        by_type.setdefault(s.units[unit].type if unit in s.units else "unit", []).append(str(unit))
    return " and ".join(f"{kind} {', '.join(numbers)}" for kind, numbers in by_type.items()) or "nobody"


def _cards(d: Data, cards: tuple[str, ...]) -> str:
    """Cards by number and title; "?" is one that stays hidden."""
    return ", ".join(card_name(d, card) if card in d.cards else card for card in cards)


def _played(d: Data, s: FreezingState, ev: e.PlayCard) -> str:
    side, card = s.frames[-1].side, card_name(d, ev.card)
    if ev.mode == "event":
        return f"{SIDE_NAMES[side]}: {card} as an event. {card_text(d, ev.card)}"
    points, change = d.cards[ev.card].ap, s.points_change[side]
    changed = f", changed by {signed(change)} to {points_of(d, s, side, ev.card)}" if change else ""
    return f"{SIDE_NAMES[side]}: {card} for its {points} action points{changed}."


def _points(_d: Data, s: FreezingState, ev: e.PointsSpent) -> str:
    said = [
        *([f"Activated: {_units(s, ev.activated)}."] if ev.activated else []),
        *([f"Strengthened: {_units(s, ev.strengthened)}."] if ev.strengthened else []),
        *([f"{counted(ev.lost, 'point')} not used."] if ev.lost else []),
    ]
    return " ".join(said)


def _operation(_d: Data, s: FreezingState, ev: e.OperationEnded) -> str:
    word = {"boost": "Strengthened", "act": "Activated", "bypass": "Activated", "weak": "Weakened"}
    return f"{word.get(ev.op.partition('.')[0], 'Withdrawn')}: {_units(s, ev.units)}."


def _declared(_d: Data, s: FreezingState, ev: e.BattleDeclared) -> str:
    kind = "First attack" if ev.first_attack else "Battle"
    return (
        f"{kind} in {ev.box}: {SIDE_NAMES[ev.side]} {_units(s, ev.units)} ({counted(sum(ev.attack_dice), 'point')}) "
        f"against {_units(s, ev.against)} ({counted(sum(ev.defence_dice), 'point')})."
    )


def _hit(_d: Data, s: FreezingState, ev: e.UnitHit) -> str:
    return f"{unit_name(s, ev.unit)} {f'falls to {ev.strength}' if ev.strength else 'is destroyed'}."


def _rolled(_d: Data, _s: FreezingState, ev: e.Rolled) -> str:
    return f"{SIDE_NAMES[ev.by]} dice, {ev.purpose.replace('.', ' ')}: {' '.join(map(str, ev.dice))}."


def _went(d: Data, _s: FreezingState, ev: e.ImpulseEnded | e.CardSpent) -> str:
    where = {"discard": "is discarded", "removed": "leaves the game", "tableau": "stays in front of its owner"}
    return f"{card_name(d, ev.card)} {where[ev.pile]}."


def _marker(d: Data, s: FreezingState, ev: e.MarkerMoved) -> str:
    value, sweden = d.intervention.values[ev.position - 1], d.intervention.sweden_box
    news = " Finlands sak är vår!" if ev.position == sweden and s.marker < ev.position else ""
    return f"The intervention marker stands on {value}.{news}"


def _front(d: Data, _s: FreezingState, ev: e.FrontTaken) -> str:
    return f"{d.fronts[ev.front].en} is taken!"


def _roll_total(_d: Data, _s: FreezingState, ev: e.InterventionRolled) -> str:
    return f"Intervention total {ev.total}: {'the marker moves' if ev.success else 'nothing happens'}."


def _ended(_d: Data, _s: FreezingState, ev: Ended) -> str:
    score = "" if ev.score is None else f", total {ev.score}"
    return f"The game ends with {RESULTS.get(ev.kind, ev.kind)}{score}."


NARRATION: dict[type[Event], Narrator] = {
    **common_narration(e.CODEC),
    Ended: _ended,
    e.Rolled: _rolled,
    e.Drawn: lambda d, s, ev: f"{SIDE_NAMES[ev.by]} draw: {_cards(d, ev.cards)}.",
    e.PlayCard: _played,
    e.Activate: silent,
    e.Strengthen: lambda d, s, ev: f"{unit_name(s, ev.unit)} gains a point.",
    e.MoveUnit: lambda d, s, ev: f"{unit_name(s, ev.unit)} moves to {ev.box}.",
    e.Attack: silent,
    e.Assign: silent,
    e.UseCard: lambda d, s, ev: f"{SIDE_NAMES[s.frames[-1].side]}: {card_name(d, ev.card)} is used.",
    e.Pass: silent,
    e.TakeHit: silent,
    e.PlaceUnit: silent,
    e.Strike: silent,
    e.Weaken: lambda d, s, ev: f"{unit_name(s, ev.unit)} loses a point.",
    e.Withdraw: lambda d, s, ev: f"{unit_name(s, ev.unit)} withdraws to {ev.box}.",
    e.Done: silent,
    e.CardsDealt: lambda d, s, ev: f"New {SIDE_NAMES[ev.side]} cards: {_cards(d, ev.cards)}.",
    e.Reshuffled: lambda d, s, ev: f"The {SIDE_NAMES[ev.side]} discard is shuffled: {_cards(d, ev.cards)}.",
    e.ImpulsePassed: lambda d, s, ev: f"{SIDE_NAMES[ev.side]}: no card, the impulse passes.",
    e.ImpulseEnded: _went,
    e.CardSpent: _went,
    e.PointsSpent: _points,
    e.OperationEnded: _operation,
    e.PointsModified: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} action points: {signed(ev.change)} next impulse.",
    e.AttackModified: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} attack dice: {signed(ev.drm)}.",
    e.InterventionModified: lambda d, s, ev: f"Intervention roll of this turn: {signed(ev.drm)}.",
    e.InterventionRolled: _roll_total,
    e.MarkerMoved: _marker,
    e.LineRaised: lambda d, s, ev: f"The Mannerheim Line has level {ev.level}.",
    e.TurnEnded: lambda d, s, ev: "The turn ends.",
    e.Scored: lambda d, s, ev: (
        f"Values: KI {ev.karelia}, LK {ev.ladoga}, SU {ev.suomussalmi}, intervention {ev.intervention}: {ev.total}."
    ),
    e.UnitPlaced: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} {ev.type} {ev.unit} ({ev.strength}) is placed in {ev.box}.",
    e.PlacementFailed: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} {ev.type} {ev.strength} cannot be placed.",
    e.ControlChanged: lambda d, s, ev: f"{ev.box} is {SIDE_NAMES[ev.side]} now." if s.control.get(ev.box) else "",
    e.FrontTaken: _front,
    e.BattleDeclared: _declared,
    e.HitsScored: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} hits: {ev.hits}.",
    e.HitsIgnored: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} units do not suffer {counted(ev.hits, 'hit')}.",
    e.HitsLost: lambda d, s, ev: f"{counted(ev.hits, 'hit')} without a unit to fall on.",
    e.BoxStruck: lambda d, s, ev: f"{counted(ev.hits, 'hit')} on the {SIDE_NAMES[ev.side]} units in {ev.box}.",
    e.UnitHit: _hit,
    e.BattleEnded: silent,
}
