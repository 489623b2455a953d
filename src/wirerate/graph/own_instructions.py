# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the instructions made for one algorithm allow: a block's rounds, one instruction after the other.

x86's SHA extensions do two rounds of SHA-256 (SHA256RNDS2) or four of SHA-1 (SHA1RNDS4), each waiting for the state
that the one before it left. The message schedule runs beside them.
"""

from __future__ import annotations

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.processors import Processor, document
from wirerate.graph.rows import ModelInstructions
from wirerate.records import Interval

_ROUNDS = {"sha1": ("SHA1RNDS4", 20), "sha256": ("SHA256RNDS2", 32)}  # and how many of them a block takes


def are_asked_about(algorithm: Algorithm) -> bool:
    """Whether some processors have instructions of the algorithm's own."""
    return algorithm.name in _ROUNDS


def own_bound(algorithm: Algorithm, about: Processor) -> ModelInstructions | None:
    """None where nothing is known of them; of a processor that has none, they are not `there`."""
    if not are_asked_about(algorithm) or about.own is None:
        return None
    name, count = _ROUNDS[algorithm.name]
    cost = about.own.get(algorithm.name)
    if cost is None:
        return ModelInstructions(
            subject=algorithm.name, bytes=algorithm.block_bytes, cpu=about.name, instruction=name, there=False
        )
    return ModelInstructions(
        subject=algorithm.name,
        bytes=algorithm.block_bytes,
        core_cycles=count * cost.low / algorithm.block_bytes,
        cpu=about.name,
        instruction=name,
        count=count,
        latency=cost.low,
        occupies=cost.cycles,
        cycles=count * cost.low,
        cycles_per_byte=count * cost.low / algorithm.block_bytes,
        together=count * cost.cycles / algorithm.block_bytes,
        source=document(cost.source),
    )


def own_rows(algorithm: Algorithm, about: Processor, clock: float) -> list[ModelInstructions]:
    """The row that stands beside the bounds by general instructions; none where there is nothing to say."""
    found = own_bound(algorithm, about)
    if found is None:
        return []
    if clock and found.there:
        ns = found.cycles / clock * 1e9
        found.ns = Interval(ns, ns, ns, None)
    return [found]
