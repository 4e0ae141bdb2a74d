"""A person's remark on its way into a diary."""

from wardiary.events.common import Noted
from wardiary.events.errors import UsageError
from wardiary.events.kinds import TEXT_MAX

__all__ = ["remark"]


def remark(text: str) -> Noted:
    """The record of a remark. Raises UsageError, in words, for one that no diary can hold."""
    if not isinstance(text, str):
        raise UsageError(f"a note is a text, not {type(text).__name__}")
    if len(text) > TEXT_MAX:
        raise UsageError(f"a note has at most {TEXT_MAX} characters, this one has {len(text)}: write two")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError("a note is Unicode text, and this one holds bytes that are none") from None
    return Noted(text=text)
