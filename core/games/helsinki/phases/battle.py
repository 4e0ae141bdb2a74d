"""11 Battle, step by step: cards, dice, cards, result, shifts, effect, the way back."""

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from wardiary.core.games.helsinki.charts import battle_terms, defending_side, effect_of, is_attacker, takes_part
from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, State, Step, die
from wardiary.core.games.helsinki.phases.windows import ask_window
from wardiary.core.games.helsinki.queries import allies, enemies_at, status
from wardiary.core.games.helsinki.state import Battle
from wardiary.core.points import unbarred
from wardiary.core.requests import Roll
from wardiary.events import helsinki as e
from wardiary.events.helsinki import BattleKind, Effect, Side

__all__ = ["BattleRoll", "Ids", "begin_battle", "columns_offered", "in_order", "losses_of"]

Ids = tuple[int, ...]


def begin_battle(
    d: Data,
    s: State,
    run: Step,
    side: Side,
    cell: str,
    units: Ids,
    kind: BattleKind,
    *,
    origin: str | None = None,
    cards: tuple[str, ...] = (),
) -> None:
    """These units attack all enemies in the hex (HEL-11.0-01, -02); an assault sets the facings (HEL-10.7-02)."""
    if kind == "assault" and origin is not None:
        run.emit(e.FacingSet(hex=cell, side=side, direction=d.ground.direction[cell, origin]))
    run.emit(
        e.BattleDeclared(
            hex=cell,
            kind=kind,
            side=side,
            units=units,
            enemies=enemies_at(s, side, cell),
            origin=origin,
            bridge=kind != "continued" and (origin, cell) in d.ground.bridges,
            cards=cards,
        )
    )
    run.push(e.AskBattle(side=side, hex=cell, step="pre"))


def in_order(b: Battle) -> tuple[tuple[Side, ...], tuple[Side, ...]]:
    """The sides of the attacking and of the defending coalition, in the order in which cards are asked for."""
    return allies(b.side), allies("german" if b.side == "red" else "red")


def columns_offered(d: Data, s: State, f: e.AskBattle) -> Iterator[tuple[int]]:
    """Left, none, right for Germans; none, right for Reds (HEL-11.4-04, -05)."""
    columns = {"german_shift": (-1, 0, 1), "red_shift": (0, 1)}.get(f.step, ())
    yield from ((column,) for column in columns)


class BattleRoll(HelsinkiPoint[e.AskBattle]):
    """HEL-11.0 to 11.9, one battle roll; a step is named by what is done next."""

    def arrive(self, s: State, f: e.AskBattle, run: Step) -> bool:
        b = s.battle
        assert b is not None
        match f.step:
            case "attack" | "defence":
                return True
            case "pre":
                run.become(replace(f, step="attack"))
                attackers, defenders = in_order(b)
                ask_window(run, "pre", (*attackers, *defenders))
            case "result":
                self.resolve(s, f, b, run)
            case "german_shift":
                if self.german_may_shift(s, b):
                    return True
                run.become(replace(f, side="red", step="red_shift"))
            case "red_shift":
                if self.red_may_shift(s, b):
                    return True
                run.become(replace(f, side=b.side, step="effect"))
            case "effect":
                self.apply_effect(s, f, b, run)
            case "return":
                self.go_back(s, b, run)
                run.become(replace(f, step="end"))
            case "end":
                run.emit(e.BattleFought(hex=b.hex))
                run.pop()
        return False

    def chance(self, s: State, f: e.AskBattle) -> Roll | None:
        """The attacker's dice, then one of the defender (HEL-11.1-01, -02)."""
        b = s.battle
        assert b is not None
        if f.step == "attack":
            return die(s, "battle.attack", b.side, b.hex, battle_terms(self.data, s, b).dice)
        return die(s, "battle.defence", defending_side(s, b), b.hex) if f.step == "defence" else None

    def resolve(self, s: State, f: e.AskBattle, b: Battle, run: Step) -> None:
        """The lower result loses; equal ones have no effect and no shifts (HEL-11.4-01, -R1)."""
        attack, defence = battle_terms(self.data, s, b).results(*b.dice)
        loser: Literal["attacker", "defender"] = "attacker" if attack < defence else "defender"
        if attack == defence:
            run.emit(e.BattleResolved(hex=b.hex, attack=attack, defence=defence))
            run.become(replace(f, step="return"))
        else:
            run.emit(e.BattleResolved(hex=b.hex, attack=attack, defence=defence, loser=loser))
            run.become(replace(f, side="german", step="german_shift"))

    def german_may_shift(self, s: State, b: Battle) -> bool:
        """With a Division HQ point, a German unit in the battle and in command (HEL-11.4-04, -06, -R2, -R3)."""
        return (
            s.tracks["headquarters"] > 0
            and takes_part(s, b, "german")
            and status(self.data, s, "german", b.hex) != "out"
        )

    def red_may_shift(self, s: State, b: Battle) -> bool:
        """Red lost, is in command and has a morale square to give (HEL-11.4-05, -06, -R3, -R7)."""
        lost = b.loser == ("attacker" if is_attacker(b, "red") else "defender")
        has_square = s.tracks["morale"] < len(self.data.morale) - 1
        return lost and has_square and status(self.data, s, "red", b.hex) != "out"

    shift = unbarred(
        e.Shift, over=columns_offered, outside="HEL-11.4-04, HEL-11.4-05: left, none or right; for Reds not left"
    )

    def then(self, s: State, f: e.AskBattle, answer: e.Shift | e.Rolled, run: Step) -> None:
        b = s.battle
        assert b is not None
        if isinstance(answer, e.Rolled):
            if f.step == "attack":
                run.become(replace(f, step="defence"))
                return
            run.become(replace(f, step="result"))
            attackers, defenders = in_order(b)
            ask_window(run, "post", (*defenders, *attackers))
            return
        german = f.step == "german_shift"
        if answer.columns:
            track = "headquarters" if german else "morale"
            square = s.tracks[track] + (-1 if german else 1)  # type: ignore[index]
            run.emit(e.MarkerMoved(track=track, square=square))  # type: ignore[arg-type]
            run.emit(e.ColumnShifted(side=f.side, columns=answer.columns))
        run.become(replace(f, side="red", step="red_shift") if german else replace(f, side=b.side, step="effect"))

    def apply_effect(self, s: State, f: e.AskBattle, b: Battle, run: Step) -> None:
        """The entry of the table falls on the loser's units (HEL-11.4-02, -R5, -R6)."""
        effect = effect_of(self.data, abs(b.results[0] - b.results[1]), b.columns)
        run.become(replace(f, step="return"))
        attacker_lost = b.loser == "attacker"
        run.emit(e.EffectApplied(hex=b.hex, effect=effect, loser="attacker" if attacker_lost else "defender"))
        units = b.units if attacker_lost else b.enemies
        losses = losses_of(effect, sorted(units, key=lambda unit: (s.units[unit].side, unit)))
        if b.kind == "flank" and not attacker_lost:
            destroyed, disordered, retreating = losses
            losses = destroyed, (*disordered, *retreating), ()
        if any(losses):
            destroyed, disordered, retreating = losses
            run.push(
                e.AskLosses(
                    side=s.units[units[0]].side,
                    hex=b.hex,
                    destroyed=destroyed,
                    disordered=disordered,
                    retreating=retreating,
                    checked=True,
                    origin=b.origin if b.kind == "flank" and attacker_lost else None,
                )
            )

    def go_back(self, s: State, b: Battle, run: Step) -> None:
        """Attackers from the flank, and over a bridge while enemies remain, go back (HEL-10.8-07, -R4, HEL-11.8)."""
        left = tuple(unit for unit in b.units if s.units[unit].where == b.hex)
        held = b.bridge and enemies_at(s, b.side, b.hex)
        if b.origin is not None and left and (b.kind == "flank" or held):
            run.emit(e.UnitsReturned(units=left, hex=b.origin))


def losses_of(effect: Effect, units: list[int]) -> tuple[Ids, Ids, Ids]:
    """Which units are destroyed, disordered, retreat; the first bears an effect on one (HEL-11.4-02, -03, HEL-11.9).

    Units of one side in one hex are alike, so the owner's pick is the lowest number; Germans come before Whites.
    """
    first, rest = tuple(units[:1]), tuple(units[1:])
    return {
        "none": ((), (), ()),
        "retreat_1": ((), (), first),
        "retreat_all": ((), (), first + rest),
        "disorder_1": ((), first, ()),
        "disorder_1_rest": ((), first, rest),
        "destroy_1": (first, (), ()),
        "destroy_1_rest": (first, (), rest),
    }[effect]
