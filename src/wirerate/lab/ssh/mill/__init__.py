"""SSH packets through cipher and MAC in one process, the handling of keyed state the only factor that changes."""

from __future__ import annotations

from wirerate.lab.ssh.mill.cells import CIPHERS, KEYED, LARGEST, MACS, PAYLOADS, Mac, parse_mac
from wirerate.lab.ssh.mill.measure import measure
from wirerate.lab.ssh.mill.sizes import Finding, findings, larger_for_sha1

__all__ = [
    "CIPHERS",
    "KEYED",
    "LARGEST",
    "MACS",
    "PAYLOADS",
    "Finding",
    "Mac",
    "findings",
    "larger_for_sha1",
    "measure",
    "parse_mac",
]
