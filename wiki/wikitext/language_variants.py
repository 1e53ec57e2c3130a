"""Language variants in wikitext: `-{zh-hans:计算机;zh-hant:電腦}-`, where a language is written in several."""

from __future__ import annotations

import re
from functools import cache

from wiki.site.languages import languages
from wiki.site.variants import shown_variant
from wiki.wikitext.marks import HOLE_OF, MARK

_rule = re.compile(r"-\{((?:[^-}]++|-(?!\{)|\}(?!-))*+)\}-")
_ROUNDS = 4
"""Deepest nesting of rules within rules that is read."""
_NAME_OF_A_VARIANT = MARK + HOLE_OF["parser-function"]


def choose_variants(text: str, lang: str) -> str:
    """The page with what MediaWiki shows of each rule to readers who chose no variant.

    In a language without variants it is the page as it is. Nothing is converted: what is no rule stays in the script
    that it was written in, as it does for these readers.
    """
    if lang not in languages().variants:
        return text
    for _ in range(_ROUNDS):
        if "-{" not in text:
            break
        text = _rule.sub(lambda match: _shown(match[1], lang), text)
    return text


def _shown(markup: str, lang: str) -> str:
    """What is shown of a rule: `R` is raw text, `N` and `D` name variants, `H`, `-` and `T` alone show nothing."""
    before, bar, rule = markup.partition("|")
    if not bar or "[[" in before:
        before, rule = "", markup
    flags = {flag.strip() for flag in before.split(";")}
    if "R" in flags:
        return rule
    if "N" in flags:
        return _NAME_OF_A_VARIANT
    if "-" in flags or "H" in flags or ("T" in flags and "A" not in flags):
        return MARK
    if "D" in flags:
        return _NAME_OF_A_VARIANT
    if flags & set(languages().variants[lang]):
        return rule
    texts, one_way = _texts(rule, lang)
    shown = shown_variant(lang, texts, one_way)
    return rule if shown is None else shown


def _texts(rule: str, lang: str) -> tuple[dict[str, str], dict[str, str]]:
    """The texts of a rule by variant, and those that stand for other words in one; none where a code is no variant."""
    variants = languages().variants[lang]
    texts: dict[str, str] = {}
    one_way: dict[str, str] = {}
    for choice in _choice(lang).findall(rule):
        code, colon, words = choice.partition(":")
        if not colon:
            continue
        other_words, arrow, to = code.partition("=>")
        variant = (to if arrow else code).strip().lower()
        if variant not in variants:
            return {}, {}
        if not arrow and words.strip():
            texts[variant] = words.strip()
        elif arrow and other_words.strip():
            one_way.setdefault(variant, words.strip())
    return texts, one_way


@cache
def _choice(lang: str) -> re.Pattern[str]:
    """A code and its text. As in MediaWiki only a `;` before another code ends it: not that of a style or an entity."""
    code = rf"(?:{'|'.join(map(re.escape, languages().variants[lang]))})\s*+:"
    end = rf";\s*+(?:(?i:{code})|[^;]*?=>\s*+(?i:{code})|\Z)"
    return re.compile(rf"((?:&[#a-zA-Z0-9]++;|[^;]|(?!{end});)*+)(?:;\s*+|\Z)")
