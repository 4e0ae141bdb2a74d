"""Nothing is missing from a game's record, or too much: every event, frame, order and seat stands where it must."""

from collections import Counter
from collections.abc import Iterable

from wardiary.core.contract import FEATURE_NAME, NO_FEATURES, AnyGame
from wardiary.core.words import common_narration
from wardiary.events.kinds import Frame
from wardiary.events.vocabulary import faults, tag_of
from wardiary.replay.proving.base import Count, Suite
from wardiary.replay.proving.walking import starts
from wardiary.replay.table import Table

__all__ = ["TableTests", "misnamed", "surplus"]


def surplus(spec: AnyGame) -> list[str]:
    """What the record of a game holds too much; what it leaves out are the `gaps` that the registry refuses."""
    vocabulary = set(spec.fold.codec.vocabulary)
    tables = {"evolve": spec.fold.evolve, "narration": spec.words.narration, "redactions": spec.sight.redactions}
    found = [
        f"{kind.__name__}: {name} for no event of the vocabulary"
        for name, entries in tables.items()
        for kind in entries.keys() - vocabulary
    ]
    frames = {kind for kind in vocabulary if issubclass(kind, Frame)}
    points = Counter(point.frame for point in spec.rules.points)
    found += [f"{tag_of(kind)}: {number} points" for kind, number in points.items() if number > 1]
    found += [f"{tag_of(kind)}: a point for no frame of the vocabulary" for kind in points.keys() - frames]
    asked = {order for point in spec.rules.points for order in point.marked()}
    found += [f"{tag_of(order)}: an order that no point asks" for order in spec.fold.codec.orders - asked]
    found += [f"{tag_of(order)}: asked, but not in the vocabulary" for order in asked - spec.fold.codec.orders]
    found += [f"{kind.__name__}: reveals, but not in the vocabulary" for kind in spec.sight.reveals - vocabulary]
    return sorted(found)


def misnamed(features: Iterable[str]) -> list[str]:
    """Features whose names cannot be columns of the archive's positions."""
    return [name for name in features if name in NO_FEATURES or not FEATURE_NAME.fullmatch(name)]


class TableTests(Suite):
    def test_every_table_is_whole(self, table: Table) -> None:
        found = table.spec.gaps() + surplus(table.spec)
        assert found == [], "; ".join(found)

    def test_the_vocabulary_keeps_the_wire_rules(self, table: Table) -> None:
        assert faults(table.spec.fold.codec.vocabulary) == []
        own = {tag_of(kind) for kind in table.spec.fold.codec.vocabulary if "." in tag_of(kind)}
        assert {tag.partition(".")[0] for tag in own} == {table.spec.id}

    def test_seats_and_scenarios_are_said(self, table: Table) -> None:
        spec = table.spec
        assert spec.scenarios
        assert spec.seats
        for start in starts(table):
            scenario = spec.scenarios[start.scenario]
            assert scenario.title
            assert scenario.seats
            state, _ = table.rules.set_up(start)
            assert set(table.rules.spec.sight.view(table.data, state, scenario.seats[0]).__struct_fields__) >= {
                "seat",
                "state",
            }
        assert set(common_narration(spec.fold.codec)) <= set(spec.words.narration)

    def test_features_are_numbers_of_the_same_names_everywhere(self, table: Table, count: Count) -> None:
        spec, found, states = table.spec, set(), 0
        for game in self.proof.played(2):
            state = table.rules.empty()
            for step in game.steps:
                for event in step:
                    table.rules.evolve[type(event)](state, event)
                features = spec.features(table.data, state)
                assert all(type(value) is int for value in features.values())
                found.add(tuple(features))
                states += 1
        assert len(found) == 1
        assert misnamed(*found) == [], "they cannot be columns beside a position's own"
        count(states_described=states)

    def test_random_games_meet_the_events(self, table: Table, count: Count) -> None:
        """How much of the vocabulary random play has seen, in the printed counts; all of it in the small game."""
        met = {type(event) for game in self.proof.played() for step in game.steps for event in step}
        own = {kind for kind in table.spec.fold.codec.vocabulary if "." in tag_of(kind)}
        missing = sorted(tag_of(kind) for kind in own - met)
        if self.proof.every_event:
            assert missing == []
        count(kinds_of_events_met=len(own & met))
