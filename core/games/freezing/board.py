"""The position as text: fronts with their units, tracks, cards; enough to play from."""

from collections.abc import Iterator

from wardiary.core.games.freezing.data import Data
from wardiary.core.games.freezing.queries import cards_of, is_front_line, units_at
from wardiary.core.games.freezing.state import FreezingState
from wardiary.core.games.freezing.texts import SIDE_NAMES, card_name, card_text
from wardiary.core.games.freezing.view import FreezingView
from wardiary.core.words import signed
from wardiary.events.freezing import SIDES, Front, Side

__all__ = [
    "board",
]

_TYPE_LETTER = {"infantry": "i", "ski": "s", "armour": "a"}
_LEGEND = "units: number:type+strength, i infantry, s ski, a armour; * activated; >< front line; (f) (s) control"


def board(d: Data, seen: FreezingView) -> str:
    """Everything the seat may see, in about forty lines."""
    s = seen.state
    lines = [*_tracks(d, s), ""]
    for front in d.fronts:
        lines += [*_front(d, s, front), ""]
    lines.append(_LEGEND)
    lines += _effects(s)
    for side in SIDES:
        lines += ["", *_cards(d, seen, side)]
    return "\n".join(lines)


def _tracks(d: Data, s: FreezingState) -> Iterator[str]:
    war = "peace" if s.turn in d.turns.peace else "war"
    name = d.turns.en[s.turn - 1] if s.turn else "not begun"
    yield f"Turn {s.turn} of {len(d.turns.en)}: {name} ({war})"
    track, boxes = d.intervention, []
    for position, value in enumerate(track.values, 1):
        mark = "S" if position == track.sweden_box else "W" if position == track.win_box else ""
        boxes.append(f"[{value}{mark}]" if position == s.marker else f" {value}{mark} ")
    yield f"Intervention: {' '.join(boxes)}   S Finlands sak är vår, W Finnish victory"
    yield f"Mannerheim Line: level {s.line_level} of {max(d.levels)}"


def _front(d: Data, s: FreezingState, front: Front) -> Iterator[str]:
    table = d.fronts[front]
    taken = "  TAKEN" if front in s.fronts_taken else ""
    yield f"{table.en}{taken}"
    for box in table.boxes:
        control = {"fin": "(f)", "sov": "(s)", "": "   "}[s.control.get(box.id, "")]
        finns, soviets = _units(s, "fin", box.id), _units(s, "sov", box.id)
        between = "><" if is_front_line(s, box.id) else "  "
        yield f"  {box.id} {box.en:<24} {box.vp:>3} {control} {finns:>28} {between} {soviets}".rstrip()


def _units(s: FreezingState, side: Side, box: str) -> str:
    return " ".join(
        f"{'*' if number in s.activated else ''}{number}:{_TYPE_LETTER[s.units[number].type]}{s.units[number].strength}"
        for number in units_at(s, side, box)
    )


def _effects(s: FreezingState) -> Iterator[str]:
    for side in SIDES:
        if s.points_change[side]:
            yield f"{SIDE_NAMES[side]} action points {signed(s.points_change[side])}"
        if s.attack_drm[side]:
            yield f"{SIDE_NAMES[side]} attack dice {signed(s.attack_drm[side])}"
    if s.intervention_drm:
        yield f"Intervention roll {signed(s.intervention_drm)}"


def _cards(d: Data, seen: FreezingView, side: Side) -> Iterator[str]:
    s = seen.state
    yield (
        f"{SIDE_NAMES[side]}: {seen.hand_sizes[side]} in hand, {seen.bag_sizes[side]} to draw from, "
        f"{len(cards_of(s.discards, side))} discarded, "
        f"{len(cards_of(s.removed, side))} removed"
    )
    if s.card is not None and d.cards[s.card].side == side:
        yield f"  in play: {card_name(d, s.card)} ({s.mode})"
    for card in cards_of(s.tableaux, side):
        yield f"  in front: {card_name(d, card)}: {card_text(d, card)}"
    for card in cards_of(s.hands, side):
        yield f"  {card_name(d, card)}, {d.cards[card].ap} AP: {card_text(d, card)}"
    if seen.unseen.get(side):
        yield f"  in hand or to draw: {' '.join(seen.unseen[side])}"
