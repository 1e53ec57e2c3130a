"""What an engine is sent for a step: options, graph, environment and files, as far as they can be told without it.

No step is run here: of Dataflow and of Flink 1.19 to 2.2 there is none.
"""

from __future__ import annotations

import json
import threading
import zipfile
from collections.abc import Iterator
from configparser import RawConfigParser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import apache_beam
import pytest
from apache_beam.internal import pickler
from apache_beam.options.pipeline_options import FlinkRunnerOptions, PipelineOptions, PortableOptions, WorkerOptions
from apache_beam.portability.api import beam_runner_api_pb2
from apache_beam.runners.portability.flink_runner import FlinkJarJobServer
from apache_beam.runners.portability.stager import Stager
from apache_beam.transforms.environments import DockerEnvironment, Environment, ExternalEnvironment
from apache_beam.utils.subprocess_server import JavaJarServer

import pipelines
from tasks.jobs.beam_job import _pipeline, _step
from tests.support.configured import Configure
from tests.support.paths import PROJECT

ON_EVERY_ENGINE = {"beam:transform:impulse:v1", "beam:transform:pardo:v1", "beam:transform:group_by_key:v1"}
VERSIONS = FlinkRunnerOptions.PUBLISHED_FLINK_VERSIONS


def of_the_engine(name: str) -> dict[str, str]:
    """The section `[Beam]` of the settings of an engine."""
    found = RawConfigParser()
    found.read(PROJECT / "settings" / f"{name}.cfg")
    return dict(found["Beam"])


@pytest.fixture(autouse=True)
def dataflow(configure: Configure) -> None:
    """Settings of a step that needs no other, for an engine that is not there."""
    configure(Beam=of_the_engine("dataflow"), Sentences={"splitter": "sentencex"})


def pipeline_of(**changes: Any) -> apache_beam.Pipeline:
    """The graph of `Sentences`, with another runner or other options than the settings have."""
    specification = {**pipelines.Sentences().specification(), **changes}
    pipeline = _pipeline(specification)
    pipeline | _step(specification)
    return pipeline


def leaves(proto: beam_runner_api_pb2.Pipeline) -> list[beam_runner_api_pb2.PTransform]:
    return [each for each in proto.components.transforms.values() if not each.subtransforms]


def test_the_graph_has_nothing_that_an_engine_may_lack() -> None:
    """No side input, no state, nothing that is split while it runs, one output each, and one worker's environment."""
    proto = pipeline_of().to_runner_api(default_environment=DockerEnvironment.from_container_image("image"))
    assert {each.spec.urn for each in leaves(proto)} == ON_EVERY_ENGINE
    assert list(proto.requirements) == []
    assert len(proto.components.environments) == 1
    functions = []
    for each in leaves(proto):
        assert len(each.outputs) == 1
        if each.spec.urn == "beam:transform:pardo:v1":
            payload = beam_runner_api_pb2.ParDoPayload.FromString(each.spec.payload)
            assert not payload.side_inputs
            assert not payload.state_specs
            assert not payload.timer_family_specs
            assert not payload.restriction_coder_id
            functions.append(pickler.loads(payload.do_fn.payload))
    # Each is what a worker unpickles: the function, its arguments, and what it knows of windows.
    assert len(functions) == 9
    assert {len(each) for each in functions} == {5}


@pytest.mark.parametrize("units", [1, 800])
def test_the_graph_of_a_large_dump_is_small_enough_for_dataflow(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes 10 MB. English Wikipedia has some 800 splits of 32 MB."""
    step = _step(pipelines.Sentences().specification())
    some = step.units()
    monkeypatch.setattr(type(step), "units", lambda _: (some * units)[:units])
    assert len(pipeline_of().to_runner_api().SerializeToString()) < 1_000_000


@pytest.mark.parametrize(
    ("name", "environment"),
    [
        ("flink", ExternalEnvironment("localhost:50000")),
        ("spark", ExternalEnvironment("localhost:50000")),
        (
            "dataflow",
            DockerEnvironment(container_image="europe-west1-docker.pkg.dev/my-project/ner/wiki-ner:0.1.0"),
        ),
    ],
)
def test_workers_are_those_that_the_settings_name_and_are_sent_no_code(
    name: str, environment: Environment, tmp_path: Path
) -> None:
    options = PipelineOptions(of_the_engine(name)["options"].split())
    found = (
        # As Beam's runner for Dataflow makes it, whose own function needs Google's clients.
        DockerEnvironment.from_container_image(options.view_as(WorkerOptions).sdk_container_image)
        if name == "dataflow"
        else Environment.from_options(options.view_as(PortableOptions))
    )
    assert type(found) is type(environment)
    assert found.to_runner_api_parameter(None) == environment.to_runner_api_parameter(None)
    staged = Stager.extract_staging_tuple_iter(Stager.create_job_resources(options, str(tmp_path)))
    # A list of what is installed here, for people.
    assert [name for _, name, _ in staged] == ["submission_environment_dependencies.txt"]


@pytest.mark.parametrize("version", VERSIONS)
def test_the_job_server_of_todays_flink_is_that_of_this_version_of_beam(version: str) -> None:
    jar = FlinkJarJobServer(PipelineOptions([f"--flink_version={version}"])).path_to_jar()
    folder = f"https://repo.maven.apache.org/maven2/org/apache/beam/beam-runners-flink-{version}-job-server"
    name = f"beam-runners-flink-{version}-job-server-{apache_beam.__version__}.jar"
    assert jar == f"{folder}/{apache_beam.__version__}/{name}"


class Flink(BaseHTTPRequestHandler):
    """What a cluster's REST API says to one who uploads a job's jar and has it run, all of which succeeds."""

    version: str
    uploaded: list[bytes]

    def do_GET(self) -> None:
        answers: dict[str, dict[str, Any]] = {
            "/v1/config": {"flink-version": f"{self.version}.1"},
            "/v1/jobs/j/execution-result": {"status": {"id": "COMPLETED"}},
            "/v1/jobs/j": {"state": "FINISHED"},
            "/v1/jobs/j/accumulators": {"user-task-accumulators": []},
            "/v1/jobs/j/exceptions": {"all-exceptions": []},
        }
        self._say(answers[self.path])

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/v1/jars/upload":
            self.uploaded.append(body)
            self._say({"filename": "/tmp/flink-web/jar"})
        else:
            assert (self.path, json.loads(body)) == (
                "/v1/jars/jar/run",
                {"entryClass": "org.apache.beam.runners.flink.FlinkPipelineRunner"},
            )
            self._say({"jobid": "j"})

    def do_DELETE(self) -> None:
        self._say({})

    def _say(self, document: dict[str, Any]) -> None:
        answer = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(params=[VERSIONS[0], VERSIONS[-1]])
def flink(request: pytest.FixtureRequest) -> Iterator[ThreadingHTTPServer]:
    """A server that answers as Flink does."""
    kind = type("Flink", (Flink,), {"version": request.param, "uploaded": []})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_todays_flink_is_sent_a_jar_with_the_graph(
    flink: ThreadingHTTPServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the real job service, staging included; the jar of Beam's that ours goes into is empty here."""
    wanted: list[str] = []

    def local_jar(url: str, *_: Any) -> str:
        wanted.append(url)
        with zipfile.ZipFile(tmp_path / "beam.jar", "w") as jar:
            jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n")
        return str(tmp_path / "beam.jar")

    monkeypatch.setattr(JavaJarServer, "local_jar", local_jar)
    workers = ["--environment_type=EXTERNAL", "--environment_config=localhost:50000"]
    options = [f"--flink_master=127.0.0.1:{flink.server_port}", "--flink_submit_uber_jar", *workers]
    pipeline = pipeline_of(runner="FlinkRunner", options=options)
    assert pipeline.run().wait_until_finish() == "DONE"
    kind: Any = flink.RequestHandlerClass
    assert f"-flink-{kind.version}-job-server-{apache_beam.__version__}.jar" in wanted[0]
    [body] = kind.uploaded
    with zipfile.ZipFile(BytesIO(body[body.index(b"PK") :])) as jar:
        [name] = [name for name in jar.namelist() if name.endswith("/pipeline.json")]
        components = json.loads(jar.read(name))["components"]
        sent = json.loads(jar.read(name.replace("pipeline.json", "pipeline-options.json")))
    transforms = components["transforms"].values()
    assert {each["spec"]["urn"] for each in transforms if "subtransforms" not in each} == ON_EVERY_ENGINE
    assert [each["urn"] for each in components["environments"].values()] == ["beam:env:external:v1"]
    assert sent["beam:option:environment_config:v1"] == "localhost:50000"
