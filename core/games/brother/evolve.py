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

__all__ = [
    "EVOLVE",
    "State",
    "activate",
    "add_cards",
    "advance",
    "assign_towns",
    "begin_month",
    "build_fort",
    "change_control",
    "choose_town",
    "cut_link",
    "declare",
    "destroy_fort",
    "draw",
    "drop_attackers",
    "end_battle",
    "end_march",
    "end_month",
    "end_operation",
    "end_reinforcements",
    "end_withdrawal",
    "finish_card",
    "give_bonus",
    "land",
    "modify_points",
    "move_unit",
    "open_russia",
    "pick",
    "place",
    "play_card",
    "refill",
    "refit",
    "reinforcements_due",
    "relocate",
    "resolve",
    "roll",
    "see_hand",
    "spend_card",
    "step_to",
    "strike",
    "surrender",
    "take_fixed_card",
    "take_hit",
    "unit_placed",
    "use_card",
    "weaken",
    "withdraw",
]

State = BrotherState


def _enter(s: State, number: int, unit: Unit) -> None:
    s.units[number] = unit
    s.forget("board", "counts")


def _remove(s: State, number: int) -> None:
    del s.units[number]
    s.forget("board", "counts")


def _hit(s: State, number: int) -> None:
    """A full unit turns partial, a partial one is gone. The board holds no strengths, so it stays for the former."""
    unit = s.units[number]
    if unit.full:
        s.units[number] = Unit(unit.type, False, unit.town)
    else:
        _remove(s, number)


def _go(s: State, number: int, town: str) -> None:
    unit = s.units[number]
    s.units[number] = Unit(unit.type, unit.full, town)
    s.forget("board")


def _hold(s: State, town: str, side: Side) -> None:
    s.controller[town] = side
    s.forget("supply")


def _file(s: State, side: Side, card: str, pile: Pile) -> None:
    piles = {"reshuffle": s.reshuffle, "removed": s.removed, "table": s.table}[pile]
    piles[side] = add(piles[side], card)


# Orders and chance


def play_card(s: State, ev: e.PlayCard) -> None:
    side = s.frames[-1].side  # type: ignore[union-attr]
    s.hands[side] = take(s.hands[side], ev.card)
    s.card, s.mode = ev.card, ev.mode


def use_card(s: State, ev: e.UseCard) -> None:
    side = s.frames[-1].side  # type: ignore[union-attr]
    s.table[side] = take(s.table[side], ev.card)
    if s.battle is not None:
        s.battle = replace(s.battle, cards=(*s.battle.cards, ev.card))


def activate(s: State, ev: e.ActivateTown) -> None:
    s.activated_towns = (*s.activated_towns, ev.town)
    here = sorted(number for number, unit in s.units.items() if unit.town == ev.town)
    s.activated = (*s.activated, *here)


def move_unit(s: State, ev: e.MoveUnit) -> None:
    s.path = (s.units[ev.unit].town,)


def step_to(s: State, ev: e.StepTo) -> None:
    frame = s.frames[-1]
    s.path = (*s.path, ev.town)
    _go(s, frame.unit, ev.town)  # type: ignore[union-attr]


def pick(s: State, ev: e.Assign) -> None:
    s.picked = (*s.picked, ev.unit)


def take_hit(s: State, ev: e.TakeHit) -> None:
    side = SIDE_OF[s.units[ev.unit].type]
    s.due[side] -= 1
    if s.battle is not None:
        s.battle = replace(s.battle, struck=(*s.battle.struck, ev.unit))
    _hit(s, ev.unit)


def withdraw(s: State, ev: e.WithdrawUnit) -> None:
    s.left = (*s.left, (ev.unit, ev.town))
    _go(s, ev.unit, ev.town)


def advance(s: State, ev: e.Advance) -> None:
    s.picked = (*s.picked, ev.unit)
    if s.battle is not None:
        _go(s, ev.unit, s.battle.town)


def place(s: State, ev: e.PlaceUnit) -> None:
    s.picked_towns = (*s.picked_towns, ev.town)
    if ev.type in s.waiting:
        s.waiting[ev.type] -= 1


def land(s: State, ev: e.LandUnit) -> None:
    s.picked_towns = (*s.picked_towns, ev.town)
    s.landing = ev.town


def _pick_with_town(s: State, number: int) -> None:
    s.picked = (*s.picked, number)
    s.picked_towns = (*s.picked_towns, s.units[number].town)


def refit(s: State, ev: e.Refit) -> None:
    _pick_with_town(s, ev.unit)
    unit = s.units[ev.unit]
    s.units[ev.unit] = Unit(unit.type, True, unit.town)


def strike(s: State, ev: e.StrikeUnit) -> None:
    _pick_with_town(s, ev.unit)
    _hit(s, ev.unit)


def choose_town(s: State, ev: e.ChooseTown) -> None:
    s.chosen = ev.town


def relocate(s: State, ev: e.Relocate) -> None:
    _pick_with_town(s, ev.unit)
    _go(s, ev.unit, ev.town)


def cut_link(s: State, ev: e.CutLink) -> None:
    s.cut = add(s.cut, ev.link)
    s.forget("steps")


def roll(s: State, ev: e.Rolled) -> None:
    count_roll(s, ev)
    if s.battle is not None:
        die = ev.dice[0]
        attack = ev.purpose == "battle.attack"
        s.battle = replace(s.battle, attack_die=die) if attack else replace(s.battle, defence_die=die)


def draw(s: State, ev: e.Drawn) -> None:
    s.pools[ev.by] = take(s.pools[ev.by], *ev.cards)
    s.hands[ev.by] = add(s.hands[ev.by], *ev.cards)


# Outcomes: rounds and cards


def begin_month(s: State, ev: e.MonthBegan) -> None:
    s.month = ev.month


def end_month(s: State, _ev: e.MonthEnded) -> None:
    s.cut, s.ap_bonus = (), no_numbers()
    s.forget("steps")


def add_cards(s: State, ev: e.CardsAdded) -> None:
    s.reshuffle[ev.side] = add(s.reshuffle[ev.side], *ev.cards)


def refill(s: State, ev: e.PoolRefilled) -> None:
    s.pools[ev.side], s.reshuffle[ev.side] = ev.cards, ()
    s.shuffles[ev.side] += 1


def take_fixed_card(s: State, ev: e.FixedCardTaken) -> None:
    s.pools[ev.side] = take(s.pools[ev.side], ev.card)
    s.hands[ev.side] = add(s.hands[ev.side], ev.card)


def finish_card(s: State, ev: e.CardFinished) -> None:
    _file(s, ev.side, ev.card, ev.pile)
    s.card, s.mode, s.ap_change, s.chosen = None, None, 0, None
    s.activated_towns, s.targets, s.path = (), (), ()
    s.activated, s.moved, s.attacked = (), (), ()
    _clear_picks(s)


def _clear_picks(s: State) -> None:
    s.picked, s.picked_towns = (), ()


def spend_card(s: State, ev: e.CardSpent) -> None:
    _file(s, ev.side, ev.card, ev.pile)


def modify_points(s: State, ev: e.PointsModified) -> None:
    s.ap_change += ev.change


def give_bonus(s: State, ev: e.BonusGiven) -> None:
    s.ap_bonus[ev.side] += ev.change


def see_hand(s: State, ev: e.HandSeen) -> None:
    s.glimpses[ev.side] = Glimpse(s.turn, ev.cards)


def end_operation(s: State, _ev: e.OperationEnded) -> None:
    _clear_picks(s)


def open_russia(s: State, ev: e.RussiaOpened) -> None:
    s.russia_open = ev.open


# Outcomes: towns and units


def assign_towns(s: State, ev: e.TownsAssigned) -> None:
    for town in ev.towns:
        _hold(s, town, ev.side)


def change_control(s: State, ev: e.ControlChanged) -> None:
    _hold(s, ev.town, ev.side)


def build_fort(s: State, ev: e.FortificationBuilt) -> None:
    s.forts = add(s.forts, ev.town)


def destroy_fort(s: State, ev: e.FortificationDestroyed) -> None:
    s.forts = take(s.forts, ev.town)


def unit_placed(s: State, ev: e.UnitPlaced) -> None:
    s.last_unit, s.landing = ev.unit, None
    _enter(s, ev.unit, Unit(ev.type, ev.full, ev.town))


def weaken(s: State, ev: e.UnitsWeakened) -> None:
    for number in ev.units:
        unit = s.units[number]
        s.units[number] = Unit(unit.type, False, unit.town)


def end_march(s: State, ev: e.UnitMarched) -> None:
    s.moved, s.path = (*s.moved, ev.unit), ()


def reinforcements_due(s: State, ev: e.ReinforcementsDue) -> None:
    s.reinforcing = ev.side
    if ev.side == "white":
        s.waiting = {"civil_guard": ev.civil_guard, "jaeger": ev.jaeger}
    else:
        s.waiting = {"red_guard": ev.red_guard, "armoured_train": ev.armoured_train}


def end_reinforcements(s: State, _ev: e.ReinforcementsEnded) -> None:
    s.reinforcing, s.waiting = None, {}
    _clear_picks(s)


# Outcomes: battles


def declare(s: State, ev: e.BattleDeclared) -> None:
    s.battle = Battle(side=ev.side, town=ev.town, attackers=ev.units, defenders=ev.against)
    s.attacked, s.targets = (*s.attacked, *ev.units), (*s.targets, ev.town)
    _clear_picks(s)


def drop_attackers(s: State, ev: e.AttackersDropped) -> None:
    if s.battle is not None:
        s.battle = replace(s.battle, attackers=tuple(n for n in s.battle.attackers if n not in ev.units))


def resolve(s: State, ev: e.BattleResolved) -> None:
    if s.battle is not None:
        attacker = s.battle.side
        s.due = {side: ev.defence_hits if side == attacker else ev.attack_hits for side in s.due}
        s.battle = replace(
            s.battle,
            defender_bound=ev.defender_bound,
            attacker_bound=ev.attacker_bound,
            withdrawal=ev.withdrawal,
        )


def end_withdrawal(s: State, _ev: e.DefenderWithdrew) -> None:
    s.left = ()


def surrender(s: State, ev: e.UnitsSurrendered) -> None:
    for number in ev.units:
        _remove(s, number)


def end_battle(s: State, _ev: e.BattleEnded | e.BattleCalledOff) -> None:
    s.battle, s.due = None, no_numbers()
    _clear_picks(s)


EVOLVE = evolve_table(
    CODEC,
    {
        e.PlayCard: play_card,
        e.UseCard: use_card,
        e.ActivateTown: activate,
        e.MoveUnit: move_unit,
        e.StepTo: step_to,
        e.Stop: nothing,
        e.Attack: nothing,
        e.Assign: pick,
        e.TakeHit: take_hit,
        e.WithdrawUnit: withdraw,
        e.Advance: advance,
        e.PlaceUnit: place,
        e.LandUnit: land,
        e.Refit: refit,
        e.StrikeUnit: strike,
        e.Relocate: relocate,
        e.ChooseTown: choose_town,
        e.CutLink: cut_link,
        e.Done: nothing,
        e.Rolled: roll,
        e.Drawn: draw,
        e.MonthBegan: begin_month,
        e.MonthEnded: end_month,
        e.CardsAdded: add_cards,
        e.PoolRefilled: refill,
        e.FixedCardTaken: take_fixed_card,
        e.TurnSkipped: nothing,
        e.CardFinished: finish_card,
        e.CardSpent: spend_card,
        e.PointsModified: modify_points,
        e.BonusGiven: give_bonus,
        e.HandSeen: see_hand,
        e.OperationEnded: end_operation,
        e.RussiaOpened: open_russia,
        e.TownsAssigned: assign_towns,
        e.ControlChanged: change_control,
        e.FortificationBuilt: build_fort,
        e.FortificationDestroyed: destroy_fort,
        e.UnitPlaced: unit_placed,
        e.UnitsWeakened: weaken,
        e.UnitsActivated: nothing,
        e.UnitMarched: end_march,
        e.ReinforcementsDue: reinforcements_due,
        e.ReinforcementsEnded: end_reinforcements,
        e.BattleDeclared: declare,
        e.AttackersDropped: drop_attackers,
        e.BattleCalledOff: end_battle,
        e.BattleResolved: resolve,
        e.DefenderWithdrew: end_withdrawal,
        e.UnitsSurrendered: surrender,
        e.BattleEnded: end_battle,
    },
)
