"""Templates are found and read by one scan."""

from __future__ import annotations

import pytest

from schemas.sources.template_text import Span, outer_templates, read_template, template_name


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a {{b}} c {{d|e}}", ["b", "d|e"]),
        ("{{a|{{b}}|{{c}}}}{{d}}", ["a|{{b}}|{{c}}", "d"]),
        ("{{a", []),
        ("a}}", []),
        ("}}{{a}}", ["a"]),
        ("{{a {{b}}", ["b"]),
        ("{{a}} {{b {{c}} {{d}}", ["a", "c", "d"]),
        ("{{}}", [""]),
        ("{{{a}}}", ["{a"]),
    ],
)
def test_outer_templates_stand_in_no_other(text: str, found: list[str]) -> None:
    assert [text[span.start : span.end] for span in outer_templates(text)] == found


@pytest.mark.parametrize(("text", "name"), [("a {{ Band \n| x=1|y}} | z", "Band"), ("{{ Band }} | x", "Band")])
def test_a_name_stands_before_the_first_bar(text: str, name: str) -> None:
    [span] = outer_templates(text)
    assert template_name(text, span) == read_template(text, span).name == name


@pytest.mark.parametrize(
    ("inside", "parameters"),
    [
        ("a", {}),
        ("a|b| c ", {"1": "b", "2": "c"}),
        ("a|x = 1 |b|y=|c", {"x": "1", "1": "b", "y": "", "2": "c"}),
        ("a|x=1|x=2", {"x": "2"}),
        ("a|x={{b|c|d=e}}|f", {"x": "{{b|c|d=e}}", "1": "f"}),
        ("a|[[b|c]]|{{d|{{e|f}}|g}}|h", {"1": "[[b|c]]", "2": "{{d|{{e|f}}|g}}", "3": "h"}),
        # An equals sign in a link or template is no key's.
        ("a|[[b=c]]|{{d=e}}", {"1": "[[b=c]]", "2": "{{d=e}}"}),
        ("a|x=b=c", {"x": "b=c"}),
        # What was never opened is text, and closes nothing.
        ("a|b]]|c", {"1": "b]]", "2": "c"}),
        ("a|", {"1": ""}),
    ],
)
def test_parameters_are_named_or_counted(inside: str, parameters: dict[str, str]) -> None:
    text = f"| {{{{{inside}}}}} |z"
    span = Span(4, 4 + len(inside))
    assert text[span.start : span.end] == inside
    assert read_template(text, span).parameters == parameters
