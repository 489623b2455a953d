# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Find words that make a reader stop: in names, comments, docstrings, messages and pages (`make lint`).

Usage: python scripts/words.py [PATH...]; without a path, every tracked file. The words and the exceptions are in
scripts/words.toml. Exits 1 if it finds one.
"""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORDS = tomllib.loads((ROOT / "scripts" / "words.toml").read_text())
NAMES = frozenset(WORDS["names"])
OPENINGS = frozenset(WORDS["openings"])
PHRASES = {re.compile(pattern, re.IGNORECASE): advice for pattern, advice in WORDS["phrases"].items()}
C_COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"', re.DOTALL)
FENCED = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)

Finding = tuple[int, str, str]  # line, word, what to write


def names(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield every name that the code defines, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.alias) and node.asname:
            yield node.lineno, node.asname


def docstrings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            text = ast.get_docstring(node)
            if text:
                yield node.body[0].lineno, text


def prose(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a file that a person reads, with the line that each part starts on."""
    if path.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string
    elif path.suffix in (".c", ".h"):
        for match in C_COMMENT.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[0]
    elif path.suffix == ".md":
        yield 1, FENCED.sub(lambda match: "\n" * match[0].count("\n"), text)
    else:
        yield 1, text


def findings(path: Path, text: str) -> Iterator[Finding]:
    if path.suffix == ".py":
        tree = ast.parse(text)
        for line, name in names(tree):
            if name.strip("_") in NAMES:
                yield line, name, "a name that says what it holds"
        for line, docstring in docstrings(tree):
            if docstring.split()[0] in OPENINGS:
                yield line, docstring.split()[0], "a docstring that starts with a verb or a noun phrase"
    elif path.suffix in (".c", ".h"):
        code = C_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
        for match in re.finditer(rf"\b(?:{'|'.join(sorted(NAMES))})\b", code):
            yield code.count("\n", 0, match.start()) + 1, match[0], "a name that says what it holds"
    for start, part in prose(path, text):
        joined = re.sub(r"\s", " ", part)
        for pattern, advice in PHRASES.items():
            for match in pattern.finditer(joined):
                yield start + part.count("\n", 0, match.start()), match[0], advice


def tracked() -> list[str]:
    """List the files that are read: not the change log, which is history, nor tests, whose readers have the code."""
    patterns = ["*.py", "*.c", "*.h", "*.md", "*.toml"]
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    left_out = ("tests/", "CHANGELOG.md", "scripts/words", "vectors/", "scripts/openssh/")
    return [name for name in listed.split() if not name.startswith(left_out)]


def main(paths: list[str]) -> int:
    bad = 0
    for name in tracked():
        if paths and not any(name == path.rstrip("/") or name.startswith(path.rstrip("/") + "/") for path in paths):
            continue
        right = {exception.partition(":")[0].lower() for exception in WORDS["exceptions"].get(name, ())}
        for line, word, advice in findings(Path(name), (ROOT / name).read_text()):
            if word.lower() not in right:
                bad += 1
                print(f"{name}:{line}: {word!r}: write {advice}")
    if bad:
        print(f"{bad} words to mend; an exception goes into scripts/words.toml with its reason", file=sys.stderr)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
