"""The hub that cannot be reached."""

from __future__ import annotations

import errno
import socket
import ssl
import urllib.request
from collections.abc import Callable
from http.client import BadStatusLine, RemoteDisconnected
from urllib.error import URLError

import pytest
from huggingface_hub import constants

from schemas.errors import InputError
from tests.support.training.hub import serve
from training.models.encoders import load_config
from training.models.hub import asking_hub


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(urllib.request, "getproxies", lambda: {"no": "localhost"})


def refusing(error: Exception, calls: list[str]) -> Callable[..., None]:
    def urlopen(request: urllib.request.Request, **_options: float) -> None:
        calls.append(request.full_url)
        raise error

    return urlopen


def test_a_name_is_refused_at_once_where_the_hub_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr("time.sleep", slept.append)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        monkeypatch.setattr(constants, "ENDPOINT", endpoint)
        with pytest.raises(InputError) as told:
            load_config("bert-bsae-cased")
    assert str(told.value) == (
        "bert-bsae-cased: the configuration cannot be loaded; it is not a folder on this machine, so the Hugging Face "
        f"hub was asked: {endpoint} does not answer: Connection refused, and its cache on this machine does not have it"
    )
    assert slept == []
    assert not constants.HF_HUB_OFFLINE


def test_a_hub_that_answers_is_left_to_its_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve({}) as endpoint:
        monkeypatch.setattr(constants, "ENDPOINT", endpoint)
        with asking_hub() as away:
            assert (away, constants.HF_HUB_OFFLINE) == ("", False)


@pytest.mark.parametrize(
    ("error", "tries"),
    [
        (URLError(TimeoutError("timed out")), 2),
        (TimeoutError("timed out"), 2),
        # Only one who reads its certificates as the libraries do can tell.
        (URLError(ssl.SSLCertVerificationError("self-signed certificate")), 1),
        (URLError(OSError(errno.ENETUNREACH, "Network is unreachable")), 2),
        # What answers, though not as is asked.
        (RemoteDisconnected("Remote end closed connection without response"), 1),
        (BadStatusLine("\x15\x03\x01"), 1),
    ],
)
def test_only_the_network_makes_it_unreachable(monkeypatch: pytest.MonkeyPatch, error: Exception, tries: int) -> None:
    calls: list[str] = []
    monkeypatch.setattr(urllib.request, "urlopen", refusing(error, calls))
    with asking_hub() as away:
        assert constants.HF_HUB_OFFLINE == bool(away) == (tries == 2)
    assert calls == [constants.ENDPOINT] * tries


def test_nothing_is_asked_where_the_machine_is_told_to_be_offline_or_has_a_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(urllib.request, "urlopen", refusing(TimeoutError(), calls))
    monkeypatch.setattr(urllib.request, "getproxies", lambda: {"all": "socks5://localhost:1080"})
    with asking_hub() as away:
        assert (away, constants.HF_HUB_OFFLINE) == ("", False)
    monkeypatch.setattr(urllib.request, "getproxies", dict)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    with asking_hub() as away:
        assert (away, constants.HF_HUB_OFFLINE) == ("", True)
    assert calls == []
