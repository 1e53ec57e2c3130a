"""Profiles: what a corpus is for, as the settings of the steps that it decides.

A step of a profile takes each setting that is not given from `PRESETS`. The profile is part of the path, so that the
corpora of several profiles stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import luigi

from schemas.problems import DAMAGE, HOLES
from tasks.luigi_private import Inheriting
from tasks.settings.lists import Choices
from tasks.settings.parameters import Around, Choice, Kind
from tasks.settings.plain_errors import PlainErrors
from tasks.settings.syntax import items

PRESETS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    # NER-BERT and CrossNER as published: every link is a mention, and nothing else is.
    "paper": {
        "TypedSentences": {"propagate": "off", "drop": "", "untype": "", "extend": "false"},
        "FilteredSentences": {"leave_out": "", "entities": "mentions"},
        "DaptCorpus": {"selection": "crawl"},
    },
    # Names of things and of their class, also where nobody linked them.
    "names": {
        "TypedSentences": {
            "propagate": "names",
            "drop": "list, number, kind, lower-case, demonym, part, phrase, derived, generic, common, symbol, term",
            "untype": "type",
            "extend": "true",
        },
        "FilteredSentences": {"leave_out": ", ".join(HOLES + DAMAGE), "entities": "gazetteer"},
        "DaptCorpus": {"selection": "scored"},
    },
}
"""By profile and step, the values of its settings as a settings file has them."""

PROFILES: Final = tuple(PRESETS)
BY_PROFILE: Final = "profile"
"""The value of a setting that leaves it to the profile of its step."""
CORPORA: Final = "BuildCorpora"
"""The task that builds the corpora, whose settings say which."""


class Quality(PlainErrors, luigi.Config):  # type: ignore[misc]
    """What the corpora are for."""

    profile = Choice(
        default="paper",
        choices=PROFILES,
        description="paper: as published; names: names of things, with the fewest errors. Models train on its corpora, "
        "and a step that is given no profile takes it",
    )


class _OfQuality(Inheriting):
    """A setting that is the profile of [Quality] where it is not given."""

    inherits = "profile of [Quality]"
    """Where its default is from, for the reference."""

    def inherited(self) -> str:
        return str(Quality().profile)


class Profile(_OfQuality, Choice):
    """The profile of a step."""

    def __init__(self) -> None:
        super().__init__(choices=PROFILES, description="what the corpus is for")


class Profiles(_OfQuality, Choices):
    """Profiles of a report or a build, separated by commas."""

    def __init__(self) -> None:
        super().__init__(known=PROFILES, description="what the corpora are for, by commas")


class OfCorpora(Inheriting):
    """A setting that is the one of [BuildCorpora] where it is not given."""

    def __init__(self, *, whose: luigi.Parameter, **others: Any) -> None:
        super().__init__(**others)
        self._whose = whose

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        self._name = name

    @property
    def inherits(self) -> str:
        """Where its default is from, for the reference."""
        return f"{self._name} of [{CORPORA}]"

    def inherited(self) -> Any:
        return self._whose.task_value(CORPORA, self._name)


class ReportedProfiles(OfCorpora, Choices):
    """The profiles of a report."""

    instead = CORPORA
    """The section to set it in: a build passes on what it says there."""

    def __init__(self) -> None:
        super().__init__(
            known=PROFILES,
            description="profiles that are reported, by commas; not in a settings file",
            whose=Profiles(),
        )


def profile_doubts(profile: str) -> Iterator[str]:
    """What is doubtful about a step that goes on from the corpora of this profile: no build may make them.

    That of [Quality] is the profile of a step that is given none, and the settings of a build may name others alone.
    """
    made = items(Profiles().task_value(CORPORA, "profiles"))
    if profile == Quality().profile and profile not in made:
        yield (
            f"its corpora are of the profile {profile}, as [Quality] says, and profiles in [{CORPORA}] = "
            f"{','.join(made)}: no build makes these; where those of the build are meant, set profile = {made[0]} in "
            f"[Quality], or give --Quality-profile {made[0]}"
        )


class ByProfile(Around):
    """A setting that is what the profile of its step says unless it is given: `PRESETS` has what that is."""

    def __init__(self, kind: Kind) -> None:
        super().__init__(kind, default=BY_PROFILE, significant=kind.significant)

    @property
    def allowed(self) -> str:
        return f"{BY_PROFILE}, or {self.kind.allowed}"

    def parse(self, x: str) -> Any:
        return x if x == BY_PROFILE else self.taken(self.kind.parse, x, x)

    def normalize(self, x: Any) -> Any:
        return x if x == BY_PROFILE else self.taken(self.kind.normalize, x, x)

    def serialize(self, x: Any) -> str:
        return BY_PROFILE if x == BY_PROFILE else str(self.kind.serialize(x))


class Profiled(luigi.Task):  # type: ignore[misc]
    """A step that has a `profile`, and settings that it decides where they are not given."""

    @classmethod
    def get_param_values(cls, params: Any, args: Any, kwargs: Any) -> Any:
        found = super().get_param_values(params, args, kwargs)
        left = {name for name, setting in params if isinstance(setting, ByProfile) and dict(found)[name] == BY_PROFILE}
        kinds, profile = dict(params), dict(found)["profile"]
        return [(name, preset(cls, profile, name, kinds[name]) if name in left else value) for name, value in found]

    def without_profile(self) -> dict[str, Any]:
        """The parameters without the profile: once it has decided the others, its name decides nothing more."""
        parameters: dict[str, Any] = self.parameters()
        return {name: value for name, value in parameters.items() if name != "profile"}


def preset(step: type[luigi.Task], profile: str, name: str, setting: ByProfile) -> Any:
    """The value that a profile gives a setting of a step."""
    return setting.kind.normalize(setting.kind.parse(PRESETS[profile][step.get_task_family()][name]))
