"""The rules-change report over many diaries: counts, and a line for each place that departs."""

from collections.abc import Sequence

from msgspec import Struct, field

from wardiary.replay.laboratory.recheck import Rechecked, RulePlace

__all__ = ["RecheckSummary", "Tally"]


class Tally(Struct, kw_only=True):
    """How often a place departs, and where that was seen first."""

    steps: int = 0
    diaries: int = 0
    path: str = ""
    event: int = 0


class RecheckSummary(Struct, kw_only=True):
    """Grows by one diary at a time. Its size goes with the places that depart, not with the diaries.

    `failing` are those that do not depart, but in which the rules still fail where they failed.
    """

    diaries: int = 0
    fit: int = 0
    depart: int = 0
    failing: int = 0
    troubled: int = 0
    steps: int = 0
    steps_departing: int = 0
    still_raising: int = 0
    places: dict[RulePlace, Tally] = field(default_factory=dict)

    def add(self, result: Rechecked) -> None:
        """Count a diary in."""
        self.diaries += result.is_diary
        self.fit += result.fits
        self.depart += result.first is not None
        self.failing += result.first is None and result.fault is not None
        self.troubled += bool(result.trouble)
        self.steps += result.steps
        self.steps_departing += len(result.departing)
        self.still_raising += result.still_raising
        for touched in result.touched:
            tally = self.places.setdefault(touched.place, Tally(path=result.path, event=touched.event))
            tally.steps += touched.steps
            tally.diaries += 1

    @property
    def exit_code(self) -> int:
        """3 if a diary could not be checked to its end, else 1 if any departs or the rules still fail in it, else 0."""
        return 3 if self.troubled else 1 if self.depart or self.still_raising else 0

    def ranked(self) -> Sequence[tuple[RulePlace, Tally]]:
        """The places, those of most steps first."""
        return sorted(self.places.items(), key=lambda item: (-item[1].steps, item[0]))
