"""An answer given as JSON, to whatever the game asks: orders whole, rolls and draws by their faces or cards alone."""

from typing import Any

import msgspec

from wardiary.core.requests import Draw, Over, Request, Roll
from wardiary.events.codec import Codec
from wardiary.events.errors import Refused, UsageError
from wardiary.events.kinds import Input

__all__ = ["read_answer"]

_MOST = 900_000


def read_answer(codec: Codec, request: Request, text: str) -> Input:
    """The input that a JSON object means here. What a roll or draw does not say is taken from the request.

    So `{"dice": [6, 1]}` is enough; its source is `typed` unless it says another. The answer is not yet judged by
    the rules. Raises UsageError for what is no JSON object, Refused for what cannot be an input of this game.
    """
    if isinstance(request, Over):
        raise Refused("the game is over")
    if len(text) > _MOST:
        raise UsageError(f"an answer has at most {_MOST} characters")
    try:
        given = msgspec.json.decode(text, type=dict[str, Any])
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise UsageError(f"{text[:60]!r} is no answer: {error}; give a JSON object") from None
    try:
        event = codec.decode(msgspec.json.encode({**_asked(request), **given}))
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise Refused(f"{text[:60]!r} is no order, roll or draw of this game: {error}") from None
    if not isinstance(event, Input):
        raise Refused(f"{text[:60]!r} is no order, roll or draw")
    return event


def _asked(request: Request) -> dict[str, Any]:
    """The fields of a roll or draw that the request settles, the tag first."""
    if isinstance(request, Roll):
        return {"t": "rolled", **{name: getattr(request, name) for name in Roll.SETTLED}, "source": "typed"}
    if isinstance(request, Draw):
        return {"t": "drawn", **{name: getattr(request, name) for name in Draw.SETTLED}, "source": "typed"}
    return {}
