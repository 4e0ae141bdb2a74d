"""`fork` and `diff`: a diary that goes on from another one, and where two part."""

from pathlib import Path

import click

from wardiary.cli.doors import door, force_option, json_option
from wardiary.cli.output import print_json, print_report, print_text, say
from wardiary.cli.parameters import DIARY, FILE, PLACE, Place, diary_argument
from wardiary.replay.diff import diff
from wardiary.replay.fork import fork

__all__ = ["diff_command", "fork_command"]


@door(
    "fork",
    examples=[
        "wardiary fork evening.diary --at 45 -o other.diary",
        "wardiary fork evening.diary --at 45 --set 'roll 6 6' -o lucky.diary",
        "wardiary fork evening.diary --at last --set 'red: bids 12' -o bold.diary",
        "wardiary fork evening.diary --at 45 --set 'roll 6 6' --keep-inputs -o lucky.diary",
    ],
)
@diary_argument
@click.option("--at", type=PLACE, required=True, help="The event to go on from: the state after it.")
@click.option(
    "--set", "answer", metavar="WORDS|JSON", help="Another answer to what is asked there; it is played at once."
)
@click.option("--keep-inputs", is_flag=True, help="Give the later answers again, as far as they fit.")
@click.option("-o", "--output", type=FILE, required=True, help="The new diary.")
@click.option("--reason", default="", help="Why, for the new diary's header.")
@force_option
@json_option
def fork_command(
    file: Path,
    at: Place,
    answer: str | None,
    keep_inputs: bool,
    output: Path,
    reason: str,
    force: bool,
    as_json: bool,
) -> None:
    """Begin a new diary from a moment of another.

    The new diary holds the line of play that led to event N, names its parent in its header, and is gone on with by
    `wardiary resume`. Play can go on only from the end of a step; another number is refused with the two nearest, and
    a remark's means where the game stood then. The dice go on as the parent's would have, where their seed or secret
    is known.

    --set takes the words of the prompt and of scripts (`bids 12`, `roll 3 6`, `draw 31`) or JSON. --at names the
    state before the answer: to give another answer in place of event 37, take the end of the step before it. (For
    `fix`, --at names the mistyped answer itself.)

    With --keep-inputs the game's later answers are given again, one changed or none, until one no longer fits; where
    and why is said. A roll keeps its dice by what it is for, when and where, so what the change does not touch stays as
    it was.
    """
    forked = fork(file, at, output, answer=answer, keep_inputs=keep_inputs, reason=reason, force=force)
    if as_json:
        print_json(forked)
        return
    played = f"; played: {forked.played}" if forked.played else ""
    print_text(f"{output}: goes on from event {forked.at} of {file}{played}")
    if forked.kept is not None:
        print_text(forked.kept.text())
    if forked.reseeded:
        say("note: the dice of the parent are secret and not at hand; the new diary has others")
    say(f"`wardiary resume {output}` goes on")


@door("diff", examples=["wardiary diff evening.diary other.diary"])
@click.argument("a", type=DIARY)
@click.argument("b", type=DIARY)
@json_option
def diff_command(a: Path, b: Path, as_json: bool) -> int:
    """Find the first event in which two diaries differ.

    Compares the lines of play, without what was taken back and without remarks: the headers, the first event that is
    not the same, field by field, and what the positions then differ in. The exit code is 1 when the games differ.
    """
    report = diff(a, b)
    print_report(report, as_json=as_json)
    return report.exit_code
