# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compare demand with cost: whether an authenticator keeps up with a link, and what to use when it does not."""

from wirerate.verdict.alternatives import suggestions
from wirerate.verdict.link import exit_status, judge, judge_all
from wirerate.verdict.policy import POLICIES
from wirerate.verdict.rows import BATCHED, COLDEST_FIRST, PER_PACKET, Case
from wirerate.verdict.rules import (
    BOTH,
    CANNOT_TELL,
    FALLS_SHORT,
    KEEPS_UP,
    ONE,
    TIGHT,
    headroom,
    is_decided,
    is_receiving,
)

__all__ = [
    "BATCHED",
    "BOTH",
    "CANNOT_TELL",
    "COLDEST_FIRST",
    "FALLS_SHORT",
    "KEEPS_UP",
    "ONE",
    "PER_PACKET",
    "POLICIES",
    "TIGHT",
    "Case",
    "exit_status",
    "headroom",
    "is_decided",
    "is_receiving",
    "judge",
    "judge_all",
    "suggestions",
]
