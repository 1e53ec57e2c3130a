"""Faults injected into builds of the sample: what `docs/results/faults.md` tells was measured by these commands."""
