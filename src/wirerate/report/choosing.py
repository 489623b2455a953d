# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How an alternative is chosen: the lines to paste, and the documentation that each follows."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import Alternative, Verdict
from wirerate.report import naming


def lines(alternative: Alternative) -> tuple[str, ...]:
    """What to paste where, a line for each system; of a run of an earlier version the one that it has."""
    told = (f"{each.system}: {each.text}" if each.system else each.text for each in alternative.lines)
    return tuple(told) or ((alternative.config,) if alternative.config else ())


def footnotes(asked: Sequence[Verdict]) -> str:
    """How each first alternative is chosen, with the documentation of every line."""
    first = {each.subject: each for v in asked for each in v.alternatives[:1] if each.subject != v.subject}
    found = []
    for subject, each in first.items():
        told = (f"{line} ({at.source})" for line, at in zip(lines(each), each.lines, strict=False))
        if text := "; ".join(told):
            found.append(f"To choose {naming.algorithm(subject)}: {text}.")
    return " ".join(found)
