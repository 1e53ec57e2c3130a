from __future__ import annotations

from schemas.markdown import bullets, share, table


def test_figures_are_aligned_to_the_right_and_have_commas() -> None:
    assert table(["domain", "pages", "share"], [("ai", 1234567, "12.0%"), ("music", 0, "–")]) == (
        "| domain | pages | share |\n| --- | ---: | ---: |\n| ai | 1,234,567 | 12.0% |\n| music | 0 | – |"
    )


def test_the_number_of_name_columns_is_given() -> None:
    assert table(["a", "b", "c"], [], names=2) == "| a | b | c |\n| --- | --- | ---: |"
    assert table(["a"], [["x"]], names=0) == "| a |\n| ---: |\n| x |"


def test_a_list_has_an_item_for_each_line() -> None:
    assert bullets(["one", "two: 2"]) == "- one\n- two: 2"
    assert bullets([]) == ""


def test_a_share_is_in_percent() -> None:
    assert share(1, 3) == "33.3%"
    assert share(0, 0) == "0 %"
