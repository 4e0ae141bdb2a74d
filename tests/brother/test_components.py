"""2 and 5: the components as data, what is fact in them, and how data that cannot be is refused."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from tests.brother.kit import DATA, clauses, replaced

from wardiary.core.component_data import data_texts
from wardiary.core.games.brother.data import TURNS, Data, load_data
from wardiary.core.games.brother.state import SIDE_OF
from wardiary.events.brother import MONTHS, SIDES
from wardiary.events.errors import DataError

OWN = data_texts("wardiary.core.games.brother")


@pytest.mark.parametrize(
    ("clause", "what", "expected"),
    clauses(
        ("BAB-2-01", lambda d: (d.counters["civil_guard"], d.counters["red_guard"], d.fortifications), (68, 86, 3)),
        ("BAB-2-01", lambda d: (d.counters["german"], d.counters["jaeger"], d.counters["armoured_train"]), (10, 10, 4)),
        ("BAB-2-01", lambda d: len(d.cards), 55),
        (
            "BAB-2.2-03",
            lambda d: [c.id for c in d.cards.values() if c.side == "white"],
            [f"{n:02}" for n in range(1, 28)],
        ),
        (
            "BAB-2.2-03",
            lambda d: [c.id for c in d.cards.values() if c.side == "red"],
            [f"{n:02}" for n in range(28, 56)],
        ),
        ("BAB-2.2-01", lambda d: {c.side for c in d.cards.values()}, set(SIDES)),
        ("BAB-3-01", lambda d: [len(d.added[side, "jan"]) for side in SIDES], [3, 3]),
        ("BAB-2.3-01", lambda d: (d.values["jaeger", True].battle, d.values["jaeger", True].mp), (4, 4)),
        ("BAB-2.3-01", lambda d: (d.values["red_guard", False].battle, d.values["red_guard", False].mp), (1, 2)),
        ("BAB-2.3-02", lambda d: {kind: unit.side for kind, unit in d.unit_types.items()}, SIDE_OF),
        (
            "BAB-2.3-03",
            lambda d: [k for k in d.unit_types if d.values[k, False].battle >= d.values[k, True].battle],
            [],
        ),
        ("BAB-2.3-03", lambda d: [k for k in d.unit_types if d.values[k, False].mp >= d.values[k, True].mp], []),
        ("BAB-4.2-01", lambda d: {v.mp for v in d.values.values()} <= {2, 3, 4, 5}, True),
        ("BAB-2.1-03", lambda d: Counter(town.side for town in d.towns.values()), {"white": 35, "red": 35}),
        ("BAB-2.1-08", lambda d: d.russia_open, True),
        ("BAB-4.3-48", lambda d: sorted(d.setup.fortifications), ["helsinki", "vilppula"]),
        ("BAB-4.1-25", lambda d: (d.cards["21"].star, d.cards["31"].star), (True, True)),
        ("BAB-2.2-02", lambda d: (d.cards["33"].month, d.cards["33"].ap, d.cards["33"].star), ("feb", 3, False)),
    ),
)
def test_components(clause: str, what: Callable[[Data], Any], expected: object) -> None:
    assert what(DATA) == expected


def test_the_map_is_the_one_that_the_page_describes() -> None:
    roads = sum(len(near) for near in DATA.near.values()) // 2 - len(DATA.rails)
    assert (len(DATA.towns), len(DATA.rails), roads) == (70, 62, 58)
    assert all(town in DATA.near[other] for town in DATA.near for other in DATA.near[town])


def test_a_months_pool_fills_a_hand_even_if_every_card_that_can_leave_has_left() -> None:
    for side in SIDES:
        staying = 0
        for month in MONTHS:
            added = [DATA.cards[card] for card in DATA.added[side, month]]
            assert staying + len(added) >= TURNS[month], f"{side} in {month}"
            staying += sum(not card.star and card.id not in DATA.table for card in added)


def test_every_field_is_marked_fact_inferred_or_reconstructed() -> None:
    marks = DATA.provenance
    assert {mark for file in marks.values() for mark in file.values()} == {"fact", "inferred", "reconstructed"}
    assert marks["cards.toml"]["cards.33.ap"] == "fact"
    assert marks["cards.toml"]["cards.01.ap"] == "reconstructed"
    assert marks["units.toml"]["jaeger.full.mp"] == "fact"
    assert marks["units.toml"]["german.full.mp"] == "reconstructed"
    assert marks["towns.toml"]["towns.vaasa.strategic"] == "fact"
    assert marks["links.toml"]["rail.karkku-tampere"] == "fact"
    assert marks["battle_tables.toml"]["attack.9-10.3"] == "fact"
    assert marks["battle_tables.toml"]["attack.9-10.4"] == "reconstructed"
    assert set(marks["counters.toml"].values()) == set(marks["reinforcements.toml"].values()) == {"fact"}
    assert marks["setup.toml"]["units[3]"] == "inferred"


def test_both_tables_grow_with_value_and_roll_and_defence_is_at_least_as_harmful() -> None:
    for chart in (DATA.attack, DATA.defence):
        for die in range(1, 7):
            for value in range(1, 20):
                here = chart.read(value, 0, die)
                for above in (chart.read(value + 1, 0, die), chart.read(value, 0, die + 1)):
                    assert (above.hits, above.star) >= (here.hits, here.star)
                assert DATA.defence.read(value, 0, die).hits >= DATA.attack.read(value, 0, die).hits


@pytest.mark.parametrize(
    ("table", "value", "roll", "cell"),
    [
        ("attack", 7, 6, "3"),
        ("attack", 9, 6, "4*"),
        ("attack", 9, 3, "3"),
        ("attack", 13, 2, "2"),
        ("defence", 4, 2, "2"),
        ("defence", 8, 3, "3"),
        ("defence", 5, 1, "1"),
    ],
)
def test_cells_that_the_rulebook_prints(table: str, value: int, roll: int, cell: str) -> None:
    reading = getattr(DATA, table).read(value, 0, roll)
    assert f"{reading.hits}{'*' if reading.star else ''}" == cell


# Data that cannot be


def refused(name: str, change: Callable[[str], str]) -> str:
    with pytest.raises(DataError) as error:
        load_data({f"{name}.toml": change(OWN[f"{name}.toml"])})
    return str(error.value)


HELSINKI = '{ id = "helsinki", name = "Helsinki", side = "red", strategic = true,'


@pytest.mark.parametrize(
    ("name", "change", "reason"),
    [
        ("towns", replaced("towns = [", "towns = "), "towns.toml: not valid TOML"),
        (
            "towns",
            replaced("russia_open = true", ""),
            "towns.toml: the file: Object missing required field `russia_open`",
        ),
        ("towns", replaced(HELSINKI, HELSINKI.replace("true", "false")), "towns.toml: strategic: 4 Strategic Towns"),
        ("towns", replaced('id = "hanko"', 'id = "turku"'), "towns.toml: towns.id: 'turku' stands there 2 times"),
        (
            "towns",
            replaced('side = "red"', 'side = "blue"'),
            "towns.toml: towns[0] (id helsinki).side: Invalid enum value 'blue'; one of red, white",
        ),
        (
            "towns",
            replaced('east = 2494, fact = ["name"', 'east = 2494, fact = ["nam"'),
            "towns.toml: towns.helsinki.fact: 'nam' is no key",
        ),
        (
            "links",
            replaced('["pori", "ahlainen",', '["pori", "atlantis",'),
            "links.toml: pori, atlantis: there is no town",
        ),
        (
            "links",
            replaced('["pori", "ahlainen", "fact"],', '["kokemaki", "pori", "fact"],'),
            "links.toml: 'kokemaki and pori' stands",
        ),
        (
            "links",
            replaced('["karjaa", "hanko", "reconstructed"],', ""),
            "links.toml: no way leads from vaasa to hanko",
        ),
        (
            "links",
            replaced('["karjaa", "hanko",', '["karjaa", "karjaa",'),
            "links.toml: karjaa, karjaa: a link joins two towns",
        ),
        ("counters", replaced("jaeger = 10", "jaeger = 11"), "counters.toml: total: the counters are 207, not 206"),
        ("units", replaced('side = "red"', 'side = "white"'), "units.toml: red_guard.side: is red"),
        (
            "units",
            replaced("partial = { battle = 1, mp = 2 }", "partial = { battle = 2, mp = 2 }"),
            "units.toml: civil_guard.partial.battle",
        ),
        ("units", replaced("mp = 3", "mp = 6"), "units.toml: civil_guard.full.mp: Expected `int` <= 5"),
        ("units", replaced("[german]", "[finn]"), "units.toml: "),
        (
            "battle_tables",
            replaced('"3-4", "5-6"', '"3-4", "6"'),
            "battle_tables.toml: attack.columns: '6' must begin with 5",
        ),
        ("battle_tables", replaced('"15+"]', '"15-20"]'), "battle_tables.toml: attack.columns: the last column"),
        (
            "battle_tables",
            replaced('["0", "0", "0", "1",', '["0", "0", "1",'),
            "battle_tables.toml: attack.rows: the row of 1 has 7 cells",
        ),
        (
            "battle_tables",
            replaced('["7-8", 6]', '["7-9", 6]'),
            "battle_tables.toml: attack.fact: there is no column '7-9'",
        ),
        ("battle_tables", replaced('"0", "0"', '"0", "x"'), "battle_tables.toml: attack.rows"),
        (
            "setup",
            replaced('town = "loviisa"', 'town = "london"'),
            "setup.toml: units[1].town: there is no town 'london'",
        ),
        ("setup", replaced('town = "oulu"', 'town = "vaasa"'), "setup.toml: vaasa: units of both sides"),
        ("setup", replaced("full = 1, partial = 0", "full = 3, partial = 1"), "setup.toml: uusikaupunki: 4 units"),
        ("setup", replaced("full = 1, partial = 0", "full = 0, partial = 0"), "setup.toml: units[0]: no unit at all"),
        (
            "setup",
            replaced(
                '{ town = "oulu", type = "red_guard", full = 1,', '{ town = "oulu", type = "armoured_train", full = 3,'
            ),
            "setup.toml: oulu: 3 trains, two are the most",
        ),
        (
            "setup",
            replaced('["vilppula", "helsinki"]', '["vilppula", "vilppula"]'),
            "setup.toml: fortifications: 'vilppula'",
        ),
        (
            "setup",
            replaced('["vilppula", "helsinki"]', '["a", "b", "c", "d"]'),
            "setup.toml: fortifications: there is no town 'a'",
        ),
        (
            "reinforcements",
            replaced('guards = "civil_guard"', 'guards = "red_guard"'),
            "reinforcements.toml: white.guards: red_guard is no unit",
        ),
        (
            "reinforcements",
            replaced('guards = "civil_guard"', 'guards = "jaeger"'),
            "reinforcements.toml: white.guards: Civil Guards",
        ),
        (
            "reinforcements",
            replaced('"vaasa", "oulu"', '"vaasa", "ulm"'),
            "reinforcements.toml: white.elite_towns: there is no town",
        ),
        ("reinforcements", replaced('fixed_card = "21"', 'fixed_card = "22"'), ""),
        (
            "reinforcements",
            replaced('fixed_card = "21"', 'fixed_card = "05"'),
            "reinforcements.toml: white.apr.fixed_card: '05' is no card",
        ),
        ("cards", replaced('id = "02"', 'id = "01"'), "cards.toml: cards.id: '01' stands there 2 times"),
        ("cards", replaced('month = "jan"', 'month = "feb"'), "cards.toml: white has 2 cards of January, needs 3"),
        ("cards", replaced('needs = "21"', 'needs = "31"'), "cards.toml: card 20.needs: white has no card '31'"),
        (
            "cards",
            replaced('op = "offensive"', 'op = "offence"'),
            "cards.toml: cards[0] (id 01).ops[0].op: Invalid value 'offence'",
        ),
        (
            "cards",
            replaced('where = "north"', 'where = "nord"'),
            "cards.toml: card 02.ops.place.where: 'nord' names no towns",
        ),
        (
            "cards",
            replaced('unit = "civil_guard"', 'unit = "red_guard"'),
            "cards.toml: card 02.ops.place.unit: red_guard is no unit",
        ),
        (
            "cards",
            replaced('op = "hit", unit = "red_guard"', 'op = "hit", unit = "jaeger"'),
            "cards.toml: card 13.ops.hit.unit: jaeger",
        ),
        ("cards", replaced('clear = ["loviisa"]', 'clear = ["london"]'), "cards.toml: card 20.ops.land.clear"),
        (
            "cards",
            replaced('clear = ["loviisa"]', 'clear = ["lahti"]'),
            "cards.toml: card 20.ops.land.clear: lahti is no landing site",
        ),
        (
            "cards",
            replaced('ops = [{ op = "peek_hand" }]', 'ops = [{ op = "land", n = 1, max_towns = 1 }]'),
            "cards.toml: card 38.ops.land.side",
        ),
        (
            "cards",
            replaced('units = ["red_guard"], n = 3', 'units = ["jaeger"], n = 3'),
            "cards.toml: card 33.ops.refit.units",
        ),
        (
            "cards",
            replaced(
                'ops = [{ op = "russia_close" }]',
                'ops = [{ op = "russia_close" }, { op = "table", trigger = "red_attack" }]',
            ),
            "cards.toml: card 19.ops: a table operation stands alone",
        ),
        (
            "cards",
            replaced(
                '{ op = "offensive", towns = 3, mp = 1 }',
                '{ op = "offensive", towns = 3 }, { op = "offensive", towns = 1 }',
            ),
            "cards.toml: card 01.ops: one offensive",
        ),
    ],
)
def test_data_is_refused_by_file_key_and_reason(name: str, change: Callable[[str], str], reason: str) -> None:
    if not reason:
        assert load_data({f"{name}.toml": change(OWN[f"{name}.toml"])}).digest != DATA.digest
    else:
        assert reason in refused(name, change)


def test_the_digest_looks_at_content_not_at_form_or_marks() -> None:
    text = OWN["cards.toml"]
    first = text.index("[[cards]]")
    cards = text[first:].split("[[cards]]")[1:]
    turned = text[:first] + "".join("[[cards]]" + card.rstrip() + "\n\n" for card in reversed(cards))
    assert load_data({"cards.toml": turned}).digest == DATA.digest
    assert (
        load_data({"units.toml": replaced('inferred = ["full.mp"]', "inferred = []")(OWN["units.toml"])}).digest
        == DATA.digest
    )
    assert load_data({"units.toml": replaced("battle = 5", "battle = 6")(OWN["units.toml"])}).digest != DATA.digest
    assert load_data({"units.toml": OWN["units.toml"]}).replaced == {"units.toml": OWN["units.toml"]}
