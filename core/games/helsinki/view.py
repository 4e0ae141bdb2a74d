"""What a seat may see, of a position and of an event (HEL-3.1-02, HEL-4.4-03, HEL-4.4-R4, HEL-12.0-02)."""

from collections import Counter
from typing import Annotated

import msgspec
from msgspec import Meta

from wardiary.core.contract import Choose, View
from wardiary.core.games.helsinki.data import OWNER, Data
from wardiary.core.games.helsinki.state import AnyFrame
from wardiary.core.games.helsinki.state import HelsinkiState as State
from wardiary.core.kit.dealing import deal
from wardiary.core.sight import hidden, redaction_table
from wardiary.core.state import copy_state
from wardiary.events import helsinki as e
from wardiary.events.common import Back
from wardiary.events.helsinki import DECKS, SIDES, Deck, Side, Window
from wardiary.events.kinds import Event

__all__ = [
    "REDACTIONS",
    "HelsinkiView",
    "Size",
    "hide_cards",
    "hide_exchange",
    "hide_pass",
    "imagine",
    "view",
]

Size = Annotated[int, Meta(ge=0)]


class HelsinkiView(View[State], frozen=True, kw_only=True):
    """The position as a seat knows it: its own hands, bags and piles, and of the others their sizes.

    What others hold, draw from or have laid aside is their deck without the cards that left the game; the state says
    no more of it. Windows put to others are not in its frames.
    """

    hand_sizes: dict[Side, Size]
    bag_sizes: dict[Deck, Size]
    discard_sizes: dict[Deck, Size]


def view(_d: Data, s: State, seat: str | None) -> HelsinkiView:
    """The view of a seat, everything for None; an unknown seat is a spectator and sees no card."""
    own = [side for side in SIDES if seat in (s.seat_playing(side), None)]
    seen = msgspec.structs.replace(
        s,
        frames=tuple(frame for frame in s.frames if not isinstance(frame, e.AskWindow) or frame.side in own),
        hands={side: s.hands[side] if side in own else () for side in SIDES},
        bags={deck: s.bags[deck] if OWNER[deck] in own else () for deck in DECKS},
        discards={deck: s.discards[deck] if OWNER[deck] in own else () for deck in DECKS},
    )
    seen.__dict__.update(s.__dict__)
    return HelsinkiView(
        seat=seat,
        state=seen,
        hand_sizes={side: len(s.hands[side]) for side in SIDES},
        bag_sizes={deck: len(s.bags[deck]) for deck in DECKS},
        discard_sizes={deck: len(s.discards[deck]) for deck in DECKS},
    )


def imagine(d: Data, seen: HelsinkiView, choose: Choose) -> State:
    """A position behind a view: of each deck of others the cards still in the game, dealt to hand, bag and pile."""
    s = copy_state(seen.state)
    for deck in DECKS:
        side = OWNER[deck]
        if seen.seat in (s.seat_playing(side), None):
            continue
        unseen = sorted((Counter(d.decks[deck]) - Counter(s.removed)).elements())
        away = seen.bag_sizes[deck], seen.discard_sizes[deck]
        hand, s.bags[deck], s.discards[deck] = deal(unseen, (len(unseen) - sum(away), *away), choose)
        s.hands[side] = tuple(sorted((*s.hands[side], *hand)))
    s.frames = _with_windows(s, seen.seat)
    return s


def _with_windows(s: State, seat: str | None) -> tuple[AnyFrame, ...]:
    """The frames, and where the view left one out a window of another's: of whoever attacks, or is on turn."""
    frames: list[AnyFrame] = []
    others = [side for side in SIDES if s.seat_playing(side) != seat]
    likely = [side for side in (s.battle.side if s.battle is not None else None, s.active) if side in others]
    for frame in s.frames:
        while len(frames) < frame.at:
            window: Window = "own" if s.after is None else "after"
            frames.append(e.AskWindow(at=len(frames), side=(*likely, *others)[0], window=window))
        frames.append(frame)
    return tuple(frames)


def _is_own(state: State, side: Side, seat: str) -> bool:
    return state.seat_playing(side) == seat


def hide_cards(state: State, event: e.Drawn | e.Reshuffled, seat: str) -> Event:
    """Cards of a deck are seen by the seat of the side that draws from it."""
    if _is_own(state, OWNER[event.deck], seat):
        return event
    return msgspec.structs.replace(event, cards=("?",) * len(event.cards))


def hide_exchange(state: State, event: e.Exchange, seat: str) -> Event:
    """White lays a card aside unseen (HEL-4.4-03)."""
    return event if _is_own(state, "white", seat) else msgspec.structs.replace(event, card="?")


def hide_pass(state: State, event: e.Pass, seat: str) -> Event | None:
    """Nobody else knows that a side played no card; White's choice in a Red initiative is open."""
    asked = state.frames[-1] if state.frames else None
    if isinstance(asked, e.AskWindow) and not _is_own(state, asked.side, seat):
        return None
    return event


_OPEN: tuple[type[Event], ...] = (
    e.Move,
    e.Attack,
    e.Regroup,
    e.MoveHq,
    e.Deploy,
    e.DrawCard,
    e.RaiseMorale,
    e.Recruit,
    e.Arrest,
    e.Organise,
    e.Form,
    e.Done,
    e.Pay,
    e.March,
    e.Stay,
    e.MarchHq,
    e.HopHq,
    e.LandHq,
    e.MakeRoom,
    e.PlaceUnit,
    e.PlayCard,
    e.AddPoint,
    e.Shift,
    e.Retreat,
    e.TestUnit,
    e.Barricade,
    e.GameBegan,
    e.UnitsPlaced,
    e.HqPlaced,
    e.SquadsPlaced,
    e.BagFilled,
    e.MarkerMoved,
    e.TimeCovered,
    e.InitiativeWon,
    e.PointsReceived,
    e.InitiativeEnded,
    e.CardPlayed,
    e.CardEffectBegan,
    e.CardEffectUsed,
    e.OrderGiven,
    e.OrderPaid,
    e.CommandTested,
    e.UnitMarched,
    e.HqMarched,
    e.UnitRegrouped,
    e.PlacementRolled,
    e.UnitPlaced,
    e.UnitMoved,
    e.MoraleTried,
    e.ArrestTried,
    e.SquadTried,
    e.UnitFormed,
    e.OrderEnded,
    e.LandingTried,
    e.MeurerLanded,
    e.BarricadeRaised,
    e.BarricadeFell,
    e.FacingSet,
    e.BattleDeclared,
    e.BattleResolved,
    e.ColumnShifted,
    e.EffectApplied,
    e.UnitRetreated,
    e.UnitDisordered,
    e.UnitDestroyed,
    e.UnitsReturned,
    e.BattleFought,
    e.BattleEnded,
    e.HqDestroyed,
)
# Frames come and go with the windows that only their side knows of, so all of them together would tell who holds a card
# that fits. A seat's own view shows what it is asked.
REDACTIONS = redaction_table(
    e.CODEC,
    {
        **dict.fromkeys((*e.FRAMES, Back), hidden),
        e.Drawn: hide_cards,
        e.Reshuffled: hide_cards,
        e.Exchange: hide_exchange,
        e.Pass: hide_pass,
    },
    open_to_all=_OPEN,
)
