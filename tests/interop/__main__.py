"""`make matrix`: test all peers, all MACs and both roles, and write the page named by the argument."""

from __future__ import annotations

import sys
from pathlib import Path

from wirerate.records import write_file

from .clients import clients
from .matrix import failures, run
from .page import page
from .servers import servers


def main() -> int:
    cells = []
    for cell in run([*clients(), *servers()]):
        cells.append(cell)
        print(f"{cell.peer} {cell.version} {cell.role:7} {cell.mac:18} {cell.outcome}  {cell.detail}", file=sys.stderr)
    write_file(Path(sys.argv[1]), page(cells).encode())
    return 1 if failures(cells) else 0


sys.exit(main())
