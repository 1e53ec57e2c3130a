"""The cache of tokenised text on disk: a folder of flat `.npy` files for each content, read through a memory map.

The key is a hash of the checksums of the Parquet parts, the tokenizer and the parameters, so that nothing stale is ever
read.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from tokenizers import Tokenizer

from schemas.datasets.dataset import Part

_LAYOUT = 2
"""Version of the layout of the files; a new one makes the cache start anew."""
_META = "meta.json"


def cached(
    cache: Path,
    parts: Sequence[Part],
    encoder: Tokenizer,
    parameters: dict[str, Any],
    make: Callable[[Path], dict[str, int]],
) -> tuple[Path, dict[str, int]]:
    """Folder and counts of what `make` writes for these parts, tokenizer and parameters; made where it is not cached.

    One process makes it while the others wait. The folder gets its name when it is complete.
    """
    content = [_LAYOUT, [part.sha256 for part in parts], encoder.to_str(), parameters]
    name = f"{parameters['kind']}-{hashlib.sha256(json.dumps(content).encode()).hexdigest()[:32]}"
    folder = cache / name
    if not folder.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with (cache / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                partial = cache / f"{name}.partial"
                shutil.rmtree(partial, ignore_errors=True)
                partial.mkdir()
                try:
                    counts = make(partial)
                except Exception:
                    shutil.rmtree(partial)
                    raise
                (partial / _META).write_text(json.dumps(counts), "utf-8")
                partial.rename(folder)
    return folder, json.loads((folder / _META).read_text("utf-8"))


class Columns:
    """Flat .npy files of a folder, written a piece at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, tuple[Any, DTypeLike]] = {}
        self._sizes: Counter[str] = Counter()

    def add(self, name: str, kind: DTypeLike, values: NDArray[Any]) -> None:
        """Append values to a file."""
        if name not in self._files:
            file = (self._folder / f"{name}.npy").open("wb")
            write_header(file, kind, (0,))
            self._files[name] = (file, kind)
        self._files[name][0].write(values.astype(kind, copy=False).tobytes())
        self._sizes[name] += len(values)

    def __enter__(self) -> Columns:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for name, (file, dtype) in self._files.items():
            # numpy leaves room in the header for the first axis to grow.
            file.seek(0)
            write_header(file, dtype, (self._sizes[name],))
            file.close()


def write_header(file: Any, kind: DTypeLike, shape: tuple[int, ...]) -> None:
    """Write what an `.npy` file begins with; numbers of this kind, in rows of this shape, come behind it."""
    header = {"descr": np.lib.format.dtype_to_descr(np.dtype(kind)), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, header)


def read_column(folder: Path, name: str) -> NDArray[Any]:
    """The array of a file, mapped into memory."""
    # As a plain array over the map: slices of numpy's memmap class cost several times as much.
    return np.asarray(np.load(folder / f"{name}.npy", mmap_mode="r"))
