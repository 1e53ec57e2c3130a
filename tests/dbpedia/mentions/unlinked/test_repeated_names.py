from __future__ import annotations

import re

import pytest

from dbpedia.mentions.noise import NoiseRules, noise_rules
from dbpedia.mentions.unlinked.linked_article import Subject
from dbpedia.mentions.unlinked.repeated_names import repeated_names
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention
from tests.support.unlinked_mentions import sentence

ONTOLOGY = build_ontology(["Person", "Place", "Organisation", "Work", "Species", "Device", "Language"], [])
RULES = noise_rules(ONTOLOGY, "zh")
JAPANESE = noise_rules(ONTOLOGY, "ja")
KOREAN = noise_rules(ONTOLOGY, "ko")
ARABIC, HEBREW, PERSIAN, HINDI = (noise_rules(ONTOLOGY, lang) for lang in ("ar", "he", "fa", "hi"))
# In Bengali script; there is no file of this language.
BISHNUPRIYA = noise_rules(ONTOLOGY, "bpy")
UNTYPED = Subject("史", ENTITY, 0, "")


def found(
    texts: list[str],
    classes: dict[str, str],
    subject: Subject = UNTYPED,
    scope: str = "article",
    rules: NoiseRules = RULES,
) -> list[list[tuple[str, str]]]:
    """Surface and rule of the unlinked mentions in each sentence."""
    sentences = [sentence(text, classes, rules) for text in texts]
    return [
        [(each.text[m.start : m.end], m.source.removeprefix("propagated-")) for m in mentions]
        for each, mentions in zip(sentences, repeated_names(subject, sentences, rules, scope), strict=True)
    ]


MARX = Subject("卡尔·马克思", "Person", 0, "dump")


def test_the_subject_is_found_by_its_title_and_the_last_part_of_a_foreign_name() -> None:
    assert found(["卡尔·马克思是人，马克思写书。", "他读马克思主义。"], {}, MARX, "title") == [
        [("卡尔·马克思", "title"), ("马克思", "last-name")],
        [],
    ]


@pytest.mark.parametrize("title", ["卡尔·马克思 (哲学家)", "卡尔•马克思", "卡尔・马克思", "卡尔‧马克思"])
def test_the_last_part_stands_behind_any_dot_and_before_a_qualifier(title: str) -> None:
    assert found(["马克思写书。"], {}, Subject(title, "Person", 0, "dump")) == [[("马克思", "last-name")]]


def test_a_title_that_is_flagged_names_nothing() -> None:
    assert found(["上海市列表很长。"], {}, Subject("上海市列表", "Place", 0, "dump")) == [[]]


def test_what_a_link_covers_in_part_is_none() -> None:
    classes = dict.fromkeys(["北京三高", "三高俱乐部"], "Organisation")
    assert found(["[[北京三高]]。", "北京[[三高俱乐部]]。"], classes) == [[], []]


def test_what_was_linked_before_is_found_after_and_before_it_in_the_scope_of_names() -> None:
    texts = ["北京三高胜了。", "他在[[北京三高]]，北京三高胜了。"]
    classes = {"北京三高": "Organisation"}
    assert found(texts, classes) == [[], [("北京三高", "surface")]]
    assert found(texts, classes, scope="names") == [[("北京三高", "later")], [("北京三高", "surface")]]
    assert found(texts, classes, scope="title") == [[], []]


@pytest.mark.parametrize(
    ("texts", "classes"),
    [
        (["[[李白]]写诗。", "李白墓、李·李白、李白-李。"], {"李白": "Person"}),
        (["[[上海]]很大。", "上海人在上海交大。"], {"上海": "Place"}),
        (["[[黑龙江]]很大。", "黑龙江省很大。"], {"黑龙江": "Place"}),
        (["[[俄罗斯]]是。", "俄罗斯帝国、俄罗斯方块、俄罗斯族、俄罗斯银行。"], {"俄罗斯": "Place"}),
        (["[[拿破仑]]是。", "拿破仑三世、拿破仑法典、拿破仑战争、拿破仑纪念馆。"], {"拿破仑": "Person"}),
        (["[[卡尔·马克思]]来了。", "卡尔•马克思、马克思列宁主义。"], {"卡尔·马克思": "Person"}),
        (["[[卡尔·海森]]来了。", "海森堡也来了。"], {"卡尔·海森": "Person"}),
        (["[[王上源]]姓王。", "王氏来了。"], {"王上源": "Person"}),
        (["[[桃金娘科]]很大。", "桃金娘科很大。"], {"桃金娘科": "Species"}),
        (["[[Felis科]]很大。", "Felis科很大。"], {"Felis科": "Species"}),
        (["[[上海市列表|上海市]]很大。", "上海市很大。"], {"上海市列表": "Place"}),
        (["[[大庆油田]]很大。", "大庆油田很大。"], {}),
        (["[[AH-64]]飞了。", "AH-64D飞了，MAH-64也飞了。"], {"AH-64": "Work"}),
        (["[[卡尔·马克思]]、[[燕妮·马克思]]来了。", "马克思写书。"], {
            "卡尔·马克思": "Person", "燕妮·马克思": "Person",
        }),
        (["[[交通大学 (上海)|交通大学]]和[[交通大学 (西安)|交通大学]]。", "交通大学很大。"], {
            "交通大学 (上海)": "Organisation", "交通大学 (西安)": "Organisation",
        }),
        (["[[五月]]来了。", "五月天来了。"], {}),
    ],
)  # fmt: skip
def test_what_may_be_part_of_other_words_or_another_thing_is_none(texts: list[str], classes: dict[str, str]) -> None:
    assert found(texts, classes) == [[], []]


def test_the_longer_name_is_found_and_no_part_of_one_that_is_linked() -> None:
    texts = ["[[史丹福大學]]和[[史丹福大學圖書館]]。", "史丹福大學圖書館和史丹福大學。"]
    classes = dict.fromkeys(["史丹福大學", "史丹福大學圖書館"], "Organisation")
    assert found(texts, classes)[1] == [("史丹福大學圖書館", "surface"), ("史丹福大學", "surface")]
    assert found(texts, {"史丹福大學": "Organisation"})[1] == [("史丹福大學", "surface")]


def test_a_mention_has_what_the_one_that_it_repeats_has() -> None:
    sentences = [sentence("[[李白]]写诗，李白喝酒。", {"李白": "Person"}, RULES)]
    ((mention,),) = repeated_names(UNTYPED, sentences, RULES, "article")
    assert mention == Mention(5, 7, "Person", "propagated-surface", "李白", 0, "dump", "")


def test_the_last_part_of_the_subject_is_found_though_others_of_the_family_have_it() -> None:
    kafka = Subject("フランツ・カフカ", "Person", 0, "dump")
    texts = [
        "父は[[ヘルマン・カフカ]]、妹は[[オティリー・カフカ]]。",
        "カフカはカフカ家に生まれ、[[マン・ブロート]]とブロートの弟に会う。",
    ]
    classes = dict.fromkeys(["ヘルマン・カフカ", "オティリー・カフカ", "マン・ブロート"], "Person")
    assert found(texts, classes, kafka, rules=JAPANESE) == [[], [("カフカ", "last-name"), ("ブロート", "last-name")]]
    assert found(texts, classes, rules=JAPANESE) == [[], [("ブロート", "last-name")]]


def test_a_name_is_found_in_both_scripts_of_chinese() -> None:
    group = Subject("中业群礁", "Place", 0, "dump")
    classes = {"南沙群岛": "Place", "鄭和": "Person", "威廉·福克納": "Person"}
    assert found(["中業群礁在[[南沙群岛]]，南沙群島有[[鄭和|郑和]]，鄭和是人。"], classes, group) == [
        [("中業群礁", "title"), ("南沙群島", "surface"), ("鄭和", "surface")]
    ]
    assert found(["[[威廉·福克納]]写书，福克纳是人。"], classes) == [[("福克纳", "last-name")]]
    # Two titles that differ by script alone are one.
    both = {"山东省": "Place", "山東省": "Place"}
    assert found(["在[[山东省]]和[[山東省|山东省]]，山东省很大。"], both) == [[("山东省", "surface")]]
    # Japanese has one script.
    assert found(["[[東京都]]の、东京都の。"], {"東京都": "Place"}, rules=JAPANESE) == [[]]


def test_a_japanese_article_begins_with_surname_and_given_name_apart() -> None:
    dazai = Subject("太宰治", "Person", 0, "dump")
    assert found(["太宰 治（だざい おさむ）は小説家。", "太宰は書く。太宰治も。"], {}, dazai, rules=JAPANESE) == [
        [("太宰 治", "title")],
        [("太宰", "last-name"), ("太宰治", "title")],
    ]
    # Without the space nothing shows where the surname ends.
    assert found(["太宰治は小説家。", "太宰は書く。"], {}, dazai, rules=JAPANESE) == [[("太宰治", "title")], []]


def test_a_japanese_person_is_called_by_both_parts_of_the_name_but_not_within_another() -> None:
    soseki = Subject("夏目漱石", "Person", 0, "dump")
    texts = ["夏目 漱石は、小説家。", "本名は夏目 金之助。", "漱石と夏目の弟子。", "夏目家、漱石山房。"]
    assert found(texts, {}, soseki, rules=JAPANESE) == [
        [("夏目 漱石", "title")],
        [],
        [("漱石", "last-name"), ("夏目", "last-name")],
        [],
    ]


PLACES = {"ドイツ": "Place", "東京": "Place", "京都市": "Place", "ボヘミア": "Place"}


@pytest.mark.parametrize(
    "text",
    [
        "ドイツワイン、ドイツ語、ドイツ市、西ドイツ、プロドイツ、ドイツ・オペラ、ナチス・ドイツ、ドイツ＝オペラ。",
        "東京人、東京タワー、新東京、ネオ東京、東京株式会社、東京の戦い、『東京物語』、『東京のひと』。",
        "京都市立、京都市美術館、旧京都市。",
        "ボヘミア動物公園。",
    ],
)
def test_a_japanese_name_goes_on_in_the_script_of_its_edge(text: str) -> None:
    assert found([f"{''.join(f'[[{place}]]、' for place in PLACES)}へ。", text], PLACES, rules=JAPANESE)[1] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("ドイツはドイツ政府とドイツ国内、ドイツ市民。", ["ドイツ"] * 4),
        ("東京では「東京」と『東京』、都市・東京、東京側。", ["東京"] * 5),
        ("東京都京都市東山区。", ["京都市"]),
    ],
)
def test_a_japanese_name_is_found_by_its_edges(text: str, names: list[str]) -> None:
    links = "".join(f"[[{place}]]、" for place in PLACES)
    assert [name for name, _ in found([f"{links}へ。", text], PLACES, rules=JAPANESE)[1]] == names


def test_a_japanese_person_is_found_beside_words_for_what_a_person_does() -> None:
    texts = ["[[黒澤明]]。", "映画監督黒澤明、黒澤明監督、父・黒澤明、黒澤明賞、小黒澤明。"]
    assert found(texts, {"黒澤明": "Person"}, rules=JAPANESE)[1] == [("黒澤明", "surface")] * 3


def test_a_make_is_found_where_it_has_a_capital() -> None:
    classes = dict.fromkeys(["ニンテンドーDS", "電話機"], "Device")
    texts = ["[[ニンテンドーDS]]と[[電話機]]。", "ニンテンドーDSと電話機。"]
    assert found(texts, classes, rules=JAPANESE)[1] == [("ニンテンドーDS", "surface")]


def test_a_name_in_hiragana_has_no_edges_but_marks() -> None:
    assert found(["『[[生きる]]』。", "彼は生きるために『生きる』を撮る。"], {"生きる": "Work"}, rules=JAPANESE)[1] == [
        ("生きる", "surface")
    ]


IN_KOREA = {
    **dict.fromkeys(["서울", "제주", "전주", "테헤란", "프라하", "신라", "대구", "한국"], "Place"),
    **dict.fromkeys(["한화", "KTX", "MBC"], "Organisation"),
    **dict.fromkeys(["백제", "삼국사기"], "Work"),
}


def korean(text: str) -> list[str]:
    """The names that are found in a sentence behind one that links all of these."""
    links = ", ".join(f"[[{each}]]" for each in IN_KOREA)
    return [name for name, _ in found([f"{links}.", text], IN_KOREA, rules=KOREAN)[1]]


@pytest.mark.parametrize(
    "text",
    [
        "서울은 서울이 서울을 서울과 서울의 서울에 서울에서는 서울에서도 서울까지의 서울부터",
        "서울로 서울로부터 서울도 서울보다",
        "서울이다. 서울이었다. 서울이며 서울이라고 서울이란 서울입니다. 서울이지만 서울뿐 서울처럼",
        "프라하는 프라하가 프라하를 프라하와 프라하와의 프라하로 프라하였다 프라하며 프라하라는 프라하나",
        "테헤란으로 테헤란으로의 테헤란이나 테헤란과의",
        "KTX는 MBC가 KTX로 (서울) ‘서울’ 서울, 신라·대구·서울 등 서울(Seoul)은",
        "《삼국사기》의 《삼국사기(三國史記)》는",
    ],
)
def test_a_korean_name_is_found_with_the_particles_behind_it(text: str) -> None:
    names = re.findall("서울|프라하|테헤란|신라|대구|KTX|MBC|삼국사기", text)
    assert korean(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "서울시는 서울역에서 남서울 서울대학교 한국인 한국어 전주곡 신라군 신라면 한화그룹 한화63시티 한화L&C",
        # Not the particle that stands behind such a syllable, but another word.
        "테헤란로 서울가 프라하은 프라하을 한국로",
        "제주도 신라만 대구-광주선 한화/무역",
        "대구 시 대구 시의 한국 은행 서울 올림픽이 서울 국립 박물관에서 한국 전쟁",
        "《백제의 꿈》 《서울 사람》",
    ],
)
def test_a_korean_word_that_begins_with_a_name_is_another(text: str) -> None:
    assert korean(text) == []


def test_a_word_that_only_begins_like_a_kind_of_place_makes_no_longer_name() -> None:
    assert korean("서울 시내에 서울 시민이 서울 역사상 서울 성곽") == ["서울"] * 4


def test_a_korean_name_of_one_syllable_is_none() -> None:
    assert found(["[[빈]]에서.", "빈 방이 있는 빈은 크다."], {"빈": "Place"}, rules=KOREAN) == [[], []]


def test_a_name_of_several_korean_words_is_found_without_spaces() -> None:
    classes = {"한국 전쟁": "Work"}
    assert found(["[[한국 전쟁]]이.", "한국전쟁은 한국 전쟁이다."], classes, rules=KOREAN)[1] == [
        ("한국전쟁", "surface"),
        ("한국 전쟁", "surface"),
    ]


def test_a_foreign_person_is_called_by_the_last_word_in_korean() -> None:
    kafka = Subject("프란츠 카프카", "Person", 0, "dump")
    texts = [
        "카프카는 [[막스 브로트]]를 만났다.",
        "브로트는 태어난 카프카의 친구이다.",
        "이후 카프카는 1883년 카프카를",
    ]
    assert found(texts, {"막스 브로트": "Person"}, kafka, rules=KOREAN) == [
        [("카프카", "last-name")],
        [("브로트", "last-name"), ("카프카", "last-name")],
        [("카프카", "last-name")] * 2,
    ]


def test_the_last_word_behind_another_first_name_is_another_person() -> None:
    kafka = Subject("프란츠 카프카", "Person", 0, "dump")
    assert found(["아버지 헤르만 카프카는 야콥 카프카의 아들이다."], {}, kafka, rules=KOREAN) == [[]]


@pytest.mark.parametrize(("title", "last"), [("고려 인종", "인종"), ("게이타이 천황", "천황"), ("이 강", "강")])
def test_a_title_or_the_name_of_a_king_is_no_last_part(title: str, last: str) -> None:
    assert found([f"{last}은 {last}이 {last}의."], {}, Subject(title, "Person", 0, "dump"), rules=KOREAN) == [[]]


def test_a_korean_person_is_not_found_with_a_space() -> None:
    assert found(["이 강은 길다. 이강은 왕자이다."], {}, Subject("이강", "Person", 0, "dump"), rules=KOREAN) == [
        [("이강", "title")]
    ]


@pytest.mark.parametrize(
    ("rules", "link", "text", "names"),
    [
        (ARABIC, "[[ألمانيا]]", "في ألمانيا وألمانيا بألمانيا ولألمانيا الألمانيات ألمانياي", [
            "ألمانيا", "وألمانيا", "بألمانيا", "ولألمانيا",
        ]),
        # What is joined belongs to a link in Arabic, as the wiki shows it, and the title is a name all the same.
        (ARABIC, "[[هامبورغ|وهامبورغ]]", "هامبورغ وهامبورغ", ["هامبورغ", "وهامبورغ"]),
        (HEBREW, "[[פולין]]", "פולין, בפולין, שבפולין, והפולין, מפולין, ספולין, פוליני", ["פולין"] * 5),
        (PERSIAN, "[[ایران]]", "ایران، ایران‌زمین، ایرانیان «ایران»", ["ایران"] * 2),
        (HINDI, "[[भारत]]", "भारत के भारतीय, भारत।", ["भारत"] * 2),
        (BISHNUPRIYA, "[[ঢাকা]]", "ঢাকা শহর, ঢাকার, (ঢাকা)", ["ঢাকা"] * 2),
    ],
)  # fmt: skip
def test_a_name_without_case_is_a_word_but_for_what_is_joined(
    rules: NoiseRules, link: str, text: str, names: list[str]
) -> None:
    classes = dict.fromkeys(["ألمانيا", "هامبورغ", "פולין", "ایران", "भारत", "ঢাকা"], "Place")
    assert [name for name, _ in found([link, text], classes, rules=rules)[1]] == names


@pytest.mark.parametrize(
    ("rules", "title", "text"),
    [
        (ARABIC, "برلين", "جامعة برلين وجامعة برلين برلين الشرقية برلين - وارسو برلين-وارسو"),
        (HEBREW, "ברלין", "אוניברסיטת ברלין, באוניברסיטת ברלין, ברלין המזרחית, ברלין–רומא"),
        (PERSIAN, "برلین", "دانشگاه برلین، برلین شرقی"),
        (HINDI, "दिल्ली", "नई दिल्ली, दिल्ली विश्वविद्यालय"),
    ],
)
def test_a_name_that_a_word_beside_it_makes_another_is_none(rules: NoiseRules, title: str, text: str) -> None:
    assert found([f"[[{title}]]", text], {title: "Place"}, rules=rules) == [[], []]


def test_the_first_sentence_has_the_full_name_and_the_others_the_last() -> None:
    gandhi = Subject("महात्मा गांधी", "Person", 0, "dump")
    texts = ["मोहनदास करमचन्द गांधी नेता थे।", "गांधी का जन्म हुआ।"]
    assert found(texts, {}, gandhi, rules=HINDI) == [[], [("गांधी", "last-name")]]


def test_a_last_name_has_the_small_words_that_belong_to_it() -> None:
    ben_gurion = Subject("دافيد بن غوريون", "Person", 0, "dump")
    assert found(["دافيد بن غوريون.", "كان بن غوريون"], {}, ben_gurion, rules=ARABIC)[1] == [("بن غوريون", "last-name")]


@pytest.mark.parametrize(
    ("rules", "title", "text"),
    [
        (ARABIC, "فريدريش الثاني", "الثاني في الثاني"),
        (HEBREW, "קרל הרביעי", "הרביעי"),
        (PERSIAN, "آلفونسو سیزدهم", "سیزدهم"),
        (HINDI, "भगत सिंह", "सिंह"),
    ],
)
def test_the_number_of_a_ruler_or_a_common_last_word_is_no_last_name(rules: NoiseRules, title: str, text: str) -> None:
    assert found([title, text], {}, Subject(title, "Person", 0, "dump"), rules=rules)[1] == []


def test_a_person_is_called_by_the_first_name_where_the_article_often_does() -> None:
    napoleon = Subject("نابليون بونابرت", "Person", 0, "dump")
    assert found(["كان نابليون"] * 2, {}, napoleon, rules=ARABIC) == [[], []]
    assert found(["بدأ", *["كان نابليون"] * 3], {}, napoleon, rules=ARABIC)[1:] == [[("نابليون", "last-name")]] * 3


def test_a_club_is_found_without_the_word_for_one() -> None:
    texts = ["[[باشگاه فوتبال رئال مادرید|رئال]] در [[مادرید]].", "رئال مادرید در مادرید"]
    classes = {"باشگاه فوتبال رئال مادرید": "Organisation", "مادرید": "Place"}
    assert found(texts, classes, rules=PERSIAN)[1] == [("رئال مادرید", "surface"), ("مادرید", "surface")]


def test_an_adjective_is_no_name_but_shows_that_of_its_title() -> None:
    classes = {"مصر": "Place", "پاکستان": "Place", "لغة عربية": "Language", "বাংলাদেশ": "Place"}
    assert found(["كاتب [[مصر|مصري]]", "مصري في مصر"], classes, rules=ARABIC)[1] == [("مصر", "surface")]
    assert found(["[[لغة عربية|العربية]]", "الدول العربية"], classes, rules=ARABIC)[1] == []
    assert found(["[[বাংলাদেশ|বাংলাদেশি]]", "বাংলাদেশি বাংলাদেশ"], classes, rules=BISHNUPRIYA)[1] == [("বাংলাদেশ", "surface")]


def test_a_word_that_is_the_title_of_a_work_is_one_in_quotation_marks() -> None:
    texts = ["בעיתון [[הארץ]].", 'ברחבי הארץ, הארץ; בעיתון "הארץ" ו"הארץ".']
    assert found(texts, {"הארץ": "Work"}, rules=HEBREW)[1] == [("הארץ", "surface")] * 2


def test_a_hindi_fort_is_no_place_that_it_is_called_after() -> None:
    texts = ["[[आगरा]] बड़ा है।", "आगरा किला और आगरा में।"]
    assert found(texts, {"आगरा": "Place"}, rules=HINDI)[1] == [("आगरा", "surface")]


def test_what_the_article_links_is_no_name_in_the_scope_of_its_title() -> None:
    classes = {"القاهرة": "Place", "مصر": "Place"}
    texts = ["[[القاهرة]] في دولة [[مصر|مصرية]].", "زار القاهرة ثم عاد إلى مصر."]
    assert found(texts, classes, rules=ARABIC) == [[], [("القاهرة", "surface"), ("مصر", "surface")]]
    assert found(texts, classes, scope="title", rules=ARABIC) == [[], []]


def test_a_title_with_a_qualifier_is_a_name_where_its_link_shows_it() -> None:
    classes = {"ירדן (נהר)": "Place"}
    assert found(["הוא ליד [[ירדן (נהר)|הנהר]].", "הוא ליד ירדן."], classes, rules=HEBREW) == [[], []]
    assert found(["הוא ליד [[ירדן (נהר)|נהר ירדן]].", "הוא ליד ירדן."], classes, rules=HEBREW) == [
        [],
        [("ירדן", "surface")],
    ]


def test_a_work_is_none_where_its_quotation_goes_on() -> None:
    texts = ["הוא כתב את [[הארץ (ספר)|הארץ]].", "הוא אמר: ״הארץ יפה״."]
    assert found(texts, {"הארץ (ספר)": "Work"}, rules=HEBREW) == [[], []]


def test_a_first_name_that_stands_in_the_full_one_is_no_use_of_it() -> None:
    napoleon = Subject("نابليون بونابرت", "Person", 0, "dump")
    whole = "حارب نابليون بونابرت هناك."
    names = found([whole, whole, whole, whole, "ثم عاد نابليون."], {}, napoleon, rules=ARABIC)
    assert names == [[("نابليون بونابرت", "title")]] * 4 + [[]]


def test_a_list_that_is_linked_shows_no_name() -> None:
    texts = ["היא ב[[רשימת הנהרות|נהרות]].", "כאן רשימת הנהרות."]
    assert found(texts, {"רשימת הנהרות": "Place"}, rules=HEBREW) == [[], []]


def test_the_work_that_an_article_is_about_needs_no_quotation_marks() -> None:
    assert found(["קראו את הארץ."], {}, Subject("הארץ", "Work", 0, "dump"), rules=HEBREW) == [[("הארץ", "title")]]


def test_a_person_of_two_letters_may_be_a_small_word_where_names_are_words() -> None:
    texts = ["[[لي]] ممثل.", "ثم قال لي."]
    assert found(texts, {"لي": "Person"}, rules=ARABIC) == [[], []]
