"""What each event of Tiny writes."""

from wardiary.core.fold import evolve_table, nothing
from wardiary.core.games.tiny.state import SIDES, TinyState
from wardiary.core.kit.bag import add, take
from wardiary.events import tiny as e
from wardiary.events.codec import Codec

CODEC = Codec(e.VOCABULARY)


def place_company(s: TinyState, ev: e.CompanyPlaced) -> None:
    s.companies[ev.unit] = (ev.side, ev.milestone)


def fill_bag(s: TinyState, ev: e.BagFilled) -> None:
    s.bag = list(ev.cards)
    s.hands = dict.fromkeys(SIDES, ())


def draw(s: TinyState, ev: e.Drawn) -> None:
    for card in ev.cards:
        s.bag.remove(card)
    s.hands[ev.by] = add(s.hands[ev.by], *ev.cards)


def bid(s: TinyState, ev: e.Bid) -> None:
    s.bids[ev.by] = ev.card
    s.hands[ev.by] = take(s.hands[ev.by], ev.card)


def reveal(s: TinyState, _ev: e.BidsRevealed) -> None:
    s.bids, s.fought = {}, ()


def march(s: TinyState, ev: e.March) -> None:
    side, place = s.companies[ev.unit]
    s.companies[ev.unit] = (side, place + (1 if side == "red" else -1))
    s.marched = (*s.marched, ev.unit)


def end_march(s: TinyState, _ev: e.ColumnMarched) -> None:
    s.marched = ()


def end_battle(s: TinyState, ev: e.BattleFought) -> None:
    s.companies = {unit: where for unit, where in s.companies.items() if unit not in ev.units}
    s.fought = (*s.fought, ev.milestone)


EVOLVE = evolve_table(
    CODEC,
    {
        e.CompanyPlaced: place_company,
        e.BagFilled: fill_bag,
        e.Drawn: draw,
        e.Bid: bid,
        e.BidsRevealed: reveal,
        e.March: march,
        e.Halt: nothing,
        e.ColumnMarched: end_march,
        e.BattleFought: end_battle,
    },
)
