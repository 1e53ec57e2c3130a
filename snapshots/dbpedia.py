"""What DBpedia publishes: its ontology, and the types of the articles of a language.

There are no checksums beside these files. Their sizes are asked for, and their SHA-256 is that of what came first.
"""

from __future__ import annotations

from typing import Final

from schemas.datasets.snapshot_lock import LockedFile
from schemas.errors import InputError
from snapshots.client import Client, NotThereError
from snapshots.publishers import Publishers, language_of

_EDITIONS: Final = {"simple": "en"}
"""Languages of wikis without an edition of their own, and the edition whose titles are theirs too.

The Simple English Wikipedia names its articles as the English one does.
"""


def ontology_file(publishers: Publishers, client: Client) -> LockedFile:
    """The ontology. Raises InputError where it is not there."""
    return LockedFile("ontology.owl", "ontology", publishers.ontology, client.size(publishers.ontology), "")


def types_file(wiki: str, publishers: Publishers, client: Client) -> LockedFile:
    """The types of the articles in the wiki's language. Raises InputError where the release has none."""
    language = language_of(wiki)
    name = f"instance-types_lang={_EDITIONS.get(language, language)}_specific.ttl.bz2"
    address = f"{publishers.dbpedia}/mappings/instance-types/{publishers.release}/{name}"
    try:
        return LockedFile(name, "instance_types", address, client.size(address), "")
    except NotThereError as error:
        raise InputError(
            f"{error}; name another release by --release, or take the types from Wikidata by --wikidata"
        ) from error
