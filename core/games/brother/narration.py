"""A sentence for each event, from the position before it."""

from collections.abc import Callable
from typing import Any

from wardiary.core.games.brother.data import Data
from wardiary.core.games.brother.state import BrotherState
from wardiary.core.games.brother.texts import MONTH_NAMES, SIDE_NAMES, counted_units, unit_name
from wardiary.core.words import Narrator, common_narration, silent
from wardiary.events import brother as e
from wardiary.events import common
from wardiary.events.brother import UnitType
from wardiary.events.kinds import Event

__all__ = ["NARRATION"]

_State = BrotherState
_ENDINGS = {
    "vaasa": "Red holds Vaasa: Red wins.",
    "four_towns": "White holds four Strategic Towns: White wins.",
    "all_towns": "White holds all Strategic Towns at the end of May: White wins.",
    "red_stands": "Red still holds a Strategic Town at the end of May: Red wins.",
}
_PILES = {
    "reshuffle": "goes to the reshuffle pile",
    "removed": "is removed from the game",
    "table": "stays on the table",
}


def _towns(d: Data, towns: tuple[str, ...]) -> str:
    return ", ".join(d.towns[town].name for town in towns) or "no town"


def _units(d: Data, s: _State, units: tuple[int, ...]) -> str:
    return ", ".join(unit_name(d, s, number) for number in units) or "nobody"


def _card(d: Data, card: str) -> str:
    known = d.cards.get(card)
    return f'{card} "{known.name}"' if known is not None else "a card"


def _play_card(d: Data, s: _State, ev: e.PlayCard) -> str:
    side = SIDE_NAMES[s.frames[-1].side]  # type: ignore[union-attr]
    how = "as an event" if ev.mode == "event" else f"for {d.cards[ev.card].ap} action points"
    return f"{side} plays {_card(d, ev.card)} {how}."


def _use_card(d: Data, s: _State, ev: e.UseCard) -> str:
    side = SIDE_NAMES[s.frames[-1].side]  # type: ignore[union-attr]
    against = f" against the units from {d.towns[ev.town].name}" if ev.town is not None else ""
    return f"{side} uses {_card(d, ev.card)}{against}."


def _take_hit(d: Data, s: _State, ev: e.TakeHit) -> str:
    return f"{unit_name(d, s, ev.unit)} {'turns partial' if s.units[ev.unit].full else 'is destroyed'}."


def _withdraw(d: Data, s: _State, ev: e.WithdrawUnit) -> str:
    return f"{unit_name(d, s, ev.unit)} withdraws to {d.towns[ev.town].name}."


def _drawn(_d: Data, _s: _State, ev: e.Drawn) -> str:
    return f"{SIDE_NAMES[ev.by]} draws {len(ev.cards)} card."


def _points_modified(_d: Data, _s: _State, ev: e.PointsModified) -> str:
    return f"The card gives {abs(ev.change)} action points {'less' if ev.change < 0 else 'more'}."


def _hand_seen(d: Data, _s: _State, ev: e.HandSeen) -> str:
    return f"{SIDE_NAMES[ev.side]} sees the other hand: {', '.join(_card(d, card) for card in ev.cards)}."


def _marched(d: Data, s: _State, ev: e.UnitMarched) -> str:
    return f"{unit_name(d, s, ev.unit)} moves {' - '.join(d.towns[town].name for town in ev.path)}."


def _placed(d: Data, _s: _State, ev: e.UnitPlaced) -> str:
    strength = "full" if ev.full else "partial"
    return f"{d.unit_types[ev.type].name} {ev.unit} ({strength}) enters in {d.towns[ev.town].name}."


def _reinforcements(d: Data, _s: _State, ev: e.ReinforcementsDue) -> str:
    kinds: tuple[UnitType, ...] = ("civil_guard", "jaeger", "red_guard", "armoured_train")
    due = counted_units(d, {kind: getattr(ev, kind) for kind in kinds}) or "nothing"
    return f"{SIDE_NAMES[ev.side]} holds {ev.strategic} Strategic Towns and receives {due}."


def _reinforced(_d: Data, _s: _State, ev: e.ReinforcementsEnded) -> str:
    why = "not placed" if ev.stopped else "lost for want of room"
    return f"{SIDE_NAMES[ev.side]} places {ev.placed} units" + (f"; {ev.lost} are {why}." if ev.lost else ".")


def _declared(d: Data, s: _State, ev: e.BattleDeclared) -> str:
    where = d.towns[ev.town].name
    return f"{SIDE_NAMES[ev.side]} attacks {where}: {_units(d, s, ev.units)} against {_units(d, s, ev.against)}."


def _reading(hits: int, star: bool) -> str:
    return f"{hits}{'*' if star else ''}"


def _resolved(_d: Data, _s: _State, ev: e.BattleResolved) -> str:
    attack, defence = _reading(ev.attack_hits, ev.attack_star), _reading(ev.defence_hits, ev.defence_star)
    end = "the defender must withdraw" if ev.withdrawal else "no withdrawal"
    return (
        f"Attack {ev.attack_value} on {ev.attack_column}, die {ev.attack_die}: {attack}. "
        f"Defence {ev.defence_value} on {ev.defence_column}, die {ev.defence_die}: {defence}. "
        f"Margin {ev.margin}, needed {ev.needed}: {end}."
    )


def _battle_ended(d: Data, s: _State, ev: e.BattleEnded) -> str:
    if not ev.units:
        return f"The battle for {d.towns[ev.town].name} is over; nobody advances."
    return f"The battle for {d.towns[ev.town].name} is over; {_units(d, s, ev.units)} advance."


def _weakened(d: Data, s: _State, ev: e.UnitsWeakened) -> str:
    return f"{'Out of supply' if ev.cause == 'supply' else 'By the event'}, {_units(d, s, ev.units)} turn partial."


def _struck(d: Data, s: _State, ev: e.StrikeUnit) -> str:
    what = "turns partial" if s.units[ev.unit].full else "is removed"
    return f"{unit_name(d, s, ev.unit)} {what} by the event."


def _surrendered(d: Data, s: _State, ev: e.UnitsSurrendered) -> str:
    return f"No town takes {_units(d, s, ev.units)} from {d.towns[ev.town].name}: they surrender."


def _operation_ended(d: Data, s: _State, ev: e.OperationEnded) -> str:
    return "" if ev.units else "The event finds nothing to do."


def _in_town(text: str) -> Callable[[Data, _State, Any], str]:
    return lambda d, s, ev: text.format(town=d.towns[ev.town].name)


NARRATION: dict[type[Event], Narrator] = {
    **common_narration(e.CODEC),
    **dict.fromkeys(
        (e.MoveUnit, e.StepTo, e.Stop, e.Attack, e.Assign, e.PlaceUnit, e.Done, e.DefenderWithdrew, e.CardsAdded),
        silent,
    ),
    common.Ended: lambda d, s, ev: _ENDINGS.get(ev.kind, f"The game ends: {ev.kind}."),
    e.Drawn: _drawn,
    e.PlayCard: _play_card,
    e.UseCard: _use_card,
    e.ActivateTown: _in_town("{town} is activated."),
    e.TakeHit: _take_hit,
    e.WithdrawUnit: _withdraw,
    e.Advance: lambda d, s, ev: f"{unit_name(d, s, ev.unit)} advances.",
    e.LandUnit: _in_town("A German unit goes ashore in {town}."),
    e.Refit: lambda d, s, ev: f"{unit_name(d, s, ev.unit)} is brought to full strength.",
    e.StrikeUnit: _struck,
    e.Relocate: lambda d, s, ev: f"{unit_name(d, s, ev.unit)} is carried to {d.towns[ev.town].name}.",
    e.ChooseTown: _in_town("{town} is chosen."),
    e.CutLink: lambda d, s, ev: f"The railway {_towns(d, d.rails[ev.link])} counts as a road this month.",
    e.MonthBegan: lambda d, s, ev: f"=== {MONTH_NAMES[ev.month]} 1918",
    e.MonthEnded: lambda d, s, ev: f"{MONTH_NAMES[ev.month]} ends; White holds {ev.strategic} Strategic Towns.",
    e.PoolRefilled: lambda d, s, ev: f"{SIDE_NAMES[ev.side]}'s {len(ev.cards)} cards are shuffled.",
    e.FixedCardTaken: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} takes {_card(d, ev.card)}.",
    e.TurnSkipped: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} has no card and lets the turn go by.",
    e.CardFinished: lambda d, s, ev: f"{_card(d, ev.card)} {_PILES[ev.pile]}.",
    e.CardSpent: lambda d, s, ev: f"{_card(d, ev.card)} {_PILES[ev.pile]}.",
    e.PointsModified: _points_modified,
    e.BonusGiven: lambda d, s, ev: f"{SIDE_NAMES[ev.side]}'s later cards of this month give {ev.change:+d} points.",
    e.HandSeen: _hand_seen,
    e.OperationEnded: _operation_ended,
    e.RussiaOpened: lambda d, s, ev: f"The Russia box is {'open' if ev.open else 'closed'}.",
    e.TownsAssigned: lambda d, s, ev: f"{SIDE_NAMES[ev.side]} controls {len(ev.towns)} towns.",
    e.ControlChanged: lambda d, s, ev: f"{d.towns[ev.town].name} is {SIDE_NAMES[ev.side]}.",
    e.FortificationBuilt: _in_town("{town} is fortified."),
    e.FortificationDestroyed: _in_town("The fortification of {town} is destroyed."),
    e.UnitPlaced: _placed,
    e.UnitsWeakened: _weakened,
    e.UnitsActivated: lambda d, s, ev: f"Activated: {_units(d, s, ev.units)}.",
    e.UnitMarched: _marched,
    e.ReinforcementsDue: _reinforcements,
    e.ReinforcementsEnded: _reinforced,
    e.BattleDeclared: _declared,
    e.AttackersDropped: lambda d, s, ev: f"{_units(d, s, ev.units)} refuse to attack.",
    e.BattleCalledOff: _in_town("The attack on {town} is off."),
    e.BattleResolved: _resolved,
    e.UnitsSurrendered: _surrendered,
    e.BattleEnded: _battle_ended,
}
