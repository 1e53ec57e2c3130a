"""From a dump and the mappings of its language to a typed corpus, without any release of DBpedia.

The two wikis below `tests/wikis` were written for this: a handful of articles each, with infoboxes in the language.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.build import build, manifest, rows, settings
from tests.support.paths import PROJECT

pytestmark = pytest.mark.builds

Mention = tuple[str, str, str]

TYPED: dict[str, dict[str, list[Mention]]] = {
    "de": {
        "Altfeld ist eine Stadt an der Lerne.": [("Lerne", "River", "direct")],
        "Hier lebte lange Zeit die Autorin Clara Winter.": [("Clara Winter", "Writer", "redirect")],
        "In der Nähe liegt Neufeld.": [("Neufeld", "Settlement", "direct")],
        "Sie durchquert das Altfelder Land und die Heide.": [
            ("Altfelder", "Settlement", "direct"),
            ("Heide", "ENTITY", "none"),
        ],
        "Clara Winter schrieb einen Roman über die Lerne.": [("Lerne", "River", "direct")],
        "Ihr Freund Otto Kern kam oft zu Besuch.": [("Otto Kern", "Person", "direct")],
        "Otto Kern buk sein Brot in Neufeld (Lerne).": [("Neufeld (Lerne)", "Settlement", "direct")],
        "Neufeld ist ein Dorf bei Altfeld.": [("Altfeld", "Settlement", "direct")],
    },
    "ru": {
        "Синегорск — город на реке Лада.": [("Лада", "River", "direct")],
        "Здесь родилась поэтесса Вера Орлова.": [("Вера Орлова", "Poet", "direct")],
        "Рядом находится Белый Яр.": [("Белый Яр", "Settlement", "direct")],
        "Лада — река в степи.": [("степи", "ENTITY", "none")],
        "Она течёт через Синегорск.": [("Синегорск", "Settlement", "direct")],
        "Вера Орлова писала о реке Ладе.": [("Ладе", "River", "direct")],
        "Её другом был Пётр Громов.": [("Пётр Громов", "Person", "direct")],
        "Пётр Громов работал в посёлке Белый Яр.": [("Белый Яр", "Settlement", "direct")],
        "Белый Яр — посёлок недалеко от города Синегорска.": [("Синегорска", "Settlement", "direct")],
    },
}
"""The mentions of each sentence that has some: surface, class and source."""
LABELS = {"River": "location", "Settlement": "location", "Writer": "person", "Poet": "person", "Person": "person"}


@pytest.mark.parametrize("language", TYPED)
def test_infoboxes_of_a_language_type_its_corpus(language: str, tmp_path: Path) -> None:
    wikis = PROJECT / "tests" / "wikis"
    text = (
        f"[Build]\nsnapshot = {language}wiki\n[Wikipedia]\npages = {wikis / language}.xml\npage_table =\n"
        f"[DBpedia]\nmappings = {wikis / language}-mappings.xml\nredirects =\n"
        "[TypeIndex]\nsources = infobox\nwikidata_ids = none\n[FilteredSentences]\nmin_mentions = 1\n"
    )
    status, output = build(tmp_path, settings(tmp_path, text), "NerCorpus", "--label-set", "4")
    assert status == 0, output
    found = {
        row["text"]: [(row["text"][m["start"] : m["end"]], m["type"], m["source"]) for m in row["mentions"]]
        for row in rows(tmp_path, "typed_sentences/profile=paper")
    }
    assert found == TYPED[language]
    typed = [m for row in rows(tmp_path, "typed_sentences/profile=paper") for m in row["mentions"]]
    assert {m["origin"] for m in typed if m["type"] != "ENTITY"} == {"infobox"}
    assert manifest(tmp_path, "typed_sentences/profile=paper").counts["mentions"]["Settlement"] == 4
    # A sentence without a typed mention is no example; the others are, with their labels.
    corpus = {
        "".join(row["tokens"]): row["types"] for row in rows(tmp_path, "ner_corpus/profile=paper/label_set=4/alpha=0.7")
    }
    assert corpus == {
        sentence.replace(" ", ""): [LABELS.get(name, name) for _, name, _ in mentions]
        for sentence, mentions in TYPED[language].items()
        if any(name in LABELS for _, name, _ in mentions)
    }
