"""Where the checkout is, and the data beside it that is not part of the project."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SHARED = PROJECT.parent / "shared"
