from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tasks.jobs.fork_server import fork_servers
from tasks.step.beam import JOB
from tests.support.configured import Configure
from tests.support.configured import configure as configure
from tests.support.paths import PROJECT
from tests.support.sample_steps import SETTINGS
from tests.support.small_dump import dump, page


@pytest.fixture(scope="module")
def beam_server() -> Iterator[None]:
    """Beam jobs are forked by a server, as in `wiki-ner build`; started anew, each imports Beam for two seconds."""
    with pytest.MonkeyPatch.context() as patch:
        # Its jobs must find the toy step.
        patch.setenv("PYTHONPATH", str(PROJECT))
        with fork_servers([JOB]):
            yield


@pytest.fixture
def listener() -> Iterator[str]:
    """The address of a server that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """A dump of another wiki than the sample's."""
    made = dump(tmp_path / "dump.xml", page(1, "A", "a"))
    made.write_text(made.read_text().replace("samplewiki", "enwiki"))
    return made


@pytest.fixture
def sample(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sample's settings; the checksum of a file stands for its name, so that the data of the sample may change."""
    monkeypatch.setattr("tasks.step.decided.fingerprint", lambda file, _memory: Path(file.uri).name)
    configure(**SETTINGS)
    monkeypatch.setattr("tasks.dbpedia.mapping_parameters", lambda uri: [Path(uri).name])
