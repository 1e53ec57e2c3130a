"""The command `wiki-ner`."""
