# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The live bar on stderr: only on a terminal, gone when the answer is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from wirerate.progress import Progress


@contextmanager
def live(what: str) -> Iterator[Progress | None]:
    """Yields what the scheduler reports to: a share of the work done and the name of what is running."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        TextColumn("{task.fields[now]}"),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=1.0, now="")

        def report(share: float, label: str) -> None:
            bar.update(task, completed=share, now=label)

        yield report
