from __future__ import annotations

from sample.generator.dump_xml import sha1


def test_sha1_is_base_36_of_31_digits() -> None:
    assert sha1(b"") == "phoiac9h4m842xq45sp7s6u21eteeq1"
