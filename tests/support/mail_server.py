"""An SMTP server on loopback that keeps the mails it gets."""

from __future__ import annotations

import email
import email.policy
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from typing import Any, NamedTuple

from aiosmtpd.controller import Controller


class Mail(NamedTuple):
    """A mail as it came."""

    sender: str
    receivers: list[str]
    subject: str
    text: str


class MailServer:
    """Takes every mail."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.mails: list[Mail] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        message = email.message_from_bytes(envelope.content, EmailMessage, policy=email.policy.default)
        body = message.get_body(("plain",))
        text = body.get_content() if body else ""
        self.mails.append(Mail(envelope.mail_from, list(envelope.rcpt_tos), str(message["Subject"]), text))
        return "250 OK"


@contextmanager
def mail_server() -> Iterator[MailServer]:
    """A context with a server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        server = MailServer(free.getsockname()[1])
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop()
