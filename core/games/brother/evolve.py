"""What each event of Brother Against Brother writes. Decides nothing, and is the only place that writes the state.

Units go through `_enter`, `_remove` and `_go`, which drop the derived board and counts (see `queries`); who holds a
town goes through `_hold`, which drops the derived supply.
"""

from msgspec.structs import replace

from wardiary.core.fold import count_roll, evolve_table, nothing
from wardiary.core.games.brother.state import SIDE_OF, Battle, BrotherState, Glimpse, Unit, no_numbers
from wardiary.core.kit.bag import add, take
from wardiary.events import brother as e
from wardiary.events.brother import CODEC, Pile, Side

__all__ = ["EVOLVE"]

_State = BrotherState


def _enter(s: _State, number: int, unit: Unit) -> None:
    s.units[number] = unit
    s.forget("board", "counts")


def _remove(s: _State, number: int) -> None:
    del s.units[number]
    s.forget("board", "counts")


def _hit(s: _State, number: int) -> None:
    """A full unit turns partial, a partial one is gone. The board holds no strengths, so it stays for the former."""
    unit = s.units[number]
    if unit.full:
        s.units[number] = Unit(unit.type, False, unit.town)
    else:
        _remove(s, number)


def _go(s: _State, number: int, town: str) -> None:
    unit = s.units[number]
    s.units[number] = Unit(unit.type, unit.full, town)
    s.forget("board")


def _hold(s: _State, town: str, side: Side) -> None:
    s.controller[town] = side
    s.forget("supply")


def _file(s: _State, side: Side, card: str, pile: Pile) -> None:
    piles = {"reshuffle": s.reshuffle, "removed": s.removed, "table": s.table}[pile]
    piles[side] = add(piles[side], card)


# Orders and chance


def _play_card(s: _State, ev: e.PlayCard) -> None:
    side = s.frames[-1].side  # type: ignore[union-attr]
    s.hands[side] = take(s.hands[side], ev.card)
    s.card, s.mode = ev.card, ev.mode


def _use_card(s: _State, ev: e.UseCard) -> None:
    side = s.frames[-1].side  # type: ignore[union-attr]
    s.table[side] = take(s.table[side], ev.card)
    if s.battle is not None:
        s.battle = replace(s.battle, cards=(*s.battle.cards, ev.card))


def _activate(s: _State, ev: e.ActivateTown) -> None:
    s.activated_towns = (*s.activated_towns, ev.town)


def _units_activated(s: _State, ev: e.UnitsActivated) -> None:
    s.activated = ev.units


def _move_unit(s: _State, ev: e.MoveUnit) -> None:
    s.path = (s.units[ev.unit].town,)


def _step_to(s: _State, ev: e.StepTo) -> None:
    frame = s.frames[-1]
    s.path = (*s.path, ev.town)
    _go(s, frame.unit, ev.town)  # type: ignore[union-attr]


def _pick(s: _State, ev: e.Assign) -> None:
    s.picked = (*s.picked, ev.unit)


def _take_hit(s: _State, ev: e.TakeHit) -> None:
    side = SIDE_OF[s.units[ev.unit].type]
    s.due[side] -= 1
    if s.battle is not None:
        s.battle = replace(s.battle, struck=(*s.battle.struck, ev.unit))
    _hit(s, ev.unit)


def _withdraw(s: _State, ev: e.WithdrawUnit) -> None:
    s.left = (*s.left, (ev.unit, ev.town))
    _go(s, ev.unit, ev.town)


def _advance(s: _State, ev: e.Advance) -> None:
    s.picked = (*s.picked, ev.unit)
    if s.battle is not None:
        _go(s, ev.unit, s.battle.town)


def _place(s: _State, ev: e.PlaceUnit) -> None:
    s.picked_towns = (*s.picked_towns, ev.town)
    if ev.type in s.waiting:
        s.waiting[ev.type] -= 1


def _land(s: _State, ev: e.LandUnit) -> None:
    s.picked_towns = (*s.picked_towns, ev.town)
    s.landing = ev.town


def _pick_with_town(s: _State, number: int) -> None:
    s.picked = (*s.picked, number)
    s.picked_towns = (*s.picked_towns, s.units[number].town)


def _refit(s: _State, ev: e.Refit) -> None:
    _pick_with_town(s, ev.unit)
    unit = s.units[ev.unit]
    s.units[ev.unit] = Unit(unit.type, True, unit.town)


def _strike(s: _State, ev: e.StrikeUnit) -> None:
    _pick_with_town(s, ev.unit)
    _hit(s, ev.unit)


def _choose_town(s: _State, ev: e.ChooseTown) -> None:
    s.chosen = ev.town


def _relocate(s: _State, ev: e.Relocate) -> None:
    _pick_with_town(s, ev.unit)
    _go(s, ev.unit, ev.town)


def _cut_link(s: _State, ev: e.CutLink) -> None:
    s.cut = add(s.cut, ev.link)
    s.forget("steps")


def _roll(s: _State, ev: e.Rolled) -> None:
    count_roll(s, ev)
    if s.battle is not None:
        die = ev.dice[0]
        attack = ev.purpose == "battle.attack"
        s.battle = replace(s.battle, attack_die=die) if attack else replace(s.battle, defence_die=die)


def _draw(s: _State, ev: e.Drawn) -> None:
    s.pools[ev.by] = take(s.pools[ev.by], *ev.cards)
    s.hands[ev.by] = add(s.hands[ev.by], *ev.cards)


# Outcomes: rounds and cards


def _begin_month(s: _State, ev: e.MonthBegan) -> None:
    s.month = ev.month


def _end_month(s: _State, _ev: e.MonthEnded) -> None:
    s.cut, s.ap_bonus = (), no_numbers()
    s.forget("steps")


def _add_cards(s: _State, ev: e.CardsAdded) -> None:
    s.reshuffle[ev.side] = add(s.reshuffle[ev.side], *ev.cards)


def _refill(s: _State, ev: e.PoolRefilled) -> None:
    s.pools[ev.side], s.reshuffle[ev.side] = ev.cards, ()
    s.shuffles[ev.side] += 1


def _take_fixed_card(s: _State, ev: e.FixedCardTaken) -> None:
    s.pools[ev.side] = take(s.pools[ev.side], ev.card)
    s.hands[ev.side] = add(s.hands[ev.side], ev.card)


def _finish_card(s: _State, ev: e.CardFinished) -> None:
    _file(s, ev.side, ev.card, ev.pile)
    s.card, s.mode, s.ap_change, s.chosen = None, None, 0, None
    s.activated_towns, s.targets, s.path = (), (), ()
    s.activated, s.moved, s.attacked = (), (), ()
    _clear_picks(s)


def _clear_picks(s: _State) -> None:
    s.picked, s.picked_towns = (), ()


def _spend_card(s: _State, ev: e.CardSpent) -> None:
    _file(s, ev.side, ev.card, ev.pile)


def _modify_points(s: _State, ev: e.PointsModified) -> None:
    s.ap_change += ev.change


def _give_bonus(s: _State, ev: e.BonusGiven) -> None:
    s.ap_bonus[ev.side] += ev.change


def _see_hand(s: _State, ev: e.HandSeen) -> None:
    s.glimpses[ev.side] = Glimpse(s.turn, ev.cards)


def _end_operation(s: _State, _ev: e.OperationEnded) -> None:
    _clear_picks(s)


def _open_russia(s: _State, ev: e.RussiaOpened) -> None:
    s.russia_open = ev.open


# Outcomes: towns and units


def _assign_towns(s: _State, ev: e.TownsAssigned) -> None:
    for town in ev.towns:
        _hold(s, town, ev.side)


def _change_control(s: _State, ev: e.ControlChanged) -> None:
    _hold(s, ev.town, ev.side)


def _build_fort(s: _State, ev: e.FortificationBuilt) -> None:
    s.forts = add(s.forts, ev.town)


def _destroy_fort(s: _State, ev: e.FortificationDestroyed) -> None:
    s.forts = take(s.forts, ev.town)


def _unit_placed(s: _State, ev: e.UnitPlaced) -> None:
    s.last_unit, s.landing = ev.unit, None
    _enter(s, ev.unit, Unit(ev.type, ev.full, ev.town))


def _weaken(s: _State, ev: e.UnitsWeakened) -> None:
    for number in ev.units:
        unit = s.units[number]
        s.units[number] = Unit(unit.type, False, unit.town)


def _end_march(s: _State, ev: e.UnitMarched) -> None:
    s.moved, s.path = (*s.moved, ev.unit), ()


def _reinforcements_due(s: _State, ev: e.ReinforcementsDue) -> None:
    s.reinforcing = ev.side
    if ev.side == "white":
        s.waiting = {"civil_guard": ev.civil_guard, "jaeger": ev.jaeger}
    else:
        s.waiting = {"red_guard": ev.red_guard, "armoured_train": ev.armoured_train}


def _end_reinforcements(s: _State, _ev: e.ReinforcementsEnded) -> None:
    s.reinforcing, s.waiting = None, {}
    _clear_picks(s)


# Outcomes: battles


def _declare(s: _State, ev: e.BattleDeclared) -> None:
    s.battle = Battle(side=ev.side, town=ev.town, attackers=ev.units, defenders=ev.against)
    s.attacked, s.targets = (*s.attacked, *ev.units), (*s.targets, ev.town)
    _clear_picks(s)


def _drop_attackers(s: _State, ev: e.AttackersDropped) -> None:
    if s.battle is not None:
        s.battle = replace(s.battle, attackers=tuple(n for n in s.battle.attackers if n not in ev.units))


def _resolve(s: _State, ev: e.BattleResolved) -> None:
    if s.battle is not None:
        attacker = s.battle.side
        s.due = {side: ev.defence_hits if side == attacker else ev.attack_hits for side in s.due}
        s.battle = replace(
            s.battle,
            defender_bound=ev.defender_bound,
            attacker_bound=ev.attacker_bound,
            withdrawal=ev.withdrawal,
        )


def _end_withdrawal(s: _State, _ev: e.DefenderWithdrew) -> None:
    s.left = ()


def _surrender(s: _State, ev: e.UnitsSurrendered) -> None:
    for number in ev.units:
        _remove(s, number)


def _end_battle(s: _State, _ev: e.BattleEnded | e.BattleCalledOff) -> None:
    s.battle, s.due = None, no_numbers()
    _clear_picks(s)


EVOLVE = evolve_table(
    CODEC,
    {
        e.PlayCard: _play_card,
        e.UseCard: _use_card,
        e.ActivateTown: _activate,
        e.MoveUnit: _move_unit,
        e.StepTo: _step_to,
        e.Stop: nothing,
        e.Attack: nothing,
        e.Assign: _pick,
        e.TakeHit: _take_hit,
        e.WithdrawUnit: _withdraw,
        e.Advance: _advance,
        e.PlaceUnit: _place,
        e.LandUnit: _land,
        e.Refit: _refit,
        e.StrikeUnit: _strike,
        e.Relocate: _relocate,
        e.ChooseTown: _choose_town,
        e.CutLink: _cut_link,
        e.Done: nothing,
        e.Rolled: _roll,
        e.Drawn: _draw,
        e.MonthBegan: _begin_month,
        e.MonthEnded: _end_month,
        e.CardsAdded: _add_cards,
        e.PoolRefilled: _refill,
        e.FixedCardTaken: _take_fixed_card,
        e.TurnSkipped: nothing,
        e.CardFinished: _finish_card,
        e.CardSpent: _spend_card,
        e.PointsModified: _modify_points,
        e.BonusGiven: _give_bonus,
        e.HandSeen: _see_hand,
        e.OperationEnded: _end_operation,
        e.RussiaOpened: _open_russia,
        e.TownsAssigned: _assign_towns,
        e.ControlChanged: _change_control,
        e.FortificationBuilt: _build_fort,
        e.FortificationDestroyed: _destroy_fort,
        e.UnitPlaced: _unit_placed,
        e.UnitsWeakened: _weaken,
        e.UnitsActivated: _units_activated,
        e.UnitMarched: _end_march,
        e.ReinforcementsDue: _reinforcements_due,
        e.ReinforcementsEnded: _end_reinforcements,
        e.BattleDeclared: _declare,
        e.AttackersDropped: _drop_attackers,
        e.BattleCalledOff: _end_battle,
        e.BattleResolved: _resolve,
        e.DefenderWithdrew: _end_withdrawal,
        e.UnitsSurrendered: _surrender,
        e.BattleEnded: _end_battle,
    },
)
