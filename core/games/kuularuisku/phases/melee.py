"""6.3 to 6.6 Melee: both sides strike at once; wounds, morale, falling back, grenades, several units."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.charts import hits_of, melee_dice
from wardiary.core.games.kuularuisku.data import OTHER, Data
from wardiary.core.games.kuularuisku.forced_moves import fall_back
from wardiary.core.games.kuularuisku.phases.base import (
    KuularuiskuPoint,
    State,
    Step,
    die,
    drop_guns,
    settle,
    take_out,
    wound_results,
)
from wardiary.core.games.kuularuisku.phases.flight import drop_slow_guns, flee
from wardiary.core.games.kuularuisku.phases.wounds import guns_without_user
from wardiary.core.games.kuularuisku.queries import able, ground_of, members, severe, standing, standings
from wardiary.core.points import unbarred
from wardiary.core.requests import Roll
from wardiary.core.words import counted
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Side

__all__ = ["Grenades", "Melee", "fight_round", "has_grenades", "open_melee", "read_strike"]


def open_melee(d: Data, s: State, run: Step, assaulters: Sequence[str], targets: Sequence[str], fresh: bool) -> None:
    """Who assaults and who is assaulted are in one melee; its first round is fought at once (KUU-6.1-01, KUU-6.5-03).

    On each side one element, or the leaders who alone are left of it (KUU-1.3-06). Grenades only where neither side was
    fighting before (KUU-6.6-03).
    """
    melee = s.elements[targets[0]].melee or s.melees + 1
    run.emit(e.ElementsMelee(elements=(*assaulters, *targets), melee=melee))
    run.push(e.AskMelee(side=s.elements[assaulters[0]].side, melee=melee, step="grenades" if fresh else "strike"))


def fight_round(d: Data, s: State, run: Step, part: str) -> None:
    """A round of the melee in which an element stands; only this element has acted (KUU-6.3-01, KUU-6.5-01, -03)."""
    element = s.elements[part]
    run.emit(e.ActivationEnded(element=part))
    run.push(e.AskMelee(side=element.side, melee=element.melee, step="strike"))


def _fighters(s: State, melee: int, side: Side) -> list[str]:
    """The elements of a side in a melee, in id order."""
    return [name for name in _in_melee_of(s, melee) if s.elements[name].side == side]


def _in_melee_of(s: State, melee: int) -> list[str]:
    """The elements of a melee."""
    return sorted(name for name, element in s.elements.items() if element.melee == melee)


def has_grenades(d: Data, s: State, melee: int, side: Side) -> bool:
    """Whether a unit of the side in this melee has grenades (KUU-6.6-01, -05)."""
    roster = ground_of(d, s).roster
    return any(
        roster.units[s.elements[name].owner].grenades
        for name in _fighters(s, melee, side)
        if s.elements[name].kind in ("unit", "leader")
    )


class Grenades(KuularuiskuPoint[e.AskGrenades]):
    """KUU-6.6-01, -04: hand grenades cost the other side two dice; they are not used up."""

    throw = unbarred(e.Throw)

    pass_ = unbarred(e.Pass)

    def then(self, s: State, f: e.AskGrenades, answer: Any, run: Step) -> None:
        run.pop()
        below = run.stack[-1]
        if isinstance(answer, e.Throw) and isinstance(below, e.AskMelee):
            run.become(replace(below, thrown=(*below.thrown, f.side)))


def read_strike(_d: Data, s: State, _roll: Roll, dice: Sequence[int]) -> str:
    """Of the dice of a melee only their number of hits counts (KUU-6.4-02)."""
    f = s.frames[-1]
    assert isinstance(f, e.AskMelee)
    return counted(hits_of(f.groups[0][0], dice), "hit")


class Melee(KuularuiskuPoint[e.AskMelee]):
    """A round (steps M2 to M7); the side that activates comes first, both before anything is applied."""

    def arrive(self, s: State, f: e.AskMelee, run: Step) -> bool:
        match f.step:
            case "grenades" | "answer":
                side = f.side if f.step == "grenades" else OTHER[f.side]
                run.become(replace(f, step="answer" if f.step == "grenades" else "strike"))
                if has_grenades(self.data, s, f.melee, side):
                    run.push(e.AskGrenades(side=side))
            case "strike" | "strike_back":
                return self._strike(s, f, run)
            case "allocate" | "allocate_back":
                self._allocate(s, f, run)
            case "tests" | "tests_back":
                self._test(f, run)
            case "apply":
                self._apply(s, f, run)
            case "guns":
                self._guns(s, f, run)
            case "morale":
                self._fall_back(s, f, run)
        return False

    @staticmethod
    def _striker(f: e.AskMelee) -> Side:
        return f.side if f.step == "strike" else OTHER[f.side]

    def _strike(self, s: State, f: e.AskMelee, run: Step) -> bool:
        """KUU-6.4-01, -02: dice of one side, group by group; a side without able figures rolls none (KUU-6.6-04)."""
        if f.groups:
            return True
        striker = self._striker(f)
        if not f.rolling:
            groups = melee_dice(self.data, s, _fighters(s, f.melee, striker), OTHER[striker] in f.thrown)
            total = sum(count for _, count in groups)
            dice = {"dice_own" if f.step == "strike" else "dice_other": total}
            run.become(replace(f, groups=groups, rolling=True, **dice))
            return False
        run.become(replace(f, rolling=False, step="strike_back" if f.step == "strike" else "allocate"))
        return False

    def chance(self, s: State, f: e.AskMelee) -> Roll | None:
        if not f.groups:
            return None
        striker = self._striker(f)
        return die(s, "melee", striker, f"{f.melee}.{striker}", f.groups[0][1])

    def then(self, s: State, f: e.AskMelee, answer: e.Rolled, run: Step) -> None:
        hits = hits_of(f.groups[0][0], answer.dice)
        name = "hits_own" if f.step == "strike" else "hits_other"
        run.become(replace(f, groups=f.groups[1:], **{name: getattr(f, name) + hits}))

    def _pool(self, s: State, f: e.AskMelee, side: Side) -> tuple[str, ...]:
        """All figures of a side in the melee, the severely wounded too (KUU-6.4-03)."""
        return tuple(figure for name in _fighters(s, f.melee, side) for figure in members(self.data, s, name))

    def _allocate(self, s: State, f: e.AskMelee, run: Step) -> None:
        """Each side spreads the wounds that it has received, the activating side first (KUU-6.4-14)."""
        own = f.step == "allocate"
        side, hits = (f.side, f.hits_other) if own else (OTHER[f.side], f.hits_own)
        run.become(replace(f, step="allocate_back" if own else "tests"))
        if hits:
            run.push(e.AskAllocation(side=side, pool=self._pool(s, f, side), wounds=hits, answering=not own))

    def _test(self, f: e.AskMelee, run: Step) -> None:
        own = f.step == "tests"
        run.become(replace(f, step="tests_back" if own else "apply"))
        wounded = f.wounded if own else f.wounded_other
        if wounded:
            side: Side = f.side if own else OTHER[f.side]
            run.push(e.AskWoundTests(side=side, wounded=wounded, place=f"melee.{f.melee}.{side}", answering=not own))

    def _apply(self, s: State, f: e.AskMelee, run: Step) -> None:
        """The wounds of both sides at once (KUU-6.4-01); then the weapons of the fallen."""
        for wounded, faces in ((f.wounded, f.faces), (f.wounded_other, f.faces_other)):
            if wounded:
                run.emit(e.WoundsTested(wounded=wounded, results=wound_results(self.data, faces)))
        guns = guns_without_user(s, (*f.wounded, *f.wounded_other))
        run.become(replace(f, step="guns", guns=guns))

    def _guns(self, s: State, f: e.AskMelee, run: Step) -> None:
        if not f.guns:
            self._judge(s, f, run)
            return
        run.become(replace(f, guns=f.guns[1:]))
        holder = s.guns[f.guns[0]].holder
        element = s.figures[holder].element
        run.push(e.AskGun(side=s.elements[element].side, element=element, gun=f.guns[0], figure=holder))

    def _judge(self, s: State, f: e.AskMelee, run: Step) -> None:
        """Who has lost: a side without able figures (KUU-6.4-12, -16), else the one with more hits (KUU-6.4-04)."""
        d = self.data
        beaten = [side for side in (f.side, OTHER[f.side]) if not self._able(s, f, side)]
        loser: Side | None = None
        if len(beaten) == 1:
            loser = beaten[0]
        elif not beaten and f.hits_own != f.hits_other:
            loser = f.side if f.hits_other > f.hits_own else OTHER[f.side]
        run.emit(
            e.MeleeFought(
                melee=f.melee,
                side=f.side,
                dice_own=f.dice_own,
                dice_other=f.dice_other,
                hits_own=f.hits_own,
                hits_other=f.hits_other,
                wounded=(*f.wounded, *f.wounded_other),
                results=wound_results(d, (*f.faces, *f.faces_other)),
                loser=loser,
                grenades=f.thrown,
            )
        )
        if beaten:
            if loser is not None:
                lying = [figure for name in _fighters(s, f.melee, loser) for figure in severe(d, s, name)]
                take_out(d, s, run, lying, "captured")
            run.emit(e.MeleeEnded(melee=f.melee))
            run.pop()
            settle(d, s, run)
            return
        settle(d, s, run)
        if loser is None:
            run.pop()
            return
        run.become(replace(f, step="morale", loser=loser))
        run.push(e.AskMorale(side=loser, elements=tuple(_fighters(s, f.melee, loser)), context="melee", step="roll"))

    def _able(self, s: State, f: e.AskMelee, side: Side) -> bool:
        return any(able(self.data, s, name) for name in _fighters(s, f.melee, side))

    def _fall_back(self, s: State, f: e.AskMelee, run: Step) -> None:
        """KUU-6.4-05 to -07, -09 to -11, -14: after a failed test all units of the loser go back 10 cm."""
        run.pop()
        if f.verdict == "passed" or f.loser is None:
            return
        d, losers = self.data, _fighters(s, f.melee, f.loser)
        for name in losers:
            take_out(d, s, run, severe(d, s, name), "dead")
        winners = [name for name in _in_melee_of(s, f.melee) if s.elements[name].side != f.loser]
        enemies = [figure for name in winners for figure in members(d, s, name)]
        for name in losers:
            self._withdraw(s, run, name, enemies)
        run.emit(e.MeleeEnded(melee=f.melee))
        settle(d, s, run)
        if f.verdict == "alone":
            for name in losers:
                if name in s.elements and able(d, s, name):
                    flee(d, s, run, name)

    def _withdraw(self, s: State, run: Step, name: str, enemies: list[str]) -> None:
        """One unit 100 mm away from the enemy, or destroyed where it has no way."""
        d = self.data
        if not able(d, s, name):
            return
        ground = ground_of(d, s)
        drop_slow_guns(d, s, run, name)
        own = standing(d, s, able(d, s, name))
        foes = [one for one in standing(d, s, enemies) if one.able]
        edge = ground.edges[s.elements[name].side]
        tracks = fall_back(ground.table, own, foes, edge, standings(d, s).values(), enemies)
        if tracks is None:
            take_out(d, s, run, able(d, s, name), "dead")
            return
        run.emit(e.FiguresMoved(element=name, tracks=tracks, reason="fall_back"))
        drop_guns(s, run, [track.figure for track in tracks if track.off])
