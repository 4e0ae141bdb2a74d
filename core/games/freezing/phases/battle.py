"""4.3 Battle: who attacks, the kept cards, the dice in the order of the rulebook, the losses."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from wardiary.core.games.freezing.charts import count_hits, kept, terms_now, window_refusal
from wardiary.core.games.freezing.data import OTHER, SPECIAL, Data
from wardiary.core.games.freezing.phases.fronts import check_box
from wardiary.core.games.freezing.phases.script import carry_on
from wardiary.core.games.freezing.queries import (
    activated_units,
    cards_of,
    is_first_attack,
    points_by_type,
    strongest,
    units_at,
)
from wardiary.core.games.freezing.state import Battle, FreezingState
from wardiary.core.points import Picks, Point, option, unbarred
from wardiary.core.requests import Roll
from wardiary.core.run import Run
from wardiary.core.words import counted
from wardiary.events import freezing as e
from wardiary.events.freezing import BattleStep, Side, UnitType

__all__ = [
    "AFTER",
    "FIRST_ATTACK",
    "POOLS",
    "SIMULTANEOUS",
    "Attackers",
    "Fighting",
    "Losses",
    "Reaction",
    "Step",
    "begin_battle",
    "declare",
    "face_hits",
    "fought",
    "hits_of_pool",
    "may_lose",
    "own_tableau",
    "read_pool",
    "units_that_may_lose",
    "units_to_assign",
]

Step = BattleStep

FIRST_ATTACK: tuple[Step, ...] = (
    "attacker_cards",
    "defender_cards",
    "defence_infantry",
    "defence_special",
    "attacker_losses",
    "attack_infantry",
    "attack_special",
    "defender_losses",
    "end",
)
"""FRD-4.3-06: the defender rolls first, and the attacker takes his losses before his own roll."""

SIMULTANEOUS: tuple[Step, ...] = (
    "attacker_cards",
    "defender_cards",
    "defence_infantry",
    "defence_special",
    "attack_infantry",
    "attack_special",
    "defender_losses",
    "attacker_losses",
    "end",
)
"""FRD-4.3-05, -14: all dice before any loss; then the defender takes his losses, then the attacker."""

AFTER: dict[bool, dict[Step, Step]] = {
    True: dict(pairwise(FIRST_ATTACK)),
    False: dict(pairwise(SIMULTANEOUS)),
}
POOLS: dict[Step, tuple[Literal["attack", "defence"], int]] = {
    "defence_infantry": ("defence", 0),
    "defence_special": ("defence", 1),
    "attack_infantry": ("attack", 0),
    "attack_special": ("attack", 1),
}
"""The side and place of a pool's dice in the counts "infantry, other type"."""


def begin_battle(s: FreezingState, run: Run[FreezingState], side: Side, box: str) -> None:
    """DECLARE: in a first attack all units that moved in, otherwise as the attacker says (FRD-4.3-02, -03)."""
    if is_first_attack(s, box):
        declare(s, run, side, box, activated_units(s, box), first=True)
        run.push(e.AskBattle(side=side, box=box, step="attacker_cards"))
    else:
        run.push(e.AskAttackers(side=side, box=box))


def declare(
    s: FreezingState, run: Run[FreezingState], side: Side, box: str, attackers: tuple[int, ...], *, first: bool
) -> None:
    """FRD-4.3-04, -07: all enemies in the box defend; the strength points of both sides are counted."""
    defenders = units_at(s, OTHER[side], box)
    run.emit(
        e.BattleDeclared(
            side=side,
            box=box,
            first_attack=first,
            units=attackers,
            against=defenders,
            attack_dice=points_by_type(s, attackers),
            defence_dice=points_by_type(s, defenders),
        )
    )


def units_to_assign(_d: Data, s: FreezingState, f: e.AskAttackers) -> list[tuple[int]]:
    return [(number,) for number in activated_units(s, f.box)]


class Attackers(Point[FreezingState, Data, e.AskAttackers]):
    """DECLARE, FRD-4.3-03, -18: activated units of the box one by one, in rising order; the others stand by."""

    def arrive(self, s: FreezingState, f: e.AskAttackers, run: Run[FreezingState]) -> bool:
        left = [number for (number,) in units_to_assign(self.data, s, f) if self.assign(s, f, number) is None]
        if s.picked and not left:
            self.conclude(s, f, run, s.picked)
        elif not s.picked and len(left) == 1:
            self.conclude(s, f, run, (left[0],))
        else:
            return True
        return False

    @option(e.Assign, over=units_to_assign, outside="FRD-4.3-01: an activated unit in the box")
    def assign(self, s: FreezingState, f: e.AskAttackers, unit: int) -> str | None:
        if s.picked and unit <= s.picked[-1]:
            return "FRD-4.3-03: attackers are named in rising order"
        return None

    @option(e.Done)
    def done(self, s: FreezingState, f: e.AskAttackers) -> str | None:
        return None if s.picked else "FRD-4.3-03: somebody must attack"

    def then(self, s: FreezingState, f: e.AskAttackers, answer: Any, run: Run[FreezingState]) -> None:
        if isinstance(answer, e.Done):
            self.conclude(s, f, run, s.picked)

    @staticmethod
    def conclude(s: FreezingState, f: e.AskAttackers, run: Run[FreezingState], attackers: tuple[int, ...]) -> None:
        declare(s, run, f.side, f.box, attackers, first=False)
        run.become(e.AskBattle(side=f.side, box=f.box, step="attacker_cards"))


class Fighting(Point[FreezingState, Data, e.AskBattle]):
    """FRD-4.3-05 to -10: the battle's script; it stops for each pool of dice."""

    def arrive(self, s: FreezingState, f: e.AskBattle, run: Run[FreezingState]) -> bool:
        other = OTHER[f.side]
        match f.step:
            case "attacker_cards":
                self.go_on(s, f, run, e.AskReaction(side=f.side, box=f.box))
            case "defender_cards":
                self.go_on(s, f, run, e.AskReaction(side=other, box=f.box))
            case "attacker_losses":
                self.ignore(s, run, f.side, terms_now(self.data, s).attacker_ignores)
                self.go_on(s, f, run, e.AskLoss(side=f.side, box=f.box))
            case "defender_losses":
                self.ignore(s, run, other, terms_now(self.data, s).defender_ignores)
                self.go_on(s, f, run, e.AskLoss(side=other, box=f.box))
            case "end":
                run.pop()
                run.emit(e.BattleEnded(box=f.box))
                check_box(self.data, s, run, f.box)
            case _:
                if self.dice(s, f.step):
                    return True
                self.go_on(s, f, run)
        return False

    def chance(self, s: FreezingState, f: e.AskBattle) -> Roll:
        role, place = POOLS[f.step]
        by = f.side if role == "attack" else OTHER[f.side]
        kind: UnitType = SPECIAL[by] if place else "infantry"
        key = f"{s.turn}.{f.side}.{self.impulse(s)}.{f.box}"
        return s.next_roll(f"battle.{role}.{kind}", by, key, self.dice(s, f.step))

    def then(self, s: FreezingState, f: e.AskBattle, answer: e.Rolled, run: Run[FreezingState]) -> None:
        run.emit(e.HitsScored(side=answer.by, hits=hits_of_pool(self.data, s, f.step, answer.dice)))
        self.go_on(s, f, run)

    def dice(self, s: FreezingState, step: Step) -> int:
        """One die a strength point of the pool's type (FRD-S-14); none when nobody is left to roll (FRD-4.3-35)."""
        role, place = POOLS[step]
        battle = fought(s)
        units = battle.attackers if role == "attack" else battle.defenders
        now = points_by_type(s, units)
        if role == "attack" and any(now) and not self.data.options.first_attack_dice_after_losses:
            return battle.attack_dice[place]
        return now[place]

    @staticmethod
    def impulse(s: FreezingState) -> int:
        card_frame = s.frames[0]
        return card_frame.impulse if isinstance(card_frame, e.AskCard) else 0

    @staticmethod
    def ignore(s: FreezingState, run: Run[FreezingState], side: Side, ignored: int) -> None:
        """FRD-4.3-32, FRD-S-17: once a battle, over all pools together."""
        if hits := min(ignored, s.due[side]):
            run.emit(e.HitsIgnored(side=side, hits=hits))

    @staticmethod
    def go_on(
        s: FreezingState, f: e.AskBattle, run: Run[FreezingState], above: e.AskReaction | e.AskLoss | None = None
    ) -> None:
        run.become(e.AskBattle(side=f.side, box=f.box, step=AFTER[fought(s).first][f.step]))
        if above is not None:
            run.push(above)


def hits_of_pool(d: Data, s: FreezingState, step: Step, dice: Sequence[int]) -> int:
    """Hits of the pool that is rolled in this step of the battle being fought."""
    role, place = POOLS[step]
    terms = terms_now(d, s)
    if role == "attack":
        return count_hits(dice, terms.attack_drm, terms.attack_hits_on[place])
    return count_hits(dice, terms.defence_drm, terms.defence_hits_on[place])


def read_pool(d: Data, s: FreezingState, _roll: Roll, dice: Sequence[int]) -> str:
    """Of a pool only its hits count."""
    frame = s.frames[-1]
    return counted(hits_of_pool(d, s, frame.step, dice), "hit") if isinstance(frame, e.AskBattle) else ""


def face_hits(d: Data, s: FreezingState, _roll: e.Rolled) -> tuple[int, ...] | None:
    """Which faces hit on the roll that is asked; the intervention's counts no hits."""
    frame = s.frames[-1]
    if not isinstance(frame, e.AskBattle):
        return None
    return tuple(hits_of_pool(d, s, frame.step, (face,)) for face in range(1, 7))


def fought(s: FreezingState) -> Battle:
    """The battle being fought."""
    if s.battle is None:
        raise ValueError("no battle is being fought")
    return s.battle


def own_tableau(_d: Data, s: FreezingState, f: e.AskReaction) -> list[tuple[str]]:
    return [(card,) for card in cards_of(s.tableaux, f.side)]


class Reaction(Picks[FreezingState, Data, e.AskReaction]):
    """REACT, FRD-C-14, FRD-4.1-08, -29: kept cards whose window fits, one by one, until the side passes."""

    stop = e.Pass

    @option(e.UseCard, over=own_tableau, outside="FRD-C-14: a card kept in front")
    def use(self, s: FreezingState, f: e.AskReaction, card: str) -> str | None:
        keep, battle = kept(self.data, card), fought(s)
        if keep is None:
            return "FRD-C-14: it is no card to keep"
        types = {s.units[number].type for number in battle.attackers}
        return window_refusal(keep, side=battle.side, box=battle.box, types=types)

    no_more = unbarred(e.Pass)

    def picked(self, s: FreezingState, f: e.AskReaction, answer: e.UseCard, run: Run[FreezingState]) -> None:
        pile: Literal["removed", "discard"] = "removed" if self.data.cards[answer.card].one_shot else "discard"
        run.emit(e.CardSpent(side=f.side, card=answer.card, pile=pile))

    def conclude(self, s: FreezingState, f: e.AskReaction, run: Run[FreezingState]) -> None:
        run.pop()


def may_lose(s: FreezingState, f: e.AskLoss) -> list[int]:
    """The strongest units of the battle, or of the box an event struck (FRD-4.3-11, -39)."""
    battle = s.battle
    if battle is None:
        return strongest(s, units_at(s, f.side, f.box))
    return strongest(s, battle.attackers if f.side == battle.side else battle.defenders)


def units_that_may_lose(_d: Data, s: FreezingState, f: e.AskLoss) -> list[tuple[int]]:
    return [(number,) for number in may_lose(s, f)]


class Losses(Point[FreezingState, Data, e.AskLoss]):
    """LOSS, FRD-4.3-10 to -13, -35: hit by hit the strongest unit, of several the one its owner names.

    A battle is looked at when both sides have taken their losses, so that a box in which nobody is left changes no
    hands (FRD-S-20); an event's hits are looked at one by one.
    """

    def arrive(self, s: FreezingState, f: e.AskLoss, run: Run[FreezingState]) -> bool:
        due = s.due[f.side]
        candidates = may_lose(s, f) if due else []
        if len(candidates) > 1:
            return True
        if candidates:
            self.hit(s, f, run, candidates[0])
            return False
        if due:
            run.emit(e.HitsLost(side=f.side, hits=due))
        if f.op:
            carry_on(self.data, s, run, f.op)
        else:
            run.pop()
        return False

    take = unbarred(
        e.TakeHit, over=units_that_may_lose, outside="FRD-4.3-11: one of the strongest units that take part"
    )

    def then(self, s: FreezingState, f: e.AskLoss, answer: e.TakeHit, run: Run[FreezingState]) -> None:
        self.hit(s, f, run, answer.unit)

    def hit(self, s: FreezingState, f: e.AskLoss, run: Run[FreezingState], unit: int) -> None:
        strength = s.units[unit].strength - 1
        run.emit(e.UnitHit(unit=unit, strength=strength))
        if not strength and s.battle is None:
            check_box(self.data, s, run, f.box)
