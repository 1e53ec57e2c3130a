"""The words that say nothing of a text's subject."""

from __future__ import annotations

from pathlib import Path

ENGLISH_STOP_WORDS = str(Path(__file__).parent / "stop_words_en.txt")
"""The file with the English function words: closed classes, and the pieces that the tokenizer cuts off words."""
