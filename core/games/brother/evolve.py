"""What each event of Brother Against Brother writes. Decides nothing, and is the only place that writes the state.

What places, moves or removes a unit drops the derived board (see `queries`), what places or removes one the counts too;
what gives a town away drops the supply. One write a field and the shortest way to the new value: this is the inner
loop of every fold. A look at `__dict__` spares the call of `forget` where nothing was derived.
"""

from msgspec.structs import replace

from wardiary.core.fold import count_roll, evolve_table, nothing
from wardiary.core.games.brother.state import SIDE_OF, Battle, BrotherState, Glimpse, Unit, no_numbers
from wardiary.core.kit.bag import add, take
from wardiary.events import brother as e
from wardiary.events.brother import CODEC, Pile, Side

__all__ = ["EVOLVE"]

_State = BrotherState


def _remove(s: _State, number: int) -> None:
    del s.units[number]
    if s.__dict__:
        s.forget("board", "counts")


def _hit(s: _State, number: int) -> None:
    """A full unit turns partial, a partial one is gone. The board holds no strengths, so it stays for the former."""
    unit = s.units[number]
    if unit.full:
        s.units[number] = replace(unit, full=False)
    else:
        _remove(s, number)


def _go(s: _State, number: int, town: str) -> None:
    units = s.units
    units[number] = replace(units[number], town=town)
    if s.__dict__:
        s.forget("board")


def _file(s: _State, side: Side, card: str, pile: Pile) -> None:
    lies = s.reshuffle if pile == "reshuffle" else s.removed if pile == "removed" else s.table
    lies[card] = side


# Orders and chance


def _play_card(s: _State, ev: e.PlayCard) -> None:
    card = ev.card
    del s.hands[card]
    s.card, s.mode = card, ev.mode


def _use_card(s: _State, ev: e.UseCard) -> None:
    battle = s.battle
    del s.table[ev.card]
    if battle is not None:
        s.battle = replace(battle, cards=(*battle.cards, ev.card))


def _activate(s: _State, ev: e.ActivateTown) -> None:
    s.activated_towns += (ev.town,)


def _units_activated(s: _State, ev: e.UnitsActivated) -> None:
    s.activated = ev.units


def _move_unit(s: _State, ev: e.MoveUnit) -> None:
    s.path = (s.units[ev.unit].town,)


def _step_to(s: _State, ev: e.StepTo) -> None:
    town, units = ev.town, s.units
    number = s.frames[-1].unit  # type: ignore[union-attr]
    s.path += (town,)
    units[number] = replace(units[number], town=town)
    if s.__dict__:
        s.forget("board")


def _pick(s: _State, ev: e.Assign) -> None:
    s.picked += (ev.unit,)


def _take_hit(s: _State, ev: e.TakeHit) -> None:
    number, battle = ev.unit, s.battle
    s.due[SIDE_OF[s.units[number].type]] -= 1
    if battle is not None:
        s.battle = replace(battle, struck=(*battle.struck, number))
    _hit(s, number)


def _withdraw(s: _State, ev: e.WithdrawUnit) -> None:
    s.left += ((ev.unit, ev.town),)
    _go(s, ev.unit, ev.town)


def _advance(s: _State, ev: e.Advance) -> None:
    s.picked += (ev.unit,)
    if s.battle is not None:
        _go(s, ev.unit, s.battle.town)


def _place(s: _State, ev: e.PlaceUnit) -> None:
    kind, waiting = ev.type, s.waiting
    s.picked_towns += (ev.town,)
    if kind in waiting:
        waiting[kind] -= 1


def _land(s: _State, ev: e.LandUnit) -> None:
    s.picked_towns += (ev.town,)
    s.landing = ev.town


def _pick_with_town(s: _State, number: int) -> None:
    s.picked += (number,)
    s.picked_towns += (s.units[number].town,)


def _refit(s: _State, ev: e.Refit) -> None:
    _pick_with_town(s, ev.unit)
    unit = s.units[ev.unit]
    s.units[ev.unit] = replace(unit, full=True)


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
    if ev.purpose == "battle.attack":
        s.attack_die = ev.dice[0]
    else:
        s.defence_die = ev.dice[0]


def _draw(s: _State, ev: e.Drawn) -> None:
    side, pools, hands = ev.by, s.pools, s.hands
    for card in ev.cards:
        del pools[card]
        hands[card] = side


# Outcomes: rounds and cards


def _begin_month(s: _State, ev: e.MonthBegan) -> None:
    s.month = ev.month


def _end_month(s: _State, _ev: e.MonthEnded) -> None:
    s.cut, s.ap_bonus = (), no_numbers()
    s.forget("steps")


def _add_cards(s: _State, ev: e.CardsAdded) -> None:
    s.reshuffle.update(dict.fromkeys(ev.cards, ev.side))


def _refill(s: _State, ev: e.PoolRefilled) -> None:
    side = ev.side
    s.reshuffle = {card: owner for card, owner in s.reshuffle.items() if owner != side}
    s.pools.update(dict.fromkeys(ev.cards, side))
    s.shuffles[side] += 1


def _take_fixed_card(s: _State, ev: e.FixedCardTaken) -> None:
    del s.pools[ev.card]
    s.hands[ev.card] = ev.side


def _finish_card(s: _State, ev: e.CardFinished) -> None:
    _file(s, ev.side, ev.card, ev.pile)
    s.card = s.mode = None
    s.activated_towns = s.activated = s.moved = s.path = ()
    if s.targets or s.attacked:
        s.targets = s.attacked = ()
    if s.picked or s.picked_towns:
        s.picked = s.picked_towns = ()
    if s.chosen is not None:
        s.chosen = None
    if s.ap_change:
        s.ap_change = 0


def _clear_picks(s: _State) -> None:
    s.picked = s.picked_towns = ()


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
    s.controller.update(dict.fromkeys(ev.towns, ev.side))
    s.forget("supply")


def _change_control(s: _State, ev: e.ControlChanged) -> None:
    s.controller[ev.town] = ev.side
    s.forget("supply")


def _build_fort(s: _State, ev: e.FortificationBuilt) -> None:
    s.forts = add(s.forts, ev.town)


def _destroy_fort(s: _State, ev: e.FortificationDestroyed) -> None:
    s.forts = take(s.forts, ev.town)


def _unit_placed(s: _State, ev: e.UnitPlaced) -> None:
    number = ev.unit
    s.units[number] = Unit(ev.type, ev.full, ev.town)
    s.last_unit = number
    if s.landing is not None:
        s.landing = None
    if s.__dict__:
        s.forget("board", "counts")


def _weaken(s: _State, ev: e.UnitsWeakened) -> None:
    for number in ev.units:
        unit = s.units[number]
        s.units[number] = replace(unit, full=False)


def _end_march(s: _State, ev: e.UnitMarched) -> None:
    s.moved += (ev.unit,)
    s.path = ()


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
    s.attacked += ev.units
    s.targets += (ev.town,)
    s.picked = s.picked_towns = ()


def _drop_attackers(s: _State, ev: e.AttackersDropped) -> None:
    if s.battle is not None:
        s.battle = replace(s.battle, attackers=tuple(n for n in s.battle.attackers if n not in ev.units))


def _resolve(s: _State, ev: e.BattleResolved) -> None:
    if (battle := s.battle) is not None:
        white, red = ev.attack_hits, ev.defence_hits
        if battle.side == "white":
            white, red = red, white
        s.due = {"white": white, "red": red}
        s.battle = replace(
            battle,
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
    s.battle = None
    s.due = {"white": 0, "red": 0}
    s.picked = s.picked_towns = ()


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
