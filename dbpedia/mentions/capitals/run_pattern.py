"""The pattern of a run of capitalised words, by the words of a language (`dbpedia.mentions.capitals.lexicon.runs`)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from dbpedia.mentions.capitals.letters import CAPITAL, CAPITALS
from dbpedia.mentions.capitals.words import CapitalWords
from dbpedia.mentions.word_group import longest_first

_MOST_PARTS = 9
"""Parts of a word that are looked at together, or a text of nothing else would take the square of its length."""
_BEHIND_ABBREVIATION = (
    rf"\.(?:{CAPITAL}\.)*{CAPITAL}[^\W\d_{CAPITALS}]{{2,}}(?:-{CAPITAL}\w+)?|\.(?:{CAPITAL}\.)+|\.(?= {CAPITAL})"
)
"""The rest of initials, which may be written to the surname (`М.Ю.Лермонтов`), and of other abbreviations."""
_BEHIND_DIGIT = r"\d{0,2}(?:st|nd|rd|th)"
"""The rest of an ordinal that begins with a digit."""


def run_pattern(words: CapitalWords) -> re.Pattern[str]:
    """A run of capitalised words, an ordinal before them or not (`3rd Canadian Division`).

    Where one is part of a word that is no name (`Latin-based`), nothing matches. What begins with a capitalised article
    is a name of its own (`Committee of The Public Interest`), but not where places do (`Universidad de La Habana`). So
    is what begins with a word that stands `apart` (`ABD | Başkanı Jimmy Carter`). The adjectives in lower case of a
    name with one capital are part of it (`Union européenne`).
    """
    rest, adjectives = _rest(words), _adjectives(words)
    return re.compile(
        rf"{_first(words)}(?:(?<=\d){_BEHIND_DIGIT} {CAPITAL}|(?<!\d)){rest}"
        rf"{adjectives}"
        rf"(?:(?:{_next_word(words)}){_capital(words)}{rest}{adjectives})*"
        rf"{_number(words)}{words.others.edge_after}"
    )


def _capital(words: CapitalWords) -> str:
    """The capital that a word has, with the small letters that the language writes before it."""
    small = words.others.inflection.small_before
    return f"(?:{small})?{CAPITAL}" if small else CAPITAL


def _first(words: CapitalWords) -> str:
    """What a run begins with: a digit or a capital, with the small letters that a language writes before it."""
    # What begins with a class of characters is searched for fastest, so the edge before comes behind the first one.
    edge = rf"(?<={words.others.edge_before}.)"
    small = list(filter(None, words.others.inflection.small_before.split("|")))
    if not small:
        return rf"[\d{CAPITALS}]{edge}"
    behind_first = "|".join(rf"(?<={each[0]}){each[1:]}" for each in small)
    letters = "".join(sorted({each[0] for each in small}))
    return rf"[\d{CAPITALS}{letters}]{edge}(?:(?<=[\d{CAPITALS}])|(?:{behind_first}){CAPITAL})"


def _next_word(words: CapitalWords) -> str:
    """What stands between two words of a run: a space, or small words that tie them."""
    tied = "|".join(re.escape(tie) for tie in words.within_runs.ties if not tie.endswith(("'", "-")))
    written = (re.escape(tie).replace("'", "['’]") for tie in words.within_runs.ties if tie.endswith(("'", "-")))
    bound = "".join(f"| {tie}" for tie in written)
    titles = sorted(word for word in words.articles if word.istitle() and len(word) > 1)
    no_title = rf"(?!(?:{'|'.join(titles)})\b)" if titles and not words.within_runs.articles_in_places else ""
    no_century = r"(?![IVXL]+(?:e|ᵉ)?\b(?!\.))"  # `la tomba di Donato Donati | del XVII secolo`
    apart = rf"(?!(?:{'|'.join(words.within_runs.apart)})\b)" if words.within_runs.apart else ""
    single = rf"(?={CAPITAL}[\w-]*(?![\w-]| {CAPITAL}))"
    to_one = f"| (?:{'|'.join(words.within_runs.ties_to_one)}) {single}" if words.within_runs.ties_to_one else ""
    centuries = "|".join(sorted(words.others.centuries))
    # In Cyrillic letters too: `Алматы | ХІХ ғасырда`
    dated = rf"(?![IVXLІХ]+ (?:{centuries})\b)" if centuries else ""
    return rf" (?={_capital(words)}){apart}{dated}| & | (?:{tied}) {no_title}{no_century}{apart}{bound}{to_one}"


def _adjectives(words: CapitalWords) -> str:
    """The adjectives in lower case behind the first word of a name with one capital; empty where none are known."""
    if not words.noun_first.fronts:
        return ""
    front = "|".join(rf"(?<=\b{word})" for word in sorted(words.noun_first.fronts))
    no_adjective = "|".join((*words.within_runs.ties, *sorted(words.noun_first.behind_fronts)))
    endings = "|".join(words.noun_first.front_endings)
    return rf"(?:(?:{front})(?: (?!{CAPITAL}|(?:{no_adjective})\b)\w*(?:{endings})\b)+)?"


def _rest(words: CapitalWords) -> str:
    """The rest of a word, or of an abbreviation with dots, that begins with a capital."""
    marked = sorted(word for word in words.others.saints if not word.isalpha())  # `St.`, `S:t`
    saints = "".join(rf"|(?<={word[0]}){re.escape(word[1:])}(?= )" for word in marked)
    before = words.person_names.numbers_before
    numbers = "".join(rf"|(?<={number[0]}){re.escape(number[1:])}(?= {CAPITAL})" for number in before)
    apart, compounds = _apart_rests(words), _rests(words.syllables.compounds)
    stands_apart = f"(?!{apart})" if apart else ""
    compound = f"{compounds}|" if compounds else ""
    return rf"{stands_apart}(?:{compound}{_BEHIND_ABBREVIATION}{saints}{numbers}|{_behind_letter(words)})"


def _rests(words: Iterable[str]) -> str:
    """The rests of words of several syllables behind their first letters; empty where there are none."""
    rests: dict[str, list[str]] = {}
    for word in longest_first(words):
        rests.setdefault(word[0], []).append(word[1:])
    return "|".join(rf"(?<={first})(?:{'|'.join(each)})\b" for first, each in sorted(rests.items()))


def _apart_rests(words: CapitalWords) -> str:
    """The same of offices, and of what only begins a sentence: they stand in no run, nor do their parts (`Sri`)."""
    several = longest_first(word for word in words.persons.offices | words.openers if " " in word)
    parts = (
        rf"(?<=\b{word[: part.start() + 1]}){word[part.start() + 1 :]}\b"
        for word in several
        for part in re.finditer(rf"(?<= ){CAPITAL}", word)
    )
    return "|".join(filter(None, (_rests(several), *parts)))


def _number(words: CapitalWords) -> str:
    """A number that ends a name, and counts nothing behind it: `Apollo 11`, but not `Morata | 70 goals`."""
    date = rf"| (?:{'|'.join(words.within_runs.apart)})\b" if words.within_runs.apart else ""
    # Without endings of the plural any noun is counted by what stands before it: `Morata | 70 triệu bảng`.
    stops = "|".join(sorted(words.syllables.behind_names))
    counting = rf"| (?!(?:{stops})\b)[^\W\d_{CAPITALS}]" if stops else ""
    return rf"(?: \d{{1,3}}(?![\w%–-]|,? ?\d|\.(?!\Z)| [^\W\dA-Z]\w{{2,}}s\b{date}{counting}))?"


def _behind_letter(words: CapitalWords) -> str:
    """The rest of a word that begins with a capital, its parts with a hyphen included (`Ivry-sur-Seine`).

    Also the dot that Catalan has between two letters (`Brussel·les`).

    Where small words are elided, such names have two of them and elided ones too: `Saint-Jean-de-la-Ruelle`,
    `Condé-sur-l'Escaut`.

    Where names have endings behind an apostrophe (`Berlin'de`), only a capital behind one belongs to the word:
    `O'Neill`. The mark of a letter, which many write as an opening quotation mark, is within a word anywhere: `O‘ahu`.
    """
    elided = "|".join(words.others.elided)
    small = rf"(?:\w{{2,4}}-){{0,2}}(?:(?:{elided})['’])?" if elided else r"(?:\w{2,3}-)?"
    apostrophe = rf"(?:['’](?={CAPITAL})|‘)" if words.others.endings else r"['’‘](?!s\b)"
    behind_hyphen = r"\w+" if words.within_runs.lower_behind_hyphens else rf"{small}{CAPITAL}\w*"
    owning = "|".join(rf"(?<=\b{word}.s)" for word in sorted(words.within_runs.owning))
    # Asked at an apostrophe alone, as few are there.
    possessive = rf"|['’]s(?= {CAPITAL})(?:{owning})" if owning else ""
    return rf"\w*(?:{apostrophe}\w+|·\w+|-{behind_hyphen}|&{CAPITAL}\w*{possessive}){{0,{_MOST_PARTS}}}"
