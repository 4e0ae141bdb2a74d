"""12 Cards that ask something more: a battle, places for units, barricades."""

from collections.abc import Iterator

from msgspec.structs import replace

from wardiary.core.games.helsinki.data import Data
from wardiary.core.games.helsinki.operations import Barricades, PlaceUnits
from wardiary.core.games.helsinki.phases.base import HelsinkiPoint, Picking, State, Step
from wardiary.core.games.helsinki.phases.battle import begin_battle
from wardiary.core.games.helsinki.phases.windows import barricade_hexes, battle_hexes, place_hexes
from wardiary.core.games.helsinki.queries import units_of
from wardiary.core.points import unbarred
from wardiary.events import helsinki as e

__all__ = ["CardBarricades", "CardBattleChoice", "CardPlaces", "attacks", "card_places", "city_hexes"]


def attacks(d: Data, s: State, f: e.AskCardBattle) -> Iterator[tuple[str, int]]:
    """Hexes where the card lets units attack, with each number of them."""
    for cell in battle_hexes(d, s, f.side, f.card):
        for count in range(1, len(units_of(s, f.side, cell)) + 1):
            yield cell, count


class CardBattleChoice(HelsinkiPoint[e.AskCardBattle]):
    """A battle without a command point, at the M value and with retreat modifiers (HEL-11.0-01, HEL-11.2-R2)."""

    attack = unbarred(
        e.Attack, over=attacks, outside="HEL-11.0-01: own units in command in a hex where both sides stand"
    )

    def then(self, s: State, f: e.AskCardBattle, answer: e.Attack, run: Step) -> None:
        units = units_of(s, f.side, answer.hex)[: answer.count]
        answered = s.after.answered if f.hex is not None and s.after is not None else ()
        run.pop()
        begin_battle(self.data, s, run, f.side, answer.hex, units, "card", cards=(*answered, f.card))


def card_places(d: Data, s: State, f: e.AskCardPlaces) -> list[tuple[str]]:
    op = d.op(f.card)
    return [(cell,) for cell in place_hexes(d, s, op)] if isinstance(op, PlaceUnits) else []


class CardPlaces(Picking[e.AskCardPlaces]):
    """Red units from the reserve to the hexes that a card names, up to its number."""

    def wanted(self, s: State, f: e.AskCardPlaces) -> bool:
        return f.count > 0

    place = unbarred(
        e.PlaceUnit, over=card_places, outside="HEL-12.0-01: a hex that the card names, without enemies, with room"
    )
    done = unbarred(e.Done)

    def picked(self, s: State, f: e.AskCardPlaces, answer: e.PlaceUnit, run: Step) -> None:
        run.emit(e.UnitPlaced(unit=units_of(s, f.side, "reserve")[0], hex=answer.hex))
        run.become(replace(f, count=f.count - 1))

    def conclude(self, s: State, f: e.AskCardPlaces, run: Step) -> None:
        run.pop()


def city_hexes(d: Data, s: State, _f: e.AskBarricades) -> list[tuple[str]]:
    return [(cell,) for cell in barricade_hexes(d, s)]


class CardBarricades(Picking[e.AskBarricades]):
    """City hexes with Red and no enemy units get barricades, up to the card's number."""

    def wanted(self, s: State, f: e.AskBarricades) -> bool:
        return f.count > 0

    barricade = unbarred(e.Barricade, over=city_hexes, outside="HEL-12.0-01: a city hex with Red and no enemy units")
    done = unbarred(e.Done)

    def picked(self, s: State, f: e.AskBarricades, answer: e.Barricade, run: Step) -> None:
        op = self.data.op(f.card)
        if isinstance(op, Barricades):
            run.emit(e.BarricadeRaised(hex=answer.hex, more=op.more))
        run.become(replace(f, count=f.count - 1))

    def conclude(self, s: State, f: e.AskBarricades, run: Step) -> None:
        run.pop()
