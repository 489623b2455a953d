"""`make platforms`: parsing of the program's output, stored results, and the page."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "scripts" / "platforms"
NAMES = ("build", "cortex", "page", "targets")
SAID = """platform: big-endian, 32-bit, long 4, char signed, uint64_t aligned to 8
kernels: portable
md5: 16639 checks, 0 failures
batch: 100 checks, 1 failures
umac: 361 checks, 0 failures
vectors: 337
"""


@pytest.fixture(scope="module")
def scripts() -> dict[str, ModuleType]:
    """Import the modules of scripts/platforms, which import each other by name."""
    sys.path.insert(0, str(FOLDER))
    try:
        return {name: importlib.import_module(name) for name in NAMES}
    finally:
        sys.path.remove(str(FOLDER))


def result(scripts: dict[str, ModuleType], **changed: Any) -> Any:
    fields = scripts["build"].parsed(SAID) | {
        "target": "mips",
        "compiler": "gcc 12.2.0",
        "flags": "-O2",
        "mode": "quick",
    }
    return scripts["build"].Result(**(fields | {"sources": "0", "strict": "4 8", "failure": ""} | changed))


def test_failed_checks_do_not_count(scripts: dict[str, ModuleType]) -> None:
    fields = scripts["build"].parsed(SAID)
    assert (fields["checks"], fields["vectors"], fields["kernels"]) == (17000, 337, "portable")
    assert fields["platform"].startswith("big-endian, 32-bit")


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("s390x-linux-gnu-gcc (Debian 12.2.0-14) 12.2.0", "12.2.0"),
        ("Debian clang version 14.0.6", "14.0.6"),
        ("x86_64-w64-mingw32-gcc (GCC) 12-win32", "12"),
    ],
)
def test_number_of_a_compiler(scripts: dict[str, ModuleType], line: str, number: str) -> None:
    assert scripts["build"].number(line) == number


def test_failed_and_outdated_results_are_not_reused(scripts: dict[str, ModuleType], tmp_path: Path) -> None:
    build, path = scripts["build"], tmp_path / "results.jsonl"
    kept = build.Results(path, "0")
    for row in (
        result(scripts),
        result(scripts, flags="-O3", failure="boom"),
        result(scripts, flags="-Os", sources="1"),
    ):
        kept.add(row)
    with path.open("a") as out:
        out.write('{"target": "cut sho')
    kept.add(result(scripts, target="alpha"))
    again = build.Results(path, "0")
    assert [row.target for row in again.rows] == ["mips", "alpha"]
    assert again.find("mips", "gcc 12.2.0", "-O2", "quick")
    assert not again.find("mips", "gcc 12.2.0", "-O3", "quick")


@pytest.mark.parametrize(
    ("strict", "trapped", "words"),
    [
        ("4 8", False, "faults"),
        ("8", True, "64-bit loads fault; trapping build passes"),
        ("", True, "allowed; trapping build passes"),
        ("", False, "allowed"),
    ],
)
def test_page_describes_unaligned_accesses(
    scripts: dict[str, ModuleType], strict: str, trapped: bool, words: str
) -> None:
    rows = [result(scripts, strict=strict)]
    if trapped:
        rows.append(result(scripts, strict="4 8", flags=" ".join(scripts["targets"].STRICT)))
    assert scripts["page"].unaligned(rows) == words


def test_page_names_only_levels_that_passed(scripts: dict[str, ModuleType]) -> None:
    rows = [result(scripts), result(scripts, flags="-Os"), result(scripts, compiler="clang 14.0.6", flags="-O0")]
    (mips,) = [line for line in scripts["page"].table(rows) if line.startswith("| mips |")]
    cells = [cell.strip() for cell in mips.strip("|").split("|")]
    assert cells[:4] == ["mips", "big", "32, `long` 32", "signed"]
    assert cells[7:11] == ["-O2 -Os", "-O0", "337", "17,000"]


def test_stored_page_has_every_platform(scripts: dict[str, ModuleType]) -> None:
    text = scripts["page"].PAGE.read_text()
    targets = scripts["targets"]
    names = [target.name for target in targets.TARGETS] + list(targets.CORES)
    assert not [name for name in names if f"\n| {name} |" not in text]
    assert not [name for name, _, _ in targets.PROCESSORS if f"\n| {name} |" not in text]
    assert not [what for what, _ in targets.NOT_TESTED if f"\n| {what} |" not in text]


def test_set_up_installs_the_packages_of_the_stage(scripts: dict[str, ModuleType]) -> None:
    listed = (ROOT / "scripts" / "setup-test").read_text()
    smoke = [target for target in scripts["targets"].TARGETS if target.smoke]
    assert {target.name for target in smoke} == {"i686", "s390x", "sparc64", "mipsel", "arm64", "windows"}
    assert not [package for target in smoke for package in target.packages if f"\n{package}:" not in listed]


def test_the_library_runs_on_a_cortex_m(scripts: dict[str, ModuleType]) -> None:
    cortex = scripts["cortex"]
    if missing := cortex.absent():
        pytest.skip(missing)
    device = cortex.Device("cortex-m0", "-O2")
    for name in ("rfc1321.txt", "rfc2202.txt", "rfc4418.txt"):
        algorithm, fields = next(iter(cortex.vectors(name)))
        assert cortex.use_vector(device, algorithm, fields), algorithm
    assert device.checks == 3
