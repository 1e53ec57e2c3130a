"""Snapshots: what a build is made of, fetched from its publishers and pinned, so that it can be fetched again."""
