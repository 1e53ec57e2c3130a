"""The datasets that `training/` writes. A model is attached to its dataset, whose rows are the log of its training."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import LABEL, PAGE_ID, PARAGRAPH, SENTENCE, TAGS, TOKENS, Definition, Licence, column

BEST, LAST = "_best", "_last"
"""Folders of a model in its dataset, as `transformers` loads it."""
MODELS = "_models"
"""Where the fine-tuned models are, each in a folder of its run."""
TENSORBOARD = "_tensorboard"
"""Folder of the curves of a training in its dataset."""
REPORT = "_report"
"""Folder of the report for people in `evaluation`."""

_LOG = pa.schema(
    [
        column("step", pa.int64(), "optimiser steps so far"),
        column("epoch", pa.float64(), "passes over the data so far"),
        column("tokens", pa.int64(), "pieces trained on so far, padding and special ones left out"),
        column("loss", pa.float64(), "mean training loss since the row before"),
        column("learning_rate", pa.float64(), "learning rate of the last step"),
        column(
            "validation",
            pa.float64(),
            "what decides which model is the best, where it was measured: see the card",
            nullable=True,
        ),
        column("seconds", pa.float64(), "time spent training so far, evaluation left out"),
        column("waited", pa.float64(), "of these, seconds spent waiting for data"),
    ]
)

ENCODER = Definition(
    name="encoder",
    row=f"there are no rows; what models start from is in `{BEST}`",
    about="What models start from: a pre-trained encoder, or a small one from scratch with a WordPiece vocabulary of "
    f"the corpus, or vectors of words. `{BEST}` holds it as `transformers` loads it; there are no rows.",
    schema=_LOG,
    licence=Licence.TRAINED,
)

DAPT_MODEL = Definition(
    name="dapt_model",
    row=f"a line of the training's log; the model is in `{BEST}`, as `transformers` loads it",
    about="A masked language model trained further on the sentences of a domain (Liu et al., 2021). "
    f"`{BEST}` (least loss on the held-out blocks, the column `validation`) and `{LAST}` hold it as `transformers` "
    "loads it; the rows are the log of its training.",
    schema=_LOG,
    licence=Licence.TRAINED,
)

NER_BERT = Definition(
    name="ner_bert",
    row=f"a line of the training's log; the model is in `{BEST}`, as `transformers` loads it",
    about=f"A tagger trained on the NER corpus (Liu et al., 2021): NER-BERT. `{BEST}` (highest F1 on the validation "
    f"split, the column `validation`) and `{LAST}` hold it as `transformers` loads it; the rows are the log of its "
    "training.",
    schema=_LOG,
    licence=Licence.TRAINED,
)

_RUN = [
    column("setting", LABEL, "direct, source-then-target or joint (CrossNER, section 'Experiments'), or zero-shot"),
    column("few_shot", pa.int32(), "number of target sentences trained on, the first of the split; 0 for all"),
    column("seed", pa.int64(), "seed of the run"),
]

NER_RUNS = Definition(
    name="ner_runs",
    row="a run that fine-tuned a model, and its scores",
    about="Fine-tuning runs: one row a run, with its scores on the test split. The models are thrown away, or kept in "
    f"`{MODELS}` where `keep_models` asks for it, for `sentence_tagger` in `training.jobs.tagging`; the licence of "
    "their encoder holds for them too.",
    schema=pa.schema(
        [
            column("target", LABEL, "the benchmark's dataset that the run is scored on"),
            column("encoder", LABEL, "which encoder it started from: plain, or the name of a pre-training"),
            column("model", LABEL, "tagger or laner, with its options, or a package"),
            *_RUN,
            column("sentences", pa.int32(), "target sentences trained on"),
            column("epochs", pa.int32(), "epochs trained on the target before it stopped; 0 for zero-shot"),
            column(
                "best_epoch",
                pa.int32(),
                "epoch with the best development F1, from 1; the test is scored there; 0 for zero-shot",
            ),
            column("dev_f1", pa.float64(), "micro F1 of the entities of the development split at that epoch, 0 to 1"),
            column("precision", pa.float64(), "micro precision of the test split's entities, 0 to 1"),
            column("recall", pa.float64(), "micro recall of the test split's entities, 0 to 1"),
            column("f1", pa.float64(), "micro F1 of the test split's entities, 0 to 1"),
            column("seconds", pa.float64(), "duration of the run"),
        ]
    ),
    licence=Licence.ANNOTATED,
)

NER_SCORES = Definition(
    name="ner_scores",
    row="the scores of a fine-tuned model for an entity type",
    about="The scores of the runs by entity type.",
    schema=pa.schema(
        [
            *_RUN,
            column("type", LABEL, "entity type"),
            column("precision", pa.float64(), "precision of the type's entities in the test split, 0 to 1"),
            column("recall", pa.float64(), "recall, 0 to 1"),
            column("f1", pa.float64(), "F1, 0 to 1"),
            column("support", pa.int32(), "entities of the type in the test split"),
        ]
    ),
    licence=Licence.ANNOTATED,
)

NER_PREDICTIONS = Definition(
    name="ner_predictions",
    row="a sentence of the test split, as annotated and as a fine-tuned model tags it",
    about="What the models of the runs predicted for the test split.",
    schema=pa.schema(
        [
            *_RUN,
            column("sentence", pa.int32(), "number of the sentence in the test split"),
            column("tokens", TOKENS, "words and punctuation of the sentence"),
            column("tags", TAGS, "BIO tag of each token by the benchmark, its types merged where the run merges types"),
            column("predicted", TAGS, "BIO tag of each token by the model"),
        ]
    ),
    licence=Licence.ANNOTATED,
)

_DOUBTS = (
    column("entropy_sum", pa.float64(), "entropy of the tags of each word, in nats, summed over the words"),
    column("entropy_mean", pa.float64(), "the same, averaged over the words"),
    column("negative_log_p", pa.float64(), "-log of the probability of the predicted tags, in nats"),
    column("least_confidence", pa.float64(), "one minus the probability of the predicted tags"),
    column("margin", pa.float64(), "least difference between the best tag's probability and the second's of a word"),
    column("doubtful", pa.bool_(), "whether negative_log_p is above 2"),
)

SENTENCE_SCORES = Definition(
    name="sentence_scores",
    row="a sentence that nobody annotated, and how much a model doubts its tags",
    about="How much a model that was trained on annotated data doubts its tags of the sentences of a `ner_corpus`, by "
    "the measures of active learning, to choose the next sentences for annotators.",
    schema=pa.schema(
        [
            PAGE_ID,
            PARAGRAPH,
            SENTENCE,
            *_DOUBTS,
            column("tokens", TOKENS, "words and punctuation of the sentence"),
            column("predicted", TAGS, "BIO tag of each token by the model"),
        ]
    ),
    licence=Licence.TRAINED,
)

ANNOTATED_SCORES = Definition(
    name="annotated_scores",
    row="a sentence that the model was trained on, and how much it doubts its own tags all the same",
    about="The same measures of the train split of the `ner_benchmark` that the model of `sentence_scores` was trained "
    "on, to choose the sentences that are annotated again (the student report, section 3.2).",
    schema=pa.schema(
        [
            column("sentence", pa.int32(), "number of the sentence in the train split"),
            *_DOUBTS,
            column("tokens", TOKENS, "words and punctuation of the sentence"),
            column("tags", TAGS, "BIO tag of each token, as it was annotated"),
            column("predicted", TAGS, "BIO tag of each token by the model"),
        ]
    ),
    licence=Licence.ANNOTATED,
)

ENTITY_REPRESENTATIONS = Definition(
    name="entity_representations",
    row="an entity of the test split and its vector",
    about="What encoders make of the entities of the test split before any fine-tuning.",
    schema=pa.schema(
        [
            column("encoder", LABEL, "the encoder, before any fine-tuning"),
            column("sentence", pa.int32(), "number of the sentence in the test split"),
            column("start", pa.int32(), "first token of the entity"),
            column("surface", pa.string(), "tokens of the entity, joined by spaces"),
            column("type", LABEL, "entity type by the benchmark"),
            column(
                "vector",
                pa.list_(pa.field("element", pa.float32(), nullable=False)),
                "the encoder's last hidden state at the first piece of the entity (NER-BERT, section 6)",
            ),
        ]
    ),
    licence=Licence.ANNOTATED,
)

EVALUATION = Definition(
    name="evaluation",
    row="mean and deviation of the scores over the seeds",
    about=f"Means and deviations over the seeds of all runs. `{REPORT}` holds the report for people: tables, curves "
    "and pictures.",
    schema=pa.schema(
        [
            column("target", LABEL, "the benchmark's dataset that the runs are scored on"),
            column("encoder", LABEL, "which encoder they started from"),
            column("model", LABEL, "tagger or laner, with its options, or a package"),
            column("setting", LABEL, "direct, source-then-target, joint or zero-shot"),
            column("few_shot", pa.int32(), "number of target sentences trained on; 0 for all"),
            column("runs", pa.int32(), "number of runs, one for each seed"),
            column("f1", pa.float64(), "mean micro F1 of the test split, 0 to 1"),
            column("deviation", pa.float64(), "sample standard deviation of the F1 over the seeds; 0 for one run"),
        ]
    ),
    licence=Licence.ANNOTATED,
)

DATASETS = (
    ENCODER,
    DAPT_MODEL,
    NER_BERT,
    NER_RUNS,
    NER_SCORES,
    NER_PREDICTIONS,
    SENTENCE_SCORES,
    ANNOTATED_SCORES,
    ENTITY_REPRESENTATIONS,
    EVALUATION,
)
