"""Export and narration for a seat: what it may know, and not a byte that depends on what it may not."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.replay.diaries import SECRET, SYSTEM, TINY, book_of_slips, header_of, seal, write, write_game

from wardiary.core.fold import apply_all
from wardiary.core.games.tiny.spec import SPEC
from wardiary.core.requests import Draw
from wardiary.core.state import encode_state
from wardiary.events import tiny as e
from wardiary.events.common import (
    Checkpoint,
    Crashed,
    DiceSource,
    Embedded,
    Fixed,
    Header,
    Parent,
    Positioned,
    Reseeded,
    Resumed,
    TookBack,
)
from wardiary.events.errors import FileExists, UsageError
from wardiary.events.kinds import Event
from wardiary.replay.export import EXPORT_FORMAT, export, export_lines
from wardiary.replay.narrate import event_words, sentences
from wardiary.replay.replay import Replay
from wardiary.replay.table import Table

Steps = list[list[Event]]


def world(blue_draws: tuple[str, str], blue_bids: str) -> Steps:
    """Both draw, blue bids face down, red is yet to bid: red cannot know what blue holds."""
    state, opening = TINY.rules.set_up(TINY.start())
    cards = {"red": ["05", "06"], "blue": list(blue_draws)}
    steps: Steps = [opening]
    while isinstance(request := TINY.rules.request(state), Draw):
        card = cards[request.by].pop(0)
        drawn = e.Drawn(deck="orders", by=request.by, cards=(card,), source="typed")  # type: ignore[arg-type]  # a seat
        steps.append(TINY.rules.answer(state, drawn))
    return [*steps, TINY.rules.answer(state, e.Bid(by="blue", card=blue_bids))]


WORLDS = [(("01", "02"), "01"), (("01", "02"), "02"), (("12", "09"), "09"), (("10", "03"), "10")]


def exported(folder: Path, name: str, blocks: Steps, seat: str, header: Any = None) -> bytes:
    path = write(folder / f"{name}.diary", blocks, header=header or header_of(DiceSource(source="typed"), name=name))
    return b"".join(export_lines(path, seat, table=TINY))


def test_what_red_may_not_know_changes_no_byte_of_its_export(tmp_path: Path) -> None:
    exports = {exported(tmp_path, f"w{index}", world(*one), "red") for index, one in enumerate(WORLDS)}
    assert len(exports) == 1
    assert b'"by":"red","cards":["05"]' in exports.pop()
    owners = {exported(tmp_path, f"b{index}", world(*one), "blue") for index, one in enumerate(WORLDS)}
    assert len(owners) == len(WORLDS)


def test_records_of_hidden_things_change_no_byte_either(tmp_path: Path) -> None:
    def with_records(index: int, steps: Steps) -> bytes:
        crash = Crashed(
            answer=f'{{"t":"tiny.bid","by":"blue","card":"{index}"}}', exception="KeyError", place=str(index)
        )
        reseeded = Reseeded(dice_source=DiceSource(source="seed", seed=f"seed {index}"))
        header = header_of(DiceSource(source="seed", seed=f"{index}"), name=f"{index}")
        header = msgspec.structs.replace(
            header, parent=Parent(id=f"p{index}", n=7, h=f"{index}" * 32, reason=f"{index}")
        )
        return exported(tmp_path, f"r{index}", [*steps, [crash], [reseeded]], "red", header)

    assert len({with_records(index, world(*one)) for index, one in enumerate(WORLDS)}) == 1


def test_a_written_position_gives_no_hand_away(tmp_path: Path) -> None:
    """It holds the whole state, so a seat is not shown it at all."""

    def begun(index: int, steps: Steps) -> bytes:
        state = TINY.rules.empty()
        apply_all(SPEC.fold.evolve, state, (event for step in steps for event in step))
        opening = Positioned(state=encode_state(state).decode())
        return exported(tmp_path, f"p{index}", [[opening]], "red")

    exports = {begun(index, world(*one)) for index, one in enumerate(WORLDS)}
    assert len(exports) == 1
    assert b"positioned" not in exports.pop()


def test_a_sealed_diary_gives_neither_secret_nor_digest(tmp_path: Path) -> None:
    path = write(tmp_path / "a.diary", world(*WORLDS[0]), header=header_of(SYSTEM))
    before = b"".join(export_lines(path, "red", table=TINY))
    seal(path, SECRET.hex())
    assert b"".join(export_lines(path, "red", table=TINY)) == before
    assert SECRET.hex().encode() not in before


def test_the_lines_are_header_events_and_the_view_at_the_end(tmp_path: Path) -> None:
    path = book_of_slips().write(tmp_path / "a.diary")
    replay = Replay(path, table=TINY)
    lines = [msgspec.json.decode(line) for line in export_lines(path, "blue", table=TINY)]
    head, *told, end = lines
    assert (head["format"], head["seat"], head["header"]["game"]) == (EXPORT_FORMAT, "blue", "tiny")
    assert "seed" not in head["header"]["dice_source"]
    in_diary = [1, *(n for n, event in enumerate(replay.events, 1) if not isinstance(event, Header | Checkpoint))]
    assert [line["n"] for line in told] == list(range(2, len(in_diary) + 1))
    assert [line.get("taken_back", False) for line in told] == [replay.is_dead(n) for n in in_diary[1:]]
    moved = [(line["event"], replay.event(in_diary[line["n"] - 1])) for line in told if "to" in line["event"]]
    records = [(seen, event) for seen, event in moved if isinstance(event, TookBack | Fixed)]
    assert {type(event) for _, event in records} == {TookBack, Fixed}
    for seen, event in records:
        assert seen["to"] == sum(n <= event.to for n in in_diary)
        assert seen.get("n") == (sum(n <= event.n for n in in_diary) if isinstance(event, Fixed) else None)
    assert end["end"] is True
    assert end["view"]["seat"] == "blue"
    assert end["view"]["state"]["hands"]["red"] == []
    bids = [line for line in told if line["event"]["t"] == "tiny.bid"]
    assert {line["event"]["card"] == "?" for line in bids if line["event"]["by"] == "red"} == {True}
    assert not any(line["event"]["card"] == "?" for line in bids if line["event"]["by"] == "blue")
    assert next(line["words"] for line in told if line["event"]["t"] == "rolled").endswith("for battle.")


def test_the_order_in_which_a_view_was_filled_changes_no_byte(tmp_path: Path) -> None:
    def turned(data: Any, state: Any, seat: str | None) -> Any:
        seen = SPEC.sight.view(data, state, seat)
        companies = dict(reversed(seen.state.companies.items()))
        return msgspec.structs.replace(seen, state=msgspec.structs.replace(seen.state, companies=companies))

    path = write_game(tmp_path / "a.diary")
    other = Table.lay(replace(SPEC, sight=replace(SPEC.sight, view=turned)))
    assert list(export_lines(path, "red", table=other)) == list(export_lines(path, "red", table=TINY))


def test_embedded_data_stays_with_the_keeper(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "core/games/tiny/data/tiny.toml").read_text().replace("turns = 6", "turns = 3")
    table = Table.lay(SPEC, {"tiny.toml": text})
    path = write_game(tmp_path / "a.diary", table=table)
    assert any(isinstance(event, Embedded) for event in Replay(path, table=table).events)
    assert b"hits_on" not in b"".join(export_lines(path, "red", table=table))


def test_a_file_is_written_whole_and_never_over_another(tmp_path: Path) -> None:
    path, out = write_game(tmp_path / "a.diary"), tmp_path / "red.jsonl"
    count = export(path, "red", out, table=TINY)
    assert out.read_bytes().count(b"\n") == count
    assert out.read_bytes() == b"".join(export_lines(path, "red", table=TINY))
    with pytest.raises(FileExists):
        export(path, "blue", out, table=TINY)
    export(path, "blue", out, table=TINY, force=True)
    assert b'"seat":"blue"' in out.read_bytes()
    with pytest.raises(UsageError, match="no seat 'green' in tiny; there are red, blue"):
        export(path, "green", tmp_path / "green.jsonl", table=TINY)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.diary", "red.jsonl"]


def loud_bid(_d: Any, s: Any, ev: e.Bid) -> str:
    return f"{ev.by} bids {ev.card} out of {' '.join(s.hands[ev.by]) or 'a hidden hand'}."


def test_narration_for_a_seat_looks_only_at_what_the_seat_sees(tmp_path: Path) -> None:
    loud = Table.lay(replace(SPEC, words=replace(SPEC.words, narration={**SPEC.words.narration, e.Bid: loud_bid})))
    path = write(tmp_path / "a.diary", world(("01", "02"), "01"), header=header_of(DiceSource(source="typed")))
    replay = Replay(path, table=loud)
    assert [s for _, s in sentences(replay)][-1] == "blue bids 01 out of 01 02."
    assert [s for _, s in sentences(replay, seat="red")][-1] == "blue bids ? out of a hidden hand."
    assert b"bids ? out of a hidden hand" in b"".join(export_lines(path, "red", table=loud))


def test_sentences_go_with_the_fold_and_can_leave_out_what_was_taken_back(tmp_path: Path) -> None:
    replay = Replay(book_of_slips().write(tmp_path / "a.diary"), table=TINY)
    told = list(sentences(replay))
    assert told == [
        (n, sentence)
        for n, event in enumerate(replay.events, 1)
        if (sentence := event_words(SPEC, TINY.data, replay.states.at(n - 1), event)) and not isinstance(event, Resumed)
    ]
    assert any("Taken back to event" in sentence for _, sentence in told)
    alive = list(sentences(replay, taken_back=False))
    records = SPEC.fold.codec.records
    assert alive == [(n, s) for n, s in told if not replay.is_dead(n) or type(replay.event(n)) in records]
    assert any(sentence.startswith("Note: ") and replay.is_dead(n) for n, sentence in alive)
    assert list(sentences(replay, first=20, last=40)) == [(n, s) for n, s in told if 20 <= n <= 40]
    with pytest.raises(UsageError, match="no seat"):
        list(sentences(replay, seat="green"))


def test_an_event_hidden_from_a_seat_is_not_told() -> None:
    secret = replace(
        SPEC,
        sight=replace(
            SPEC.sight, redactions={**SPEC.sight.redactions, e.Bid: lambda s, ev, seat: None if ev.by != seat else ev}
        ),
    )
    state, _ = TINY.rules.set_up(TINY.start())
    assert event_words(secret, TINY.data, state, e.Bid(by="blue", card="07"), "red") == ""
    assert event_words(secret, TINY.data, state, e.Bid(by="blue", card="07"), "blue") != ""
