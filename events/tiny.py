"""The events of Tiny, a game of our own: two columns on one road (see core/games/tiny)."""

from typing import Annotated, Literal

from msgspec import Meta

from wardiary.events import common
from wardiary.events.kinds import CardId, Count, Frame, Name, Order, Outcome, SeatFrame, SeatOrder

Seat = Literal["red", "blue"]
Companies = Annotated[tuple[Count, ...], Meta(max_length=16)]


class Rolled(common.Rolled, tag="rolled", kw_only=True):
    purpose: Literal["battle"]
    by: Seat


class Drawn(common.Drawn, tag="drawn", kw_only=True):
    deck: Literal["orders"]
    by: Seat


class Bid(SeatOrder, tag="tiny.bid", kw_only=True):
    by: Seat
    card: CardId


class March(Order, tag="tiny.march", kw_only=True):
    unit: Count


class Halt(Order, tag="tiny.halt", kw_only=True):
    pass


class CompanyPlaced(Outcome, tag="tiny.company_placed", kw_only=True):
    unit: Count
    side: Seat
    milestone: Count


class BagFilled(Outcome, tag="tiny.bag_filled", kw_only=True):
    cards: Annotated[tuple[Name, ...], Meta(max_length=64)]


class BidsRevealed(Outcome, tag="tiny.bids_revealed", kw_only=True):
    first: Seat
    red: CardId
    blue: CardId


class ColumnMarched(Outcome, tag="tiny.column_marched", kw_only=True):
    side: Seat
    units: Companies


class BattleFought(Outcome, tag="tiny.battle_fought", kw_only=True):
    """Once per contested place and turn; `units` are the companies lost, both sides'."""

    milestone: Count
    units: Companies


class AskDraw(Frame, tag="tiny.ask_draw", kw_only=True):
    pass


class AskBids(Frame, tag="tiny.ask_bids", kw_only=True):
    pass


class AskMarch(SeatFrame, tag="tiny.ask_march", kw_only=True):
    side: Seat
    points: Count


class AskBattle(Frame, tag="tiny.ask_battle", kw_only=True):
    """Red rolls first; `hits` are his (None: not rolled yet), then blue rolls and both lose at once."""

    hits: Count | None = None


ORDERS = (Bid, March, Halt)
OUTCOMES = (CompanyPlaced, BagFilled, BidsRevealed, ColumnMarched, BattleFought)
FRAMES = (AskDraw, AskBids, AskMarch, AskBattle)
VOCABULARY = (Rolled, Drawn, *ORDERS, *OUTCOMES, *FRAMES)
