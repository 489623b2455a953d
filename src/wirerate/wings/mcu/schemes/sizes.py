# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies in RAM beside the stack: keys and messages, which decide with these schemes."""

from __future__ import annotations

from wirerate.catalogue.schemes import SLH_DSA, Scheme

SHARED_BYTES = 32  # of a shared secret


def held_bytes(scheme: Scheme, operation: str) -> int:
    """Keys and messages that lie in RAM while it runs: its inputs and outputs, but not the text that is signed."""
    taken = {
        "keygen": scheme.public_key + scheme.secret_key,
        "encapsulate": scheme.public_key + scheme.message + SHARED_BYTES,
        "decapsulate": scheme.secret_key + scheme.message + SHARED_BYTES,
        "agree": scheme.secret_key + scheme.message + SHARED_BYTES,
        "sign": scheme.secret_key + scheme.message,
        "verify": scheme.public_key + scheme.message,
    }
    return taken[operation]


def hash_calls(scheme: Scheme, operation: str) -> int | None:
    """How often SLH-DSA hashes, whatever is signed: each chain is walked once in all, by making the one-time signature
    and by checking it, which is done for the last layer too. Verifying depends on the signature."""
    if scheme.family != SLH_DSA or operation == "verify":
        return None
    n, h, d, a, k = (scheme.numbers[name] for name in ("n", "h", "d", "a", "k"))
    leaf, leaves = 16 * (2 * n + 3) + 1, 1 << h // d
    if operation == "keygen":
        return leaves * (leaf + 1) - 1
    return 3 + k * (2 + 3 * ((1 << a) - 1)) + d * (leaves * (leaf + 1) - 1)
