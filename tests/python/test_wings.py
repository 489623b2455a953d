"""A wing is known in one place only: without its folder and its line in the registry, everything else works."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import wirerate
from wirerate.registry import COMMANDS

PACKAGE = Path(wirerate.__file__).parent
TESTS = Path(__file__).parent
WINGS = [name for name, entry in COMMANDS.items() if entry.room.startswith("wings.")]

# For every wing, tests of its computations that take about a second and need no tool.
FAST = {
    "ah": ["test_captures.py::test_forms", "test_captures.py::test_packets_signed_by_linux_verify"],
    "fleet": ["test_hosts.py::test_the_slowest_host_and_what_it_lacks"],
    "history": ["test_openssh_2007.py::test_outliers_in_and_out"],
    "hw": ["test_workload.py::test_a_mix_is_a_mean_over_its_messages", "test_verdict.py"],
    "mcu": ["test_target.py", "test_limits.py"],
    "model": ["test_command.py::test_bounds_of_a_named_processor"],
    "path": ["test_catalogue.py", "test_verdict.py"],
    "ssh": ["test_algorithms.py", "test_plan.py"],
    "sum": ["test_etag.py"],
}

EVERYTHING = """
import pkgutil
from importlib import import_module
import wirerate
from wirerate import registry
for module in pkgutil.walk_packages(wirerate.__path__, "wirerate."):
    if module.name != "wirerate.__main__" and "._build" not in module.name:
        import_module(module.name)
for name in registry.COMMANDS:
    registry.command(name)
for name in registry.calls():
    getattr(wirerate, name)
import sys, pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def test_every_folder_has_its_line() -> None:
    assert {path.name for path in (PACKAGE / "wings").iterdir() if path.is_dir()} - {"__pycache__"} == set(WINGS)
    assert set(FAST) == set(WINGS)


@pytest.mark.parametrize("wing", WINGS)
def test_a_wing_can_be_deleted(wing: str, tmp_path: Path) -> None:
    package = tmp_path / "wirerate"
    shutil.copytree(PACKAGE, package)  # with the bytecode, which would otherwise be compiled three times
    shutil.rmtree(package / "wings" / wing)
    registry = package / "registry.py"
    text = registry.read_text()
    registry.write_text(re.sub(rf'\n    "{wing}": Entry\(.*', "", text))
    assert registry.read_text() != text
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "XDG_STATE_HOME": str(tmp_path / "state")}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins take a second to load, and these tests use none

    def run(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, *words], env=environment, cwd=TESTS.parents[1], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    listed = run("-m", "wirerate", "--help")
    assert f"\n  {wing} " not in listed
    assert all(f"\n  {other} " in listed for other in COMMANDS if other != wing)
    fast = [str(TESTS / "wings" / other / test) for other in WINGS if other != wing for test in FAST[other]]
    run("-c", EVERYTHING, "-q", "-x", "-p", "no:cacheprovider", *fast)
