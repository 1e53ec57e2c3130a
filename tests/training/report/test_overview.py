from __future__ import annotations

from schemas.datasets.dataset import Manifest, Provenance
from training.report.overview import other_parameters, overview_section, shared_parameters
from training.report.results import summarise


def test_parameters_that_differ_are_told_with_whose_they_are() -> None:
    def of(target: str, model: str, rate: float) -> Manifest:
        parameters = {"target": target, "encoder": "plain", "model": model, "learning_rate": rate, "epochs": 3}
        return Manifest("ner_runs", Provenance("0" * 64, "ner_runs", 1, "0", parameters, []), "", 1, 1, 1, 0, {}, [])

    manifests = [of("ai", "tagger", 5e-5), of("ai", "bilstm", 1e-3), of("music", "tagger", 5e-5)]
    without = ("target", "encoder", "model")
    assert shared_parameters(manifests, without) == {"epochs": 3}
    others = other_parameters(manifests, without)
    assert others == [
        ("learning_rate", 5e-5, ["ai tagger", "music tagger"]),
        ("learning_rate", 1e-3, ["ai bilstm"]),
    ]
    row = {"setting": "direct", "few_shot": 0, "seed": 1, "encoder": "plain", "f1": 0.5, "dev_f1": 0.5}
    runs = summarise([row | {"target": "ai", "model": "tagger", "sentences": 9, "seconds": 1.0}])
    assert "| `learning_rate` | `5e-05` | ai tagger; music tagger |" in overview_section(runs, {}, others).markdown()
