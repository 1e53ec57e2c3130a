"""The examples below deploy/: their commands are ours, and the tools that read them take them."""

from __future__ import annotations

import configparser
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from tests.support.paths import PROJECT
from wiki_ner.__main__ import app

DEPLOY = PROJECT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICE, CRON_JOB = DEPLOY / "systemd" / "wiki-ner-rebuild.service", DEPLOY / "kubernetes" / "rebuild.yaml"


def of_the_service() -> list[list[str]]:
    lines = [line.partition("=")[2] for line in SERVICE.read_text().splitlines() if line.startswith("ExecStart=")]
    return [shlex.split(line) for line in lines]


def of_the_cron_job() -> list[list[str]]:
    pod: dict[str, Any] = yaml.safe_load(CRON_JOB.read_text())["spec"]["jobTemplate"]["spec"]["template"]["spec"]
    return [container["command"] for container in (*pod["initContainers"], *pod["containers"])]


@pytest.mark.parametrize("commands", [of_the_service(), of_the_cron_job()], ids=["systemd", "kubernetes"])
def test_the_commands_are_ours(commands: list[list[str]]) -> None:
    ours = vars(typer.main.get_command(app))["commands"]
    assert [command[1] for command in commands] == ["fetch", "build", "promote"]
    for door, name, *arguments in commands:
        assert Path(door).name == "wiki-ner"
        # Raises for an option that there is not.
        assert not ours[name].make_context(name, list(arguments)).args


def test_a_rebuild_that_looks_wrong_is_not_tried_again() -> None:
    text = SERVICE.read_text()
    assert "\nRestartPreventExitStatus=1 2\n" in text
    policy = yaml.safe_load(CRON_JOB.read_text())["spec"]["jobTemplate"]["spec"]["podFailurePolicy"]["rules"]
    assert policy == [
        {"action": "FailJob", "onExitCodes": {"containerName": "promote", "operator": "In", "values": [1]}},
        {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [2]}},
    ]


def test_the_image_has_no_settings_of_the_sample() -> None:
    """They would be those of every command in it, and name files that it does not have."""
    assert {"luigi.cfg", "sample"} <= set((PROJECT / ".dockerignore").read_text().splitlines())


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in UNITS:
        # Where it would be installed there is nothing here.
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/wiki-ner/bin/wiki-ner", sys.executable))
    command = ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / unit.name) for unit in UNITS)]
    done = subprocess.run(command, capture_output=True, text=True)
    # It ends with 0 where it passes over a key that it does not know.
    assert (done.returncode, done.stderr) == (0, "")


def test_the_settings_of_the_scheduler_are_luigis() -> None:
    from luigi.batch_notifier import batch_email
    from luigi.notifications import email, smtp
    from luigi.scheduler import scheduler

    settings = configparser.ConfigParser()
    settings.read(DEPLOY / "luigid.cfg")
    for section in (scheduler, batch_email, email, smtp):
        assert set(settings[section.__name__]) <= {name for name, _ in section.get_params()}
    assert set(settings["task_history"]) == {"db_connection"}


COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "flink" / "compose.yaml").read_text())
DOCKERFILE = (DEPLOY / "Dockerfile").read_text()


def test_each_task_manager_has_a_worker_pool_beside_it() -> None:
    services = COMPOSE["services"]
    managers = {f"service:{name}" for name, service in services.items() if service.get("command") == "taskmanager"}
    pools = [service["network_mode"] for service in services.values() if service.get("command") == "--worker_pool"]
    assert len(managers) == 2
    assert sorted(pools) == sorted(managers)


def test_the_images_are_those_of_the_version_of_beam_that_is_tested() -> None:
    from apache_beam.options.pipeline_options import FlinkRunnerOptions

    [beam] = re.findall(r"(?m)^apache-beam==(\S+)$", (PROJECT / "constraints.txt").read_text())
    assert re.findall(r"(?m)^FROM (\S+)$", DOCKERFILE) == [f"apache/beam_python3.11_sdk:{beam}"]
    images = {service["image"] for service in COMPOSE["services"].values()}
    [flink] = {image.partition(":")[2] for image in images if image.startswith("flink:")}
    assert flink in FlinkRunnerOptions.PUBLISHED_FLINK_VERSIONS
    assert images == {
        f"flink:{flink}",
        f"apache/beam_flink{flink}_job_server:{beam}",
        *re.findall(r"--tag (\S+)", DOCKERFILE),
    }


def test_the_settings_name_what_the_compose_file_starts() -> None:
    settings = configparser.RawConfigParser()
    settings.read(PROJECT / "settings" / "flink.cfg")
    options = settings["Beam"]["options"].split()
    servers = [each.partition("=")[2].partition(":")[0] for each in options if "_endpoint=" in each]
    assert set(servers) == {"job-server"} <= set(COMPOSE["services"])
    pools = [service for service in COMPOSE["services"].values() if service.get("command") == "--worker_pool"]
    shared = settings["Beam"]["shared"]
    for service in (COMPOSE["services"]["build"], *pools):
        assert [volume.rpartition(":")[2] for volume in service["volumes"]] == [shared]
