"""What each event of Freezing Death writes. Decides nothing, and is the only place that writes the state.

What places, moves or removes a unit drops the derived index of boxes (see `queries`) by `forget`. One write a field
and the shortest way to the new value: this is the inner loop of every fold.
"""

from wardiary.core.fold import evolve_table, nothing
from wardiary.core.games.freezing.state import Battle, FreezingState, Unit
from wardiary.events import freezing as e
from wardiary.events.freezing import Pile, Side

__all__ = [
    "EVOLVE",
    "activate",
    "assign",
    "deal",
    "draw",
    "end_turn",
    "move_unit",
    "place_unit",
    "play_card",
    "reshuffle",
    "strengthen",
    "use_card",
    "weaken",
    "withdraw",
]


def _change_strength(s: FreezingState, number: int, by: int) -> None:
    """The index holds no strengths, so it stays."""
    units = s.units
    unit = units[number]
    units[number] = Unit(unit.side, unit.type, unit.strength + by, unit.box)


def _step(s: FreezingState, number: int, box: str) -> None:
    units = s.units
    unit = units[number]
    s.moved[number] = unit.box
    units[number] = Unit(unit.side, unit.type, unit.strength, box)
    s.forget()


def _file(s: FreezingState, side: Side, card: str, pile: Pile) -> None:
    lies = s.discards if pile == "discard" else s.removed if pile == "removed" else s.tableaux
    lies[card] = side


# Orders


def play_card(s: FreezingState, ev: e.PlayCard) -> None:
    card = ev.card
    del s.hands[card]
    s.card, s.mode, s.newest = card, ev.mode, s.last_unit


def activate(s: FreezingState, ev: e.Activate) -> None:
    unit = ev.unit
    s.activated = (*s.activated, unit)
    s.picked = (*s.picked, unit)


def strengthen(s: FreezingState, ev: e.Strengthen) -> None:
    number = ev.unit
    _change_strength(s, number, 1)
    s.picked = (*s.picked, number)


def weaken(s: FreezingState, ev: e.Weaken) -> None:
    number = ev.unit
    _change_strength(s, number, -1)
    s.picked = (*s.picked, number)


def move_unit(s: FreezingState, ev: e.MoveUnit) -> None:
    _step(s, ev.unit, ev.box)


def withdraw(s: FreezingState, ev: e.Withdraw) -> None:
    _step(s, ev.unit, ev.box)
    s.picked = (*s.picked, ev.unit)


def assign(s: FreezingState, ev: e.Assign) -> None:
    s.picked = (*s.picked, ev.unit)


def use_card(s: FreezingState, ev: e.UseCard) -> None:
    battle = s.battle
    del s.tableaux[ev.card]
    if battle is not None:
        s.battle = Battle(
            side=battle.side,
            box=battle.box,
            first=battle.first,
            attackers=battle.attackers,
            defenders=battle.defenders,
            attack_dice=battle.attack_dice,
            defence_dice=battle.defence_dice,
            cards=(*battle.cards, ev.card),
        )


# Chance


def draw(s: FreezingState, ev: e.Drawn) -> None:
    side, bags, hands = ev.by, s.bags, s.hands
    for card in ev.cards:
        del bags[card]
        hands[card] = side


# Outcomes: cards and turns


def deal(s: FreezingState, ev: e.CardsDealt) -> None:
    side, hands = ev.side, s.hands
    for card in ev.cards:
        hands[card] = side


def reshuffle(s: FreezingState, ev: e.Reshuffled) -> None:
    side, discards, bags = ev.side, s.discards, s.bags
    for card in ev.cards:
        del discards[card]
        bags[card] = side
    s.shuffles[side] += 1


def _pass_impulse(s: FreezingState, ev: e.ImpulsePassed) -> None:
    s.points_change[ev.side] = s.attack_drm[ev.side] = 0


def _end_impulse(s: FreezingState, ev: e.ImpulseEnded) -> None:
    side = ev.side
    _file(s, side, ev.card, ev.pile)
    s.points_change[side] = s.attack_drm[side] = 0
    s.card = s.mode = None
    if s.activated:
        s.activated = ()
    if s.picked:
        s.picked = ()
    if s.moved:
        s.moved = {}
    if s.fought:
        s.fought = ()


def _spend_card(s: FreezingState, ev: e.CardSpent) -> None:
    _file(s, ev.side, ev.card, ev.pile)


def _end_picks(s: FreezingState, _ev: e.PointsSpent | e.OperationEnded) -> None:
    s.picked = ()


def _modify_points(s: FreezingState, ev: e.PointsModified) -> None:
    s.points_change[ev.side] += ev.change


def _modify_attack(s: FreezingState, ev: e.AttackModified) -> None:
    s.attack_drm[ev.side] += ev.drm


def _modify_intervention(s: FreezingState, ev: e.InterventionModified) -> None:
    s.intervention_drm += ev.drm


def _move_marker(s: FreezingState, ev: e.MarkerMoved) -> None:
    s.marker = ev.position


def _raise_line(s: FreezingState, ev: e.LineRaised) -> None:
    s.line_level = ev.level


def end_turn(s: FreezingState, _ev: e.TurnEnded) -> None:
    s.points_change = {"sov": 0, "fin": 0}
    s.attack_drm = {"sov": 0, "fin": 0}
    s.intervention_drm = 0


# Outcomes: units and boxes


def place_unit(s: FreezingState, ev: e.UnitPlaced) -> None:
    number, side, unit_type, created = ev.unit, ev.side, ev.type, s.created
    s.units[number] = Unit(side, unit_type, ev.strength, ev.box)
    s.last_unit = number
    kind = f"{side}.{unit_type}"
    created[kind] = created.get(kind, 0) + 1
    s.forget()


def _change_control(s: FreezingState, ev: e.ControlChanged) -> None:
    s.control[ev.box] = ev.side


def _take_front(s: FreezingState, ev: e.FrontTaken) -> None:
    s.fronts_taken = tuple(sorted((*s.fronts_taken, ev.front)))


def _declare_battle(s: FreezingState, ev: e.BattleDeclared) -> None:
    s.picked = ()
    s.battle = Battle(
        side=ev.side,
        box=ev.box,
        first=ev.first_attack,
        attackers=ev.units,
        defenders=ev.against,
        attack_dice=(ev.attack_dice[0], ev.attack_dice[1]),
        defence_dice=(ev.defence_dice[0], ev.defence_dice[1]),
    )


def _score_hits(s: FreezingState, ev: e.HitsScored) -> None:
    s.due["fin" if ev.side == "sov" else "sov"] += ev.hits


def _strike_box(s: FreezingState, ev: e.BoxStruck) -> None:
    s.due[ev.side] += ev.hits


def _drop_hits(s: FreezingState, ev: e.HitsIgnored | e.HitsLost) -> None:
    s.due[ev.side] -= ev.hits


def _hit_unit(s: FreezingState, ev: e.UnitHit) -> None:
    unit = s.units[ev.unit]
    s.due[unit.side] -= 1
    if ev.strength:
        _change_strength(s, ev.unit, ev.strength - unit.strength)
        return
    del s.units[ev.unit]
    s.forget()
    impulse = s.frames[0]
    if isinstance(impulse, e.AskCard) and impulse.side == unit.side:
        s.moved.setdefault(ev.unit, unit.box)


def _end_battle(s: FreezingState, ev: e.BattleEnded) -> None:
    s.battle = None
    s.fought = (*s.fought, ev.box)


EVOLVE = evolve_table(
    e.CODEC,
    {
        e.PlayCard: play_card,
        e.Activate: activate,
        e.Strengthen: strengthen,
        e.MoveUnit: move_unit,
        e.Attack: nothing,
        e.Assign: assign,
        e.UseCard: use_card,
        e.Pass: nothing,
        e.TakeHit: nothing,
        e.PlaceUnit: nothing,
        e.Strike: nothing,
        e.Weaken: weaken,
        e.Withdraw: withdraw,
        e.Done: nothing,
        e.Drawn: draw,
        e.CardsDealt: deal,
        e.Reshuffled: reshuffle,
        e.ImpulsePassed: _pass_impulse,
        e.ImpulseEnded: _end_impulse,
        e.CardSpent: _spend_card,
        e.PointsSpent: _end_picks,
        e.OperationEnded: _end_picks,
        e.PointsModified: _modify_points,
        e.AttackModified: _modify_attack,
        e.InterventionModified: _modify_intervention,
        e.InterventionRolled: nothing,
        e.MarkerMoved: _move_marker,
        e.LineRaised: _raise_line,
        e.TurnEnded: end_turn,
        e.Scored: nothing,
        e.UnitPlaced: place_unit,
        e.PlacementFailed: nothing,
        e.ControlChanged: _change_control,
        e.FrontTaken: _take_front,
        e.BattleDeclared: _declare_battle,
        e.HitsScored: _score_hits,
        e.HitsIgnored: _drop_hits,
        e.HitsLost: _drop_hits,
        e.BoxStruck: _strike_box,
        e.UnitHit: _hit_unit,
        e.BattleEnded: _end_battle,
    },
)
