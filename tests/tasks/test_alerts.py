"""A build that fails sends a mail, by Luigi's settings alone, to a real SMTP server."""

from __future__ import annotations

import gzip
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.build import LUIGI, environment, settings
from tests.support.mail_server import MailServer, mail_server
from tests.support.paths import PROJECT
from tests.support.processes import wait_for

# What the step that is built here cannot use, and finds out itself: it needs no other step before it.
TABLE = PROJECT / "sample" / "wiki" / "samplewiki-20260901-categorylinks.sql.gz"
REASON = "categorylinks.sql: ends before the line"
STEP = "CategoryEdges"
LUIGID = (sys.executable, "-c", "from luigi.cmdline import luigid; luigid()")


@pytest.fixture
def server() -> Iterator[MailServer]:
    with mail_server() as found:
        yield found


def alerts(port: int) -> str:
    """The settings of docs/how-to/operate.md, for a server at this port."""
    page = (PROJECT / "docs" / "how-to" / "operate.md").read_text()
    found = re.search(r"```ini\n(\[email\].*?)```", page, re.DOTALL)
    assert found
    return sent_to(port, found[1])


def sent_to(port: int, text: str) -> str:
    """The settings with another mail server."""
    text, changed = re.subn(r"(?m)^host = .*\nport = .*$", f"host = 127.0.0.1\nport = {port}", text)
    assert changed == 1
    return text


def fail(folder: Path, text: str, *command: str) -> str:
    """Have the command fail with these settings over luigi.cfg; returns its output."""
    folder.mkdir(exist_ok=True)
    broken = folder / "categorylinks.sql"
    sql = gzip.decompress(TABLE.read_bytes())
    broken.write_bytes(sql[: sql.index(b"UNLOCK TABLES")])
    config = settings(folder, f"[CategoryEdges]\ncategorylinks_table = {broken}\n{text}")
    done = subprocess.run(
        [*command, f"--Build-root={folder / 'data'}"],
        cwd=PROJECT,
        env=environment(LUIGI_CONFIG_PATH=str(config)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 30, done.stdout
    return done.stdout


@pytest.mark.parametrize(
    "command",
    [
        (sys.executable, "-m", "wiki_ner", "build", STEP),
        (*LUIGI, "--module", "pipelines", STEP, "--local-scheduler"),
    ],
    ids=["wiki-ner", "luigi"],
)
def test_a_step_that_fails_sends_a_mail(server: MailServer, tmp_path: Path, command: tuple[str, ...]) -> None:
    fail(tmp_path, alerts(server.port), *command)
    (mail,) = server.mails
    assert (mail.sender, mail.receivers) == ("wiki-ner@example.org", ["on-call@example.org"])
    assert mail.subject.startswith(f"[wiki-ner] Luigi: {STEP}() FAILED. Host: ")
    assert f"Name: {STEP}\n" in mail.text and REASON in mail.text


def test_a_mail_that_cannot_be_sent_does_not_hide_why_the_build_failed(tmp_path: Path) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        output = fail(tmp_path, alerts(nobody.getsockname()[1]), sys.executable, "-m", "wiki_ner", "build", STEP)
    assert "Not able to connect to smtp server" in output and REASON in output


def test_luigid_gathers_what_failed_in_one_mail(server: MailServer, tmp_path: Path) -> None:
    """It sends what it has when it ends, too; an hour is long for a test."""
    luigid = (PROJECT / "deploy" / "luigid.cfg").read_text()
    # History and metrics need packages that the tests do without.
    luigid = re.sub(r"(?m)^(record_task_history|metrics_collector|db_connection) = .*$", "", luigid)
    (tmp_path / "luigid.cfg").write_text(sent_to(server.port, luigid))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scheduler = subprocess.Popen(
        [*LUIGID, "--address", "127.0.0.1", "--port", str(port), "--state-path", str(tmp_path / "state")],
        cwd=tmp_path,
        env=environment(LUIGI_CONFIG_PATH=str(tmp_path / "luigid.cfg")),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for(lambda: answers(port))
        quiet = f"{alerts(server.port)}\n[worker]\nsend_failure_email = false\n"
        by = f"--scheduler=http://127.0.0.1:{port}"
        fail(tmp_path / "one", quiet, sys.executable, "-m", "wiki_ner", "build", STEP, by)
        assert server.mails == []
        scheduler.terminate()
        scheduler.wait(60)
    finally:
        scheduler.kill()
        scheduler.wait()
    (mail,) = server.mails
    assert mail.subject == "[wiki-ner] Luigi: 1 failure in the last 60 minutes"
    assert mail.text.startswith(f"- {STEP}(") and REASON in mail.text


def answers(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0
