# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which implementation the kernel took for a path's algorithm, and whether a better one lies unused.

Modules that a processor's features call for are loaded by udev at boot. A system without it, or with a trimmed initial
disk, runs the portable code in silence: only /proc/crypto tells.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path as File

from wirerate.wings.path.algorithms import listed_as
from wirerate.wings.path.catalogue import Path
from wirerate.wings.path.found import Driver


@dataclass(frozen=True)
class _Unaided:
    """Code that is portable, the feature of the CPU that other code uses, and the module that has it."""

    driver: str  # a pattern
    feature: str
    modules: str
    machine: str


_UNAIDED = (
    _Unaided(r"\baes-(generic|fixed-time|lib)\b", "aes", "aesni_intel", "x86_64"),
    _Unaided(r"\baes-(generic|fixed-time|lib)\b", "aes", "aes_ce_blk ghash_ce", "aarch64"),
    _Unaided(r"\bsha1-generic\b", "ssse3", "sha1_ssse3", "x86_64"),
    _Unaided(r"\bsha256-generic\b", "ssse3", "sha256_ssse3", "x86_64"),
    _Unaided(r"\bsha(384|512)-generic\b", "avx", "sha512_ssse3", "x86_64"),
    _Unaided(r"\bchacha20-generic\b", "ssse3", "chacha_x86_64 poly1305_x86_64", "x86_64"),
)


def driver_of(path: Path, crypto: str | None = None, features: frozenset[str] | None = None) -> Driver | None:
    """From /proc/crypto, which has a path's algorithm once it was set up, or from such a text. None where that does
    not list it."""
    entries = _entries(File("/proc/crypto").read_text() if crypto is None else crypto)
    for name in listed_as(path):
        found = [entry for entry in entries if entry.get("name") == name and entry.get("internal", "no") == "no"]
        if found:
            best = max(found, key=lambda entry: int(entry.get("priority", 0)))
            return _driver(best, _features() if features is None else features)
    return None


def _driver(entry: dict[str, str], features: frozenset[str]) -> Driver:
    driver = entry.get("driver", "")
    unaided = next((each for each in _UNAIDED if _applies(each, driver, features)), None)
    return Driver(
        algorithm=entry["name"],
        driver=driver,
        priority=int(entry.get("priority", 0)),
        module=entry.get("module", ""),
        unaided=unaided.feature if unaided else "",
        remedy=f"modprobe -a {unaided.modules}" if unaided else "",
    )


def _applies(each: _Unaided, driver: str, features: frozenset[str]) -> bool:
    return os.uname().machine == each.machine and each.feature in features and bool(re.search(each.driver, driver))


def _entries(text: str) -> list[dict[str, str]]:
    return [dict(re.findall(r"^(\w+)\s*: (.*)$", block, re.MULTILINE)) for block in text.split("\n\n") if block.strip()]


def _features() -> frozenset[str]:
    """Of the first processor of /proc/cpuinfo."""
    found = re.search(r"^(?:flags|Features)\s*: (.*)$", File("/proc/cpuinfo").read_text(), re.MULTILINE)
    return frozenset(found[1].split()) if found else frozenset()
