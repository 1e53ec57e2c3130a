"""The dataset that every step writes beside its own."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import LABEL, Definition, column

REJECTS = Definition(
    name="rejects",
    row="a record that a step refused, and why",
    about="What the step refused, with the reason.",
    schema=pa.schema(
        [
            column("step", LABEL, "the step that refused it"),
            column("reason", LABEL, "why, one of the counters of the step's manifest"),
            column("page_id", pa.int64(), "id of the page, -1 where it could not be read"),
            column("title", pa.string(), "title of the page, empty where it could not be read"),
            column("text", pa.string(), "what was refused or the error, cut to 2,000 code points"),
        ]
    ),
)
