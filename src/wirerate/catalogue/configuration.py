# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read configuration.toml: the configuration lines that select an algorithm, with the documentation of each."""

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
    """The configuration lines of one system for some protocols. A protocol's name without a MAC (esp-cbc) applies to
    all its MACs.
    """

    system: str
    source: str
    protocols: tuple[str, ...]
    text: dict[str, str]
    instead_of: str = ""  # if set, use these lines only where the protocol replaces this one, such as radius


class _Configuration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    documentation: dict[str, str]
    lines: tuple[_Lines, ...]


@cache
def _configuration() -> _Configuration:
    return read("configuration.toml", _Configuration)


def config_lines(carrier: Protocol, algorithm: str, instead_of: str = "") -> tuple[ConfigLine, ...]:
    """Return the protocol's configuration line, then those of other systems; empty if there is nothing to configure.

    `instead_of` names the protocol that this one replaces: if that protocol's software has lines for the replacement,
    they are returned instead.
    """
    permission = carrier.algorithms.get(algorithm)
    if permission is None or not permission.config:
        return ()
    replacement = tuple(_system_lines(carrier, algorithm, instead_of)) if instead_of not in ("", carrier.name) else ()
    return replacement or (_protocol_line(permission.config), *_system_lines(carrier, algorithm))


def _protocol_line(config: str) -> ConfigLine:
    begun = max((begin for begin in _configuration().documentation if config.startswith(begin)), key=len, default="")
    return ConfigLine(system="", text=config, source=_configuration().documentation.get(begun, ""))


def _system_lines(carrier: Protocol, algorithm: str, instead_of: str = "") -> Iterator[ConfigLine]:
    base = carrier.name.partition("/")[0]
    kind = base.partition("-hmac-")[0]
    bits = re.match(r"aes-(\d+)-", algorithm)
    values = {"bits": bits[1] if bits else "", "mode": _mode(carrier), "xpn": "xpn-" if "xpn" in carrier.chosen else ""}
    for entry in _configuration().lines:
        if entry.instead_of == instead_of and (base in entry.protocols or kind in entry.protocols):
            for name, text in entry.text.items():
                if fnmatchcase(algorithm, name):
                    yield ConfigLine(system=entry.system, text=_cased(text, values), source=entry.source)


def _cased(text: str, values: dict[str, str]) -> str:
    """Fill in the placeholders; "XPN" becomes upper or lower case as in the rest of the line."""
    upper = {**values, "xpn": values["xpn"].upper()} if "GCM-AES" in text else values
    return text.format(**upper)


def _mode(carrier: Protocol) -> str:
    tunnel = "tunnel" in carrier.chosen if carrier.name.startswith("ah") else "transport" not in carrier.chosen
    return "tunnel" if tunnel else "transport"
