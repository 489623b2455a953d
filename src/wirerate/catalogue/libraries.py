# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Versions of Mbed TLS and wolfSSL: the packages that contain their source code, and how long they are maintained."""

from __future__ import annotations

import datetime
from pathlib import PurePosixPath

import msgspec

from wirerate.catalogue.tables import read
from wirerate.errors import unknown

DEFAULT = "3.6"
P256M = "p256-m"  # a second implementation of one curve in DEFAULT; it is used like a version and has no options


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file in a package archive."""

    kind: str
    path: str
    sha256: str
    root: str = ""
    licence: str = ""  # licence of the kept files
    kept: tuple[str, ...] = ("library", "include", "3rdparty", "LICENSE")  # files and folders to unpack

    @property
    def name(self) -> str:
        return PurePosixPath(self.path).name.removesuffix(".crate").partition(".orig")[0].replace("_", "-")


class Library(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A version of Mbed TLS; libraries.toml explains the fields."""

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
VERSIONS = tuple(
    name for name, row in LIBRARIES.items() if row.archives
)  # versions that can be built, the newest first


def library(version: str) -> Library:
    """Return the library of a version, or of p256-m. Raise UsageError for an unknown version or one without source."""
    row = LIBRARIES.get(DEFAULT if version == P256M else version)
    if row is None or not row.archives:
        raise unknown("version of Mbed TLS", version, (*VERSIONS, P256M))
    return row


def version_named(word: str | None) -> str:
    """Return the version if it can be built, or the default for None."""
    return word if word is not None and library(word) else DEFAULT


def maintained(version: str, today: datetime.date | None = None) -> bool:
    """Return whether a version ("3.6", "3.6.5") still gets security fixes; for an unlisted one, return False."""
    row = LIBRARIES.get(DEFAULT if version == P256M else ".".join(version.split(".")[:2]))
    return row is not None and row.maintained(today or datetime.datetime.now(datetime.UTC).date())


class Wolfssl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The release of wolfSSL in use; wolfssl.toml explains the fields."""

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
    """Add the source files to the files to unpack."""
    sources = tuple(path for paths in read.sources.values() for path in paths)
    archives = tuple(msgspec.structs.replace(archive, kept=(*archive.kept, *sources)) for archive in read.archives)
    return msgspec.structs.replace(read, archives=archives)


WOLFSSL = _with_sources(read("wolfssl.toml", Wolfssl))
