# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The algorithms that have a graph, by name."""

from __future__ import annotations

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms.checksum import CHECKSUM
from wirerate.graph.algorithms.md5 import MD5
from wirerate.graph.algorithms.nh import NH, UMAC
from wirerate.graph.algorithms.poly1305 import POLY1305
from wirerate.graph.algorithms.sha1 import SHA1
from wirerate.graph.algorithms.sha256 import SHA256

ALGORITHMS: dict[str, Algorithm] = {a.name: a for a in (MD5, SHA1, SHA256, CHECKSUM, NH, *UMAC, POLY1305)}

__all__ = ["ALGORITHMS", "CHECKSUM", "MD5", "NH", "POLY1305", "SHA1", "SHA256", "UMAC"]
