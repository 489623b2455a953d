# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The linter of words finds bad names, openings and phrases, and its exceptions name words that are there."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "words.py"
spec = importlib.util.spec_from_file_location("words", SCRIPT)
assert spec is not None
assert spec.loader is not None
words = importlib.util.module_from_spec(spec)
spec.loader.exec_module(words)


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("a.py", "def f(whose: int) -> None: ...\n", (1, "whose")),
        ("a.py", "rows = 1\n_found = 2\n", (2, "_found")),
        ("a.py", 'def f() -> None:\n    """Whether it rains."""\n', (2, "Whether")),
        ("a.py", "x = 1\n# the rows are held against the limit\n", (2, "held against")),
        ("a.c", "/* here is a comment */\nint told;\n", (2, "told")),
        ("a.c", 'const char *text = "one cannot tell";\n', (1, "one cannot tell")),
        ("a.md", "Text.\n```\none cannot tell\n```\nIt goes by\nsize.\n", (5, "goes by")),
    ],
)
def test_a_bad_word_is_found_with_its_line(name: str, text: str, expected: tuple[int, str]) -> None:
    assert [(line, word) for line, word, _ in words.findings(Path(name), text)] == [expected]


def test_every_exception_is_needed() -> None:
    for name, exceptions in words.WORDS["exceptions"].items():
        seen = {word.lower() for _, word, _ in words.findings(Path(name), (words.ROOT / name).read_text())}
        for exception in exceptions:
            word, _, reason = exception.partition(": ")
            assert word.lower() in seen, f"{name} no longer has {word!r}: remove the exception"
            assert reason, f"{name}: say why {word!r} is right there"
