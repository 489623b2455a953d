"""Run inside a kernel that has the paths: print what each path puts on the wire between its gateways, in hexadecimal.

The arguments are paths; `:protect` after a path means its first gateway only.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from wirerate.wings.path.bench import Bench
from wirerate.wings.path.catalogue import Cell, parse_path

SIZES = [64, 577, 1400]


def main() -> None:
    target, *words = sys.argv[1:]
    told = {}
    for word in words:
        name, _, stage = word.partition(":")
        path = parse_path(name)
        with Bench() as bench:
            built = bench.build(Cell("protect" if stage == "protect" else "both", path), SIZES)
            rounds = bench.run(path.family, SIZES, 2, [0])[0] if built.proof else []
        refusal = built.refusal
        told[word] = {
            "refused": [refusal.cause, refusal.message] if refusal else [],
            "wire": {size: frame.hex() for size, frame in built.proof.wire.items()} if built.proof else {},
            "added": built.proof.added if built.proof else {},
            "rounds": [[each.sent, each.arrived, each.excess_bytes] for each in rounds],
        }
    Path(target).write_text(json.dumps(told))


if __name__ == "__main__":
    main()
