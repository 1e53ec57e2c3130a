"""A build that is not the golden one is told by what is different."""

from __future__ import annotations

from tests.support.golden import different_lines

LINES = [str(number) for number in range(1000)]


def test_what_differs_is_shown_with_its_surroundings() -> None:
    wanted = "\n".join(LINES)
    found = wanted.replace("\n500\n", "\nfive hundred\n")
    shown = different_lines(wanted, found).splitlines()
    assert shown[3:] == [
        *(f" {number}" for number in range(494, 500)),
        "-500",
        "+five hundred",
        *(f" {number}" for number in range(501, 507)),
    ]


def test_a_long_difference_is_cut() -> None:
    shown = different_lines("\n".join(LINES), "\n".join(reversed(LINES))).splitlines()
    assert len(shown) == 101
    assert shown[-1] == "... and 1,902 lines more"


def test_the_same_is_no_difference() -> None:
    assert different_lines("a\nb\n", "a\nb\n") == ""
    assert different_lines("a\nb\n", "a\nb") == "they differ in the ends of lines"
