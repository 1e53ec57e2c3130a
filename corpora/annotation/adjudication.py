"""From the versions of several annotators to one: what they agree on, what an expert decides, what is open.

As CrossNER's data was made (Liu et al., 2021, section "NER Data Collection"): annotators work on what was suggested,
and an expert decides where they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from corpora.annotation.agreement import Versions
from corpora.annotation.changes import overlap, same
from corpora.annotation.records import Sentence, Span
from corpora.bio import tag_tokens
from corpora.conll import conll_sentence
from schemas.chance import uniform
from schemas.errors import InputError

EXPERT = "expert"
"""Name of the file of the expert among those of the annotators, and of the folder beside the gold set of the domain."""


class Adjudicated(NamedTuple):
    """What became of the sentences."""

    gold: dict[str, tuple[Span, ...]]
    """The entities of each sentence that is decided, by its id, in the order in which they were sent."""
    open: list[str]
    """Ids of the sentences on which annotators differ and the expert has not decided."""
    without: list[str]
    """Ids of the sentences of which nothing usable came back."""


def refuse_name_of_expert(domain: str, annotators: Iterable[str]) -> None:
    """Raise InputError for a domain or annotator with the name that the expert's files have."""
    if domain == EXPERT:
        raise InputError(f"the domain is named {EXPERT!r}, as the folder of the expert is; name the domain otherwise")
    if EXPERT in annotators:
        raise InputError(
            f"an annotator is named {EXPERT!r}, as the file of the expert is; name the annotator otherwise"
        )


def adjudicate(sent: Mapping[str, Sentence], versions: Versions, expert: Mapping[str, Sequence[Span]]) -> Adjudicated:
    """What the expert says of a sentence, or else what all its annotators say, if they say the same."""
    result = Adjudicated({}, [], [])
    for sentence_id in sent:
        given = [each[sentence_id] for each in versions.values() if sentence_id in each]
        if sentence_id in expert:
            result.gold[sentence_id] = tuple(expert[sentence_id])
        elif not given:
            result.without.append(sentence_id)
        elif all(same(given[0], each) for each in given[1:]):
            result.gold[sentence_id] = tuple(given[0])
        else:
            result.open.append(sentence_id)
    return result


def for_expert(sentence: Sentence, versions: Versions) -> Sentence:
    """A sentence as the expert gets it: the entities that most annotators marked, each with their names as its source.

    Of entities that overlap, the one that more annotators marked is suggested, of as many the one that begins first.
    """
    names: dict[tuple[int, int, str], list[str]] = {}
    for name, each in sorted(versions.items()):
        for span in each.get(sentence.id, ()):
            names.setdefault(span.key, []).append(name)
    chosen: list[Span] = []
    for key in sorted(names, key=lambda key: (-len(names[key]), key)):
        span = Span(*key, source="+".join(names[key]))
        if not any(overlap(span, other) for other in chosen):
            chosen.append(span)
    return replace(sentence, spans=tuple(sorted(chosen, key=lambda span: span.start)), annotators=(EXPERT,))


def disagreements(sentences: Sequence[Sentence], versions: Versions) -> Iterator[str]:
    """A list for the expert, in Markdown: each sentence with what only some of its annotators marked, and who did."""
    yield "# Where annotators differ\n"
    for sentence in sentences:
        given = {name: each[sentence.id] for name, each in sorted(versions.items()) if sentence.id in each}
        keys = {name: {span.key for span in spans} for name, spans in given.items()}
        yield f"\n## {sentence.id}, {sentence.title}\n\n> {' '.join(sentence.text.split())}\n\n"
        for start, end, label in sorted(_differing(list(keys.values()))):
            marked = [name for name, each in keys.items() if (start, end, label) in each]
            others = ", ".join(name for name in keys if name not in marked)
            surface = " ".join(sentence.text[start:end].split())
            yield f"- `{surface}` ({start}:{end}): {label} by {', '.join(marked)}, not by {others}\n"


def _differing(versions: Sequence[set[tuple[int, int, str]]]) -> set[tuple[int, int, str]]:
    """What only some of the versions have."""
    return {key for version in versions for key in version if not all(key in other for other in versions)}


SHARES_TOLD: Final = "--dev and --test must be 0 or more, and less than 1 together"
"""What a command says of shares that leave nothing to train on."""


class SplitShares(NamedTuple):
    """How pages are split, by hash: a page has the same split whatever else there is, so in every round."""

    dev: float = 0.2
    """Share of the pages."""
    test: float = 0.2
    seed: int = 0

    @property
    def leave_some(self) -> bool:
        """Whether they are shares, which leave pages to train on."""
        return self.dev >= 0 and self.test >= 0 and self.dev + self.test < 1

    def split_of(self, page_id: int) -> str:
        """The split of a page's sentences: train, dev or test."""
        drawn = uniform(self.seed, "gold split", page_id)
        return "dev" if drawn < self.dev else "test" if drawn < self.dev + self.test else "train"


def gold_files(
    sent: Mapping[str, Sentence], gold: Mapping[str, Sequence[Span]], shares: SplitShares
) -> tuple[dict[str, str], list[str]]:
    """The content of `train.txt`, `dev.txt` and `test.txt` as `NerBenchmark` reads them, of those that have sentences.

    Second, the ids of the sentences that CoNLL's format cannot hold.
    """
    texts: dict[str, list[str]] = {"train": [], "dev": [], "test": []}
    left_out = []
    for sentence_id, spans in gold.items():
        sentence = sent[sentence_id]
        tagged = tag_tokens(sentence.text, [span.key for span in spans], sentence.lang)
        lines = conll_sentence(tagged.tokens, tagged.tags)
        if lines is None or not tagged.tokens:
            left_out.append(sentence_id)
        else:
            texts[shares.split_of(sentence.page_id)].append(lines)
    return {f"{split}.txt": "".join(lines) for split, lines in texts.items() if lines}, left_out
