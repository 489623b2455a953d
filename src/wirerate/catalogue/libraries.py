"""Reads libraries.toml: which versions of Mbed TLS are maintained."""

from __future__ import annotations

import datetime
from importlib.resources import files

import msgspec


class Library(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of libraries.toml."""

    title: str
    since: datetime.date
    until: datetime.date
    source: str
    verified: bool = False
    version: str = ""

    def maintained(self, today: datetime.date) -> bool:
        return today <= self.until


LIBRARIES: dict[str, Library] = {
    name: msgspec.structs.replace(row, version=name)
    for name, row in msgspec.toml.decode(
        files(__package__).joinpath("libraries.toml").read_bytes(), type=dict[str, Library]
    ).items()
}


def maintained(version: str, today: datetime.date | None = None) -> bool:
    """Whether a version ("3.6", "3.6.5") is repaired today; one that is not listed is not known to be."""
    row = LIBRARIES.get(".".join(version.split(".")[:2]))
    return row is not None and row.maintained(today or datetime.datetime.now(datetime.UTC).date())
