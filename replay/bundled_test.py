"""The test file that a bundle brings along: it fails as long as the rules at hand go wrong in the diary beside it.

Nothing of the diary gets into the code but as literals: the file is run by whoever gets the bundle.
"""

from wardiary.replay.verdict import REASON_MAX, Verdict

__all__ = ["TEST_NAME", "beside", "holding"]

TEST_NAME = "test_diary.py"

_TEST = '''"""A fault of the rules, as a test: it fails while they go wrong in this diary, and passes when they play it.

Passing means that the rules make of each answer just what the diary holds, and do not fail on an answer on which they
failed before. Made by `wardiary bundle --pytest`; run it with the pytest of
an environment in which wardiary is installed.
"""
{imports}
from wardiary import check
from wardiary.replay.verdict import reason

DIARY = {diary}

REPORTED = {reported}


def test_the_rules_play_this_diary() -> None:
    found = reason(check(DIARY))
    assert not found, f"{{found}}\\n({{'as' if found == REPORTED else 'otherwise than'}} it was reported)"
'''


def beside(verdict: Verdict, diary_name: str) -> str:
    """The text of a test that reads the diary beside it."""
    imports = "\nfrom pathlib import Path\n"
    return _filled(verdict, imports, f'Path(__file__).with_name("{diary_name}").read_bytes()')


def holding(verdict: Verdict, diary: bytes) -> str:
    """The text of a test that holds the diary, a line of it in a line."""
    lines = [f"    {line!r}\n" for line in diary.splitlines(keepends=True)]
    return _filled(verdict, "", f"(\n{''.join(lines)})")


def _filled(verdict: Verdict, imports: str, diary: str) -> str:
    return _TEST.format(imports=imports, diary=diary, reported=ascii(verdict.text()[:REASON_MAX]))
