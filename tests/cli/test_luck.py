"""`luck` at the command line: what is printed, what is kept, what cannot be meant, Ctrl-C."""

import json
from pathlib import Path

import pytest
from tests.cli.running import Run, Start
from tests.cli.test_interrupt import interrupt
from tests.replay.small_game import SHY, played

from wardiary.cli.luck_words import sparkline
from wardiary.replay.simulation.simulate import Plan, simulate

QUICK = ("-n", 4, "--workers", 1, "--decisions", 1, "--orders", 1)


@pytest.fixture
def shy(tmp_path: Path) -> Path:
    """A small game, worked out by hand."""
    return played(tmp_path / "shy.diary", SHY)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, environment: dict[str, str]) -> Path:
    """Forty games to fit on."""
    folder = tmp_path_factory.mktemp("many")
    assert len(list(simulate(Plan(game="tiny", seed="fit", out=str(folder)), 40))) == 40
    return folder


def test_the_ledger_alone(shy: Path, wardiary: Run) -> None:
    done = wardiary("luck", shy, "--ledger")
    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == """\
The ledger: what the dice gave, and what fair dice give
seat  purpose  rolls  pips  expected  so few or so many  hits  expected  so few or many
blue  battle       1     6       3.5  >= 16.67 %            1       0.5  >= 50.00 %
blue  all          1     6       3.5  >= 16.67 %            1       0.5  >= 50.00 %
red   battle       1     1       3.5  <= 16.67 %            0       0.5  <= 50.00 %
red   all          1     1       3.5  <= 16.67 %            0       0.5  <= 50.00 %
blue drew 1 card from orders
red drew 1 card from orders
"""
    )
    told = json.loads(wardiary("luck", shy, "--ledger", "--json").out)
    assert list(told) == ["ledger"]
    assert told["ledger"]["decks"][0]["drawn"] == ["01"]


def test_exact_values(shy: Path, wardiary: Run) -> None:
    done = wardiary("luck", shy, "--exact", "--seat", "red=greedy", "--seat", "blue=greedy")
    assert (done.code, done.err) == (0, "")
    value = done.out.partition("\n\n")[2]
    assert (
        value
        == """\
The value of the game: exact, everything enumerated, played by red=greedy blue=greedy

of 100                  red                  blue
value at the start      50.0                 50.0
+ luck                  -37.5                +37.5
    own dice            -25.0                +25.0
    others' dice        -25.0                +25.0
    draws               +12.5                -12.5
+ own decisions         -12.5                +0.0
+ others' decisions     +0.0                 +12.5
= value at the end      0.0                  100.0
against the best tried  -12.5 in 1 decision  +0.0 in 1 decision

The value for red from the start to the end
▅▆▆▆▆▅▅▃▁
turn  event  red of 100  0 to 100
   0      8  50.0        ··········●··········
   1     31  0.0         ●····················

Swings: 4 of 8 moments, changes of 100
event  turn            seat  what                       red    blue   best other order tried
   25     1  dice      red   red rolls 1 for battle     -25.0  +25.0
   27     1  dice      blue  blue rolls 6 for battle    -25.0  +25.0
    9     1  draw      red   red draws 02 from orders   +12.5  -12.5
   18     1  decision  red   red: march 1 (and 1 more)  -12.5  +12.5  as greedy would: -12.5
"""
    )


def test_playouts_are_the_same_every_time(diary: Path, wardiary: Run) -> None:
    first, second = (wardiary("luck", diary, *QUICK, "--seed", "s") for _ in range(2))
    assert (first.code, first.err, first.out) == (0, "", second.out)
    assert "4 futures of each position, played by red=greedy blue=random, seed s" in first.out
    other = wardiary("luck", diary, *QUICK, "--seed", "t")
    assert other.out != first.out
    told = json.loads(wardiary("luck", diary, *QUICK, "--seed", "s", "--json").out)
    assert list(told) == ["ledger", "value", "swings"]
    assert told["value"]["futures"] == 4
    assert len(told["value"]["points"]) == len(told["value"]["moments"]) + 1
    red = told["value"]["seats"][0]
    parts = red["luck"]["mean"] + red["choices"]["mean"] + red["others"]["mean"]
    assert parts == pytest.approx(red["end"]["mean"] - red["start"]["mean"], abs=1e-9)


def test_all_moments_are_listed_when_asked_for(shy: Path, wardiary: Run) -> None:
    done = wardiary("luck", shy, *QUICK, "--all", "--every-order")
    assert "Every moment: 9 of 9 moments" in done.out
    assert "red: halt" in done.out


def test_no_swing_is_said_so(open_diary_file: Path, wardiary: Run) -> None:
    """A game that goes on, persons in its seats, one bid hidden on the table."""
    done = wardiary("luck", open_diary_file, *QUICK)
    assert done.code == 0
    assert "played by red=greedy blue=greedy" in done.out
    assert "No swing is sure: of 5 moments none changed a value beyond what chance explains." in done.out
    assert done.err == "the game is not over: its last value is an estimate like the others\n"


def test_a_fit_is_made_kept_and_used(diary: Path, many: Path, wardiary: Run, tmp_path: Path) -> None:
    kept = tmp_path / "fit.json"
    made = wardiary("luck", "--fit", many, "--game", "tiny", "-o", kept)
    assert made.code == 0
    assert made.out.startswith("tiny: 40 games, ")
    assert "red: Brier score 0." in made.out
    assert made.err.endswith(f"fitted on 40 games; `wardiary luck FILE --fit {kept}` uses it\n")
    used = wardiary("luck", diary, *QUICK, "--fit", kept)
    assert (used.code, used.err) == (0, "")
    assert "control variate for red: factor " in used.out
    assert wardiary("luck", diary, *QUICK, "--fit", many).out == used.out
    again = wardiary("luck", "--fit", many, "--game", "tiny", "-o", kept)
    assert (again.code, "exists already" in again.error) == (2, True)
    archive = tmp_path / "archive"
    assert wardiary("archive", "add", archive, many).code == 0
    assert json.loads(wardiary("luck", "--fit", archive, "--game", "tiny", "--json").out) == json.loads(
        kept.read_text()
    )


def test_a_plot(diary: Path, wardiary: Run, tmp_path: Path) -> None:
    pytest.importorskip("altair")
    pytest.importorskip("vl_convert")
    plot = tmp_path / "luck.svg"
    done = wardiary("luck", diary, *QUICK, "--plot", plot)
    assert done.code == 0
    assert f"{plot}: the expected share of the result over the game" in done.err
    drawn = plot.read_text()
    assert drawn.startswith("<svg")
    assert "mark-area" in drawn
    assert ">red<" in drawn
    assert wardiary("luck", diary, *QUICK, "--plot", plot).code == 2


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        ([], 2, "give a diary, or --fit with an archive or a folder of diaries"),
        (["--fit", "games"], 2, "say with --game which game is to be fitted, or give a diary of it"),
        (["FILE", "--ledger", "--exact"], 2, "--ledger plays nothing on: it goes with --json alone"),
        (
            ["FILE", "--exact", "--fit", "x"],
            2,
            "--exact has no playouts that --fit could make sharper: give one of them",
        ),
        (["FILE", "-o", "x"], 2, "-o keeps a fit: give --fit too"),
        (["FILE", "--seat", "green=greedy"], 2, "no seat 'green' in this game; there are red, blue"),
        (["FILE", "--seat", "red=clever"], 2, "no player 'clever' for tiny; there are greedy, mcts, random and human"),
        (["FILE", "--fit", "nowhere.json"], 3, "nowhere.json: No such file or directory"),
        (["nowhere.diary"], 3, None),
    ],
)
def test_what_cannot_be_meant(words: list[str], code: int, error: str | None, shy: Path, wardiary: Run) -> None:
    done = wardiary("luck", *[shy if word == "FILE" else word for word in words])
    assert done.code == code
    assert done.out == ""
    if error:
        assert done.error.startswith(error)


def test_a_game_too_large_to_be_exact(diary: Path, wardiary: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wardiary.replay.valuation.exact.POSITIONS_MOST", 50)
    done = wardiary("luck", diary, "--exact")
    assert done.code == 2
    assert "too large to be valued exactly" in done.err


def test_other_peoples_errors(shy: Path, many: Path, wardiary: Run, tmp_path: Path) -> None:
    exported = tmp_path / "red.jsonl"
    assert wardiary("export", shy, "--as", "red", "-o", exported).code == 0
    assert wardiary("luck", exported, *QUICK).code == 3
    few = tmp_path / "few"
    few.mkdir()
    (few / "one.diary").write_bytes(next(many.glob("*.diary")).read_bytes())
    done = wardiary("luck", shy, "--fit", few)
    assert (done.code, "1 decided games are too few" in done.error) == (2, True)


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted(workers: int, start: Start, diary: Path) -> None:
    process = start("luck", diary, "-n", 1_000_000, "--workers", workers)
    assert process.stdout is not None
    while not process.stdout.readline().startswith("red drew"):
        assert process.poll() is None
    code, out, err = interrupt(process)
    assert code == 130
    assert "interrupted: the values are not kept: the same command works them out again" in err
    assert err.splitlines()[-1] == "wardiary: interrupted"
    assert "Traceback" not in err
    assert out == ""


def test_a_line_of_blocks() -> None:
    assert sparkline([0.0, 0.5, 0.99, 1.0], 10) == "▁▅██"
    assert sparkline([0.0] * 50 + [1.0] * 50, 4) == "▁▁██"
    assert sparkline([-0.2, 1.3], 9) == "▁█"


@pytest.mark.parametrize("option", ["-o", "--plot"])
def test_a_folder_that_is_not_there_is_told_before_anything_is_played(shy: Path, wardiary: Run, option: str) -> None:
    fit = ("--fit", shy) if option == "-o" else ()
    done = wardiary("luck", shy, "-n", 1_000_000, *fit, option, "nowhere/file.svg")
    assert (done.code, done.out) == (3, "")
    assert done.error == "folder nowhere does not exist"
