# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Why a path, or all of them, cannot be measured here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Cause = Literal[
    "platform",  # not Linux
    "permission",  # namespaces, or their devices, are not permitted
    "user-namespaces",  # an ordinary user may make none: `detail` names the setting
    "macsec-root",  # MACsec takes keys of the first user namespace's root only
    "read-only",  # /proc/sys cannot be written
    "module",  # the kernel has no such device type, transform or netlink family
    "algorithm",  # the kernel has no such cipher, MAC or AEAD
    "library",  # no library that does it
    "lost",  # packets were lost, changed or duplicated
    "not-inline",  # some of the path runs where its time cannot be told
    "kernel",  # anything else that the kernel says
]


@dataclass(frozen=True)
class Refusal:
    """`path` is its name, "" where it concerns all. `said` is the kernel's own answer, word for word; "" for none."""

    path: str
    cause: Cause
    message: str
    fix: str
    said: str = ""
