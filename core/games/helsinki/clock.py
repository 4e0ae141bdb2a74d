"""The time track, square by square, made from its first and last square and the steps of day and night."""

from msgspec import Struct

from wardiary.core.games.helsinki.components import TimeTable

__all__ = ["TimeSquare", "expand", "minutes_of"]

_DAY = 24 * 60


class TimeSquare(Struct, frozen=True, gc=False):
    """A square of the track: "11 April", minutes after midnight, black (night) or not."""

    date: str
    minutes: int
    night: bool

    @property
    def clock(self) -> str:
        """The hour as printed."""
        return f"{self.minutes // 60}:{self.minutes % 60:02}"

    @property
    def label(self) -> str:
        """Date and hour."""
        return f"{self.date} {self.clock}"


def minutes_of(clock: str) -> int:
    """Minutes after midnight of "15:00". Raises ValueError."""
    hours, _, minutes = clock.partition(":")
    if not (hours.isdecimal() and minutes.isdecimal() and int(hours) < 24 and int(minutes) < 60):
        raise ValueError(f"{clock!r} is no hour like 15:00")
    return int(hours) * 60 + int(minutes)


def _moment(text: str) -> tuple[int, str, int]:
    """Day of the month, month, minutes of "11 April 15:00". Raises ValueError."""
    parts = text.split()
    if len(parts) != 3 or not parts[0].isdecimal():
        raise ValueError(f"{text!r} is no moment like 11 April 15:00")
    return int(parts[0]), parts[1], minutes_of(parts[2])


def expand(table: TimeTable) -> tuple[TimeSquare, ...]:
    """All squares. Raises ValueError when the track never comes to its last square."""
    day, month, minutes = _moment(table.first)
    last = _moment(table.last)
    day_first, day_last = minutes_of(table.day_first), minutes_of(table.day_last)
    night_first, night_last = minutes_of(table.night_first), minutes_of(table.night_last)
    squares: list[TimeSquare] = []
    while len(squares) <= 999:
        night = not day_first <= minutes <= day_last
        if night and not (minutes >= night_first or minutes <= night_last):
            raise ValueError(f"{minutes // 60}:{minutes % 60:02} belongs to neither day nor night")
        squares.append(TimeSquare(f"{day} {month}", minutes, night))
        if (day, month, minutes) == last:
            return tuple(squares)
        minutes += table.night_minutes if night else table.day_minutes
        day, minutes = day + minutes // _DAY, minutes % _DAY
    raise ValueError(f"the track never comes to {table.last}")
