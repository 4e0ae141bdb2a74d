"""Drawings: a document that an XML reader understands, whatever the words in it."""

from xml.etree import ElementTree

import pytest

from wardiary.core.kit.svg import document, text

SVG = "{http://www.w3.org/2000/svg}"


def test_a_document_is_a_sheet_with_its_body_in_order() -> None:
    root = ElementTree.fromstring(document(300, 200, "#fbfbf7", [text(5, 9, "first"), "<g/>"]))
    assert (root.tag, root.get("viewBox")) == (f"{SVG}svg", "0 0 300 200")
    assert [child.tag for child in root] == [f"{SVG}rect", f"{SVG}text", f"{SVG}g"]
    assert root[0].attrib == {"width": "300", "height": "200", "fill": "#fbfbf7"}


@pytest.mark.parametrize("words", ["Viipuri", "<script>", "a & b", "\"quoted\" and 'so'", "]]>", "Hämeenlinna"])
def test_words_stay_words(words: str) -> None:
    found = ElementTree.fromstring(text(5, -9, words, 11, "middle", "#444"))
    assert (found.text, len(found)) == (words, 0)
    assert found.attrib == {"x": "5", "y": "-9", "font-size": "11", "text-anchor": "middle", "fill": "#444"}
