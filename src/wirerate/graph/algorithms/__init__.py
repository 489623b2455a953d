# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The algorithms that have a graph, by name."""

from __future__ import annotations

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms.checksum import CHECKSUM
from wirerate.graph.algorithms.hashes import MD5, SHA1, SHA256
from wirerate.graph.algorithms.universal import NH, POLY1305, UMAC

ALGORITHMS: dict[str, Algorithm] = {a.name: a for a in (MD5, SHA1, SHA256, CHECKSUM, NH, *UMAC, POLY1305)}

__all__ = ["ALGORITHMS", "CHECKSUM", "MD5", "NH", "POLY1305", "SHA1", "SHA256", "UMAC"]
