"""Whether this machine lets its paths be measured: asked once, as the program asks."""

from __future__ import annotations

from functools import cache

from wirerate.errors import MissingError
from wirerate.wings.path.session import Session
from wirerate.wings.path.stages import Cell


@cache
def absent() -> str:
    """Why not, as words for a skip; empty if they may be."""
    try:
        with Session() as session:
            refusal = session.build(Cell("hop", "ip4"), [64]).refusal
    except MissingError as error:
        return str(error)
    return refusal.message if refusal else ""
