"""Which text of a rule of language variants, `-{zh-hans:计算机;zh-hant:電腦}-`, those see who chose no variant."""

from __future__ import annotations

from collections.abc import Mapping

from wiki.site.languages import languages


def shown_variant(lang: str, texts: Mapping[str, str], one_way: Mapping[str, str]) -> str | None:
    """The text that MediaWiki shows of a rule in a wiki's own language; None for a rule without texts.

    `texts` are the rule's by variant, `one_way` those that stand for other words in one variant (`A=>zh-tw:B`), in the
    order of the rule. Where MediaWiki shows an error, for want of a text in a variant that the language falls back to,
    it is the next text.
    """
    variants = languages().variants.get(lang, ())
    for variant in variants:
        if variant in texts:
            return texts[variant]
    if texts:
        return next(iter(texts.values()))
    if variants and variants[0] in one_way:
        return one_way[variants[0]]
    return next(iter(one_way.values()), None)
