"""The fixed words of Helsinki 1918: sides, decks, tracks, windows, steps; bounds of its numbers."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events.kinds import CardId, Name

__all__ = [
    "DECKS",
    "SIDES",
    "TRACKS",
    "BattleKind",
    "BattleStep",
    "Cards",
    "Columns",
    "Deck",
    "Direction",
    "Effect",
    "Fate",
    "Hex",
    "InitiativeStep",
    "OrderKind",
    "OrderStep",
    "Path",
    "PieceId",
    "Pile",
    "Place",
    "Points",
    "Result",
    "RollPurpose",
    "Side",
    "Square",
    "TestStep",
    "Track",
    "UnitIds",
    "Vertex",
    "Window",
]

Side = Literal["german", "red", "white"]
Deck = Literal["GS", "RS", "WA", "RE"]
Track = Literal["time", "morale", "headquarters", "tikkurila", "meurer", "activity"]
Window = Literal["start", "own", "ooc", "arrest", "organise", "pre", "post", "after"]
Pile = Literal["discard", "removed"]
BattleKind = Literal["assault", "continued", "flank", "card"]
Effect = Literal["none", "retreat_1", "retreat_all", "disorder_1", "disorder_1_rest", "destroy_1", "destroy_1_rest"]
Fate = Literal["reserve", "destroyed"]
Result = Literal["none", "direct", "command"]
"""Of a deployment or recruitment: nothing, a place in direct command, a place in command."""

OrderKind = Literal[
    "move",
    "battle",
    "regroup",
    "move_hq",
    "draw",
    "deploy",
    "morale",
    "recruit",
    "arrest",
    "organise",
    "form",
]
InitiativeStep = Literal[
    "deal",
    "first",
    "roll_red",
    "roll_german",
    "start",
    "red_card",
    "landing",
    "landing_die",
    "tikkurila",
    "gift",
    "activity",
    "white_cards",
    "points",
    "orders",
    "reshuffle",
    "end",
]
OrderStep = Literal[
    "payment", "tests", "window", "execute", "settle", "after", "check", "midnight", "last_check", "end"
]
BattleStep = Literal["pre", "attack", "defence", "result", "german_shift", "red_shift", "effect", "return", "end"]
TestStep = Literal["window", "die"]
RollPurpose = Literal[
    "initiative",
    "landing",
    "command",
    "morale",
    "recruit",
    "deploy",
    "arrest",
    "organise",
    "form",
    "battle.attack",
    "battle.defence",
    "disorder",
]

SIDES: tuple[Side, ...] = ("german", "red", "white")
DECKS: tuple[Deck, ...] = ("GS", "RS", "WA", "RE")
TRACKS: tuple[Track, ...] = ("time", "morale", "headquarters", "tikkurila", "meurer", "activity")

PieceId = Annotated[int, Meta(ge=1, le=999)]
UnitIds = Annotated[tuple[PieceId, ...], Meta(max_length=64)]
Hex = Annotated[str, Meta(min_length=1, max_length=4)]
Vertex = Annotated[str, Meta(min_length=5, max_length=5)]
Place = Name
"""A hex, a vertex, or a box beside the map in lower case: "reserve", "reserve.3", "meurer", "lost", "arrested"."""
Path = Annotated[tuple[Hex, ...], Meta(max_length=16)]
Square = Annotated[int, Meta(ge=0, le=999)]
Points = Annotated[int, Meta(ge=0, le=99)]
Direction = Annotated[int, Meta(ge=0, le=5)]
Columns = Annotated[int, Meta(ge=-9, le=9)]
Cards = Annotated[tuple[CardId, ...], Meta(max_length=64)]
