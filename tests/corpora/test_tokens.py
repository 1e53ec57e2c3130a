from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from nltk import redos
from nltk.tokenize.destructive import NLTKWordTokenizer

from corpora.tokens import count_tokens, cut, token_texts, tokenize, tokenize_all
from tests.support.paths import PROJECT
from tests.support.real_paragraphs import real_paragraphs
from wiki.sentences.split import sentencex_splitter, split_sentences

NLTK = NLTKWordTokenizer()


def nltk_spans(text: str) -> list[tuple[int, int]]:
    """NLTK's tokens found again in the text, its quotes in their original form."""
    spans = []
    position = 0
    for token in NLTK.tokenize(text):
        position += len(text[position:]) - len(text[position:].lstrip())
        if token in ("``", "''"):
            token = next(quote for quote in ('"', "''", "``") if text.startswith(quote, position))
        assert text.startswith(token, position)
        spans.append((position, position + len(token)))
        position += len(token)
    return spans


def surfaces(text: str) -> list[str]:
    return [text[start:end] for start, end in tokenize(text, "en")]


CASES = [
    ("He's at St. John's, they don't.", "He 's at St. John 's , they do n't ."),
    ("", ""),
    (" \n\t", ""),
    (".", "."),
    ("In 1,000.5 cases (of 3:1), it rose 5%.", "In 1,000.5 cases ( of 3:1 ) , it rose 5 % ."),
    ('"Go!" he said. "Now."', '" Go ! " he said. " Now . "'),
    ("the dogs' bowls", "the dogs ' bowls"),
    ("rock 'n' roll 'em in '68", "rock 'n ' roll ' em in ' 68"),
    ("U.S.A. won... twice -- or 2000–2001—once", "U.S.A. won ... twice -- or 2000 – 2001 — once"),
    ("AC/DC, well-known e-mail a@b.c #1 & $5", "AC/DC , well-known e-mail a @ b.c # 1 & $ 5"),
    ("it’s “fine” «so» ‘x’", "it ’ s “ fine ” « so » ‘ x ’"),
    ("``x'' '''y'''", "`` x '' '' ' y '' '"),
    ("You cannot, gonna, d'ye? wanna", "You can not , gon na , d 'ye ? wan na"),
    ("WON'T I'LL he'd've CAN'T", "WO N'T I 'LL he'd 've CA N'T"),
    ("x ---y", "x -- -y"),
    ("end. )” ", "end . ) ”"),
    ("東京 Ελλάδα ça", "東京 Ελλάδα ça"),
    ("দু'জন e\u0301'a", "দু'জন e\u0301'a"),
]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_tokens(text: str, expected: str) -> None:
    assert surfaces(text) == token_texts(text) == expected.split()
    assert tokenize(text, "en") == nltk_spans(text)


OTHER_LANGUAGES = [
    ("it", "La gonna dell'Austria, l’Italia e un'Aquila", "La gonna dell' Austria , l’ Italia e un' Aquila"),
    ("it", "L'11 di 'dell'\"Inferno\"'", "L' 11 di ' dell' \" Inferno \" '"),
    ("fr", "Qu'il va jusqu'à l'Autriche aujourd'hui", "Qu' il va jusqu' à l' Autriche aujourd'hui"),
    ("ca", "L'Hospitalet d’Olot", "L' Hospitalet d’ Olot"),
    ("ga", "Thug sé d'Eoin i mBaile é.", "Thug sé d' Eoin i mBaile é ."),
    ("cy", "Mae Cymru'n fawr a'r Alban.", "Mae Cymru 'n fawr a 'r Alban ."),
    ("fi", "Bordeaux'n Show’ssa NBC:n O'Neill", "Bordeaux 'n Show ’ssa NBC : n O'Neill"),
    ("tr", "Berlin'nin 1990'da, (Roma’nın) Kur'an O'Neill", "Berlin 'nin 1990 'da , ( Roma ’nın ) Kur'an O'Neill"),
    ("ar", "برلين، روما؟", "برلين ، روما ؟"),
    ("ja", "「東京」は、NHKのAKB48。", "「 東 京 」 は 、 NHK の AKB48 。"),
    ("ja", "ジャン＝リュック・ゴ（１９５０）", "ジ ャ ン ＝ リ ュ ッ ク ・ ゴ （ １９５０ ）"),
    ("ja", "佐々木〆ニューいすゞｶﾞﾝか\u3099", "佐 々 木 〆 ニ ュ ー い す ゞ ｶﾞ ﾝ か\u3099"),
    ("th", "กรุงเทพฯ ใน พ.ศ. ๒๕๖๐", "ก รุ ง เ ท พ ฯ ใ น พ . ศ . ๒๕๖๐"),
    ("lo", "ວຽງຈັນ ໒໐", "ວ ຽ ງ ຈັ ນ ໒໐"),
    ("km", "ខ្មែរ\u200bភ្នំពេញ។", "ខ្មែ រ\u200b ភ្នំ ពេ ញ ។"),
    ("my", "မန္တလေးမြို့၊ ၁၂", "မ န္တ လေး မြို့ ၊ ၁၂"),
    ("bo", "བོད་ལྗོངས། ༢༠", "བོ ད ་ ལྗོ ང ས ། ༢༠"),
    ("zh", "在C.Y.Kong（U21青年队）……占30%。", "在 C.Y.Kong （ U21 青 年 队 ） … … 占 30 % 。"),
    ("ko", "서울은 서울(Seoul, 首爾)이다.", "서 울 은 서 울 ( Seoul , 首 爾 ) 이 다 ."),
    ("ko", "KTX가 1990년 3.5%·‘경향’ 《시》", "KTX 가 1990 년 3.5 % · ‘ 경 향 ’ 《 시 》"),
    ("ko", "ㄱ은 나랏말ᄊᆞ미\u302e ᄒᆞᆫ", "ㄱ 은 나 랏 말 ᄊᆞ 미\u302e ᄒᆞᆫ"),
    # In other languages Hangul has its spaces; a character with what chooses its variant is one.
    ("zh", "韩国（한국）㐀\uf900〇葛\U000e0100彝ꆈꌠ", "韩 国 （ 한국 ） 㐀 \uf900 〇 葛\U000e0100 彝 ꆈꌠ"),
    ("zh", "a·b•c‧d･e・f…g（h）i％j", "a · b • c ‧ d ･ e ・ f … g （ h ） i ％ j"),
    ("zh", "j＆k＋l－m／n＜o＝p＞q～r", "j ＆ k ＋ l － m ／ n ＜ o ＝ p ＞ q ～ r"),
    ("zh", "r［s］t｛u｝v｢w｣x｡y､z゠a〜b", "r ［ s ］ t ｛ u ｝ v ｢ w ｣ x ｡ y ､ z ゠ a 〜 b"),
    ("lzh", "史丹·李，𠮷野家", "史 丹 · 李 ， 𠮷 野 家"),
    ("hi", "दिल्ली है।", "दिल्ली है ।"),
    ("es", "¿Qué? ¡No!", "¿ Qué ? ¡ No !"),
    ("de", "Andreas's cannot l'Autriche", "Andreas 's cannot l'Autriche"),
    ("en", "l'Autriche ¿Berlin'nin。", "l'Autriche ¿Berlin'nin。"),
]


@pytest.mark.parametrize(("lang", "text", "expected"), OTHER_LANGUAGES)
def test_tokens_of_other_languages(lang: str, text: str, expected: str) -> None:
    assert [text[start:end] for start, end in tokenize(text, lang)] == token_texts(text, lang) == expected.split()


DIFFERENT = [
    ("use std::string,, or", "use std : : string , , or", "use std : :string , , or"),
    ("(it's')", "( it 's ' )", "( it's ' )"),
    ("cannot'tis", "can not 'tis", "can not 't is"),
    ("5 m²'a", "5 m²'a", "5 m² ' a"),
]


@pytest.mark.parametrize(("text", "expected", "nltk"), DIFFERENT)
def test_deliberate_differences(text: str, expected: str, nltk: str) -> None:
    assert surfaces(text) == expected.split()
    assert NLTK.tokenize(text) == nltk.split()


def engines_agree(character: str) -> bool:
    """Whether NLTK takes the character for a letter or for white space exactly when this tokenizer does."""
    mark = character <= "\uffff" and unicodedata.category(character).startswith("M")
    letter = mark or character.isalnum() or character == "_"
    return (redos.match(r"\w", character) is not None, redos.match(r"\s", character) is not None) == (
        letter,
        character.isspace(),
    )


# Every text in which NLTK's tokens may differ, and few others.
MAY_DIFFER = re.compile(r"[:,]{2}|'[smd]'|(?:not|'ye|me|na|ta|'n)'t(?:is|was)", re.IGNORECASE)

PIECES = [
    *(
        "a",
        "dog",
        "don",
        "n",
        "t",
        "s",
        "'s",
        "'S",
        "'d",
        "'ll",
        "'LL",
        "'re",
        "'ve",
        "n't",
        "N'T",
        "'em",
        "'n'",
        "'90s",
    ),
    *("'", "''", '"', "`", ".", "..", ",", ":", "-", "--", ";", "?", "!", "(", ")", "[", "<", ">", "*", "&", "/", "_"),
    *("“", "”", "‘", "’", "«", "»", "„", "—", "1", "23", "é", "日本", "ſ", "U.S", "\u00a0", "\n", " ", " ", "  "),
    *("cannot", "Gonna", "wanna", "gimme", "lemme", "d'ye", "more'n", "'tis", "'twas"),
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=20)


@settings(max_examples=4000, deadline=None)
@given(TEXTS)
def test_tokens_are_those_of_nltk(text: str) -> None:
    assume(not MAY_DIFFER.search(text))
    assume(all(map(engines_agree, text)))
    assert tokenize(text, "en") == nltk_spans(text)


@given(TEXTS)
def test_tokens_are_all_of_the_text_but_white_space(text: str) -> None:
    assert token_texts(text) == surfaces(text)
    assert "".join(surfaces(text)) == "".join(text.split())
    assert not any(character.isspace() for token in surfaces(text) for character in token)


@given(st.lists(TEXTS, max_size=4))
def test_tokens_of_many_texts_are_those_of_each(texts: list[str]) -> None:
    tokens = tokenize_all(texts, "en")
    rows = tokens.rows(tokens.starts).tolist()
    spans: list[list[tuple[int, int]]] = [[] for _ in texts]
    for row, start, end in zip(rows, tokens.starts.tolist(), tokens.ends.tolist(), strict=True):
        spans[row].append((start - int(tokens.bases[row]), end - int(tokens.bases[row])))
    assert spans == [tokenize(text, "en") for text in texts]
    assert tokens.words == [token for text in texts for token in surfaces(text)]


CHARACTERS = ["bo", "ja", "km", "ko", "lo", "my", "th", "zh"]
# Letters, marks on and below them, figures and signs of the scripts that are written without spaces.
OF_SCRIPTS = "서ㄱᄒᆞᆫ東々〇ニュー・かゝ\u3099ｶﾞ゠กรุำ๏๕ຈັໜ໒បោ្ម៕១မန္တိ။၁བོྗ་༢\u200b＝（１Ａ"
SCRIPTS = st.lists(st.sampled_from([*OF_SCRIPTS, *PIECES]), max_size=14).map("".join)


@given(TEXTS | SCRIPTS, st.sampled_from(["fr", "it", "tr", "xx", *CHARACTERS]))
def test_tokens_of_other_languages_are_all_of_the_text(text: str, lang: str) -> None:
    assert token_texts(text, lang) == [text[start:end] for start, end in tokenize(text, lang)]
    assert "".join(token_texts(text, lang)) == "".join(text.split())
    assert tokenize_all([text, text], lang).words == 2 * token_texts(text, lang)


@pytest.mark.parametrize(("first", "last"), [(0xE01, 0xFFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3041, 0x30FF)])
def test_each_letter_of_a_script_without_spaces_is_a_token(first: int, last: int) -> None:
    letters = [chr(code) for code in range(first, last + 1) if unicodedata.category(chr(code)) in ("Lo", "Lm")]
    marks = [chr(code) for code in range(first, last + 1) if unicodedata.category(chr(code)).startswith("M")]
    pairs = [letter + mark for letter in letters[:3] for mark in marks if mark not in "\u1039\u17d2"]
    for tokens in (letters, pairs):
        assert token_texts("".join(tokens), "ja") == tokens


# Two of each range that the cases above have none of, or none beside another.
@pytest.mark.parametrize(
    "signs",
    [
        *("々〇", "〱〵", "〻〻", "㐀䶿", "\uf900\ufad9", "𠀀𰀀", "ㇰㇿ"),
        *("๚๛", "༁༄", "႞႟", "ꧠꧯ", "ꧺꧾ", "ꩠꩺ", "៰៹", "᧠᧿"),
    ],
)
def test_each_sign_of_a_script_without_spaces_is_a_token(signs: str) -> None:
    assert token_texts(signs, "zh") == list(signs)


@pytest.mark.parametrize(
    ("lang", "before", "name", "after"),
    [
        ("ja", "首都は", "ベルリン", "である"),
        ("th", "เมือง", "กรุงเทพ", "มี"),
        ("km", "ក្រុង", "ភ្នំពេញ", "ជា"),
        ("my", "မြို့", "မန္တလေး", "သည်"),
        ("bo", "གྲོང་", "ལྷ་ས", "་ནི"),
        ("lo", "ເມືອງ", "ວຽງຈັນ", "ແມ່ນ"),
        ("ko", "수도", "서울", "이다"),
    ],
)
def test_the_edges_of_a_name_are_those_of_tokens(lang: str, before: str, name: str, after: str) -> None:
    text = before + name + after
    edges = {edge for span in tokenize(text, lang) for edge in span}
    assert {len(before), len(before) + len(name)} <= edges
    # No token tells where the name is: those beside it are letters as well.
    assert len(tokenize(text, lang)) == sum(len(tokenize(each, lang)) for each in (before, name, after))


def test_tokens_are_those_of_nltk_on_real_text(real: Path) -> None:
    splitter = sentencex_splitter("en")
    sentences = [each.text for paragraph in real_paragraphs(real) for each in split_sentences(paragraph, splitter)]
    assert len(sentences) > 17_000
    assert [text for text in sentences if tokenize(text, "en") != nltk_spans(text)] == []


@pytest.mark.parametrize(
    ("spans", "positions", "expected"),
    [
        ([(0, 4), (5, 9)], [], [(0, 4), (5, 9)]),
        ([(0, 4), (5, 9)], [0, 4, 5, 9], [(0, 4), (5, 9)]),
        ([(0, 4), (5, 9)], [2, 6, 6, 8], [(0, 2), (2, 4), (5, 6), (6, 8), (8, 9)]),
        ([], [1], []),
    ],
)
def test_cut(spans: list[tuple[int, int]], positions: list[int], expected: list[tuple[int, int]]) -> None:
    assert cut(spans, positions) == expected


def test_tokens_are_counted_as_written() -> None:
    counts = {"The": 2, "the": 1, "cat": 2, "saw": 1, "end": 1, ".": 2}
    assert count_tokens(["The cat saw the cat.", "The end."], "en") == counts


def test_only_what_is_documented_for_notebooks_takes_english_for_granted() -> None:
    """A step that forgets to hand on the language would cut the words of others as English ones, in silence."""
    sources = [path.read_text("utf-8") for path in (PROJECT / "corpora").rglob("*.py")]
    assert [name for each in sources for name in re.findall(r"def (\w+)\([^)]*\blang: str = ", each)] == ["token_texts"]
