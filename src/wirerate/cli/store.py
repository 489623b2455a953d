# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finished runs, kept one file each under $XDG_STATE_HOME so that `report last` needs no file name."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wirerate.errors import OutputError, UsageError
from wirerate.folders import state_folder

if TYPE_CHECKING:
    from wirerate.records import Kind, Run


def folder() -> Path:
    """Where they are kept: below ~/.local/state unless the variable says otherwise."""
    return state_folder("runs")


def keep(run: Run) -> Path:
    """Writes the run into the folder; names sort by time, and two runs of one second do not meet."""
    from wirerate.records import write

    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot make {place}: {error.strerror}", fix="set XDG_STATE_HOME to a folder you may write"
        ) from error
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = place / f"{moment}-{run.kind}.jsonl"
    write(run, path)
    return path


def last(*kinds: Kind) -> Path:
    """The newest run, of one of these kinds if some are named; what cannot be shown is refused by the registry, with
    the kinds that can."""
    kept = sorted(path for kind in kinds or ("*",) for path in folder().glob(f"*-{kind}.jsonl"))
    if not kept:
        raise UsageError(f"no run is kept in {folder()} yet", fix="type: wirerate check")
    return kept[-1]
