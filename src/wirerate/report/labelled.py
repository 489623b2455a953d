# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lines of the terminal that begin with a word on the left."""

from __future__ import annotations

from collections.abc import Iterable

from wirerate.records import Verdict
from wirerate.report import naming
from wirerate.report.paper import Paper
from wirerate.report.table import Tone, wrap

LABEL = 12  # columns of the words on the left


def labelled(label: str, text: str, on: Paper, tone: Tone = "") -> list[str]:
    """'  label       text', wrapped under itself."""
    indent = " " * (LABEL + 2)
    lines = wrap(text, on.width, indent) or [indent]
    lines[0] = "  " + label.ljust(LABEL) + lines[0][len(indent) :]
    return [on.ink(line, tone) for line in lines]


def barred(asked: Iterable[Verdict], on: Paper) -> list[str]:
    """Every subject that is not to be used, once, with its standing."""
    forbidden = {naming.algorithm(v.subject): v for v in asked if not v.permitted}
    lines: list[str] = []
    for name, verdict in forbidden.items():
        fits = len(name) + 2 < LABEL
        text = verdict.security.standing if fits else f"{name}: {verdict.security.standing}"
        lines += ["", *labelled(f"⊘ {name}" if fits else "⊘", text, on)]
    return lines
