"""Imports run downward only: never up, never between wings, and never in a circle."""

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

# Layers from top to bottom. Modules on the same line must not import each other.
FLOORS = (
    ("__main__",),
    ("wings",),
    ("commands",),
    ("cli", "plugins", "running"),
    ("report",),
    ("verdict",),
    ("host",),
    ("rounds", "graph"),
    ("links",),
    ("catalogue", "statistics"),
    ("records", "authenticators", "remote"),
    ("cleanup", "folders", "line_file", "question", "system"),
    ("_version", "registry"),
    ("errors",),
    ("_native", "synonyms", "vocabulary"),
)
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

# The package itself is the users' entry point and has the version; `_build` is loaded before everything else.
APART = ("__init__", "_build")

FILES = {
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): file
    for file in sorted(PACKAGE.rglob("*.py"))
    if file.relative_to(PACKAGE).with_suffix("").parts[0] not in APART
}


def imports(file: Path) -> Iterator[str]:
    """Return the package's modules that a file imports, such as wirerate.host.measure."""
    for node in ast.walk(ast.parse(file.read_text())):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            module = name if name in FILES else name.rpartition(".")[0]
            if module.startswith("wirerate."):
                yield module


IMPORTS = {name: set(imports(file)) - {name} for name, file in FILES.items()}


@pytest.mark.parametrize("here", FILES)
def test_imports_run_downward(here: str) -> None:
    room, *rest = here.split(".")[1:]
    for there in IMPORTS[here]:
        other, *others = there.split(".")[1:]
        if other != room:
            assert FLOOR[other] > FLOOR[room], f"{here} must not import {there}"
        elif room in ("wings", "commands") and rest and others:
            assert others[0] == rest[0], f"{room}/{rest[0]} must not know {room}/{others[0]}"


def without_leaves(arrows: dict[str, set[str]]) -> dict[str, set[str]]:
    """Repeatedly remove modules that import no remaining one. What is left are circles and what imports them."""
    arrows = dict(arrows)
    while leaves := [here for here, there in arrows.items() if not there & set(arrows)]:
        for here in leaves:
            del arrows[here]
    return arrows


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert not without_leaves(IMPORTS)


def test_no_folders_import_each_other_in_a_circle() -> None:
    """In a wing or the trunk, a folder may import siblings and what is below, but no folder that imports it."""
    folders: dict[str, set[str]] = {}
    for here, there in IMPORTS.items():
        for other in there:
            a, b = (FILES[name].parent.relative_to(PACKAGE) if name in FILES else None for name in (here, other))
            if a and b and a != b and a not in b.parents and b not in a.parents:
                folders.setdefault(str(a), set()).add(str(b))
    assert not without_leaves(folders)


def test_every_folder_has_a_layer() -> None:
    rooms = {path.name.partition(".")[0] for path in PACKAGE.iterdir() if not path.name.startswith(".")}
    assert rooms - {"py", "CMakeLists", "__pycache__", *APART} <= set(FLOOR)


def test_the_library_does_not_depend_on_the_host_code() -> None:
    """libwirerate contains no timing loop and loads nothing; only core/cpu asks what the CPU supports."""
    for file in (ROOT / "core").rglob("*.[ch]"):
        text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
        assert not re.search(r'#include "(\.\./)*host|wirerate_host\.h|dlfcn\.h|<time\.h>', text), file
        if file.parent.name != "cpu":
            assert not re.search(r"\bcpuid|xgetbv|getauxval|__builtin_cpu_supports", text), file


def taken(file: Path) -> Iterator[tuple[str, str]]:
    """Return the package's modules that a file imports from, with the imported names."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "wirerate":
            yield from ((str(node.module), alias.name) for alias in node.names)


@pytest.mark.parametrize("folder", ["bench", "docs", "fuzz", "scripts"])
def test_scripts_and_benchmarks_import_existing_names(folder: str) -> None:
    """Scripts and benchmarks import existing names; no other test runs all of them."""
    for file in sorted((ROOT / folder).rglob("*.py")):
        for module, name in taken(file):
            there = hasattr(import_module(module), name) or find_spec(f"{module}.{name}")
            assert there, f"{file.relative_to(ROOT)} wants {name} of {module}"
