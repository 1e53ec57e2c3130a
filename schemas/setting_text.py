"""What a line of a settings file cannot hold as a value, or holds otherwise than it seems."""

from __future__ import annotations

import re

_control = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_comment = re.compile(r"(?:^|\s)[#;]")
_variable = re.compile(r"(?:^|/)\$[A-Za-z_]")


def hint(text: str) -> str:
    """What to do about a value that was written as in another format; empty for any other."""
    if has_quotes(text):
        return "; leave out the quotes"
    if _comment.search(text):
        return "; a comment stands on a line of its own"
    return "; in a settings file a variable of the environment is ${NAME}" if _variable.search(text) else ""


def has_quotes(text: str) -> bool:
    """Whether a text begins or ends with quotes that other formats have around a value."""
    text = text.strip()
    # A name may begin, or end, with an apostrophe.
    return text.startswith('"') or text.endswith('"') or text[:1] == text[-1:] == "'"


def has_control_characters(text: str) -> bool:
    """Whether a text has characters that no line of a settings file can hold, or no encoding."""
    return bool(_control.search(text))
