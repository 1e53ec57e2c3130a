from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.gcs import gcs_bucket
from tests.support.s3 import s3_server


@pytest.fixture(scope="package")
def s3() -> Iterator[str]:
    """A bucket of an S3 server on loopback."""
    with s3_server("corpora") as endpoint, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", endpoint)
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        yield "s3://corpora"


@pytest.fixture(scope="package")
def gcs() -> Iterator[str]:
    """A bucket of a server on loopback that stands for Google Cloud Storage."""
    with gcs_bucket("corpora") as found:
        yield found


@pytest.fixture(params=["s3", "gcs"])
def bucket(request: pytest.FixtureRequest) -> str:
    """A bucket of each store."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture(params=["local", "s3", "gcs"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty directory, local or in a bucket."""
    if request.param == "local":
        return str(tmp_path)
    return f"{request.getfixturevalue(request.param)}/{tmp_path.name}"
