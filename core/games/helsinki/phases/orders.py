"""5 to 9 One order as a transaction: named, paid, tested, done, and what follows."""

from collections.abc import Iterator

from msgspec.structs import replace

from wardiary.core.games.helsinki.charts import row_of, tikkurila_modifier
from wardiary.core.games.helsinki.components import ResultRow
from wardiary.core.games.helsinki.data import DECK_OF, Data
from wardiary.core.games.helsinki.operations import (
    ArrestDie,
    ArrestFails,
    Arrests,
    FormSquads,
    Movement,
    NightRaid,
    OrganiseAs,
)
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step, die
from wardiary.core.games.helsinki.phases.battle import begin_battle
from wardiary.core.games.helsinki.phases.ending import red_victory
from wardiary.core.games.helsinki.phases.settling import settle
from wardiary.core.games.helsinki.phases.windows import ask_window, in_turn, tested_side
from wardiary.core.games.helsinki.queries import (
    allies,
    direct_hexes,
    first_reserve,
    flags_with_red,
    free_column,
    is_night,
    morale_room,
    placement_hexes,
    spared_squares,
    squads_touching,
    status,
    test_distance,
    units_of,
    vertex_is_free,
)
from wardiary.core.games.helsinki.state import OrderInHand, board_of, is_hex
from wardiary.core.points import unbarred
from wardiary.core.requests import Roll
from wardiary.events import helsinki as e
from wardiary.events.helsinki import OrderKind, Side

__all__ = [
    "DICE",
    "WITH_UNITS",
    "CommandTest",
    "Ids",
    "OrderScript",
    "Placement",
    "give_order",
    "in_hand",
    "order_cost",
    "places",
    "splits",
]

Ids = tuple[int, ...]
WITH_UNITS = ("move", "battle", "regroup")


def order_cost(d: Data, s: State, side: Side, cell: str, count: int) -> int:
    """One point for units in direct command together, otherwise one for each (HEL-6.1-02, HEL-7.3-02 to -04)."""
    return 1 if cell in direct_hexes(d, s, side) else count


def give_order(
    d: Data,
    s: State,
    run: Step,
    kind: OrderKind,
    side: Side,
    *,
    cell: str | None = None,
    count: int = 0,
    vertex: str | None = None,
    piece: int | None = None,
) -> None:
    """Name an order whole: its price and whether its units need a test follow their status now (HEL-5.0-R3)."""
    units = units_of(s, side, cell)[:count] if cell is not None else ()
    untested: Ids = ()
    cost = 1
    if kind in WITH_UNITS and cell is not None:
        cost = order_cost(d, s, side, cell, count)
        untested = units if status(d, s, side, cell) == "out" else ()
    run.emit(
        e.OrderGiven(
            kind=kind, side=side, cost=cost, hex=cell, vertex=vertex, piece=piece, units=units, untested=untested
        )
    )
    run.push(e.AskOrder(side=side, step="payment"))


def in_hand(s: State) -> OrderInHand:
    """The order in hand."""
    assert s.order is not None
    return s.order


def splits(d: Data, s: State, f: e.AskOrder) -> list[tuple[int]]:
    """How many points of the Division HQ track may go into an order on the battlefield (HEL-4.3-04, -R3)."""
    order = in_hand(s)
    if f.step != "payment" or order.side != "german" or order.hex in d.ground.box:
        return []
    most = min(order.cost, s.tracks["headquarters"])
    return [(spare,) for spare in range(max(0, order.cost - s.points), most + 1)]


class OrderScript(HelsinkiPoint[e.AskOrder]):
    """The steps of an order; a step is named by what is done next."""

    def arrive(self, s: State, f: e.AskOrder, run: Step) -> bool:
        order = in_hand(s)
        match f.step:
            case "payment":
                ways = splits(self.data, s, f)
                if len(ways) > 1:
                    return True
                self.pay(s, order, run, ways[0][0] if ways else 0)
            case "tests":
                self.test_next(s, f, order, run)
            case "window":
                self.open_window(f, order, run)
            case "execute":
                return self.execute(s, f, order, run)
            case "settle":
                run.become(replace(f, step="after"))
                settle(run, order.side, victory=False)
            case "after":
                run.become(replace(f, step="check"))
                if order.fought is not None:
                    ask_window(run, "after", in_turn(order.side))
            case "check":
                run.become(replace(f, step="midnight"))
                settle(run, order.side, victory=True)
            case "midnight":
                self.begin_midnight(s, f, order, run)
            case "last_check":
                run.become(replace(f, step="end"))
                settle(run, order.side, victory=True)
            case "end":
                run.pop()
                run.emit(e.OrderEnded(kind=order.kind, side=order.side))
        return False

    split = unbarred(
        e.Pay, over=splits, outside="HEL-4.3-04: points that the track has, so that the pool pays the rest"
    )

    def pay(self, s: State, order: OrderInHand, run: Step, spare: int) -> None:
        """Points are paid, German ones of the pool move the clock (HEL-5.0-02 to -05, HEL-15.0-01)."""
        d, side = self.data, order.side
        in_box = side == "german" and order.hex in d.ground.box
        spare = order.cost if in_box else spare
        points, night, midnights = order.cost - spare, d.time[s.tracks["time"]].night, 0
        if side == "german" and points:
            before, steps = s.tracks["time"], min(points, spared_squares(d, s))
            if steps:
                run.emit(e.MarkerMoved(track="time", square=before + steps))
            if steps < points:
                red_victory(d, s, run)
            entered = range(before + 1, before + steps + 1)
            night = any(d.time[square].night for square in entered)
            midnights = sum(square in d.midnights for square in entered)
        run.emit(e.OrderPaid(points=points, spare=spare, night=night, midnights=midnights))
        if spare:
            track: e.Track = "tikkurila" if in_box else "headquarters"
            run.emit(e.MarkerMoved(track=track, square=s.tracks[track] - spare))
        if order.kind in ("move", "move_hq"):
            self.use_cards(s, order, run)
        windowed = order.kind in ("arrest", "organise", "form")
        run.become(e.AskOrder(side=side, step="window" if windowed else "tests"))

    def use_cards(self, s: State, order: OrderInHand, run: Step) -> None:
        """A card for the next movement order works on this one (HEL-12.0-R5)."""
        for card in s.effects:
            match self.data.op(card):
                case Movement(side=side) if side == order.side:
                    run.emit(e.CardEffectUsed(card=card))

    def test_next(self, s: State, f: e.AskOrder, order: OrderInHand, run: Step) -> None:
        """Each unit out of command is tested after payment, in order (HEL-6.3-02, HEL-7.4-03)."""
        if not order.untested:
            run.become(replace(f, step="execute"))
        elif order.side == "red" and (raid := self.night_raid(s)):
            run.emit(e.CommandTested(unit=order.untested[0], passed=True, card=raid))
        else:
            run.push(e.AskCommandTest(side=order.side, unit=order.untested[0], step="window"))

    def night_raid(self, s: State) -> str | None:
        """The card at work that stands for the dice of Red command tests."""
        return next((card for card in s.effects if isinstance(self.data.op(card), NightRaid)), None)

    def open_window(self, f: e.AskOrder, order: OrderInHand, run: Step) -> None:
        """Cards before the die of an arrest, or of a squad or unit that gathers."""
        run.become(replace(f, step="execute"))
        if order.kind == "arrest":
            ask_window(run, "arrest", ("red", "white"))
        else:
            ask_window(run, "organise", ("white",))

    def execute(self, s: State, f: e.AskOrder, order: OrderInHand, run: Step) -> bool:
        """Do it; True: a die is asked."""
        if order.kind in DICE and not self.decided_by_card(s, order, run):
            return True
        run.become(replace(f, step="settle"))
        match order.kind:
            case "move" if order.units:
                run.push(e.AskMarch(side=order.side, units=order.units))
            case "battle" if order.units and order.hex is not None:
                begin_battle(self.data, s, run, order.side, order.hex, order.units, "continued")
            case "regroup":
                for unit in order.units:
                    run.emit(e.UnitRegrouped(unit=unit, where=free_column(self.data, s)))
            case "move_hq" if order.piece is not None:
                run.push(e.AskHqMarch(side=order.side, hq=order.piece))
            case "draw":
                run.push(e.AskDraw(side=order.side, deck=DECK_OF[order.side], count=1))
        return False

    def decided_by_card(self, s: State, order: OrderInHand, run: Step) -> bool:
        """Whether a card stands for the die: an arrest that fails, a squad that gathers."""
        if order.rolled:
            return True
        for card in order.cards:
            match self.data.op(card):
                case ArrestFails():
                    run.emit(e.ArrestTried(squad=order.piece or 0, arrested=False, card=card))
                    return True
                case OrganiseAs(die=face):
                    self.organise(s, order, face, run)
                    return True
        return False

    def begin_midnight(self, s: State, f: e.AskOrder, order: OrderInHand, run: Step) -> None:
        """Red units out of command when the clock passed 0:00, a fixed set, are tested (HEL-5.1-05, -R1 to -R5)."""
        run.become(replace(f, step="last_check" if order.midnights else "end"))
        if not order.midnights:
            return
        out = [
            unit
            for where, units in board_of(s).at["red"].items()
            if is_hex(where) and status(self.data, s, "red", where) == "out"
            for unit in units
        ]
        for _ in range(order.midnights):
            run.push(e.AskMidnight(side="red", units=tuple(sorted(out))))

    def chance(self, s: State, f: e.AskOrder) -> Roll | None:
        order = in_hand(s)
        if f.step != "execute":
            return None
        return die(s, DICE[order.kind], order.side, order.hex or order.vertex or order.piece or "")

    def then(self, s: State, f: e.AskOrder, answer: e.Pay | e.Rolled, run: Step) -> None:
        order = in_hand(s)
        if isinstance(answer, e.Pay):
            self.pay(s, order, run, answer.points)
            return
        face = answer.dice[0]
        match order.kind:
            case "morale":
                self.raise_morale(s, face, run)
            case "recruit":
                table = self.data.orders.recruit
                self.place(s, order, table.rows, face + tikkurila_modifier(self.data, s, table.tikkurila), run)
            case "deploy":
                waiting = first_reserve(self.data, s, "german")
                column = int(waiting[1].partition(".")[2]) if waiting else 1
                plus = self.data.reserve_modifier[column - 1]
                self.place(s, order, self.data.orders.deploy.rows, face + plus, run)
            case "arrest":
                self.arrest(s, order, face, run)
            case "organise":
                near = any(units_of(s, "red", cell) for cell in self.data.ground.touching[order.vertex or ""])
                self.organise(s, order, face + (self.data.orders.organise.red_near if near else 0), run)
            case "form":
                self.form(s, order, face, run)

    def raise_morale(self, s: State, face: int, run: Step) -> None:
        """Tikkurila and flags modify; up to below the casualties or to the top (HEL-7.1-01, -02, -R1)."""
        table = self.data.orders.morale
        lost = len(self.data.ground.flags) - len(flags_with_red(self.data, s))
        total = face + tikkurila_modifier(self.data, s, table.tikkurila) + lost * table.per_flag_without_red_unit
        squares = min(row_of(table.rows, total).up, morale_room(s))
        run.emit(e.MoraleTried(total=total, squares=squares))
        if squares:
            run.emit(e.MarkerMoved(track="morale", square=s.tracks["morale"] - squares))

    def place(self, s: State, order: OrderInHand, rows: tuple[ResultRow, ...], total: int, run: Step) -> None:
        """A new unit nowhere, in direct command or in command (HEL-7.2-02, HEL-9.2-01, -02); by night 1 less."""
        total += self.data.orders.night if is_night(self.data, s) else 0
        placement = row_of(rows, total).result
        run.emit(e.PlacementRolled(side=order.side, total=total, placement=placement))
        if placement != "none":
            run.push(e.AskPlacement(side=order.side, placement=placement))

    def arrest(self, s: State, order: OrderInHand, face: int, run: Step) -> None:
        """The activity square and cards modify; success takes the squad for good (HEL-7.5-02, -03, -R1)."""
        total = face + self.data.activity_arrest[s.tracks["activity"]]
        for card in (*order.cards, *s.effects):
            match self.data.op(card):
                case ArrestDie(bonus=bonus) | Arrests(bonus=bonus):
                    total += bonus
        arrested = row_of(self.data.orders.arrest.rows, total).result == "arrested"
        run.emit(e.ArrestTried(squad=order.piece or 0, arrested=arrested, total=total))
        if arrested and s.tracks["activity"]:
            run.emit(e.MarkerMoved(track="activity", square=s.tracks["activity"] - 1))

    def organise(self, s: State, order: OrderInHand, total: int, run: Step) -> None:
        """A squad there, at a neighbouring symbol, or nowhere (HEL-8.1-02, -03, -R1, -R2)."""
        result = row_of(self.data.orders.organise.rows, total).result
        vertex = self.data.ground.vertex_steps[order.vertex or ""].get(result)
        if vertex is None or vertex not in self.data.ground.symbols or not vertex_is_free(s, vertex):
            run.emit(e.SquadTried(total=total))
        else:
            squad = min(number for number, where in s.squads.items() if where == "reserve")
            run.emit(e.SquadTried(total=total, squad=squad, vertex=vertex))

    def form(self, s: State, order: OrderInHand, face: int, run: Step) -> None:
        """A unit, if the die is not above the squads that touch the hex (HEL-8.2-01, -02)."""
        cell = order.hex or ""
        squads = squads_touching(self.data, s, cell)
        for card in order.cards:
            match self.data.op(card):
                case FormSquads(more=more):
                    squads += more
        unit = units_of(s, "white", "reserve")[0] if face <= squads else None
        run.emit(e.UnitFormed(hex=cell, touching=squads, unit=unit))


DICE: dict[OrderKind, e.RollPurpose] = {
    "morale": "morale",
    "recruit": "recruit",
    "deploy": "deploy",
    "arrest": "arrest",
    "organise": "organise",
    "form": "form",
}


class CommandTest(HelsinkiPoint[e.AskCommandTest]):
    """HEL-6.4: a die above the distance to the next place in command, or a 6; cards first."""

    def arrive(self, s: State, f: e.AskCommandTest, run: Step) -> bool:
        if f.step == "die":
            return True
        run.become(replace(f, step="die"))
        ask_window(run, "ooc", allies(tested_side(s)))
        return False

    def chance(self, s: State, f: e.AskCommandTest) -> Roll | None:
        return die(s, "command", f.side, f.unit)

    def then(self, s: State, f: e.AskCommandTest, answer: e.Rolled, run: Step) -> None:
        where = s.units[f.unit].where
        away = test_distance(self.data, s, f.side, where)
        passed = answer.dice[0] == 6 or (away is not None and answer.dice[0] > away)
        of_order = s.order is not None and f.unit in s.order.untested
        run.emit(e.CommandTested(unit=f.unit, passed=passed, away=away))
        run.pop()
        if not passed and not of_order:
            run.push(e.AskLosses(side="red", hex=where, disordered=(f.unit,)))


def places(d: Data, s: State, f: e.AskPlacement) -> Iterator[tuple[str]]:
    yield from ((cell,) for cell in placement_hexes(d, s, f.side, f.placement))


class Placement(HelsinkiPoint[e.AskPlacement]):
    """HEL-7.2-03, -04, -R2, HEL-9.2-03, -04, -R2: the hex of the new unit; without a legal one nothing is placed."""

    def arrive(self, s: State, f: e.AskPlacement, run: Step) -> bool:
        if placement_hexes(self.data, s, f.side, f.placement):
            return True
        run.pop()
        return False

    place = unbarred(
        e.PlaceUnit, over=places, outside="HEL-7.2-03, HEL-9.2-04: a hex where the status holds, without enemies"
    )

    def then(self, s: State, f: e.AskPlacement, answer: e.PlaceUnit, run: Step) -> None:
        waiting = first_reserve(self.data, s, f.side)
        assert waiting is not None
        run.pop()
        run.emit(e.UnitPlaced(unit=waiting[0], hex=answer.hex))
