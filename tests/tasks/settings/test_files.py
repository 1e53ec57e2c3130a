from __future__ import annotations

import os
from pathlib import Path

import pytest

import pipelines  # noqa: F401 (registers the tasks whose settings are checked)
from schemas.errors import InputError
from tasks.settings.check import check_settings
from tasks.settings.files import check_readable, files_text

pytestmark = pytest.mark.usefixtures("folder")


def test_the_files_are_told_those_that_override_others_first(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert files_text() == ""
    (folder / "luigi.cfg").write_text("[Build]\nroot = data\n")
    assert files_text() == "luigi.cfg"
    (folder / "mine.cfg").write_text("")
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    assert files_text() == "mine.cfg over luigi.cfg"


def test_an_overriding_file_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "settings/rael.cfg")
    with pytest.raises(InputError, match="LUIGI_CONFIG_PATH = settings/rael.cfg: no such file"):
        check_settings()


def test_what_luigi_would_read_in_the_encoding_of_the_locale_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, other = folder / "plain.cfg", folder / "other.cfg"
    plain.write_text("[Build]\nroot = Muenchen\n", encoding="utf-8")
    other.write_text("[Build]\nroot = München\n", encoding="utf-8")
    check_readable([plain, other])
    for encoding in ("ANSI_X3.4-1968", "ISO-8859-1"):
        monkeypatch.setattr("locale.getpreferredencoding", lambda _=True, encoding=encoding: encoding)
        check_readable([plain])
        told = f"^{other}: has letters that are not ASCII, and the locale is of {encoding}; take one of UTF-8, as by "
        with pytest.raises(InputError, match=told):
            check_readable([plain, other])


@pytest.mark.parametrize("content", ["", "# all is\n# commented out\n", "[Build]\n"])
def test_a_settings_file_that_is_named_and_sets_nothing_is_refused(
    content: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("luigi.cfg").write_text(content, encoding="utf-8")
    Path("cut.cfg").write_text(content, encoding="utf-8")
    check_readable([Path("luigi.cfg")])  # nobody asked for that one
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "./cut.cfg")
    told = r"^cut.cfg: sets nothing; write settings into it, as root below \[Build\], or leave it out$"
    with pytest.raises(InputError, match=told):
        check_readable([Path("cut.cfg")])
    with pytest.raises(InputError, match=told):
        check_settings()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            b"\xef\xbb\xbf[Build]\n",
            "^mine.cfg, line 1: begins with a byte order mark of UTF-8; save it as UTF-8",
        ),
        ("[Build]\n".encode("utf-16"), "^mine.cfg, line 1: begins with a byte order mark of UTF-16; save it"),
        (b"\xfe\xff" + "[Build]\n".encode("utf-16-be"), "^mine.cfg, line 1: begins with a byte order mark of UTF-16;"),
        (b"[Build]\n# M\xfcnchen\n", "^mine.cfg, line 2: not UTF-8"),
        (b"#" * 1_000_001, "^mine.cfg: 1,000,001 bytes are too many for a settings file$"),
    ],
)
def test_a_file_in_another_encoding_is_refused_by_line(
    folder: Path, monkeypatch: pytest.MonkeyPatch, content: bytes, message: str
) -> None:
    (folder / "mine.cfg").write_bytes(content)
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")
    with pytest.raises(InputError, match=message):
        check_settings()


def test_what_is_no_settings_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(folder / "pipe")
    for name, message in [
        ("", "^LUIGI_CONFIG_PATH is empty: name a settings file, or unset it$"),
        ("pipe", "^pipe: is no file that settings can be read from"),
        ("/dev/zero", "^/dev/zero: is no file that settings can be read from"),
        (".", "^.: is no file that settings can be read from"),
        ("x" * 300, "^LUIGI_CONFIG_PATH = x+: no such file"),
        ("mine.toml", r"^LUIGI_CONFIG_PATH = mine.toml: must be a file of `key = value`"),
    ]:
        monkeypatch.setenv("LUIGI_CONFIG_PATH", name)
        with pytest.raises(InputError, match=message):
            check_settings()
    monkeypatch.delenv("LUIGI_CONFIG_PATH")
    with monkeypatch.context() as patch, pytest.raises(InputError, match="^LUIGI_CONFIG_PARSER = toml: must be one of"):
        patch.setenv("LUIGI_CONFIG_PARSER", "toml")
        check_settings()
    (folder / "luigi.cfg").mkdir()
    with pytest.raises(InputError, match="^luigi.cfg: is no file that settings can be read from"):
        check_settings()


def test_an_unreadable_file_is_not_passed_over(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mine.cfg").touch()
    monkeypatch.setenv("LUIGI_CONFIG_PATH", "mine.cfg")

    def refuse(_path: Path) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(InputError, match=r"^mine.cfg: cannot be read \(Permission denied\)$"):
        check_settings()
