"""The column `mentions` of typed and of filtered sentences."""

from __future__ import annotations

import pyarrow as pa

from schemas.catalog.definition import END, LABEL, QID, START, TARGET, column


def mentions_column(
    type_description: str, name: str = "mentions", description: str = "entity mentions, in order, not overlapping"
) -> pa.Field:
    """Mentions as `schemas.records.Mention` has them; `type_description` says what their type is."""
    mention = [
        START,
        END,
        column("type", LABEL, type_description),
        column(
            "source",
            LABEL,
            "anchors: direct (the target is typed), redirect (it redirects to a typed title), none (no type); unlinked "
            "mentions: propagated-title, -surface, -last-name, -later or -abbreviation, capitalised or gazetteer, by "
            "the rule that found them",
        ),
        TARGET,
        column("redirects", pa.uint8(), "redirects between the target and the typed article"),
        column(
            "origin",
            LABEL,
            "source of the class: dump, sparql, infobox, wikidata or correction; empty where there is none",
        ),
        column("flag", LABEL, "why the mention may be noise (docs/typing.md), empty where no rule says so"),
        QID,
    ]
    kind = pa.list_(pa.field("element", pa.struct(mention), nullable=False))
    return column(name, kind, description)
