# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What lies in RAM beside the stack: keys and messages, which decide with these schemes."""

from __future__ import annotations

from wirerate.catalogue.schemes import Scheme

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
