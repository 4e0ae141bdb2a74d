"""What `help` shows at the prompt: while the game goes on, when it is over, and between two people."""

__all__ = ["CURTAIN", "HELP_CURTAIN", "HELP_OVER", "help_words"]

_ANSWER = "An answer: its name, the beginnings of its words, or its number on the list"
_HELP = """\
A roll: what the dice show, `3 6 2` or `362`. A draw: the card's number or the beginning of its title.
A line that begins with { is an answer as it stands in a diary.

  ?            list the legal answers; `? WORD` those with this word
  board        the position as you may see it
  log          what happened lately; `log 50` the last fifty events
  undo         take back the last decision; `undo!` even past a roll, a draw or a card shown
  redo         take the last undo back
  fix ...      put right the last roll or draw that was typed: `fix 3 6 2`
  note TEXT    write a remark into the diary
  quit         stop here; `wardiary resume` goes on
  seal!        close the diary of an unfinished game for good
  help         this"""
HELP_OVER = """\
The game is over.

  Enter, seal  close the diary for good
  undo         take back the last decision; `undo!` even past a roll, a draw or a card shown
  redo         take the last undo back
  fix ...      put right the last roll or draw that was typed: `fix 3 6 2`
  board        the position
  log          what happened lately; `log 50` the last fifty events
  note TEXT    write a remark into the diary
  quit         leave the diary open; `wardiary resume` goes on
  help         this"""
CURTAIN = ("quit", "help", "log")
"""What may be typed while the screen is passed on."""
HELP_CURTAIN = """\
The next screen shows what only this seat may see: pass it on, and press Enter there.
`log` tells what all may know, `quit` stops here; `wardiary resume` goes on."""


def help_words(example: str) -> str:
    """What may be typed while the game goes on. `example` is an order in the ways in which it may be typed here."""
    return f"{_ANSWER}{f': {example}' if example else ''}.\n{_HELP}"
