"""A headless Chromium, driven over its DevTools protocol by a pipe: nothing but the browser itself is needed."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
_FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe"),
    *("--disable-background-networking", "--disable-component-update", "--disable-quic", "--disable-sync"),
    *("--disable-extensions", "--no-first-run", "--hide-scrollbars", "--force-color-profile=srgb"),
)
_LAUNCH = (
    "import os, sys; os.dup2(int(sys.argv[1]), 3); os.dup2(int(sys.argv[2]), 4); os.execv(sys.argv[3], sys.argv[3:])"
)
"""The browser reads its descriptor 3 and writes its 4."""
_PATIENCE = 120.0
"""Seconds that an answer may take: far more than it needs, so that a loaded machine fails no test."""


class Page:
    """A page of the browser. What it printed to its console and what it asked of a network is kept."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading, self._writing = reading, writing
        self._buffer = b""
        self._number = 0
        self._session = ""
        self._events: list[dict[str, Any]] = []
        self.errors: list[str] = []
        """Errors and warnings of the console, and exceptions that nothing caught."""
        self.requests: list[str] = []
        """Addresses that the page asked for, other than itself and data that it holds."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Call a method of the protocol. Raises RuntimeError with the browser's message where it fails."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._writing, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._read()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return dict(answer["result"])

    def open(self, path: Path, *, width: int = 1400, height: int = 1000, dark: bool = False) -> None:
        """Load a file and wait until it says that it is complete (`data-ready`)."""
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.call("Emulation.setEmulatedMedia", features=scheme)
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        self.call("Page.navigate", url=path.absolute().as_uri())
        self.wait("document.documentElement?.hasAttribute('data-ready') === true")

    def wait(self, condition: str) -> None:
        """Wait until an expression is true. Raises TimeoutError where it does not become so."""
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            if self.run(condition):
                return
            time.sleep(0.05)
        raise TimeoutError(f"{condition} did not become true; the console says {self.errors}")

    def run(self, expression: str) -> Any:
        """The value of an expression; a promise is waited for. Raises RuntimeError for an exception."""
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(f"{expression}: {found['exceptionDetails']}")
        return found["result"].get("value")

    def press(self, key: str, *, text: str = "", shift: bool = False) -> None:
        """Press and release a key."""
        common = {"key": key, "code": key, "modifiers": 8 if shift else 0, "windowsVirtualKeyCode": _CODES.get(key, 0)}
        self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **common)
        self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def write(self, text: str) -> None:
        """Write where the keyboard is."""
        self.call("Input.insertText", text=text)

    def picture(self, path: Path, *, whole: bool = False) -> None:
        """Save what is seen, or the whole page, as PNG."""
        shot = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _read(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            if not select.select([self._reading], [], [], _PATIENCE)[0]:
                raise TimeoutError("the browser does not answer")
            block = os.read(self._reading, 1 << 16)
            if not block:
                raise RuntimeError("the browser has ended")
            self._buffer += block
        line, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(line)
        self._note(message.get("method", ""), message.get("params", {}))
        return message

    def _note(self, method: str, parameters: Mapping[str, Any]) -> None:
        if method == "Runtime.exceptionThrown":
            self.errors.append(str(parameters["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "warning", "assert"):
            self.errors.append(str([each.get("value", each.get("description")) for each in parameters["args"]]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] in ("error", "warning"):
            self.errors.append(str(parameters["entry"]["text"]))
        elif method == "Network.requestWillBeSent":
            url = parameters["request"]["url"]
            if not url.startswith(("data:", "blob:")) and parameters.get("type") != "Document":
                self.requests.append(url)


_CODES = {"Tab": 9, "Enter": 13, "ArrowDown": 40, "ArrowUp": 38, " ": 32}


@contextmanager
def browser(profile: Path) -> Iterator[Page]:
    """A new browser with a profile of its own in this folder, ended with all that it started."""
    assert PROGRAM, "no Chromium here"
    to_browser, from_us = os.pipe()
    to_us, from_browser = os.pipe()
    command = [PROGRAM, *_FLAGS, f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(
        [sys.executable, "-c", _LAUNCH, str(to_browser), str(from_browser), *command],
        pass_fds=(to_browser, from_browser),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(to_browser)
    os.close(from_browser)
    try:
        yield Page(to_us, from_us)
    finally:
        os.close(from_us)
        os.close(to_us)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 9)
        process.wait()
