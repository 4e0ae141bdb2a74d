"""Numbers that describe a position, for archives and search players."""

from collections.abc import Mapping

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.queries import flags_with_red, morale_level, spared_squares, tikkurila_control
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.games.helsinki.state import board_of, is_hex
from wardiary.events import helsinki as e

__all__ = ["features", "value"]


def features(d: Data, s: State) -> Mapping[str, int]:
    """Numbers of a position: clock, day of April, morale, tracks, pieces, flags."""
    board = board_of(s)

    def on_map(side: e.Side) -> int:
        return sum(len(units) for where, units in board.at[side].items() if is_hex(where))

    control = tikkurila_control(d, s)
    square = d.time[s.tracks["time"]]
    return {
        "clock": s.tracks["time"],
        "date": int(square.date.split()[0]),
        "night": int(square.night),
        "squares_left": spared_squares(d, s),
        "morale_level": morale_level(d, s),
        "morale_square": s.tracks["morale"],
        "red_flags": len(flags_with_red(d, s)),
        "red_units": on_map("red"),
        "german_units": on_map("german"),
        "white_units": on_map("white"),
        "red_lost": s.casualties,
        "german_lost": sum(unit.side == "german" and unit.where == "lost" for unit in s.units.values()),
        "white_lost": sum(unit.side == "white" and unit.where == "lost" for unit in s.units.values()),
        "red_hqs": sum(hq.side == "red" for hq in s.hqs.values()),
        "red_hqs_by_german": s.red_hqs_destroyed["german"],
        "red_hqs_by_white": s.red_hqs_destroyed["white"],
        "german_hqs": sum(hq.side == "german" for hq in s.hqs.values()),
        "squads": len(board.squad_at),
        "squads_arrested": sum(where == "arrested" for where in s.squads.values()),
        "activity": s.tracks["activity"],
        "headquarters_points": s.tracks["headquarters"],
        "tikkurila_points": s.tracks["tikkurila"],
        "tikkurila": 1 if control == "german" else -1 if control == "red" else 0,
        "meurer": s.tracks["meurer"],
        "landed": int(s.landed),
        "battles": len(s.facings),
    }


def value(d: Data, s: State, seat: str) -> int:
    """What Red has left, and how soon time is over; Germans and Whites think the opposite. Weights are set by hand."""
    numbers = features(d, s)
    red = (
        60 * (numbers["red_flags"] - 3)
        + 12 * numbers["red_hqs"]
        + 6 * (numbers["german_lost"] - numbers["red_lost"])
        - 8 * numbers["squares_left"]
        - 30 * numbers["tikkurila"]
    )
    red = max(-900, min(900, red))
    return red if seat == "red" else -red
