"""The name and date of the sample wiki's snapshot, which stand in its files and in their names."""

from __future__ import annotations

WIKI = "samplewiki"
DAY = "2026-09-01"
DATE = DAY.replace("-", "")
TIMESTAMP = f"{DAY}T00:00:00Z"
