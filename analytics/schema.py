"""The tables of the archive: each column's type and meaning, written down once.

The SQL that makes the files, the columns that a diary fills and docs/archive.md all come from here. A change of a
table's columns or of their meaning raises `SCHEMA`; archives of another schema are rebuilt from their diaries.

Types are those that every engine reads: BIGINT, INTEGER, DOUBLE, VARCHAR, BOOLEAN, TIMESTAMP, lists and structs of
them.
"""

from dataclasses import dataclass
from functools import cached_property

__all__ = [
    "ALL_TABLES",
    "DRAWS",
    "GAMES",
    "ORDERS",
    "OUTCOMES",
    "PLAYERS",
    "POSITIONS",
    "RECORDS",
    "ROLLS",
    "SCHEMA",
    "TABLES",
    "WHATIF",
    "Column",
    "TableSchema",
]

SCHEMA = 1
"""Number of this schema; it stands in every manifest and in every Parquet file."""


@dataclass(frozen=True)
class Column:
    """A column. `spooled` is the type it is read with from the spool, `value` the SQL that makes it from that."""

    name: str
    type: str
    meaning: str
    spooled: str = ""
    value: str = "{}"

    @property
    def spool_type(self) -> str:
        """The DuckDB type of one value in the spool."""
        return self.spooled or self.type


@dataclass(frozen=True)
class TableSchema:
    """A table: what one row is, which columns tell rows apart, the columns in order."""

    name: str
    grain: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    note: str = ""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the columns in order."""
        return tuple(column.name for column in self.columns)

    @property
    def declarations(self) -> str:
        """The columns with their types, as CREATE TABLE wants them."""
        return ", ".join(f'"{column.name}" {column.type}' for column in self.columns)


_GAME = Column("game", "VARCHAR", "Id of the game, `tiny`.")
_GAME_ID = Column("game_id", "VARCHAR", "Id of the diary, from its header; the same in all tables.")
_N = Column("n", "BIGINT", "Number of the event in its diary; the header is 1. `show --at` takes it.")
_STEP = Column(
    "step",
    "BIGINT",
    "Number of the event that began the step: the order, roll or draw that this follows from; in the set-up its first "
    "outcome.",
)
_TURN = Column("turn", "INTEGER", "Turn in which the event happened, 0 before the first; a `began` counts to its own.")
_PHASE = Column("phase", "VARCHAR", "Phase in which it happened, NULL where the turn has none or none has begun.")
_TAG = Column("tag", "VARCHAR", "The event's tag, `tiny.march`.")
_ARGS = Column(
    "args", "VARCHAR", "The event's fields as a JSON object, without those at their default.", "JSON", "{}::VARCHAR"
)
_TAKEN_BACK = Column("taken_back", "BOOLEAN", "Whether the event is off the last line of play: taken back or fixed.")
_SOURCE = Column("source", "VARCHAR", "Where the values came from: `system`, `seed`, `typed` or `script`.")


def _happening(*own: Column, step: bool = False) -> tuple[Column, ...]:
    """The columns of an event: where it stands, its own, whether it survived."""
    place = (_N, _STEP) if step else (_N,)
    return (_GAME, _GAME_ID, *place, _TURN, _PHASE, *own, _TAKEN_BACK)


GAMES = TableSchema(
    "games",
    "one game, as its diary's last line of play left it",
    ("game_id",),
    (
        _GAME,
        _GAME_ID,
        Column("scenario", "VARCHAR", "Scenario, by name."),
        Column("options", "STRUCT(name VARCHAR, value VARCHAR)[]", "Options of the scenario that the header names."),
        Column("rules", "VARCHAR", "Rules version with which the game was begun."),
        Column("last_rules", "VARCHAR", "Rules version of the last sitting."),
        Column("data", "VARCHAR", "Digest of the component data with which the game was begun."),
        Column("own_data", "BOOLEAN", "Whether the diary embeds component data that is not the game's own."),
        Column("seats", "VARCHAR[]", "Seats, in the header's order."),
        Column("dice_source", "VARCHAR", "Source of the dice that the header declares."),
        Column(
            "written",
            "TIMESTAMP",
            "When the header was written, UTC; NULL for simulated games.",
            "VARCHAR",
            "TRY_CAST({} AS TIMESTAMPTZ) AT TIME ZONE 'UTC'",
        ),
        Column("from_position", "BOOLEAN", "Whether the game started from a written position instead of a set-up."),
        Column("events", "BIGINT", "Events in the diary: the number of the last one."),
        Column("decisions", "BIGINT", "Orders on the line of play."),
        Column("turns", "INTEGER", "Turn in which the line of play stands or ended."),
        Column("ended", "BOOLEAN", "Whether the game is decided."),
        Column("kind", "VARCHAR", "How it was decided, in the game's words; NULL while it is not."),
        Column("winners", "VARCHAR[]", "Seats that won: none in a draw, allies together; NULL while not decided."),
        Column("score", "INTEGER", "Score, where the rules count one."),
        Column("sealed", "BOOLEAN", "Whether the diary is sealed."),
        Column("last_h", "VARCHAR", "Chained hash of the diary's last block: equal ones are the same game."),
        Column("parent_id", "VARCHAR", "Id of the diary this one was forked from, NULL if it is no fork."),
        Column("parent_n", "BIGINT", "Number of the parent's event after which it left."),
        Column("fork_reason", "VARCHAR", "Why it was forked."),
        Column("take_backs", "INTEGER", "How often somebody took back."),
        Column("forced_take_backs", "INTEGER", "How many of these passed information that had been seen."),
        Column("fixes", "INTEGER", "How often a mistyped roll, draw or order was put right."),
        Column("taken_back_events", "BIGINT", "Events off the line of play, the records of the jumps among them."),
        Column("notes", "INTEGER", "Remarks."),
        Column("sittings", "INTEGER", "Sittings: 1 and how often the game was resumed."),
        Column("crashes", "INTEGER", "How often the rules failed on an answer, or a person said they wrongly refused."),
    ),
)
PLAYERS = TableSchema(
    "players",
    "one seat of one game",
    ("game_id", "seat"),
    (
        _GAME,
        _GAME_ID,
        Column("seat", "VARCHAR", "The seat."),
        Column("player", "VARCHAR", "Who sat there: `human`, or a computer player's name."),
        Column("decisions", "BIGINT", "Its orders on the line of play."),
        Column("won", "BOOLEAN", "Whether it is among the winners; NULL while the game is not decided."),
    ),
)
ORDERS = TableSchema(
    "orders",
    "one order of a seat",
    ("game_id", "n"),
    _happening(
        Column("seat", "VARCHAR", "Whose order it is; NULL where neither the order nor the frame it answers says so."),
        _TAG,
        _ARGS,
    ),
)
ROLLS = TableSchema(
    "rolls",
    "one roll of dice",
    ("game_id", "n"),
    _happening(
        Column("purpose", "VARCHAR", "What was rolled for, in the game's words."),
        Column("seat", "VARCHAR", "Who rolled."),
        Column("key", "VARCHAR", "Context of the roll: turn, impulse, place, as the game has it."),
        Column("nth", "INTEGER", "Ordinal among rolls of this purpose and key in the turn, from 1."),
        Column("sides", "INTEGER", "How many sides each die has."),
        Column("dice", "INTEGER[]", "What each die showed."),
        Column("pips", "INTEGER", "Their sum."),
        _SOURCE,
    ),
    note="Statistics about the dice themselves use all rolls; everything else those that were not taken back.",
)
DRAWS = TableSchema(
    "draws",
    "one draw of cards from a bag",
    ("game_id", "n"),
    _happening(
        Column("deck", "VARCHAR", "The bag."),
        Column("seat", "VARCHAR", "Who drew."),
        Column("shuffle", "INTEGER", "How often the bag had been refilled."),
        Column("cards", "VARCHAR[]", "The cards, in the order drawn."),
        _SOURCE,
    ),
)
OUTCOMES = TableSchema(
    "outcomes",
    "one outcome that the rules added",
    ("game_id", "n"),
    _happening(
        _TAG,
        Column("frame", "BOOLEAN", "Whether it is a frame, which only says what the game then waited for."),
        _ARGS,
        step=True,
    ),
    note="An outcome's order, roll or draw is the row with this `game_id` whose `n` is the outcome's `step`.",
)
POSITIONS = TableSchema(
    "positions",
    "one feature of one position: the start, the beginning of each turn, the end",
    ("game_id", "n", "feature"),
    (
        _GAME,
        _GAME_ID,
        Column("n", "BIGINT", "Number of the event after which it stands: a step's end, so that play can go on there."),
        Column("turn", "INTEGER", "Turn that is beginning, or in which the game ended."),
        Column("mark", "VARCHAR", "`turn`: a turn begins here; `end`: the game is decided."),
        Column("feature", "VARCHAR", "Name of the feature; each game says which it has."),
        Column("value", "BIGINT", "Its value."),
        _TAKEN_BACK,
    ),
    note="The views `positions_GAME` have a column for each feature.",
)
RECORDS = TableSchema(
    "records",
    "one event that is no part of the play: the header, notes, take-backs, fixes, sittings, crashes, the seal",
    ("game_id", "n"),
    (_GAME, _GAME_ID, _N, _TURN, _PHASE, _TAG, _ARGS),
)

WHATIF = TableSchema(
    "whatif",
    "one measure of one answer of a what-if question: a seat's share of the result, or a feature of the last position",
    ("question", "branch", "measure", "name"),
    (
        _GAME,
        _GAME_ID,
        Column("question", "VARCHAR", "Id of the question: the same game, moment, answers, players and seed have one."),
        Column("n", "BIGINT", "Number of the event after which it is asked; a step's end."),
        Column("asked", "VARCHAR", "What the game waited for there, in words."),
        Column("rules", "VARCHAR", "Rules version with which the futures were played."),
        Column("data", "VARCHAR", "Digest of the component data with which they were played."),
        Column("seed", "VARCHAR", "Master seed of the futures."),
        Column("players", "VARCHAR[]", "Who played them, `red=greedy`, in the order of the seats."),
        Column("futures", "INTEGER", "How many futures of each answer were played."),
        Column("branch", "INTEGER", "Number of the answer, from 1; 0 for all of them, weighed by their chances."),
        Column("answer", "VARCHAR", "The answer as a JSON object; NULL where `branch` is 0."),
        Column("words", "VARCHAR", "The answer as a person gives it, `roll 3 6`."),
        Column(
            "reading", "VARCHAR", "What the rules read of the dice, `2 hits`; NULL where the game says nothing of it."
        ),
        Column("recorded", "BOOLEAN", "Whether it is the answer that the diary has."),
        Column("weight", "DOUBLE", "Probability of the answer; NULL for an order."),
        Column("measure", "VARCHAR", "`result`: a seat's share of it; `feature`: a number of the last position."),
        Column("name", "VARCHAR", "The seat or the feature."),
        Column("mean", "DOUBLE", "Mean over the futures."),
        Column("low", "DOUBLE", "Lower end of its 95 % interval, Wilson's for shares and Student's for features."),
        Column("high", "DOUBLE", "Upper end."),
        Column("p10", "BIGINT", "Value of the feature that 10 % of the futures do not exceed; NULL for shares."),
        Column("p50", "BIGINT", "The same for 50 %."),
        Column("p90", "BIGINT", "The same for 90 %."),
        Column("difference", "DOUBLE", "Mean over pairs of equal luck of this answer less the recorded one."),
        Column("difference_low", "DOUBLE", "Lower end of its 95 % interval; NULL where the pairs cannot tell one."),
        Column("difference_high", "DOUBLE", "Upper end."),
    ),
    note="Only `whatif --archive` writes it: no diary gives these rows, so a rebuild keeps them.",
)

TABLES: tuple[TableSchema, ...] = (GAMES, PLAYERS, ORDERS, ROLLS, DRAWS, OUTCOMES, POSITIONS, RECORDS)
"""The tables that diaries give; each is one Parquet file of a part."""
ALL_TABLES: tuple[TableSchema, ...] = (*TABLES, WHATIF)
"""With the one that is added to by hand, a part of its own for each answer."""
