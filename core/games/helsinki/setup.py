"""3 Set-up: pieces are numbered Germans, Reds, Whites, in the order of the set-up file."""

from collections.abc import Iterator, Mapping

from wardiary.core.contract import Start
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import Step
from wardiary.core.games.helsinki.state import HelsinkiState
from wardiary.events import helsinki as e
from wardiary.events.helsinki import DECKS, TRACKS, Side

__all__ = ["NUMBER_OF_PLAYERS", "scenario_of", "set_up"]

NUMBER_OF_PLAYERS = {"three": 3, "two": 2}
"""Players of each scenario."""


def scenario_of(s: HelsinkiState) -> str:
    """The scenario of so many players."""
    return next(name for name, players in NUMBER_OF_PLAYERS.items() if players == s.players)


def set_up(d: Data, start: Start, run: Step) -> None:
    """HEL-3.1-01 to HEL-3.6-06; the secret events are drawn first of all, then the first initiative begins."""
    run.emit(e.GameBegan(players=NUMBER_OF_PLAYERS[start.scenario]))
    number = 1
    for side, where, count in _units(d):
        run.emit(e.UnitsPlaced(side=side, where=where, units=tuple(range(number, number + count))))
        number += count
    hqs: list[tuple[Side, str]] = [("german", vertex) for vertex in d.setup.german_hqs]
    hqs += [("red", cell) for cell in d.setup.red_hqs]
    for hq, (side, where) in enumerate(hqs, 1):
        run.emit(e.HqPlaced(hq=hq, side=side, where=where))
    run.emit(e.SquadsPlaced(squads=tuple(range(1, d.setup.white_squads + 1))))
    for track in TRACKS:
        run.emit(e.MarkerMoved(track=track, square=d.starts[track]))
    for deck in DECKS:
        run.emit(e.BagFilled(deck=deck, cards=d.decks[deck]))
    run.push(e.AskInitiative(side="german", step="deal"))


def _units(d: Data) -> Iterator[tuple[Side, str, int]]:
    """Side, place and number of units, place by place; the reserve fills its columns from the left (HEL-3.3-R2)."""
    yield from _standing("german", d.setup.german_units)
    yield "german", "meurer", d.setup.german_meurer
    yield from _standing("german", d.setup.german_tikkurila)
    waiting = d.setup.german_reserve
    for column, capacity in enumerate(d.capacity, 1):
        if waiting:
            yield "german", f"reserve.{column}", min(waiting, capacity)
            waiting -= min(waiting, capacity)
    yield from _standing("red", d.setup.red_units)
    yield from _standing("red", d.setup.red_tikkurila)
    yield "red", "reserve", d.setup.red_reserve
    yield "white", "reserve", d.setup.white_reserve


def _standing(side: Side, places: Mapping[str, int]) -> Iterator[tuple[Side, str, int]]:
    yield from ((side, where, count) for where, count in places.items())
