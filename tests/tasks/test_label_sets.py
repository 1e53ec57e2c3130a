"""Label sets by name, and what corpora of each are made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.datasets.dataset import part_uris
from schemas.errors import InputError
from tasks.annotation import PreAnnotation, SentenceScores
from tasks.benchmark import NerBenchmark
from tasks.corpora import FilteredSentences, NerCorpus
from tasks.domains import DomainPages, checked_domain
from tasks.label_sets import domain_of, label_parameters, named_label_set
from tests.support.annotation import pre_annotations, sentence
from tests.support.configured import Configure


@pytest.mark.usefixtures("configure")
def test_a_published_set_follows_from_the_ontology() -> None:
    chosen = named_label_set("4")
    assert chosen.labels == ("person", "location", "organisation", "ENTITY")
    assert (chosen.classes["MusicalArtist"], chosen.classes["Song"]) == ("person", "ENTITY")
    assert (domain_of("4"), label_parameters("4")) == (None, {})


@pytest.mark.usefixtures("configure")
def test_the_labels_of_a_domain_are_a_label_set() -> None:
    chosen = named_label_set("music")
    assert chosen.labels == tuple(checked_domain("music").labels)
    assert chosen.classes["MusicalArtist"] == "musicalartist"
    assert "ChemicalElement" not in chosen.classes
    assert domain_of("music") == "music"
    assert label_parameters("music")["labels"][0] == ["musicgenre", ["MusicGenre"]]


def test_a_file_is_a_label_set(configure: Configure, tmp_path: Path) -> None:
    (tmp_path / "news.toml").write_text('[labels]\nPER = ["Person"]\nLOC = ["Place"]\n')
    configure(LabelSetFiles={"directory": tmp_path})
    chosen = named_label_set("news")
    assert (chosen.labels, domain_of("news")) == (("PER", "LOC"), None)
    assert (chosen.classes["MusicalArtist"], chosen.classes["City"]) == ("PER", "LOC")
    first = NerCorpus(label_set="news").provenance.identity
    (tmp_path / "news.toml").write_text('[labels]\nLOC = ["Place"]\nPER = ["Person"]\n')
    configure(LabelSetFiles={"directory": tmp_path})
    assert NerCorpus(label_set="news").provenance.identity != first, "their order numbers the tags"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "nothing",
            "",
            r"nothing: there is none; label_set, label_sets or ner-bert-… must name 315, 212, 4, ai, .*, politics or "
            r"news; for one of your own let directory in \[LabelSetFiles\] name the folder that has nothing\.toml "
            r"\(\S+\)$",
        ),
        ("news", '[labels]\nPER = ["Persn"]', r"/news\.toml, label PER: \S+ontology\.owl has no class Persn; did you"),
        ("music", "", r"label set music: \S+/music\.toml has the name of a domain; give the file another name"),
        ("212", "", r"label set 212: \S+/212\.toml has the name of a published label set; give the file another name"),
    ],
)
def test_what_is_no_label_set_is_refused(
    configure: Configure, tmp_path: Path, name: str, text: str, message: str
) -> None:
    (tmp_path / "news.toml").write_text(text)
    for taken in ("music", "212"):
        (tmp_path / f"{taken}.toml").write_text(text)
    configure(LabelSetFiles={"directory": tmp_path})
    with pytest.raises(InputError, match=message):
        NerCorpus(label_set=name).check_inputs()


@pytest.mark.parametrize(("name", "meant"), [("AI", "ai"), ("musik", "music"), ("316", "315")])
@pytest.mark.usefixtures("configure")
def test_a_misspelt_label_set_is_told_with_the_nearest_and_how_to_have_one_of_ones_own(name: str, meant: str) -> None:
    with pytest.raises(InputError) as told:
        NerCorpus(label_set=name).check_inputs()
    assert str(told.value) == (
        f"label set {name}: there is none; label_set, label_sets or ner-bert-… must name 315, 212, 4, ai, literature, "
        f"music, natural_science or politics; did you mean {meant}? For one of your own let directory in "
        f"[LabelSetFiles] name the folder that has {name}.toml (docs/how-to/choose-types.md#a-label-set-of-your-own)"
    )


@pytest.mark.usefixtures("configure")
def test_published_sets_share_their_filtered_sentences_and_others_have_their_own() -> None:
    shared = [NerCorpus(label_set=name).requires()["filtered_sentences"] for name in ("315", "212", "4")]
    assert shared == [FilteredSentences()] * 3 and "domain_pages" not in shared[0].requires()
    corpus = NerCorpus(label_set="music")
    own = corpus.requires()["filtered_sentences"]
    assert own is FilteredSentences(label_set="music")
    assert own.requires()["domain_pages"] is DomainPages(domain="music")
    configuration = corpus.configuration()
    assert configuration["categories"] == configuration["labels"]
    assert "ENTITY" not in configuration["label_names"]


def test_sentences_for_annotators_have_room_for_every_label(configure: Configure) -> None:
    configure(PreAnnotation={"size": 38, "of_each_label": 3})
    message = (
        r"of_each_label in \[PreAnnotation\] = 3: the 13 labels of music ask for 39 sentences, and size is 38; "
        "lower it, or raise size$"
    )
    with pytest.raises(InputError, match=message):
        PreAnnotation(domain="music").check_inputs()
    assert PreAnnotation(domain="music", size=39).configuration()["labels"][0] == ["musicgenre", ["MusicGenre"]]


@pytest.mark.usefixtures("configure")
def test_the_name_of_the_expert_is_nobody_elses() -> None:
    with pytest.raises(InputError, match="an annotator is named 'expert', as the file of the expert is"):
        PreAnnotation(domain="music", annotators="ann,expert").check_inputs()
    with pytest.raises(InputError, match="the domain is named 'expert', as the folder of the expert is"):
        PreAnnotation(domain="expert").check_inputs()


@pytest.mark.usefixtures("configure")
def test_sentences_that_a_model_doubts_need_its_scores_and_what_is_annotated() -> None:
    chance = PreAnnotation(domain="ai")
    assert (chance.configuration()["sentence_scores"], chance.configuration()["ner_benchmark"]) == (None, None)
    chosen = PreAnnotation(domain="ai", choose="margin")
    scores = chosen.requires()["sentence_scores"]
    assert scores is SentenceScores(profile=chosen.profile, domain="ai", benchmark="ai")
    assert scores.requires()["ner_corpus"] is NerCorpus(profile=chosen.profile, label_set="ai")
    assert chosen.configuration()["choose"] == "margin"
    # Which data they are is said by the inputs; without a model there are none.
    assert PreAnnotation(domain="ai", benchmark="music").parameters() == chance.parameters()
    assert PreAnnotation(domain="ai", choose="margin", benchmark="ai").parameters() == chosen.parameters()
    assert PreAnnotation(domain="music", choose="margin", benchmark="ai").requires()["ner_benchmark"] is NerBenchmark(
        dataset="ai"
    )


@pytest.mark.usefixtures("configure")
def test_former_rounds_are_inputs_and_a_model_may_send_some_of_them_again(tmp_path: Path) -> None:
    [part] = part_uris(pre_annotations(tmp_path / "sent", [sentence("[Bob|person] sings.")]))
    first = PreAnnotation(domain="ai", choose="margin")
    second = PreAnnotation(domain="ai", choose="margin", former=part, again=0)
    assert "former" not in {source.name for source in first.provenance.inputs}
    assert [source.location for source in second.provenance.inputs if source.name == "former"] == [part]
    assert second.provenance.identity != first.provenance.identity
    assert (second.configuration()["former"], second.configuration()["annotated_scores"]) == ([part], None)
    again = PreAnnotation(domain="ai", choose="margin", former=part, again=5)
    scores = again.requires()["sentence_scores"].location("annotated_scores")
    assert (again.configuration()["annotated_scores"], again.configuration()["again"]) == (scores, 5)
    assert again.parameters()["again"] == 5
    # Where chance chooses, and where there are no former rounds, nothing goes out again.
    assert PreAnnotation(domain="ai", choose="margin", again=5).parameters() == first.parameters()
    chance = PreAnnotation(domain="ai", former=part)
    assert PreAnnotation(domain="ai", former=part, again=5).provenance.identity == chance.provenance.identity


@pytest.mark.usefixtures("configure")
def test_former_rounds_have_to_be_pre_annotations(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("text")
    with pytest.raises(InputError, match="is not a Parquet file; name the parts of pre_annotations"):
        PreAnnotation(domain="ai", former=str(tmp_path / "*.parquet")).check_inputs()
