"""12 Cards: the windows in which sides are asked for cards, and what a played card does."""

from wardiary.core.games.helsinki.charts import battle_terms, is_attacker, takes_part, terrain_value
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.operations import (
    ArrestDie,
    ArrestFails,
    Arrests,
    Barricades,
    CardBattle,
    CommandPoints,
    FormSquads,
    Modifier,
    Movement,
    NightRaid,
    Operation,
    OrganiseAs,
    PassTest,
    PlaceUnits,
    ShiftColumn,
    TerrainValue,
    TrackSteps,
)
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step
from wardiary.core.games.helsinki.phases.settling import settle
from wardiary.core.games.helsinki.queries import (
    enemies_at,
    friends_at,
    morale_room,
    night_now,
    room,
    squads_touching,
    status,
    tikkurila_control,
    units_of,
)
from wardiary.core.games.helsinki.state import board_of
from wardiary.core.points import Picks, unbarred
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side, Window

__all__ = [
    "CardWindow",
    "ask_window",
    "barricade_hexes",
    "battle_hexes",
    "expected_points",
    "in_turn",
    "is_playable",
    "place_hexes",
    "play_card",
    "playable_cards",
    "tested_side",
]


def ask_window(run: Step, window: Window, sides: tuple[Side, ...]) -> None:
    """Ask these sides in turn for cards of a window."""
    run.push(e.AskWindow(side=sides[0], window=window, later=sides[1:]))


def playable_cards(d: Data, s: State, f: e.AskWindow) -> list[tuple[str]]:
    """The different cards of a hand that may be played in this window now."""
    hand = dict.fromkeys(s.hands[f.side])
    return [(card,) for card in hand if is_playable(d, s, f.side, card, f.window)]


class CardWindow(HelsinkiPoint[e.AskWindow], Picks[State, Data, e.AskWindow]):
    """HEL-12.0-05, -06, -R1: a side plays cards of the window one at a time, then the next side is asked."""

    stop = e.Pass

    def conclude(self, s: State, f: e.AskWindow, run: Step) -> None:
        """Ask the next side, or go on without cards."""
        if f.later:
            run.become(e.AskWindow(side=f.later[0], window=f.window, later=f.later[1:]))
        else:
            run.pop()

    play = unbarred(
        e.PlayCard, over=playable_cards, outside="HEL-12.0-01, HEL-12.0-R6: a card of the hand that fits now"
    )
    no_card = unbarred(e.Pass)

    def picked(self, s: State, f: e.AskWindow, answer: e.PlayCard, run: Step) -> None:
        if isinstance(self.data.op(answer.card), PassTest):
            run.pop()
            run.pop()
        play_card(self.data, s, run, f.side, answer.card, f.window)


# May it be played?


def is_playable(d: Data, s: State, side: Side, card: str, window: Window) -> bool:
    """Whether a card of the hand fits this window now and can do something (HEL-12.0-01, -R6)."""
    table = d.cards[card]
    if table.window != window:
        return False
    if s.battle is not None and card in s.battle.cards:
        return False
    return _can_do(d, s, side, card, table.op)


def _can_do(d: Data, s: State, side: Side, card: str, op: Operation) -> bool:
    match op:
        case Modifier():
            return _can_modify(d, s, op)
        case TerrainValue():
            return _can_lower(d, s, op)
        case ShiftColumn(side=of):
            return _would_lose(d, s, of)
        case CardBattle():
            return bool(battle_hexes(d, s, side, card))
        case TrackSteps(track=track):
            if track == "morale":
                return morale_room(s) > 0
            return s.tracks["headquarters"] < len(d.headquarters) - 1
        case Movement() | NightRaid() | Arrests() | CommandPoints() | PlaceUnits() | Barricades():
            return _can_begin(d, s, card, op)
        case PassTest(side=of):
            return tested_side(s) == of
        case ArrestDie() | ArrestFails() | OrganiseAs() | FormSquads():
            return _can_help(d, s, card, op)


def _can_modify(d: Data, s: State, op: Modifier) -> bool:
    b, ground = s.battle, d.ground
    if b is None or not takes_part(s, b, op.side):
        return False
    if not (op.attack or op.dice if is_attacker(b, op.side) else op.defence):
        return False
    water = ground.water_distance.get(b.hex)
    return not (
        (op.in_command and status(d, s, op.side, b.hex) == "out")
        or (op.terrain and ground.terrain[b.hex] not in op.terrain)
        or (op.railway and b.hex not in ground.railways)
        or (op.water_within is not None and (water is None or water > op.water_within))
        or (op.meurer and not (s.landed or s.tracks["meurer"] > 0))
        or (op.squad and not squads_touching(d, s, b.hex))
        or (op.tikkurila_not is not None and tikkurila_control(d, s) == op.tikkurila_not)
    )


def _can_lower(d: Data, s: State, op: TerrainValue) -> bool:
    b = s.battle
    if b is None or b.side != op.side or b.hex in d.ground.box:
        return False
    fits = d.ground.terrain[b.hex] in op.terrain or (op.fort and b.hex in d.ground.forts)
    return fits and terrain_value(d, s, b) > op.least


def _would_lose(d: Data, s: State, side: Side) -> bool:
    """Whether a side defends and would lose with the present results."""
    b = s.battle
    if b is None or is_attacker(b, side) or not takes_part(s, b, side):
        return False
    attack, defence = battle_terms(d, s, b).results(*b.dice)
    return attack > defence


def _can_begin(d: Data, s: State, card: str, op: Operation) -> bool:
    """Cards that work for a while, or at the start of an initiative."""
    match op:
        case Movement(side=side):
            return s.active == side and card not in s.effects
        case CommandPoints(side=side, change=change):
            return s.active == side and (change > 0 or expected_points(d, s) > 0)
        case NightRaid():
            return s.active == "red" and night_now(d, s) and card not in s.effects
        case Arrests():
            return s.active == "red" and bool(board_of(s).squad_at) and card not in s.effects
        case PlaceUnits():
            return s.active == "red" and bool(place_hexes(d, s, op))
        case _:
            return s.active == "red" and bool(barricade_hexes(d, s))


def _can_help(_d: Data, s: State, card: str, op: Operation) -> bool:
    """Cards for the die of the order in hand, one copy each."""
    if s.order is None or card in s.order.cards:
        return False
    kind = {"ArrestDie": "arrest", "ArrestFails": "arrest", "OrganiseAs": "organise", "FormSquads": "form"}
    return s.order.kind == kind[type(op).__name__]


def tested_side(s: State) -> Side:
    """Whose unit is being tested: of the order in hand, or at midnight a Red one."""
    return s.order.side if s.order is not None and s.order.untested else "red"


def expected_points(d: Data, s: State) -> int:
    """The command points of the active side, cards played so far included.

    A German's own die, Red's difference or die, White's square (HEL-4.3-04, HEL-4.4-04, HEL-4.5-01).
    """
    if s.active == "white":
        points = d.activity_points[s.tracks["activity"]]
    elif s.active == "german":
        points = s.scores["german"]
    elif d.time[s.tracks["time"]].date == d.time[0].date:
        points = abs(s.scores["red"] - s.scores["german"])
    else:
        points = s.scores["red"]
    for card in s.effects:
        match d.op(card):
            case CommandPoints(side=side, change=change) if side == s.active:
                points += change
    return max(0, points)


def place_hexes(d: Data, s: State, op: PlaceUnits) -> list[str]:
    """Hexes to which a card can bring a Red unit now: no enemies, room."""
    if not units_of(s, "red", "reserve") or (op.tikkurila and tikkurila_control(d, s) != "red"):
        return []
    ground = d.ground
    cells = [c for c in ground.land if ground.terrain[c] == "C" and ground.flags_near[c]] if op.near_flags else op.hexes
    return sorted(c for c in cells if not enemies_at(s, "red", c) and room(s, "red", c) > 0)


def barricade_hexes(d: Data, s: State) -> list[str]:
    """City hexes with Red and no enemy units that have no barricades yet."""
    board = board_of(s)
    return sorted(
        c for c in board.red if d.ground.terrain[c] == "C" and c not in board.allied and c not in s.barricades
    )


def battle_hexes(d: Data, s: State, side: Side, card: str) -> list[str]:
    """Hexes in which a card lets units of a side attack: both sides there, own units in command (HEL-13.0-R8)."""
    cells = sorted(s.facings)
    if d.cards[card].window == "after":
        fought = s.after
        if fought is None or is_attacker(fought, side) or card in fought.answered:
            return []
        cells = [fought.hex]
    return [
        cell
        for cell in cells
        if units_of(s, side, cell)
        and enemies_at(s, side, cell)
        and friends_at(s, side, cell)
        and status(d, s, side, cell) != "out"
        and not (cell in d.ground.box and night_now(d, s))
    ]


# What it does.


def play_card(d: Data, s: State, run: Step, side: Side, card: str, window: Window) -> None:
    """The card goes to its pile and works (HEL-12.0-02, -03); what it asks is pushed."""
    table = d.cards[card]
    run.emit(e.CardPlayed(card=card, side=side, pile="removed" if table.remove else "discard"))
    match table.op:
        case ShiftColumn(columns=columns):
            run.emit(e.ColumnShifted(side=side, columns=columns, card=card))
        case TrackSteps(track="morale", squares=squares):
            up = min(squares, morale_room(s))
            run.emit(e.MarkerMoved(track="morale", square=s.tracks["morale"] - up))
        case TrackSteps(squares=squares):
            square = min(s.tracks["headquarters"] + squares, len(d.headquarters) - 1)
            run.emit(e.MarkerMoved(track="headquarters", square=square))
        case Movement() | CommandPoints() | NightRaid() | Arrests():
            run.emit(e.CardEffectBegan(card=card))
        case PassTest(side=of):
            unit = s.order.untested[0] if s.order is not None and s.order.untested else _midnight_unit(run)
            run.emit(e.CommandTested(unit=unit, passed=True, card=card))
            assert s.units[unit].side == of
        case CardBattle():
            _begin_card_battle(s, run, side, card, window)
        case PlaceUnits(count=count):
            settle(run, side, victory=True)
            run.push(e.AskCardPlaces(side=side, card=card, count=count))
        case Barricades(count=count):
            run.push(e.AskBarricades(side=side, card=card, count=count))


def _midnight_unit(run: Step) -> int:
    frame = run.stack[-1]
    assert isinstance(frame, e.AskMidnight)
    assert frame.unit is not None
    return frame.unit


def _begin_card_battle(s: State, run: Step, side: Side, card: str, window: Window) -> None:
    """The battle, then the position is settled, then cards that answer it; between orders the flags are looked at."""
    if window == "own":
        settle(run, side, victory=True)
    active = s.active or side
    ask_window(run, "after", in_turn(active))
    settle(run, side, victory=False)
    cell = s.after.hex if window == "after" and s.after is not None else None
    run.push(e.AskCardBattle(side=side, card=card, hex=cell))


def in_turn(active: Side) -> tuple[Side, ...]:
    """All sides in the order of asking: the active one, then German, Red, White."""
    sides: tuple[Side, ...] = ("german", "red", "white")
    return (active, *(side for side in sides if side != active))
