"""The levels of a domain's corpus, after CrossNER (Liu et al., 2021), 'Pre-training Corpus'.

- `domain`: every sentence of the domain's pages;
- `entity`: those with several entities ("sentences that contain multiple entities"; the paper gives no number);
- `task`: those with an entity of the domain's specialised types;
- `integrated`: the entity level and twice the task level, as copies, so that a sentence of both counts three times.

An entity is a mention of something in the DBpedia ontology: a mention without a class is none. The entity level may
count only those of a class that is typical of the domain, which is not in the paper.
"""

from __future__ import annotations

from collections.abc import Sequence

from corpora.gazetteer.search import Gazetteer, Match
from schemas.labels import ENTITY

LEVELS = ("domain", "entity", "task", "integrated")


def level_copies(n_typical: int, n_specialised: int, min_entities: int) -> dict[str, int]:
    """How often a sentence with so many entities stands in each level; levels that lack it are left out.

    `n_typical` are of a class that the entity level asks for, all of its entities where it asks for none;
    `n_specialised` of the domain's specialised types.
    """
    several, specialised = n_typical >= min_entities, n_specialised > 0
    copies = {"domain": 1, "entity": int(several), "task": int(specialised), "integrated": several + 2 * specialised}
    return {level: number for level, number in copies.items() if number}


def entity_classes(
    mentions: Sequence[tuple[int, int, str]], matches: Sequence[Match], gazetteer: Gazetteer | None
) -> list[str]:
    """Class of each entity of a sentence: those of the typed mentions, and those that the gazetteer finds beside them.

    A mention is given by start, end and class, ENTITY where its target has none: then it is no entity, and the
    gazetteer does not look there either, since the link says what is meant. `matches` are those of the gazetteer in the
    sentence. A class of the gazetteer may be ENTITY: a name that stands for several kinds of things is an entity all
    the same.
    """
    classes = [name for _, _, name in mentions if name != ENTITY]
    if gazetteer is not None:
        free = (m for m in matches if all(m.end <= start or end <= m.start for start, end, _ in mentions))
        classes += [gazetteer.classes[gazetteer.class_ids[match.number]] for match in free]
    return classes
