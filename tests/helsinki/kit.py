"""Positions, games with given dice, and tables for the tests of Helsinki 1918.

A position is drawn by sides: `position(red="2919 2, 2611 1", german="2918 3")` puts two Reds into 2919 and so on; all
other units wait in their boxes. A script says orders in words, dice and cards:
"move 0104 2; go 0203; 5; 3 4; draw RS01".
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from tests.scripted.game import ScriptedGame
from tests.scripted.tables import changed_data, clauses, replaced, rules_with

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.spec import SPEC
from wardiary.core.games.helsinki.state import Facing, HelsinkiState, Hq, Unit
from wardiary.core.state import copy_state
from wardiary.events import helsinki as e
from wardiary.events.helsinki import Side
from wardiary.events.kinds import Event, Frame

__all__ = [
    "DATA",
    "RULES",
    "SPEC",
    "Game",
    "Hands",
    "S",
    "changed_data",
    "clauses",
    "fight",
    "hand",
    "order",
    "position",
    "refuses",
    "replaced",
    "rules_with",
    "started",
    "sums",
]

DATA: Data = SPEC.rules.load_data({})
S = 3
"""South, as a direction of an attack."""
Hands = Mapping[Side, tuple[str, ...]]
RULES: Rules[HelsinkiState, Data] = Rules(SPEC, DATA)
ORDERS: dict[Side, type[Frame]] = {
    "german": e.AskGermanOrders,
    "red": e.AskRedOrders,
    "white": e.AskWhiteOrders,
}


@cache
def started(scenario: str = "three") -> tuple[HelsinkiState, tuple[Event, ...]]:
    """The state after set-up, and its events."""
    state, events = RULES.set_up(Start(scenario=scenario))
    return state, tuple(events)


def position(**drawn: Any) -> HelsinkiState:
    """A position in which `side` is about to give orders, with `points` of them; the other words as in `_drawn`."""
    return _drawn(**drawn)


def _drawn(
    *,
    german: str = "",
    red: str = "",
    white: str = "",
    german_hqs: str = "",
    red_hqs: str = "",
    squads: str = "",
    side: Side = "german",
    points: int = 6,
    time: int = 0,
    players: int = 3,
    battles: Mapping[str, tuple[Side, int]] | None = None,
    hands: Mapping[Side, tuple[str, ...]] | None = None,
    effects: tuple[str, ...] = (),
    tracks: Mapping[str, int] | None = None,
    frame: Frame | None = None,
    guard: bool = True,
    **fields: Any,
) -> HelsinkiState:
    """Units by side ("0104 3, 0203"), headquarters and squads by place, battles by hex (side, direction), tracks.

    With `guard` a Red unit is added in 2622, lest the game is over, where no Red stands in a flag hex.
    """
    if guard and not any(part.split()[0] in DATA.ground.flags for part in red.split(",") if part.strip()):
        red = f"{red}, 2622 1" if red else "2622 1"
    s = copy_state(started("three" if players == 3 else "two")[0])
    s.players, s.turn, s.active, s.points, s.effects = players, 5, side, points, effects
    s.scores = {"german": 3, "red": 3, "white": 0}
    s.units = _units({"german": german, "red": red, "white": white}, s.units)
    s.hqs = {n: Hq("german", vertex) for n, vertex in enumerate(german_hqs.split(), 1)}
    s.hqs |= {n: Hq("red", cell) for n, cell in enumerate(red_hqs.split(), 4)}
    s.red_hqs_destroyed = {"german": 3 - len(red_hqs.split()), "red": 0, "white": 0}
    s.squads = dict.fromkeys(range(1, 9), "reserve") | dict(enumerate(squads.split(), 1))
    s.facings = {cell: Facing(of, direction) for cell, (of, direction) in (battles or {}).items()}
    s.tracks = {**s.tracks, "time": time, "headquarters": 0, **(tracks or {})}  # type: ignore[dict-item]
    s.hands = {"german": (), "red": (), "white": (), **(hands or {})}
    for deck in s.bags:
        held = [card for hand in s.hands.values() for card in hand if card.startswith(deck)]
        held += [card for card in effects if card.startswith(deck)]
        left = list(DATA.decks[deck])
        for card in held:
            left.remove(card)
        s.bags[deck] = tuple(left)
    s.removed = tuple(card for card in effects if DATA.cards[card].remove)
    for card in effects:
        if not DATA.cards[card].remove:
            s.discards[card[:2]] = (*s.discards[card[:2]], card)  # type: ignore[index]
    for name, value in fields.items():
        setattr(s, name, value)
    base = e.AskInitiative(side=side, step="reshuffle" if side == "white" else "end")
    orders: Any = ORDERS[side]
    top: Any = frame if frame is not None else orders(side=side, at=1)
    s.frames = (base, top)
    s.forget()
    return s


def _units(drawn: Mapping[Side, str], all_units: Mapping[int, Unit]) -> dict[int, Unit]:
    units: dict[int, Unit] = {}
    for side, text in drawn.items():
        numbers = [number for number, unit in sorted(all_units.items()) if unit.side == side]
        places = [place for part in text.split(",") if part.strip() for place in [part.split()[0]] * _count(part)]
        places += _boxes(side, len(numbers) - len(places))
        units |= {number: Unit(side, place) for number, place in zip(numbers, places, strict=True)}
    return units


def _count(part: str) -> int:
    words = part.split()
    return int(words[1]) if len(words) > 1 else 1


def _boxes(side: Side, count: int) -> list[str]:
    if side != "german":
        return ["reserve"] * count
    box = min(3, count)
    count -= box
    columns = [f"reserve.{column}" for column, most in enumerate(DATA.capacity, 1) for _ in range(most)]
    return ["meurer"] * box + columns[:count]


ORDER_WORDS: dict[str, type[Any]] = {
    "move": e.Move,
    "attack": e.Attack,
    "regroup": e.Regroup,
    "hq": e.MoveHq,
    "deploy": e.Deploy,
    "draw": e.DrawCard,
    "morale": e.RaiseMorale,
    "recruit": e.Recruit,
    "arrest": e.Arrest,
    "organise": e.Organise,
    "form": e.Form,
    "done": e.Done,
    "pay": e.Pay,
    "go": e.March,
    "stay": e.Stay,
    "to": e.MarchHq,
    "hop": e.HopHq,
    "land": e.LandHq,
    "room": e.MakeRoom,
    "place": e.PlaceUnit,
    "play": e.PlayCard,
    "pass": e.Pass,
    "add": e.AddPoint,
    "exchange": e.Exchange,
    "shift": e.Shift,
    "retreat": e.Retreat,
    "test": e.TestUnit,
    "barricade": e.Barricade,
}
NUMBERS = {"count", "hq", "squad", "points", "columns", "unit"}


def order(text: str) -> Any:
    """An order in words: "move 0104 2", "go 0203", "go 0504 0404" (from), "done"."""
    word, *values = text.split()
    assert word in ORDER_WORDS, f"{text!r} is no order; there are {', '.join(ORDER_WORDS)}"
    kind = ORDER_WORDS[word]
    names = kind.__struct_fields__
    return kind(**{n: int(v) if n in NUMBERS else v for n, v in zip(names, values, strict=False)})


WORDS = {kind: word for word, kind in ORDER_WORDS.items()}


class Game(ScriptedGame[HelsinkiState, Data]):
    """A position being played; orders are made of their words, so that those that are not listed can be tried too."""

    RULES = RULES

    def order(self, line: str) -> Any:
        return order(line)

    def name(self, order: Any) -> str:
        values = [str(v) for n in order.__struct_fields__ if (v := getattr(order, n)) is not None]
        return " ".join([WORDS[type(order)], *values])

    def legal(self, word: str = "") -> list[str]:
        """Listed orders in words whose first word is this one."""
        return [text for text in super().legal(word) if text.split()[0] == word or not word]

    def at(self, cell: str) -> str:
        """Who stands in a hex: "german 2 red 1"."""
        sides = [unit.side for _, unit in sorted(self.state.units.items()) if unit.where == cell]
        return " ".join(f"{side} {sides.count(side)}" for side in dict.fromkeys(sides))

    def track(self, name: str) -> int:
        return self.state.tracks[name]  # type: ignore[index]


def refuses(state: HelsinkiState, text: str, clause: str) -> bool:
    """Whether an order is refused with a clause, and the state left as it was."""
    said = Game(state).reason(order(text)) or "accepted"
    assert clause in said, said
    return True


def fight(side: Side = "german", script: str = "", cell: str = "0404", **fields: Any) -> Game:
    """A battle in 0404: both sides in command, the Germans from the south."""
    start = {
        "german": f"{cell} 1",
        "red": f"{cell} 1, 2622 1",
        "german_hqs": f"{cell}E",
        "red_hqs": cell,
        "battles": {cell: ("german", S)},
    }
    s = position(**{**start, "side": side, **fields})
    return Game(s).play(f"attack {cell} 1").play(script)


def sums(game: Game) -> tuple[int, int]:
    event = game.last(e.BattleResolved)
    return event.attack, event.defence


def hand(**cards: Any) -> Hands:
    return cards  # type: ignore[return-value]
