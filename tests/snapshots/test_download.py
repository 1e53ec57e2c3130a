"""Downloading from a publisher that is not well."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
import urllib3

from schemas.datasets.snapshot_lock import LockedFile
from schemas.errors import InputError
from snapshots.client import Client, NotThereError
from snapshots.download import ChangedError, _whole_size, download
from tests.support.publisher import Publisher, Trouble

CONTENT = bytes(range(256)) * 40
OTHER = CONTENT[::-1]
TAG = f'"{hashlib.sha1(CONTENT).hexdigest()}"'
STALLED_SECONDS = 1.0
"""After which an answer is given up; on a busy machine a good one may take a while."""


@pytest.fixture
def file(publisher: Publisher) -> LockedFile:
    """A file of a publisher that says how large it is and what its SHA-1 is."""
    publisher.files["/a"] = CONTENT
    sha1 = hashlib.sha1(CONTENT).hexdigest()
    return LockedFile("a.bz2", "pages", f"{publisher.address}/a", len(CONTENT), f"sha1:{sha1}")


def fetched(file: LockedFile, folder: Path, client: Client) -> bytes:
    """The content that came, all of which was told of; nothing but the file is left."""
    came: list[int] = []
    before = sum(path.stat().st_size for path in folder.glob("*.part"))
    found = download(file, folder, client, came.append)
    assert [path.name for path in folder.iterdir()] == [file.name]
    content = (folder / file.name).read_bytes()
    assert before + sum(came) == len(content)
    assert found == replace(file, size=len(content), sha256=hashlib.sha256(content).hexdigest())
    return content


def test_a_file_comes_whole(file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path) -> None:
    assert fetched(file, tmp_path, client) == CONTENT
    assert publisher.asked == [("/a", "", "")]
    assert [agent.split(" urllib3/")[0] for agent in publisher.agents] == ["wiki-ner-corpora/0.1.0 (tests@example.org)"]


@pytest.mark.parametrize("stalls", [False, True])
def test_what_is_broken_off_or_stalls_goes_on_where_it_was(
    file: LockedFile, publisher: Publisher, client: Client, pauses: list[float], tmp_path: Path, stalls: bool
) -> None:
    # More often than is tried in vain: each time something came.
    publisher.trouble["/a"] = [Trouble(cut=100, stalls=stalls) for _ in range(5)]
    assert fetched(file, tmp_path, replace(client, timeout=STALLED_SECONDS)) == CONTENT
    assert publisher.asked == [("/a", "", ""), *(("/a", f"bytes={100 * n}-", TAG) for n in range(1, 6))]
    assert len(pauses) == 5 and max(pauses) <= 1


def test_a_file_that_is_elsewhere_by_now_is_followed(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.files["/b"] = CONTENT
    publisher.trouble["/a"] = [Trouble(status=302, headers={"Location": "/b"})] * 2
    publisher.trouble["/b"] = [Trouble(cut=100)]
    assert fetched(file, tmp_path, client) == CONTENT
    whole, rest = ("", ""), ("bytes=100-", TAG)
    assert publisher.asked == [("/a", *whole), ("/b", *whole), ("/a", *rest), ("/b", *rest)]


def test_a_server_that_gives_no_parts_is_asked_for_the_whole(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.gives_parts = False
    publisher.trouble["/a"] = [Trouble(cut=100)]
    assert fetched(file, tmp_path, client) == CONTENT


@pytest.mark.parametrize(
    ("trouble", "least"),
    [
        (Trouble(status=429, headers={"Retry-After": "7"}), 7),
        (Trouble(status=503, headers={"Retry-After": "Wed, 21 Oct 2015 07:28:00 GMT"}), 0),
        (Trouble(status=503), 0),
        (Trouble(cut=0), 0),
    ],
)
def test_a_server_that_asks_to_wait_is_waited_for(
    trouble: Trouble,
    least: float,
    file: LockedFile,
    publisher: Publisher,
    client: Client,
    pauses: list[float],
    tmp_path: Path,
) -> None:
    publisher.trouble["/a"] = [trouble, trouble]
    assert fetched(file, tmp_path, client) == CONTENT
    assert len(pauses) == 2
    assert least <= pauses[0] <= least + 1 and least <= pauses[1] <= least + 2


@pytest.mark.parametrize(
    ("trouble", "times", "message"),
    [
        (Trouble(status=503), 3, r"/a: the server says 503 .*, 3 times in a row; give the same command again: it goes"),
        (Trouble(cut=0), 3, r"/a: .*, 3 times in a row; give"),
        (Trouble(cut=0, stalls=True), 3, r"/a: .*timed out.*, 3 times in a row; give"),
        (
            Trouble(status=429, headers={"Retry-After": "3600"}),
            1,
            r"/a: the server says 429 .*; the server asks to wait 3,600 s; give the same command again",
        ),
        (Trouble(status=403), 1, r"/a: the server says 403 'Forbidden'; Wikimedia refuses those who do not say whom"),
        (Trouble(status=404), 1, r"/a: the server says 404 'Not Found'$"),
        (Trouble(status=418), 1, r"/a: the server says 418 \"I'm a Teapot\"$"),
    ],
)
def test_what_does_not_pass_is_said(
    trouble: Trouble,
    times: int,
    message: str,
    file: LockedFile,
    publisher: Publisher,
    client: Client,
    tmp_path: Path,
) -> None:
    publisher.trouble["/a"] = [trouble] * 5
    with pytest.raises(InputError, match=message) as raised:
        download(file, tmp_path, replace(client, timeout=STALLED_SECONDS), lambda _: None)
    assert len(publisher.asked) == times
    assert isinstance(raised.value, NotThereError) == (trouble.status == 404)
    assert not (tmp_path / file.name).exists()


def test_a_file_that_is_not_what_its_publisher_says_is_deleted(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.files["/a"] = OTHER
    wrong = hashlib.sha1(OTHER).hexdigest()
    with pytest.raises(ChangedError, match=rf"/a: its SHA1 is {wrong}, and its publisher says .*; what came"):
        download(file, tmp_path, client, lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_not_what_the_lock_says_is_deleted(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.files["/a"] = OTHER
    pinned = replace(file, published="", sha256=hashlib.sha256(CONTENT).hexdigest())
    with pytest.raises(ChangedError, match=r"/a: its SHA-256 is \w+, and the snapshot lock has \w+; what came was"):
        download(pinned, tmp_path, client, lambda _: None)
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_has_another_size_by_now_is_refused_before_it_comes(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.files["/a"] = CONTENT + b"more"
    with pytest.raises(ChangedError, match=r"/a: has 10,244 bytes, and had 10,240 when the snapshot was pinned"):
        download(file, tmp_path, client, lambda _: None)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("heeds_tags", [True, False])
def test_a_file_that_changes_between_two_requests_is_not_put_together_of_both(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path, heeds_tags: bool
) -> None:
    """Its size stays, and the publisher says no checksum: only the tag tells."""
    publisher.heeds_tags = heeds_tags
    publisher.trouble["/a"] = [Trouble(cut=100)]
    client = replace(client, tries=1)
    unsaid = replace(file, published="")
    with pytest.raises(InputError, match=r"/a: .*, 1 times in a row"):
        download(unsaid, tmp_path, client, lambda _: None)
    assert (tmp_path / "a.bz2.part").read_bytes() == CONTENT[:100]
    publisher.files["/a"] = OTHER
    assert fetched(unsaid, tmp_path, replace(client, tries=2)) == OTHER
    assert publisher.asked[1] == ("/a", "bytes=100-", TAG)


def test_what_nothing_tells_to_be_the_same_file_comes_anew(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    publisher.gives_tags = False
    publisher.trouble["/a"] = [Trouble(cut=100)]
    assert fetched(replace(file, published="", size=None), tmp_path, client) == CONTENT
    assert publisher.asked == [("/a", "", ""), ("/a", "", "")]


@pytest.mark.parametrize(
    ("there", "asked"),
    [
        (CONTENT, []),
        (CONTENT[:300], [("/a", "bytes=300-", TAG)]),
        (CONTENT + b"more", [("/a", "", "")]),
    ],
)
def test_what_is_there_of_a_file_is_used(
    there: bytes,
    asked: list[tuple[str, str, str]],
    file: LockedFile,
    publisher: Publisher,
    client: Client,
    tmp_path: Path,
) -> None:
    (tmp_path / "a.bz2.part").write_bytes(there)
    note = {"address": file.address, "validator": TAG}
    (tmp_path / "a.bz2.part.json").write_text(json.dumps(note))
    assert fetched(file, tmp_path, client) == CONTENT
    assert publisher.asked == asked


def test_what_was_begun_elsewhere_is_gone_on_with_by_its_checksum_alone(
    file: LockedFile, publisher: Publisher, client: Client, tmp_path: Path
) -> None:
    (tmp_path / "a.bz2.part").write_bytes(CONTENT[:300])
    (tmp_path / "a.bz2.part.json").write_text('{"address": "http://mirror/a", "validator": "another"}')
    assert fetched(file, tmp_path, client) == CONTENT
    assert publisher.asked == [("/a", "bytes=300-", "")]


def test_a_server_that_cannot_be_reached_is_named(client: Client, tmp_path: Path) -> None:
    file = LockedFile("a", "pages", "http://127.0.0.1:9/a", None, "")
    with pytest.raises(InputError, match=r"^http://127\.0\.0\.1:9/a: .*refused.*, 3 times in a row"):
        download(file, tmp_path, client, lambda _: None)


@pytest.mark.parametrize("contact", ["", "me", "a (b) @c", "ä@example.org"])
def test_who_does_not_say_whom_to_write_to_is_refused(contact: str) -> None:
    with pytest.raises(InputError, match=r"^contact '.*': give a mail or web address, .* by --contact or in WIKI_NER_"):
        Client(contact)


@pytest.mark.parametrize(
    ("headers", "done", "size"),
    [
        ({"Content-Length": "15"}, 0, 15),
        ({"Content-Length": "10", "Content-Range": "bytes 5-14/15"}, 5, 15),
        ({"Content-Range": "bytes 5-14/15"}, 5, 15),
        ({"Content-Length": "10", "Content-Range": "bytes 5-14/*"}, 5, 15),
        ({"Content-Range": "bytes 5-14/*"}, 5, None),
        ({}, 0, None),
        ({"Content-Length": "unknown"}, 0, None),
    ],
)
def test_the_size_of_the_whole_file(headers: dict[str, str], done: int, size: int | None) -> None:
    assert _whole_size(urllib3.HTTPResponse(headers=headers), done) == size
