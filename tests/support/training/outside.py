"""The packages of the baselines, in the environments that `.ci/outside` makes, and untrained models of theirs."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence

import pytest

from schemas.errors import InputError
from tasks.environments import check_environment, python_of
from tests.support.paths import PROJECT

_ENVIRONMENTS = str(PROJECT / ".venv" / "outside")

_LANGUAGE_MODELS = """
import sys
import flair
from flair.data import Dictionary
from flair.models import LanguageModel

flair.set_seed(1)
characters = Dictionary(add_unk=True)
for character in sorted({*sys.argv[2]}):
    characters.add_item(character)
for forward in (True, False):
    model = LanguageModel(characters, forward, hidden_size=32, nlayers=1, embedding_size=16)
    model.save(f"{sys.argv[1]}/{'forward' if forward else 'backward'}.pt")
"""
_WORD_VECTORS = """
import json
import sys
import numpy
from gensim.models import KeyedVectors

words = json.loads(sys.argv[2])
vectors = KeyedVectors(len(next(iter(words.values()))))
vectors.add_vectors(list(words), numpy.array(list(words.values()), dtype=numpy.float32))
vectors.save(sys.argv[1])
"""
_GLINER = """
import sys
import torch
from gliner import GLiNER, GLiNERConfig
from transformers import AutoConfig

torch.manual_seed(1)
encoder = AutoConfig.from_pretrained(sys.argv[2]).to_dict()
config = GLiNERConfig(model_name=sys.argv[2], hidden_size=32, max_width=4, encoder_config=encoder)
GLiNER.from_config(config).save_pretrained(sys.argv[1])
"""


def python_with(package: str) -> str:
    """The Python that runs a package; the test is skipped where there is none."""
    try:
        check_environment(_ENVIRONMENTS, package)
    except InputError as error:
        pytest.skip(f".ci/outside makes the environment of {package}: {str(error).splitlines()[0]}")
    return python_of(_ENVIRONMENTS, package)


def write_language_models(folder: str, characters: str) -> None:
    """Write untrained language models of Flair, which know these characters, into a folder."""
    subprocess.run([python_with("flair"), "-c", _LANGUAGE_MODELS, folder, characters], check=True)


def write_word_vectors(path: str, vectors: Mapping[str, Sequence[float]]) -> None:
    """Write the vectors of words as Flair publishes them."""
    subprocess.run([python_with("flair"), "-c", _WORD_VECTORS, path, json.dumps(vectors)], check=True)


def write_gliner(folder: str, encoder: str) -> None:
    """Write an untrained GLiNER with an encoder into a folder."""
    subprocess.run([python_with("gliner"), "-c", _GLINER, folder, encoder], check=True)
