# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a scheme's parameters decide beside its code: what lies in RAM beside the stack, how often SLH-DSA hashes, and
how often ML-DSA attempts a signature: FIPS 204 signs again until what it would publish tells nothing of the key.

Coefficients of z and of r0 are evenly spread, so that each condition holds with a probability that the parameters give,
counted here where the standard's table of repetitions has an approximation, 1 % lower. The third condition, on the
hints, ends about one attempt in a hundred and is left out, as there.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.wings.mcu.cycles import Trace, weighted

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


BY_Z, BY_R0 = "z", "r0"  # why an attempt ends: the first of the standard's conditions that it breaks

_N = 256
SHARES = (0.5, 0.9, 0.99, 1 - 2**-20)  # of signatures that take no more


@dataclass(frozen=True)
class Chances:
    """Of an attempt: that z is short enough, and that then r0 is."""

    z: float
    r0: float

    @property
    def accepted(self) -> float:
        return self.z * self.r0

    @property
    def mean(self) -> float:
        """Attempts for a signature."""
        return 1 / self.accepted

    def attempts(self, share: float) -> int:
        """No more than these are made for so many of all signatures."""
        return math.ceil(math.log(1 - share) / math.log(1 - self.accepted))

    @property
    def ended(self) -> dict[str, float]:
        """Of an attempt that failed: which condition ended it."""
        failed = 1 - self.accepted
        return {BY_Z: (1 - self.z) / failed, BY_R0: self.z * (1 - self.r0) / failed}


def adds(at_once: Trace, ended: Mapping[str, Trace]) -> dict[str, Trace]:
    """What an attempt takes that ends without a signature: the signature after it, less one that ends at once."""
    return {why: weighted(((1, trace), (-1, at_once))) for why, trace in ended.items()}


def chances(scheme: Scheme) -> Chances:
    gamma1, beta = 1 << scheme.numbers["gamma1_bits"], scheme.numbers["tau"] * scheme.numbers["eta"]
    gamma2, k, width = (scheme.numbers[name] for name in ("gamma2", "k", "l"))
    z = ((2 * (gamma1 - beta) - 1) / (2 * gamma1)) ** (_N * width)
    r0 = ((2 * (gamma2 - beta) - 1) / (2 * gamma2)) ** (_N * k)
    return Chances(z, r0)


def after(at_once: Trace, rejected: Mapping[str, Trace], of: Chances, attempts: float) -> Trace:
    """What a signature runs that takes so many attempts, those before the last ended as they do on average."""
    more = ((share * (attempts - 1), rejected[why]) for why, share in of.ended.items())
    return weighted([(1.0, at_once), *more])
