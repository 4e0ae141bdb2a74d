"""Small battles with given dice for the tests of Kuularuisku 1918.

Forces are lines "ID type size x,y", then words: `h4` a heading, `column`, `double`, `grenades`, `snow_suit`, `2=lewis`
what a figure has besides. A `Battle` lays them on an empty table; red's own edge is south, white's north. Answers are
orders, dice (`roll`) and cards (`card`); whatever else is asked on the way to a unit's action is declined.
"""

from functools import cache
from typing import Any

from msgspec.structs import replace
from tests.scripted.tables import clauses

from wardiary.core.contract import Start
from wardiary.core.engine import Rules
from wardiary.core.games.kuularuisku.data import Data, load_data
from wardiary.core.games.kuularuisku.spec import SPEC
from wardiary.core.games.kuularuisku.state import Element, Figure, KuularuiskuState
from wardiary.core.requests import Choice, Draw, Over, Request, Roll
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Event

__all__ = ["DATA", "DUEL", "SPEC", "Battle", "area", "clauses", "laid", "own_scenario"]

DATA: Data = SPEC.rules.load_data({})
DUEL = "R1 red_squad 4 300,300; W1 jager_squad 4 300,500 h4"
"""Four Reds and four Whites in the open, 20 cm apart."""


def _unit(line: str) -> str:
    name, kind, size, at, *words = line.split()
    x, y = at.split(",")
    heading, formation, kit, give = "0", "line", [], []
    level = next((word[5:] for word in words if word.startswith("level")), "0")
    for word in words:
        if word[0] == "h" and word[1:].isdecimal():
            heading = word[1:]
        elif word in ("line", "double", "column"):
            formation = word
        elif word in ("grenades", "snow_suit"):
            kit.append(f'"{word}"')
        elif "=" in word:
            number, _, given = word.partition("=")
            give.append(f'{number} = "{given}"')
    return (
        f'[[scenario.unit]]\nid = "{name}"\ntype = "{kind}"\nsize = {size}\nat = [{x}, {y}]\nheading = {heading}\n'
        f'formation = "{formation}"\nlevel = {level}\nkit = [{", ".join(kit)}]\ngive = {{ {", ".join(give)} }}\n'
    )


def own_scenario(forces: str, terrain: str = "", **words: str) -> str:
    """The text of own.toml with these forces on an empty table of 1200 by 1200 mm."""
    said = {
        "table": "[1200, 1200]",
        "turns": "8",
        "winter": "false",
        "edges": '{ red = "S", white = "N" }',
        "defender": '"red"',
        "zones": "{ red = [0, 0, 1200, 1200], white = [0, 0, 1200, 1200] }",
        "aid_posts": "[]",
        "special_actions": "[]",
        "objectives": "[]",
        "victory": '"points"',
        **words,
    }
    head = "\n".join(f"{key} = {value}" for key, value in said.items())
    units = "\n".join(_unit(line.strip()) for line in forces.replace("\n", ";").split(";") if line.strip())
    return f'[scenario]\nid = "own"\nen = "Test"\nfi = "Koe"\n{head}\n\n{terrain}\n{units}'


def area(kind: str, corners: str, name: str = "", **words: int) -> str:
    """A polygon of terrain for a scenario: `area("wood", "200,400 400,400 400,700")`."""
    points = ", ".join(f"[{corner.replace(',', ', ')}]" for corner in corners.split())
    more = "".join(f"{key} = {value}\n" for key, value in words.items())
    return f'[[scenario.area]]\nid = "{name or kind}"\ntype = "{kind}"\npolygon = [{points}]\n{more}'


@cache
def laid(text: str) -> Rules[KuularuiskuState, Data]:
    """The rules over a scenario."""
    return Rules(SPEC, load_data({"own.toml": text}))


class Battle:
    """A game on the way: its rules, its state, all events since the set-up."""

    def __init__(
        self, forces: str = DUEL, terrain: str = "", attach: dict[str, str] | None = None, **words: str
    ) -> None:
        self.rules = laid(own_scenario(forces, terrain, **words))
        self.data: Data = self.rules.data
        self.state, first = self.rules.set_up(Start(scenario="own"))
        self.events: list[Event] = list(first)
        while isinstance(frame := self.top, e.AskAttachment):
            host = (attach or {}).get(frame.figure)
            self.do(e.Attach(host=host) if host else e.Alone())

    # Looking.

    @property
    def top(self) -> Any:
        return self.state.frames[-1] if self.state.frames else None

    @property
    def request(self) -> Request:
        return self.rules.request(self.state)

    def figure(self, name: str) -> Figure:
        return self.state.figures[name]

    def element(self, name: str) -> Element:
        return self.state.elements[name]

    def status(self, *names: str) -> list[str]:
        return [self.state.figures[name].status for name in names]

    def last(self, kind: type[Any]) -> Any:
        return next(event for event in reversed(self.events) if isinstance(event, kind))

    def all(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def listed(self, kind: type[Any] | None = None) -> list[Any]:
        return [order for order in self.rules.legal(self.state) if kind is None or isinstance(order, kind)]

    def refusal(self, order: Any) -> str | None:
        return self.rules.refusal(self.state, order)

    # Changing the position by hand.

    def put(self, **places: tuple[int, int]) -> "Battle":
        """R1_2=(x, y) puts a figure somewhere."""
        for name, at in places.items():
            self.change(name.replace("_", "."), at=at)
        return self

    def change(self, name: str, **fields: Any) -> "Battle":
        """Fields of a figure ("R1.2"), an element ("R1") or a gun ("gun R1.2")."""
        if name.startswith("gun "):
            self.state.guns[name[4:]] = replace(self.state.guns[name[4:]], **fields)
        elif name in self.state.figures:
            self.state.figures[name] = replace(self.state.figures[name], **fields)
        else:
            self.state.elements[name] = replace(self.state.elements[name], **fields)
        self.state.forget()
        return self

    # Playing.

    def do(self, *orders: Any) -> "Battle":
        for order in orders:
            assert isinstance(self.request, Choice), f"{order}: {self.request} is asked"
            self.events += self.rules.answer(self.state, order)
            assert SPEC.rules.faults(self.data, self.state) == []
        return self

    def roll(self, *dice: int) -> "Battle":
        asked = self.request
        assert isinstance(asked, Roll), f"{dice}: {self.top} is asked"
        assert asked.count == len(dice), f"{asked.count} dice are asked for {asked.purpose}, not {dice}"
        answer = e.Rolled(
            purpose=asked.purpose,  # type: ignore[arg-type]
            by=asked.by,  # type: ignore[arg-type]
            key=asked.key,
            nth=asked.nth,
            dice=dice,
            source="script",
        )
        self.events += self.rules.answer(self.state, answer)
        assert SPEC.rules.faults(self.data, self.state) == []
        return self

    def rolls(self, purpose: str, *dice: int) -> "Battle":
        """A roll, and what it must be for."""
        asked = self.request
        assert isinstance(asked, Roll), f"{purpose}: {self.top} is asked"
        assert asked.purpose == purpose
        return self.roll(*dice)

    def card(self, name: str) -> "Battle":
        asked = self.request
        assert isinstance(asked, Draw), f"{name}: {self.top} is asked"
        answer = e.Drawn(deck="activation", by="both", shuffle=asked.shuffle, cards=(name,), source="script")
        self.events += self.rules.answer(self.state, answer)
        return self

    def activate(self, name: str, *answers: Any) -> "Battle":
        """The card of a unit or leader comes up and it acts; leaders come along, nobody splits off or leaves."""
        self.card(name)
        if isinstance(self.top, e.AskReady):
            self.do(e.Activate())
        return self.decline(*answers)

    def decline(self, *answers: Any) -> "Battle":
        """Past leaders, escorts, wounded and splitting to the action; then these answers."""
        while True:
            match self.top:
                case e.AskLeader():
                    self.do(e.Bring())
                case e.AskReturn() | e.AskWounded() | e.AskSplit():
                    self.do(e.Done())
                case _:
                    break
        return self.do(*answers)

    def act(self, name: str, action: str) -> "Battle":
        """It acts and does this."""
        return self.activate(name, e.Act(action=action))  # type: ignore[arg-type]

    def shoot(self, name: str, target: str) -> "Battle":
        """It shoots at a target with all that it has; the dice are next."""
        self.act(name, "shoot").do(e.Shoot(target=target))
        return self.fire()

    def fire(self) -> "Battle":
        """The first listed volley."""
        return self.do(self.listed(e.Fire)[0])

    def suffer(self, *figures: str) -> "Battle":
        return self.do(*(e.Suffer(figure=figure) for figure in figures))

    def move(self, dx: int, dy: int, **words: Any) -> "Battle":
        return self.do(e.Move(shape="keep", shift=(dx, dy), **words))

    def charge(self, name: str, target: str, action: str = "fast_move") -> "Battle":
        """It charges by the listed order."""
        self.act(name, action)
        return self.do(next(order for order in self.listed(e.Assault) if order.target == target))

    def over(self) -> bool:
        return isinstance(self.request, Over)
