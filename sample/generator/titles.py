"""Titles as MediaWiki reads them: namespaces, interwiki prefixes, the canonical form."""

from __future__ import annotations

import unicodedata

# The namespaces of the English Wikipedia in 2026, which readers must tell from titles with a colon.
NAMESPACES = {
    -2: "Media", -1: "Special", 0: "", 1: "Talk", 2: "User", 3: "User talk", 4: "Wikipedia", 5: "Wikipedia talk",
    6: "File", 7: "File talk", 8: "MediaWiki", 9: "MediaWiki talk", 10: "Template", 11: "Template talk", 12: "Help",
    13: "Help talk", 14: "Category", 15: "Category talk", 100: "Portal", 101: "Portal talk", 118: "Draft",
    119: "Draft talk", 126: "MOS", 127: "MOS talk", 710: "TimedText", 711: "TimedText talk", 828: "Module",
    829: "Module talk", 1728: "Event", 1729: "Event talk",
}  # fmt: skip
NAMESPACE_IDS = {name.lower(): number for number, name in NAMESPACES.items() if name} | {"image": 6}
INTERWIKI = {
    "af", "ar", "az", "br", "ca", "cs", "da", "de", "eo", "es", "fa", "fi", "fr", "he", "hi", "id", "ig", "is", "it",
    "ja", "ko", "la", "nl", "pl", "pt", "ru", "simple", "sv", "uk", "vi", "yo", "zh",
    "commons", "s", "species", "wikt", "wiktionary",
}  # fmt: skip
"""Prefixes of other wikis and languages that the sample's links use; such a link names no page of this wiki."""


def namespace_of(title: str) -> int:
    """The number of the namespace that the title's prefix names; 0 where it names none."""
    prefix, colon, _ = title.partition(":")
    return NAMESPACE_IDS.get(prefix.strip().lower(), 0) if colon else 0


def name_of(title: str) -> str:
    """The title without its namespace and with underscores, as the SQL tables keep it."""
    name = title.partition(":")[2] if namespace_of(title) else title
    return name.strip().replace(" ", "_")


def canonical(title: str) -> str:
    """The title as MediaWiki keeps it: spaces, NFC, first letter upper case."""
    title = " ".join(unicodedata.normalize("NFC", title.replace("_", " ")).split())
    return title[:1].upper() + title[1:] if len(title[:1].upper()) == 1 else title
