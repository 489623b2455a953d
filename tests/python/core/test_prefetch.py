# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compilers assume that a prefetch does nothing and drop functions that do nothing else: check that prefetches in the
sources are in the compiled code.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
CALLER = """
#include "util/compiler.h"
void use(const char *p);
static void ahead(const char **p, int n) {{ for (int i = 0; i < n; i++) {prefetch}; }}
void work(const char **p, int n) {{ ahead(p, n); for (int i = 0; i < n; i++) use(p[i]); ahead(p + 1, n); }}
"""


def assembly(compiler: str, source: str, level: str, folder: Path) -> str:
    path = folder / "source.c"
    path.write_text(source)
    command = [compiler, "-std=c11", level, f"-I{ROOT / 'core'}", f"-I{ROOT / 'include'}", "-S", "-o", "-", str(path)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def prefetches(compiler: str, source: str, level: str, folder: Path) -> int:
    return len(re.findall(r"^\s+(prefetch|prfm)", assembly(compiler, source, level, folder), re.MULTILINE))


@pytest.fixture(params=["gcc", "clang"])
def compiler(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    name = str(request.param)
    if not shutil.which(name):
        pytest.skip(f"no {name}")
    if not prefetches(name, "void f(char *p) { __builtin_prefetch(p); }", "-O2", tmp_path):
        pytest.skip("this processor has no prefetch that the test knows")
    return name


@pytest.mark.parametrize("level", ["-O1", "-O2", "-O3", "-Os"])
def test_a_function_that_only_fetches_ahead_is_called(compiler: str, level: str, tmp_path: Path) -> None:
    assert prefetches(compiler, CALLER.format(prefetch="WR_PREFETCH(p[i])"), level, tmp_path)


@pytest.mark.parametrize("source", ["core/md5/equal.c", "core/md5/refill.c", "core/umac/batch.c"])
def test_the_sources_that_fetch_ahead_are_compiled_to_do_so(compiler: str, source: str, tmp_path: Path) -> None:
    assert prefetches(compiler, f'#include "{ROOT / source}"\n', "-O2", tmp_path)
