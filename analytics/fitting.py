"""Fits the value of a position to how recorded games ended, on an archive or a folder of diaries.

A row is a position where a turn begins: its features and turn, and the share of the result that each seat got in the
end. A fifth of the games, picked by a hash of their ids, is held out first to say how good the fit is; the function
that is kept is then fitted on all of them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import blake2b
from math import fsum, log
from pathlib import Path

from msgspec import Struct

from wardiary.analytics.archive import Archive
from wardiary.analytics.engine import literal
from wardiary.events.common import Began
from wardiary.events.errors import UsageError
from wardiary.replay.appraisal import FORMAT, TURN, Appraisal, Bin, SeatFit, SeatQuality
from wardiary.replay.finding import find_diaries
from wardiary.replay.reading import open_reading
from wardiary.replay.regression import logistic, ridge_logistic, standards
from wardiary.replay.replay import Replay
from wardiary.replay.shares import result_shares
from wardiary.replay.table import Tables

__all__ = ["GAMES_LEAST", "RIDGE", "ROWS_MOST", "GameRows", "fit_appraisal", "games_in", "quality_of"]

RIDGE = 1.0
"""What the coefficients, of columns in standard deviations, are held back by."""
ROWS_MOST = 6_000
"""Positions of which more are thinned out, whole games at a time: plain Python fits so many in seconds."""
GAMES_LEAST = 20
_HELD_OUT = 5
"""One game of so many is held out."""
_BINS = 5
_EDGE = 1e-6
"""No probability is taken to be nearer to 0 or 1 than this, so that a log score is finite."""


class GameRows(Struct, frozen=True, kw_only=True):
    """One decided game: what it was played with and by whom, its positions (turn, features), each seat's share."""

    id: str
    game: str
    rules: str
    data: str
    players: tuple[str, ...]
    shares: Mapping[str, float]
    positions: tuple[tuple[int, Mapping[str, int]], ...]


def games_in(place: Path, game: str) -> Iterator[GameRows]:
    """The decided games of one kind in an archive, or in a folder of diaries; forks are left out.

    Raises UsageError, ArchiveError, DiaryError.
    """
    archive = Archive(place)
    yield from _of_archive(archive, game) if archive.exists() else _of_folder(place, game)


def _of_archive(archive: Archive, game: str) -> Iterator[GameRows]:
    told: dict[str, tuple[str, str]] = {}
    shares: defaultdict[str, dict[str, float]] = defaultdict(dict)
    players: defaultdict[str, list[str]] = defaultdict(list)
    asked = f"FROM results WHERE game = {literal(game)}"
    for key, rules, data, seat, player, share in archive.sql(
        f"SELECT game_id, rules, data, seat, player, result_share {asked} ORDER BY game_id, seat"
    ):
        told[key] = rules, data
        shares[key][seat] = float(share)
        players[key].append(f"{seat}={player}")
    found: defaultdict[str, dict[int, tuple[int, dict[str, int]]]] = defaultdict(dict)
    for key, n, turn, feature, value in archive.sql(
        "SELECT game_id, n, turn, feature, value FROM positions "
        f"WHERE game = {literal(game)} AND mark = 'turn' AND NOT taken_back ORDER BY game_id, n, feature"
    ):
        found[key].setdefault(n, (turn, {}))[1][feature] = value
    for key, (rules, data) in told.items():
        yield GameRows(
            id=key,
            game=game,
            rules=rules,
            data=data,
            players=tuple(players[key]),
            shares=shares[key],
            positions=tuple(found[key].values()),
        )


def _of_folder(place: Path, game: str) -> Iterator[GameRows]:
    tables = Tables()
    for path in find_diaries([place]):
        replay = Replay(path, table=open_reading(path, tables=tables, other_data=True)[1])
        header, table = replay.header, replay.table
        result = replay.states.at(replay.last).result
        if header.game != game or header.parent is not None or result is None:
            continue
        positions: list[tuple[int, Mapping[str, int]]] = []
        for n in _turns(replay):
            state = replay.state_at(n)
            if state.result is None:
                with replay.naming(n):
                    positions.append((state.turn, dict(table.spec.features(table.data, state))))
        yield GameRows(
            id=header.id,
            game=header.game,
            rules=header.rules,
            data=header.data,
            players=tuple(f"{seat}={player}" for seat, player in sorted(header.seats.items())),
            shares=result_shares(result, list(header.seats)),
            positions=tuple(positions),
        )


def _turns(replay: Replay) -> list[int]:
    """The steps' ends of the line of play in which a turn began."""
    ends = replay.step_ends
    began = [n for n, event, _ in replay.walk(taken_back=False) if isinstance(event, Began) and event.phase is None]
    return sorted({next(end for end in ends if end >= n) for n in began})


def fit_appraisal(games: Iterable[GameRows]) -> Appraisal:
    """The value of a position, fitted. The order of the games is of no account. Raises UsageError for too few."""
    chosen = _thinned(sorted(games, key=lambda one: one.id))
    if len(chosen) < GAMES_LEAST:
        raise UsageError(f"{len(chosen)} decided games are too few to fit a value on: give it {GAMES_LEAST} or more")
    held = [one for one in chosen if _number_of(one.id) % _HELD_OUT == 0]
    rest = [one for one in chosen if _number_of(one.id) % _HELD_OUT]
    if not held or not rest:
        raise UsageError(f"{len(chosen)} games are too few to hold some of them out: give it more")
    seats = sorted({seat for one in chosen for seat in one.shares})
    whole, tried = _Design(chosen, seats), _Design(rest, seats)
    kinds = Counter((one.rules, one.data) for one in chosen)
    rules, data = min(kinds, key=lambda kind: (-kinds[kind], kind))
    return Appraisal(
        format=FORMAT,
        game=chosen[0].game,
        rules=rules,
        data=data,
        players=tuple(sorted({player for one in chosen for player in one.players})),
        games=len(chosen),
        rows=len(whole.rows),
        held_out_games=len(held),
        held_out_rows=sum(len(one.positions) for one in held),
        ridge=RIDGE,
        columns=whole.columns,
        means=whole.means,
        spreads=whole.spreads,
        seats={seat: _seat_fit(seat, whole, tried, held) for seat in seats},
    )


def _number_of(key: str) -> int:
    return int.from_bytes(blake2b(key.encode(), digest_size=8, person=b"wardiary-fit").digest())


def _thinned(games: Sequence[GameRows]) -> list[GameRows]:
    """As many whole games as make at most `ROWS_MOST` rows, those of the least hashes."""
    kept: list[GameRows] = []
    rows = 0
    for one in sorted(games, key=lambda one: (_number_of(one.id), one.id)):
        rows += len(one.positions)
        if rows > ROWS_MOST and kept:
            break
        kept.append(one)
    return kept


class _Design:
    """Positions as rows of standardised columns; columns that never change are left out."""

    def __init__(self, games: Sequence[GameRows], seats: Sequence[str]) -> None:
        names = [TURN, *sorted({name for one in games for _, features in one.positions for name in features} - {TURN})]
        raw = [_raw(names, turn, features) for one in games for turn, features in one.positions]
        means, spreads = standards(raw) if raw else ([], [])
        used = [at for at, spread in enumerate(spreads) if spread > 0]
        self.columns = tuple(names[at] for at in used)
        self.means = tuple(means[at] for at in used)
        self.spreads = tuple(spreads[at] for at in used)
        self.rows = [[(row[at] - means[at]) / spreads[at] for at in used] for row in raw]
        self.shares = {seat: [one.shares.get(seat, 0.0) for one in games for _ in one.positions] for seat in seats}

    def fit(self, seat: str) -> tuple[float, list[float]]:
        """Intercept and weights of a seat. Raises UsageError when there is nothing to fit on."""
        if not self.rows:
            raise UsageError("the games have no positions with features to fit a value on")
        return ridge_logistic(self.rows, self.shares[seat], RIDGE)

    def standard(self, turn: int, features: Mapping[str, int]) -> list[float]:
        """Another position as a row of this design."""
        raw = _raw(self.columns, turn, features)
        return [(value - mean) / spread for value, mean, spread in zip(raw, self.means, self.spreads, strict=True)]


def _raw(names: Sequence[str], turn: int, features: Mapping[str, int]) -> list[float]:
    return [float(turn if name == TURN else features.get(name, 0)) for name in names]


def _seat_fit(seat: str, whole: _Design, tried: _Design, held: Sequence[GameRows]) -> SeatFit:
    intercept, weights = tried.fit(seat)
    told = [
        (logistic(intercept + sum(map(float.__mul__, weights, tried.standard(turn, features)))), one.shares[seat])
        for one in held
        if seat in one.shares
        for turn, features in one.positions
    ]
    mean = fsum(tried.shares[seat]) / len(tried.shares[seat])
    intercept, weights = whole.fit(seat)
    return SeatFit(intercept=intercept, weights=tuple(weights), quality=quality_of(told, mean))


def quality_of(told: Sequence[tuple[float, float]], mean: float) -> SeatQuality:
    """Scores of (predicted, observed) shares, beside those of predicting `mean` always."""
    if not told:
        raise UsageError("no held-out game has a position: give it more games")
    base = [(mean, observed) for _, observed in told]
    return SeatQuality(
        brier=_brier(told),
        brier_base=_brier(base),
        log_score=_log_score(told),
        log_score_base=_log_score(base),
        calibration=_calibration(told),
    )


def _brier(told: Sequence[tuple[float, float]]) -> float:
    return fsum((predicted - observed) ** 2 for predicted, observed in told) / len(told)


def _log_score(told: Sequence[tuple[float, float]]) -> float:
    terms = []
    for predicted, observed in told:
        chance = min(max(predicted, _EDGE), 1 - _EDGE)
        terms.append(-(observed * log(chance) + (1 - observed) * log(1 - chance)))
    return fsum(terms) / len(terms)


def _calibration(told: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    """Bins of equal width from 0 to 1, empty ones left out."""
    bins: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for predicted, observed in told:
        bins[min(int(predicted * _BINS), _BINS - 1)].append((predicted, observed))
    return tuple(
        Bin(
            rows=len(rows),
            predicted=fsum(predicted for predicted, _ in rows) / len(rows),
            observed=fsum(observed for _, observed in rows) / len(rows),
        )
        for _, rows in sorted(bins.items())
    )
