"""How luck is printed: the ledger, the accounts of the seats, the value over the game, the swings, a fit."""

from collections.abc import Sequence

from wardiary.cli.measures import points_cell
from wardiary.cli.output import one_line, print_table, print_text
from wardiary.core.words import counted
from wardiary.replay.statistics import Estimate
from wardiary.replay.valuation.appraisal import Appraisal
from wardiary.replay.valuation.ledger import Account, Ledger
from wardiary.replay.valuation.luck import LuckReport, MomentLuck, PointValue

__all__ = ["print_fit", "print_ledger", "print_report", "sparkline"]

_BLOCKS = "▁▂▃▄▅▆▇█"
_BAR = 20
_WIDTH = 72
_RARE = 1e-4


def print_ledger(told: Ledger) -> None:
    """The accounts of dice and cards."""
    print_text("The ledger: what the dice gave, and what fair dice give")
    columns = (
        "seat",
        "purpose",
        "rolls",
        "pips",
        "expected",
        "so few or so many",
        "hits",
        "expected",
        "so few or many",
    )
    rows = [
        (
            one.seat,
            one.purpose,
            one.pips.rolls,
            *_account(one.pips),
            *(_account(one.hits) if one.hits else ("", "", "")),
        )
        for one in told.dice
    ]
    if rows:
        print_table(columns, rows, right=("rolls", "pips", "expected", "hits"))
    else:
        print_text("no dice were rolled")
    for deck in told.decks:
        again = f", shuffled {counted(deck.shuffles, 'time')} meanwhile" if deck.shuffles else ""
        print_text(f"{deck.seat} drew {counted(deck.cards, 'card')} from {deck.deck}{again}")


def _account(account: Account) -> tuple[str, str, str]:
    """Total, expected, and the chance of so few, or of so many."""
    few = account.luck < 0
    chance = account.at_most if few else account.at_least
    return (
        str(account.total),
        f"{account.expected:.1f}",
        f"{'<=' if few else '>='} {'< 0.01 %' if chance < _RARE else f'{100 * chance:.2f} %'}",
    )


def print_report(report: LuckReport, *, show_all: bool) -> None:
    """The values: accounts of the seats, the way over the game, the swings."""
    players = " ".join(f"{seat}={player}" for seat, player in report.players.items())
    how = (
        f"exact, everything enumerated, played by {players}"
        if not report.futures
        else f"{counted(report.futures, 'future')} of each position, played by {players}, seed {one_line(report.seed)}"
    )
    print_text(f"\nThe value of the game: {how}")
    for seat, used in (report.control or {}).items():
        left = f"{100 * used.variance_left:.0f} % of the variance is left"
        print_text(f"control variate for {seat}: factor {used.beta:.2f}, {left}")
    _print_seats(report)
    _print_course(report)
    _print_moments(report, show_all=show_all)


def _print_seats(report: LuckReport) -> None:
    """Each seat's account, in hundredths of a whole result."""
    rows = [
        ("value at the start", [_share(one.start) for one in report.seats]),
        ("+ luck", [_points(one.luck) for one in report.seats]),
        ("    own dice", [_points(one.own_dice) for one in report.seats]),
        ("    others' dice", [_points(one.other_dice) for one in report.seats]),
        ("    draws", [_points(one.draws) for one in report.seats]),
        ("+ own decisions", [_points(one.choices) for one in report.seats]),
        ("+ others' decisions", [_points(one.others) for one in report.seats]),
        ("= value at the end", [_share(one.end) for one in report.seats]),
        ("against the best tried", [_against(one.against_best, one.tried) for one in report.seats]),
    ]
    print_text()
    print_table(("of 100", *(one.seat for one in report.seats)), [(name, *cells) for name, cells in rows])


def _points(change: Estimate) -> str:
    """A change, in hundredths of a whole result; without an interval where it is known exactly."""
    return f"{100 * change.mean:+.1f}" if change.low == change.high else points_cell(change)


def _against(gain: Estimate | None, tried: int) -> str:
    return f"{_points(gain)} in {counted(tried, 'decision')}" if gain else ""


def _share(one: Estimate) -> str:
    if one.low is None or one.high is None or one.low == one.high:
        return f"{100 * one.mean:.1f}"
    return f"{100 * one.mean:.1f} ({100 * one.low:.1f} to {100 * one.high:.1f})"


def _print_course(report: LuckReport) -> None:
    """The first seat's value over the game: a line of blocks, and a row a turn with its band."""
    seat = report.seats[0].seat
    values = [point.shares[seat].mean for point in report.points]
    print_text(f"\nThe value for {seat} from the start to the end")
    print_text(sparkline(values, _WIDTH))
    rows = [(point.turn, point.n, _share(point.shares[seat]), _bar(point.shares[seat])) for point in _turns(report)]
    print_table(("turn", "event", f"{seat} of 100", "0 to 100"), rows, right=("turn", "event"))


def _turns(report: LuckReport) -> list[PointValue]:
    """The start and the last point of each turn."""
    last: dict[int, PointValue] = {}
    for point in report.points[1:]:
        last[point.turn] = point
    return [report.points[0], *last.values()]


def sparkline(values: Sequence[float], width: int) -> str:
    """Values from 0 to 1 as blocks, a value in between taken where there are more than fit."""
    count = min(len(values), width)
    picked = [values[at * (len(values) - 1) // max(count - 1, 1)] for at in range(count)]
    return "".join(_BLOCKS[min(max(int(value * len(_BLOCKS)), 0), len(_BLOCKS) - 1)] for value in picked)


def _bar(one: Estimate) -> str:
    """The interval as a line with the mean in it, from 0 to 1."""
    low = one.mean if one.low is None else one.low
    high = one.mean if one.high is None else one.high
    first, mean, last = (round(min(max(value, 0.0), 1.0) * _BAR) for value in (low, one.mean, high))
    cells = ["─" if first <= at <= last else "·" for at in range(_BAR + 1)]
    cells[mean] = "●"
    return "".join(cells)


def _print_moments(report: LuckReport, *, show_all: bool) -> None:
    shown = list(report.moments) if show_all else report.swings
    count = len(report.moments)
    if not shown:
        print_text(
            f"\nNo swing is sure: of {counted(count, 'moment')} none changed a value beyond what chance explains."
        )
        return
    title = "Every moment" if show_all else "Swings"
    print_text(f"\n{title}: {len(shown)} of {counted(count, 'moment')}, changes of 100")
    if report.futures and not show_all:
        print_text(f"(of moments that change nothing about {0.05 * count:.0f} would be listed by chance)")
    seats = [one.seat for one in report.seats]
    rows = [_moment(one, seats) for one in shown]
    print_table(("event", "turn", "", "seat", "what", *seats, "best other order tried"), rows, right=("event", "turn"))


def _moment(one: MomentLuck, seats: Sequence[str]) -> tuple[object, ...]:
    best = f"{one.against.best}: {_points(one.against.gain)}" if one.against else ""
    return one.n, one.turn, one.kind, one.seat, one.words, *(_points(one.change[seat]) for seat in seats), best


def print_fit(appraisal: Appraisal) -> None:
    """What was fitted, and how good it is."""
    print_text(
        f"{appraisal.game}: {counted(appraisal.games, 'game')}, {counted(appraisal.rows, 'position')}, "
        f"played by {', '.join(appraisal.players)}; logistic, ridge {appraisal.ridge:g}"
    )
    print_text(f"held out: {counted(appraisal.held_out_games, 'game')}, {counted(appraisal.held_out_rows, 'position')}")
    for seat, fit in appraisal.seats.items():
        quality = fit.quality
        print_text(
            f"\n{seat}: Brier score {quality.brier:.4f} (of the mean share {quality.brier_base:.4f}), "
            f"log score {quality.log_score:.4f} ({quality.log_score_base:.4f})"
        )
        rows = [(one.rows, f"{one.predicted:.3f}", f"{one.observed:.3f}") for one in quality.calibration]
        print_table(("positions", "predicted", "observed"), rows, right=("positions", "predicted", "observed"))
        weights = sorted(zip(appraisal.columns, fit.weights, strict=True), key=lambda pair: -abs(pair[1]))
        print_text("weights by standard deviation: " + ", ".join(f"{name} {weight:+.2f}" for name, weight in weights))
