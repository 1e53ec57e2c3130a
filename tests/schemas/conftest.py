from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.s3 import s3_server


@pytest.fixture(scope="package")
def bucket() -> Iterator[str]:
    """A bucket of an S3 server on loopback."""
    with s3_server("corpora") as endpoint, pytest.MonkeyPatch.context() as patch:
        patch.setenv("AWS_ENDPOINT_URL", endpoint)
        patch.setenv("AWS_ACCESS_KEY_ID", "test")
        patch.setenv("AWS_SECRET_ACCESS_KEY", "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        yield "s3://corpora"


@pytest.fixture(params=["local", "s3"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty directory, local or in the bucket."""
    if request.param == "local":
        return str(tmp_path)
    return f"{request.getfixturevalue('bucket')}/{tmp_path.name}"
