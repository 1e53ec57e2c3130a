"""Mutated and generated inputs, for whatever reads what comes from outside."""
