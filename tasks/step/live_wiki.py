"""The settings of steps that ask a live wiki."""

from __future__ import annotations

import copy
from typing import Any

from schemas.errors import InputError
from tasks.settings.inputs import output_file
from tasks.settings.parameters import Address, Contact, Float, LocalPath


class LiveWiki:
    """What a step has that asks the Action API of a live wiki.

    A live wiki is not a snapshot: answers are kept in the cache, and a step that was killed does not ask again.
    """

    chosen_by = ""
    """The setting that brings the step into a build, as people write it."""

    endpoint = Address(default="", optional=True, description="address of the wiki's api.php")
    contact = Contact(
        default="", optional=True, significant=False, description="mail or web address for the User-Agent"
    )
    cache = LocalPath(default="", optional=True, significant=False, description="local file that keeps every answer")
    max_age_days = Float(
        default=-1.0,
        least=-1,
        significant=False,
        description="age after which a question is asked again, below 0 for never",
    )

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # Each step has settings of its own, whose errors name its section.
        for name in ("endpoint", "contact", "cache", "max_age_days"):
            own = copy.copy(getattr(cls, name))
            setattr(cls, name, own)
            own.__set_name__(cls, name)

    def check_api(self) -> None:
        """Raise InputError where a setting is missing that asking needs."""
        section = type(self).__name__
        for name in ("endpoint", "contact", "cache"):
            if not getattr(self, name):
                meaning = getattr(type(self), name).meaning
                raise InputError(f"{name} in [{section}] is empty: give the {meaning}, for {self.chosen_by}")
        output_file(f"cache in [{section}]", self.cache)

    def api(self) -> dict[str, Any]:
        """The fields of `wiki.categories.api_client.ApiSettings`."""
        return {
            "endpoint": self.endpoint,
            "contact": self.contact,
            "cache": self.cache,
            "max_age": self.max_age_days * 86400 if self.max_age_days >= 0 else None,
        }
