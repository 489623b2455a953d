"""No text tells users to `pip install` the package's bare name: it is not on PyPI, and anyone could register it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from wirerate.errors import install

ROOT = Path(__file__).parents[3]
# An installer with any options and the bare name, which is not a path, URL or file.
BY_NAME = re.compile(
    r"\b(?:(?:pip3?|pipx|uv|uvx|conda|mamba|poetry)\b[^\n.;|]*\b(?:install|run|add|tool)\b|uvx|pip:)[^\n]*?"
    r"(?<![\w./-])wirerate(?=\[|[=<>~!]=|[\s'\"`),;:]|$)(?!\.)"
)
SHOWN = ("*.md", "*.1", "*.py", "*.c", "*.h", "*.html", "Makefile", "*.toml", "*.yml", "*.sh")


def tracked() -> list[Path]:
    done = subprocess.run(
        ["git", "ls-files", "-z", "--", *SHOWN], cwd=ROOT, capture_output=True, text=True, check=False
    )
    named = [ROOT / name for name in done.stdout.split("\0") if name]
    return named or [
        path for pattern in SHOWN for room in ("src", "docs", "tests") for path in (ROOT / room).rglob(pattern)
    ]


def test_no_page_and_no_message_names_it() -> None:
    mentions = [
        f"{path.relative_to(ROOT)}: {match[0]}"
        for path in tracked()
        if path.is_file() and path.name not in (Path(__file__).name, "CHANGELOG.md")
        for match in BY_NAME.finditer(path.read_text(errors="replace"))
    ]
    assert mentions == []


@pytest.mark.parametrize(
    "line",
    ["pip install wirerate", "pip install 'wirerate[mcu]'", "pip install --force-reinstall wirerate",
     "(pip: wirerate[fleet])", "uvx wirerate check", "pipx install wirerate==0.2", "uv pip install wirerate",
     "type there: pip install wirerate, or say"],
)  # fmt: skip
def test_the_search_finds_the_bare_name(line: str) -> None:
    assert BY_NAME.search(line)


@pytest.mark.parametrize(
    "line", [install(), install("hw", "--upgrade"), "pip install ./wirerate-0.2.0.whl", "pip install scapy"]
)
def test_a_clone_and_a_file_are_no_names(line: str) -> None:
    assert not BY_NAME.search(line)
    assert "'.[hw]'" in install("hw")
