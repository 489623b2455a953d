"""Which files of Mbed TLS a configuration needs: most of them are one `#if defined(MBEDTLS_…_C)` around everything, and
reading their headers only to compile nothing takes longer than the rest of a build."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

_TEST = r"!?defined\(MBEDTLS_(?!CONFIG_FILE)\w+\)"  # older sources begin with how they find their configuration
_OPENED = re.compile(rf"^#if ({_TEST}(?: (?:&&|\|\|) {_TEST})*)\s*$", re.MULTILINE)
_CLOSED = re.compile(r"#endif\s*/\*(.*)\*/\s*$")
_MACRO = re.compile(r"MBEDTLS_\w+")
_ASK = """#if __has_include("mbedtls/build_info.h")
#include "mbedtls/build_info.h"
#else
#include MBEDTLS_CONFIG_FILE
#endif
"""


def needed(sources: Sequence[Path], program: str, flags: Sequence[str]) -> list[Path]:
    """Those that the configuration in `flags` leaves anything of. One that the compiler does not read leaves all of
    them: compiling the first says what is wrong."""
    command = [program, *flags, "-E", "-dM", "-x", "c", "-"]
    done = subprocess.run(command, input=_ASK, capture_output=True, text=True, check=False)
    if done.returncode:
        return list(sources)
    defined = {re.split(r"[ (]", line)[1] for line in done.stdout.splitlines() if line.startswith("#define ")}
    return [source for source in sources if _holds(_whole_condition(source), defined)]


def _whole_condition(source: Path) -> str:
    """The condition that a file is nothing without, if it is written as such a file: the first one is of the library's
    macros alone, and the last line closes a condition of the same. Empty for any other file."""
    text = source.read_text(errors="replace")
    opened, closed = _OPENED.search(text), _CLOSED.search(text)
    if not opened or not closed or set(_MACRO.findall(opened[1])) != set(_MACRO.findall(closed[1])):
        return ""
    return opened[1]


def _holds(condition: str, defined: set[str]) -> bool:
    """`defined(A) && !defined(B) || defined(C)`, where && binds closer; an empty condition holds."""
    return (
        any(
            all((_MACRO.findall(test)[0] in defined) != test.startswith("!") for test in choice.split(" && "))
            for choice in condition.split(" || ")
            if condition
        )
        or not condition
    )
