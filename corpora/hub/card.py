"""The README of a folder for a dataset hub."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from corpora.hub.folder import Corpus
from schemas.arrow_tables import plain_schema
from schemas.datasets.card import about_tokens, attribution, describe_columns, front_matter
from schemas.datasets.dataset import Wiki
from schemas.datasets.hugging_face import metadata
from schemas.markdown import bullets, table

_HOW_TO_LOAD = """\
## How to load

```python
import datasets

data = datasets.load_dataset("THIS")  # {name}
data = datasets.load_dataset("THIS", "{last}")
```

`THIS` is the name of the repository, or this folder."""
_PAPERS = {
    "ner_corpus": "NER-BERT: Liu et al., 2021, [arXiv:2112.00405](https://arxiv.org/abs/2112.00405)",
    "dapt_corpus": "CrossNER: Liu et al., 2021, [arXiv:2012.04373](https://arxiv.org/abs/2012.04373)",
}
"""The papers whose method each corpus follows."""


def folder_title(corpora: Sequence[Corpus]) -> str:
    """A name for people: "Corpora for named entity recognition from enwiki"."""
    wiki = _folder_wiki(corpora)
    return f"Corpora for named entity recognition from {wiki.name if wiki else 'Wikipedia'}"


def _folder_wiki(corpora: Sequence[Corpus]) -> Wiki | None:
    """The wiki that the corpora are from, where it is known."""
    return next((corpus.manifest.provenance.wiki for corpus in corpora if corpus.manifest.provenance.wiki), None)


def folder_card(corpora: Sequence[Corpus]) -> str:
    """The README in Markdown, with the front matter from which `datasets` and the hub know configs and features."""
    configs = [config for corpus in corpora for config in corpus.configs]
    configs[0] = replace(configs[0], default=True)
    title, wiki = folder_title(corpora), _folder_wiki(corpora)
    definitions = list({corpus.definition.name: corpus.definition for corpus in corpora}.values())
    rows = [[f"`{config.name}`", split.name, split.rows] for config in configs for split in config.splits]
    blocks = [
        front_matter(metadata(title, definitions, wiki, configs)),
        f"# {title}",
        *(definition.about for definition in definitions),
        "## Configs\n\n" + table(["config", "split", "rows"], rows, names=2),
        _HOW_TO_LOAD.format(name=configs[0].name, last=configs[-1].name),
    ]
    for definition in definitions:
        names = ", ".join(
            f"`{c.name}`" for corpus in corpora if corpus.definition is definition for c in corpus.configs
        )
        columns = describe_columns(plain_schema(definition.schema))
        blocks.append(f"## Columns of `{definition.name}`\n\nConfigs: {names}.\n\n{columns}")
        blocks += about_tokens(definition, wiki)
    blocks += [
        "## How it was made\n\n" + bullets(map(_made, corpora)),
        "The method is that of these papers:\n\n" + bullets(_PAPERS[d.name] for d in definitions if d.name in _PAPERS),
        f"## Licence\n\n{definitions[0].licence.value} The text of the licence is in `LICENSE`.\n\n{attribution(wiki)}",
    ]
    return "\n\n".join(blocks) + "\n"


def _made(corpus: Corpus) -> str:
    made = corpus.manifest.provenance
    profile = f", profile `{made.parameters['profile']}`" if "profile" in made.parameters else ""
    return (
        f"`{corpus.prefix}`: step `{made.step}` version {made.step_version} of wiki-ner-corpora {made.code_version}, "
        f"build `{made.identity[:8]}`{profile}"
    )
