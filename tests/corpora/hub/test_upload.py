"""A folder arrives at a hub as it is; whatever the user can correct is told in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from huggingface_hub.utils.tqdm import disable_progress_bars, enable_progress_bars

from corpora.hub.upload import _refusal, main
from tests.support.fake_hub import TOKEN, FakeHub, fake_hub

FILES = {
    "README.md": b"---\nlicense: cc-by-sa-4.0\n---\n\n# Corpora\n",
    "LICENSE": b"Attribution-ShareAlike\n",
    "croissant.json": b"{}\n",
    "data/ner-4/train-00000-of-00002.parquet": b"PAR1" + bytes(range(256)) * 40,
    "data/ner-4/train-00001-of-00002.parquet": b"PAR1" + bytes(range(256)) * 10,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in FILES.items():
        path = tmp_path / "build=0" / "_hub" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path / "build=0"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with fake_hub() as server:
        monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", server.address)
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
        # The protocol of the hub's own storage is not one that a small server can speak.
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)
        monkeypatch.setenv("HF_TOKEN", TOKEN)
        disable_progress_bars()
        yield server
        enable_progress_bars()


@pytest.mark.parametrize("place", [".", "_hub"])
def test_a_folder_arrives_as_it_is(hub: FakeHub, folder: Path, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(folder / place), "me/corpora"]) == 0
    assert hub.repos == {"me/corpora": {".gitattributes": b"", **FILES}}
    assert hub.visibility == {"me/corpora": "private"}
    assert set(hub.cards) == {FILES["README.md"].decode()}
    assert hub.messages == ["Upload corpora"]
    # The hub counts what its clients are.
    assert "wiki-ner-corpora" in hub.clients
    assert capsys.readouterr().out == f"{hub.address}/datasets/me/corpora\n"


def test_another_release_replaces_the_data(hub: FakeHub, folder: Path) -> None:
    assert main([str(folder), "me/corpora", "--public"]) == 0
    assert hub.visibility == {"me/corpora": "public"}
    hub.repos["me/corpora"]["notes.md"] = b"by hand"
    (folder / "_hub/data/ner-4/train-00001-of-00002.parquet").unlink()
    (folder / "_hub/data/ner-4/train-00000-of-00002.parquet").rename(
        folder / "_hub/data/ner-4/train-00000-of-00001.parquet"
    )
    assert main([str(folder), "me/corpora"]) == 0
    data = FILES["data/ner-4/train-00000-of-00002.parquet"]
    assert {name: content for name, content in hub.repos["me/corpora"].items() if name.startswith("data/")} == {
        "data/ner-4/train-00000-of-00001.parquet": data
    }
    assert hub.repos["me/corpora"]["notes.md"] == b"by hand"


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 40
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_what_the_user_can_correct_is_told_in_one_line(
    hub: FakeHub, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    place = str(folder)
    assert "someone/corpora: the token may not write there" in complaint([place, "someone/corpora"], capsys)
    assert "a b/c d: not the name of a repository" in complaint([place, "a b/c d"], capsys)
    assert f"{tmp_path}: no folder for a hub" in complaint([str(tmp_path), "me/corpora"], capsys)
    # Any dataset has a description of itself; a folder for a hub has one for machines too.
    (tmp_path / "README.md").write_text("A folder.")
    assert f"{tmp_path}: no folder for a hub" in complaint([str(tmp_path), "me/corpora"], capsys)
    (tmp_path / "README.md").rename(tmp_path / "croissant.json")
    assert f"{tmp_path}: no folder for a hub" in complaint([str(tmp_path), "me/corpora"], capsys)
    monkeypatch.setenv("HF_TOKEN", "hf_wrong")
    assert "me/corpora: the hub does not accept the token; log in with" in complaint([place, "me/corpora"], capsys)
    monkeypatch.setattr("huggingface_hub.get_token", lambda: None)
    assert "me/corpora: no token; log in with `hf auth login`" in complaint([place, "me/corpora"], capsys)
    assert hub.repos == {}


def test_a_hub_that_is_not_there_is_told_in_one_line(
    hub: FakeHub, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", "http://127.0.0.1:1")
    assert "me/corpora: cannot be uploaded to http://127.0.0.1:1 (" in complaint([str(folder), "me/corpora"], capsys)
    assert hub.repos == {}


def test_another_refusal_is_told_as_the_hub_says_it() -> None:
    response = SimpleNamespace(status_code=507)
    said = SimpleNamespace(response=response, server_message="no room\n left")
    assert _refusal(said) == "the hub refused it (no room left)"

    refused = OSError("507 for\nurl")
    vars(refused).update(response=response, server_message=None)
    assert _refusal(refused) == "the hub refused it (507 for url)"


def test_without_the_library_the_extra_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    assert complaint([str(folder), "me/corpora"], capsys) == (
        "python -m corpora.hub.upload: to upload, install the extra hub: in the checkout, pip install -c "
        "constraints.txt '.[hub]'"
    )


def test_an_interrupted_upload_says_how_it_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(folder: str, repo: str, *, public: bool) -> str:
        assert (folder, repo, public) == ("folder", "me/corpora", True)
        raise KeyboardInterrupt

    monkeypatch.setattr("corpora.hub.upload.upload_folder", interrupted)
    assert main(["folder", "me/corpora", "--public"]) == 130
    assert capsys.readouterr() == (
        "",
        "python -m corpora.hub.upload: interrupted; give the same command again to upload what is missing\n",
    )
