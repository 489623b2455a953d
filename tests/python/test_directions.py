"""The house: imports run downward only, never up, never sideways between labs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "wirerate"

# From the roof down; what stands on one line may not see its neighbours.
FLOORS = (
    ("__main__",),
    ("cli", "plugins"),
    ("api",),
    ("report",),
    ("verdict",),
    ("fleet",),
    ("lab",),
    ("rounds", "graph"),
    ("links",),
    ("catalogue", "statistics"),
    ("records", "authenticators", "files"),
    ("folders", "leftovers", "line_file", "progress", "system"),
    ("_version",),
    ("errors",),
    ("_native", "meanings"),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# The rooms of the largest lab, likewise.
MCU_FLOORS = (
    ("symmetric",),
    ("ecc", "handshake", "library", "function"),
    ("schemes",),
    ("on_board",),
    ("emulate",),
    ("build",),
    ("target",),
    ("timing",),
)
MCU_FLOOR = {room: floor for floor, rooms in enumerate(MCU_FLOORS) for room in rooms}

# The package itself is its users' entrance and tells its version to everyone; `_build` runs before all else.
APART = ("__init__", "_build")


def imports(file: Path) -> Iterator[tuple[str, ...]]:
    """What a file takes from the package: ("lab", "host", "measure") for wirerate.lab.host.measure."""
    for node in ast.walk(ast.parse(file.read_text())):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            whole = name.split(".")
            if whole[0] == "wirerate" and whole[1:] not in ([], ["__version__"]):
                yield tuple(whole[1:])


FILES = sorted(f for f in PACKAGE.rglob("*.py") if f.relative_to(PACKAGE).with_suffix("").parts[0] not in APART)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_imports_run_downward(file: Path) -> None:
    here = file.relative_to(PACKAGE).with_suffix("").parts
    for there in imports(file):
        if there[0] != here[0]:
            assert FLOOR[there[0]] > FLOOR[here[0]], f"{'.'.join(here)} must not import {'.'.join(there)}"
        elif there[0] == "lab":
            assert there[1] == here[1], f"the lab {here[1]} must not know the lab {there[1]}"


@pytest.mark.parametrize("file", sorted((PACKAGE / "lab" / "mcu").rglob("*.py")), ids=lambda file: file.stem)
def test_the_rooms_of_the_microcontroller_lab_import_downward(file: Path) -> None:
    here = file.relative_to(PACKAGE).with_suffix("").parts[2]
    for there in imports(file):
        if there[:2] == ("lab", "mcu") and here != "__init__" and there[2] in MCU_FLOOR and there[2] != here:
            assert MCU_FLOOR[there[2]] > MCU_FLOOR[here], f"{file.name} must not import {'.'.join(there)}"


def test_no_two_files_of_the_microcontroller_lab_import_each_other() -> None:
    files = {f.relative_to(PACKAGE).with_suffix("").parts: f for f in (PACKAGE / "lab" / "mcu").rglob("*.py")}
    arrows = {here: {name[:n] for name in imports(file) for n in (3, 4)} & set(files) for here, file in files.items()}
    while leaves := [here for here, there in arrows.items() if not there & set(arrows)]:
        for here in leaves:
            del arrows[here]
    assert not arrows, "these are, or hang on, a circle"


def test_every_room_has_a_floor() -> None:
    rooms = {path.name.partition(".")[0] for path in PACKAGE.iterdir() if not path.name.startswith(".")}
    assert rooms - {"py", "CMakeLists", "__pycache__", *APART} <= set(FLOOR)


def test_the_library_knows_no_host() -> None:
    """libwirerate has no timing loop and loads nothing; only core/cpu asks what the CPU can do."""
    for file in (ROOT / "core").rglob("*.[ch]"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        assert not re.search(r'#include "(\.\./)*host|wirerate_host\.h|dlfcn\.h|<time\.h>', text), file
        if file.parent.name != "cpu":
            assert not re.search(r"\bcpuid|xgetbv|getauxval|__builtin_cpu_supports", text), file


def taken(file: Path) -> Iterator[tuple[str, str]]:
    """Modules of the package that a file imports from, and the names."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "wirerate":
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("folder", ["bench", "docs", "fuzz", "scripts"])
def test_what_lies_beside_the_package_takes_what_is_there(folder: str) -> None:
    """No other test runs all of these."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for module, name in taken(file):
            there = hasattr(import_module(module), name) or find_spec(f"{module}.{name}")
            assert there, f"{file.relative_to(ROOT)} wants {name} of {module}"
