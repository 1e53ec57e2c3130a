from __future__ import annotations

from sample.generator.sql_dump import sql_value


def test_sql_values_are_escaped_as_by_mysqldump() -> None:
    assert sql_value(b"O'Brien \"\\\n\x00") == b"'O\\'Brien \\\"\\\\\\n\\0'"
    assert (sql_value(None), sql_value(3)) == (b"NULL", b"3")
