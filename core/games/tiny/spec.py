"""Tiny's record in the contract: data, views, words, a player."""

from collections.abc import Mapping, Sequence

import msgspec

from wardiary.core.component_data import content_of, data_digest, load_files, provenance
from wardiary.core.contract import Choose, Decision, GameFold, GameRules, GameSight, GameSpec, GameWords, Scenario, View
from wardiary.core.games.tiny.evolve import CODEC, EVOLVE
from wardiary.core.games.tiny.rules import POINTS, hits_of, lead, set_up
from wardiary.core.games.tiny.state import SIDES, TinyData, TinyFiles, TinyState, at
from wardiary.core.kit.dealing import deal
from wardiary.core.requests import Choice, Request
from wardiary.core.sight import redaction_table
from wardiary.core.state import copy_state
from wardiary.core.words import Narrator, common_ask, common_narration, counted
from wardiary.events import tiny as e
from wardiary.events.errors import DataError
from wardiary.events.kinds import Event, Order


def at_all(s: TinyState, side: e.Seat) -> int:
    return sum(of == side for of, _ in s.companies.values())


def load_data(replaced: Mapping[str, str]) -> TinyData:
    """The table of tiny.toml. Raises DataError."""
    files = load_files(__package__, replaced, TinyFiles)
    table = files.tiny
    if len(table.cards) < 2 * table.turns:
        raise DataError(f"tiny.toml: cards: {len(table.cards)} cards are too few for {table.turns} turns")
    content = content_of(files, {})["tiny"]
    return TinyData(
        **msgspec.structs.asdict(table), digest=data_digest(content), replaced=replaced, provenance=provenance(files)
    )


class TinyView(View[TinyState], frozen=True, kw_only=True):
    """Public state, the own hand and bid; of the other hand its size, of the other bid whether it lies there."""

    hand_sizes: tuple[int, int]
    bids_made: tuple[str, ...]


def view(_d: TinyData, s: TinyState, seat: str | None) -> TinyView:
    """Another's hand, bid and the bag are known together, not apart: all three lie in the view's bag."""
    unseen = [
        card for side in SIDES if seat not in (side, None) for card in (*s.hands.get(side, ()), *_bid_of(s, side))
    ]
    seen = msgspec.structs.replace(
        s,
        hands={side: hand if seat in (side, None) else () for side, hand in s.hands.items()},
        bids={side: card for side, card in s.bids.items() if seat in (side, None)},
        bag=sorted((*s.bag, *unseen)),
    )
    sizes = tuple(len(s.hands.get(side, ())) for side in SIDES)
    return TinyView(seat=seat, state=seen, hand_sizes=(sizes[0], sizes[1]), bids_made=tuple(sorted(s.bids)))


def imagine(_d: TinyData, seen: TinyView, choose: Choose) -> TinyState:
    """The cards that lie together in the view's bag are dealt to the other's bid, his hand and the bag."""
    s = copy_state(seen.state)
    sizes = dict(zip(SIDES, seen.hand_sizes, strict=True))
    for side in SIDES:
        if seen.seat not in (side, None):
            bids, hand = int(side in seen.bids_made), sizes[side]
            bid, s.hands[side], bag = deal(s.bag, (bids, hand, len(s.bag) - bids - hand), choose)
            if bid:
                s.bids[side] = bid[0]
            s.bag = list(bag)
    return s


def _bid_of(s: TinyState, side: e.Seat) -> tuple[str, ...]:
    return (s.bids[side],) if side in s.bids else ()


def hide_bid(_s: TinyState, event: e.Bid, seat: str) -> Event:
    """A card bid face down is seen by its owner only."""
    return event if event.by == seat else msgspec.structs.replace(event, card="?")


REDACTIONS = redaction_table(
    CODEC,
    {e.Bid: hide_bid},
    open_to_all=(
        *(e.March, e.Halt, e.CompanyPlaced, e.BagFilled, e.BidsRevealed, e.ColumnMarched, e.BattleFought),
        *(e.AskDraw, e.AskBids, e.AskMarch, e.AskBattle),
    ),
)


def companies(units: Sequence[int]) -> str:
    """`company 3`, `companies 3, 4`."""
    return f"{'company' if len(units) == 1 else 'companies'} {', '.join(map(str, units))}"


def battle_lost(_d: TinyData, _s: TinyState, ev: e.BattleFought) -> str:
    lost = f"{companies(ev.units)} {'is' if len(ev.units) == 1 else 'are'} lost" if ev.units else "nobody is lost"
    return f"Battle at place {ev.milestone}: {lost}."


NARRATION: dict[type[Event], Narrator] = {
    **common_narration(CODEC),
    e.Bid: lambda d, s, ev: f"{ev.by} bids a card face down.",
    e.March: lambda d, s, ev: "",
    e.Halt: lambda d, s, ev: f"{s.frames[-1].side} halts.",
    e.CompanyPlaced: lambda d, s, ev: f"Company {ev.unit} of {ev.side} stands at place {ev.milestone}.",
    e.BagFilled: lambda d, s, ev: f"{len(ev.cards)} order cards go into the bag.",
    e.BidsRevealed: lambda d, s, ev: f"Red bid {ev.red}, blue {ev.blue}: {ev.first} marches first.",
    e.ColumnMarched: lambda d, s, ev: f"{ev.side} marches: {companies(ev.units)}.",
    e.BattleFought: battle_lost,
}


def ask(_d: TinyData, s: TinyState, request: Request) -> str:
    match request:
        case Choice(frame=e.AskBids(), seats=seats):
            return f"{' and '.join(seats)}: bid a card"
        case Choice(frame=e.AskMarch(side=side, points=points)):
            return f"{side}: march a company ({counted(points - len(s.marched), 'point')} left) or halt"
        case _:
            return common_ask(request)


def name_order(_d: TinyData, _s: TinyState, order: Order) -> str:
    match order:
        case e.Bid(by=by, card=card):
            return f"{by} bids {card}"
        case e.March(unit=unit):
            return f"march {unit}"
        case _:
            return "halt"


def board(d: TinyData, seen: TinyView) -> str:
    """A line a place, then the hand."""
    s = seen.state
    road = [
        f"{place}: " + "  ".join(f"{side} {' '.join(map(str, here))}" for side in SIDES if (here := at(s, place, side)))
        for place in range(1, d.places + 1)
    ]
    hands = [f"hand of {side}: {' '.join(hand)}" for side, hand in s.hands.items() if hand]
    return "\n".join([f"turn {s.turn} of {d.turns}", *road, *hands])


def faults(d: TinyData, s: TinyState) -> list[str]:
    cards = [*s.bag, *s.bids.values(), *(card for hand in s.hands.values() for card in hand)]
    return [
        *(f"card {card} is no card" for card in sorted(set(cards) - set(d.cards))),
        *(f"card {card} lies in two places" for card in sorted(set(cards)) if cards.count(card) > 1),
        *(f"company {unit} is off the road" for unit, (_, at) in s.companies.items() if not 1 <= at <= d.places),
        *(["too many turns"] if s.turn > d.turns else []),
    ]


def features(d: TinyData, s: TinyState) -> dict[str, int]:
    return {"lead": lead(d, s), "red": at_all(s, "red"), "blue": at_all(s, "blue")}


def value(d: TinyData, s: TinyState, seat: str) -> int:
    """Ground gained and companies left."""
    red = 100 * lead(d, s) + 150 * (at_all(s, "red") - at_all(s, "blue"))
    return max(-900, min(900, red if seat == "red" else -red))


def face_hits(d: TinyData, _s: TinyState, _roll: e.Rolled) -> tuple[int, ...]:
    """TINY-4: a die hits from a face up."""
    return tuple(hits_of(d, (face,)) for face in range(1, 7))


def greedy(decision: Decision) -> Order:
    """Bids its highest card and marches as far as it may, rearmost company first."""
    d, s = decision.data, decision.view().state

    def worth(order: Order) -> tuple[int, int]:
        match order:
            case e.Bid(card=card):
                return d.cards[card], int(card)
            case e.March(unit=unit):
                return 1, -s.companies[unit][1] if s.companies[unit][0] == "red" else s.companies[unit][1]
            case _:
                return 0, 0

    return max(decision.legal, key=worth)


SPEC: GameSpec[TinyState, TinyData, TinyView] = GameSpec(
    id="tiny",
    title="Tiny: two columns on one road",
    rules_version="1",
    scenarios={"road": Scenario(title="The road", seats=SIDES)},
    fold=GameFold(codec=CODEC, state=TinyState, evolve=EVOLVE),
    rules=GameRules(
        load_data=load_data,
        set_up=set_up,
        points=POINTS,
        faults=faults,
        readings={"battle": lambda d, _s, _roll, dice: counted(hits_of(d, dice), "hit")},
    ),
    sight=GameSight(view=view, redactions=REDACTIONS, reveals=frozenset({e.BidsRevealed}), imagine=imagine),
    words=GameWords(narration=NARRATION, ask=ask, name_order=name_order, board=board),
    features=features,
    value=value,
    players={"greedy": greedy},
    face_hits=face_hits,
)
