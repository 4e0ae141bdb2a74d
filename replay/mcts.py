"""A search player for every game that can imagine what a seat does not see: flat Monte Carlo with UCB1.

Where several answers are listed, it plays each of the likely ones out in imagined worlds and gives the answer that did
best. It never meets the true state: a world is drawn from the seat's view (`GameSight.imagine`), and the dice in it are
the world's own.

* Which answer to try next: UCB1 (Auer, Cesa-Bianchi and Fischer 2002, "Finite-time analysis of the multiarmed bandit
  problem"), the rule that UCT applies at every node of a tree (Kocsis and Szepesvari 2006, "Bandit based Monte-Carlo
  planning"). Here only the root is such a node: with some dozens of playouts a tree would be all leaves.
* What is hidden: determinization, as in the information set searches of Cowling, Powley and Whitehouse (2012,
  "Information set Monte Carlo tree search"); every playout of an answer has another world.
* How a playout goes: the game's own player sits in every seat (rollouts of a base policy: Tesauro and Galperin 1996,
  "On-line policy improvement using Monte-Carlo search"). It is cut after the turn's end, and its last position judged.
* Which answers are likely: progressive widening (Coulom 2007, "Computing Elo ratings of move patterns in the game of
  Go"), in the order in which the game's own player would give them, were those before not there.

The n-th playout of each answer is in the same world with the same dice as the n-th of any other (common random
numbers), so that answers are compared, not luck. All numbers are whole and keyed by the decision's own: the same
decision with the same budget gets the same answer everywhere, whatever the machine is busy with.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import isqrt

from wardiary.core.chance.keyed import seed_bytes
from wardiary.core.contract import AnyGame, Decision, Player
from wardiary.core.players import SeatDecision, random_player
from wardiary.core.requests import Choice, Legal, Over
from wardiary.core.state import copy_state
from wardiary.events.kinds import Order
from wardiary.replay.chance import KeyedSource, answer_chance

__all__ = ["BUDGET", "MCTS", "mcts"]

MCTS = "mcts"
BUDGET = 100
"""Playouts for a decision, unless the player's name says how many: `mcts:400`."""
DEPTH = 12
"""Decisions after which a playout stops at the next turn's end, or when nothing is under way."""
MOST = 200
WON = 1_000

_UNIT = 1 << 10
_BOLD = 512
_SEEDS = 1 << 64


def search(decision: Decision, budget: int) -> Order:
    """The answer that does best in so many playouts."""
    own = _own_player(decision.rules.spec)
    first = own(decision)
    if len(decision.legal) < 2:
        return first
    likely, worlds = _likely(decision, own, first), _Worlds(decision, own)
    answers: list[_Answer] = []
    for played in range(budget):
        answer = None
        if len(answers) < 2 + isqrt(2 * played):
            fresh = next(likely, None)
            if fresh is not None:
                answer = _Answer(fresh)
                answers.append(answer)
                if played == 0:
                    pass
        if answer is None:
            if len(answers) == 1:
                return first
            answer = _next(answers, played)
        answer.values.append(worlds.outcome(len(answer.values), answer.order))
    return max(answers, key=lambda a: (len(a.values), a.total)).order


class _Answer:
    def __init__(self, order: Order) -> None:
        self.order = order
        self.values: list[int] = []

    @property
    def total(self):
        return sum(self.values)


def _next(answers, played):
    low = min(min(a.values) for a in answers)
    spread = max(1, max(max(a.values) for a in answers) - low)
    log = _log(played)

    def bound(a):
        n = len(a.values)
        return (a.total - n * low) * _UNIT // (n * spread) + isqrt(_BOLD * _BOLD * log // (n * 64))

    return max(answers, key=bound)


@lru_cache(maxsize=4096)
def _log(count: int) -> int:
    """64 times the logarithm of a count to base 2, rounded down."""
    return (count**64).bit_length() - 1


def _likely(decision: Decision, own: Player, first: Order) -> Iterator[Order]:
    rest = list(decision.legal)
    yield first
    order = first
    while True:
        if order not in rest:
            break
        rest.remove(order)
        if not rest:
            return
        order = own(_Fewer(decision, rest))
        yield order
    yield from rest


class _Fewer:
    def __init__(self, decision, rest):
        self._decision = decision
        self.legal = Legal([(lambda order: order, [(order,) for order in rest])])
        self.seat, self.request, self.data = decision.seat, decision.request, decision.data
        self.view, self.choose, self.rules, self.imagine = (
            decision.view,
            decision.choose,
            decision.rules,
            decision.imagine,
        )


class _Worlds:
    def __init__(self, decision: Decision, own: Player) -> None:
        self._decision, self._own = decision, own
        self._drawn = []

    def outcome(self, nth: int, order: Order) -> int:
        while len(self._drawn) <= nth:
            self._drawn.append((self._decision.imagine(), seed_bytes(str(self._decision.choose(_SEEDS)))))
        world, seed = self._drawn[nth]
        state = copy_state(world)
        rules = self._decision.rules
        rules.advance(state, order)
        play_on(rules, state, self._own, seed)
        return _value(rules, state, self._decision.seat)


def play_on(rules, state, own, seed):
    source, codec = KeyedSource(seed, "seed"), rules.spec.fold.codec
    made, turn = 0, state.turn
    while True:
        request = rules.request(state)
        if isinstance(request, Over):
            return
        if made >= DEPTH and (len(state.frames) == 1 or state.turn != turn):
            return
        turn = state.turn
        if isinstance(request, Choice):
            made += 1
            if made == MOST:
                return
            rules.advance(state, own(SeatDecision(rules, state, request, request.seats[0], seed, made)))
        else:
            rules.advance(state, answer_chance(codec, source, request))


def _value(rules, state, seat):
    if state.result is not None:
        return WON if seat in state.result.winners else -WON if state.result.winners else 0
    return rules.spec.value(rules.data, state, seat) if rules.spec.value else 0


def _own_player(spec: AnyGame) -> Player:
    return spec.players.get("greedy", random_player)


def mcts(budget: int = BUDGET) -> Player:
    return partial(search, budget=budget)
