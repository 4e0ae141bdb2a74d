"""What each event of Helsinki 1918 writes. Nothing is decided here."""

from msgspec.structs import replace

from wardiary.core.fold import count_roll, evolve_table, nothing
from wardiary.core.games.helsinki.state import Battle, Facing, Hq, OrderInHand, Unit, drop_answers, put_unit
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.events import helsinki as e
from wardiary.events.common import Began
from wardiary.events.helsinki import Deck, Side

OWNER: dict[str, Side] = {"GS": "german", "RS": "red", "WA": "white", "RE": "red"}


def _put_hq(s: State, hq: int, where: str) -> None:
    s.hqs[hq] = Hq(s.hqs[hq].side, where)
    s.forget()


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


# Set-up.


def begin_game(s: State, ev: e.GameBegan) -> None:
    s.players = ev.players


def place_units(s: State, ev: e.UnitsPlaced) -> None:
    for unit in ev.units:
        s.units[unit] = Unit(ev.side, ev.where)
    s.forget()


def place_hq(s: State, ev: e.HqPlaced) -> None:
    s.hqs[ev.hq] = Hq(ev.side, ev.where)
    s.forget()


def place_squads(s: State, ev: e.SquadsPlaced) -> None:
    for squad in ev.squads:
        s.squads[squad] = "reserve"
    s.forget()


def fill_bag(s: State, ev: e.BagFilled) -> None:
    s.bags[ev.deck] = ev.cards


# Tracks and initiatives.


def move_marker(s: State, ev: e.MarkerMoved) -> None:
    s.tracks[ev.track] = ev.square


def cover_time(s: State, ev: e.TimeCovered) -> None:
    s.covered += ev.squares


def begin(s: State, ev: Began) -> None:
    s.rolled = {}
    s.turn, s.phase = ev.turn, ev.phase or ""


def win_initiative(s: State, ev: e.InitiativeWon) -> None:
    s.active = ev.side
    s.scores = {"german": ev.german_score, "red": ev.red_score, "white": 0}


def receive_points(s: State, ev: e.PointsReceived) -> None:
    s.points = ev.points


def end_initiative(s: State, _ev: e.InitiativeEnded) -> None:
    s.points, s.effects, s.after = 0, (), None


# Cards.


def draw(s: State, ev: e.Drawn) -> None:
    side = OWNER[ev.deck]
    for card in ev.cards:
        s.bags[ev.deck] = _without(s.bags[ev.deck], card)
    s.hands[side] = tuple(sorted((*s.hands[side], *ev.cards)))


def exchange(s: State, ev: e.Exchange) -> None:
    s.hands["white"] = _without(s.hands["white"], ev.card)
    s.discards["WA"] = tuple(sorted((*s.discards["WA"], ev.card)))


def reshuffle(s: State, ev: e.Reshuffled) -> None:
    s.bags[ev.deck] = tuple(sorted((*s.bags[ev.deck], *ev.cards)))
    s.discards[ev.deck] = ()
    s.shuffles[ev.deck] += 1


def card_played(s: State, ev: e.CardPlayed) -> None:
    s.hands[ev.side] = _without(s.hands[ev.side], ev.card)
    if ev.pile == "removed":
        s.removed = tuple(sorted((*s.removed, ev.card)))
    else:
        deck: Deck = ev.card[:2]  # type: ignore[assignment]  # a card's id begins with its deck
        s.discards[deck] = tuple(sorted((*s.discards[deck], ev.card)))
    if s.battle is not None:
        s.battle = replace(s.battle, cards=(*s.battle.cards, ev.card))
    elif s.order is not None:
        s.order = replace(s.order, cards=(*s.order.cards, ev.card))


def begin_effect(s: State, ev: e.CardEffectBegan) -> None:
    s.effects = (*s.effects, ev.card)


def use_effect(s: State, ev: e.CardEffectUsed) -> None:
    s.effects = _without(s.effects, ev.card)
    if s.order is not None:
        s.order = replace(s.order, cards=(*s.order.cards, ev.card))


# Orders.


def give_order(s: State, ev: e.OrderGiven) -> None:
    s.order = OrderInHand(
        kind=ev.kind,
        side=ev.side,
        cost=ev.cost,
        hex=ev.hex,
        vertex=ev.vertex,
        piece=ev.piece,
        units=ev.units,
        untested=ev.untested,
    )


def pay_order(s: State, ev: e.OrderPaid) -> None:
    if s.order is not None:
        s.order = replace(s.order, paid=True, night=ev.night, midnights=ev.midnights)
    s.points -= ev.points


def test_command(s: State, ev: e.CommandTested) -> None:
    if s.order is not None and ev.unit in s.order.untested:
        left = tuple(unit for unit in s.order.untested if unit != ev.unit)
        units = s.order.units if ev.passed else tuple(unit for unit in s.order.units if unit != ev.unit)
        s.order = replace(s.order, untested=left, units=units)


def march_unit(s: State, ev: e.UnitMarched) -> None:
    put_unit(s, ev.unit, ev.path[-1])
    if s.order is not None:
        s.order = replace(s.order, routes=(*s.order.routes, ev.path))


def march_hq(s: State, ev: e.HqMarched) -> None:
    _put_hq(s, ev.hq, ev.vertex)


def regroup_unit(s: State, ev: e.UnitRegrouped) -> None:
    put_unit(s, ev.unit, ev.where)


def place_unit(s: State, ev: e.UnitPlaced) -> None:
    put_unit(s, ev.unit, ev.hex)


def move_unit(s: State, ev: e.UnitMoved) -> None:
    put_unit(s, ev.unit, ev.where)


def mark_rolled(s: State, _ev: e.PlacementRolled | e.MoraleTried) -> None:
    if s.order is not None:
        s.order = replace(s.order, rolled=True)


def try_arrest(s: State, ev: e.ArrestTried) -> None:
    if s.order is not None:
        s.order = replace(s.order, rolled=True)
    if ev.arrested:
        s.squads[ev.squad] = "arrested"
        s.forget()


def try_squad(s: State, ev: e.SquadTried) -> None:
    if s.order is not None:
        s.order = replace(s.order, rolled=True)
    if ev.squad is not None and ev.vertex is not None:
        s.squads[ev.squad] = ev.vertex
        s.forget()


def form_unit(s: State, ev: e.UnitFormed) -> None:
    if s.order is not None:
        s.order = replace(s.order, rolled=True)
    if ev.unit is not None:
        put_unit(s, ev.unit, ev.hex)


def end_order(s: State, _ev: e.OrderEnded) -> None:
    s.order, s.after = None, None


def raise_barricade(s: State, ev: e.BarricadeRaised) -> None:
    s.barricades[ev.hex] = ev.more


def drop_barricade(s: State, ev: e.BarricadeFell) -> None:
    del s.barricades[ev.hex]


# Battles.


def set_facing(s: State, ev: e.FacingSet) -> None:
    s.facings[ev.hex] = Facing(ev.side, ev.direction)
    drop_answers(s)


def declare_battle(s: State, ev: e.BattleDeclared) -> None:
    s.battle = Battle(
        hex=ev.hex,
        kind=ev.kind,
        side=ev.side,
        units=ev.units,
        enemies=ev.enemies,
        origin=ev.origin,
        bridge=ev.bridge,
        answered=ev.cards,
    )
    s.after = None


def keep_die(s: State, ev: e.Rolled) -> None:
    count_roll(s, ev)
    if s.battle is not None:
        if ev.purpose == "battle.attack":
            s.battle = replace(s.battle, dice=(max(ev.dice), s.battle.dice[1]))
        elif ev.purpose == "battle.defence":
            s.battle = replace(s.battle, dice=(s.battle.dice[0], max(ev.dice)))


def resolve_battle(s: State, ev: e.BattleResolved) -> None:
    if s.battle is not None:
        s.battle = replace(s.battle, results=(ev.attack, ev.defence), loser=ev.loser)


def shift_column(s: State, ev: e.ColumnShifted) -> None:
    if s.battle is not None:
        s.battle = replace(s.battle, columns=s.battle.columns + ev.columns)


def retreat_unit(s: State, ev: e.UnitRetreated) -> None:
    put_unit(s, ev.unit, ev.hex)


def disorder_unit(s: State, ev: e.UnitDisordered) -> None:
    put_unit(s, ev.unit, ev.where)


def destroy_unit(s: State, ev: e.UnitDestroyed) -> None:
    s.casualties += s.units[ev.unit].side == "red"
    put_unit(s, ev.unit, "lost")


def return_units(s: State, ev: e.UnitsReturned) -> None:
    for unit in ev.units:
        put_unit(s, unit, ev.hex)


def end_battle_roll(s: State, ev: e.BattleFought) -> None:
    if s.order is not None:
        s.order = replace(s.order, fought=ev.hex)
    s.battle, s.after = None, s.battle


def end_battle(s: State, ev: e.BattleEnded) -> None:
    del s.facings[ev.hex]
    drop_answers(s)


def destroy_hq(s: State, ev: e.HqDestroyed) -> None:
    if s.hqs[ev.hq].side == "red":
        s.red_hqs_destroyed[ev.side] += 1
    del s.hqs[ev.hq]
    s.forget()


def hop_hq(s: State, ev: e.HopHq) -> None:
    _put_hq(s, ev.hq, ev.vertex)


def try_landing(s: State, ev: e.LandingTried) -> None:
    s.landed = ev.landed


def land_units(s: State, ev: e.MeurerLanded) -> None:
    for unit in ev.units:
        put_unit(s, unit, ev.hex)


EVOLVE = evolve_table(
    e.CODEC,
    {
        **dict.fromkeys(e.ORDERS, nothing),
        e.Exchange: exchange,
        e.HopHq: hop_hq,
        e.Rolled: keep_die,
        e.Drawn: draw,
        Began: begin,
        e.GameBegan: begin_game,
        e.UnitsPlaced: place_units,
        e.HqPlaced: place_hq,
        e.SquadsPlaced: place_squads,
        e.BagFilled: fill_bag,
        e.MarkerMoved: move_marker,
        e.TimeCovered: cover_time,
        e.InitiativeWon: win_initiative,
        e.PointsReceived: receive_points,
        e.InitiativeEnded: end_initiative,
        e.Reshuffled: reshuffle,
        e.CardPlayed: card_played,
        e.CardEffectBegan: begin_effect,
        e.CardEffectUsed: use_effect,
        e.OrderGiven: give_order,
        e.OrderPaid: pay_order,
        e.CommandTested: test_command,
        e.UnitMarched: march_unit,
        e.HqMarched: march_hq,
        e.UnitRegrouped: regroup_unit,
        e.PlacementRolled: mark_rolled,
        e.UnitPlaced: place_unit,
        e.UnitMoved: move_unit,
        e.MoraleTried: mark_rolled,
        e.ArrestTried: try_arrest,
        e.SquadTried: try_squad,
        e.UnitFormed: form_unit,
        e.OrderEnded: end_order,
        e.FacingSet: set_facing,
        e.BattleDeclared: declare_battle,
        e.BattleResolved: resolve_battle,
        e.ColumnShifted: shift_column,
        e.EffectApplied: nothing,
        e.UnitRetreated: retreat_unit,
        e.UnitDisordered: disorder_unit,
        e.UnitDestroyed: destroy_unit,
        e.UnitsReturned: return_units,
        e.BattleFought: end_battle_roll,
        e.BattleEnded: end_battle,
        e.HqDestroyed: destroy_hq,
        e.LandingTried: try_landing,
        e.MeurerLanded: land_units,
        e.BarricadeRaised: raise_barricade,
        e.BarricadeFell: drop_barricade,
    },
)
