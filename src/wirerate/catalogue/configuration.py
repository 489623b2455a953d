# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads configuration.toml: what to write where to choose an algorithm, with the documentation of each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache

import msgspec

from wirerate.catalogue.protocols import Protocol
from wirerate.catalogue.tables import read
from wirerate.records import ConfigLine


class _Lines(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One system's, of some protocols; a protocol named without its MAC stands for all of its kind."""

    system: str
    source: str
    protocols: tuple[str, ...]
    text: dict[str, str]
    instead_of: str = ""  # only where that protocol is turned away from, and then in place of the first's own lines


class _Configuration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    documentation: dict[str, str]
    lines: tuple[_Lines, ...]


@cache
def _configuration() -> _Configuration:
    return read("configuration.toml", _Configuration)


def config_lines(carrier: Protocol, algorithm: str, instead_of: str = "") -> tuple[ConfigLine, ...]:
    """The protocol's own line first, then the other systems'; none where nothing is to be chosen. Taken in place of
    another protocol, the lines of that one's software."""
    permission = carrier.algorithms.get(algorithm)
    if permission is None or not permission.config:
        return ()
    turned = tuple(_others(carrier, algorithm, instead_of)) if instead_of not in ("", carrier.name) else ()
    return turned or (_own(permission.config), *_others(carrier, algorithm))


def _own(config: str) -> ConfigLine:
    begun = max((begin for begin in _configuration().documentation if config.startswith(begin)), key=len, default="")
    return ConfigLine(system="", text=config, source=_configuration().documentation.get(begun, ""))


def _others(carrier: Protocol, algorithm: str, instead_of: str = "") -> Iterator[ConfigLine]:
    base = carrier.name.partition("/")[0]
    kind = base.partition("-hmac-")[0]
    bits = re.match(r"aes-(\d+)-", algorithm)
    given = {"bits": bits[1] if bits else "", "mode": _mode(carrier), "xpn": "xpn-" if "xpn" in carrier.chosen else ""}
    for each in _configuration().lines:
        if each.instead_of == instead_of and (base in each.protocols or kind in each.protocols):
            for name, text in each.text.items():
                if fnmatchcase(algorithm, name):
                    yield ConfigLine(system=each.system, text=_cased(text, given), source=each.source)


def _cased(text: str, given: dict[str, str]) -> str:
    """XPN in the case of the line that it goes into."""
    upper = {**given, "xpn": given["xpn"].upper()} if "GCM-AES" in text else given
    return text.format(**upper)


def _mode(carrier: Protocol) -> str:
    tunnel = "tunnel" in carrier.chosen if carrier.name.startswith("ah") else "transport" not in carrier.chosen
    return "tunnel" if tunnel else "transport"
