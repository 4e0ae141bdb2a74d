"""A search player for every game that can imagine what a seat does not see: flat Monte Carlo with UCB1.

Where several answers are listed, it plays the likely ones out in imagined worlds and gives the one that did best. It
never meets the true state: a world is drawn from the seat's view (`GameSight.imagine`), and the dice in it are its own.

* Which answer is tried next: UCB1 (Auer, Cesa-Bianchi and Fischer 2002, "Finite-time analysis of the multiarmed bandit
  problem"), the rule that UCT applies at every node of a tree (Kocsis and Szepesvari 2006, "Bandit based Monte-Carlo
  planning"). Here only the root is such a node: with some dozens of playouts a tree would be all leaves.
* What is hidden: determinization, as in the searches of Cowling, Powley and Whitehouse (2012, "Information set Monte
  Carlo tree search"): each further playout of an answer is in another world.
* How a playout goes: the game's own player sits in every seat, a rollout of a base policy (Tesauro and Galperin 1996,
  "On-line policy improvement using Monte-Carlo search"). All are cut at the end of the same turn, where the position
  is valued.
* Which answers are likely: progressive widening (Chaslot and others 2008, "Progressive strategies for Monte-Carlo tree
  search"), in the order in which the game's own player would give them, were the earlier ones not there.

The n-th playout of one answer is in the same world, with the same dice, as the n-th of any other (common random
numbers), so that answers are compared and not luck. All numbers are whole, and keyed by the decision's own: the same
decision with the same budget gets the same answer everywhere, whatever else the machine has to do.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import isqrt
from typing import Any

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.contract import AnyGame, Decision, Player
from wardiary.core.engine import Rules
from wardiary.core.players import SeatDecision, random_player
from wardiary.core.requests import Choice, Legal, Over
from wardiary.core.state import State, copy_state
from wardiary.events.errors import UsageError
from wardiary.events.kinds import Order
from wardiary.replay.chance import KeyedSource, answer_chance

__all__ = ["BUDGET", "BUDGET_MAX", "MCTS", "search", "search_player"]

MCTS = "mcts"
"""The player's name; `mcts:400` has 400 playouts for a decision."""
BUDGET = 16
"""Playouts for a decision where the name says nothing."""
BUDGET_MAX = 1_000_000
_WON = 1_000

_BASE = "greedy"
"""The player of a game's own that plays worlds out; `random` where a game has none of that name."""
_DECISIONS = 100
"""Decisions after which a playout is cut at the next turn's end, and all further ones with it.

Several turns: after 12 decisions, often within the turn at hand, most answers are worth nearly the same.
"""
_DECISIONS_MAX = 300
"""Decisions after which it is cut wherever it is."""
_UNIT = 1 << 10
"""One, where means and bounds are counted in whole numbers."""
_BOLDNESS = _UNIT // 2
"""How much UCB1 tries what it knows little of, where the values seen so far are `_UNIT` apart."""
_LOG_UNIT = 1 << 6
_SEEDS = 1 << 64


def search_player(budget: str = str(BUDGET)) -> Player:
    """The player with so many playouts for a decision. Raises UsageError for what is no such number."""
    if not (budget.isascii() and budget.isdigit() and len(budget) < 9 and 0 < int(budget) <= BUDGET_MAX):
        raise UsageError(f"{MCTS}:{budget}: a budget is a number of playouts, 1 to {BUDGET_MAX:,}, such as {MCTS}:400")
    return partial(search, budget=int(budget))


def search(decision: Decision, budget: int) -> Order:
    """The answer that does best in so many playouts at most; of equals the likelier one.

    Only a decision that belongs to no other is searched: which card to play, which unit to activate. What is asked to
    carry it out, over a frame that asked a seat, is answered by the base player, as in the playouts that spoke for it.
    """
    rules: Rules[Any, Any] = decision.rules
    base = _base_player(rules.spec)
    first = base(decision)
    below = decision.view().state.frames[:-1]
    if len(decision.legal) < 2 or any(rules.point_of(frame).options for frame in below):
        return first
    likely, worlds, tried = _likely(decision, base, first), _Worlds(decision, base), list[_Answer]()
    for played in range(budget):
        fresh = next(likely, None) if len(tried) < _width(played) else None
        if fresh is not None:
            answer = _Answer(fresh)
            tried.append(answer)
        elif _is_decided(tried, budget - played):
            break
        else:
            answer = _next_answer(tried, played)
        answer.add(worlds.outcome(answer.order, answer.count))
    return max(tried, key=lambda answer: (answer.count, answer.total)).order


class _Answer:
    """An answer that is tried, and what came of it in each world."""

    __slots__ = ("count", "high", "low", "order", "total")

    def __init__(self, order: Order) -> None:
        self.order = order
        self.count = self.total = 0
        self.low, self.high = _WON, -_WON

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.low, self.high = min(self.low, value), max(self.high, value)


def _width(played: int) -> int:
    """How many answers are tried after so many playouts."""
    return 2 + isqrt(played)


def _is_decided(tried: Sequence[_Answer], left: int) -> bool:
    """Whether no other answer can still be played out as often as the one that leads."""
    leading, *others = sorted((answer.count for answer in tried), reverse=True)
    return not others or leading - others[0] > left


def _next_answer(tried: Sequence[_Answer], played: int) -> _Answer:
    """The answer with the highest upper bound of UCB1, its values brought to 0..1 by the lowest and highest seen."""
    low = min(answer.low for answer in tried)
    spread = max(1, max(answer.high for answer in tried) - low)

    def bound(answer: _Answer) -> int:
        mean = (answer.total - answer.count * low) * _UNIT // (answer.count * spread)
        return mean + isqrt(_BOLDNESS * _BOLDNESS * _log(played) // (answer.count * _LOG_UNIT))

    return max(tried, key=bound)


@lru_cache(maxsize=4096)
def _log(count: int) -> int:
    """The logarithm of a count to base 2 in units of `_LOG_UNIT`, rounded down."""
    return int((count**_LOG_UNIT).bit_length() - 1)


def _likely(decision: Decision, base: Player, first: Order) -> Iterator[Order]:
    """The listed answers as the base player would give them, each without those before; first its own answer.

    An own answer that is not on the list (a menu lists only some) ends what can be asked: the rest comes as listed.
    """
    yield first
    rest, answer = list(decision.legal), first
    while answer in rest and len(rest) > 1:
        rest.remove(answer)
        answer = base(_Fewer(decision, rest))
        if answer in rest:
            yield answer
    yield from (order for order in rest if order != answer)


class _Fewer:
    """A decision with some of its answers left out."""

    def __init__(self, decision: Decision, rest: Sequence[Order]) -> None:
        self.legal = Legal([(lambda order: order, [(order,) for order in rest])])
        self.seat, self.request, self.data, self.rules = decision.seat, decision.request, decision.data, decision.rules
        self.view, self.choose, self.imagine = decision.view, decision.choose, decision.imagine


class _Worlds:
    """Worlds that may be the true one for the seat, drawn when they are first wanted, each with a seed of its own."""

    def __init__(self, decision: Decision, base: Player) -> None:
        self._decision, self._base = decision, base
        self._rules: Rules[Any, Any] = decision.rules
        self._drawn: list[tuple[State, bytes]] = []
        self._turn: int | None = None
        """Playouts are cut when this turn begins, all at the same place; the first that is cut finds it."""

    def outcome(self, order: Order, nth: int) -> int:
        """What an answer leads to in the n-th world, for the seat."""
        decision = self._decision
        while len(self._drawn) <= nth:
            seed = seed_bytes(str(decision.choose(_SEEDS)))
            self._drawn.append((decision.imagine(), seed))
        world, seed = self._drawn[nth]
        state = copy_state(world)
        self._rules.advance(state, order)
        self._play_on(state, seed)
        return _value(self._rules, state, decision.seat)

    def _play_on(self, state: State, seed: bytes) -> None:
        """The base player in every seat, to the end of the game or the cut; the state changes in place."""
        rules, base, end = self._rules, self._base, self._turn
        source, codec = KeyedSource(seed, "seed"), rules.spec.fold.codec
        turn, made = state.turn, 0
        while not isinstance(request := rules.request(state), Over):
            if end is None and made >= _DECISIONS and state.turn != turn:
                self._turn = end = state.turn
            if end is not None and state.turn >= end:
                return
            turn = state.turn
            if not isinstance(request, Choice):
                rules.advance(state, answer_chance(codec, source, request))
            elif made == _DECISIONS_MAX:
                return
            else:
                made += 1
                rules.advance(state, base(SeatDecision(rules, state, request, request.seats[0], seed, made)))


def _value(rules: Rules[Any, Any], state: State, seat: str) -> int:
    """How good the position is for the seat, in thousandths of a win."""
    if state.result is not None:
        winners = state.result.winners
        return _WON if seat in winners else -_WON if winners else 0
    value = rules.spec.value
    return value(rules.data, state, seat) if value is not None else 0


def _base_player(spec: AnyGame) -> Player:
    return spec.players.get(_BASE, random_player)
