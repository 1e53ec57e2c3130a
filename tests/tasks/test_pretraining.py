"""Which step gives an encoder of the evaluation."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from schemas.errors import InputError
from tasks.annotation import SentenceScores
from tasks.corpora import NerCorpus
from tasks.encoders import NewEncoder, PretrainedEncoder, WordVectors
from tasks.evaluation import EvaluationReport
from tasks.fine_tuning import FineTuning
from tasks.pretraining import DaptModel, NerBert, encoder, is_encoder
from tests.support.configured import Configure


@pytest.mark.parametrize(
    ("name", "level", "masking", "share"),
    [
        ("dapt", "integrated", "span", 1.0),
        ("dapt-task", "task", "span", 1.0),
        ("dapt-token", "integrated", "token", 1.0),
        ("dapt-span-corrected", "integrated", "span-corrected", 1.0),
        ("dapt-domain-token", "domain", "token", 1.0),
        ("dapt-entity-span@0.25", "entity", "span", 0.25),
        ("dapt@0.01", "integrated", "span", 0.01),
        ("dapt@0.0001", "integrated", "span", 0.0001),
    ],
)
def test_a_variant_is_what_it_names_and_else_as_it_is_set(
    name: str, level: str, masking: str, share: float, configure: Configure
) -> None:
    configure()
    assert is_encoder(name)
    step = encoder(name, "music")
    assert isinstance(step, DaptModel)
    assert (step.domain, step.level, step.masking, step.share) == ("music", level, masking, share)


def test_without_a_share_an_encoder_is_of_the_whole_corpus_as_the_curves_have_it(configure: Configure) -> None:
    configure(DaptModel={"share": 0.5, "level": "task"})
    assert DaptModel(domain="music").share == 0.5
    step = encoder("dapt", "music")
    assert isinstance(step, DaptModel)
    assert (step.level, step.share) == ("task", 1.0)


def test_the_other_encoders(configure: Configure) -> None:
    configure()
    assert isinstance(encoder("plain", "music"), NewEncoder)
    step = encoder("ner-bert-212", "music")
    assert isinstance(step, NerBert) and step.label_set == "212"


def test_a_tagger_is_trained_in_the_labels_of_a_domain_or_of_a_file(configure: Configure, tmp_path: Path) -> None:
    (tmp_path / "news.toml").write_text('[labels]\nPER = ["Person"]\n')
    configure(LabelSetFiles={"directory": tmp_path})
    for name in ("music", "news"):
        step = NerBert(label_set=name)
        assert step.requires()["ner_corpus"] == NerCorpus(label_set=name)
        assert step.configuration()["corpus"] == NerCorpus(label_set=name).location()
    with pytest.raises(InputError, match=r"^label set new: there is none; .*; did you mean news\?"):
        _ = NerBert(label_set="new").provenance


@pytest.mark.parametrize("name", ["315", "music", "news", "daily-news"])
def test_a_tagger_in_any_labels_is_an_encoder(configure: Configure, tmp_path: Path, name: str) -> None:
    for file in ("news", "daily-news"):
        (tmp_path / f"{file}.toml").write_text('[labels]\nPER = ["Person"]\n')
    configure(LabelSetFiles={"directory": tmp_path}, FineTuning={"settings": "direct"})
    assert is_encoder(f"ner-bert-{name}")
    run = FineTuning(target="ai", encoder=f"ner-bert-{name}", model="tagger")
    assert run.requires()["encoder"] == encoder(f"ner-bert-{name}", "ai") == NerBert(label_set=name)
    assert f"/target=ai/encoder=ner-bert-{name}/model=tagger/" in run.location()


@pytest.mark.parametrize("fields", [{}, {"name": "new-seq2seq"}])
def test_only_a_new_sequence_to_sequence_model_says_so(fields: dict[str, str], configure: Configure) -> None:
    configure()
    step = NewEncoder(**fields)
    kind = {"seq2seq": True} if fields else {}
    assert {name: value for name, value in step.configuration().items() if name in ("name", "seq2seq")} == kind


def test_a_sequence_to_sequence_model_stands_beside_the_encoder(configure: Configure) -> None:
    configure()
    plain, seq2seq = encoder("plain", "music"), encoder("seq2seq", "music")
    assert "/encoder/name=new/" in plain.location()
    assert "/encoder/name=new-seq2seq/" in seq2seq.location()
    configure(Encoder={"name": "google-bert/bert-base-cased", "seq2seq": "facebook/bart-base"})
    plain, seq2seq = encoder("plain", "music"), encoder("seq2seq", "music")
    assert isinstance(plain, PretrainedEncoder) and isinstance(seq2seq, PretrainedEncoder)
    assert plain.configuration() == {"source": "google-bert/bert-base-cased", "seq2seq": False}
    assert seq2seq.configuration() == {"source": "facebook/bart-base", "seq2seq": True}
    configure(Encoder={"seq2seq": "./nowhere"})
    with pytest.raises(InputError, match=r"seq2seq in \[Encoder\] = ./nowhere: no such folder"):
        encoder("seq2seq", "music").check_inputs()


@pytest.mark.parametrize("folder", [True, False])
def test_a_model_that_both_settings_name_is_tried_as_each(folder: bool, configure: Configure, tmp_path: Path) -> None:
    (tmp_path / "bart").mkdir()
    (tmp_path / "bart" / "config.json").write_text("{}")
    source = str(tmp_path / "bart") if folder else "facebook/bart-base"
    configure(Encoder={"name": source, "seq2seq": source})
    plain, seq2seq = encoder("plain", "music"), encoder("seq2seq", "music")
    assert [each.configuration()["seq2seq"] for each in (plain, seq2seq)] == [False, True]
    assert plain.task_id != seq2seq.task_id
    assert plain.location() != seq2seq.location()
    # What was kept of [Encoder] name before stays.
    assert plain.parameters() == ({} if folder else {"source": source})


@pytest.mark.parametrize(
    ("name", "files"),
    [("word-vectors", {"words": "words.txt"}), ("word-char-vectors", {"words": "words.txt", "ngrams": "ngrams.txt"})],
)
def test_vectors_are_those_of_the_words_of_all_annotated_data(
    name: str, files: dict[str, str], configure: Configure
) -> None:
    configure()
    step = encoder(name, "music")
    assert isinstance(step, WordVectors) and step.name == name
    assert {role for role in step.requires() if role.startswith("benchmark")} == {
        *("benchmark ai", "benchmark general", "benchmark music"),
    }
    configuration = step.configuration()
    assert {role: Path(configuration[role]).name for role in ("words", "ngrams") if role in configuration} == files
    assert configuration["benchmarks"] == [
        task.location() for role, task in step.requires().items() if role.startswith("benchmark")
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [("", "words in .WordVectors. is empty: name a file"), ("nowhere.txt", "= nowhere.txt: no such file")],
)
def test_a_file_of_vectors_that_is_not_there_is_refused_before_anything_is_built(
    value: str, message: str, configure: Configure
) -> None:
    configure(WordVectors={"words": value})
    with pytest.raises(InputError, match=message):
        encoder("word-vectors", "music").check_inputs()


def test_a_file_with_nothing_of_the_annotated_data_is_told(
    configure: Configure, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(WordVectors={"words": "words.txt", "ngrams": "ngrams.txt"})
    counts = {"were found": 0, "were found in lower case": 0, "were drawn": 1200}
    monkeypatch.setattr(WordVectors, "manifest", lambda _task: SimpleNamespace(counts={"words": counts}))
    words = (
        "words.txt has none of the 1,200 words of the annotated data, so all their vectors are drawn by chance: look "
        "at its language and its form"
    )
    assert list(WordVectors(name="word-vectors").doubts_when_built()) == [words]
    counts |= {"have known n-grams": 0, "have no known n-gram": 1200}
    assert list(WordVectors(name="word-char-vectors").doubts_when_built()) == [
        words,
        "ngrams.txt has no character n-gram of the words of the annotated data, so their vectors are 0: look at its "
        "language and its form",
    ]
    counts |= {"were found in lower case": 1, "have known n-grams": 1}
    assert list(WordVectors(name="word-char-vectors").doubts_when_built()) == []


@pytest.mark.parametrize(
    "name",
    [
        "word-vectors-crf",
        "char-vectors",
        "dapt-",
        "dapt-token-task",
        "dapt@1",
        "dapt@0",
        "dapt@0.50",
        "dapt@0.00001",
        "dapt@25%",
        "dapt-words",
        "ner-bert-",
        "ner-bert-../4",
        "ner-bert",
        "",
    ],
)
def test_no_such_encoder(name: str) -> None:
    assert not is_encoder(name)


def test_variants_stand_side_by_side_in_one_report(configure: Configure) -> None:
    configure(EvaluationReport={"targets": "ai,music", "encoders": "plain,dapt-task-token,dapt@0.5,ner-bert-4"})
    report = EvaluationReport()
    models = [name.removeprefix("model ") for name in report.requires() if name.startswith("model ")]
    assert models == [
        *("dapt-task-token ai", "dapt@0.5 ai", "ner-bert-4"),
        *("dapt-task-token music", "dapt@0.5 music"),
    ]
    places = {run.location() for run in report.runs()}
    assert len(places) == 2 * 4 * 2
    assert sum("/encoder=dapt@0.5/" in place for place in places) == 4


def test_models_are_compared_on_the_encoders_that_they_take(configure: Configure) -> None:
    configure(EvaluationReport={"targets": "ai", "encoders": "plain,seq2seq,dapt", "models": "tagger,bartner,coach"})
    report = EvaluationReport()
    assert [(run.encoder, run.model) for run in report.runs()] == [
        *(("plain", "tagger"), ("plain", "coach")),
        ("seq2seq", "bartner"),
        *(("dapt", "tagger"), ("dapt", "coach")),
    ]
    assert [name for name in report.requires() if name.startswith("model ")] == ["model dapt ai"]


@pytest.mark.parametrize(
    ("encoders", "models", "starts"),
    [
        ("plain,dapt,ner-bert-4", "tagger", ["plain"]),
        ("dapt-task", "tagger", ["plain"]),
        ("ner-bert-4,seq2seq,word-vectors", "tagger,bartner", ["plain", "seq2seq"]),
        ("word-vectors,word-char-vectors", "bilstm-crf", []),
    ],
)
def test_the_report_reads_what_its_models_start_from(
    encoders: str, models: str, starts: list[str], configure: Configure
) -> None:
    configure(EvaluationReport={"targets": "ai", "encoders": encoders, "models": models})
    report = EvaluationReport()
    read = {each["name"]: each["location"] for each in report.configuration()["encoders"]}
    assert read == {name: encoder(name, "ai").location() for name in starts}
    assert [name for name in report.requires() if name.startswith("encoder ")] == [f"encoder {each}" for each in starts]


def test_distances_are_to_what_has_a_test_split(configure: Configure, tmp_path: Path) -> None:
    for name, splits in {"ai": ("train", "dev", "test"), "a": ("train",), "b": ("train", "test")}.items():
        (tmp_path / name).mkdir()
        for split in splits:
            (tmp_path / name / f"{split}.txt").write_text("Bob\tB-person\n\n")
    configure(
        NerBenchmark={"directory": str(tmp_path)},
        FineTuning={"settings": "direct+a+b", "others": "a,b"},
        EvaluationReport={"targets": "ai", "encoders": "plain", "models": "tagger"},
    )
    needs = [name for name in EvaluationReport().requires() if name.startswith(("representations", "benchmark"))]
    assert needs == ["representations ai", "representations b", "benchmark a", "benchmark b", "benchmark ai"]


@pytest.mark.parametrize(
    ("encoders", "models", "message"),
    [
        ("plain,dapt", "tagger,bartner", r"models in \[EvaluationReport\]: nothing goes with bartner; seq2seq is"),
        ("plain,seq2seq", "tagger", r"encoders in \[EvaluationReport\]: nothing goes with seq2seq; .* bartner"),
    ],
)
def test_what_goes_with_nothing_is_refused(encoders: str, models: str, message: str, configure: Configure) -> None:
    configure(EvaluationReport={"targets": "ai", "encoders": encoders, "models": models})
    with pytest.raises(InputError, match=message):
        EvaluationReport().requires()


def test_an_encoder_of_the_domain_needs_targets_that_have_one(configure: Configure) -> None:
    targets = "ai,movie,science=natural_science,restaurant"
    configure(EvaluationReport={"targets": targets, "encoders": "plain,dapt,dapt-task@0.5"})
    with pytest.raises(InputError) as error:
        EvaluationReport().requires()
    assert str(error.value) == (
        "encoders in [EvaluationReport] has dapt, dapt-task@0.5, trained on the target's domain: there is none for "
        "movie, restaurant in targets, but ai, literature, music, natural_science, politics; name one in targets "
        "(movie=ai), or make a report without such encoders for movie, restaurant"
    )
    configure(EvaluationReport={"targets": targets, "encoders": "plain"})
    assert len(EvaluationReport().runs()) == 4 * 2


@pytest.mark.parametrize(("name", "model"), [("plain", "bartner"), ("seq2seq", "laner-crf")])
def test_a_model_is_not_trained_on_an_encoder_that_it_does_not_take(
    name: str, model: str, configure: Configure
) -> None:
    configure()
    message = rf"model in \[FineTuning\] = {model} with encoder = {name}: bartner takes the encoder seq2seq"
    with pytest.raises(InputError, match=message):
        FineTuning(target="ai", encoder=name, model=model).check_inputs()
    with pytest.raises(InputError, match=message.replace("FineTuning", "SentenceScores")):
        SentenceScores(domain="ai", benchmark="ai", encoder=name, model=model).check_inputs()


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ("tagger-crf", "a CRF has no probabilities of single tags; take one without -crf"),
        ("coach", "it looks for entities and has no probabilities of single tags; take another"),
    ],
)
def test_a_model_without_probabilities_is_refused_before_it_is_trained_to_doubt(
    model: str, message: str, configure: Configure
) -> None:
    configure()
    with pytest.raises(InputError, match=rf"^model in \[SentenceScores\] = {model}: {message}$"):
        SentenceScores(domain="ai", benchmark="ai", model=model).check_inputs()


def configure_own(kind: str, configure: Configure, folder: Path) -> str:
    """Have [Encoder] name a folder with an encoder of this type; returns the folder."""
    (folder / "own").mkdir()
    (folder / "own" / "config.json").write_text(f'{{"model_type": "{kind}"}}')
    configure(Encoder={"name": folder / "own"})
    return str(folder / "own")


def test_an_encoder_that_cannot_be_trained_further_is_refused_before_the_build(
    configure: Configure, tmp_path: Path
) -> None:
    own = configure_own("electra", configure, tmp_path)
    NerBert(label_set="4").check_inputs()
    with pytest.raises(InputError) as error:
        DaptModel(domain="music").check_inputs()
    assert str(error.value) == (
        f"name in [Encoder] = {own}: an encoder of type electra cannot be trained further by DaptModel; the types that "
        "can are bert, roberta, xlm-roberta: give another, or ask for no DaptModel"
    )


def test_an_encoder_that_can_be_trained_further_is_not_refused(configure: Configure, tmp_path: Path) -> None:
    configure_own("xlm-roberta", configure, tmp_path)
    DaptModel(domain="music").check_inputs()
