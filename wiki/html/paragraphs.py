"""HTML as Parsoid, MediaWiki's own parser, writes it, to paragraphs of running text with their anchors.

Every template is expanded there, and each part of a page says by its attributes what it is: what a template gave
(`about`, `typeof="mw:Transclusion"`), a reference, a file, a link to an article. The tree is walked once: what cannot
hold running text is passed over whole, paragraphs are read piece by piece.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode

from schemas.problems import GIVEN
from schemas.records import Anchor, Paragraph, Problem
from wiki.html.kinds import (
    HEADINGS,
    NO_TEXT,
    Attributes,
    hole_code,
    is_article_link,
    is_for_screen_readers,
    is_language_rule,
    is_transclusion,
    is_unshown,
    link_target,
    shown_html,
)
from wiki.site.link_targets import link_title
from wiki.site.siteinfo import SiteInfo
from wiki.wikitext.inline import squeeze_spaces, trimmed
from wiki.wikitext.paragraphs import MAX_SECTION, Extraction

_TEXT = "-text"
_FRACTION_SIGNS = {"+": " ", "/": "⁄"}
"""What stands in a line for the layout of a fraction, by what screen readers say: 2¼ is no 21⁄4, ½ is no 12."""
_space = re.compile(r"[^\S ]")


def extract_html_paragraphs(html: str, title: str, site: SiteInfo, *, inline_templates: bool = True) -> Extraction:
    """The body paragraphs of a page: running text outside tables, boxes, lists and headings, with its anchors.

    As `wiki.wikitext.paragraphs.extract_paragraphs` does from wikitext, and with the same result where no template has
    a part in it. Without `inline_templates`, what templates gave is left out. Paragraphs in items of lists and in
    quotations are read, text there that is in no paragraph is not. A `<div>` that a template gave is a box.

    Of a rule of language variants what the wiki shows to readers who chose no variant is read.

    The problems of a paragraph are formulas, images and the like that its text lacks, and what a template gave of it.
    """
    body = LexborHTMLParser(html).body
    page = _Page(title, site, inline_templates)
    if body is not None:
        page.read_blocks(body)
    return Extraction(page.paragraphs, 0)


class _Open(NamedTuple):
    """An element of a line whose text is being read."""

    node: LexborNode
    attributes: Attributes
    start: int
    """Where its text begins."""
    given: bool
    """Whether a template gave what it stands in."""
    from_template: bool
    """Whether a template gave it."""


class _Page:
    """What is found on a page, and what is open where it is read."""

    def __init__(self, title: str, site: SiteInfo, inline_templates: bool) -> None:
        self.paragraphs: list[Paragraph] = []
        self._title = title
        self._site = site
        self._inline_templates = inline_templates
        self._section = ""
        self._given: set[str | None] = set()
        """The marks (`about`) of what templates gave."""
        self._clear()

    def _clear(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._anchors: list[Anchor] = []
        # These three are no links. They are kept as anchors because that is what `trimmed` and `squeeze_spaces` move;
        # in place of the target they have the code of a problem, and italics nothing.
        self._holes: list[Anchor] = []
        self._from_templates: list[Anchor] = []
        self._italics: list[Anchor] = []

    def read_blocks(self, body: LexborNode) -> None:
        """Read the paragraphs below an element."""
        # The rest of each open element and whether a template gave it. Pages may be nested as deeply as they like.
        open_elements: list[tuple[LexborNode | None, bool]] = [(body.child, False)]
        while open_elements:
            node, given = open_elements.pop()
            if node is None:
                continue
            open_elements.append((node.next, given))
            tag = node.tag
            if tag == _TEXT or tag == "-comment":
                continue
            attributes = node.attributes
            from_template = self._is_given(attributes) or given
            if is_unshown(attributes) or tag in NO_TEXT or (from_template and not self._inline_templates):
                continue
            if tag == "p":
                self._read_paragraph(node, given=from_template)
            elif tag in HEADINGS:
                self._read_inline(node, given=from_template)
                self._section = self._take().text[:MAX_SECTION].rstrip()
            elif tag != "div" or not from_template:
                open_elements.append((self._content(node, attributes), from_template))

    def _is_given(self, attributes: Attributes) -> bool:
        """Whether a template gave the element. The first one of what it gave says so, the others bear its mark."""
        about = attributes.get("about")
        if about is None:
            return False
        if is_transclusion(attributes):
            self._given.add(about)
            return True
        return about in self._given

    def _read_paragraph(self, paragraph: LexborNode, *, given: bool) -> None:
        self._read_inline(paragraph, given=given, parts=True)
        if given:
            self._from_templates = [Anchor(0, self._length, GIVEN)]
        self._end_paragraph()

    def _end_paragraph(self) -> None:
        paragraph = self._take()
        if paragraph.text:
            self.paragraphs.append(paragraph)

    def _read_inline(self, parent: LexborNode, *, given: bool, parts: bool = False) -> None:
        """Add the text of an element; `parts` where a line of an empty template ends the paragraph."""
        open_elements: list[_Open] = []
        node = parent.child
        while node is not None or open_elements:
            if node is None:
                element = open_elements.pop()
                self._close(element, parts=parts and not open_elements)
                node, given = element.node.next, element.given
                continue
            tag = node.tag
            if tag == _TEXT:
                self._add(node.text_content or "")
            elif tag == "br":
                self._add(" ")
            elif tag != "-comment":
                attributes = node.attributes
                from_template = self._is_given(attributes) or given
                element = _Open(node, attributes, self._length, given, from_template)
                if is_unshown(attributes) or tag in NO_TEXT or (from_template and not self._inline_templates):
                    self._pass_over(node, attributes, from_template)
                    if parts and not open_elements and self._is_empty_line(node, attributes):
                        self._end_paragraph()
                elif not (tag == "sup" and from_template and _is_remark(node)):
                    open_elements.append(element)
                    if self._is_unknown_rule(node, attributes):
                        self._holes.append(Anchor(self._length, self._length, "parser-function"))
                    node, given = self._content(node, attributes), from_template
                    continue
            node = node.next

    def _close(self, element: _Open, *, parts: bool) -> None:
        """Note what an element was whose text has been read."""
        node, attributes, start, given, from_template = element
        if node.tag == "a" and is_article_link(attributes):
            target = link_title(link_target(attributes), self._site)
            if target and target != self._title:
                self._anchors.append(Anchor(start, self._length, target))
        elif node.tag == "i" and self._length > start:
            self._italics.append(Anchor(start, self._length, ""))
        elif parts and self._is_empty_line(node, attributes):
            self._end_paragraph()
        if from_template and not given and self._length > start:
            self._from_templates.append(Anchor(start, self._length, GIVEN))

    def _pass_over(self, node: LexborNode, attributes: Attributes, from_template: bool) -> None:
        """Note what is missing here. What a template gave is left out on purpose, or else its images are ornaments."""
        if from_template and not self._inline_templates:
            return
        if is_for_screen_readers(attributes):
            self._add(_FRACTION_SIGNS.get(node.text(), ""))
        elif (code := hole_code(attributes)) and not (from_template and code == "image"):
            self._holes.append(Anchor(self._length, self._length, code))

    def _is_empty_line(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether the line holds nothing but a template that gave nothing: MediaWiki shows a new paragraph after it."""
        if node.child is not None or not is_transclusion(attributes) or is_language_rule(attributes):
            return False
        after = node.next
        if after is not None and not (after.tag == _TEXT and (after.text_content or "").startswith("\n")):
            return False
        return not self._pieces or self._pieces[-1].endswith("\n")

    def _content(self, node: LexborNode, attributes: Attributes) -> LexborNode | None:
        """The first node in an element; of a rule of language variants, which is empty, the first of what it shows."""
        if node.child is not None or not is_language_rule(attributes):
            return node.child
        body = LexborHTMLParser(f"<body>{shown_html(attributes, self._site.lang) or ''}</body>").body
        return body.child if body is not None else None

    def _is_unknown_rule(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether a rule of language variants shows words that the page does not have."""
        if node.child is not None or not is_language_rule(attributes):
            return False
        return shown_html(attributes, self._site.lang) is None

    def _add(self, text: str) -> None:
        self._pieces.append(text)
        self._length += len(text)

    def _take(self) -> Paragraph:
        """The text that was read, its anchors and its problems, with white space squeezed."""
        text = "".join(self._pieces)
        anchors, holes, from_templates, italics = self._anchors, self._holes, self._from_templates, self._italics
        self._clear()
        if not text or text.isspace():
            return Paragraph(self._section, "", [])
        text = _space.sub(" ", text)
        squeezed = squeeze_spaces(text, trimmed(anchors, text))
        last = len(squeezed.text)
        # What is missing where the spaces at an end of the text were is missing at that end.
        problems = [
            Problem(min(max(start, 0), last), min(max(end, 0), last), code)
            for places in (holes, trimmed(from_templates, text))
            if places
            for start, end, code in squeeze_spaces(text, places).anchors
        ]
        spans = squeeze_spaces(text, trimmed(_outermost(italics), text)).anchors if italics else []
        italic = [(start, end) for start, end, _ in spans]
        return Paragraph(self._section, squeezed.text, squeezed.anchors, sorted(problems), italic)


def _outermost(places: list[Anchor]) -> list[Anchor]:
    """The places that are not within another, in order; each ends before the next begins."""
    found: list[Anchor] = []
    for place in sorted(places, key=lambda each: (each.start, -each.end)):
        if not found or place.start >= found[-1].end:
            found.append(place)
    return found


def _is_remark(node: LexborNode) -> bool:
    """Whether a raised text that a template gave is an editor's remark, [as here]: a source or a date is missing."""
    text = node.text()
    return text.lstrip().startswith("[")
