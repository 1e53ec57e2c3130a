from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from pipelines import run
from schemas.errors import InputError
from tests.support.configured import Configure


def test_a_scheduler_is_named_by_its_whole_address(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    configure()
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    with pytest.raises(InputError) as error:
        run.build(["Punkt", "--scheduler-url", "localhost:8082"], agreed=False)
    assert str(error.value) == "--scheduler localhost:8082: give its whole address, as http://localhost:8082"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (b"", "[Errno 111] Connection refused"),
        (b"HTTP/1.0 404 Not here\r\n\r\n", "404 Client Error: Not here for url: {url}/api/is_pause_enabled"),
        (b"HTTP/1.0 200 OK\r\n\r\n<html>", "Expecting value: line 1 column 1 (char 0)"),
        (b'HTTP/1.0 200 OK\r\n\r\n{"response": {"enabled": false}}', ""),
    ],
)
def test_a_scheduler_that_does_not_answer_is_told_before_the_build(
    configure: Configure, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: bytes, told: str
) -> None:
    configure()
    monkeypatch.setattr(run, "set_up_log", lambda: None)
    monkeypatch.setattr(run, "run_luigi", lambda _arguments: 30)

    def reply(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.recv(1 << 16)
            connection.sendall(answer)
            connection.shutdown(socket.SHUT_WR)
            # Closed with a part of the request unread, it would be reset before the answer is read.
            while connection.recv(1 << 16):
                pass

    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        if answer:
            threading.Thread(target=reply, args=(server,), daemon=True).start()
        else:
            server.close()
        command = ["Punkt", "--scheduler-url", url]
        if not told:
            assert run.build(command, agreed=False) == 30
            return
        with pytest.raises(InputError) as error:
            run.build(command, agreed=False)
    assert str(error.value) == (
        f"--scheduler {url}: no luigid answers there ({told.format(url=url)}); start it or name another, or leave the "
        "option out to build without one"
    )
    assert not (tmp_path / "data" / "_logs").exists()
