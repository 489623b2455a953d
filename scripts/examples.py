#!/usr/bin/env python3
"""Runs the commands that README and docs show, and puts what they print under them; draws the README's chart.

    <!-- run: wirerate check hmac-md5 --link 10G -->        what is between these two lines
    <!-- end -->                                            is replaced by the command and its answer

Usage: python scripts/examples.py [FILE...]        (all Markdown files of the repository that have such a line)
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
    """The commands whose output the file shows."""
    return [found["command"] for found in BLOCK.finditer(path.read_text())]


def included(text: str) -> str:
    """The text with every example file in its place."""
    return INCLUDE.sub(lambda found: found[1] + (ROOT / found["file"]).read_text() + found[4], text)


def answered(text: str) -> str:
    """The text with every command run and its standard output in its place, whatever the answer (0, 1 or 3)."""

    def with_answer(found: re.Match[str]) -> str:
        return f"{found[1]}```console\n$ {found['command']}\n{_run(found['command'])}```\n{found[3]}"

    return BLOCK.sub(with_answer, text)


def markdown_files() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def draw() -> str:
    """The README's chart as SVG: MACs in use today in front, MD5's as the historical case."""
    from wirerate.commands.speed.speed import speed
    from wirerate.report.charts import rate

    run = speed(CHART_SUBJECTS, lengths=CHART_SIZES, caches=("cold",))
    batched = speed(CHART_BATCHED, lengths=CHART_SIZES, caches=("cold",), batch=256)
    run.rows += [m for m in batched.rows if m.role == "subject"]
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
        renewed = answered(included(text))
        if renewed != text:
            path.write_text(renewed)
    if not names:
        CHART.parent.mkdir(parents=True, exist_ok=True)
        CHART.write_text(draw())


if __name__ == "__main__":
    main(sys.argv[1:])
