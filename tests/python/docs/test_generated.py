"""Generated pages are up to date, and the commands in README and docs work."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import click
import pytest
from tests.python import forked

import wirerate as package
from wirerate.catalogue.boards import BOARDS, board_template
from wirerate.cli.main import run
from wirerate.errors import EXIT_USAGE

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
SHELL = re.compile(r"```sh\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n((?:from|import) .*?)```", re.DOTALL)
SCREEN = 40  # lines


def script(name: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def typed(path: Path) -> list[str]:
    """Return the `wirerate` commands in a page's shell blocks."""
    lines = [line.partition("#")[0].strip() for block in SHELL.findall(path.read_text()) for line in block.splitlines()]
    return [line for line in lines if line.startswith("wirerate ")]


def pages_with_id(pages: list[Path]) -> list[object]:
    return [pytest.param(page, id=str(page.relative_to(ROOT))) for page in pages]


def test_command_reference_is_current() -> None:
    for path, content in script("command_reference").pages().items():
        assert path.read_text() == content, f"{path.name} is not current: make docs"


def test_python_reference_is_current() -> None:
    assert script("python_reference").PAGE.read_text() == script("python_reference").page(), "type: make docs"


def imported(page: Path) -> set[str]:
    """Return the names that a page's Python code uses from the package."""
    names = set()
    for node in (node for block in PYTHON.findall(page.read_text()) for node in ast.walk(ast.parse(block))):
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("wirerate"):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute):
            names.add(ast.unparse(node))
    return {name for name in names if name.startswith("wirerate.") and not name.startswith("wirerate.plugins")}


def test_imports_in_the_docs_are_public() -> None:
    """The reference page lists exactly the public names."""
    public = {f"wirerate.{name}" for name in package.__all__}
    reference = (ROOT / "docs/reference/python.md").read_text()
    assert set(re.findall(r"^### (.+)$", reference, re.MULTILINE)) == public
    assert {name for page in PAGES for name in imported(page)} <= public


@pytest.mark.parametrize("page", pages_with_id(PAGES))
def test_included_files_are_current(page: Path) -> None:
    assert script("examples").with_current_files(page.read_text()) == page.read_text(), "type: make docs"


@pytest.mark.parametrize("page", pages_with_id(PAGES))
def test_links_have_targets(page: Path) -> None:
    broken = [target for target in LINK.findall(page.read_text()) if not (page.parent / target).exists()]
    assert not broken


def test_paths_in_contributing_exist() -> None:
    """Paths are complete; NAME stands for a file that a contributor adds."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    paths = re.findall(r"`((?:bench|core|docs|host|scripts|src|tests|vectors)/[^`*]*)`", text)
    assert len(paths) > 20
    assert [path for path in paths if not (ROOT / path.replace("NAME.py", "")).exists()] == []


def test_first_screen_of_readme() -> None:
    """The question, one command with its answer, the chart and the installation are the first things a reader sees."""
    text = (ROOT / "README.md").read_text()
    top = "\n".join(text.splitlines()[:SCREEN])
    assert "?**" in top  # the question
    assert top.count("```console\n$ wirerate check") == 1  # one command and its real answer
    assert re.search(r"^[✓≈✗?⊘] [A-Z ]+  ", top, re.MULTILINE)
    assert "more: --explain" in top
    assert len(re.findall(r"!\[.*\]\(docs/images/.*\.svg\)", top)) == 1
    assert "## Install" in top


def test_readme_sends_each_reader_to_a_page() -> None:
    """One row per reader: no row is a list of everything, and every guide has a row."""
    table = (ROOT / "README.md").read_text().partition("## Find your page")[2]
    rows = [LINK.findall(row) for row in re.findall(r"^\| \*\*You .*$", table, re.MULTILINE)]
    assert len(rows) >= 8
    assert all(1 <= len(links) <= 4 for links in rows)
    linked = {ROOT / link for links in rows for link in links} | {ROOT / "docs/guides/installing.md"}
    assert set((ROOT / "docs/guides").glob("*.md")) <= linked


def test_speed_table_names_hardware_and_command() -> None:
    page = (ROOT / "docs/reference/speeds.md").read_text()
    (command,) = script("examples").commands(ROOT / "docs/reference/speeds.md")
    assert f"$ {command}" in page
    assert re.search(r"\bHost: .+[\s\d]+cores?", page)


SHOWN = sorted({command for page in PAGES for command in [*typed(page), *script("examples").commands(page)]})


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], int]:
    """Return a function that parses a command line completely without running it, and returns the exit status.

    Files that earlier commands of a page would have created exist.
    """
    monkeypatch.setattr(click.Command, "invoke", lambda command, context: 0)
    (tmp_path / "board.toml").write_text(board_template())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(BOARDS, "my-board", BOARDS["f401re"])  # the board of the file; forgotten after the test
    monkeypatch.delitem(BOARDS, "my-board")
    return lambda command: run(shlex.split(re.split(r" [>|]", command)[0])[1:])


@pytest.mark.parametrize("command", SHOWN)
def test_command_is_accepted(command: str, parsed: Callable[[str], int], capsys: pytest.CaptureFixture[str]) -> None:
    assert parsed(command) == 0, capsys.readouterr().err


WRONG = [
    "wirerate chek",
    "wirerate check nosuchalgo --link 10G",
    "wirerate check md5 --link bogus",
    "wirerate check md5 --lnk 10G",
    "wirerate compare md5 md6",
    "wirerate model md5 --cpu zen",
    "wirerate hw md5 --lanes many",
    "wirerate hw md5 --part ecp6",
    "wirerate sum --check --tag list",
    "wirerate ah speed hmac-md6",
    "wirerate fleet check nosuchalgo --hosts a,b",
    "wirerate mcu nosuchboard",
    "wirerate mcu lpc1768 --curve secp256r2",
    "wirerate mcu lpc1768 --version 9",
    "wirerate mcu budget lpc1768 tme=1s",
    "wirerate ssh mill --macs hmac-md6",
]


@pytest.mark.parametrize("command", WRONG)
def test_wrong_command_is_not_accepted(command: str, parsed: Callable[[str], int]) -> None:
    assert parsed(command) != 0


REFUSED = [  # all its words exist, but the question is invalid
    "wirerate mcu lpc1768 --level O9",
    "wirerate mcu lpc1768 --core cortex-m0",
    "wirerate mcu handshake --core cortex-m4",
    "wirerate mcu library lpc1768 --flash fast",
    "wirerate mcu budget lpc1768",
    "wirerate mcu budget lpc1768 time=1s --quantum safe",
]


@pytest.mark.parametrize("command", REFUSED)
def test_wrong_question_is_refused_before_anything_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(command)[1:]) == EXIT_USAGE
    assert "wirerate mcu" in capsys.readouterr().err


SHORTENED = [
    "wirerate check aes-128-gcm --link 10G --packet imix --protocol esp-gcm",
    "wirerate check aes-128-gcm --link 25G --packet 1500 --protocol esp-gcm",
    "wirerate speed md5 hmac-md5 umac-64 --cache warm,cold",
]


@pytest.mark.parametrize("command", SHORTENED)
def test_readme_command_answers(command: str, tmp_path: Path) -> None:
    assert command in (ROOT / "README.md").read_text()
    done = _run([*shlex.split(command)[1:], "--time", "0.05"], tmp_path)
    assert done.returncode in (0, 1, 3, 4), done.stderr
    assert done.stdout


def _run(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return forked.forking().said(words, env=os.environ, cwd=folder)
