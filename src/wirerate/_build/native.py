# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Write the C source of `wirerate._native` from the public headers. Usage: native.py OUTPUT.c HEADER...

cffi needs plain declarations. They are taken from the headers, without preprocessor lines (except constants) and the
export macro, so that no declaration is repeated here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from cffi import FFI

BUILT_BY = """
#ifdef __clang__
#define built_by __VERSION__
#else
#define built_by "GCC " __VERSION__
#endif
"""


def declarations(header: str) -> str:
    """Return a header without comments, conditionals and includes, as cffi can parse it."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    kept = [line for line in text.splitlines() if not line.startswith("#") or re.match(r"#define \w+ +\d+$", line)]
    return "\n".join(kept).replace("WR_API ", "")


def main() -> None:
    output, headers = sys.argv[1], [Path(name) for name in sys.argv[2:]]
    ffi = FFI()
    for header in headers:
        ffi.cdef(declarations(header.read_text()))
    ffi.cdef("static const char *const built_by;")
    ffi.set_source("wirerate._native", "\n".join(f'#include "{header.name}"' for header in headers) + BUILT_BY)
    ffi.emit_c_code(output)


if __name__ == "__main__":
    main()
