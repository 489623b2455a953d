# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where this lab keeps what it fetched and built, so that neither is done twice."""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from wirerate import folders
from wirerate.errors import OutputError

_LONG_AGO_S = 3600


def cache_folder() -> Path:
    """The user's, for this lab."""
    return folders.cache_folder("mcu")


@contextmanager
def made_whole(folder: Path) -> Iterator[Path]:
    """A new folder beside `folder` that takes its name once the block has filled it: killed at any moment, the program
    leaves nothing half made under a name that is looked for. Another process that was first wins."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        new = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        fix = "set XDG_CACHE_HOME to a folder you may write"
        raise OutputError(f"cannot write {folder.parent}: {error.strerror}", fix=fix) from error
    try:
        yield new
        new.chmod(0o755)
        try:
            new.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _sweep(folder: Path) -> None:
    """Removes what a killed program left of this folder, if it was long ago: a younger one may still be filled."""
    for left in folder.parent.glob(f".{folder.name}-*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _LONG_AGO_S:
                shutil.rmtree(left)
