# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The commands, the package (room) that implements each of them, and its line in `wirerate --help`.

This is the only place that knows the wings by name. To remove a wing, delete its folder and its line below;
tests/python/test_wings.py checks that this works. The `__init__` of a room declares what it offers, as names of its
modules: CALLS (functions of `wirerate`), VIEWS (how to show a kind of run), COMPLETES (what else to measure for the
HTML page of a kind) and RUNS (the structs of its runs). A module is imported when it is first needed.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

QUESTIONS, LABORATORIES = "Commands", "Laboratories"  # the headings of `wirerate --help`


class Entry(NamedTuple):
    """A command: its package below `wirerate`, its line in the help, and the heading above that line."""

    room: str
    summary: str
    group: str = LABORATORIES
    check_addition: str = ""  # the room's module that adds to the answer of `check`


COMMANDS = {
    "check": Entry("commands.check", "Does an authenticator keep up with a link? If not, what does?", QUESTIONS),
    "path": Entry("wings.path", "How much of this kernel's packet path is crypto?", QUESTIONS, "path_share"),
    "ssh": Entry("wings.ssh", "Which cipher and MAC are fastest between two hosts?", QUESTIONS),
    "compare": Entry("commands.compare", "Is B faster than A? Run files, subjects or commands.", QUESTIONS),
    "speed": Entry("commands.speed", "How fast are authenticators on this machine?", QUESTIONS),
    "report": Entry("commands.report", "Write a run as one HTML page.", QUESTIONS),
    "doctor": Entry("commands.doctor", "Find what disturbs measurements on this host.", QUESTIONS),
    "list": Entry("commands.list", "List algorithms, protocols, links, boards or peers.", QUESTIONS),
    "history": Entry("wings.history", "Show figures of 1995, 2007 and 2015 beside this machine's.", QUESTIONS),
    "model": Entry("wings.model", "Explain an algorithm's speed by its data flow."),
    "hw": Entry("wings.hw", "Estimate an algorithm in hardware, or write its Verilog."),
    "ah": Entry("wings.ah", "Sign and verify IPv6 packets with AH, or time it."),
    "mcu": Entry("wings.mcu", "Estimate cryptography on a microcontroller board."),
    "sum": Entry("wings.sum", "Hash many files or objects at once, as md5sum does."),
    "fleet": Entry("wings.fleet", "Run check or speed on many hosts."),
}


def command(name: str) -> Any:
    """Return the click command of this name."""
    return _module(name, "command").command


def loaded_command(name: str) -> Any:
    """Return the click command if its module is loaded, else None. Error messages use it, because they must not load
    other commands.
    """
    entry = COMMANDS.get(name)
    return getattr(sys.modules.get(f"wirerate.{entry.room}.command"), "command", None) if entry else None


def calls() -> tuple[str, ...]:
    """Return the names of all functions that rooms add to `wirerate`."""
    return tuple(name for entry in COMMANDS for name in _declared(entry, "CALLS"))


def call(name: str) -> Any:
    """Return the function of this name, or None."""
    module = _declared_module("CALLS", name)
    return module and getattr(module, name)


def view(kind: str) -> Any:
    """Return the module that shows runs of this kind, or None."""
    return _declared_module("VIEWS", kind)


def run(kind: str) -> Any:
    """Return the struct of this kind of run if a room declares it, else None; `records` has the common kinds."""
    for name in _likeliest_first(kind):
        if kind in _declared(name, "VIEWS"):
            return next((struct for struct in _runs(name) if struct.__struct_config__.tag == kind), None)
    return None


def runs() -> tuple[Any, ...]:
    """Return the structs of all runs that rooms declare."""
    return tuple(struct for name in COMMANDS for struct in _runs(name))


def kinds() -> tuple[str, ...]:
    """Return every kind of run that can be shown."""
    return tuple(kind for name in COMMANDS for kind in _declared(name, "VIEWS"))


def _runs(name: str) -> Any:
    module = _declared(name, "RUNS")
    return _module(name, module).RUNS if module else ()


def completes(kind: str) -> Any:
    """Return the module that measures whatever the HTML page of this kind shows but a run lacks, or None."""
    return _declared_module("COMPLETES", kind)


def check_additions() -> Iterator[Any]:
    """Yield the modules that add to the answer of `check`: each has `add(run)` and `next_step(run)`."""
    for name, entry in COMMANDS.items():
        if entry.check_addition:
            yield _module(name, entry.check_addition)


def _declared_module(table: str, key: str) -> Any:
    """Return the module that a room's `table` names for `key`, or None."""
    for name in _likeliest_first(key):
        module = dict(_declared(name, table)).get(key)
        if module is not None:
            return _module(name, module)
    return None


def _likeliest_first(key: str) -> list[str]:
    """Return all commands: first those that `key` starts with, then those already imported, so that few rooms are
    imported."""
    return sorted(
        COMMANDS, key=lambda name: (not key.startswith(name), f"wirerate.{COMMANDS[name].room}" not in sys.modules)
    )


def _declared(name: str, table: str) -> Any:
    return getattr(importlib.import_module(f"wirerate.{COMMANDS[name].room}"), table, {})


def _module(name: str, module: str) -> Any:
    return importlib.import_module(f"wirerate.{COMMANDS[name].room}.{module}")
