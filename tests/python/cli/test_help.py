"""Help: within 80 columns, loaded without the measuring code; no arguments say what to type."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

import wirerate as package
from wirerate.cli import options, rules
from wirerate.cli.main import run
from wirerate.cli.output import Outputs, finish
from wirerate.records import Comparison, Row, Run, Verdict
from wirerate.registry import COMMANDS, QUESTIONS, Entry
from wirerate.report.html import Page
from wirerate.report.table import Cell, Column, Group, Table, to_text


@pytest.mark.parametrize("words", [("--help",), *((name, "--help") for name in COMMANDS)], ids=" ".join)
def test_fits_eighty_columns(wirerate: Callable, words: tuple[str, ...]) -> None:
    done = wirerate(*words, COLUMNS="200")
    assert done.returncode == 0
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_no_arguments_say_what_to_type(wirerate: Callable) -> None:
    done = wirerate()
    assert done.returncode == 0
    assert done.stdout == wirerate("--help").stdout
    assert "Try:  wirerate check" in done.stdout
    assert len(done.stdout.splitlines()) <= 40


def test_questions_come_before_laboratories(wirerate: Callable) -> None:
    words = [line.split()[0] for line in wirerate("--help").stdout.splitlines() if line[:2] == "  " and line[2] != " "]
    names = [word for word in words if word in COMMANDS]
    assert names == sorted(COMMANDS, key=lambda name: COMMANDS[name].group != QUESTIONS)
    assert names[:3] == ["check", "path", "ssh"]
    assert words.index("fleet") > words.index("report")


def test_version(wirerate: Callable) -> None:
    assert wirerate("--version").stdout.split()[-1] == package.__version__


def loaded(tmp_path: Path, *words: str) -> set[str]:
    """Return the modules that the program has loaded when it ends."""
    told = tmp_path / "modules"
    code = (
        "import atexit, sys; from pathlib import Path; from wirerate.cli import main; "
        f"atexit.register(lambda: Path({str(told)!r}).write_text(' '.join(sys.modules))); "
        f"sys.argv = ['wirerate', *{words!r}]; main()"
    )
    subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return set(told.read_text().split())


def test_the_version_is_printed_without_other_modules(tmp_path: Path) -> None:
    """Scripts ask for the version before each use. The test limits the imports that make a start slow, not the time."""
    own = {name for name in loaded(tmp_path, "--version") if name.partition(".")[0] == "wirerate"}
    assert own == {"wirerate", "wirerate._version", "wirerate.cli"}


def test_the_list_of_commands_does_not_load_them(tmp_path: Path) -> None:
    modules = loaded(tmp_path, "--help")
    own = {name for name in modules if name.partition(".")[0] == "wirerate"}
    mine = {
        f"wirerate.{name}"
        for name in ("_version", "cli", "cli.main", "cli.rules", "cli.streams", "errors", "registry", "synonyms")
    }
    assert own <= {"wirerate"} | mine
    assert not modules & {"cffi", "_cffi_backend", "msgspec", "rich", "json", "subprocess", "tomllib"}


def test_a_version_that_cannot_be_written_is_a_failure() -> None:
    code = f"{sys.executable} -m wirerate --version >/dev/full"
    done = subprocess.run(["sh", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 5
    assert "cannot write the answer" in done.stderr


@pytest.mark.parametrize("module", ["numpy", "rich", "wirerate._native", "wirerate.wings", "wirerate.report"])
def test_help_loads_nothing_heavy(module: str) -> None:
    code = (
        "import sys; from wirerate.cli.main import run; run(['speed', '--help']); "
        f"sys.exit(any(name == {module!r} or name.startswith({module + '.'!r}) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0


class SampleRun(Run[Row, None, Comparison, Verdict], kw_only=True, tag="sample"):
    """A sample run."""


def test_a_new_command_needs_its_files_and_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As CONTRIBUTING says: a command needs its own files and one line in the registry."""

    @click.command("sample", cls=rules.Command)
    @options.page
    @options.outputs
    def command(outputs: Outputs) -> int:
        """Answer a sample question."""
        return finish(SampleRun(command="sample", environment=None), outputs)

    table = Table("sample", (Column("what", ("what",)),), (Group("", ((Cell("a sample"),),)),))
    kind = SimpleNamespace(
        text=lambda run, on: to_text(table, width=on.width),
        table=lambda run: table,
        page=lambda run: Page("sample", "<h1>A sample</h1>", []),
    )
    room = SimpleNamespace(VIEWS={"sample": "view"}, RUNS="rows")
    rows = SimpleNamespace(RUNS=(SampleRun,))
    for name, module in (
        ("", room), (".command", SimpleNamespace(command=command)), (".view", kind), (".rows", rows),
    ):  # fmt: skip
        monkeypatch.setitem(sys.modules, f"wirerate.wings.sample{name}", module)
    monkeypatch.setitem(COMMANDS, "sample", Entry("wings.sample", "A sample."))
    page, csv = tmp_path / "page.html", tmp_path / "table.csv"
    assert run(["sample", "-o", str(page), "--export-csv", str(csv)]) == 0
    assert "a sample" in capsys.readouterr().out
    assert csv.read_text().splitlines() == ["what", "a sample"]
    assert "A sample" in page.read_text()
    assert run(["--help"]) == 0
    assert "sample   A sample." in capsys.readouterr().out


def test_the_help_of_check_fits_one_screen(wirerate: Callable) -> None:
    text = wirerate("check", "--help").stdout
    assert len(text.splitlines()) <= 40
    for words in ("SUBJECT is ALGORITHM", "Headroom is", "wirerate list algorithms|protocols|links", "Measurement:"):
        assert words in text
    assert text.index("--link") < text.index("--frame") < text.index("--time") < text.index("--json")
