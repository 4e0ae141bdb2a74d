"""What is asked, in words, and short names for orders."""

from typing import Any

from wardiary.core.games.kuularuisku.data import Data
from wardiary.core.games.kuularuisku.queries import ground_of
from wardiary.core.games.kuularuisku.state import KuularuiskuState as State
from wardiary.core.games.kuularuisku.texts import (
    ACTIONS,
    CONTEXTS,
    HEADINGS,
    SIDE_NAMES,
    centimetres,
    element_name,
    gun_name,
    unit_title,
)
from wardiary.core.requests import Choice, Draw, Request, Roll
from wardiary.core.words import common_ask, counted, plain_name
from wardiary.events import kuularuisku as e
from wardiary.events.kinds import Order

__all__ = ["NAMES", "ask", "explain_order", "name_order"]

NAMES: dict[type[Order], str] = {
    e.Deploy: "deploy",
    e.Attach: "attach",
    e.CallUp: "call",
    e.Command: "command",
    e.GoFirst: "first",
    e.Return: "return",
    e.DetachLight: "evacuate",
    e.DetachPair: "evacuate",
    e.PickUp: "pick",
    e.Proceed: "go",
    e.Seek: "seek",
    e.Shoot: "shoot",
    e.Suffer: "wound",
    e.Wait: "wait",
}
"""What a person types first, where it is not the order's own name."""


def ask(d: Data, s: State, request: Request) -> str:
    """The request in a person's words."""
    match request:
        case Choice(seats=seats, frame=frame):
            return f"{' and '.join(SIDE_NAMES[seat] for seat in seats)}: {_question(d, s, frame)}"  # type: ignore[index]
        case Roll() if s.frames and isinstance(s.frames[-1], e.AskMorale):
            frame = s.frames[-1]
            name = element_name(d, s, frame.elements[0])
            return f"{common_ask(request)} {CONTEXTS[frame.context]}: {name}"
        case Draw():
            return f"draw an activation card of {counted(len(s.deck), 'card')}"
    return common_ask(request)


def _question(d: Data, s: State, frame: Any) -> str:
    match frame:
        case e.AskDeployment():
            return "which unit stands where?"
        case e.AskAttachment(figure=figure):
            return f"with which unit does {figure} begin, or alone?"
        case e.AskReady(owner=owner, card=card):
            by = "" if owner == card else f" (card of {card})"
            return f"the card of {owner} {unit_title(d, s, owner)} came up{by}"
        case e.AskActivation(owner=owner):
            return f"which half of {owner} acts first?"
        case e.AskLeader(figure=figure):
            return f"does {figure} act with his unit, or part from it?"
        case e.AskReturn(element=element, host=host):
            return f"does escort {element} go back to {host}?"
        case e.AskWounded(element=element):
            return f"who of {element} leaves for the rear?"
        case e.AskSplit(element=element):
            return f"who of {element} stays behind to cover the others?"
        case e.AskElement(element=element):
            return f"what does {element_name(d, s, element)} do?"
        case e.AskMove(element=element, mode=mode):
            return f"where does {element_name(d, s, element)} go{' fast' if mode == 'fast' else ''}?"
    return _fight_question(d, s, frame)


def _fight_question(d: Data, s: State, frame: Any) -> str:
    match frame:
        case e.AskTarget(element=element):
            return f"at whom does {element_name(d, s, element)} shoot?"
        case e.AskReaction(target=target):
            return f"{element_name(d, s, target)} is shot at: does he join a unit?"
        case e.AskFire(element=element, target=target):
            return f"who of {element} fires at {element_name(d, s, target)}?"
        case e.AskShooting(missed=missed, range_mm=reach):
            failed = sum(count for _, count in missed)
            return f"{counted(failed, 'die', 'dice')} missed at {centimetres(reach)}: roll again?"
        case e.AskAllocation(wounds=wounds, given=given):
            return f"who takes wound {len(given) + 1} of {wounds}?"
        case e.AskWoundTests(wounded=wounded, faces=faces, number=number):
            result = d.wound_table[faces[number] - 1]
            return f"{wounded[number]}: {result}; does the medic have it rolled again?"
        case e.AskGun(gun=gun):
            return f"who takes {gun_name(d, s, gun)}?"
        case e.AskMorale(hero=hero, elements=elements):
            return f"{hero} has a man of {elements[0]} executed: whom?"
        case e.AskDefence(element=element, target=target):
            return f"{element_name(d, s, element)} is charged by {target}: fire?"
        case e.AskGrenades():
            return "hand grenades?"
        case e.AskClosing(element=element):
            return f"{element_name(d, s, element)} ends its move: join, pick up, or done?"
        case e.AskOverwatch():
            return "use a waiting unit now?"
        case e.AskCalls():
            return "which waiting unit acts?"
        case e.AskEvacuation(element=element):
            return f"how does group {element} go on?"
    return "decide"


def name_order(d: Data, s: State, order: Order) -> str:
    """A short name, unique among the listed orders: its word and its fields."""
    match order:
        case e.Move() | e.Assault():
            return _move_name(d, s, order)
        case e.Deploy(element=element, spot=(x, y), shape=shape, heading=heading, level=level):
            return f"deploy {element} {x},{y} {shape} {HEADINGS[heading]}" + (f" level {level}" if level else "")
        case e.Act(action=action, name=name):
            return f"special {name}" if action == "special" else ACTIONS[action]
        case e.Fire(observer=observer, shots=shots):
            return f"fire {' '.join(map(_shot_name, shots))}, seen by {observer}"
        case e.Split(figures=figures):
            return f"split {' '.join(figures)}"
        case e.Want(want=want):
            return {True: "yes", False: "no", None: "a secret answer"}[want]
    return plain_name(order, NAMES)


def _shot_name(shot: e.Shot) -> str:
    loader = f" loaded by {shot.loader}" if shot.loader else ""
    return f"{shot.figure} {shot.weapon}{loader}"


def _move_name(d: Data, s: State, order: e.Move | e.Assault) -> str:
    words = [f"assault {order.target}"] if isinstance(order, e.Assault) else []
    match order.shape:
        case "keep":
            words.append("shift {},{}".format(*(order.shift or (0, 0))))
        case "stay" | "regroup":
            words.append(order.shape)
        case shape:
            words.append("{} at {},{} {}".format(shape, *(order.anchor or (0, 0)), HEADINGS[order.heading]))
    words += [f"via {x},{y}" for x, y in order.via]
    words += [f"{bearer} carries {wounded}" for bearer, wounded in order.carry]
    if order.places and all(place.to == "exit" for place in order.places):
        words[-1:] = [f"leave the table {_edge_name(d, s, order.places[0])}"]
    elif isinstance(order, e.Move):
        words += [_place_name(place) for place in order.places]
    return " ".join(words)


def _place_name(place: e.Place) -> str:
    if place.to is not None:
        return f"{place.figure} {'stays' if place.to == 'stay' else f'leaves at {place.x},{place.y}'}"
    return f"{place.figure} to {place.x},{place.y}" + (f" level {place.level}" if place.level else "")


def _edge_name(d: Data, s: State, place: e.Place) -> str:
    table = ground_of(d, s).table
    ends = {"north": place.y == table.height, "south": place.y == 0, "east": place.x == table.width}
    return next((name for name, there in ends.items() if there), "west")


def explain_order(d: Data, s: State, order: Order) -> str:
    """Who a unit or figure is: names and states that the short name leaves out."""
    match order:
        case e.Command(host=owner) | e.CallUp(host=owner):
            return unit_title(d, s, owner)
        case e.Shoot(target=element):
            return element_name(d, s, element)
        case e.PickUp(gun=gun):
            return gun_name(d, s, gun)
        case e.Suffer(figure=figure) | e.Execute(figure=figure) | e.Take(figure=figure):
            return s.figures[figure].status
        case e.Split(figures=figures):
            return counted(len(figures), "man stays", "men stay")
    return ""
