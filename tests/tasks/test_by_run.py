"""Settings whose values differ between targets, models and settings."""

from __future__ import annotations

import pytest

from schemas.errors import InputError
from tasks.by_run import by_run
from tasks.fine_tuning import FineTuning

RATE = by_run(FineTuning)["learning_rate"]


def test_a_setting_may_differ_between_targets_and_models() -> None:
    text = RATE.normalize("5e-5,bilstm=1e-3,\n restaurant = 1e-5, bilstm-crf=2e-3")
    assert RATE.value(text) == RATE.value(text, "ai", "laner") == 5e-5
    assert RATE.value(text, "ai", "bilstm", "bilstm") == 1e-3
    # The last that fits.
    assert RATE.value(text, "ai", "bilstm", "bilstm-crf") == RATE.value(text, "restaurant", "bilstm-crf") == 2e-3
    assert RATE.value(text, "restaurant", "laner") == RATE.value(text, "restaurant", "bilstm") == 1e-5
    assert RATE.names(text) == ["bilstm", "restaurant", "bilstm-crf"]
    longest = f"5e-5{' ' * 1996}"
    assert RATE.normalize(longest) == longest
    with pytest.raises(InputError, match=r"^learning_rate in \[FineTuning\] = '5e-5 "):
        RATE.normalize(f"{longest} ")


@pytest.mark.parametrize(
    "value", ["5e-5,bilstm", "5e-5,bilstm=", "5e-5,=1", "bilstm=1e-3", "1,a/=1", "1,a/b=-1", "1,laner=-1", ","]
)
def test_a_value_for_a_model_or_target_is_checked(value: str) -> None:
    told = r"^learning_rate in \[FineTuning\] = .*others may follow for targets, models and settings"
    with pytest.raises(InputError, match=told):
        RATE.normalize(RATE.parse(value))
