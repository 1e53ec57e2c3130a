"""What an article repeats in Khmer, Lao and Thai: no spaces, and the word for a kind of thing before its name."""

from __future__ import annotations

import pytest

from dbpedia.mentions.noise import NoiseRules, flagger, noise_rules
from dbpedia.mentions.unlinked.linked_article import Subject
from tests.dbpedia.mentions.unlinked.test_repeated_names import ONTOLOGY, found

THAI, LAO, KHMER = (noise_rules(ONTOLOGY, lang) for lang in ("th", "lo", "km"))
BERLIN = Subject("เบอร์ลิน", "Place", 0, "dump")


def names(
    texts: list[str], classes: dict[str, str], subject: Subject = BERLIN, rules: NoiseRules = THAI
) -> list[list[str]]:
    return [[surface for surface, _ in each] for each in found(texts, classes, subject, "names", rules)]


def test_a_name_is_found_between_other_words() -> None:
    assert names(["ประวัติศาสตร์ของเบอร์ลินเริ่มต้นขึ้น กรุงเบอร์ลินถูกแบ่ง"], {}) == [["เบอร์ลิน", "เบอร์ลิน"]]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("เบอร์ลินตะวันออก", "a point of the compass"),
        ("เบอร์ลินเหนือ", "a point of the compass"),
        ("เบอร์ลินที่ 2", "a number"),
        ("เบอร์ลิน-บรานเดนบูร์ก", "a hyphen"),
        ("บรานเดนบูร์ก-เบอร์ลิน", "a hyphen before it"),
        ("เบอร์ลินฯ", "what is cut short"),
        ("เบอร์ลินา", "a vowel"),
        ("เบอร์ลิน่า", "a tone"),
        ("เบอร์ลินส์", "a letter that is not spoken"),
        ("เบอร์ลินทร์", "two letters that are not spoken"),
        ("เบอร์ลินก เมือง", "the last consonant"),
        ("เบอร์ลินกแห่ง", "the last consonant"),
        ("มหาวิทยาลัยเบอร์ลิน", "a university"),
        ("กำแพงเบอร์ลิน", "a wall"),
        ("ชาวเบอร์ลิน", "a people"),
    ],
)
def test_a_name_that_goes_on_or_has_begun_is_none(text: str, why: str) -> None:
    assert names([f"เขาเห็น{text}"], {}) == [[]], why


def test_a_consonant_that_is_a_word_ends_no_name() -> None:
    assert names(["เขาอยู่เบอร์ลินณ ที่นั้น"], {}) == [["เบอร์ลิน"]]


def test_a_vowel_that_is_written_before_its_consonant_belongs_to_the_syllable() -> None:
    assert names(["เมืองมารดา", "เขาเมามารดา"], {}, Subject("มารดา", "Place", 0, "dump")) == [["มารดา"], ["มารดา"]]
    assert names(["เขาเห็นแมารดา"], {}, Subject("มารดา", "Place", 0, "dump")) == [[]]


def test_a_place_is_found_with_the_word_for_its_kind_and_without() -> None:
    texts = ["เมืองหลวงของ[[ประเทศเยอรมนี]]", "เขาอยู่ในเยอรมนี", "[[ประเทศอิรัก|อิรัก]]และประเทศอิรัก"]
    assert names(texts, {"ประเทศเยอรมนี": "Place", "ประเทศอิรัก": "Place"}) == [[], ["เยอรมนี"], ["ประเทศอิรัก"]]


def test_a_thai_person_is_called_by_the_first_name() -> None:
    somkid = Subject("สมคิด พุ่มพวง", "Person", 0, "dump")
    texts = ["สมคิด พุ่มพวง เกิดที่นี่ นายสมคิดสารภาพ เขาพบสมคิดบนรถไฟ และสมคิดหนี"]
    assert names(texts, {}, somkid) == [["สมคิด พุ่มพวง", "สมคิด", "สมคิด", "สมคิด"]]
    assert names([texts[0].replace("และสมคิดหนี", "")], {}, somkid) == [["สมคิด พุ่มพวง"]], "not often enough"


def test_a_foreign_person_is_called_by_the_last_name_but_not_behind_another_first_name() -> None:
    einstein = Subject("อัลเบิร์ต ไอน์สไตน์", "Person", 0, "dump")
    assert names(["ไอน์สไตน์เกิดในอูล์ม ภรรยาคือมิเลวา ไอน์สไตน์"], {}, einstein) == [["ไอน์สไตน์"]]


@pytest.mark.parametrize("title", ["หลุยส์ที่ 14 แห่งฝรั่งเศส", "พระเจ้าหลุยส์ ที่ 14"])
def test_the_title_of_a_ruler_has_no_other_name(title: str) -> None:
    texts = ["เขาอยู่ในฝรั่งเศส พระเจ้าหลุยส์ พระเจ้าหลุยส์ พระเจ้าหลุยส์"]
    assert names(texts, {}, Subject(title, "Person", 0, "dump")) == [[]]


def test_what_has_four_characters_may_be_a_part_of_another_word() -> None:
    texts = ["[[จังหวัดแพร่]]และ[[จังหวัดพะเยา]]", "เขาเผยแพร่ศาสนาในพะเยาและจังหวัดแพร่"]
    classes = {"จังหวัดแพร่": "Place", "จังหวัดพะเยา": "Place"}
    assert names(texts, classes) == [[], ["พะเยา", "จังหวัดแพร่"]]


def test_a_work_is_found_where_marks_stand_around_it() -> None:
    texts = ["ชื่อชุด [[มินิมอล]] ออกขาย", 'ชมมินิมอลคอนเสิร์ต ชุด มินิมอล และ "มินิมอล"']
    assert names(texts, {"มินิมอล": "Work"}) == [[], ["มินิมอล", "มินิมอล"]]


@pytest.mark.parametrize(
    "surface",
    [
        "21 พฤษภาคม",
        "21 พฤษภาคม พ.ศ. 2552",
        "กุมภาพันธ์",
        "พ.ศ. 2550",
        "ค.ศ. 1989",
        "คริสต์ศตวรรษที่ 19",
        "พุทธศตวรรษที่ 25",
        "ทศวรรษ 1990",
        "วันอาทิตย์",
    ],
)
def test_a_date_is_a_number(surface: str) -> None:
    assert flagger(THAI)(surface, surface, "ENTITY", False) == "number"


def test_a_programme_is_no_list() -> None:
    assert flagger(THAI)("รายการโทรทัศน์", "รายการโทรทัศน์", "ENTITY", False) != "list"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ຢູ່ຫວ່າງວຽງຈັນກັບໜອງຄາຍ", ["ວຽງຈັນ"]),
        ("ເມືອງວຽງຈັນ ໄດ້", ["ວຽງຈັນ"]),
        ("ຢູ່ວຽງຈັນທ໌", []),
        ("ຢູ່ວຽງຈັນນ ແລ້ວ", []),
        ("ຢູ່ວຽງຈັນ່", []),
        ("ຢູ່ວຽງຈັນເໜືອ", []),
        ("ແຂວງວຽງຈັນ", []),
        ("ມະຫາວິທະຍາໄລວຽງຈັນ", []),
        ("ໂວຽງຈັນ", []),
    ],
)
def test_a_lao_name_is_found_by_its_edges(text: str, expected: list[str]) -> None:
    assert names([text], {}, Subject("ວຽງຈັນ", "Place", 0, "dump"), LAO) == [expected]


def test_a_lao_country_is_found_with_the_word_for_one_and_without() -> None:
    assert names(["[[ປະເທດກຳປູເຈຍ]]", "ກຳປູເຈຍ ແລະ ປະເທດກຳປູເຈຍ"], {"ປະເທດກຳປູເຈຍ": "Place"}, rules=LAO) == [
        [],
        ["ກຳປູເຈຍ", "ປະເທດກຳປູເຈຍ"],
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("រាជធានីភ្នំពេញ ត្រូវបានសាងសង់", ["ភ្នំពេញ"]),
        ("នៅភ្នំពេញគឺជា", ["ភ្នំពេញ"]),
        ("នៅភ្នំពេញា", []),
        ("នៅភ្នំពេញ្ច", []),
        ("នៅភ្នំពេញរ ហើយ", []),
        ("នៅភ្នំពេញទី២", []),
        ("ខេត្តភ្នំពេញ", []),
        ("សាកលវិទ្យាល័យភ្នំពេញ", []),
        ("ក្ភ្នំពេញ", []),
    ],
)
def test_a_khmer_name_is_found_by_its_edges(text: str, expected: list[str]) -> None:
    assert names([text], {}, Subject("ភ្នំពេញ", "Place", 0, "dump"), KHMER) == [expected]


def test_a_khmer_link_without_the_word_for_a_kind_shows_the_title_with_it() -> None:
    texts = ["[[ប្រទេសកម្ពុជា|កម្ពុជា]]", "នៃប្រទេសកម្ពុជា និងកម្ពុជាមួយ"]
    assert names(texts, {"ប្រទេសកម្ពុជា": "Place"}, rules=KHMER) == [[], ["ប្រទេសកម្ពុជា", "កម្ពុជា"]]
