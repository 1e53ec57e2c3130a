"""Links and what belongs to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.fuzz.pages import SITE
from tests.support.wikitext import linked, texts
from wiki.wikitext.paragraphs import extract_paragraphs
from wiki.wikitext.patterns import grammar
from wiki.wikitext.reference import read_inline


@pytest.mark.parametrize(
    ("markup", "text", "anchors"),
    [
        ("A [[cat]].", "A cat.", [("cat", "Cat")]),
        ("A [[cat|tom cat]].", "A tom cat.", [("tom cat", "Cat")]),
        ("Some [[car]]s", "Some cars", [("cars", "Car")]),
        ("Some [[car|auto]]mobiles-x", "Some automobiles-x", [("automobiles", "Car")]),
        ("''[[GQ]]''s cover", "GQs cover", [("GQ", "GQ")]),
        ("[[cat]]<ref>x</ref>s", "cats", [("cat", "Cat")]),
        ("[[cat]]s<ref>x</ref>more", "catsmore", [("cats", "Cat")]),
        ("[[cat]]<!-- x -->s", "cats", [("cats", "Cat")]),
        ("[[cat]]{{x}}s", "cats", [("cat", "Cat")]),
        ("[[Kyoto (city)|]] is", "[[Kyoto (city)|]] is", []),
        ("[[cat| tom ]]x", "tom x", [("tom x", "Cat")]),
        ("a [[cat| tom ]] b", "a tom b", [("tom", "Cat")]),
        ("[[2001: A Space Odyssey]]", "2001: A Space Odyssey", [("2001: A Space Odyssey", "2001: A Space Odyssey")]),
        ("[[cat#tail|tail]]", "tail", [("tail", "Cat")]),
        ("[[#tail|tail]] [[Page|here]] [[page]]", "tail here page", []),
        ("[[Talk:X|talk]] [[wikt:x|word]] [[:Category:X]]", "talk word Category:X", []),
        ("a[[Category:X]] b[[fr:X]] c", "a b c", []),
        ("[[cat&amp;dog|&lt;b&gt;]]", "<b>", [("<b>", "Cat&dog")]),
        ("[[a_b%20c]]", "a_b c", [("a_b c", "A b c")]),
        ("[[a%20b| [[#%3Ci%3E]]", "[[a b| #<i>", []),
        ("[[a&lt;b|", "[[a<b|", []),
        ("[[:#\ud800x| [[:#\ud800%20x|", "[[:#\ud800x| [[:#\ud800%20x|", []),
        ("[[a#<x>]] [[a<x]] [[a<b>c]]", "a#<x> [[a<x]] [[ac]]", [("a#<x>", "A")]),
        ("x [[cat|{{x}}]] y", "x y", []),
        ("[[cat|a\nb]]", "a b", [("a b", "Cat")]),
        ("[[a\nb]]", "[[a b]]", []),
        ("[[a|b [[c]] d]]", "[[a|b c d]]", [("c", "C")]),
        ("[[[cat]]]", "[[[cat]]]", []),
        ("[[[[cat]]]]", "[[cat]]", [("cat", "Cat")]),
        ("[[[cat|tom]]", "[[[cat|tom]]", []),
        ("[[[http://x.org tom]]]", "[[tom]]", []),
        ("[[cat|[tom] x]]", "[tom] x", [("[tom] x", "Cat")]),
        ("[[cat|[tom]]]s [[cat|x [tom]]]]", "[tom]s x [tom]]", [("[tom]s", "Cat"), ("x [tom]", "Cat")]),
        ("[[cat|tom]]]", "tom]", [("tom", "Cat")]),
        ("[[cat|]]] [[|cat]] [[]]", "] [[|cat]] [[]]", [("]", "Cat")]),
        ("[[cat|a|b]]", "a|b", [("a|b", "Cat")]),
        ("[[cat|[http://x.org tom]]]", "[http://x.org tom]", [("[http://x.org tom]", "Cat")]),
        ("[[cat|a [http://x.org tom] b]]", "a [http://x.org tom] b", [("a [http://x.org tom] b", "Cat")]),
        ("[[cat|a\n\n* b]]s c", "a * bs c", [("a * bs", "Cat")]),
        ("[[cat", "[[cat", []),
        ("[[cat]''] ''b", "[[cat]] b", []),
        ("[[cat]]''s'' [[cat]]s''t''", "cats catst", [("cat", "Cat"), ("cats", "Cat")]),
        ("a '' [[cat| cat '']]s b", "a cat s b", [("cat s", "Cat")]),
        ("[http://x.org the [[cat]]] b", "the cat b", [("cat", "Cat")]),
        ("a [http://x.org] b", "a b", []),
        ("a ([http://x.org]) b ([http://x.org], [//y.org ]), c", "a b, c", []),
        ("a [http://x.org], b [http://x.org] [http://y.org]. ''c'' ([http://x.org d])", "a, b. c (d)", []),
        ("a [http://x.org] (b [http://x.org]) [[c]] [[[", "a (b) c [[[", [("c", "C")]),
        ("see http://x.org/ now", "see http://x.org/ now", []),
        ("[http://x.org a [http://y.org b] c]", "a [http://y.org b c]", []),
        ("[http://x.org a\nb] [//x.org c]", "[http://x.org a b] c", []),
        ("[[cat|a ''b]] [http://[2001:db8::1]:80/ c] [http://x.org<b>d</b> e]", "a b c d e", [("a b", "Cat")]),
        ("[http://x.org&lt;a [[cat]]] [[[", "<a cat [[[", [("cat", "Cat")]),
        ("http://a&zwnj;b.org/&#x5B;x&#93;?c&amp;lt;&lt;d", "http://ab.org/%5Bx%5D?c&lt;<d", []),
        ("[[Lista d''e paise]] ''x''", "Lista d''e paise x", [("Lista d''e paise", "Lista d''e paise")]),
    ],
)
def test_links(markup: str, text: str, anchors: list[tuple[str, str]]) -> None:
    assert linked(markup) == (text, anchors)


@pytest.mark.parametrize(
    ("lang", "wikitext", "text", "surface"),
    [
        ("ar", "في و[[ألمانيا]] ثم", "في وألمانيا ثم", "وألمانيا"),
        ("ar", "في و[[ألمانيا]]ها ثم", "في وألمانياها ثم", "وألمانياها"),
        ("ar", "في '''و'''[[ألمانيا]] ثم", "في وألمانيا ثم", "ألمانيا"),
        ("ar", "في و [[ألمانيا]]", "في و ألمانيا", "ألمانيا"),
        ("uk", "у «[[Слово]]» є", "у «Слово» є", "«Слово»"),
        ("he", "ו[[גרמניה]]", "וגרמניה", "גרמניה"),
        ("ar", "[http://x a و[[ألمانيا]]]", "a وألمانيا", "وألمانيا"),
        ("ar", "[[a|b]]و[[ألمانيا]]", "bوألمانيا", "bو"),
    ],
)
def test_letters_before_a_link_belong_to_it(lang: str, wikitext: str, text: str, surface: str) -> None:
    site = replace(SITE, dbname=f"{lang}wiki", lang=lang)
    for found in (extract_paragraphs(wikitext, "P", site).paragraphs[0], read_inline(wikitext, "P", grammar(site))):
        assert found.text == text
        assert found.text[found.anchors[0].start : found.anchors[0].end] == surface


@pytest.mark.parametrize(
    ("wikitext", "found"),
    [
        ("a [[File:A.jpg|20px|b [http://x c]]] d", ["a d"]),
        ("a [[File:A.jpg|20px|b]]] d", ["a ] d"]),
        ("a [[File:A.jpg|20px|b [[c]] [http://x d]]] e", ["a ] e"]),
        ("a [[b|[c]]] d", ["a [c] d"]),
    ],
)
def test_three_brackets_close_a_link_and_what_is_open_in_it(wikitext: str, found: list[str]) -> None:
    assert texts(wikitext) == found
