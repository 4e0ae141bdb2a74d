"""Playing at a terminal: shows, asks, understands, and hands the answers to a session."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

from wardiary.cli.answers import Answers
from wardiary.cli.fixing import carried_words, last_chance
from wardiary.cli.output import one_line, say
from wardiary.cli.screen import Screen
from wardiary.cli.telling import EVERYBODY, Teller, history, view_of
from wardiary.core.players import HUMAN
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events.common import Drawn
from wardiary.events.errors import LimitExceeded, Refused, RulesFault, UsageError
from wardiary.events.kinds import Frame, Input
from wardiary.replay.answers import read_answer
from wardiary.replay.chance import TypedSource, answer_chance
from wardiary.replay.matching import choose, is_number, parse_cards, parse_dice
from wardiary.replay.session import Session

__all__ = ["Conversation"]

_LOG_LINES = 20
_HELP = """\
An answer: its name, the beginnings of its words, or its number on the list: `march 3`, `m 3`, `#2`.
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
  seal         close the diary for good, here and now
  help         this"""


class _Left(Exception):
    """The person has left the table."""


class Conversation:
    """One sitting: plays until the game is sealed, somebody quits, or the input ends.

    With a terminal, what cannot be understood or is refused is asked again. Without one it ends the sitting by its
    error, for what a script meant next cannot be known; the diary keeps everything up to there.
    """

    def __init__(self, session: Session, screen: Screen, *, open_hands: bool = False) -> None:
        self.session, self.screen = session, screen
        people = [seat for seat, player in session.header.seats.items() if player == HUMAN]
        self._viewers: Sequence[str] = people if people and not open_hands else [EVERYBODY]
        self._sitting: str | None = None
        """Who is at the screen now."""
        self._undone: list[int] = []
        """Where play stood before each undo since the last answer."""
        self._board = ""
        """The board as it was last shown, empty when the screen was cleared since."""
        self._decision: Frame | None = None
        """The decision for which it was shown."""
        self._teller = Teller(session, self._viewers)
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": lambda _: screen.show(_HELP),
            "board": lambda _: self._show_board(),
            "log": self._show_log,
            "undo": lambda _: self._undo(forced=False),
            "undo!": lambda _: self._undo(forced=True),
            "redo": lambda _: self._redo(),
            "fix": self._fix,
            "note": self._note,
            "quit": self._quit,
            "exit": self._quit,
            "seal": self._seal,
        }
        self.sealed = False

    def run(self) -> None:
        """Play. Raises what a session raises; KeyboardInterrupt leaves the diary as it is."""
        if self.screen.interactive:
            self.screen.show("`?` lists the answers, `help` explains the rest, `quit` keeps the diary.")
        try:
            while True:
                while events := self.session.advance():
                    self._teller.hear(events)
                request = self.session.request
                if isinstance(request, Over):
                    self._end(request)
                else:
                    self._ask(request)
        except _Left:
            pass

    def _ask(self, request: Roll | Draw | Choice) -> None:
        """Ask until the request is met, or a command has moved the game elsewhere."""
        seat = request.seats[0] if isinstance(request, Choice) else request.by
        secret = not isinstance(request, Choice) and self._is_secret(request)
        self._welcome(seat, private=isinstance(request, Choice) or secret, secret=secret)
        self._show_board_for(request)
        at = self.session.n
        answers = self._answers(request, seat)
        self._show_request(request, answers.names)
        while self.session.n == at:
            line = self.screen.read(">", [*answers.names, *self._commands])
            if line is None:
                raise _Left
            try:
                self._take(line, request, seat, answers)
            except (UsageError, Refused, LimitExceeded, RulesFault) as error:
                if not self.screen.interactive:
                    raise
                say(str(error))
                if isinstance(error, RulesFault):
                    self._teller.start_over()

    def _take(self, line: str, request: Request, seat: str, answers: Answers) -> None:
        """One line: a command, or an answer."""
        word, _, rest = line.partition(" ")
        if not line:
            return
        if line.startswith("?"):
            self._list(line[1:].strip(), request, answers)
        elif word in self._commands:
            self._commands[word](rest.strip())
        elif not isinstance(request, Over):
            self._teller.hear(self.session.answer(self._understood(line, request, seat, answers)))
            self._undone.clear()
        else:
            raise UsageError(f"{line!r} is none of undo, board, log, note, seal, quit")

    def _understood(self, line: str, request: Roll | Draw | Choice, seat: str, answers: Answers) -> Input:
        if line.startswith("{"):
            return read_answer(self.session.table.spec.codec, request, line)
        if isinstance(request, Choice):
            try:
                return self.session.legal(seat)[choose(answers.names, line, answers.explained)]
            except UsageError as error:
                command = get_close_matches(line.partition(" ")[0], self._commands, n=1, cutoff=0.7)
                raise UsageError(f"{error}{f' (or {command[0]}?)' if command else ''}") from None
        return self._told(line, request)

    def _told(self, line: str, request: Roll | Draw) -> Input:
        """The roll or draw that a person typed."""
        source = TypedSource(
            lambda roll: parse_dice(line, roll),
            lambda draw: parse_cards(line, draw, self._titles(draw), secret=self._is_secret(draw)),
        )
        return answer_chance(self.session.table.spec.codec, source, request)

    def _answers(self, request: Request, seat: str) -> Answers:
        """What may be typed here."""
        spec, data, state = self.session.table.spec, self.session.table.data, self.session.state
        if isinstance(request, Choice):
            legal = self.session.legal(seat)
            names = [spec.name_order(data, state, order) for order in legal]
            return Answers(names, [spec.explain_order(data, state, order) for order in legal])
        if isinstance(request, Draw) and not self._is_secret(request):
            cards = dict(zip(request.bag, self._titles(request), strict=True))
            return Answers([card if card == title else f"{card} {title}" for card, title in cards.items()])
        return Answers()

    def _titles(self, draw: Draw) -> list[str]:
        """The titles printed on the cards of the bag, their ids where the game has none."""
        spec = self.session.table.spec
        return [spec.card_title(self.session.table.data, draw.deck, card) for card in draw.bag]

    def _is_secret(self, request: Roll | Draw) -> bool:
        """Whether what comes of the request is for its seat's eyes only."""
        if isinstance(request, Roll) or self._viewers == [EVERYBODY]:
            return False
        spec = self.session.table.spec
        drawn = spec.codec.by_tag["drawn"]
        assert issubclass(drawn, Drawn)
        sample = drawn(
            deck=request.deck,
            by=request.by,
            shuffle=request.shuffle,
            cards=request.bag[: request.count],
            source="typed",
        )
        others = [seat for seat in self.session.header.seats if seat != request.by]
        return any(spec.redactions[drawn](self.session.state, sample, seat) != sample for seat in others)

    # What is shown, and to whom

    def _viewer(self, seat: str) -> str:
        """Who looks when this seat is asked: it, if a person sits there, else whoever is at the screen."""
        return seat if seat in self._viewers else self._sitting or self._viewers[0]

    def _welcome(self, seat: str, *, private: bool, secret: bool) -> None:
        """Hand the screen over where it matters, and tell the news."""
        viewer = self._viewer(seat)
        changes = viewer != self._sitting
        shared = len(self._viewers) > 1
        if changes and private and shared and (secret or self._teller.has_secrets(self._viewers)):
            self.screen.pass_to(viewer)
            self._teller.clear_screen()
            self._board = ""
        if changes and not private and self._sitting is not None:
            viewer = self._sitting
        self._tell(viewer)
        self._sitting = viewer

    def _tell(self, viewer: str) -> None:
        for line in self._teller.news(viewer):
            self.screen.show(one_line(line))

    def _show_board(self, *, only_if_new: bool = False) -> None:
        spec, viewer = self.session.table.spec, self._sitting or self._viewers[0]
        board = spec.board(self.session.table.data, view_of(self.session, viewer))
        if not only_if_new or board != self._board:
            self.screen.show(board)
        self._board = board

    def _show_board_for(self, request: Roll | Draw | Choice) -> None:
        """The board once for each decision, however many answers it takes, and none for dice and cards."""
        decision = request.frame if isinstance(request, Choice) else self._decision
        if not self._board or decision != self._decision:
            self._show_board(only_if_new=True)
        self._decision = decision

    def _show_request(self, request: Request, names: Sequence[str] = ()) -> None:
        spec = self.session.table.spec
        words = one_line(spec.ask(self.session.table.data, self.session.state, request))
        count = f"  ({len(names)} answers, ? lists them)" if len(names) > 1 else ""
        only = f"  ({one_line(names[0])})" if len(names) == 1 else ""
        self.screen.show(f"{words}{count}{only}")

    def _list(self, word: str, request: Request, answers: Answers) -> None:
        if isinstance(request, Roll):
            self.screen.show(f"{request.count} dice of 1 to {request.sides}, as they fell: 3 6 2, or 362")
        if isinstance(request, Draw) and not answers.names:
            self.screen.show("the card that was drawn: its number, or the beginning of its title")
        for line in answers.listing(word):
            self.screen.show(line)
        if isinstance(request, Choice) and request.menu:
            self.screen.show("      and others: this list is a choice of proposals")

    def _show_log(self, rest: str) -> None:
        """The last of what has happened, as far as the viewer may know it."""
        if rest and not is_number(rest):
            raise UsageError(f"log {rest!r}: a number of lines is expected")
        for line in history(self.session, self._sitting or EVERYBODY)[-int(rest or _LOG_LINES) :]:
            self.screen.show(one_line(line))

    # Commands that move the game or leave it

    def _undo(self, *, forced: bool) -> None:
        stood = self.session.log.standing
        try:
            self.session.take_back(forced=forced)
        except Refused as error:
            raise Refused(f"{error.reason}; `undo!` does it all the same, and the diary says so") from None
        self._undone.append(stood)
        self._moved("Taken back.")
        self._teller.announce("Something was taken back.", but=self._sitting or EVERYBODY)

    def _redo(self) -> None:
        if not self._undone:
            raise UsageError("nothing was taken back just now")
        # What was seen once may be seen again: that is no news.
        self.session.take_back(self._undone.pop(), forced=True)
        self._moved("Played again.")

    def _fix(self, rest: str) -> None:
        """Put right the last roll or draw."""
        n, request = last_chance(self.session)
        carried = self.session.fix(n, self._told(rest, request))
        self._moved(carried_words(n, carried))

    def _moved(self, words: str) -> None:
        """The state has jumped: say so and show where the game stands now."""
        self._teller.start_over()
        self.screen.show(words)
        self._show_board()

    def _note(self, text: str) -> None:
        if not text:
            raise UsageError("a note needs a text: `note Red attacks at last`")
        self.session.note(text)
        self.screen.show("Noted.")

    def _quit(self, _rest: str) -> None:
        raise _Left

    def _seal(self, _rest: str) -> None:
        self.session.seal()
        self.sealed = True
        raise _Left

    def _end(self, request: Over) -> None:
        """The game is over: the last word is the people's, who may want a decision back."""
        for viewer in self._viewers:
            self._tell(viewer)
        self._sitting = self._viewers[0]
        self._show_board()
        self._show_request(request)
        if not any(player == HUMAN for player in self.session.header.seats.values()):
            self._seal("")
        at = self.session.n
        while self.session.n == at:
            line = self.screen.read("Enter seals the diary; undo, note, log, quit leave it open >", [*self._commands])
            if not line:
                self._seal("")
                return
            try:
                self._take(line, request, "", Answers())
            except (UsageError, Refused) as error:
                if not self.screen.interactive:
                    raise
                say(str(error))
