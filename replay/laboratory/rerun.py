"""Answers given again where they may not fit any more: dice and cards are fitted to what is asked, misfits left out.

So an answer can be taken out of the middle of a game, and those that only made sense with it go of themselves.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from wardiary.core.engine import Rules
from wardiary.core.requests import Draw, Request, Roll
from wardiary.core.state import State
from wardiary.events.common import Drawn, Rolled
from wardiary.events.kinds import Event, Input
from wardiary.replay.compare import json_of

__all__ = ["Played", "fitted", "play", "simpler", "simplicity"]

_ORDERS_TRIED = 100
_CARDS_TRIED = 60


class Played(NamedTuple):
    """An answer that was accepted, with its step; or with the error that the rules raised on it."""

    answer: Input
    step: Sequence[Event]
    error: Exception | None


def play(rules: Rules[Any, Any], state: State, answers: Sequence[Input]) -> Iterator[Played]:
    """The answers that are accepted, in order, played as they are asked for; the state moves on.

    It ends with the first on which the rules raise; the state is then half changed.
    """
    for told in answers:
        answer = told
        try:
            fitting = fitted(rules.request(state), told)
            if fitting is None:
                continue
            answer = fitting
            if rules.refusal(state, answer):
                continue
            step = rules.advance(state, answer)
        except Exception as error:  # whatever rules raise is what is looked for
            yield Played(answer, (), error)
            return
        yield Played(answer, step, None)


def fitted(request: Request, answer: Input) -> Input | None:
    """The answer as it can be given to the request; None for a roll or draw of another kind, or none at all.

    What the request settles is taken from it: a roll may be another turn's by now. Missing dice are 1, missing cards
    the first of the bag.
    """
    match request, answer:
        case Roll(), Rolled() if (request.purpose, request.sides) == (answer.purpose, answer.sides):
            faces = [min(face, request.sides) for face in answer.dice[: request.count]]
            dice = (*faces, *[1] * (request.count - len(faces)))
            return replace(answer, by=request.by, key=request.key, nth=request.nth, dice=dice, source="script")
        case Draw(), Drawn() if request.deck == answer.deck:
            cards = _cards_of(request, answer.cards)
            return replace(answer, by=request.by, shuffle=request.shuffle, cards=cards, source="script")
        case ((Roll() | Draw()), _):
            return None
    return None if isinstance(answer, Rolled | Drawn) else answer


def _cards_of(request: Draw, wanted: Sequence[str]) -> tuple[str, ...]:
    """The wanted cards that are in the bag, and others for the rest."""
    bag, cards = list(request.bag), list[str]()
    for card in wanted[: request.count]:
        if card in bag:
            bag.remove(card)
            cards.append(card)
    return (*cards, *bag[: request.count - len(cards)])


def simplicity(answers: Sequence[Input]) -> tuple[int, int, list[str]]:
    """Sorts the simpler before the less simple: fewer answers, shorter ones, lower dice and cards."""
    encoded = [json_of(answer) for answer in answers]
    return len(answers), sum(map(len, encoded)), encoded


def simpler(rules: Rules[Any, Any], state: State, answer: Input) -> list[Input]:
    """Simpler answers that could stand in place of this one: lower dice, lower cards, shorter orders."""
    request = rules.request(state)
    if isinstance(answer, Rolled) and isinstance(request, Roll):
        return list(_lower_dice(answer))
    if isinstance(answer, Drawn) and isinstance(request, Draw):
        return list(_lower_cards(answer, request))
    if isinstance(answer, Rolled | Drawn):
        return []
    ranked = sorted(((simplicity([order]), order) for order in rules.legal(state)), key=lambda pair: pair[0])
    return [order for rank, order in ranked[:_ORDERS_TRIED] if rank < simplicity([answer])]


def _lower_dice(answer: Rolled) -> Iterator[Rolled]:
    if any(face > 1 for face in answer.dice):
        yield replace(answer, dice=(1,) * len(answer.dice))
    for at, face in enumerate(answer.dice):
        for lower in range(1, face):
            yield replace(answer, dice=(*answer.dice[:at], lower, *answer.dice[at + 1 :]))


def _lower_cards(answer: Drawn, request: Draw) -> Iterator[Drawn]:
    for at, card in enumerate(answer.cards):
        lower = [other for other in sorted(set(request.bag)) if other < card and other not in answer.cards]
        for other in lower[:_CARDS_TRIED]:
            yield replace(answer, cards=(*answer.cards[:at], other, *answer.cards[at + 1 :]))
