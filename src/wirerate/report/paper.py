# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the terminal can show: its width, whether colour is welcome, whether it takes more than ASCII."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from typing import TextIO

from wirerate.report.table import Tone, paint

_PIPE_WIDTH = 80
_WIDEST = 120  # longer lines are hard to follow with the eye

_ASCII = str.maketrans(
    {"✓": "+", "✗": "x", "≈": "~", "⊘": "!", "▲": "+", "▼": "-", "×": "x", "±": "+-", "–": "-", "·": "-", "µ": "u"}
)


@dataclass(frozen=True)
class Paper:
    width: int = _PIPE_WIDTH
    color: bool = False
    ascii: bool = False

    def ink(self, text: str, tone: Tone) -> str:
        return paint(text, tone, color=self.color)

    def fit(self, text: str) -> str:
        """`text` with its signs replaced where the terminal's encoding lacks them; names pass unchanged."""
        return text.translate(_ASCII) if self.ascii else text


def paper(stream: TextIO | None = None) -> Paper:
    """What `stream` (standard output by default) shows. NO_COLOR: https://no-color.org."""
    stream = stream or sys.stdout
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size((_PIPE_WIDTH, 24)).columns, _WIDEST) if terminal else _PIPE_WIDTH
    return Paper(max(width, 40), color, not _unicode(stream))


def _unicode(stream: TextIO) -> bool:
    try:
        "✓×≈⊘–".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
