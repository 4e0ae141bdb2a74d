"""The component data, loaded and checked once: ground, set-up, charts, tracks, cards, and maps made of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from wardiary.core.data_files import data_digest, data_texts, parse
from wardiary.core.games.helsinki.battlefield import Battlefield, build_battlefield
from wardiary.core.games.helsinki.checks import STACK, breaches
from wardiary.core.games.helsinki.clock import TimeSquare, expand
from wardiary.core.games.helsinki.components import (
    BattleTable,
    CardsFile,
    CardTable,
    ChartsFile,
    MapFile,
    OrdersTable,
    SetupFile,
    SetupTable,
    TerrainExtra,
    TerrainTable,
    TracksFile,
)
from wardiary.core.games.helsinki.operations import Operation
from wardiary.events.errors import DataError
from wardiary.events.helsinki import DECKS, Deck, Side

__all__ = ["DECK_OF", "OWNER", "PACKAGE", "STACK", "Data", "Files", "load_data", "provenance"]

PACKAGE = "wardiary.core.games.helsinki"
OWNER: Mapping[Deck, Side] = {"GS": "german", "RS": "red", "WA": "white", "RE": "red"}
DECK_OF: Mapping[Side, Deck] = {"german": "GS", "red": "RS", "white": "WA"}
"""The deck that a side draws from in play."""

T = TypeVar("T", bound=Struct)


class Files(Struct, frozen=True, kw_only=True):
    """The five data files, each in its own shape."""

    map: MapFile
    setup: SetupFile
    charts: ChartsFile
    tracks: TracksFile
    cards: CardsFile


@dataclass(frozen=True, kw_only=True)
class Data:
    """Everything that is printed on map, charts and cards. Never changed."""

    digest: str
    replaced: Mapping[str, str]

    ground: Battlefield
    setup: SetupTable
    terrain: Mapping[str, TerrainTable]
    extra: TerrainExtra
    orders: OrdersTable
    battle: BattleTable

    time: tuple[TimeSquare, ...]
    midnights: tuple[int, ...]
    """Indexes of the 0:00 squares."""
    squares_a_casualty: int
    starts: Mapping[str, int]
    meurer: tuple[int, ...]
    headquarters: tuple[int, ...]
    tikkurila: tuple[int, ...]
    activity_points: tuple[int, ...]
    activity_arrest: tuple[int, ...]
    morale: tuple[int, ...]
    capacity: tuple[int, ...]
    reserve_modifier: tuple[int, ...]
    first_points: int
    secret_events: Mapping[int, int]
    """Red events drawn at set-up, by the number of players."""

    cards: Mapping[str, CardTable]
    decks: Mapping[Deck, tuple[str, ...]]
    """The cards of each deck, every copy, sorted."""

    def op(self, card: str) -> Operation:
        """What a card does."""
        return self.cards[card].op


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    parsed = parse(data_texts(PACKAGE), replaced)
    files = Files(
        map=_shape("map.toml", parsed, MapFile),
        setup=_shape("setup.toml", parsed, SetupFile),
        charts=_shape("charts.toml", parsed, ChartsFile),
        tracks=_shape("tracks.toml", parsed, TracksFile),
        cards=_shape("cards.toml", parsed, CardsFile),
    )
    if found := list(breaches(files)):
        raise DataError("; ".join(found))
    return _assemble(files, replaced)


def _shape(name: str, parsed: Mapping[str, Any], table: type[T]) -> T:
    try:
        return msgspec.convert(parsed[name], table)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `$")
        key = path.rstrip("`").lstrip(".") or "the file"
        raise DataError(f"{name}: {key}: {reason}") from error


def _assemble(files: Files, replaced: Mapping[str, str]) -> Data:
    tracks, time = files.tracks.tracks, expand(files.tracks.time)
    cards = {card.id: card for card in sorted(files.cards.card, key=lambda card: card.id)}
    secret = files.tracks.secret_events
    return Data(
        digest=data_digest(_content(files)),
        replaced=dict(replaced),
        ground=build_battlefield(files.map.map, files.map.tikkurila),
        setup=files.setup.setup,
        terrain=dict(files.charts.terrain.items()),
        extra=files.charts.terrain_extra,
        orders=files.charts.orders,
        battle=files.charts.battle,
        time=time,
        midnights=tuple(index for index, square in enumerate(time) if square.minutes == 0),
        squares_a_casualty=files.tracks.time.squares_a_casualty,
        starts={name: getattr(tracks.starts, name) for name in tracks.starts.__struct_fields__},
        meurer=tracks.meurer,
        headquarters=tracks.headquarters,
        tikkurila=tracks.tikkurila,
        activity_points=tracks.activity_points,
        activity_arrest=tracks.activity_arrest,
        morale=tracks.morale,
        capacity=files.tracks.reserve.capacity,
        reserve_modifier=files.tracks.reserve.modifier,
        first_points=files.tracks.command_points.first_initiative,
        secret_events={3: secret.three_players, 2: secret.two_players},
        cards=cards,
        decks={deck: tuple(c.id for c in cards.values() if c.deck == deck for _ in range(c.copies)) for deck in DECKS},
    )


def _content(files: Files) -> object:
    """What the digest covers: everything but the marks, whatever the order of the cards.

    The order of the set-up counts, as it numbers the pieces.
    """
    plain = msgspec.to_builtins(files)
    plain["cards"]["card"] = sorted(plain["cards"]["card"], key=lambda card: str(card["id"]))
    plain["setup"] = [plain["setup"], list(files.setup.setup.german_units), list(files.setup.setup.red_units)]
    return _without_marks(plain)


def _without_marks(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_marks(inner) for key, inner in value.items() if key != "fact"}
    return [_without_marks(inner) for inner in value] if isinstance(value, list | tuple) else value


def provenance(replaced: Mapping[str, str]) -> dict[str, str]:
    """For every key of every data table, as "file: table.key": "fact" or "reconstructed"."""
    marks: dict[str, str] = {}
    for name, content in parse(data_texts(PACKAGE), replaced).items():
        _mark(f"{name}: ", content, marks)
    return marks


def _mark(where: str, table: Mapping[str, Any], marks: dict[str, str]) -> None:
    facts = table.get("fact", ())
    for key, value in table.items():
        if key == "fact":
            continue
        if key == "card":
            for card in value:
                _mark(f"{where}card {card['id']}.", card, marks)
        elif isinstance(value, dict) and ("fact" in value or any(isinstance(v, dict) for v in value.values())):
            _mark(f"{where}{key}.", value, marks)
        else:
            marks[f"{where}{key}"] = "fact" if key in facts else "reconstructed"
