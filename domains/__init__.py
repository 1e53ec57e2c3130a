"""The domains that come with the project, a file each; `docs/how-to/add-a-domain.md` explains every key."""
