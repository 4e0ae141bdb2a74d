"""Component data: what is refused (C-16 and the facts of the box), what the digest covers, what the marks say."""

from collections import Counter
from pathlib import Path

import pytest
from tests.freezing.kit import DATA, Game, by_side, clauses, game_with, position, replaced

from wardiary.core.component_data import data_texts, read_data_dir
from wardiary.core.games.freezing.data import load_data
from wardiary.core.games.freezing.operations import Keep, Place
from wardiary.events.errors import DataError

OWN = data_texts("wardiary.core.games.freezing")


def with_change(name: str, old: str, new: str, count: int = 1) -> dict[str, str]:
    """A file in which `old` is `new`."""
    assert old in OWN[name]
    return {name: OWN[name].replace(old, new, count)}


@pytest.mark.parametrize(
    ("clause", "file", "old", "new", "message"),
    clauses(
        ("FRD-C-16", "cards.toml", 'id = "02"', 'id = "01"', "cards.toml: cards.id: '01' stands there 2 times"),
        (
            "FRD-C-16",
            "cards.toml",
            'side = "fin"',
            'side = "swe"',
            "cards.toml: cards[0] (id 01).side: Invalid enum value 'swe'; one of fin, sov",
        ),
        (
            "FRD-C-16",
            "cards.toml",
            '{ op = "ROLL", drm = 1 }',
            '{ op = "ROL", drm = 1 }',
            "cards.toml: cards[0] (id 01).ops[0].op: Invalid value 'ROL'",
        ),
        (
            "FRD-C-16",
            "cards.toml",
            '{ op = "ROLL", drm = 1 }',
            '{ op = "ROLL", drm = 1, dmr = 2 }',
            "cards.toml: cards[0] (id 01).ops[0]: Object contains unknown field `dmr`",
        ),
        (
            "FRD-C-16",
            "cards.toml",
            '{ op = "ROLL", drm = 1 }',
            '{ op = "ROLL" }',
            "cards.toml: cards[0] (id 01).ops[0]: Object missing required field `drm`",
        ),
        ("FRD-C-16", "cards.toml", "ap = 3", "ap = 0", "cards.toml: cards[0] (id 01).ap: Expected `int` >= 1"),
        ("FRD-C-16", "cards.toml", "turn = 1", "turn = 7", "cards.toml: cards[0] (id 01).turn: Expected `int` <= 6"),
        ("FRD-C-16", "cards.toml", "turn = 1", "turn = 2", "cards.toml: cards: fin has 7 cards of turn 1, needs 8"),
        (
            "FRD-C-16",
            "cards.toml",
            '{ op = "KEEP", attacker = "any", fin_drm = 1 }',
            '{ op = "KEEP", attacker = "any", fin_drm = 1 }, { op = "ROLL", drm = 1 }',
            "cards.toml: card 07.ops: KEEP stands alone",
        ),
        (
            "FRD-2.2-02",
            "cards.toml",
            "one_shot = false\n",
            "",
            "cards.toml: cards[0] (id 01): Object missing required field `one_shot`",
        ),
        (
            "FRD-2.3-10",
            "cards.toml",
            '[["infantry", 2]], fronts = ["LK", "SU"]',
            '[["ski", 2]], fronts = ["LK", "SU"]',
            "cards.toml: card 32.ops.PLACE.units: sov has no ski",
        ),
        (
            "FRD-2.3-12",
            "cards.toml",
            '["armour", 2]',
            '["armour", 5]',
            "cards.toml: card 33.ops.PLACE.units: strength 5 is more than 4",
        ),
        (
            "FRD-2.3-05",
            "setup.toml",
            "strength = 1, count = 3",
            "strength = 1, count = 5",
            "setup.toml: units: 5 sov units in KI-5, four are the most",
        ),
        (
            "FRD-2.3-13",
            "units.toml",
            "{ fin = 5 }",
            "{ fin = 1 }",
            "setup.toml: units: 2 fin ski, there are 1 counters",
        ),
        ("FRD-3-01", "setup.toml", 'box = "KI-6"', 'box = "KI-7"', "setup.toml: units[0].box: there is no box 'KI-7'"),
        (
            "FRD-3-01",
            "setup.toml",
            'side = "sov", box = "KI-6"',
            'side = "sov", box = "KI-3"',
            "setup.toml: units[0].box: KI-3 is not sov territory",
        ),
        (
            "FRD-2.1-01",
            "fronts.toml",
            'territory = "sov", vp = 0, en = "Aunus"',
            'territory = "fin", vp = 0, en = "Aunus"',
            "fronts.toml: fronts.LK.boxes: the two rightmost boxes are Soviet",
        ),
        (
            "FRD-2.1-04",
            "fronts.toml",
            'id = "LK-2"',
            'id = "LK-3"',
            "fronts.toml: fronts.LK.boxes: box 2 from the left is named 'LK-3'",
        ),
        (
            "FRD-1-03",
            "fronts.toml",
            '[[fronts]]\nid = "SU"',
            '[[fronts]]\nid = "LK"',
            "fronts.toml: fronts: the fronts are KI, LK, SU",
        ),
        ("FRD-4.5-05", "fronts.toml", 'to = "KI-1"', 'to = "KI-2"', "fronts.toml: passage: leads from LK-1 to KI-1"),
        (
            "FRD-4.6-05",
            "tracks.toml",
            "win_box = 7",
            "win_box = 6",
            "tracks.toml: intervention.win_box: is the last box, 7",
        ),
        (
            "FRD-4.6-04",
            "tracks.toml",
            "sweden_box = 4",
            "sweden_box = 9",
            "tracks.toml: intervention.sweden_box: a box from 1 to 6",
        ),
        ("FRD-1-05", "tracks.toml", '"February 1940", ', "", "tracks.toml: turns: there are 6 turns or more"),
        (
            "FRD-4.3-27",
            "tracks.toml",
            "start_level = 1",
            "start_level = 4",
            "tracks.toml: line.start_level: Expected `int` <= 3",
        ),
        (
            "FRD-4.3-23",
            "tracks.toml",
            'box = "KI-3"',
            'box = "KI-5"',
            "tracks.toml: line.box: 'KI-5' is no Finnish box",
        ),
        (
            "FRD-2.3-03",
            "units.toml",
            "{ sov = 6 }",
            "{ sov = 6, fin = 1 }",
            "units.toml: unit_types.armour.counters: belongs to sov",
        ),
        (
            "FRD-C-13",
            "cards.toml",
            'to = "KI-2"',
            'to = "KI-9"',
            "cards.toml: card 53.ops.BYPASS.to: there is no box 'KI-9'",
        ),
        (
            "FRD-C-14",
            "cards.toml",
            'boxes = ["KI-3"]',
            'boxes = ["XX-3"]',
            "cards.toml: card 48.ops.KEEP.boxes: there is no box 'XX-3'",
        ),
        (
            "FRD-C-06",
            "cards.toml",
            '{ op = "MARK", steps = 1 }',
            '{ op = "MARK", steps = 0 }',
            "cards.toml: card 02.ops.MARK.steps: 0 moves nothing",
        ),
    ),
)
def test_faulty_data_is_refused_naming_file_key_and_reason(
    clause: str, file: str, old: str, new: str, message: str
) -> None:
    with pytest.raises(DataError) as refused:
        load_data(with_change(file, old, new))
    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        ("cards.toml", "cards = [", "cards.toml: not valid TOML"),
        ("options.toml", "destroyed_counters_reusable = true", "options.toml: the file: Object missing required field"),
        ("map.toml", "", "map.toml: not a data file of this game"),
        (
            "cards.toml",
            OWN["cards.toml"].replace('fact = ["id",', 'fact = ["number",'),
            "cards.toml: cards.02.fact: 'number' is",
        ),
        (
            "fronts.toml",
            OWN["fronts.toml"].replace("vp = -5", 'vp = "-5"'),
            "fronts.toml: fronts[0] (id KI).boxes[0] (id KI-1).vp: Expected `int`",
        ),
    ],
)
def test_other_faults(file: str, text: str, message: str) -> None:
    with pytest.raises(DataError) as refused:
        load_data({file: text})
    assert str(refused.value).startswith(message)


@pytest.mark.clause("FRD-C-16")
def test_a_turn_never_brings_more_cards_than_a_hand_holds() -> None:
    with pytest.raises(DataError, match="fin has 9 cards of turn 2, more than 8"):
        load_data(with_change("cards.toml", "turn = 3", "turn = 2", -1))


def test_every_fault_of_a_file_is_named_at_once() -> None:
    text = OWN["cards.toml"].replace('id = "02"', 'id = "01"').replace("steps = 1 }", "steps = 0 }")
    with pytest.raises(DataError) as refused:
        load_data({"cards.toml": text})
    assert str(refused.value).count(";") >= 3


def reordered(text: str) -> str:
    """The cards in the opposite order, with comments and spaces."""
    _head, *cards = text.split("[[cards]]\n")
    return "\n# the same\n\n".join(["# another head", *("[[cards]]\n" + card for card in reversed(cards))])


def test_the_digest_is_of_the_content_alone() -> None:
    assert len(DATA.digest) == 32
    assert load_data({"cards.toml": reordered(OWN["cards.toml"])}).digest == DATA.digest
    assert load_data(with_change("fronts.toml", "id = ", "id  =  ", -1)).digest == DATA.digest
    assert load_data(with_change("cards.toml", 'fact = ["en", "fi", "ap"]', "fact = []")).digest == DATA.digest


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.toml", "ap = 3", "ap = 4"),
        ("cards.toml", "Scandinavian Orientation", "Nordic Orientation"),
        ("fronts.toml", "vp = -5", "vp = -6"),
        ("units.toml", "hits_on = 6", "hits_on = 5"),
        ("tracks.toml", "sweden_box = 4", "sweden_box = 5"),
        ("setup.toml", "strength = 2, count = 1", "strength = 3, count = 1"),
        ("options.toml", "reusable = true", "reusable = false"),
    ],
)
def test_any_other_content_has_another_digest(file: str, old: str, new: str) -> None:
    changed = load_data(with_change(file, old, new))
    assert changed.digest != DATA.digest
    assert list(changed.replaced) == [file]


def test_a_folder_replaces_files(tmp_path: Path) -> None:
    (tmp_path / "cards.toml").write_text(OWN["cards.toml"].replace("ap = 3", "ap = 4"), encoding="utf-8")
    assert load_data(read_data_dir(tmp_path)).cards["01"].ap == 4


def test_a_longer_front_can_be_played() -> None:
    """An owner whose board has six boxes on Ladoga."""
    box = '{ id = "LK-6", territory = "sov", vp = 2, en = "Onega", fi = "Ääninen", fact = [] }'
    six = f'{box},\n]\n\n[[fronts]]\nid = "SU"'
    rules = game_with(
        fronts=lambda text: text.replace(']\n\n[[fronts]]\nid = "SU"', six).replace(
            'id = "LK-4", territory = "sov"', 'id = "LK-4", territory = "fin"'
        ),
        setup=lambda text: text.replace('box = "LK-4"', 'box = "LK-5"'),
    )
    assert rules.data.home["sov"]["LK"] == "LK-6"
    assert Game.from_start(rules).state.control["LK-4"] == "fin"


# Checks on the reconstruction


def test_each_datum_is_marked_fact_or_reconstructed() -> None:
    marks = DATA.provenance
    assert {mark for file in marks.values() for mark in file.values()} == {"fact", "reconstructed"}
    assert marks["cards.toml"]["cards.02.ap"] == "fact"
    assert marks["cards.toml"]["cards.02.ops"] == "reconstructed"
    assert marks["cards.toml"]["cards.15.ops.front_line"] == "fact"
    assert marks["setup.toml"] == {"units": "reconstructed"}
    assert marks["fronts.toml"]["fronts.KI.boxes"] == "fact"
    assert marks["fronts.toml"]["fronts.LK.boxes"] == "reconstructed"
    assert marks["fronts.toml"]["fronts.LK.boxes.LK-1.vp"] == "reconstructed"


def test_values_fall_towards_the_left() -> None:
    for front in DATA.fronts.values():
        values = [box.vp for box in front.boxes]
        assert values == sorted(set(values))


def test_cards_by_side_and_turn() -> None:
    assert [len(DATA.dealt["fin"][turn]) for turn in range(1, 7)] == [8, 5, 4, 4, 4, 3]
    assert [len(DATA.dealt["sov"][turn]) for turn in range(1, 7)] == [8, 5, 4, 4, 3, 3]


def test_counters_suffice_for_the_set_up_and_every_unit_of_a_one_shot_card() -> None:
    needed = Counter((row.side, row.type) for row in DATA.setup for _ in range(row.count))
    one_shots = [(card.side, operation) for card in DATA.cards.values() if card.one_shot for operation in card.ops]
    for side, operation in one_shots:
        if isinstance(operation, Place):
            needed.update((side, kind) for kind, _ in operation.units)
    for (side, kind), count in needed.items():
        assert count <= DATA.unit_types[kind].counters[side]


@pytest.mark.clause("FRD-1-20")
@pytest.mark.parametrize("side", ["sov", "fin"])
def test_a_short_hand_cannot_happen_with_this_list(side: str) -> None:
    """In the worst case every one-shot event was played as one, and every card that can be kept lies in front."""
    cards = [card for card in DATA.cards.values() if card.side == side]
    for turn in range(2, 7):
        old = [card for card in cards if card.turn < turn and not card.one_shot]
        stay = [card for card in old if not isinstance(card.ops[0], Keep)]
        assert len(stay) + sum(card.turn == turn for card in cards) >= 8


def test_the_tests_cards_are_the_games() -> None:
    assert by_side(position().hands)["sov"] == ("30", "55")
    assert replaced("a", "b")("ca") == "cb"
