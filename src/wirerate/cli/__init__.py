"""The command line: one file per command, which parses, calls `wirerate.api` and prints."""

from __future__ import annotations

import sys
from typing import NoReturn


def main() -> NoReturn:
    """The `wirerate` program. What follows is imported inside, so that Ctrl-C while loading is quiet too."""
    try:
        from wirerate.cli.main import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
