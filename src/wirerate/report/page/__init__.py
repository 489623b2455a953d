"""One offline HTML file: the answer, charts with table twins, the method and the run itself. No script, no request."""

from __future__ import annotations

import os

from wirerate import records
from wirerate.records import Run
from wirerate.report.page.document import document

__all__ = ["document", "write"]


def write(run: Run, path: str | os.PathLike[str], *, source: str = "") -> int:
    """Writes the page and returns its size in bytes. `source` is the run file's address as seen from the page,
    linked when the run is too large to be embedded. A failure is an OutputError."""
    content = document(run, source=source).encode()
    records.write_file(path, content)
    return len(content)
