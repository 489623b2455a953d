"""The program works with OpenSSL in FIPS mode, where hashlib refuses MD5."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REFUSING = os.environ | {"PYTHONPATH": str(ROOT / "tests" / "fips")}
PROGRAM = """
import hashlib, sys
try:
    hashlib.md5()
    raise SystemExit("hashlib offers MD5 here: this test proves nothing")
except ValueError:
    pass
from wirerate.cli import main
sys.argv = ["wirerate", *sys.argv[1:]]
main()
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments], env=REFUSING, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "arguments",
    [("--version",), ("hw", "--core", "md5-naive", "--emit", "cores"), ("sum", str(ROOT / "pyproject.toml"))],
    ids=lambda arguments: arguments[0],
)
def test_commands_do_not_need_hashlibs_md5(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*arguments)
    assert done.returncode == 0, done.stderr


def md5_for_security(tree: ast.AST) -> list[int]:
    """Return lines that call hashlib.md5 without `usedforsecurity=False`."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "md5"
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "hashlib"
        and not any(keyword.arg == "usedforsecurity" for keyword in node.keywords)
    ]


def test_no_call_asks_hashlib_for_md5_as_if_it_were_secure() -> None:
    assert md5_for_security(ast.parse("hashlib.md5(b'')")) == [1]
    files = [path for folder in ("src", "scripts", "vectors", "bench") for path in (ROOT / folder).rglob("*.py")]
    assert files
    assert not {str(path): lines for path in files if (lines := md5_for_security(ast.parse(path.read_text())))}
