"""The report on what annotators sent back, to the letter."""

from __future__ import annotations

from collections import Counter

from corpora.annotation.agreement import Agreement, Measures
from corpora.annotation.report import Changed, GoldSet, annotation_report
from corpora.annotation.statistics import Share, Statistics

ALIKE, APART, NOTHING = Measures(1200, 1.0, 0.75, 0.5), Measures(4, 0.5, -0.25, 0.0), Measures(0, None, None, None)
ONE_PAIR = Agreement(1000, 20_000, ALIKE, {("ann", "bob"): ALIKE}, {"person": ALIKE, "song": NOTHING}, {"none": APART})
COUNTED = Statistics([Share("pre-annotated", 1500, 2000, 0.6364)], {"person": (1, 2000), "song": (0, 0)})

REPORT = """\
# Annotations of music

## What came back

| from | sent | usable |
| --- | ---: | ---: |
| ann | 1,500 | 1,400 |
| expert | 3 | 0 |

| problem | times |
| --- | ---: |
| label | 2,000 |
| text | 1 |

Each stands in `problems.txt`, with its file and line.

## Agreement

1,000 sentences with 20,000 tokens came back from several annotators. F1 is of entities with the same bounds and \
label. Kappa is Cohen's, alpha is Krippendorff's, both of the labels of tokens. Of more than two annotators, F1 and \
kappa are the means of their pairs.

| annotators | entities | F1 | kappa | alpha |
| --- | ---: | ---: | ---: | ---: |
| ann and bob | 1,200 | 1.000 | 0.750 | 0.500 |

By label, a token having it or not:

| label | entities | F1 | kappa | alpha |
| --- | ---: | ---: | ---: | ---: |
| person | 1,200 | 1.000 | 0.750 | 0.500 |
| song | 0 | – | – | – |

By the source of what was suggested; `none` is where nothing was:

| source | entities | F1 | kappa | alpha |
| --- | ---: | ---: | ---: | ---: |
| none | 4 | 0.500 | -0.250 | 0.000 |

## What annotators changed

Beside the shares that CrossNER published (Liu et al., 2021, section "NER Data Collection"). What each is a share of: \
`docs/how-to/annotate.md`. Without the 1,000 sentences that were annotated in a former round.

|  | number | of | share | CrossNER |
| --- | ---: | ---: | ---: | ---: |
| pre-annotated | 1,500 | 2,000 | 75.0% | 63.64% |

Entities of the gold set for which nothing was suggested:

| label | on a hyperlink | on none |
| --- | ---: | ---: |
| person | 1 | 2,000 |
| song | 0 | 0 |

## Gold set

| sentences | number |
| --- | ---: |
| in train.txt | 1,100 |
| open | 0 |

| label | entities |
| --- | ---: |
| person | 3,000 |
"""


def report(agreed: Agreement, problems: dict[str, int], again: int, awaiting: int = 0) -> str:
    came_back = {"ann": (1500, 1400), "expert": (3, 0)}
    sentences = {"in train.txt": 1100, "open": 0}
    gold = Counter({"person": 3000})
    return annotation_report(
        "music", came_back, problems, agreed, Changed(COUNTED, again, awaiting), GoldSet(sentences, gold)
    )


def test_the_report_says_all_that_was_counted() -> None:
    assert report(ONE_PAIR, {"text": 1, "label": 2000}, 1000) == REPORT


def test_the_report_says_less_where_there_is_less() -> None:
    """And more of more than two annotators: what all pairs have in common."""
    several = Agreement(2, 9, ALIKE, {("ann", "bob"): ALIKE, ("ann", "eve"): APART}, {}, {})
    text = report(several, {}, 0)
    assert "\n\nNothing was amiss with it.\n\n## Agreement\n" in text
    assert (
        "| ann and bob | 1,200 | 1.000 | 0.750 | 0.500 |\n| ann and eve | 4 | 0.500 | -0.250 | 0.000 |\n"
        "| all | 1,200 | 1.000 | 0.750 | 0.500 |\n"
    ) in text
    assert "`docs/how-to/annotate.md`.\n\n|  | number" in text
    none = report(Agreement(0, 0, NOTHING, {}, {}, {}), {}, 1)
    assert "| --- | ---: | ---: | ---: | ---: |\n| all | 0 | – | – | – |\n" in none
    assert " Without the 1 sentence that was annotated in a former round.\n" in none


def test_the_report_says_which_shares_say_little_while_sentences_await_the_expert() -> None:
    rest = (
        "the expert, where annotators differ: until these are decided, the shares in doubt and changed by the expert "
        "say little.\n\n|  | number"
    )
    assert f"`docs/how-to/annotate.md`. Without the 1 sentence that awaits {rest}" in report(ONE_PAIR, {}, 0, 1)
    assert f"in a former round. Without the 1,000 sentences that await {rest}" in report(ONE_PAIR, {}, 1, 1000)
