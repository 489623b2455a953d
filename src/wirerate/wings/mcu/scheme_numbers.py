# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Figures that follow from a scheme's parameters: keys and messages in RAM, SLH-DSA's hash calls, and ML-DSA's signing
attempts. ML-DSA (FIPS 204) rejects attempts to sign whose signature could reveal something about the key, and tries
again.

The coefficients of z and r0 are uniform, so the parameters give the exact probability of each condition; this gives 1 %
more attempts than the standard's table, which is approximate. The condition on the hints rejects about one attempt in a
hundred and is left out, as in the standard's table.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.wings.mcu.cycles import Trace, weighted

SHARED_BYTES = 32  # bytes of a shared secret


def held_bytes(scheme: Scheme, operation: str) -> int:
    """Return the bytes of an operation's inputs and outputs in RAM, without the text to sign."""
    sizes = {
        "keygen": scheme.public_key + scheme.secret_key,
        "encapsulate": scheme.public_key + scheme.message + SHARED_BYTES,
        "decapsulate": scheme.secret_key + scheme.message + SHARED_BYTES,
        "agree": scheme.secret_key + scheme.message + SHARED_BYTES,
        "sign": scheme.secret_key + scheme.message,
        "verify": scheme.public_key + scheme.message,
    }
    return sizes[operation]


def hash_calls(scheme: Scheme, operation: str) -> int | None:
    """Return the exact number of hash calls that SLH-DSA needs for a key or a signature; None for anything else.

    Signing and checking a one-time signature together walk every chain once, and the code checks the last layer too.
    The hash calls of verification depend on the signature.
    """
    if scheme.family != SLH_DSA or operation == "verify":
        return None
    n, h, d, a, k = (scheme.numbers[name] for name in ("n", "h", "d", "a", "k"))
    leaf, leaves = 16 * (2 * n + 3) + 1, 1 << h // d
    if operation == "keygen":
        return leaves * (leaf + 1) - 1
    return 3 + k * (2 + 3 * ((1 << a) - 1)) + d * (leaves * (leaf + 1) - 1)


BY_Z, BY_R0 = "z", "r0"  # reasons to reject an attempt, named after the first of the standard's conditions that fails

_N = 256
SHARES = (0.5, 0.9, 0.99, 1 - 2**-20)  # quantiles of the signing time to report


@dataclass(frozen=True)
class Chances:
    """The probability that an attempt passes the check of z, and that it then passes the check of r0."""

    z: float
    r0: float

    @property
    def accepted(self) -> float:
        return self.z * self.r0

    @property
    def mean(self) -> float:
        """Return the mean number of attempts for a signature."""
        return 1 / self.accepted

    def attempts(self, share: float) -> int:
        """Return the number of attempts within which that share of all signatures succeeds."""
        return math.ceil(math.log(1 - share) / math.log(1 - self.accepted))

    @property
    def ended(self) -> dict[str, float]:
        """Return the probability of each reason for rejection, if an attempt is rejected."""
        failed = 1 - self.accepted
        return {BY_Z: (1 - self.z) / failed, BY_R0: self.z * (1 - self.r0) / failed}


def adds(at_once: Trace, ended: Mapping[str, Trace]) -> dict[str, Trace]:
    """Return the cost that a rejected attempt adds, by reason: a signature with one rejection minus a signature
    without."""
    return {why: weighted(((1, trace), (-1, at_once))) for why, trace in ended.items()}


def chances(scheme: Scheme) -> Chances:
    """Return the probabilities for the parameters of an ML-DSA scheme."""
    gamma1, beta = 1 << scheme.numbers["gamma1_bits"], scheme.numbers["tau"] * scheme.numbers["eta"]
    gamma2, k, width = (scheme.numbers[name] for name in ("gamma2", "k", "l"))
    z = ((2 * (gamma1 - beta) - 1) / (2 * gamma1)) ** (_N * width)
    r0 = ((2 * (gamma2 - beta) - 1) / (2 * gamma2)) ** (_N * k)
    return Chances(z, r0)


def after(at_once: Trace, rejected: Mapping[str, Trace], odds: Chances, attempts: float) -> Trace:
    """Return the mean trace of a signature with that many attempts: each reason for rejection is weighted by its
    probability."""
    more = ((share * (attempts - 1), rejected[why]) for why, share in odds.ended.items())
    return weighted([(1.0, at_once), *more])
