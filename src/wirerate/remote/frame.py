# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a command says at the other end, between two words of our own: a login shell may print what it likes."""

from __future__ import annotations

import re
import shlex

BEGIN, DONE = "wirerate-begin", "wirerate-done"
_FRAME = re.compile(rf"^{BEGIN}\n(.*?)^{DONE}$", re.DOTALL | re.MULTILINE)


def between(command: str) -> str:
    """For a POSIX shell: the command's output between the words; its status is then in $s."""
    return f"echo; echo {BEGIN}; {command}; s=$?; echo; echo {DONE}"


def framed(command: str) -> str:
    """For a login shell of any kind: a POSIX shell runs the command, and ends with its status."""
    return f"exec sh -c {shlex.quote(f'{between(command)}; exit $s')}"


def begun(said: str) -> bool:
    """Whether our shell ran at all."""
    return re.search(rf"^{BEGIN}$", said, re.MULTILINE) is not None


def inside(said: str) -> str | None:
    """What stands between the two words; None where one of them is missing."""
    found = _FRAME.search(said)
    return found[1] if found else None
