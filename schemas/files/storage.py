"""Files by URI: a local path, `s3://`, `gs://` or `hdfs://`, through Arrow's file systems.

Credentials and endpoints come from the environment, as each store's own tools read them (`AWS_*` with
`AWS_ENDPOINT_URL`, `GOOGLE_APPLICATION_CREDENTIALS`, `HADOOP_HOME` with `JAVA_HOME` and `CLASSPATH`).
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import json
import os
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import pyarrow as pa
from pyarrow import fs

from schemas.errors import InputError, folder_gone
from schemas.files import hadoop, object_stores, processes
from schemas.files.object_stores import is_gcs, is_object_store

_BLOCK = 1 << 20


def resolve(uri: str) -> tuple[fs.FileSystem, str]:
    """File system and path of a URI or local path. Raises InputError for one that cannot be reached."""
    _check_name(uri)
    if "://" not in uri:
        try:
            path = os.path.abspath(uri)  # noqa: PTH100 (Path.absolute keeps "..")
        except FileNotFoundError as error:
            raise InputError(folder_gone()) from error
        _check_name(path)
        return fs.LocalFileSystem(), path
    try:
        filesystem, path = object_stores.find(uri) if is_object_store(uri) else fs.FileSystem.from_uri(uri)
    except (pa.ArrowInvalid, OSError) as error:
        why = hadoop.failure(str(error)) if hadoop.is_hdfs(uri) else str(error)
        raise InputError(f"{uri}: cannot be reached ({why})") from error
    return filesystem, path


def _check_name(name: str) -> None:
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{name!r}: the name is not UTF-8; rename the file, or take a UTF-8 locale") from error


def is_local(uri: str) -> bool:
    """Whether the URI is on a file system where a directory can be renamed and a file mapped into memory."""
    return isinstance(resolve(uri)[0], fs.LocalFileSystem)


def join(uri: str, *names: str) -> str:
    """The URI of something below another, by its names as the file system has them."""
    return "/".join([uri.rstrip("/"), *(map(object_stores.quoted, names) if is_object_store(uri) else names)])


@contextmanager
def reaching(uri: str) -> Iterator[None]:
    """A context for asking about what is at the URI: an error of the file system becomes an InputError."""
    try:
        yield
    except NotADirectoryError as error:
        raise _is_a_file(uri) from error
    except object_stores.errors(uri) as error:
        raise InputError(
            f"{uri}: cannot be reached ({error}); see to it and run the same command again: it continues where it was"
        ) from error


def _is_a_file(uri: str) -> InputError:
    return InputError(f"{uri}: it, or a part of its path, is a file where a directory is meant; name that")


def exists(uri: str) -> bool:
    """Whether there is a file or directory at the URI."""
    return bool(_info(uri).type != fs.FileType.NotFound)


def _info(uri: str) -> fs.FileInfo:
    filesystem, path = resolve(uri)
    with reaching(uri):
        return filesystem.get_file_info(path)


FULL_DISK: Final = (errno.ENOSPC, errno.EDQUOT)
"""Numbers of the errors for want of space."""


@dataclass(frozen=True)
class Stamp:
    """What tells without reading a file whether it is another than before."""

    uri: str
    size: int | None
    """Bytes; None where there is no file."""
    mtime_ns: int | None
    """When it was written, as its file system or store has it."""


def stamp(uri: str) -> Stamp:
    """The stamp of the file at the URI, by one request."""
    info = _info(uri)
    return Stamp(uri, info.size, info.mtime_ns)


def size(uri: str) -> int:
    """Size of a file in bytes. Raises InputError where there is none."""
    info = _info(uri)
    if info.type != fs.FileType.File:
        raise InputError(f"{uri}: no such file")
    return int(info.size)


def open_input(uri: str) -> pa.NativeFile:
    """The file at the URI, open for reading and seeking. Raises InputError where there is none."""
    filesystem, path = resolve(uri)
    try:
        if is_object_store(uri):
            return object_stores.open_input(uri, filesystem, path)
        return filesystem.open_input_file(path)
    except FileNotFoundError as error:
        raise InputError(f"{uri}: no such file") from error
    except NotADirectoryError as error:
        raise _is_a_file(uri) from error
    except object_stores.errors(uri) as error:
        raise InputError(f"{uri}: cannot be read ({error})") from error


@contextmanager
def writing(uri: str) -> Iterator[None]:
    """A context for writing the file at the URI: an error of the file system becomes an InputError."""
    try:
        yield
    except object_stores.errors(uri) as error:
        what = "free some space" if getattr(error, "errno", None) in FULL_DISK else "see to it"
        raise InputError(
            f"{uri}: cannot be written ({error}); {what} and run the same command again: it continues where it was"
        ) from error


def open_output(uri: str) -> pa.NativeFile:
    """A new file at the URI, its directories made, open for writing."""
    filesystem, path = resolve(uri)
    with writing(uri):
        _make_parent(uri)
        return filesystem.open_output_stream(path, compression=None)


def _make_parent(uri: str) -> None:
    # In a store it would be an object of its own. In GCS Arrow would even make a bucket, for a name with a mistake.
    if not is_object_store(uri):
        filesystem, path = resolve(uri)
        filesystem.create_dir(path.rpartition("/")[0])


def temporary_name(uri: str) -> str:
    """Where to write what is to be at the URI: another name for each try, with the process, for `remove_abandoned`."""
    return f"{uri}.{processes.system()}-{os.getpid()}-{uuid.uuid4().hex[:16]}.tmp"


_TEMPORARY = re.compile(r".*\.([0-9a-f]*)-(\d{1,9})-[0-9a-f]{16}\.tmp", re.DOTALL)


def remove_abandoned(folder: str, start: str = "") -> None:
    """Delete what killed processes of this system have left half-written in a directory, of names that begin so.

    What cannot be deleted stays for the next time.
    """
    with contextlib.suppress(InputError):
        for info in _listed(folder):
            tried = _TEMPORARY.fullmatch(info.base_name)
            if tried and info.base_name.startswith(start) and processes.is_gone(tried[1], int(tried[2])):
                remove = remove_file if info.type == fs.FileType.File else remove_directory
                with contextlib.suppress(InputError):
                    remove(join(folder, info.base_name))


class NewFile(io.RawIOBase):
    """A file that appears when it is complete: it has a temporary name until `commit`, and is gone after `discard`.

    As a context it is committed at the end, and discarded where an exception ends it. The temporary name, which ends in
    `.tmp`, is another for each try: engines may try a unit twice at a time. It names the process, for
    `remove_abandoned`. An object store publishes what was written to a stream when the stream is closed, be it after an
    error; there the object is copied to its own name, by the store itself. Raises InputError where something cannot be
    written.
    """

    def __init__(self, uri: str) -> None:
        self._uri = uri
        self._temporary = temporary_name(uri)
        self._stream = open_output(self._temporary)
        self.size = 0
        """Bytes written so far."""

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.size

    def write(self, data: Any) -> int:
        view = memoryview(data)
        # A Parquet writer that is thrown away still writes its footer.
        if not self._stream.closed:
            with writing(self._uri):
                self._stream.write(view)
        self.size += view.nbytes
        return view.nbytes

    def commit(self) -> None:
        """Give the file its own name, in place of one that has it."""
        with writing(self._uri):
            self._stream.close()
            if is_local(self._uri):
                Path(resolve(self._temporary)[1]).replace(resolve(self._uri)[1])
            else:
                move(self._temporary, self._uri)

    def discard(self) -> None:
        """Throw the file away; whatever goes wrong with that is left for the next run to clear up."""
        with contextlib.suppress(OSError):
            self._stream.close()
        with contextlib.suppress(InputError):
            remove_file(self._temporary)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.discard()
            return
        try:
            self.commit()
        except BaseException:
            self.discard()
            raise


class StoredFile(NamedTuple):
    """A file below a directory."""

    name: str
    """Its path, relative to the directory."""
    size: int
    """In bytes."""
    modified: datetime
    """When it was written, in UTC."""


def scan_files(uri: str) -> list[StoredFile]:
    """All files below a directory, sorted by name; empty where there is no directory."""
    start = len(resolve(uri)[1].rstrip("/")) + 1
    infos = _listed(uri, recursive=True)
    return sorted(StoredFile(i.path[start:], i.size, i.mtime) for i in infos if i.type == fs.FileType.File)


def _listed(uri: str, *, recursive: bool = False) -> list[fs.FileInfo]:
    """What is in a directory, or anywhere below it; empty where there is no directory."""
    filesystem, path = resolve(uri)
    with reaching(uri):
        infos = filesystem.get_file_info(fs.FileSelector(path, allow_not_found=True, recursive=recursive))
    try:
        return [info for info in infos if info.path]
    except UnicodeDecodeError as error:
        # Arrow decodes a path when it is asked for it.
        _check_name(os.fsdecode(error.object))
        raise


def list_files(uri: str) -> list[str]:
    """Paths of all files below a directory, relative to it, sorted; empty where there is no directory."""
    return [file.name for file in scan_files(uri)]


def list_names(uri: str, kind: fs.FileType = fs.FileType.File) -> list[str]:
    """Names of the files in a directory, or of what else, not of those further below, sorted; empty where none is."""
    if kind == fs.FileType.Directory and is_gcs(uri):
        # Arrow finds those only that somebody has made as an object.
        return sorted({name.partition("/")[0] for name in list_files(uri) if "/" in name})
    return sorted(info.base_name for info in _listed(uri) if info.type == kind)


def remove_file(uri: str) -> None:
    """Delete a file; nothing happens where there is none."""
    filesystem, path = resolve(uri)
    if exists(uri):
        # Another may be as fast; and a store whose answer was lost is asked again.
        with writing(uri), contextlib.suppress(FileNotFoundError):
            filesystem.delete_file(path)


def remove_directory(uri: str) -> None:
    """Delete a directory with all below it; nothing happens where there is none."""
    filesystem, path = resolve(uri)
    if _info(uri).type == fs.FileType.Directory:
        with writing(uri):
            try:
                filesystem.delete_dir(path)
            except FileNotFoundError:
                # In GCS Arrow deletes all objects, and last that of the directory, which nobody has made.
                if exists(uri):
                    raise


def move(source: str, destination: str) -> None:
    """Rename a file or directory; on one local file system this is atomic."""
    filesystem, path = resolve(source)
    target = resolve(destination)[1]
    with writing(destination):
        _make_parent(destination)
        if is_gcs(source):
            # A deletion whose answer was lost is asked for again, and for Arrow it is a failure that nothing is there.
            filesystem.copy_file(path, target)
            with contextlib.suppress(FileNotFoundError):
                filesystem.delete_file(path)
        else:
            filesystem.move(path, target)


def read_bytes(uri: str) -> bytes:
    """The content of a small file. Raises InputError where there is none."""
    with open_input(uri) as stream, reaching(uri):
        return bytes(stream.read())


def read_text(uri: str) -> str:
    """The text of a small file, without a byte order mark. Raises InputError where there is none."""
    content = read_bytes(uri)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{uri}: not UTF-8 ({error}); save it as UTF-8") from error


def read_json(uri: str) -> Any:
    """The JSON document at the URI. Raises InputError where it is missing or no JSON."""
    text = read_text(uri)
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"{uri}: not JSON ({error})") from error


def write_text(uri: str, text: str) -> None:
    """Write a small file whole: a reader sees the old content or the new, never a part."""
    with NewFile(uri) as file:
        file.write(text.encode())


def put_text(uri: str, text: str) -> None:
    """Write a small object of a store by one request: a reader sees the old content or the new.

    Not for local files, of which a reader could see a part: `write_text`.
    """
    with writing(uri), open_output(uri) as stream:
        stream.write(text.encode())


def write_json(uri: str, document: Any) -> None:
    """Write a JSON document, keys in their given order, as `write_text` does."""
    write_text(uri, json.dumps(document, indent=1, ensure_ascii=False) + "\n")


def copy(source: str, destination: str) -> None:
    """Copy a file, as `write_text` writes: a reader sees the old content or the new."""
    with NewFile(destination) as file:
        for block in _blocks(source):
            file.write(block)


def _blocks(uri: str) -> Iterator[bytes]:
    """The content of a file. Raises InputError where there is none or it cannot be read."""
    with open_input(uri) as stream:
        while True:
            with reaching(uri):
                block = stream.read(_BLOCK)
            if not block:
                return
            yield block


def checksum(uri: str) -> str:
    """SHA-256 of a file, in hexadecimal. Raises InputError where there is none or it cannot be read."""
    digest = hashlib.sha256()
    for block in _blocks(uri):
        digest.update(block)
    return digest.hexdigest()
