from __future__ import annotations

import re

import pytest

from dbpedia.mentions.noise import flagger, noise_rules
from dbpedia.mentions.propagation import LinkedSentence, Subject
from dbpedia.mentions.repeated_names import repeated_names
from dbpedia.ontology import build_ontology
from schemas.labels import ENTITY
from schemas.records import Mention

RULES = noise_rules(build_ontology(["Person", "Place", "Organisation", "Work", "Species"], []), "zh")
UNTYPED = Subject("史", ENTITY, 0, "")
_LINK = re.compile(r"\[\[(?:([^\]|]+)\|)?([^\]]+)\]\]")


def sentence(wikitext: str, classes: dict[str, str]) -> LinkedSentence:
    text = ""
    mentions = []
    place = 0
    for match in _LINK.finditer(wikitext):
        text += wikitext[place : match.start()]
        target, surface, start = match[1] or match[2], match[2], len(text)
        text += surface
        place = match.end()
        cls = classes.get(target, ENTITY)
        source, origin = ("none", "") if cls == ENTITY else ("direct", "dump")
        flag = flagger(RULES)(surface, target, cls, not start)
        mentions.append(Mention(start, len(text), cls, source, target, 0, origin, flag))
    return LinkedSentence(text + wikitext[place:], mentions)


def found(
    texts: list[str], classes: dict[str, str], subject: Subject = UNTYPED, scope: str = "article"
) -> list[list[tuple[str, str]]]:
    """Surface and rule of the unlinked mentions in each sentence."""
    sentences = [sentence(text, classes) for text in texts]
    return [
        [(each.text[m.start : m.end], m.source.removeprefix("propagated-")) for m in mentions]
        for each, mentions in zip(sentences, repeated_names(subject, sentences, RULES, scope), strict=True)
    ]


MARX = Subject("卡尔·马克思", "Person", 0, "dump")


def test_the_subject_is_found_by_its_title_and_the_last_part_of_a_foreign_name() -> None:
    assert found(["卡尔·马克思是人，马克思写书。", "他读马克思主义。"], {}, MARX, "title") == [
        [("卡尔·马克思", "title"), ("马克思", "last-name")],
        [],
    ]


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
        (["[[卡尔·海森]]来了。", "海森堡也来了。"], {"卡尔·海森": "Person"}),
        (["[[王上源]]姓王。", "王氏来了。"], {"王上源": "Person"}),
        (["[[桃金娘科]]很大。", "桃金娘科很大。"], {"桃金娘科": "Species"}),
        (["[[大庆油田]]很大。", "大庆油田很大。"], {}),
        (["[[AH-64]]飞了。", "AH-64D飞了。"], {"AH-64": "Work"}),
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
    sentences = [sentence("[[李白]]写诗，李白喝酒。", {"李白": "Person"})]
    ((mention,),) = repeated_names(UNTYPED, sentences, RULES, "article")
    assert mention == Mention(5, 7, "Person", "propagated-surface", "李白", 0, "dump", "")
