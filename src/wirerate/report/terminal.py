# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The terminal: its width, colours and character set; and lines that begin with a label on the left."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TextIO

from wirerate.report.table import Table, Tone, paint, to_text, width_of, wrap

_PIPE_WIDTH = 80
_WIDEST = 120  # longer lines are hard to follow with the eye

_NARROWEST = 40

# ✗ (falls short) and × (times) differ in ASCII too.
_ASCII = str.maketrans(
    {"✓": "+", "✗": "#", "≈": "~", "⊘": "!", "▲": "^", "▼": "v", "×": "x", "±": "+-", "–": "-", "·": "-", "µ": "u",
     "…": "...", "→": "->", "≥": ">=", "░": ".", "▒": ":", "▓": "=", "█": "@", "■": "&", "▞": "%"}
)  # fmt: skip
_WIDER = 2  # columns that ASCII replacements may add to a line


@dataclass(frozen=True)
class Paper:
    width: int = _PIPE_WIDTH
    color: bool = False
    ascii: bool = False
    explain: bool = False  # whether the reader asked for terms, method and host too

    def ink(self, text: str, tone: Tone) -> str:
        return paint(text, tone, color=self.color)

    def table(self, shown: Table) -> str:
        return to_text(shown, width=self.width, color=self.color)

    def with_more(self, lines: list[str]) -> list[str]:
        """Add the pointer to --explain at the right edge of the last line, or of a new line if there is no room."""
        room, hint = self.width - len(MORE), self.ink(MORE, "dim")
        length = width_of(lines[-1]) if lines else self.width
        if length + 2 <= room:
            return [*lines[:-1], lines[-1] + " " * (room - length) + hint]
        return [*lines, " " * room + hint]

    def fit(self, text: str) -> str:
        """Return `text` with long lines folded, and with ASCII in place of signs that the terminal lacks."""
        shown = text.translate(_ASCII) if self.ascii else text
        lines = shown.split("\n")
        return "\n".join(part for line in lines for part in (_folded(line, self.width) if line else [line]))


def _folded(line: str, width: int) -> list[str]:
    if width_of(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    return wrap(line, width, indent)


def detect_paper(stream: TextIO | None = None) -> Paper:
    """Return the capabilities of `stream` (standard output by default). NO_COLOR applies (https://no-color.org), and
    COLUMNS applies to files and pipes too."""
    stream = stream or sys.stdout
    terminal = stream.isatty()
    color = terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    known = terminal or os.environ.get("COLUMNS")
    width = min(shutil.get_terminal_size((_PIPE_WIDTH, 24)).columns, _WIDEST) if known else _PIPE_WIDTH
    plain = _c_locale() or not _unicode(stream)
    return Paper(max(width, _NARROWEST) - (_WIDER if plain else 0), color, plain)


def _c_locale() -> bool:
    """Return whether the environment selects the C locale. Python writes UTF-8 even then, which the terminal may not
    show."""
    if os.environ.get("PYTHONIOENCODING") or os.environ.get("PYTHONUTF8"):
        return False
    locales = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, locales), "") in ("C", "POSIX")


def _unicode(stream: TextIO) -> bool:
    try:
        "✓×≈⊘–".encode(getattr(stream, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


MORE = "more: --explain"
LABEL = 12  # columns of the label on the left


def labelled(label: str, text: str, paper: Paper, tone: Tone = "") -> list[str]:
    """Return lines of '  label       text', with the text wrapped beside the label."""
    indent = " " * (LABEL + 2)
    lines = wrap(text, paper.width, indent) or [indent]
    lines[0] = "  " + label.ljust(LABEL) + lines[0][len(indent) :]
    return [paper.ink(line, tone) for line in lines]


def facts(pairs: Iterable[tuple[str, str]], column: int, paper: Paper, tone: Tone = "") -> list[str]:
    """Return labels with their sentences, which start in `column`. If a label is longer, its sentence follows it on the
    same line."""
    lines: list[str] = []
    for label, sentence in pairs:
        first, *rest = wrap(sentence, paper.width - column) or [""]
        before = label.ljust(column) if len(label) < column else f"{label}: "
        lines += [paper.ink(before, tone) + first, *(" " * column + line for line in rest)]
    return lines
