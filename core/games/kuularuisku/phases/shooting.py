"""5 Shooting: target, visibility, shooting test, cover test, wounds, close range."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from wardiary.core.games.kuularuisku.charts import (
    cover_value,
    expected_hits,
    fires_machine_gun,
    hits_of,
    shooting_dice,
    wounds_of,
)
from wardiary.core.games.kuularuisku.cover import range_between
from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.moves import near_hosts
from wardiary.core.games.kuularuisku.phases.base import (
    DICE,
    OTHER,
    KuularuiskuPoint,
    State,
    Step,
    die,
    settle,
    wound_results,
)
from wardiary.core.games.kuularuisku.phases.joining import join_host
from wardiary.core.games.kuularuisku.phases.wounds import guns_without_user
from wardiary.core.games.kuularuisku.queries import able, standing
from wardiary.core.games.kuularuisku.targets import (
    Sighting,
    eligible_arms,
    is_target,
    loaders_for,
    shot_fault,
    sighting,
    targets_of,
    weapon_of,
)
from wardiary.core.points import option, unbarred
from wardiary.core.requests import Roll
from wardiary.core.words import counted
from wardiary.events import kuularuisku as e
from wardiary.events.kuularuisku import Shot

__all__ = ["FireChoice", "Reaction", "Shooting", "TargetChoice", "read_shots", "volleys"]


def _targets(d: Data, s: State, f: e.AskTarget) -> Iterator[tuple[str]]:
    return ((target,) for target in targets_of(d, s, f.element, f.leaders))


class TargetChoice(KuularuiskuPoint[e.AskTarget]):
    """KUU-5.1-01, -08: one enemy element in range and visible; nobody, where moving is the other half of the action."""

    shoot = unbarred(
        e.Shoot, over=_targets, outside="KUU-5.1-01: an enemy in range and visible, and not in melee (KUU-5.1-07)"
    )

    @option(e.Hold)
    def hold(self, s: State, f: e.AskTarget) -> str | None:
        return None if f.optional else "KUU-2.4-01: shooting is the action"

    def then(self, s: State, f: e.AskTarget, answer: Any, run: Step) -> None:
        if isinstance(answer, e.Hold):
            run.pop()
            return
        target: str = answer.target
        if s.elements[target].kind == "leader" and near_hosts(self.data, s, target):
            run.become(e.AskReaction(side=OTHER[f.side], element=f.element, target=target, leaders=f.leaders))
        else:
            run.become(e.AskFire(side=f.side, element=f.element, target=target, leaders=f.leaders))


def _refuges(d: Data, s: State, f: e.AskReaction) -> Iterator[tuple[str]]:
    return ((host,) for host in near_hosts(d, s, f.target))


class Reaction(KuularuiskuPoint[e.AskReaction]):
    """KUU-5.1-03, -04, -09: a lone leader who is shot at may join a unit within 3 cm, which is then the target."""

    join = unbarred(e.Join, over=_refuges, outside="KUU-5.1-04: an own unit within 3 cm that he may join")

    done = unbarred(e.Done)

    def then(self, s: State, f: e.AskReaction, answer: Any, run: Step) -> None:
        shooter, target = OTHER[f.side], f.target
        if isinstance(answer, e.Join):
            target = answer.host
            join_host(self.data, s, run, f.target, target, moved=False)
            if not is_target(self.data, s, f.element, target, f.leaders):
                run.pop()
                return
        run.become(e.AskFire(side=shooter, element=f.element, target=target, leaders=f.leaders))


def volleys(d: Data, s: State, f: e.AskFire) -> Iterator[tuple[str, tuple[Shot, ...]]]:
    """For each largest view: everybody with his strongest weapon, then rifles alone, then guns alone."""
    found = _sighting(d, s, f)
    for observer, view in found.largest.items():
        arms = eligible_arms(d, s, found.seen, found, view)
        seen: set[tuple[Shot, ...]] = set()
        for kinds in (("pistol", "rifle", "lmg", "mg"), ("pistol", "rifle"), ("lmg", "mg")):
            shots = _volley(d, s, arms, kinds)
            if shots and shots not in seen:
                seen.add(shots)
                yield observer, shots


def _sighting(d: Data, s: State, f: e.AskFire) -> Sighting:
    return sighting(d, s, f.element, f.target, f.leaders, f.portion is not None)


def _volley(d: Data, s: State, arms: Any, kinds: tuple[str, ...]) -> tuple[Shot, ...]:
    """Guns that need a loader get the first man in contact whose own fire is worth least."""
    chosen = {
        figure: max((arm for arm in free if arm[1].kind in kinds), key=lambda arm: arm[1].dice)
        for figure, free in arms.items()
        if any(weapon.kind in kinds for _, weapon in free)
    }
    loaders: dict[str, str] = {}
    for figure, (_, weapon) in chosen.items():
        if weapon.dice_without_loader is None or figure in loaders.values():
            continue
        idle = [one for one in loaders_for(d, s, figure) if one not in loaders.values() and one not in loaders]
        worth = {one: chosen[one][1].dice if one in chosen else 0 for one in idle}
        helper = min(idle, key=lambda one: worth[one], default=None)
        if helper is not None and worth[helper] < weapon.dice - weapon.dice_without_loader:
            loaders[figure] = helper
    return tuple(
        Shot(figure=figure, weapon=name, loader=loaders.get(figure))
        for figure, (name, _) in chosen.items()
        if figure not in loaders.values()
    )


class FireChoice(KuularuiskuPoint[e.AskFire]):
    """KUU-5.2-04, -05, KUU-5.3-01 to -03, KUU-6.2-01, -08: who fires what; a menu of whole volleys."""

    @option(e.Fire, over=volleys, menu=True)
    def fire(self, s: State, f: e.AskFire, observer: str, shots: tuple[Shot, ...]) -> str | None:
        found = _sighting(self.data, s, f)
        most = max(map(len, found.seen.values()), default=0)
        view = found.seen.get(observer, ())
        if not view or len(view) < most:
            return "KUU-5.2-04: the figure that sees most of the target is the observer"
        if fault := shot_fault(self.data, s, f.element, found, view, shots):
            return fault
        if not shooting_dice(self.data, s, f.element, shots, f.portion == "half"):
            return "KUU-6.2-01: half of that firepower is no die"
        return None

    def then(self, s: State, f: e.AskFire, answer: e.Fire, run: Step) -> None:
        d, shots = self.data, answer.shots
        view = _sighting(d, s, f).seen[answer.observer]
        firing = [shot.figure for shot in shots]
        reach = range_between(standing(d, s, firing), standing(d, s, view))
        groups = shooting_dice(d, s, f.element, shots, f.portion == "half")
        defensive = f.portion is not None
        run.become(
            e.AskShooting(
                side=f.side,
                element=f.element,
                target=f.target,
                step="hits",
                defensive=defensive,
                machine_gun=fires_machine_gun(d, s, shots),
                close=reach <= d.measures.close_range,
                range_mm=reach,
                seen=view,
                shots=shots,
                volley=groups,
                groups=groups,
                cover_value=cover_value(d, s, firing, view, defensive),
            )
        )
        run.emit(e.ShotsFired(element=f.element, target=f.target, shots=shots, seen=view, defensive=defensive))
        if guns := tuple(shot.weapon for shot in shots if shot.weapon in s.guns):
            run.emit(e.GunsBound(guns=guns))
        if defensive:
            run.emit(e.DefensiveFireUsed(element=f.element))


def read_shots(_d: Data, s: State, roll: Roll, dice: Sequence[int]) -> str:
    """Of the dice of shooting and of cover only their number of hits or wounds counts (KUU-5.3-04, KUU-5.4-01)."""
    f = s.frames[-1]
    assert isinstance(f, e.AskShooting)
    if roll.purpose == "cover":
        return counted(wounds_of(f.cover_value, dice), "wound")
    return counted(hits_of(f.groups[0][0], dice), "hit")


class Shooting(KuularuiskuPoint[e.AskShooting]):
    """The dice of a shooting in their order (KUU-5.3 to 5.5, 5.7, KUU-7.1-02, -06, -08, KUU-6.2-04 to -07)."""

    def arrive(self, s: State, f: e.AskShooting, run: Step) -> bool:
        match f.step:
            case "wounds":
                run.become(replace(f, step="tests"))
                run.push(e.AskAllocation(side=OTHER[f.side], pool=f.seen, wounds=f.wounds))
            case "tests":
                run.become(replace(f, step="apply"))
                run.push(e.AskWoundTests(side=OTHER[f.side], wounded=f.wounded, place=self._place(f)))
            case "apply":
                results = wound_results(self.data, f.faces)
                run.emit(e.WoundsTested(wounded=f.wounded, results=results))
                run.become(replace(f, step="guns", guns=guns_without_user(s, f.wounded)))
            case "guns":
                self._guns(s, f, run)
            case "over":
                self._finish(s, f, run)
            case _:
                return True
        return False

    @staticmethod
    def _place(f: e.AskShooting) -> str:
        return f"{f.element}.{f.target}"

    def _guns(self, s: State, f: e.AskShooting, run: Step) -> None:
        if f.guns:
            run.become(replace(f, guns=f.guns[1:]))
            holder = s.guns[f.guns[0]].holder
            run.push(e.AskGun(side=OTHER[f.side], element=f.target, gun=f.guns[0], figure=holder))
            return
        run.become(replace(f, step="over"))

    def _finish(self, s: State, f: e.AskShooting, run: Step) -> None:
        """The record of the whole, and the morale test where one is due; the assaulter's is asked by the assault.

        Leaders who alone are left of the element test in its place (KUU-1.3-05, -06).
        """
        survivors = able(self.data, s, f.target)
        settle(self.data, s, run)
        results = wound_results(self.data, f.faces)
        run.emit(
            e.ShootingResolved(
                element=f.element,
                target=f.target,
                fired=sum(count for _, count in f.volley),
                hits=f.hits,
                cover=f.cover_value,
                wounds=f.wounds,
                wounded=f.wounded,
                results=results,
                range_mm=f.range_mm,
                close=f.close,
                machine_gun=f.machine_gun,
                defensive=f.defensive,
                expected_hits=round(expected_hits(f.volley, f.again) * 10_000),
                weapons=tuple(weapon_of(self.data, s, shot.weapon).id for shot in f.shots),
            )
        )
        run.pop()
        if f.defensive:
            run.become(replace(run.stack[-1], tested=bool(f.wounds)))
            return
        is_due = f.machine_gun or any(result != "scratch" for result in results)
        elements = tuple(dict.fromkeys(s.figures[figure].element for figure in survivors))
        if is_due and elements and not s.elements[elements[0]].fleeing:
            run.push(e.AskMorale(side=OTHER[f.side], elements=elements, context="fire", step="roll"))

    def chance(self, s: State, f: e.AskShooting) -> Roll | None:
        match f.step:
            case "hits" | "rerolls":
                return die(s, f.step, f.side, self._place(f), f.groups[0][1])
            case "cover":
                return die(s, "cover", OTHER[f.side], self._place(f), f.hits)
        return None

    @option(e.Reroll)
    def reroll(self, s: State, f: e.AskShooting) -> str | None:
        return None if f.step == "reroll" else DICE

    @option(e.Keep)
    def keep(self, s: State, f: e.AskShooting) -> str | None:
        return None if f.step == "reroll" else DICE

    def then(self, s: State, f: e.AskShooting, answer: Any, run: Step) -> None:
        match answer:
            case e.Reroll():
                run.become(replace(f, step="rerolls", groups=f.missed, missed=(), again=True))
            case e.Keep():
                self._to_cover(f, run)
            case e.Rolled() if f.step == "cover":
                wounds = wounds_of(f.cover_value, answer.dice)
                run.become(replace(f, wounds=wounds, step="wounds" if wounds else "guns"))
            case e.Rolled():
                self._count(f, answer, run)

    def _count(self, f: e.AskShooting, answer: e.Rolled, run: Step) -> None:
        """Hits of one skill group (KUU-5.3-04, -05); at close range the failed dice may be rolled again (KUU-5.7)."""
        needed, count = f.groups[0]
        hits = hits_of(needed, answer.dice)
        missed = (*f.missed, (needed, count - hits)) if hits < count else f.missed
        f = replace(f, hits=f.hits + hits, missed=missed, groups=f.groups[1:])
        if f.groups:
            run.become(f)
        elif f.step == "hits" and f.close and missed:
            run.become(replace(f, step="reroll"))
        else:
            self._to_cover(f, run)

    @staticmethod
    def _to_cover(f: e.AskShooting, run: Step) -> None:
        run.become(replace(f, step="cover" if f.hits else "guns"))
