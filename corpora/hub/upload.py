"""`python -m corpora.hub.upload FOLDER REPO`: uploads a folder that `HubDataset` made to Hugging Face's hub.

Needs the extra `hub`, and a token with the right to write: `hf auth login`, or `HF_TOKEN`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from corpora.hub.croissant import CROISSANT
from corpora.hub.folder import HUB
from schemas.commands import INTERRUPTED, command_parser, complain, run_command
from schemas.errors import InputError
from schemas.files import storage
from schemas.files.local_copies import local_directory

_NAME: Final = "python -m corpora.hub.upload"
_LOG_IN = "log in with `hf auth login`, or set HF_TOKEN, with a token that may write (https://hf.co/settings/tokens)"


def upload_folder(folder: str, repo: str, *, public: bool = False) -> str:
    """Upload a folder, given by itself or by the directory of its dataset; returns the address of the repository.

    A repository that is not there is made, private unless `public`. What it had below `data/` is replaced. Raises
    InputError for whatever the user can correct.
    """
    try:
        from huggingface_hub import HfApi, get_token
        from huggingface_hub.errors import HfHubHTTPError, HFValidationError

        # That of its HTTP client, which is not the same package in all its versions.
        from huggingface_hub.errors import HTTPError as ClientError  # type: ignore[attr-defined]
    except ImportError as error:
        raise InputError(
            "to upload, install the extra hub: in the checkout, pip install -c constraints.txt '.[hub]'"
        ) from error
    local = _find(folder)
    if get_token() is None:
        raise InputError(f"{repo}: no token; {_LOG_IN}")
    api = HfApi(library_name="wiki-ner-corpora")
    try:
        place = api.create_repo(repo, repo_type="dataset", private=not public, exist_ok=True)
        api.upload_folder(
            repo_id=place.repo_id,
            repo_type="dataset",
            folder_path=local,
            commit_message="Upload corpora",
            delete_patterns="data/*",
        )
    except HFValidationError as error:
        raise InputError(f"{repo}: not the name of a repository ({_line(error)}); give it as owner/name") from error
    except HfHubHTTPError as error:
        raise InputError(f"{repo}: {_refusal(error)}") from error
    except (ClientError, OSError, RuntimeError, ValueError) as error:
        raise InputError(
            f"{repo}: cannot be uploaded to {api.endpoint} ({_line(error)}); see to it and give the same command again"
        ) from error
    return str(place)


def _find(folder: str) -> Path:
    for place in (folder, storage.join(folder, HUB)):
        if storage.exists(storage.join(place, CROISSANT)) and storage.exists(storage.join(place, "README.md")):
            return Path(local_directory(place))
    raise InputError(f"{folder}: no folder for a hub; give the one that `wiki-ner build HubDataset` names at its end")


def _refusal(error: Any) -> str:
    status = error.response.status_code
    if status == 401:
        return f"the hub does not accept the token; {_LOG_IN}"
    if status == 403:
        return f"the token may not write there; name a repository of your own or of your organisation, or {_LOG_IN}"
    return f"the hub refused it ({_line(error.server_message or error)})"


def _line(text: object) -> str:
    """The libraries' messages, which have several lines, in one."""
    return " ".join(str(text).split())


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status: those of `corpora.export`."""
    parser = command_parser(_NAME, __doc__)
    parser.add_argument("folder", metavar="FOLDER", help="the folder, or the directory of its dataset")
    parser.add_argument("repo", metavar="REPO", help="name of the repository, owner/name; made where there is none")
    parser.add_argument("--public", action="store_true", help="make a new repository public; it is private otherwise")
    options = parser.parse_args(arguments)

    def work() -> int:
        try:
            print(upload_folder(options.folder, options.repo, public=options.public))
        except KeyboardInterrupt:
            why = "interrupted; give the same command again to upload what is missing"
            return complain(_NAME, why, INTERRUPTED)
        return 0

    return run_command(_NAME, work, None)


if __name__ == "__main__":
    sys.exit(main())
