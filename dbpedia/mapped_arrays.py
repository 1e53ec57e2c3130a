"""Arrays of different lengths in one Arrow IPC file that is mapped into memory and shared by processes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy.typing as npt
import pyarrow as pa

from schemas.errors import InputError
from schemas.files.local_copies import local_copy
from schemas.files.storage import open_output

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Format:
    """A kind of file."""

    name: str
    """What it is, as messages say it: `title index`."""
    key: str
    """The key of the file's metadata under which it says what it is."""
    version: int
    arrays: Sequence[str]


def write_arrays(form: Format, arrays: Mapping[str, Array], about: Mapping[str, Any], uri: str) -> None:
    """Write the arrays of a format, with what else is to be known `about` them. The same arrays give the same bytes."""
    # One row, each array a list in it, since the columns of a table would have to be of one length.
    lists = [
        pa.LargeListArray.from_arrays(pa.array([0, len(arrays[name])], pa.int64()), pa.array(arrays[name]))
        for name in form.arrays
    ]
    schema = pa.schema(
        [pa.field(name, values.type) for name, values in zip(form.arrays, lists, strict=True)],
        metadata={form.key: json.dumps({"format": form.key, "version": form.version, **about})},
    )
    with open_output(uri) as sink, pa.ipc.new_file(sink, schema) as writer:
        writer.write_batch(pa.RecordBatch.from_arrays(lists, schema=schema))


def open_arrays(form: Format, uri: str) -> tuple[dict[str, Array], dict[str, Any]]:
    """The arrays of a file and what it says about them: pages are read when they are needed.

    A file in an object store is fetched first. Raises InputError for a file that is missing, of another format or
    version, or cut short.
    """
    try:
        with pa.memory_map(local_copy(uri)) as file:
            reader = pa.ipc.open_file(file)
            about = json.loads((reader.schema.metadata or {}).get(form.key.encode(), b"null"))
            batch = reader.get_batch(0) if about else None
    except FileNotFoundError as error:
        raise InputError(f"{uri}: no such {form.name}; build it first") from error
    except (pa.ArrowException, OSError, ValueError) as error:
        raise InputError(f"{uri}: not a {form.name}, or cut short ({error}); build it again") from error
    if batch is None:
        raise InputError(f"{uri}: an Arrow file, but no {form.name}; build it again")
    if about["version"] != form.version:
        raise InputError(
            f"{uri}: {form.name} of version {about['version']}; this program reads {form.version}; build it again"
        )
    return {name: batch.column(name).values.to_numpy() for name in form.arrays}, about
