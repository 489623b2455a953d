#!/usr/bin/env python3
"""Update the command output shown in README and docs, and the README's chart.

    <!-- run: wirerate check hmac-md5 --link 10G -->        the text between these two lines
    <!-- end -->                                            is replaced by the command and its output

Usage: python scripts/examples.py [FILE...]        (default: README.md and every page in docs)
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CHART = ROOT / "docs" / "images" / "rate-by-size.svg"
CHART_SUBJECTS = ("hmac-sha256@openssl", "aes-128-gmac@openssl", "umac-64@nettle", "hmac-md5@openssl")
CHART_BATCHED = ("hmac-md5@wirerate",)
CHART_SIZES = (64, 128, 256, 576, 1280, 1500, 4096, 9000)
CHART_LINKS = ("1G", "10G", "25G")
BLOCK = re.compile(r"(<!-- run: (?P<command>[^\n]+?) -->\n).*?(<!-- end -->)", re.DOTALL)
INCLUDE = re.compile(r"(<!-- example: (?P<file>[^\n]+?) -->\n```(?P<word>\w+)\n).*?(```)", re.DOTALL)


def commands(path: Path) -> list[str]:
    """Return the commands whose output a file shows."""
    return [match["command"] for match in BLOCK.finditer(path.read_text())]


def with_current_files(text: str) -> str:
    """Return the text with the current content of its example files."""
    return INCLUDE.sub(lambda match: match[1] + (ROOT / match["file"]).read_text() + match[4], text)


def with_current_output(text: str) -> str:
    """Run every command in a text, and return the text with their output. Exit statuses 0, 1 and 3 are accepted."""

    def with_answer(match: re.Match[str]) -> str:
        return f"{match[1]}```console\n$ {match['command']}\n{_run(match['command'])}```\n{match[3]}"

    return BLOCK.sub(with_answer, text)


def markdown_files() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def draw() -> str:
    """Return the README's chart as SVG: MACs in use today, and HMAC-MD5 for comparison."""
    from wirerate.commands.speed.speed import speed
    from wirerate.report.charts import rate

    run = speed(CHART_SUBJECTS, lengths=CHART_SIZES, caches=("cold",))
    batched = speed(CHART_BATCHED, lengths=CHART_SIZES, caches=("cold",), batch=256)
    run.rows += [row for row in batched.rows if row.role == "subject"]
    return rate.standalone(run, CHART_LINKS, command="make docs")


def _run(command: str) -> str:
    words = shlex.split(command)
    words[0] = str(Path(sys.executable).parent / words[0])
    with tempfile.TemporaryDirectory() as state:
        environment = os.environ | {"XDG_STATE_HOME": state}
        done = subprocess.run(words, capture_output=True, text=True, env=environment, cwd=state, check=False)
    if done.returncode not in (0, 1, 3):
        raise SystemExit(f"{command}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def main(names: list[str]) -> None:
    for path in [Path(name) for name in names] or markdown_files():
        text = path.read_text()
        renewed = with_current_output(with_current_files(text))
        if renewed != text:
            path.write_text(renewed)
    if not names:
        CHART.parent.mkdir(parents=True, exist_ok=True)
        CHART.write_text(draw())


if __name__ == "__main__":
    main(sys.argv[1:])
