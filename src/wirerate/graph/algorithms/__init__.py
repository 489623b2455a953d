"""The algorithms that have a graph, by name."""

from __future__ import annotations

from ..algorithm import Algorithm
from .checksum import CHECKSUM
from .md5 import MD5
from .nh import NH
from .poly1305 import POLY1305
from .sha1 import SHA1
from .sha256 import SHA256

ALGORITHMS: dict[str, Algorithm] = {a.name: a for a in (MD5, SHA1, SHA256, CHECKSUM, NH, POLY1305)}

__all__ = ["ALGORITHMS", "CHECKSUM", "MD5", "NH", "POLY1305", "SHA1", "SHA256"]
