"""A server on loopback that stands for Google Cloud Storage, for tests."""

from __future__ import annotations

import json
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.support.paths import PROJECT
from tests.support.store_server import store_server

_SERVER = (sys.executable, str(PROJECT / "tests" / "support" / "gcs_emulator.py"))


@contextmanager
def gcs_server(bucket: str) -> Iterator[str]:
    """The endpoint of a server that has a bucket of this name, as `store_server` has it."""
    # What is deleted would be kept for a week.
    document = {"name": bucket, "softDeletePolicy": {"retentionDurationSeconds": "0"}}

    def made(endpoint: str) -> urllib.request.Request:
        kind = {"Content-Type": "application/json"}
        return urllib.request.Request(f"{endpoint}/storage/v1/b", json.dumps(document).encode(), kind)

    with store_server("GCS", _SERVER, made) as endpoint:
        yield endpoint


@contextmanager
def gcs_bucket(bucket: str) -> Iterator[str]:
    """The URI of an empty bucket, where this process and those that it starts find it."""
    with gcs_server(bucket) as endpoint, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLOUD_STORAGE_EMULATOR_ENDPOINT", endpoint)
        yield f"gs://anonymous@{bucket}"
