"""How publishers are asked, and how often."""

from __future__ import annotations

import random

import pytest
import urllib3

from schemas.errors import InputError
from snapshots.client import Client, NotThereError, PassingError, RefusedError
from tests.support.publisher import Publisher, Trouble


def test_pauses_are_random_and_grow_to_a_minute_beside_what_the_server_asks_to_wait(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float]
) -> None:
    drawn_from: list[tuple[float, float]] = []

    def draw(least: float, most: float) -> float:
        drawn_from.append((least, most))
        return most

    def fail() -> None:
        raise PassingError("no", wait=5)

    monkeypatch.setattr(random, "uniform", draw)
    with pytest.raises(InputError, match=r"^a: no, 9 times in a row; give the same command again"):
        Client("tests@example.org", tries=9, wait=pauses.append).insist("a", fail)
    assert drawn_from == [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 32), (0, 60), (0, 60)]
    assert pauses == [6, 7, 9, 13, 21, 37, 65, 65]


def test_who_waits_is_told_why_and_how_long(
    client: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Eight tries can take minutes."""
    monkeypatch.setattr(random, "uniform", lambda _least, _most: 0.4)
    errors = iter([PassingError("busy"), PassingError("the server says 503", wait=90)])

    def attempt() -> str:
        for error in errors:
            raise error
        return "here"

    assert client.insist("https://x", attempt) == "here"
    assert capsys.readouterr().err == "https://x: the server says 503; trying again in 90 s\n"


def test_attempts_that_come_no_further_are_counted_from_the_last_that_did(client: Client) -> None:
    furthest = iter([7, 7, 8, 8, 8])

    def fail() -> None:
        raise PassingError("no")

    with pytest.raises(InputError, match=r"^a: no, 3 times in a row"):
        client.insist("a", fail, lambda: next(furthest))
    assert list(furthest) == []


@pytest.mark.parametrize(("wait", "is_waited_for"), [(600.0, True), (601.0, False)])
def test_who_asks_to_wait_for_more_than_ten_minutes_is_not_waited_for(
    client: Client, pauses: list[float], wait: float, is_waited_for: bool
) -> None:
    answers = iter([PassingError("no", wait)])

    def attempt() -> str:
        if error := next(answers, None):
            raise error
        return "yes"

    if is_waited_for:
        assert client.insist("a", attempt) == "yes"
        assert [600 <= pause <= 601 for pause in pauses] == [True]
        return
    with pytest.raises(
        InputError, match=r"^a: no; the server asks to wait 601 s; give the same command again: .* then"
    ):
        client.insist("a", attempt)
    assert pauses == []


def test_after_a_stop_nothing_is_tried_again(client: Client) -> None:
    attempts: list[str] = []

    def attempt() -> None:
        attempts.append("one")
        client.stop()
        raise PassingError("no")

    with pytest.raises(InputError, match=r"^a: no; stopped; give the same command again"):
        client.insist("a", attempt)
    assert attempts == ["one"]


@pytest.mark.parametrize("status", [404, 410])
def test_a_file_that_is_not_there_is_told_from_one_that_is_refused(
    publisher: Publisher, client: Client, status: int
) -> None:
    publisher.trouble["/a"] = [Trouble(status=status), Trouble(status=403)]
    with pytest.raises(NotThereError, match=rf"/a: the server says {status} '"):
        client.get(f"{publisher.address}/a")
    with pytest.raises(RefusedError, match="/a: the server says 403 'Forbidden'; ") as raised:
        client.get(f"{publisher.address}/a")
    assert raised.value.status == 403


def test_five_redirects_are_followed_and_no_more(publisher: Publisher, client: Client) -> None:
    publisher.files["/a"] = b"content"
    elsewhere = Trouble(status=302, headers={"Location": "/a"})
    publisher.trouble["/a"] = [elsewhere] * 5
    assert client.get(f"{publisher.address}/a") == b"content"
    publisher.trouble["/a"] = [elsewhere] * 18
    publisher.asked.clear()
    with pytest.raises(InputError, match=r"/a: too many redirects, 3 times in a row"):
        client.get(f"{publisher.address}/a")
    assert len(publisher.asked) == 18


def test_a_connection_that_is_refused_is_tried_as_often_as_the_client_says(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    timeouts: list[float] = []

    def refuse(_: object, timeout: float, **__: object) -> None:
        timeouts.append(timeout)
        raise ConnectionRefusedError("refused")

    monkeypatch.setattr(urllib3.util.connection, "create_connection", refuse)
    with pytest.raises(InputError, match=r"^http://publisher\.example/a: .*refused, 3 times in a row"):
        client.get("http://publisher.example/a")
    assert timeouts == [60.0] * 3


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://", r" \(No host specified"),
        ("ftp://publisher.example/a", r" of the web; begin it with https:// or http://$"),
        ("publisher.example:80/a", r" of the web; begin it with https:// or http://$"),
    ],
)
def test_what_is_no_address_is_refused_at_once(client: Client, pauses: list[float], address: str, reason: str) -> None:
    with pytest.raises(InputError, match=rf"^{address}: not an address{reason}"):
        client.get(address)
    assert pauses == []


def test_files_are_asked_for_as_they_are(publisher: Publisher, client: Client) -> None:
    """Not compressed once more: bytes are counted, and parts asked for, as the publisher counts them."""
    publisher.files["/a"] = b"content"
    assert client.get(f"{publisher.address}/a") == b"content"
    assert publisher.encodings == {"identity"}


def test_answers_are_known_while_they_are_read(publisher: Publisher, client: Client) -> None:
    """So that `stop` has no more of them to shut than threads read."""
    publisher.files["/a"] = b"content"
    with client.open(f"{publisher.address}/a") as response:
        assert client._answers == {response}
    assert client._answers == set()
