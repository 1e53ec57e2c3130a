"""The steps that provide the encoder that all models start from."""

from __future__ import annotations

import importlib.util
import pathlib
from collections.abc import Iterator
from typing import Any

import luigi

from schemas.errors import InputError
from schemas.experiments import MASKED_LM_TYPES, WORD_VECTORS
from schemas.files import storage
from tasks.benchmark import NerBenchmark
from tasks.corpora import ENTITY_CATEGORIES, NerCorpus
from tasks.settings.inputs import input_file
from tasks.settings.parameters import Bool, Choice, EncoderName, Int, Path
from tasks.settings.plain_errors import PlainErrors
from tasks.settings.quality import Quality, profile_doubts
from tasks.settings.shared import Build
from tasks.step.base import CHECKED_EARLY, DatasetTask
from tasks.step.training import TrainingTask

_NEW = "new"
_NEW_SEQ2SEQ = "new-seq2seq"


class Encoder(PlainErrors, luigi.Config):  # type: ignore[misc]
    """What all models start from."""

    name = EncoderName(
        default="google-bert/bert-base-cased",
        description="new, a Hugging Face name (name@revision pins it), a local folder, or package:folder/in/a/package",
    )
    seq2seq = EncoderName(
        default="facebook/bart-base",
        description="the encoder seq2seq, a sequence-to-sequence model of the type bart; given as name is",
    )


class NewEncoder(TrainingTask):
    """A small untrained BERT, or BART, with a WordPiece vocabulary of the corpus, for trying things out."""

    datasets = ("encoder", "rejects")
    step_version = 1
    seeded = True
    grows_with_dump = False
    path_parameters = ("name",)
    job = "training.jobs.new_encoder:NewEncoder"

    name = Choice(
        default=_NEW,
        choices=(_NEW, _NEW_SEQ2SEQ),
        description="new: an encoder (BERT); new-seq2seq: a sequence-to-sequence model (BART)",
    )
    vocabulary_size = Int(default=8000, least=100, description="pieces of the WordPiece vocabulary")
    hidden_size = Int(default=256, least=1, description="width of the hidden states")
    layers = Int(default=4, least=1, description="number of layers; of a BART, of each of its halves")
    heads = Int(default=4, least=1, description="attention heads of a layer")
    intermediate_size = Int(default=1024, least=1, description="width of the feed-forward layers")
    max_length = Int(default=512, least=3, description="longest input, in pieces")
    lowercase = Bool(default=False, description="ignore case")

    def parameters(self) -> dict[str, Any]:
        if self.hidden_size % self.heads:
            raise InputError(f"hidden_size in [NewEncoder] = {self.hidden_size}: must be a multiple of heads")
        own = {name: value for name, value in super().parameters().items() if name != "name"}
        seq2seq = {"seq2seq": True} if self.name == _NEW_SEQ2SEQ else {}
        return {**own, **seq2seq}

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "ner_corpus": NerCorpus(label_set=ENTITY_CATEGORIES)}

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(Quality().profile)

    def configuration(self) -> dict[str, Any]:
        return {**self.parameters(), "corpus": NerCorpus(label_set=ENTITY_CATEGORIES).location()}


class PretrainedEncoder(TrainingTask):
    """A pre-trained encoder, loaded once and kept beside the corpora: what later steps start from cannot change."""

    datasets = ("encoder", "rejects")
    step_version = 1
    grows_with_dump = False
    path_parameters = ("name",)
    job = "training.jobs.pretrained_encoder:PretrainedEncoder"
    priority = CHECKED_EARLY

    source = EncoderName(description="Hugging Face name, local folder, or package:folder/in/a/package")
    setting = Choice(
        default="name",
        choices=("name", "seq2seq"),
        description="the setting of [Encoder] that names it, which says of which kind it has to be",
    )

    @property
    def name(self) -> str:
        return str(self.source).rstrip("/").rpartition("/")[2]

    def _local(self) -> pathlib.Path | None:
        """The local folder of the encoder; None for a name of the Hugging Face hub."""
        if self.source.startswith("package:"):
            package, _, path = self.source.removeprefix("package:").partition("/")
            try:
                spec = importlib.util.find_spec(package)
            except (ModuleNotFoundError, ValueError):
                spec = None
            if spec is None or not spec.submodule_search_locations:
                raise InputError(
                    f"{self.setting} in [Encoder] = {self.source}: no package {package} is installed; install it with "
                    "pip, or name a folder or a model of the Hugging Face hub"
                )
            folder = pathlib.Path(spec.submodule_search_locations[0], path)
            if not folder.is_dir():
                raise InputError(f"{self.setting} in [Encoder] = {self.source}: the package has no such folder")
            return folder
        folder = pathlib.Path(self.source).expanduser()
        if folder.is_dir():
            return folder.absolute()
        if self.source.startswith((".", "/", "~")) or self.source.count("/") > 1:
            raise InputError(
                f"{self.setting} in [Encoder] = {self.source}: no such folder (looked in {pathlib.Path.cwd()})"
            )
        return None

    def check_masked_lm(self) -> None:
        """Raise InputError for a local folder with an encoder that `DaptModel` cannot train further."""
        if not ((folder := self._local()) and (config := folder / "config.json").is_file()):
            # The job says what is wrong with a folder, and only the hub knows the type of its models.
            return
        found = storage.read_json(str(config)).get("model_type")
        if found not in MASKED_LM_TYPES:
            raise InputError(
                f"{self.setting} in [Encoder] = {self.source}: an encoder of type {found} cannot be trained further by "
                f"DaptModel; the types that can are {', '.join(MASKED_LM_TYPES)}: give another, or ask for no DaptModel"
            )

    def _is_seq2seq(self) -> bool:
        return bool(self.setting == "seq2seq")

    def parameters(self) -> dict[str, Any]:
        source = {} if self._local() else {"source": self.source}
        # The copies are the same, but what one refuses the other takes: a BART that was kept as seq2seq would do for
        # name, and be refused only where a model is trained on it, hours later.
        return {**source, **({"seq2seq": True} if self._is_seq2seq() else {})}

    def files(self) -> dict[str, list[str]]:
        folder = self._local()
        return {"encoder": sorted(str(path) for path in folder.iterdir() if path.is_file())} if folder else {}

    def configuration(self) -> dict[str, Any]:
        return {"source": str(self._local() or self.source), "seq2seq": self._is_seq2seq()}


class WordVectors(TrainingTask):
    """Pre-trained vectors of the words of the annotated data, as an encoder without layers.

    All datasets in the directory of [NerBenchmark] are annotated data. Models without an encoder take them where they
    would take the embeddings of BERT: CrossNER's BiLSTM-CRF has GloVe's, alone and with character n-grams (section
    'Baseline Models').
    """

    datasets = ("encoder", "rejects")
    step_version = 1
    seeded = True
    grows_with_dump = False
    path_parameters = ("name",)
    job = "training.jobs.word_vectors_encoder:WordVectors"
    priority = CHECKED_EARLY

    name = Choice(choices=WORD_VECTORS, description="vectors of words alone, or with those of character n-grams")
    words = Path(
        default="",
        optional=True,
        significant=False,
        description="file of vectors of words in the text format of GloVe or word2vec (glove.6B.300d.txt), plain or "
        "compressed by gzip or bzip2",
    )
    ngrams = Path(
        default="",
        optional=True,
        significant=False,
        description="file of vectors of character n-grams in the same format (charNgram.txt)",
    )

    def files(self) -> dict[str, list[str]]:
        wanted = ("words",) if self.name == WORD_VECTORS[0] else ("words", "ngrams")
        return {name: [input_file(f"{name} in [WordVectors]", getattr(self, name))] for name in wanted}

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), **{f"benchmark {name}": each for name, each in NerBenchmark.all().items()}}

    def configuration(self) -> dict[str, Any]:
        files = {name: file for name, [file] in self.files().items()}
        locations = [each.location() for each in NerBenchmark.all().values()]
        return {**files, "benchmarks": locations, "seed": Build().seed}

    def doubts_when_built(self) -> Iterator[str]:
        counts = self.manifest().counts["words"]
        if not any(number for name, number in counts.items() if name.startswith("were found")):
            yield (
                f"{self.words} has none of the {counts['were drawn']:,} words of the annotated data, so all their "
                "vectors are drawn by chance: look at its language and its form"
            )
        if self.name != WORD_VECTORS[0] and not counts.get("have known n-grams"):
            yield (
                f"{self.ngrams} has no character n-gram of the words of the annotated data, so their vectors are 0: "
                "look at its language and its form"
            )


def base_encoder() -> TrainingTask:
    """The step that gives the encoder of [Encoder]."""
    name = Encoder().name.strip()
    return NewEncoder() if name == _NEW else PretrainedEncoder(source=name)


def seq2seq_encoder() -> TrainingTask:
    """The step that gives the sequence-to-sequence model of [Encoder]."""
    name = Encoder().seq2seq.strip()
    return NewEncoder(name=_NEW_SEQ2SEQ) if name == _NEW else PretrainedEncoder(source=name, setting="seq2seq")
