"""Sentences that people annotate: how they are sent to annotators, and what comes back."""
