from __future__ import annotations

from sample.generator.wikitext import default_sort, link_targets, short_description, templates


def test_link_targets() -> None:
    text = (
        "[[car]]s [[A_b#c|d]] [[:Category:X]] [[Category:X]] [[File:F.jpg|[[G]]]] [[de:H]] [[Mission: Impossible]]"
        " <!-- [[hidden]] --> <nowiki>[[raw]]</nowiki> [[#here]]"
    )
    assert link_targets(text) == {"Car", "A b", "G", "Mission: Impossible"}


def test_templates() -> None:
    text = "{{lang|de|{{circa}}}} {{ about\n|x}} {{{1}}} {{#if:x}} {{DEFAULTSORT:Y}}"
    assert templates(text) == {"Lang", "Circa", "About"}


def test_values_of_templates() -> None:
    text = "{{Short description|German city}}\n{{DEFAULTSORT:Ulm, City}}"
    assert (default_sort(text), short_description(text)) == ("Ulm, City", "German city")
    assert (default_sort("{{DEFAULTSORT:}}"), default_sort(""), short_description("")) == ("", None, None)
