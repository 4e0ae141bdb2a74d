"""Playing at a terminal: shows, asks, understands, and hands the answers to a session."""

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from wardiary.cli.answers import Answers
from wardiary.cli.fixing import carried_words, last_chance
from wardiary.cli.helping import CURTAIN, HELP_CURTAIN, HELP_OVER, help_words
from wardiary.cli.output import one_line, say
from wardiary.cli.screen import Screen
from wardiary.cli.telling import EVERYBODY, Teller, history, told_line, view_of
from wardiary.cli.undoing import moves_words, refusal_words, undone_words
from wardiary.core.players import HUMAN
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events.common import Drawn
from wardiary.events.errors import LimitExceeded, Refused, RulesFault, TakeBackRefused, UsageError
from wardiary.events.kinds import Input, Order
from wardiary.replay.answers import cards_drawn, read_answer, told_chance
from wardiary.replay.matching import choose, dice_example, dice_words, is_number
from wardiary.replay.session import Session

__all__ = ["Conversation"]

_LOG_LINES = 20
_RECALLED = 3
"""Lines of what happened last, for one who comes back."""
_IN_SCRIPTS = {"take back": "undo", "take back!": "undo!"}
"""What scripts call it too."""


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
        self._shown_for: tuple[str, int, str] | None = None
        """Seat, turn and phase for which it was shown; None when a computer player has moved since."""
        self._teller = Teller(session, self._viewers)
        self._commands: Mapping[str, Callable[[str], None]] = {
            "help": lambda _: self._help(),
            "board": lambda _: self._show_board(),
            "log": self._show_log,
            "undo": lambda _: self._undo(forced=False),
            "undo!": lambda _: self._undo(forced=True),
            "redo": lambda _: self._redo(),
            "fix": self._fix,
            "note": self._note,
            "quit": self._quit,
            "exit": self._quit,
            "seal": lambda _: self._seal(forced=False),
            "seal!": lambda _: self._seal(forced=True),
        }
        self.sealed = False

    def recall(self) -> None:
        """What game this is and where it stands, for people who come back to it: as much as all of them may know."""
        header, spec = self.session.header, self.session.table.spec
        seats = ", ".join(f"{seat} {player}" for seat, player in header.seats.items())
        dice = self.session.dice.declared.source
        self.screen.show(
            one_line(f"{spec.title}, {header.scenario}; {seats}; dice {dice}; last event {self.session.n}. Lately:")
        )
        self._show_history(self._viewers, _RECALLED)

    def run(self) -> None:
        """Play. Raises what a session raises; KeyboardInterrupt leaves the diary as it is."""
        if self.screen.interactive:
            self.screen.show("`?` lists the answers, `help` explains the rest, `quit` keeps the diary.")
        try:
            while True:
                while events := self.session.advance():
                    self._teller.hear(events)
                    if isinstance(events[0], Order):
                        self._shown_for = None
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
        viewer = self._welcome(seat, private=isinstance(request, Choice) or secret, secret=secret)
        self._show_board_for(request, seat)
        self._tell(viewer)
        at = self.session.n
        answers = self._answers(request, seat)
        self._show_request(request, seat, answers)
        while self.session.n == at:
            line = self.screen.read(">", [*answers.names, *self._commands])
            if line is None:
                raise _Left
            try:
                self._take(line, request, seat, answers)
            except (UsageError, Refused, LimitExceeded, RulesFault) as error:
                self._not_done(error)

    def _not_done(self, error: UsageError | Refused | LimitExceeded | RulesFault) -> None:
        """Say why; without a terminal name the line and give up."""
        if not self.screen.interactive:
            error.add_note(f"line {self.screen.lines_read} of the input")
            raise error
        say(str(error))
        if isinstance(error, RulesFault):
            self._teller.start_over()

    def _take(self, line: str, request: Request, seat: str, answers: Answers) -> None:
        """One line: a command, or an answer."""
        line = _IN_SCRIPTS.get(line, line)
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
            raise UsageError(f"{line!r} is none of undo, redo, fix, board, log, note, seal, quit, help")

    def _understood(self, line: str, request: Roll | Draw | Choice, seat: str, answers: Answers) -> Input:
        if line.startswith("{"):
            return read_answer(self.session.table, self.session.state, request, line)
        if isinstance(request, Choice):
            try:
                return self.session.legal(seat)[choose(answers.names, line, answers.explained)]
            except UsageError as error:
                if reason := self._barred(line, seat):
                    raise UsageError(f"{line!r} is refused: {reason}") from None
                command = get_close_matches(line.partition(" ")[0], self._commands, n=1, cutoff=0.7)
                raise UsageError(f"{error}{f' (or {command[0]}?)' if command else ''}") from None
        return self._told(line, request)

    def _barred(self, line: str, seat: str) -> str:
        """Why the rules refuse the order that was typed; empty where no order of just that name makes sense here."""
        spec, data, state = self.session.table.spec, self.session.table.data, self.session.state
        typed = line.casefold().split()
        for order, reason in self.session.rules.barred(state, seat):
            if spec.words.name_order(data, state, order).casefold().split() == typed:
                return reason
        return ""

    def _told(self, line: str, request: Roll | Draw) -> Input:
        """The roll or draw that a person typed."""
        log = self.session.log
        gone = cards_drawn(log.line(log.standing), request) if isinstance(request, Draw) else ()
        return told_chance(self.session.table, request, line, gone=gone, secret=self._is_secret(request))

    def _answers(self, request: Request, seat: str) -> Answers:
        """What may be typed here."""
        spec, data, state = self.session.table.spec, self.session.table.data, self.session.state
        if isinstance(request, Choice):
            legal = self.session.legal(seat)
            names = [spec.words.name_order(data, state, order) for order in legal]
            return Answers(names, [spec.words.explain_order(data, state, order) for order in legal])
        if isinstance(request, Draw) and not self._is_secret(request):
            cards = dict(zip(request.bag, self._titles(request), strict=True))
            return Answers([card if card == title else f"{card} {title}" for card, title in cards.items()])
        return Answers()

    def _titles(self, draw: Draw) -> list[str]:
        """The titles printed on the cards of the bag, their ids where the game has none."""
        spec = self.session.table.spec
        return [spec.words.card_title(self.session.table.data, draw.deck, card) for card in draw.bag]

    def _is_secret(self, request: Roll | Draw) -> bool:
        """Whether what comes of the request is for its seat's eyes only."""
        if isinstance(request, Roll) or self._viewers == [EVERYBODY]:
            return False
        spec = self.session.table.spec
        drawn = spec.fold.codec.by_tag["drawn"]
        assert issubclass(drawn, Drawn)
        sample = drawn(
            deck=request.deck,
            by=request.by,
            shuffle=request.shuffle,
            cards=request.bag[: request.count],
            source="typed",
        )
        others = [seat for seat in self.session.header.seats if seat != request.by]
        return any(spec.sight.redactions[drawn](self.session.state, sample, seat) != sample for seat in others)

    def _help(self) -> None:
        """With an order of this game as the example, one that the person at the screen may give now."""
        request = self.session.request
        orders = self._answers(request, request.seats[0]) if isinstance(request, Choice) else Answers()
        self.screen.show(HELP_OVER if self.session.over else help_words(orders.example()))

    # What is shown, and to whom

    def _viewer(self, seat: str) -> str:
        """Who looks when this seat is asked: it, if a person sits there, else whoever is at the screen."""
        return seat if seat in self._viewers else self._sitting or self._viewers[0]

    def _welcome(self, seat: str, *, private: bool, secret: bool) -> str:
        """Hand the screen over where it matters; who sits there then."""
        viewer = self._viewer(seat)
        changes = viewer != self._sitting
        shared = len(self._viewers) > 1
        if changes and private and shared and (secret or self._teller.has_secrets(self._viewers)):
            self._pass_to(viewer)
            self._teller.clear_screen()
            self._board = ""
        if changes and not private and self._sitting is not None:
            viewer = self._sitting
        self._sitting = viewer
        return viewer

    def _pass_to(self, seat: str) -> None:
        """A cleared screen until the person of this seat sits here; nobody orders anything meanwhile."""
        if not self.screen.interactive:
            return
        self.screen.clear()
        while (line := self.screen.read(f"Pass the screen to {seat}, who presses Enter.", CURTAIN)) != "":
            word, _, rest = (line or "quit").partition(" ")
            if word in ("quit", "exit"):
                raise _Left
            if word in ("help", "?"):
                self.screen.show(HELP_CURTAIN)
            elif word == "log" and (not rest or is_number(rest)):
                self._show_log(rest, self._viewers)
            else:
                say("only Enter, quit or help")
        self.screen.clear()

    def _tell(self, viewer: str) -> None:
        for line in self._teller.news(viewer):
            self.screen.show(one_line(line))

    def _show_board(self, *, only_if_new: bool = False) -> None:
        spec, viewer = self.session.table.spec, self._sitting or self._viewers[0]
        board = spec.words.board(self.session.table.data, view_of(self.session, viewer))
        if not only_if_new or board != self._board:
            self.screen.show(board)
            self.screen.warn_of_width(board)
        self._board = board

    def _show_board_for(self, request: Roll | Draw | Choice, seat: str) -> None:
        """The board when another seat, turn or phase is on, and not for dice and cards."""
        state = self.session.state
        now = (seat, state.turn, state.phase) if isinstance(request, Choice) else self._shown_for
        if not self._board or now != self._shown_for:
            self._show_board(only_if_new=True)
        self._shown_for = now

    def _show_request(self, request: Request, seat: str = "", answers: Answers | None = None) -> None:
        """What is asked, of whom among several, and the answers where they are few."""
        spec, others = self.session.table.spec, ""
        if isinstance(request, Choice) and len(request.seats) > 1:
            unseen = "" if self._viewers == [EVERYBODY] else ", unseen"
            others = f" ({' and '.join(one for one in request.seats if one != seat)} too{unseen})"
            request = msgspec.structs.replace(request, seats=(seat,))
        words = f"{one_line(spec.words.ask(self.session.table.data, self.session.state, request))}{others}"
        first, *more = (answers.at_once() if answers else []) or [""]
        if answers and len(answers.names) and not first and not more:
            first = f"  ({len(answers.names)} answers, ? lists them)"
        for line in (f"{words}{first}", *more):
            self.screen.show(line)

    def _list(self, word: str, request: Request, answers: Answers) -> None:
        if isinstance(request, Over):
            self.screen.show(HELP_OVER)
            return
        if isinstance(request, Roll):
            what = f"{request.purpose} ({request.key})" if request.key else request.purpose
            self.screen.show(f"{dice_words(request)} for {one_line(what)}, as they fell: {dice_example(request)}")
        if isinstance(request, Draw) and not answers.names:
            self.screen.show("the card that was drawn: its number, or the beginning of its title")
        for line in answers.listing(word):
            self.screen.show(line)
        if isinstance(request, Choice) and request.menu:
            self.screen.show("      and others, as lines that begin with {: this list is a choice of proposals")

    def _show_log(self, rest: str, viewers: Sequence[str] = ()) -> None:
        """The last of what has happened, as far as the viewer, or all of these, may know it."""
        if rest and not is_number(rest):
            raise UsageError(f"log {rest!r}: a number of lines is expected")
        self._show_history(viewers or [self._sitting or EVERYBODY], int(rest or _LOG_LINES))

    def _show_history(self, viewers: Sequence[str], most: int) -> None:
        """The last lines that all of these may know.

        One person against computers is a seat like any other: the computer's secrets are hidden from him as well.
        """
        is_open = all(viewer == EVERYBODY for viewer in viewers)
        for n, line in history(self.session, viewers)[-most:]:
            self.screen.show(told_line(n, line, numbered=is_open))

    # Commands that move the game or leave it

    def _undo(self, *, forced: bool) -> None:
        session, viewer = self.session, self._sitting or EVERYBODY
        stood = session.log.standing
        try:
            session.take_back(forced=forced)
        except TakeBackRefused as error:
            raise Refused(refusal_words(session, error, viewer)) from None
        self._undone.append(stood)
        left = self._only_on(stood, session.log.standing)
        self._moved(undone_words(session, left, viewer))
        self._teller.announce(lambda other: undone_words(session, left, other), but=viewer)

    def _redo(self) -> None:
        if not self._undone:
            raise UsageError("nothing was taken back just now")
        session, stood = self.session, self.session.log.standing
        # What was seen once may be seen again: that is no news.
        session.take_back(self._undone.pop(), forced=True)
        again = self._only_on(session.log.standing, stood)
        viewer = self._sitting or EVERYBODY
        self._moved(f"Played again: {moves_words(session, again, viewer)}.")
        self._teller.announce(lambda other: f"Played again: {moves_words(session, again, other)}.", but=viewer)

    def _only_on(self, one: int, other: int) -> list[int]:
        """The events on the line of play to event `one` that are not on that to `other`."""
        common = set(self.session.log.numbers(other))
        return [n for n in self.session.log.numbers(one) if n not in common]

    def _fix(self, rest: str) -> None:
        """Put right the last roll or draw."""
        n, request = last_chance(self.session)
        carried = self.session.fix(n, self._told(rest, request))
        self._moved(carried_words(n, carried, numbered=self._viewers == [EVERYBODY]))

    def _moved(self, words: str) -> None:
        """The state has jumped: say so and show where the game stands now."""
        self._teller.start_over()
        self.screen.show(one_line(words))
        self._show_board()

    def _note(self, text: str) -> None:
        if not text:
            raise UsageError("a note needs a text: `note Red attacks at last`")
        self.session.note(text)
        self.screen.show("Noted.")

    def _quit(self, _rest: str) -> None:
        raise _Left

    def _seal(self, *, forced: bool) -> None:
        if not (forced or self.session.over):
            raise UsageError(
                "seal for good with the game unfinished? Type seal!; to go on later you would have to fork. "
                "`quit` keeps the diary open"
            )
        self.session.seal()
        self.sealed = True
        raise _Left

    def _end(self, request: Over) -> None:
        """The game is over: the last word is the people's, who may want a decision back."""
        self._sitting = self._viewers[0]
        self._show_board()
        for viewer in self._viewers:
            self._tell(viewer)
        self._show_request(request)
        if not any(player == HUMAN for player in self.session.header.seats.values()):
            self._seal(forced=False)
        at = self.session.n
        while self.session.n == at:
            line = self.screen.read("Enter seals the diary; undo, note, log, quit leave it open >", [*self._commands])
            if not line:
                self._seal(forced=False)
            elif not self.screen.interactive and not self._is_command(line):
                say(f"the game is over: line {self.screen.lines_read} of the input and what follows it are not played")
                self._seal(forced=False)
            else:
                try:
                    self._take(line, request, "", Answers())
                except (UsageError, Refused) as error:
                    self._not_done(error)

    def _is_command(self, line: str) -> bool:
        return line.startswith("?") or line.partition(" ")[0] in self._commands
