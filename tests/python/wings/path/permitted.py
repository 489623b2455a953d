"""Whether this machine permits measuring its paths, and which paths its kernel has, as the program determines it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from wirerate.errors import MissingError
from wirerate.wings.path.carriers import Gateways
from wirerate.wings.path.catalogue import PLAIN, STAGES, Cell, Path
from wirerate.wings.path.refusals import Refusal


@cache
def absent() -> str:
    """Return why paths cannot be measured here, as a reason to skip; empty if they can."""
    try:
        with Gateways() as gateways:
            refusal = gateways.build(Cell("hop", PLAIN), [64]).refusal
    except MissingError as error:
        return str(error)
    return refusal.message if refusal else ""


def ask(paths: Sequence[Path]) -> tuple[list[Path], list[Refusal]]:
    """Return the paths that carry packets here, and why the others do not. Raises MissingError if none can be tried."""
    has, refusals = [], []
    with Gateways() as gateways:
        for path in paths:
            refusal = gateways.build(Cell(STAGES[path.kind][-1], path), [576]).refusal
            if refusal is None:
                has.append(path)
            elif path == PLAIN:
                raise MissingError(refusal.message, fix=refusal.fix)
            else:
                refusals.append(refusal)
    return has, refusals
