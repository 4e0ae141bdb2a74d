"""4.3 Battles: the target, the attackers, the cards used on both sides, the dice."""

from collections.abc import Iterator

from wardiary.core.games.brother.battle_tables import clamp_die
from wardiary.core.games.brother.charts import Terms, attacks_by_road, condition_unmet, resolve, terms_of
from wardiary.core.games.brother.data import OTHER, Data
from wardiary.core.games.brother.phases.base import Picking
from wardiary.core.games.brother.phases.cards import spend
from wardiary.core.games.brother.phases.script import end_phases
from wardiary.core.games.brother.queries import cards_of, fits, is_enemy_held, is_linked, units_at
from wardiary.core.games.brother.state import Battle, BrotherState
from wardiary.core.points import Point, option, unbarred
from wardiary.core.requests import Roll
from wardiary.core.run import Run
from wardiary.events import brother as e
from wardiary.events.brother import GUARDS, Side
from wardiary.events.errors import RulesFault

__all__ = [
    "Attackers",
    "BattleDice",
    "Battles",
    "Reactions",
    "battle_of",
    "can_attack",
    "cards_to_use",
    "towns_near",
    "units_to_assign",
]


def battle_of(s: BrotherState) -> Battle:
    """The battle being fought."""
    if s.battle is None:
        raise RulesFault("no battle is being fought")
    return s.battle


def can_attack(d: Data, s: BrotherState, unit: int, town: str) -> bool:
    """Whether an activated unit has its attack left and a link to the town (BAB-4.3-01, -08)."""
    standing = s.units[unit]
    return unit not in s.attacked and is_linked(d, s, standing.type, standing.town, town)


def towns_near(d: Data, s: BrotherState, f: e.AskBattles) -> list[tuple[str]]:
    origins = {s.units[unit].town for unit in s.activated if unit in s.units}
    return [(town,) for town in sorted({town for origin in origins for town in d.near[origin]})]


class Battles(Picking[e.AskBattles]):
    """B1: the target of the next battle (BAB-1-10; 4.3-01, -06, -09, -12, -55, -56)."""

    @option(e.Attack, over=towns_near, outside="BAB-4.3-01: a town next to an activated unit")
    def attack(self, s: BrotherState, f: e.AskBattles, town: str) -> str | None:
        if not is_enemy_held(s, f.side, town):
            return "BAB-4.3-55: no enemy unit stands there"
        if town in s.targets:
            return "BAB-4.3-09: the town has been attacked in this turn"
        if not any(unit in s.units and can_attack(self.data, s, unit, town) for unit in s.activated):
            return "BAB-4.3-01, -08; 2.3-12: no unit next to it can attack it"
        return None

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskBattles, answer: e.Attack, run: Run[BrotherState]) -> None:
        run.push(e.AskAttackers(side=f.side, town=answer.town))

    def conclude(self, s: BrotherState, f: e.AskBattles, run: Run[BrotherState]) -> None:
        end_phases(self.data, s, run)


def units_to_assign(_d: Data, s: BrotherState, _f: e.AskAttackers) -> list[tuple[int]]:
    return [(unit,) for unit in sorted(s.activated) if unit in s.units]


class Attackers(Picking[e.AskAttackers]):
    """B2: who takes part, from one town or several (BAB-4.1-15 to -17; 4.3-01, -08, -10 to -12)."""

    @option(e.Assign, over=units_to_assign, outside="BAB-4.1-15, -16: an activated unit")
    def assign(self, s: BrotherState, f: e.AskAttackers, unit: int) -> str | None:
        if unit in s.picked:
            return "BAB-4.3-01: the unit takes part already"
        if unit in s.attacked:
            return "BAB-4.3-08: the unit has attacked in this turn"
        standing = s.units[unit]
        if f.town not in self.data.near[standing.town]:
            return "BAB-4.3-01: the unit stands in no neighbouring town"
        if not is_linked(self.data, s, standing.type, standing.town, f.town):
            return "BAB-2.3-12: a train attacks over railways only"
        return None

    @option(e.Done)
    def done(self, s: BrotherState, f: e.AskAttackers) -> str | None:
        return None if s.picked else "BAB-4.3-02: an attack needs an attacker"

    def conclude(self, s: BrotherState, f: e.AskAttackers, run: Run[BrotherState]) -> None:
        """All units of the town defend (BAB-4.3-11)."""
        units = tuple(sorted(s.picked))
        run.emit(e.BattleDeclared(side=f.side, town=f.town, units=units, against=units_at(s, f.town)))
        run.become(e.AskReaction(side=OTHER[f.side], town=f.town))


def cards_to_use(d: Data, s: BrotherState, f: e.AskReaction) -> Iterator[tuple[str, str | None]]:
    origins = sorted({s.units[unit].town for unit in battle_of(s).attackers})
    for card in cards_of(s.table, f.side):
        if d.table[card].drop_guards:
            yield from ((card, town) for town in origins)
        else:
            yield card, None


class Reactions(Picking[e.AskReaction]):
    """B3: table cards, the side under attack first, then the attacker (BAB-4.1-11, -27; 4.3-70 to -73)."""

    @option(
        e.UseCard, over=cards_to_use, outside="BAB-4.1-11: an own card on the table, a town of attackers if it says so"
    )
    def use(self, s: BrotherState, f: e.AskReaction, card: str, town: str | None) -> str | None:
        effect, battle = self.data.table[card], battle_of(s)
        if effect.trigger != f"{battle.side}_attack":
            return "BAB-4.1-11: this card waits for something else"
        if not fits(self.data, s, f.side, effect.scope, f.town):
            return "BAB-4.1-11: this card is for other towns"
        attacking = {s.units[unit].type for unit in battle.attackers}
        by_road = attacks_by_road(self.data, s, battle.attackers, f.town)
        if (reason := condition_unmet(effect, attacking, by_road)) is not None:
            return f"BAB-4.1-11: {reason}"
        if effect.drop_guards and not self.guards_from(s, town):
            return "BAB-4.1-11: no Red Guard attacks from there"
        return None

    @staticmethod
    def guards_from(s: BrotherState, town: str | None) -> tuple[int, ...]:
        """The attacking guards of one town."""
        attackers = battle_of(s).attackers
        return tuple(n for n in attackers if s.units[n].town == town and s.units[n].type in GUARDS)

    done = unbarred(e.Done)

    def picked(self, s: BrotherState, f: e.AskReaction, answer: e.UseCard, run: Run[BrotherState]) -> None:
        effect = spend(self.data, run, f.side, answer.card)
        if effect.drop_guards:
            run.emit(e.AttackersDropped(units=self.guards_from(s, answer.town)))
            if not battle_of(s).attackers:
                run.emit(e.BattleCalledOff(town=f.town))
                run.pop()

    def conclude(self, s: BrotherState, f: e.AskReaction, run: Run[BrotherState]) -> None:
        """The turn does not go back to the defender (BAB-4.3-73)."""
        attacker = battle_of(s).side
        if f.side != attacker:
            run.become(e.AskReaction(side=attacker, town=f.town))
        else:
            run.become(e.AskBattle(side=attacker, town=f.town, step="attack"))


class BattleDice(Point[BrotherState, Data, e.AskBattle]):
    """B4, B5: a die each, the attacker's first; both results are read before any loss (BAB-4.3-02, -15, -60)."""

    def chance(self, s: BrotherState, f: e.AskBattle) -> Roll:
        by: Side = f.side if f.step == "attack" else OTHER[f.side]
        return s.next_roll(f"battle.{f.step}", by, f"{s.turn}.{f.town}", 1)

    def then(self, s: BrotherState, f: e.AskBattle, answer: e.Rolled, run: Run[BrotherState]) -> None:
        if f.step == "attack":
            run.become(e.AskBattle(side=f.side, town=f.town, step="defence"))
            return
        terms = terms_of(self.data, s, battle_of(s))
        resolved = self.read(s, terms)
        run.emit(resolved)
        run.become(e.AskAdvance(side=f.side, town=f.town))
        if resolved.withdrawal:
            run.push(e.AskWithdrawal(side=OTHER[f.side], town=f.town))
        run.push(e.AskLosses(side=f.side, town=f.town))
        run.push(e.AskLosses(side=OTHER[f.side], town=f.town))

    def read(self, s: BrotherState, terms: Terms) -> e.BattleResolved:
        """The dice on the tables, and the elite units that asterisks bind (BAB-4.3-18, -58, -59)."""
        battle, elite = battle_of(s), self.data.elite
        result = resolve(self.data, terms, s.attack_die, s.defence_die)
        attack, defence = result.attack, result.defence
        return e.BattleResolved(
            town=battle.town,
            attack_value=terms.attack_value,
            attack_shift=terms.attack_shift,
            attack_column=attack.column,
            attack_die=clamp_die(s.attack_die + terms.attack_roll),
            attack_hits=attack.hits,
            attack_star=attack.star,
            defence_value=terms.defence_value,
            defence_shift=terms.defence_shift,
            defence_column=defence.column,
            defence_die=clamp_die(s.defence_die + terms.defence_roll),
            defence_hits=defence.hits,
            defence_star=defence.star,
            defender_bound=tuple(n for n in battle.defenders if attack.star and s.units[n].type in elite),
            attacker_bound=tuple(n for n in battle.attackers if defence.star and s.units[n].type in elite),
            margin=result.margin,
            needed=terms.needed,
            withdrawal=result.withdrawal,
        )
