"""What is said of an engine that cannot be used, before work begins and after it has failed."""

from __future__ import annotations

import re
import socket
from configparser import RawConfigParser

import pytest

import pipelines
from schemas.errors import InputError
from tasks.jobs.beam_job import _wait_for_job_server
from tasks.jobs.beam_options import unknown_options
from tasks.jobs.engines import _is_installed, check_engine, check_shared, engine_failure, option
from tasks.settings.check import check_settings
from tasks.settings.shared import Beam, Build
from tasks.settings.syntax import items
from tests.support.configured import Configure
from tests.support.paths import PROJECT


@pytest.fixture
def closed() -> str:
    """An address where nothing listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"127.0.0.1:{server.getsockname()[1]}"


def test_options_are_read_in_both_forms() -> None:
    assert option(["--a=b=c", "--b"], "a") == "b=c"
    assert option(["--a", "b"], "a") == "b"
    assert option(["--a=b", "--a", "c"], "a") == "c"
    assert option(["--ab=c"], "a") == option(["--a"], "a") == ""


@pytest.mark.parametrize(
    ("runner", "name", "scheme"),
    [
        ("PortableRunner", "job_endpoint", ""),
        ("PortableRunner", "artifact_endpoint", ""),
        ("FlinkRunner", "flink_master", "http://"),
        ("SparkRunner", "spark_master_url", "spark://"),
    ],
)
def test_a_server_that_does_not_answer_is_refused_before_work_begins(
    runner: str, name: str, scheme: str, listener: str, closed: str
) -> None:
    check_engine(runner, f"--{name}={scheme}{listener}")
    message = f"options in [Beam]: nothing answers at --{name}={closed} ("
    with pytest.raises(
        InputError, match=re.escape(message) + r".*refused\); start the engine, or correct the address$"
    ):
        check_engine(runner, f"--{name} {scheme}{closed}")


def test_a_port_that_there_cannot_be_is_refused() -> None:
    told = f"options in [Beam]: nothing answers at --job_endpoint=127.0.0.1:{10**20} ("
    with pytest.raises(InputError, match=rf"^{re.escape(told)}.+\); start the engine, or correct the address$"):
        check_engine("PortableRunner", f"--job_endpoint=127.0.0.1:{10**20}")


@pytest.mark.parametrize("master", ["[auto]", "[local]", "local[4]", "yarn"])
def test_engines_that_beam_starts_itself_have_no_address(master: str) -> None:
    check_engine("FlinkRunner", f"--flink_master={master}")
    check_engine("SparkRunner", f"--spark_master_url={master}")
    check_engine("PortableRunner", "--job_endpoint=embed")


def test_the_master_behind_a_job_server_is_that_servers_concern(listener: str, closed: str) -> None:
    check_engine("FlinkRunner", f"--job_endpoint={listener} --flink_master={closed}")
    with pytest.raises(InputError, match="nothing answers at --flink_master"):
        check_engine("FlinkRunner", f"--job_endpoint=embed --flink_master={closed}")


@pytest.mark.parametrize(
    ("runner", "what", "extra"), [("DaskRunner", "Dask", "dask"), ("DataflowRunner", "the client of Dataflow", "gcp")]
)
def test_a_runner_that_is_not_installed_is_named(
    runner: str, what: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    message = f"runner in [Beam] = {runner}: {what} is not installed here; pip install 'apache-beam[{extra}]'"
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        check_engine(runner, "")


def test_a_package_whose_parent_is_not_there_is_not_installed() -> None:
    assert _is_installed("importlib.util")
    assert not _is_installed("no_such.package")


def test_a_server_of_another_kind_is_no_job_server(monkeypatch: pytest.MonkeyPatch, listener: str) -> None:
    monkeypatch.setattr("tasks.jobs.beam_job._SERVER_SECONDS", 0.5)
    _wait_for_job_server("")
    _wait_for_job_server("embed")
    with pytest.raises(InputError, match=f"what answers at --job_endpoint={listener} is no job server of Beam"):
        _wait_for_job_server(listener)


SERVER = "--job_endpoint=job-server:8099"


@pytest.mark.parametrize(
    ("runner", "options", "shared", "root"),
    [
        ("local", "", [], "/data"),
        ("local", SERVER, [], "/data"),
        ("PortableRunner", "--job_endpoint=localhost:8099", [], "/data"),
        ("DaskRunner", "--dask_client_address=tcp://127.0.0.1:8786", [], "/data"),
        ("FlinkRunner", "--flink_master=[local]", [], "/data"),
        ("PortableRunner", SERVER, [], "s3://bucket/data"),
        ("PortableRunner", SERVER, ["/other", "/data"], "/data/ner"),
        ("PortableRunner", SERVER, ["/data"], "/data"),
    ],
)
def test_a_root_that_the_workers_see_is_taken(runner: str, options: str, shared: list[str], root: str) -> None:
    check_shared(runner, options, shared, [("root in [Build]", root)])


@pytest.mark.parametrize(
    ("runner", "options", "shared"),
    [
        ("PortableRunner", SERVER, []),
        ("PortableRunner", SERVER, ["/dat", "/data/ner/below"]),
        ("DaskRunner", "--dask_client_address=tcp://10.0.0.7:8786", []),
        ("DataflowRunner", "--project=p", []),
        ("SparkRunner", "--spark_master_url=yarn", []),
    ],
)
def test_a_root_that_only_this_machine_sees_is_refused(runner: str, options: str, shared: list[str]) -> None:
    message = (
        f"root in [Build] = /data/ner: only this machine sees it, and the workers of runner in [Beam] = {runner} are "
        "on others; give a URI (s3://, gs://, hdfs://), or name in shared in [Beam] the folder that all see"
    )
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        check_shared(runner, options, shared, [("root in [Build]", "/data/ner")])


ENGINES = {"flink": "job-server", "spark": "job-server", "dask": "scheduler", "dataflow": None}


@pytest.mark.parametrize("name", ENGINES)
def test_the_settings_of_an_engine_are_checked_before_work_begins(
    name: str, configure: Configure, listener: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Google's clients are not among the tests' packages.
    monkeypatch.setattr("tasks.jobs.engines._is_installed", lambda _: True)
    parser = RawConfigParser()
    parser.read(PROJECT / "settings" / f"{name}.cfg")
    server = ENGINES[name]
    # Where the tests run there is no such server.
    options = re.sub(rf"{server}:\d+", listener, parser["Beam"]["options"]) if server else parser["Beam"]["options"]
    configure(Build=parser["Build"], Beam={**parser["Beam"], "options": options})
    check_settings()
    beam = Beam()
    assert unknown_options(beam.options.split()) == []
    check_engine(beam.runner, beam.options)
    places = [("root in [Build]", parser["Build"]["root"])]
    check_shared(beam.runner, parser["Beam"]["options"], items(beam.shared), places)
    with pytest.raises(InputError, match=r"^root in \[Build\] = /elsewhere: only this machine sees it"):
        check_shared(beam.runner, parser["Beam"]["options"], items(beam.shared), [("root in [Build]", "/elsewhere")])


def test_a_step_has_its_root_and_inputs_checked(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tasks.step.beam.check_engine", lambda *_: None)
    settings = {"runner": "PortableRunner", "options": SERVER}
    configure(Beam=settings)
    with pytest.raises(InputError, match=r"^root in \[Build\] = .*/data: only this machine sees it"):
        pipelines.Punkt().check_inputs()
    configure(Beam={**settings, "shared": Build().root})
    with pytest.raises(InputError, match=r"^the input pages = .*pages-articles.*: only this machine sees it"):
        pipelines.Punkt().check_inputs()
    configure(Beam={**settings, "shared": f"{Build().root}, {PROJECT}"})
    pipelines.Punkt().check_inputs()


REFUSED = "java.lang.RuntimeException\n  finishConnect(..) failed: Connection refused: /10.0.0.7:50000\nmore"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        (
            "ModuleNotFoundError: No module named 'corpora'",
            [],
            "the workers of the engine cannot import corpora: install this project, in the version of this machine, "
            "where they run (docs/how-to/run-on-a-cluster.md)",
        ),
        (
            REFUSED,
            ["--environment_type=EXTERNAL", "--environment_config=pool:50000"],
            "no worker pool answers the engine at --environment_config=pool:50000: start one beside each task manager "
            "or executor (docs/how-to/run-on-a-cluster.md); the engine says: finishConnect(..) failed: Connection "
            "refused: /10.0.0.7:50000",
        ),
        (
            REFUSED,
            ["--environment_type=PROCESS"],
            "a server of the engine does not answer any more; it says: finishConnect(..) failed: Connection refused: "
            "/10.0.0.7:50000",
        ),
        (
            REFUSED,
            ["--environment_type=EXTERNAL"],
            "a server of the engine does not answer any more; it says: finishConnect(..) failed: Connection refused: "
            "/10.0.0.7:50000",
        ),
        (
            "grpc: UNAVAILABLE\n  failed to connect to all addresses; last error: timeout\nmore",
            ["--environment_type=EXTERNAL", "--environment_config=pool:50000"],
            "a server of the engine does not answer any more; it says: failed to connect to all addresses; last error: "
            "timeout",
        ),
        ("ZeroDivisionError: a bug", [], None),
    ],
)
def test_what_the_engine_says_is_put_into_words(text: str, options: list[str], message: str | None) -> None:
    assert engine_failure(text, options) == message
