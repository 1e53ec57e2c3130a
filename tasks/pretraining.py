"""The steps that pre-train an encoder on the corpora."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from corpora.levels import LEVELS
from dbpedia.label_sets import LABEL_SETS
from schemas.experiments import MASKINGS, PLAIN, SEQ2SEQ, WORD_VECTORS, split_share
from tasks.corpora import NerCorpus
from tasks.dapt import DaptCorpus, corpus_with
from tasks.encoders import PretrainedEncoder, WordVectors, base_encoder, seq2seq_encoder
from tasks.label_sets import LabelSetName
from tasks.settings.parameters import Choice, Float, Int, Name
from tasks.settings.quality import Quality, profile_doubts
from tasks.settings.syntax import is_name
from tasks.step.base import DatasetTask
from tasks.step.training import LEAST_RATE, MOST_RATE, WINDOW, TrainingTask, model_folder

_NER_BERT = "ner-bert-"
_DAPT = re.compile(rf"dapt(?:-({'|'.join(LEVELS)}))?(?:-({'|'.join(sorted(MASKINGS, reverse=True))}))?")
ENCODERS = (
    f"plain, dapt, {_NER_BERT}… with the name of a label set ({_NER_BERT}{LABEL_SETS[0]}), "
    f"{', '.join((*WORD_VECTORS, SEQ2SEQ))}; dapt may be followed by a level "
    f"({', '.join(LEVELS)}), a masking ({', '.join(MASKINGS)}) and a share of the corpus, in this order: "
    "dapt-task, dapt-entity-token@0.25"
)
"""What `encoder` takes, for people."""


def is_encoder(name: str) -> bool:
    """Whether it is the name of an encoder of the evaluation. Which label sets there are is the build's to say."""
    return name in (PLAIN, *WORD_VECTORS, SEQ2SEQ) or is_dapt(name) or _is_ner_bert(name)


def _is_ner_bert(name: str) -> bool:
    return name.startswith(_NER_BERT) and is_name(name.removeprefix(_NER_BERT))


def is_dapt(name: str) -> bool:
    """Whether the encoder of this name is trained on the target's domain."""
    return bool(_DAPT.fullmatch(split_share(name)[0]))


class DaptModel(TrainingTask):
    """The encoder, trained further as a masked language model on the sentences of a domain (CrossNER, DAPT)."""

    datasets = ("dapt_model", "rejects")
    step_version = 2
    seeded = True
    path_parameters = ("domain", "level", "masking", "share")
    job = "training.jobs.dapt_model:DaptModel"
    parallel = True

    domain = Name(description="name of the domain")
    level = Choice(default="integrated", choices=LEVELS, description="level of the corpus")
    masking = Choice(
        default="span",
        choices=MASKINGS,
        description="token, span (as published) or span-corrected (docs/how-to/train.md)",
    )
    share = Float(
        default=1.0, least=0.0001, most=1, description="share of the blocks of the corpus that is trained on, by hash"
    )
    mask_probability = Float(
        default=0.15, least=0.001, most=0.999, description="probability of a piece to be masked (CrossNER's code: 0.2)"
    )
    block = Int(default=512, least=8, description="pieces of a block, special ones included")
    epochs = Int(default=15, least=1, description="passes over the corpus")
    batch_size = Int(default=8, least=1, description="blocks of one optimiser step")
    micro_batch = Int(
        default=8,
        least=1,
        significant=False,
        description="blocks that one device takes at a time; the rest is accumulated",
    )
    learning_rate = Float(
        default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate, decaying linearly to 0"
    )
    held_out = Float(default=0.02, least=0.0001, most=0.5, description="share of the blocks that choose the best model")

    def check_inputs(self) -> None:
        super().check_inputs()
        if isinstance(source := base_encoder(), PretrainedEncoder):
            source.check_masked_lm()

    def trained_models(self) -> int:
        return 1

    def _corpus(self) -> DaptCorpus:
        return corpus_with(self.domain, Quality().profile)

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "encoder": base_encoder(), "dapt_corpus": self._corpus()}

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(Quality().profile)

    def configuration(self) -> dict[str, Any]:
        return {
            **self.parameters(),
            "corpus": self._corpus().location(),
            "encoder": model_folder(base_encoder()),
            "micro_batch": self.micro_batch,
        }


class NerBert(TrainingTask):
    """The encoder, trained as a tagger on the NER corpus (NER-BERT, section 3.1)."""

    datasets = ("ner_bert", "rejects")
    step_version = 2
    seeded = True
    path_parameters = ("label_set",)
    job = "training.jobs.ner_bert:NerBert"
    parallel = True

    label_set = LabelSetName(description="label set of the corpus")
    epochs = Int(default=1, least=1, description="passes over the corpus (the paper does not say)")
    batch_size = Int(default=960, least=1, description="sentences of one optimiser step")
    micro_batch = Int(
        default=96,
        least=1,
        significant=False,
        description="sentences that one device takes at a time; the rest is accumulated",
    )
    learning_rate = Float(default=5e-5, least=LEAST_RATE, most=MOST_RATE, description="learning rate")
    max_length = Int(default=128, description=WINDOW)
    max_steps = Int(default=0, description="optimiser steps after which it stops; 0 for the epochs alone")
    validations = Int(default=10, least=1, description="validations an epoch, which choose the best model")
    validation_sentences = Int(default=0, description="validate on the first sentences of the split only; 0 for all")

    def trained_models(self) -> int:
        return 1

    def requires(self) -> dict[str, DatasetTask]:
        return {**super().requires(), "encoder": base_encoder(), "ner_corpus": NerCorpus(label_set=self.label_set)}

    def doubts(self) -> Iterator[str]:
        yield from profile_doubts(Quality().profile)

    def configuration(self) -> dict[str, Any]:
        own = {name: value for name, value in self.parameters().items() if name != "label_set"}
        return {
            **own,
            "corpus": NerCorpus(label_set=self.label_set).location(),
            "encoder": model_folder(base_encoder()),
            "micro_batch": self.micro_batch,
        }


def encoder(name: str, domain: str) -> DatasetTask:
    """The step that gives an encoder of the evaluation: plain, dapt and its variants, ner-bert-…, vectors, seq2seq.

    `domain` is that of the target, for dapt. A level or masking that a variant does not name is as [DaptModel] says;
    without a share it is trained on the whole corpus.
    """
    if name == PLAIN:
        return base_encoder()
    if name in WORD_VECTORS:
        return WordVectors(name=name)
    if name == SEQ2SEQ:
        return seq2seq_encoder()
    base, share = split_share(name)
    if match := _DAPT.fullmatch(base):
        named = dict(zip(("level", "masking"), match.groups(), strict=True))
        return DaptModel(domain=domain, share=share, **{key: value for key, value in named.items() if value})
    return NerBert(label_set=name.removeprefix(_NER_BERT))
