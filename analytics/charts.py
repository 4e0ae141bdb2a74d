"""Charts of reports as SVG, by Altair and vl-convert: the extra `wardiary[charts]`.

A report says on top how it is best looked at:

    -- Plot: bar x=seat y=rate low=low high=high colour=player row=game

`bar`, `line` or `band` (a line in the band of its interval); columns for the axes, for the ends of an interval, for
colours, and for rows of charts.
"""

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from wardiary.analytics.results import Result, write_text
from wardiary.events.errors import QueryError

__all__ = ["PLACES", "chart_svg", "need_charts", "write_chart"]

PLACES = ("x", "y", "low", "high", "colour", "row")
"""What a plot may say, beside its kind."""
_MISSING = "charts need Altair and vl-convert: pip install 'wardiary[charts]'"
_HEIGHT, _WIDTH = 200, 480
_BAND_OPACITY = 0.25


def need_charts() -> None:
    """Asked before long work that is to be drawn. Raises QueryError when the libraries are not there."""
    if any(find_spec(name) is None for name in ("altair", "vl_convert")):
        raise QueryError(_MISSING)


def write_chart(result: Result, kind: str, places: dict[str, str], title: str, path: Path, *, force: bool) -> None:
    """The chart of a report's rows in a file. Raises QueryError, FileExists."""
    write_text(path, chart_svg(result, kind, places, title), force=force)


def chart_svg(result: Result, kind: str, places: dict[str, str], title: str) -> str:
    """The chart as SVG. Raises QueryError when the libraries are not there, or there is nothing to show."""
    if not result.rows:
        raise QueryError("the report has no rows: there is nothing to plot")
    altair, convert = _library("altair"), _library("vl_convert")
    chart = _chart(altair, result, kind, places, title)
    return str(convert.vegalite_to_svg(chart.to_dict()))


def _chart(altair: Any, result: Result, kind: str, places: dict[str, str], title: str) -> Any:
    values = [{key: value for key, value in row.items() if _is_plain(value)} for row in result.dicts()]
    base = altair.Chart(altair.Data(values=values))
    # Bars stand in the order of the report's rows.
    axis = {"shorthand": f"{places['x']}:N", "sort": None} if kind == "bar" else {"shorthand": f"{places['x']}:Q"}
    x = altair.X(**axis, title=places["x"])
    colour = {"color": altair.Color(f"{places['colour']}:N", title=places["colour"])} if "colour" in places else {}
    # Bars of one category stand beside each other; a title of `None` would take the axis' own away.
    beside = {"xOffset": altair.XOffset(f"{places['colour']}:N")} if kind == "bar" and colour else {}
    marks = base.mark_bar() if kind == "bar" else base.mark_line(point=kind == "line")
    layers = [marks.encode(x=x, y=altair.Y(f"{places['y']}:Q", title=places["y"]), **colour, **beside)]
    if "low" in places:
        ends = {"y": altair.Y(f"{places['low']}:Q", title=places["y"]), "y2": altair.Y2(places["high"])}
        if kind == "band":
            layers.append(base.mark_area(opacity=_BAND_OPACITY).encode(x=x, **ends, **colour))
        else:
            layers.append(base.mark_rule().encode(x=x, **ends, **beside))
    layered = altair.layer(*layers).properties(width=_WIDTH, height=_HEIGHT)
    if "row" in places:
        layered = layered.facet(row=altair.Row(f"{places['row']}:N", title=places["row"])).resolve_scale(
            x="independent", y="independent"
        )
    return layered.properties(title=title)


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise QueryError(_MISSING) from None
