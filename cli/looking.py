"""`show` and `replay`: a position, and a game told again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click
import msgspec

from wardiary.cli.doors import door, json_option
from wardiary.cli.output import one_line, print_json, print_text
from wardiary.cli.parameters import PLACE, SEAT, Place, diary_argument
from wardiary.cli.screen import Screen
from wardiary.cli.telling import told_line
from wardiary.core.state import encode_state
from wardiary.events.errors import UsageError
from wardiary.replay.narrate import need_seat, sentences
from wardiary.replay.replay import Replay

__all__ = ["replay_command", "show_command"]


F = TypeVar("F", bound=Callable[..., Any])


def _as_option(what: str) -> Callable[[F], F]:
    """`--as SEAT`: only what this seat may know."""
    return click.option("--as", "seat", type=SEAT, help=f"{what} only what this seat may know.")


@door(
    "show",
    examples=[
        "wardiary show evening.diary",
        "wardiary show evening.diary --at turn:3 --as red",
        "wardiary show evening.diary --at 120 --format json > position.json",
    ],
)
@diary_argument
@click.option("--at", type=PLACE, default=Place("last"), show_default=True, help="The event after which to look.")
@_as_option("Show")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "svg"]),
    default="text",
    show_default=True,
    help="A board, the whole state for a program (and for `play --from`), or a drawing.",
)
def show_command(file: Path, at: Place, seat: str | None, form: str) -> None:
    """Show the position after an event.

    An event is named by its number, `last`, or `turn:3` for the beginning of turn 3. A taken-back event shows what its
    players then saw. Without `--as` every hand is open; with it no number of the diary is told, as in `replay --as`.
    """
    replay = Replay(file)
    n = replay.number(at)
    spec, data, state = replay.table.spec, replay.table.data, replay.state_at(n)
    if seat:
        need_seat(spec, seat)
    if form == "svg" and spec.words.svg is None:
        raise UsageError(f"{spec.id} has no drawing; --format text shows its board")
    drawing, lines = "", [f"as {seat} sees it" if seat else f"after event {n} of {replay.last}"]
    with replay.naming(n):
        view = spec.sight.view(data, state, seat)
        if form == "svg" and spec.words.svg is not None:
            drawing = spec.words.svg(data, view)
        elif form == "text":
            lines.append(spec.words.board(data, view))
            if view.state.frames[-1:] == state.frames[-1:]:
                lines += _asked(replay, n, state, numbered=seat is None)
    if form == "json":
        print_json(view if seat else msgspec.Raw(encode_state(state)))
    elif form == "svg":
        click.echo(drawing)
    else:
        print_text("\n".join(lines))


def _asked(replay: Replay, n: int, state: Any, *, numbered: bool) -> list[str]:
    """What the game waits for after event `n`, as a line; none before the set-up is done.

    Inside a step it waits for nothing: the rules never stand between two outcomes, so they are not asked there.
    """
    if not (state.frames or state.result):
        return []
    if not (state.result or replay.is_between_steps(n)):
        return [f"inside a step{f', which ends with event {replay.nearest_step_ends(n)[1]}' if numbered else ''}"]
    return [one_line(replay.table.spec.words.ask(replay.table.data, state, replay.table.rules.request(state)))]


@door(
    "replay",
    examples=["wardiary replay evening.diary", "wardiary replay evening.diary --from turn:2 --to turn:3 --step"],
)
@diary_argument
@click.option("--from", "first", type=PLACE, help="Begin with this event.")
@click.option("--to", "last", type=PLACE, help="End with this event.")
@click.option("--step", is_flag=True, help="Wait for Enter after each event; b goes back, board shows the position.")
@_as_option("Tell")
@click.option("--orders", is_flag=True, help="Tell every small order too, by the number that `fix --at` wants.")
@click.option("--taken-back", is_flag=True, help="Tell what was taken back as well.")
@json_option
def replay_command(
    file: Path,
    first: Place | None,
    last: Place | None,
    step: bool,
    seat: str | None,
    orders: bool,
    taken_back: bool,
    as_json: bool,
) -> None:
    """Tell a game again, event by event.

    Each event that has something to tell is a line: its number, and what happened in the game's own words. Remarks,
    take-backs and fixes are told wherever they stand.

    With `--as` no numbers are told: gaps in them would tell of what the seat may not know, such as whether another
    was asked for a card. `--from turn:2` begins with a turn.
    """
    if step and as_json:
        raise UsageError("--step waits for a person, --json is for a program: give one of them")
    replay = Replay(file)
    begin = 1 if first is None else replay.number(first)
    end = replay.last if last is None else replay.number(last)
    if begin > end:
        raise UsageError(f"--from {begin} lies after --to {end}")
    told = sentences(replay, first=begin, last=end, seat=seat, taken_back=taken_back, orders=orders)
    if as_json:
        print_json([{"words": words} if seat else {"event": n, "words": words} for n, words in told])
    elif step:
        _step_through(replay, list(told), seat, Screen())
    else:
        for n, words in told:
            print_text(told_line(n, words, numbered=seat is None))


def _step_through(replay: Replay, told: Sequence[tuple[int, str]], seat: str | None, screen: Screen) -> None:
    """Back and forth with a person's finger on the Enter key; the end of the input ends it."""
    spec, data, at = replay.table.spec, replay.table.data, 0
    while 0 <= at < len(told):
        n, words = told[at]
        screen.show(told_line(n, words, numbered=seat is None))
        answer = screen.read("[Enter, b, board, q]")
        match answer:
            case "":
                at += 1
            case "b" | "back":
                at = max(at - 1, 0)
            case "board":
                state = replay.state_at(n)
                with replay.naming(n):
                    board = spec.words.board(data, spec.sight.view(data, state, seat))
                screen.show(board)
            case None | "q" | "quit":
                return
            case _:
                screen.show("Enter goes on, b goes back, board shows the position, q ends")
