"""Sentences in scripts without case, by sentencex and what mends it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from wiki.sentences.split import sentencex_splitter


def sentences(language: str, text: str) -> list[str]:
    starts = [0, *sentencex_splitter(language)(text), len(text)]
    return [text[start:end].strip() for start, end in pairwise(starts)]


def test_a_thai_period_ends_no_sentence() -> None:
    text = "เกิดเมื่อ พ.ศ. 2548 เวลา 09.00 น. ศาลจังหวัดขอนแก่น น.ส.พัชรีย์ จ.ชัยภูมิ"
    assert sentences("th", text) == [text]


def test_a_khmer_sentence_ends_with_its_full_stop() -> None:
    text = ["ភ្នំពេញ គឺជារាជធានី។", "ភ្នំពេញ ជាទីក្រុង ។", "រាជធានីនៅឆ្នាំ១៤៣៤៕"]
    assert sentences("km", " ".join(text)) == text


def test_and_so_on_ends_no_khmer_sentence() -> None:
    text = "សាលារៀន ទីផ្សារ ។ល។ និងវត្តអារាម។"
    assert sentences("km", text) == [text]


def test_a_khmer_word_with_the_letter_of_and_so_on_ends_a_sentence() -> None:
    text = ["នេះជារដ្ឋបាល។", "ភ្នំពេញ ជាទីក្រុង។"]
    assert sentences("km", " ".join(text)) == text


def test_a_burmese_genitive_ends_no_sentence() -> None:
    text = ["ရန်ကုန်၏ မူလအမည်မှာ ဒဂုံ ဖြစ်သည်။", "၁၈၈၅ ခုနှစ်တွင် ဖြစ်သည်။"]
    assert sentences("my", " ".join(text)) == text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("bn", ["ড. মুহাম্মদ ইউনূস চট্টগ্রামে জন্মগ্রহণ করেন।", "তিনি মো. আলীর পুত্র।"]),
        ("hi", ["डॉ. भीमराव आंबेडकर का जन्म हुआ।", "वे बी. आर. नाम से जाने गए।"]),
        ("ur", ["وہ ڈاکٹر اے. کیو. خان تھے۔", "آبائی وطن کشمیر تھا۔"]),
    ],
)
def test_where_a_text_has_the_full_stop_of_its_language_a_period_ends_no_sentence(
    language: str, text: list[str]
) -> None:
    assert sentences(language, " ".join(text)) == text


def test_where_it_has_none_a_period_may_end_a_sentence() -> None:
    assert sentences("bn", "এটি একটি শহর. এটি বড়.") == ["এটি একটি শহর.", "এটি বড়."]
