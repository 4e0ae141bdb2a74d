"""`play`, `resume`, `note`, `fix`: a game at the terminal, and what is written into its diary by hand."""

from datetime import UTC, datetime
from pathlib import Path

import click

from wardiary.cli.doors import door, json_option
from wardiary.cli.files import read_text
from wardiary.cli.fixing import carried_words, judged_fix
from wardiary.cli.output import fresh_line, print_json, print_text, say
from wardiary.cli.parameters import (
    EVENT,
    FILE,
    FOLDER,
    OPTION,
    SCENARIO,
    as_mapping,
    diary_argument,
    game_argument,
    seat_option,
)
from wardiary.cli.screen import Screen
from wardiary.cli.terminal import Conversation
from wardiary.core.registry import codec_for
from wardiary.core.words import counted
from wardiary.events.diary import DiaryWriter
from wardiary.events.errors import UsageError
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.remark import remark
from wardiary.replay.session import Session
from wardiary.replay.table import Table

__all__ = ["dice_named", "fix_command", "note_command", "play_command", "resume_command"]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def dice_named(text: str) -> Dice:
    """The dice that `system`, `seed:N` or `typed` means. Raises UsageError."""
    match text.partition(":"):
        case ("system", "", ""):
            return Dice.system()
        case ("typed", "", ""):
            return Dice.answered("typed")
        case ("seed", ":", seed):
            return Dice.seeded(seed)
    raise UsageError(f"no dice {text!r}; there are system, seed:N and typed")


@door(
    "play",
    examples=[
        "wardiary play tiny -o evening.diary",
        "wardiary play tiny -o evening.diary --seat blue=greedy --dice seed:1918",
        "wardiary play tiny -o table.diary --dice typed --open",
    ],
)
@game_argument
@click.option("-o", "--output", type=FILE, required=True, help="The diary to write; it must not exist yet.")
@seat_option
@click.option(
    "--dice",
    default="system",
    show_default=True,
    metavar="system|seed:N|typed",
    help="Secret dice, dice that can be repeated, or your own dice and cards, which you type in.",
)
@click.option("--scenario", type=SCENARIO, help="How the game starts; the game's first by default.")
@click.option(
    "--option", "options", type=OPTION, multiple=True, metavar="NAME=VALUE", help="An option of the scenario."
)
@click.option(
    "--from", "position", type=FILE, metavar="JSON", help="Start from a position that `show --format json` wrote."
)
@click.option("--data", type=FOLDER, metavar="DIR", help="Your own copies of the game's data files.")
@click.option(
    "--open",
    "open_hands",
    is_flag=True,
    help="Hide nothing: for one person, or a group that does not mind; `log` then numbers the events.",
)
def play_command(
    game: str,
    output: Path,
    seats: tuple[tuple[str, str], ...],
    dice: str,
    scenario: str | None,
    options: tuple[tuple[str, str], ...],
    position: Path | None,
    data: Path | None,
    open_hands: bool,
) -> None:
    """Play a game at the terminal and keep its diary.

    Shows the board and what is asked, and takes answers by name, by the beginnings of their words, or by number; `?`
    lists them, `help` explains the rest. Every answer is on the disk before the next question, so nothing is lost
    when the computer stops. `quit` leaves the table; `wardiary resume` goes on. When the game is over the diary is
    sealed.

    People who share a terminal are asked to pass it on where hands are hidden. Without a terminal the answers are
    read from stdin, a line each, and its end is `quit`; the first line that is not understood or refused ends the
    sitting. `wardiary games` lists the games with their seats, players, scenarios and options.
    """
    table = Table.lay(game, data)
    setting = Setting(
        dice=dice_named(dice),
        seats=as_mapping(seats, "seat"),
        scenario=scenario,
        options=as_mapping(options, "option"),
        position=read_text(position) if position else None,
        written=_now(),
    )
    with Session.create(output, table, setting) as session:
        _sit_down(session, output, open_hands)


@door("resume", examples=["wardiary resume evening.diary"])
@diary_argument
@click.option("--open", "open_hands", is_flag=True, help="Hide nothing; `log` then numbers the events.")
@click.option("--other-data", is_flag=True, help="Go on even if the game's data is not what the diary was begun with.")
def resume_command(file: Path, open_hands: bool, other_data: bool) -> None:
    """Go on with a game that was stopped.

    The game stands where its diary ends; seats, dice and data are those it was begun with. A glance leaves the diary
    as it is: the new sitting is written down with the first thing that is played or noted. What a crash left
    half-written at the end is kept aside, cut off, and said. `seal!` closes the diary of a game that nobody will end.
    """
    with Session.resume(file, written=_now(), other_data=other_data) as session:
        for warning in session.warnings:
            say(f"note: {warning}")
        _sit_down(session, file, open_hands, again=True)


def _sit_down(session: Session, file: Path, open_hands: bool, *, again: bool = False) -> None:
    """Play on until somebody leaves; say what was kept, whatever happens."""
    conversation = Conversation(session, Screen(), open_hands=open_hands)
    try:
        if again:
            conversation.recall()
        conversation.run()
    except KeyboardInterrupt:
        fresh_line()
        raise
    finally:
        if conversation.sealed:
            on = "" if session.over else f"; `wardiary fork {file} --at last -o OTHER` goes on from here"
            say(f"{file}: sealed, {counted(session.n, 'event')}{on}")
        else:
            say(f"{file}: {counted(session.n, 'event')} kept; `wardiary resume {file}` goes on")


@door("note", examples=['wardiary note evening.diary "Red thought for an hour."', "wardiary note evening.diary -"])
@diary_argument
@click.argument("text")
def note_command(file: Path, text: str) -> None:
    """Write a remark into a diary.

    The remark stands in the diary after its last event and is told when the game is replayed. A dash reads it from
    stdin. A sealed diary takes no more.
    """
    words = (read_text(Path("-")) if text == "-" else text).strip()
    if not words:
        raise UsageError("a note needs a text")
    noted = remark(words)
    with DiaryWriter.open(file, codec_for) as writer:
        if writer.recovery is not None:
            say(f"note: a torn end was cut off and kept in {writer.recovery.kept}")
        say(f"{file}: noted as event {writer.append([noted], sync=True)}")


@door(
    "fix",
    examples=[
        "wardiary fix table.diary --at 34 --set 'roll 3 6 2'",
        "wardiary fix table.diary --at 40 --set 'march 2'",
        """wardiary fix table.diary --at 34 --set '{"dice":[3,6,2]}'""",
    ],
)
@diary_argument
@click.option("--at", type=EVENT, required=True, metavar="N", help="The event that was mistyped.")
@click.option(
    "--set", "value", required=True, metavar="WORDS|JSON", help="What is right, in words, as JSON, or by its fields."
)
@click.option("--force", is_flag=True, help="Fix even what was not typed from a table.")
@json_option
def fix_command(file: Path, at: int, value: str, force: bool, as_json: bool) -> None:
    """Put right a die, card or order that was mistyped.

    Play goes back to before event N, the right value follows, and the later answers are given again as long as the
    rules accept them; where they no longer do, `resume` goes on from there. Nothing is rewritten: the diary shows the
    slip and that it was put right. Decisions that you regret are taken back by `undo` in play, not fixed.

    --set takes the words of the prompt and of scripts (`march 2`, `roll 3 6 2`, `draw 31`) or JSON. --at names the
    mistyped answer itself, as `wardiary replay --orders` numbers them. (For `fork --set` it names the state before.)
    """
    right = judged_fix(file, at, value, force=force)
    with Session.resume(file, written=_now()) as session:
        for warning in session.warnings:
            say(f"note: {warning}")
        carried = session.fix(at, right, forced=force)
    if as_json:
        print_json({"event": at, "answers": carried.answers, "stopped_at": carried.stopped_at, "why": carried.reason})
    else:
        print_text(carried_words(at, carried))
