"""Annotated sentences in the formats of other tools: a module for each says what the tool reads."""
