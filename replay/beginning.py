"""How a session begins: a new game with its header and set-up, or a diary opened to go on."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import msgspec

from wardiary.core.contract import Start
from wardiary.core.registry import codec_for as codec_of_game
from wardiary.events.codec import Codec
from wardiary.events.common import FORMAT, Header, Reseeded, Resumed
from wardiary.events.diary import DiaryWriter, SyncLevel, open_diary
from wardiary.events.errors import OtherData, Refused, RulesFault, UsageError, WardiaryError
from wardiary.events.kinds import Event
from wardiary.replay.aside import need_folder
from wardiary.replay.chance import ChanceSource
from wardiary.replay.dice import Dice, drop_secret, keep_aside, keep_secret, kept_secret, secret_path
from wardiary.replay.keeper import Keeper
from wardiary.replay.log import Log
from wardiary.replay.opening import embedded_files, embedded_in, table_of
from wardiary.replay.players import seated, seating
from wardiary.replay.standing import Standing, stand_at
from wardiary.replay.table import Table

__all__ = ["OpenedSession", "Setting", "begin", "begin_in_memory", "first_events", "open_again"]


@dataclass(frozen=True, kw_only=True)
class Setting:
    """What a new game is begun with; nothing given is the game's default, a person in each seat.

    `position` is a written State instead of a set-up, `written` the clock's time for the header (None: no clock), `id`
    names the game for ever (None: drawn by the operating system).
    """

    dice: Dice
    seats: Mapping[str, str] | None = None
    scenario: str | None = None
    options: Mapping[str, str] | None = None
    position: bytes | str | None = None
    written: str | None = None
    id: str | None = None


@dataclass(frozen=True, kw_only=True)
class OpenedSession:
    """What a session stands on."""

    table: Table
    keeper: Keeper
    dice: Dice
    standing: Standing
    warnings: tuple[str, ...] = ()


def begin(path: Path, table: Table, setting: Setting, *, sync: SyncLevel, block_steps: int) -> OpenedSession:
    """A new diary: header, embedded data, set-up. Nothing is left behind when it fails."""
    need_folder(path)
    header, first = first_events(table, setting)
    secret = setting.dice.secret
    if secret is not None:
        keep_secret(path, secret)
    try:
        writer = DiaryWriter.create(path, header, table.spec.fold.codec, sync=sync)
    except BaseException:
        if secret is not None:
            drop_secret(path)
        raise
    keeper = Keeper(Log(table.spec.fold.codec, path), writer, block_steps)
    try:
        return _begun(keeper, table, header, first, setting.dice)
    except BaseException:
        writer.close()
        path.unlink(missing_ok=True)
        if secret is not None:
            drop_secret(path)
        raise


def begin_in_memory(table: Table, setting: Setting) -> OpenedSession:
    """A new game without a diary."""
    header, first = first_events(table, setting)
    return _begun(Keeper(Log(table.spec.fold.codec), None), table, header, first, setting.dice)


def _begun(keeper: Keeper, table: Table, header: Header, first: list[Event], dice: Dice) -> OpenedSession:
    _write_first(keeper, table, header, first)
    standing = stand_at(table.rules, keeper.log, keeper.log.standing)
    return OpenedSession(table=table, keeper=keeper, dice=dice, standing=standing)


def open_again(
    path: Path,
    *,
    table: Table | None,
    told: ChanceSource | None,
    sync: SyncLevel,
    written: str | None,
    other_data: bool,
) -> OpenedSession:
    """A diary to go on with: torn tail cut, events read, a lost secret replaced.

    The new sitting is recorded with the first thing that is played or noted in it.
    """
    codec_for = partial(_codec, table) if table else codec_of_game
    writer = DiaryWriter.open(path, codec_for, sync=sync, settled=False)
    try:
        log = Log(writer.codec, path)
        for block in open_diary(path, codec_for).blocks(verify=writer.torn_tail is not None):
            log.add_block(block.events)
        log.need_ends()
        game = table.spec if table else None
        try:
            at = table_of(writer.header, embedded_in(log.events), game=game, other_data=other_data, path=path)
        except OtherData as error:
            raise OtherData(f"{error}, or `wardiary resume {path} --other-data` goes on with it") from None
        keeper = Keeper(log, writer)
        seated(at.spec, writer.header.seats)
        # Folded before anything is written or cut off: a diary that cannot be gone on with stays as it is.
        standing = stand_at(at.rules, log, log.standing)
        writer.settle()
        warnings = [*_recovered(writer), *_other_rules(at, writer.header, log)]
        resumed = Resumed(rules=at.spec.rules_version, data=at.data.digest, written=written)
        keeper.expect_sitting(resumed)
        dice, lost = _dice_again(path, keeper, told)
        return OpenedSession(table=at, keeper=keeper, dice=dice, standing=standing, warnings=(*warnings, *lost))
    except BaseException:
        writer.close()
        raise


def _codec(table: Table, _header: Header) -> Codec:
    return table.spec.fold.codec


def first_events(table: Table, setting: Setting) -> tuple[Header, list[Event]]:
    """The header of a new game and its set-up step. Raises UsageError, Refused, DataError, RulesFault."""
    start = table.start(setting.scenario, setting.options)
    spec = table.spec
    header = Header(
        format=FORMAT,
        id=secrets.token_hex(16) if setting.id is None else setting.id,
        game=spec.id,
        rules=spec.rules_version,
        data=table.data.digest,
        scenario=start.scenario,
        options=start.options,
        seats=seating(spec, start.scenario, setting.seats or {}),
        dice_source=setting.dice.declared,
        written=setting.written,
    )
    try:
        spec.fold.codec.admit(header)
    except msgspec.ValidationError as error:
        raise UsageError(f"the header would not be valid: {error}") from None
    return header, _set_up(table, start, setting.position)


def _set_up(table: Table, start: Start, position: bytes | str | None) -> list[Event]:
    try:
        if position is not None:
            return table.rules.set_up_position(position, start.scenario)[1]
        return table.rules.set_up(start)[1]
    except msgspec.MsgspecError as error:
        raise Refused(f"position: {error}") from None
    except WardiaryError:
        raise
    except Exception as error:
        raise RulesFault(
            f"the rules failed in the set-up of {start.scenario}: {type(error).__name__}: {error}"
        ) from error


def _write_first(keeper: Keeper, table: Table, header: Header, first: list[Event]) -> None:
    keeper.log.add_record(header)
    if embedded := embedded_files(table):
        keeper.log.add_block(embedded)
        if keeper.writer:
            keeper.writer.append(embedded)
    keeper.add_step(first, sync=True)
    keeper.flush()


def _recovered(writer: DiaryWriter) -> list[str]:
    if writer.recovery is None:
        return []
    tail, kept = writer.recovery.tail, writer.recovery.kept
    return [f"{tail.bytes} bytes at the end were never whole ({tail.reason}); they are kept in {kept.name}"]


def _other_rules(table: Table, header: Header, log: Log) -> list[str]:
    """Warnings when the last sitting was played with other rules or data."""
    sittings = [event for event in log.events if isinstance(event, Resumed)]
    rules, data = (sittings[-1].rules, sittings[-1].data) if sittings else (header.rules, header.data)
    found: list[str] = []
    if rules != table.spec.rules_version:
        found.append(f"played so far with rules {rules}, from here on with rules {table.spec.rules_version}")
    if data != table.data.digest:
        found.append(f"played so far with component data {data}, from here on with {table.data.digest}")
    return found


def _dice_again(path: Path, keeper: Keeper, told: ChanceSource | None) -> tuple[Dice, list[str]]:
    """The dice of the diary's last sitting; new ones, recorded, where their secret is lost."""
    header = keeper.log.events[0]
    assert isinstance(header, Header)
    changes = [event for event in keeper.log.events if isinstance(event, Reseeded)]
    declared = changes[-1].dice_source if changes else header.dice_source
    if declared.source != "system":
        return Dice.again(declared, told=told), []
    if declared.commit and (secret := kept_secret(path, declared.commit)):
        return Dice.system(secret), []
    aside = keep_aside(path)
    dice = Dice.system()
    assert dice.secret is not None
    keep_secret(path, dice.secret)
    keeper.add_record(Reseeded(dice_source=dice.declared), sync=True)
    held = f"held another secret and is now {aside.name}" if aside else "is lost"
    return dice, [f"{secret_path(path).name} {held}: from here on the dice come from a new secret"]
