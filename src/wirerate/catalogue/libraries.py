# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads libraries.toml and wolfssl.toml: versions of Mbed TLS, where their source and wolfSSL's can be had, and which
of them are maintained."""

from __future__ import annotations

import datetime
from pathlib import PurePosixPath

import msgspec

from wirerate.catalogue.tables import read
from wirerate.errors import unknown

DEFAULT = "3.6"
P256M = "p256-m"  # in the place of a version: DEFAULT's other implementation of one curve, without any option


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a package archive."""

    kind: str
    path: str
    sha256: str
    root: str = ""
    licence: str = ""  # of what is kept, where it is not that of all
    kept: tuple[str, ...] = ("library", "include", "3rdparty", "LICENSE")  # what firmware is built from

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name.removesuffix(".crate").partition(".orig")[0].replace("_", "-")


class Library(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of libraries.toml; the file says what the fields mean."""

    title: str
    since: datetime.date
    until: datetime.date
    source: str
    licence: str = ""
    verified: bool = False
    version: str = ""
    window: int = 6
    archives: tuple[Archive, ...] = ()

    def maintained(self, today: datetime.date) -> bool:
        return today <= self.until


LIBRARIES: dict[str, Library] = {
    name: msgspec.structs.replace(row, version=name) for name, row in read("libraries.toml", dict[str, Library]).items()
}
VERSIONS = tuple(name for name, row in LIBRARIES.items() if row.archives)  # that can be built, the newest first


def library(version: str) -> Library:
    """What a version is in: p256-m comes with the default one."""
    row = LIBRARIES.get(DEFAULT if version == P256M else version)
    if row is None or not row.archives:
        raise unknown("version of Mbed TLS", version, (*VERSIONS, P256M))
    return row


def version_named(word: str | None) -> str:
    """A version that can be built; the default one without a word."""
    return word if word is not None and library(word) else DEFAULT


def maintained(version: str, today: datetime.date | None = None) -> bool:
    """Whether a version ("3.6", "3.6.5") is repaired today; one that is not listed is not known to be."""
    row = LIBRARIES.get(DEFAULT if version == P256M else ".".join(version.split(".")[:2]))
    return row is not None and row.maintained(today or datetime.datetime.now(datetime.UTC).date())


class Wolfssl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file says what the fields mean."""

    title: str
    release: str
    licence: str
    source: str
    archives: tuple[Archive, ...]
    sources: dict[str, tuple[str, ...]]
    groups: dict[str, int]
    macros: dict[str, str]

    @property
    def package(self) -> str:
        return self.archives[0].name


def _with_sources(read: Wolfssl) -> Wolfssl:
    """What is built of an archive is kept of it."""
    named = tuple(path for paths in read.sources.values() for path in paths)
    archives = tuple(msgspec.structs.replace(each, kept=(*each.kept, *named)) for each in read.archives)
    return msgspec.structs.replace(read, archives=archives)


WOLFSSL = _with_sources(read("wolfssl.toml", Wolfssl))
