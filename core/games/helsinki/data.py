"""The component data, loaded and checked once: ground, set-up, charts, tracks, cards, and maps made of them."""

from collections.abc import Mapping
from dataclasses import dataclass

from wardiary.core.component_data import Provenance, content_of, data_digest, load_files, provenance, refuse_faulty
from wardiary.core.games.helsinki.battlefield import Battlefield, build_battlefield
from wardiary.core.games.helsinki.checks import STACK, breaches, map_breaches
from wardiary.core.games.helsinki.clock import TimeSquare, expand
from wardiary.core.games.helsinki.components import (
    BattleTable,
    CardTable,
    Files,
    OrdersTable,
    SetupTable,
    TerrainExtra,
    TerrainTable,
)
from wardiary.core.games.helsinki.operations import Operation
from wardiary.events.helsinki import DECKS, Deck, Side

__all__ = ["DECK_OF", "OWNER", "PACKAGE", "STACK", "Data", "load_data"]

PACKAGE = "wardiary.core.games.helsinki"
OWNER: Mapping[Deck, Side] = {"GS": "german", "RS": "red", "WA": "white", "RE": "red"}
DECK_OF: Mapping[Side, Deck] = {"german": "GS", "red": "RS", "white": "WA"}
"""The deck that a side draws from in play."""


@dataclass(frozen=True, kw_only=True)
class Data:
    """Everything that is printed on map, charts and cards. Never changed."""

    digest: str
    replaced: Mapping[str, str]
    files: Files

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

    @property
    def provenance(self) -> Provenance:
        """For each file the mark of each datum."""
        return provenance(self.files)

    def op(self, card: str) -> Operation:
        """What a card does."""
        return self.cards[card].op


def load_data(replaced: Mapping[str, str]) -> Data:
    """The game's own files, those of `replaced` (file name -> TOML text) in their place. Raises DataError."""
    files = load_files(PACKAGE, replaced, Files)
    refuse_faulty(map_breaches(files))
    ground = build_battlefield(files.map.map, files.map.tikkurila)
    refuse_faulty(breaches(files, ground))
    return _assemble(files, ground, replaced)


def _assemble(files: Files, ground: Battlefield, replaced: Mapping[str, str]) -> Data:
    tracks, time = files.tracks.tracks, expand(files.tracks.time)
    cards = {card.id: card for card in sorted(files.cards.card, key=lambda card: card.id)}
    secret = files.tracks.secret_events
    return Data(
        digest=data_digest(_content(files)),
        replaced=dict(replaced),
        files=files,
        ground=ground,
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
    """What the digest covers. The order of the set-up counts, as it numbers the pieces."""
    content, setup = content_of(files, {"cards.card": "id"}), files.setup.setup
    content["setup"] = [content["setup"], list(setup.german_units), list(setup.red_units)]
    return content
