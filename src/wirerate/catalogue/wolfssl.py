# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads wolfssl.toml: where wolfSSL's source can be had, under which licence, and what firmware takes of it."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from wirerate.catalogue.libraries import Archive


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


WOLFSSL = _with_sources(msgspec.toml.decode(files(__package__).joinpath("wolfssl.toml").read_bytes(), type=Wolfssl))
