"""Names by their capitals in Vietnamese, Malay and Indonesian."""

from __future__ import annotations

import pytest

from dbpedia.mentions.capitals.words import capital_words
from dbpedia.mentions.words import words_of
from tests.support.capitalised import found_in

VIETNAMESE = "anh á bộ chính công dân liên minh nghiệp pháp phủ quốc số thống tổng xanh đảng đức"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # A word of several syllables has one capital, and alone is no name; an office of several is in none.
        ("Họ gặp Thủ tướng Angela Merkel ở Đại học Quốc gia Hà Nội.", ["Angela Merkel", "Đại học Quốc gia Hà Nội"]),
        ("Liên minh châu Âu đã họp với Quốc hội, rồi Tổng thống đến.", ["Liên minh châu Âu"]),
        ("Liên minh đã họp.", []),
        ("Quốc tế Cộng sản đã họp.", []),
        (
            "Họ gặp Tổng Thư ký Kofi Annan và Bộ Công nghiệp và Thương mại.",
            ["Kofi Annan", "Bộ Công nghiệp và Thương mại"],
        ),
        ("Chính phủ Việt Nam đã họp.", ["Việt Nam"]),
        # A kind of thing in lower case is part of the name behind it, and shows that it is one; not what ends so.
        ("Ở đó có đảng Xanh, liên đảng Xanh và châu Á.", ["đảng Xanh", "Xanh", "châu Á"]),
        ("Họ đến thành phố Hồ Chí Minh và xã hội Đức.", ["thành phố Hồ Chí Minh", "Đức"]),
        ("Sông Hồng dài.", ["Sông Hồng"]),
        ("Bán đảo Triều Tiên rộng.", ["Bán đảo Triều Tiên"]),
        # A syllable is a name by what stands behind it, though the wiki has it in lower case; two letters suffice.
        ("Họ xem Pháp luật ở đó, rồi đến Pháp, Đức hồi tháng Tám và Mỹ.", ["Pháp", "Đức", "Mỹ"]),
        ("Họ đến Đông Nam Á và Ý, nghe ý kiến, xem nhóm X.", ["Đông Nam Á", "Ý"]),
        ("Họ xem Á hậu ở đó.", []),
        ("Anh đã gặp họ ở Anh.", ["Anh", "Anh"]),
        ("Anh đã gặp họ.", []),
        ("Moscow đã gặp họ.", ["Moscow"]),
        ("Moscow xưa đã gặp họ.", []),
        # A creed has a second word in lower case, within a name too.
        (
            "Họ xem Hồi giáo ở đó, Ấn Độ giáo và Giáo hội Phật giáo Việt Nam.",
            ["Hồi giáo", "Ấn Độ giáo", "Giáo hội Phật giáo Việt Nam"],
        ),
        # People and languages are none.
        ("Họ là người Đức và nói tiếng Pháp ở Nga.", ["Nga"]),
        ("Họ gặp Moon Jae-in ở Mát-xcơ-va.", ["Moon Jae-in", "Mát-xcơ-va"]),
        # A noun may be counted by what stands before it.
        ("Họ bán Morata 70 triệu bảng, dùng Apollo 11 và Apollo 12.", ["Morata", "Apollo 11", "Apollo 12"]),
        ("Hôm đó tổng thống Mỹ Donald Trump gặp Donald Trump ở Mỹ.", ["Mỹ", "Donald Trump", "Donald Trump", "Mỹ"]),
        # Behind a title the place and the person are two where the article has both.
        (
            "Họ gặp Tổng thống Hàn Quốc Moon Jae-in ở Hàn Quốc, và ông Moon Jae-in.",
            ["Hàn Quốc", "Moon Jae-in", "Hàn Quốc", "Moon Jae-in"],
        ),
        ("Họ gặp Tổng thống Park Geun Hye và ông Park.", ["Park Geun Hye", "Park"]),
        ("Họ đọc tiểu thuyết “Số đỏ”, nói “Số đỏ”.", ["Số đỏ"]),
        ("Ông Merkel đến Bà Rịa, gặp HLV Zidane (Pháp).", ["Merkel", "Bà Rịa", "Zidane", "Pháp"]),
    ],
)
def test_vietnamese_names_are_of_syllables(text: str, expected: list[str]) -> None:
    assert found_in("vi", text, VIETNAMESE) == expected


def test_what_stands_apart_in_vietnamese_is_in_no_name() -> None:
    words = capital_words("vi", words_of("vi"))
    assert words
    assert not words.syllables.compounds & (words.openers | words.persons.offices)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Beliau melihat Perdana Menteri Mahathir Mohamad pada Ogos dan Isnin.", ["Mahathir Mohamad"]),
        ("Di sana Tan Sri Khalid Ibrahim dan Sri Lanka menang.", ["Khalid Ibrahim", "Sri Lanka"]),
        ("Di sana orang Eropah berbahasa Turki, Arab dan Inggeris di Bosnia, Jepun.", ["Bosnia", "Jepun"]),
        (
            "Pulau Pinang besar. Kementerian Pelajaran dan Sukan kecil.",
            ["Pulau Pinang", "Kementerian Pelajaran dan Sukan"],
        ),
        (
            "Ketika itu Samy Vellu a/l Sangalimuthu menemui Ahmad bin Ali.",
            ["Samy Vellu a/l Sangalimuthu", "Ahmad bin Ali"],
        ),
        ("Di sana raja Siam Rama V menang.", ["Siam", "Rama V"]),
    ],
)
def test_malay_names_are_as_indonesian_ones(text: str, expected: list[str]) -> None:
    assert found_in("ms", text, common="pulau kementerian pelajaran sukan raja") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Indonesian: offices before a name are left out, months and days have a capital.
        ("Ia melihat Presiden Yudhoyono dan Paus Paul VI pada Juni dan Senin.", ["Yudhoyono", "Paul VI"]),
        # Two names side by side: the place is directly behind the title.
        ("Di sana raja Makedonia Amyntas I menang.", ["Makedonia", "Amyntas I"]),
        # Behind some words the name of a place is an adjective, in a list too.
        (
            "Di sana orang Eropa memakai bahasa Turki, Arab, Serbia dan Kroasia di Bosnia, Jepang dan Korea.",
            ["Bosnia", "Jepang", "Korea"],
        ),
        ("Ia melihat Martin Luther King, Jr. di sana.", ["Martin Luther King, Jr."]),
    ],
)
def test_names_in_indonesian(text: str, expected: list[str]) -> None:
    assert found_in("id", text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Kinds of things stand first in a name, whose list they tie; none of the list is a kind itself.
        ("Ia melihat Kementerian Pendidikan dan Kebudayaan.", ["Kementerian Pendidikan dan Kebudayaan"]),
        ("Ia melihat Perang Dunia dan Perang Dingin.", ["Perang Dunia", "Perang Dingin"]),
        ("Ia melihat Museum Pendidikan dan Jakarta.", ["Museum Pendidikan", "Jakarta"]),
        # They belong to the name where a sentence begins, which other words do not; alone they are no name.
        ("Pulau Hong Kong indah.", ["Pulau Hong Kong"]),
        ("Tentara Makedonia kalah di Makedonia.", ["Makedonia", "Makedonia"]),
        ("Ia melihat Pulau itu, Pulau ini dan Pulau sana.", []),
    ],
)
def test_indonesian_names_begin_with_the_kind_of_thing(text: str, expected: list[str]) -> None:
    assert found_in("id", text, common="pendidikan kebudayaan perang dunia dingin pulau tentara museum") == expected
