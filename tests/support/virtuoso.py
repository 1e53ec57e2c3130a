"""A Virtuoso server of the tests' own: the engine of DBpedia's public endpoints, on loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

SERVER, CLIENT = "virtuoso-t", "isql-vt"
PACKAGE = "virtuoso-opensource-7-bin"
"""Debian's package of both programs."""

_WAIT_SECONDS = 300

_SETTINGS = """
[Database]
DatabaseFile = {folder}/virtuoso.db
ErrorLogFile = {folder}/virtuoso.log
LockFile = {folder}/virtuoso.lck
TransactionFile = {folder}/virtuoso.trx
xa_persistent_file = {folder}/virtuoso.pxa
[TempDatabase]
DatabaseFile = {folder}/temporary.db
TransactionFile = {folder}/temporary.trx
[Parameters]
ServerPort = 127.0.0.1:{sql}
DisableUnixSocket = 1
NumberOfBuffers = 10000
DirsAllowed = {folder}
[HTTPServer]
ServerPort = 127.0.0.1:{http}
ServerRoot = {folder}
ServerThreads = 4
[SPARQL]
ResultSetMaxRows = {max_rows}
MaxQueryExecutionTime = 60
"""


def is_installed() -> bool:
    """Whether the server and its client are there."""
    return bool(shutil.which(SERVER) and shutil.which(CLIENT))


@contextmanager
def virtuoso(folder: Path, graphs: Mapping[str, str], *, max_rows: int = 10_000) -> Iterator[str]:
    """Address of the SPARQL endpoint of a server with these graphs, each given as N-Triples; stopped at the end."""
    http, sql = _free_port(), _free_port()
    settings = folder / "virtuoso.ini"
    settings.write_text(_SETTINGS.format(folder=folder, http=http, sql=sql, max_rows=max_rows))
    server = subprocess.Popen(
        [SERVER, "+configfile", str(settings), "+foreground"],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{http}/sparql"
    try:
        _wait(url, server, folder)
        for number, (graph, triples) in enumerate(graphs.items()):
            path = folder / f"graph-{number}.nt"
            path.write_text(triples, encoding="utf-8")
            load = f"DB.DBA.TTLP(file_to_string_output('{path}'), '', '{graph}', 0);"
            command = [CLIENT, f"127.0.0.1:{sql}", "dba", "dba", "ERRORS=STDOUT", "VERBOSE=OFF", f"EXEC={load}"]
            answer = subprocess.run(command, capture_output=True, text=True, check=True).stdout
            assert "Error" not in answer, answer
        yield url
    finally:
        server.kill()
        server.wait()


def _wait(url: str, server: subprocess.Popen[bytes], folder: Path) -> None:
    end = time.monotonic() + _WAIT_SECONDS
    while True:
        try:
            urllib.request.urlopen(f"{url}?query=ASK%7B%7D", timeout=5).close()
            return
        except OSError as error:
            log = folder / "virtuoso.log"
            if server.poll() is not None or time.monotonic() > end:
                said = log.read_text() if log.exists() else "no log"
                raise RuntimeError(f"{SERVER} does not answer: {said}") from error
            time.sleep(0.1)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
