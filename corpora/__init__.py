"""Corpora: how they are made, and, for those who use them, `read` and `find`."""

from __future__ import annotations

from corpora.reading import StoredDataset, find, read

__all__ = ["StoredDataset", "find", "read"]
