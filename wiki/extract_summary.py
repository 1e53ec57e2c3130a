"""What the command `wiki-ner extract` says of the dump it has read, and why it fails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from schemas.errors import printable, quoted
from schemas.problems import GIVEN, PROBLEMS
from schemas.records import TRUNCATED, Reject
from schemas.text_table import counted
from wiki.extract_work import Lines

_REJECT_LINE = 200
_OUTCOMES = ("article", "redirect", "other-namespace", "other-content-model", "superseded")
"""What pages are counted as that were read."""
_NAMED_PAGES = 5
"""Pages that are named for a problem."""
_NAMED_TEMPLATES = 10
"""Templates, functions among them, that are named as the most frequent ones whose words are missing."""


def reject_line(reject: Reject) -> str:
    """A reject on one short line."""
    place = f" page {reject.page_id} ({quoted(reject.title)})" if reject.page_id >= 0 else ""
    message = " ".join(reject.text.split())[:_REJECT_LINE]
    return f"rejected, {reject.reason}:{place} {printable(message)}"


@dataclass
class Summary:
    """What became of the pages of a dump, as far as it was read."""

    counts: Counter[str] = field(default_factory=Counter)
    """Outcomes of the pages, and what the articles have."""
    reasons: Counter[str] = field(default_factory=Counter)
    """Rejects by their reason."""
    problems: dict[str, Counter[str]] = field(default_factory=dict)
    """Places with a problem, by its code and the title of the article."""
    missing_words: Counter[str] = field(default_factory=Counter)
    """Places where a template gave no words, by its name."""

    def add(self, lines: Lines) -> None:
        """Count what became of a piece of work."""
        self.counts.update(lines.counts)
        self.reasons.update(reject.reason for reject in lines.rejects)
        for article in lines.articles:
            for (code, name), number in article.problems.items():
                self.problems.setdefault(code, Counter())[article.title] += number
                if name:
                    self.missing_words[name] += number

    def pages(self) -> str:
        """How many pages were read, left out and rejected."""
        counts = self.counts
        others = counts["other-namespace"] + counts["other-content-model"]
        return (
            f"{counts['article']:,} articles with {counts['paragraphs']:,} paragraphs and {counts['anchors']:,} "
            f"anchors; left out {counts['redirect']:,} redirects and {others:,} pages that are not articles; "
            f"{counts['rejected']:,} rejected"
        )

    def unfaithful(self) -> Iterator[str]:
        """What could not be rendered faithfully, and whose words are missing; nothing where all is well."""
        if wrong := {code: self.problems[code].total() for code in PROBLEMS if code in self.problems and code != GIVEN}:
            named = ", ".join(f"{code} {number:,}" for code, number in wrong.items())
            yield f"{sum(wrong.values()):,} places could not be rendered faithfully: {named}"
        if self.missing_words:
            yield self._templates_without_words()

    def failure(self, fail_on: Collection[str]) -> str:
        """Why the command fails though its output is written; "" where it does not.

        It does where a part of the file is missing, where no page could be read, and where there are problems of the
        codes in `fail_on`.
        """
        if missing := self._missing():
            return f"{missing}; what could be read is written; fetch the file again"
        if self.reasons and not any(self.counts[outcome] for outcome in _OUTCOMES):
            return f"no page could be read, {self._all_rejected()}"
        failing = "; ".join(self._most_of(code) for code in fail_on if code in self.problems)
        return f"{failing}; all is written" if failing else ""

    def _templates_without_words(self) -> str:
        """The templates, functions among them, whose words are missing most often; of as many the first by name."""
        ranked = sorted(self.missing_words.items(), key=lambda each: (-each[1], each[0]))
        named = ", ".join(f"{quoted(name)} ({number:,})" for name, number in ranked[:_NAMED_TEMPLATES])
        more = ", …" if len(ranked) > _NAMED_TEMPLATES else ""
        return f"words of {counted(len(ranked), 'template')} are missing: {named}{more}"

    def _most_of(self, code: str) -> str:
        """How often a problem occurs, and where most."""
        by_title = self.problems[code]
        first = ", ".join(f"{quoted(title)} ({times:,})" for title, times in by_title.most_common(_NAMED_PAGES))
        more = "" if len(by_title) <= _NAMED_PAGES else ", …"
        return f"{code} in {counted(by_title.total(), 'place')} of {counted(len(by_title), 'page')}: {first}{more}"

    def _all_rejected(self) -> str:
        """How many pages of a dump were rejected where none was read, and what to do."""
        named = ", ".join(f"{reason} {number:,}" for reason, number in sorted(self.reasons.items()))
        total = self.reasons.total()
        return f"{total:,} rejected ({named}); give a dump that has the text of its pages, such as pages-articles"

    def _missing(self) -> str:
        """What of the file could not be read, by the reasons of the rejects; "" where only single pages were not."""
        damaged, cut = self.reasons["damaged-block"], self.reasons["cut-page"]
        missing = []
        if damaged:
            missing.append(f"{damaged:,} {'part of it is' if damaged == 1 else 'parts of it are'} damaged")
        if self.reasons[TRUNCATED]:
            missing.append("its end is missing")
        if cut:
            missing.append(f"{counted(cut, 'page')} could not be read to the end")
        return ", ".join(missing)
