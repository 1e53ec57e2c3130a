"""Label Studio, run on loopback, imports what is written for it, and exports what comes back.

Needs label-studio: `.ci/readers` has it in an environment of its own.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from corpora.annotation.tools import label_studio
from corpora.annotation.tools.metadata import all_read
from tests.support.annotation import LABELS, SENTENCES

if find_spec("label_studio") is None:
    pytest.skip("Label Studio is not installed here; .ci/readers runs this", allow_module_level=True)

SENT = [each for each in SENTENCES if each.text]
TOKEN = "0123456789abcdef0123456789abcdef01234567"
Ask = Callable[..., Any]
"""A function that asks the server: method, path and a document."""


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    home = tmp_path_factory.mktemp("label-studio")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    quiet = {"COLLECT_ANALYTICS": "False", "LATEST_VERSION_CHECK": "False", "LABEL_STUDIO_BASE_DATA_DIR": str(home)}
    user = ["--username", "ann@example.org", "--password", "ann-of-the-sample", "--user-token", TOKEN]
    place = ["--internal-host", "127.0.0.1", "--port", str(port), "--data-dir", str(home)]
    command = [sys.executable, "-m", "label_studio.server", "start", "--no-browser", "--enable-legacy-api-token"]
    with (
        (home / "log").open("wb") as log,
        subprocess.Popen([*command, *place, *user], env=os.environ | quiet, stdout=log, stderr=log) as server,
    ):

        def ask(method: str, path: str, document: Any = None) -> Any:
            body = None if document is None else json.dumps(document).encode()
            headers = {"Authorization": f"Token {TOKEN}", "Content-Type": "application/json"}
            request = Request(f"http://127.0.0.1:{port}/{path}", body, headers, method=method)
            with urlopen(request, timeout=120) as answer:
                return json.load(answer)

        try:
            for _ in range(300):
                try:
                    ask("GET", "api/projects")
                    break
                except (URLError, ConnectionError):
                    assert server.poll() is None, (home / "log").read_text()
                    time.sleep(1)
            yield ask
        finally:
            server.terminate()


@pytest.fixture(scope="module")
def project(ask: Ask, tmp_path_factory: pytest.TempPathFactory) -> int:
    """A project into which the file was imported."""
    path = tmp_path_factory.mktemp("written") / "ann.json"
    label_studio.write(SENT, LABELS, path)
    config = (path.parent / "labeling_config.xml").read_text()
    number: int = ask("POST", "api/projects", {"title": "music", "label_config": config})["id"]
    imported = ask("POST", f"api/projects/{number}/import", json.loads(path.read_text()))
    assert (imported["task_count"], imported["prediction_count"]) == (len(SENT), len(SENT))
    return number


def test_suggestions_that_are_taken_come_back_as_they_were(ask: Ask, project: int, tmp_path: Path) -> None:
    tasks = ask("GET", f"api/tasks?project={project}&fields=all")["tasks"]
    assert [task["data"]["text"] for task in sorted(tasks, key=lambda task: task["id"])] == [each.text for each in SENT]
    skipped, untouched, *rest = sorted(tasks, key=lambda task: task["id"])
    ask("POST", f"api/tasks/{skipped['id']}/annotations/", {"result": [], "was_cancelled": True})
    for task in rest:
        [prediction] = ask("GET", f"api/predictions?task={task['id']}")
        ask("POST", f"api/tasks/{task['id']}/annotations/", {"result": prediction["result"]})
    assert untouched["data"]["sentence"]["sentence_id"] == SENT[1].id
    export = ask("GET", f"api/projects/{project}/export?exportType=JSON&download_all_tasks=true")
    path = tmp_path / "ann.json"
    path.write_text(json.dumps(export))
    assert [each.sentence for each in all_read(label_studio.read(path))] == SENT[2:]
