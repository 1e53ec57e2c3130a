"""What makes one run of capitalised words, and one name of two runs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from dbpedia.mentions.capitals.lexicon.group import WordGroup


@dataclass(frozen=True)
class NameEnds(WordGroup):
    """What belongs to a name behind its last capitalised word."""

    dotted_endings: frozenset[str] = frozenset()
    """Last words of names whose dot belongs to them: `Inc`."""
    goes_on_with: tuple[str, ...] = ()
    """Patterns of words in lower case before which a run is a part of a name only: `Andrássy | út`."""

    @cached_property
    def going_on(self) -> re.Pattern[str] | None:
        """What shows behind a name that it is a part of a longer one; None where no word shows it."""
        return re.compile(rf" (?:{'|'.join(self.goes_on_with)})\b") if self.goes_on_with else None
