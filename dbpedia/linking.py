"""Linking: from anchors to entity mentions, each with the DBpedia class of its target (NER-BERT, section 2.2)."""

from __future__ import annotations

import operator
import sys
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from dbpedia.mentions.derived import AFTER, BEFORE
from dbpedia.mentions.longer_names import longer_name, longer_type, name_end
from dbpedia.mentions.noise import FLAGS, Flagger, NoiseRules
from dbpedia.mentions.surfaces import shares_word
from dbpedia.mentions.words import Words
from dbpedia.ontology import UNTYPED
from dbpedia.sources.merge import ORIGINS
from dbpedia.title_index import TitleIndex
from dbpedia.wikidata_index import WikidataIndex
from schemas.arrow_tables import label_column, label_list, list_rows, list_starts
from schemas.catalog.dbpedia import TYPED_SENTENCES
from schemas.labels import ENTITY
from schemas.records import MENTION_SOURCES, Anchor, Mention

_DIRECT, _REDIRECT, _NONE = (MENTION_SOURCES.index(source) for source in ("direct", "redirect", "none"))
_ORIGINS = (*ORIGINS, "")
BEFORE_WITHIN = ("", "type", "demonym", "derived")
"""Flags that a mention has not if it only begins a longer name."""
_KIND = TYPED_SENTENCES.schema.field("mentions").type
_place = operator.attrgetter("start", "end")

Chosen = npt.NDArray[np.bool_]
"""Whether each of the mentions of a column is meant, flat."""


class _Types(NamedTuple):
    """What the index has for some targets."""

    types: npt.NDArray[np.int16]
    """Place of each target's class; that of ENTITY is after all classes."""
    sources: npt.NDArray[np.int16]
    """Place of its source in `MENTION_SOURCES`."""
    redirects: npt.NDArray[np.uint8]
    origins: npt.NDArray[np.int16]
    """Place of its class's source in `_ORIGINS`."""


def link(sentences: Sequence[Sequence[Anchor]], index: TitleIndex) -> list[list[Mention]]:
    """The mentions of each sentence, one for each of its anchors, in order, without flags and Wikidata items.

    All sentences are looked up at once: give some hundreds of them or more.
    """
    anchors = list(chain.from_iterable(sentences))
    found = _look_up([anchor.target for anchor in anchors], index)
    names = (*index.classes, ENTITY)
    mentions = (
        Mention(start, end, names[kind], MENTION_SOURCES[source], target, redirects, _ORIGINS[origin], "")
        for (start, end, target), kind, source, redirects, origin in zip(
            anchors, *(numbers.tolist() for numbers in found), strict=True
        )
    )
    return [list(islice(mentions, len(sentence))) for sentence in sentences]


def link_column(anchors: pa.ListArray, index: TitleIndex) -> pa.ListArray:
    """The same for a column `anchors` of `schemas.catalog.wiki.SENTENCES`, as the `mentions` of typed sentences."""
    flat = anchors.flatten()
    found = _look_up(flat.field("target").to_pylist(), index)
    mentions = pa.StructArray.from_arrays(
        [
            flat.field("start"),
            flat.field("end"),
            label_column(found.types, (*index.classes, ENTITY)),
            label_column(found.sources, MENTION_SOURCES),
            flat.field("target"),
            pa.array(found.redirects),
            label_column(found.origins, _ORIGINS),
            label_column(np.zeros(len(flat), np.int16), FLAGS),
            pa.nulls(len(flat), pa.string()),
        ],
        fields=list(_KIND.value_type),
    )
    return _lists(anchors, mentions)


def flag_column(texts: Sequence[str], mentions: pa.ListArray, flag: Flagger, words: Words) -> pa.ListArray:
    """A column `mentions` with the flag that `flag` gives each of them, `within` where it only begins a longer name.

    `texts` are the sentences that the rows of the column belong to. What begins a name is no adjective (`demonym`,
    `derived`), and may be of its class after all (`type`); a mention with another flag keeps it.
    """
    flat = mentions.flatten()
    numbers = {name: number for number, name in enumerate(FLAGS)}
    rows = list_rows(mentions).tolist()
    starts, ends = (flat.field(name).to_numpy().tolist() for name in ("start", "end"))
    surfaces = [texts[row][start:end] for row, start, end in zip(rows, starts, ends, strict=True)]
    after = [texts[row][end : end + AFTER] for row, end in zip(rows, ends, strict=True)]
    before = [texts[row][max(0, start - BEFORE) : start] for row, start in zip(rows, starts, strict=True)]
    begin_sentence = map(operator.not_, starts)
    targets, classes = flat.field("target").to_pylist(), label_list(flat.field("type"))
    found = map(flag, surfaces, targets, classes, begin_sentence, after, before)
    flags = np.fromiter(map(numbers.__getitem__, found), np.int16, len(flat))
    before_within = {numbers[name] for name in BEFORE_WITHIN}
    for place in [place for place, behind in enumerate(after) if behind[1:2].isupper() and behind[0] == " "]:
        if flags[place] in before_within:
            following = _following(rows, starts, place)
            if longer_name(texts[rows[place]], ends[place], following, words):
                flags[place] = numbers["within"]
    return _with(mentions, flag=label_column(flags, FLAGS))


def flag_classes(
    texts: Sequence[str], mentions: pa.ListArray, wikidata: WikidataIndex, nouns_in_capitals: bool
) -> pa.ListArray:
    """A column `mentions` in which the common nouns that Wikidata knows have the flag `common`, if they had none.

    What has no class of the ontology, and whose item is one itself in Wikidata, is called by a common noun (`ギター`).
    Where capitals tell names from nouns they tell it better (`Buddhism`): so it is asked only where no letter of the
    surface could be a capital, or `nouns_in_capitals` is true of the language.
    """
    flat = mentions.flatten()
    chosen = _without_class_and_flag(flat)
    chosen = chosen[wikidata.of_classes(flat.field("target").take(pa.array(chosen)).to_pylist())]
    if not nouns_in_capitals and len(chosen):
        chosen = chosen[[not _may_have_capitals(surface) for surface in _surfaces(texts, mentions, chosen)]]
    return _with_flag(mentions, chosen, "common")


def flag_others(texts: Sequence[str], mentions: pa.ListArray, index: TitleIndex) -> pa.ListArray:
    """A column `mentions` in which those that name something else have the flag `part`, if they had none.

    What the link leads to has no class then, and its title no word that begins as one of the text does (`shares_word`),
    which is the title of what has a class: `[[Operation Cyclone|United States]]`. An abbreviation may be short for
    either.
    """
    chosen = _without_class_and_flag(mentions.flatten())
    surfaces = _surfaces(texts, mentions, chosen)
    targets = mentions.flatten().field("target").take(pa.array(chosen)).to_pylist()
    others = [
        not (surface.isupper() or shares_word(surface, to)) for surface, to in zip(surfaces, targets, strict=True)
    ]
    chosen = chosen[others]
    class_ids, _, _ = index.lookup([surface for surface, is_other in zip(surfaces, others, strict=True) if is_other])
    return _with_flag(mentions, chosen[class_ids != UNTYPED], "part")


def _without_class_and_flag(flat: pa.StructArray) -> npt.NDArray[np.int64]:
    """The places of mentions that have neither a class nor a flag."""
    untyped = pc.equal(flat.field("type").cast(pa.string()), ENTITY)
    unflagged = pc.equal(flat.field("flag").cast(pa.string()), "")
    return np.flatnonzero(pc.and_(untyped, unflagged).to_numpy(zero_copy_only=False))


def _surfaces(texts: Sequence[str], mentions: pa.ListArray, chosen: npt.NDArray[np.int64]) -> list[str]:
    """The surfaces of the mentions at some places."""
    rows = list_rows(mentions)[chosen].tolist()
    starts, ends = (mentions.flatten().field(name).to_numpy()[chosen].tolist() for name in ("start", "end"))
    return [texts[row][start:end] for row, start, end in zip(rows, starts, ends, strict=True)]


def _with_flag(mentions: pa.ListArray, chosen: npt.NDArray[np.int64], flag: str) -> pa.ListArray:
    """A column `mentions` in which those at some places have a flag."""
    if not len(chosen):
        return mentions
    flat = mentions.flatten()
    are_chosen = np.zeros(len(flat), bool)
    are_chosen[chosen] = True
    flags = pc.if_else(pa.array(are_chosen), flag, flat.field("flag").cast(pa.string()))
    return _with(mentions, flag=flags.cast(_KIND.value_type.field("flag").type))


def _may_have_capitals(surface: str) -> bool:
    """Whether a surface may have a capital: Georgian's small letters have none of a name; figures do not tell."""
    return surface.title() != surface.lower() or not any(map(str.isalpha, surface))


def extend_within(texts: Sequence[str], mentions: pa.ListArray, rules: NoiseRules, index: TitleIndex) -> pa.ListArray:
    """A column `mentions` in which those with the flag `within` are the whole name.

    Its class is that of the mention if the name's last word fits it, else ENTITY.
    """
    flat = mentions.flatten()
    chosen = np.flatnonzero(pc.equal(flat.field("flag").cast(pa.string()), "within").to_numpy(zero_copy_only=False))
    if not len(chosen):
        return mentions
    rows = list_rows(mentions).tolist()
    starts = flat.field("start").to_numpy().tolist()
    ends = flat.field("end").to_numpy().copy()
    types = label_list(flat.field("type"))
    for place in chosen.tolist():
        following = _following(rows, starts, place)
        longer = longer_name(texts[rows[place]], int(ends[place]), following, rules.words)
        assert longer is not None, "flagged by the same rule"
        types[place] = longer_type(types[place], rules.branch(types[place]), longer, rules.words)
        ends[place] = longer.end
    numbers = {name: number for number, name in enumerate((*index.classes, ENTITY))}
    kinds = np.fromiter(map(numbers.__getitem__, types), np.int16, len(flat))
    return _with(mentions, end=pa.array(ends), type=label_column(kinds, tuple(numbers)))


def end_with_names(texts: Sequence[str], mentions: pa.ListArray, words: Words) -> pa.ListArray:
    """A column `mentions` in which each ends with its name: before a possessive or brackets, or behind `, Inc.`."""
    flat = mentions.flatten()
    rows = list_rows(mentions).tolist()
    starts, ends = (flat.field(name).to_numpy().tolist() for name in ("start", "end"))
    targets = flat.field("target").to_pylist()
    for place, (row, start, end, target) in enumerate(zip(rows, starts, ends, targets, strict=True)):
        whole = name_end(texts[row], start, end, target, words)
        if whole != end and whole <= _following(rows, starts, place):
            ends[place] = whole
    return _with(mentions, end=pa.array(ends, flat.field("end").type))


def identify(mentions: pa.ListArray, wikidata: WikidataIndex) -> pa.ListArray:
    """A column `mentions` with the Wikidata item of each target, propagated ones included."""
    flat = mentions.flatten()
    # Targets come again and again within a few pages: to look up each once halves the cost.
    targets = flat.field("target").dictionary_encode()
    return _with(mentions, qid=wikidata.qids(targets.dictionary.to_pylist()).take(targets.indices))


def untype_flagged(mentions: pa.ListArray, flags: Collection[str]) -> pa.ListArray:
    """A column `mentions` in which those with one of the flags are ENTITY."""
    types = mentions.flatten().field("type").cast(pa.string())
    types = pc.if_else(_have_flag(mentions, flags), ENTITY, types).dictionary_encode()
    return _with(mentions, type=types.cast(_KIND.value_type.field("type").type))


def are_flagged(mentions: pa.ListArray, flags: Collection[str]) -> Chosen:
    """Whether each mention of a column has one of the flags."""
    flagged: Chosen = _have_flag(mentions, flags).to_numpy(zero_copy_only=False)
    return flagged


def are_common_phrases(texts: Sequence[str], mentions: pa.ListArray) -> Chosen:
    """Whether each mention of a column has the flag `common` and begins in lower case: `invasion of Yugoslavia`."""
    found = are_flagged(mentions, ["common"]).copy()
    chosen = np.flatnonzero(found)
    starts = mentions.flatten().field("start").to_numpy()[chosen]
    places = zip(list_rows(mentions)[chosen].tolist(), starts.tolist(), strict=True)
    found[chosen] = [texts[row][start].islower() for row, start in places]
    return found


def part_mentions(mentions: pa.ListArray, chosen: Chosen) -> tuple[pa.ListArray, pa.ListArray]:
    """Two columns of a column `mentions`: those that are not chosen, and those that are."""
    return _only(mentions, ~chosen), _only(mentions, chosen)


def join_mentions(columns: Sequence[pa.ListArray], classes: Sequence[str]) -> pa.ListArray:
    """The mentions of several columns of the same sentences in one, in order of place; types are of `classes`."""
    rows = zip(*map(mention_lists, columns), strict=True)
    return mention_column([sorted(chain(*row), key=_place) for row in rows], classes)


def _have_flag(mentions: pa.ListArray, flags: Collection[str]) -> pa.BooleanArray:
    of_mentions = mentions.flatten().field("flag").cast(pa.string())
    return pc.is_in(of_mentions, value_set=pa.array(sorted(flags), pa.string()))


def _only(mentions: pa.ListArray, kept: Chosen) -> pa.ListArray:
    """A column `mentions` of those mentions alone that are `kept`."""
    flat = mentions.flatten()
    before = np.concatenate([[0], np.cumsum(kept)])
    starts = before[list_starts(mentions)]
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), flat.filter(pa.array(kept)), type=_KIND)


def mention_lists(mentions: pa.ListArray) -> Iterator[list[Mention]]:
    """The rows of a column `mentions` as lists."""
    flat = mentions.flatten()
    fields = map(flat.field, Mention._fields)
    all_of_them = map(
        Mention, *(label_list(each) if pa.types.is_dictionary(each.type) else each.to_pylist() for each in fields)
    )
    for length in pc.list_value_length(mentions).to_pylist():
        yield list(islice(all_of_them, length))


def mention_column(sentences: Sequence[Sequence[Mention]], classes: Sequence[str]) -> pa.ListArray:
    """Lists of mentions as a column; `classes` are the names that their types may have besides ENTITY."""
    mentions = list(chain.from_iterable(sentences))
    columns = list(zip(*mentions, strict=True)) or [()] * len(Mention._fields)
    known = {"type": (*classes, ENTITY), "source": MENTION_SOURCES, "origin": _ORIGINS, "flag": FLAGS}
    arrays = []
    for name, values in zip(Mention._fields, columns, strict=True):
        if name in known:
            numbers = {label: number for number, label in enumerate(known[name])}
            places = np.fromiter(map(numbers.__getitem__, values), np.int16, len(values))
            arrays.append(label_column(places, known[name]))
        else:
            arrays.append(pa.array(values, _KIND.value_type.field(name).type))
    starts = np.concatenate([[0], np.cumsum([len(sentence) for sentence in sentences], dtype=np.int64)])
    flat = pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type))
    return pa.ListArray.from_arrays(pa.array(starts, pa.int32()), flat, type=_KIND)


def _look_up(targets: Sequence[str], index: TitleIndex) -> _Types:
    class_ids, redirects, origins = index.lookup(targets)
    types = np.minimum(class_ids, len(index.classes)).astype(np.int16)
    untyped = class_ids == UNTYPED
    sources = np.where(untyped, _NONE, np.where(redirects > 0, _REDIRECT, _DIRECT)).astype(np.int16)
    return _Types(types, sources, redirects, np.where(untyped, len(ORIGINS), origins).astype(np.int16))


def _following(rows: Sequence[int], starts: Sequence[int], place: int) -> int:
    """Where the mention after another begins in the same sentence; further than any sentence where there is none."""
    has_next = place + 1 < len(rows) and rows[place + 1] == rows[place]
    return starts[place + 1] if has_next else sys.maxsize


def _with(mentions: pa.ListArray, **columns: pa.Array) -> pa.ListArray:
    """A column `mentions` with other values of some fields, flat."""
    flat = mentions.flatten()
    arrays = [columns.get(name, flat.field(name)) for name in Mention._fields]
    return _lists(mentions, pa.StructArray.from_arrays(arrays, fields=list(_KIND.value_type)))


def _lists(column: pa.ListArray, mentions: pa.StructArray) -> pa.ListArray:
    """Mentions in rows as long as those of a column."""
    return pa.ListArray.from_arrays(pa.array(list_starts(column), pa.int32()), mentions, type=_KIND)
