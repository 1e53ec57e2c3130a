"""The one error that the user can fix."""

from __future__ import annotations


class InputError(ValueError):
    """Input or settings that cannot be used; the message says what was wrong, where, and what to do."""
