"""From a script, "an evening at a table", to a diary: whole and sealed when the game ends, or nothing at all.

The same script gives the same bytes: the diary's id is a hash of it, and no clock is read.
"""

from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import NoReturn

import msgspec

from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events.common import Crashed
from wardiary.events.errors import Refused, RulesFault, ScriptError, UsageError
from wardiary.events.kinds import Chance, Input
from wardiary.replay.answers import cards_drawn, decode_input, told_chance
from wardiary.replay.aside import free_name, written_aside
from wardiary.replay.beginning import Setting
from wardiary.replay.dice import Dice
from wardiary.replay.matching import choose
from wardiary.replay.script import Line, Script, at_line, read_script
from wardiary.replay.session import Session
from wardiary.replay.table import Table

__all__ = ["record", "record_script"]


def record(
    script: Path | str,
    out: Path | str,
    *,
    game: str | None = None,
    data: Mapping[str, str] | Path | None = None,
    force: bool = False,
) -> Session:
    """Play a script and write its diary, sealed if the game ended; the closed session, to look at.

    `game` is for scripts that do not name theirs, `data` replaces component data. Raises ScriptError naming the line,
    UsageError, DataError, FileExists unless `force`, Locked, WriteFailed; then no file is left, and an older one stays.
    """
    path = free_name(out, script, force=force)
    read = read_script(Path(script))
    if game and read.game and game != read.game:
        raise ScriptError(f"{read.path}: is a script of {read.game}, not of {game}")
    if not (game or read.game):
        raise ScriptError(f"{read.path}: names no game: begin it with a line such as `game: tiny`")
    return record_script(read, Table.lay(game or read.game, data), path, force=force)


def record_script(script: Script, table: Table, out: Path, *, force: bool = False) -> Session:
    """The same for a script that is read and a table that is laid."""
    with written_aside(out, force=force) as aside, _begin(script, table, aside) as session:
        player = _Player(script, session)
        for line in script.lines:
            player.play(line)
        player.play_on()
        if session.over:
            session.seal()
    return session


def _begin(script: Script, table: Table, path: Path) -> Session:
    made_of = (script.text, table.spec.id, table.spec.rules_version, table.data.digest)
    key = blake2b(msgspec.json.encode(made_of), digest_size=16, person=b"wardiary-script").hexdigest()
    setting = Setting(
        dice=_dice(script),
        seats=script.seats,
        scenario=script.scenario,
        options=script.options,
        id=key,
    )
    try:
        return Session.create(path, table, setting, sync="none")
    except UsageError as error:
        raise ScriptError(f"{script.path}: {error}") from None


def _dice(script: Script) -> Dice:
    source, _, seed = script.dice.partition(":")
    if source == "seed" and seed.strip():
        return Dice.seeded(seed.strip())
    if source != "script" or seed:
        raise ScriptError(f"{script.path}: dice: {script.dice!r} is neither `script` nor `seed:N`")
    return Dice.answered("script")


class _Player:
    """Gives a session what the lines say."""

    def __init__(self, script: Script, session: Session) -> None:
        self._path, self._session = script.path, session
        self._codec = session.table.spec.fold.codec

    def play_on(self) -> None:
        """What needs no line: computer players, and keyed dice."""
        try:
            self._session.play_on()
        except RulesFault as error:
            raise self._fault("", error) from error
        except Refused as error:
            raise ScriptError(f"{self._path}: {error}") from error

    def play(self, line: Line) -> None:
        """One line. Raises ScriptError."""
        self.play_on()
        try:
            match line.verb:
                case "note":
                    self._session.note(line.text)
                case "take back" | "take back!":
                    self._session.take_back(forced=line.verb.endswith("!"))
                case "fix roll" | "fix draw":
                    self._fix(line)
                case _:
                    self._session.answer(self._answer(line, self._session.request))
        except RulesFault as error:
            raise self._fault(f", line {line.number}", error) from error
        except (Refused, UsageError) as error:
            raise at_line(self._path, line.number, str(error)) from error

    def _fault(self, where: str, error: RulesFault) -> RulesFault:
        """The script repeats the case, so no diary is kept for it."""
        case = self._session.log.events[-1]
        what = f"{case.exception} in {case.place}" if isinstance(case, Crashed) else str(error)
        return RulesFault(f"{self._path}{where}: the rules failed: {what}; the script repeats it, please send it in")

    def _answer(self, line: Line, request: Request) -> Input:
        """The answer that a line means, here."""
        if line.text.startswith("{"):
            return decode_input(self._codec, line.text, said=line.text)
        match request:
            case Over():
                raise UsageError("the game is over: no more answers")
            case Roll() | Draw():
                return self._told(line, request)
            case Choice():
                return self._order(line, request)

    def _order(self, line: Line, request: Choice) -> Input:
        session = self._session
        spec, data, state = session.table.spec, session.table.data, session.state
        asked = spec.words.ask(data, state, request)
        if line.verb:
            raise UsageError(f"{line.verb!r}, where an order is expected ({asked})")
        if line.seat not in request.seats:
            seats = " or ".join(request.seats)
            raise UsageError(f"{line.seat!r}, where {seats} is asked ({asked})")
        legal = session.legal(line.seat)
        names = [spec.words.name_order(data, state, order) for order in legal]
        return legal[choose(names, line.text, [spec.words.explain_order(data, state, order) for order in legal])]

    def _told(self, line: Line, request: Roll | Draw) -> Chance:
        """The roll or draw that a line tells."""
        verb = "roll" if isinstance(request, Roll) else "draw"
        if line.verb.removeprefix("fix ") != verb:
            asked = self._session.table.spec.words.ask(self._session.table.data, self._session.state, request)
            self._mismatch(line, verb, asked)
        table, log = self._session.table, self._session.log
        gone = cards_drawn(log.line(log.standing), request) if isinstance(request, Draw) else ()
        return told_chance(table, request, line.text, gone=gone, source="script")

    def _mismatch(self, line: Line, verb: str, asked: str) -> NoReturn:
        said = line.verb or f"an order of {line.seat}"
        raise UsageError(f"{said}, where `{verb} ...` is expected ({asked})")

    def _fix(self, line: Line) -> None:
        """The last roll, or the last draw, was mistyped."""
        session, log = self._session, self._session.log
        kind = self._codec.by_tag["rolled" if line.verb == "fix roll" else "drawn"]
        numbers = [n for n in log.inputs(log.standing) if isinstance(log.events[n - 1], kind)]
        if not numbers:
            raise UsageError(f"there is no {line.verb.removeprefix('fix ')} to fix")
        n = numbers[-1]
        request = session.rules.request(log.state_at(session.rules, log.end_before(n)))
        if not isinstance(request, Roll | Draw):
            raise UsageError(f"event {n} answers no roll or draw any more")
        carried = session.fix(n, self._told(line, request))
        if carried.stopped_at is not None:
            raise UsageError(
                f"with this the answer of event {carried.stopped_at} is not accepted any more: {carried.reason}"
            )
