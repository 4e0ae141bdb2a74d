"""Parts of a drawing that are the same whatever is drawn."""

from collections.abc import Iterable
from html import escape

__all__ = ["document", "text"]


def document(width: int, height: int, ground: str, body: Iterable[str]) -> str:
    """A whole SVG document: a sheet of one colour and what stands on it, an element a line."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">',
            f'<rect width="{width}" height="{height}" fill="{ground}"/>',
            *body,
            "</svg>",
        ]
    )


def text(x: int, y: int, words: str, size: int = 12, anchor: str = "start", colour: str = "#222") -> str:
    """Words at a place; whatever would be markup in them is escaped."""
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
