# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How far a record is taken in one round.

`tcp`: written and read back, nothing protected. `record`: the same with TLS. `crypto`: what OpenSSL asks of libcrypto
for such a record, sealed and opened in memory; the kernel's crypto cannot be called by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from wirerate._native import lib
from wirerate.wings.path.catalogue import TCP, Path

Stage = Literal["tcp", "record", "crypto"]


@dataclass(frozen=True)
class Step:
    """What one round of the scheduler runs."""

    stage: Stage
    path: Path = TCP

    @property
    def carrier(self) -> int:
        """Of wirerate_path.h."""
        if self.stage == "crypto":
            return int(lib.WRH_SEAL_OPENSSL)
        return int({"tcp": lib.WRH_TCP, "tls": lib.WRH_TLS_OPENSSL, "ktls": lib.WRH_TLS_KERNEL}[self.path.kind])


def steps(paths: Sequence[Path]) -> tuple[Step, ...]:
    """Plain TCP first, which is the control; then those of each path."""
    found = [Step("tcp")]
    for path in paths:
        found += [Step("record", path)] if path != TCP else []
        found += [Step("crypto", path)] if path.kind == "tls" else []
    return tuple(found)
