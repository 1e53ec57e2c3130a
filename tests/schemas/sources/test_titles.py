from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.sources.titles import canonical_title


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("new_York  city", "New York city"),
        ("\u00e9cole", "École"),
        ("e\u0301cole", "École"),
        ("ßeta", "ßeta"),
        ("თბილისი", "თბილისი"),
        # The first and the last letter of Georgian.
        ("ა", "ა"),
        ("\u10ff", "\u10ff"),
        ("ǆungla", "Ǆungla"),
        ("_ ", ""),
    ],
)
def test_a_title_has_one_form(written: str, title: str) -> None:
    assert canonical_title(written) == title


@pytest.mark.parametrize(
    ("lang", "written", "title"),
    [
        ("tr", "internet", "İnternet"),
        ("az", "internet", "İnternet"),
        ("tr", "ırmak", "Irmak"),
        ("kaa", "internet", "Internet"),
        ("kaa", "ıqlım", "Íqlım"),
        ("de", "internet", "Internet"),
    ],
)
def test_a_language_has_its_own_capitals(lang: str, written: str, title: str) -> None:
    assert canonical_title(written, lang=lang) == title


def test_case_sensitive_wikis_keep_the_first_letter() -> None:
    assert canonical_title("new_york", first_letter=False) == "new york"


@given(st.text())
def test_the_form_is_stable(text: str) -> None:
    title = canonical_title(text)
    assert canonical_title(title) == title
