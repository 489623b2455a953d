# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Words for handshakes of TLS 1.3, composed or run, and for schemes that nobody ran as a whole."""

from __future__ import annotations

from wirerate.wings.mcu.rows import Composed, ComposedScheme

KINDS = {"classical": "classical", "hybrid": "hybrid", "safe": "post-quantum"}

# What each kind withstands, as a sentence.
WITHSTANDS = {
    "classical": "Who records it today and has a quantum computer later reads it; who has one then can be either end.",
    "hybrid": "What is recorded today stays closed; who has a quantum computer later can be either end from then on, "
    "until the certificates change.",
    "safe": "What is recorded and both ends withstand every attack that is known for a quantum computer.",
}


_SCHEMES = {
    "kem": {
        "classical": "Who records it today and has a quantum computer later reads it.",
        "hybrid": "What is recorded today stays closed as long as either of the two does.",
        "safe": "What is recorded today stays closed to every attack that is known for a quantum computer.",
    },
    "signature": {
        "classical": "Who has a quantum computer later signs in its place from then on.",
        "safe": "It withstands every attack that is known for a quantum computer.",
    },
}


def withstands(own: Composed) -> str:
    return (_SCHEMES[own.purpose] if isinstance(own, ComposedScheme) else WITHSTANDS)[own.quantum]


def security(own: Composed) -> str:
    """NIST's category beside bits."""
    category = f"NIST category {own.category}" if own.category else "no NIST category"
    return f"{own.strength} bits, {category}"


def step(scheme: str, operation: str) -> str:
    """One of the parts in words; of what was run whole they are words already."""
    return scheme if operation in ("", "blocks") else f"{scheme} {operation}"
