# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What this program can do: every command in a line, with the room that it lives in and what `wirerate --help` says.

A wing is known to the rest of the program here and nowhere else. Without its folder and its line everything else works;
tests/python/test_wings.py tries that. A room declares in its `__init__` what others may ask it for, as module names
below it: CALLS (functions of `wirerate`), VIEWS (what shows a kind of run), COMPLETES (what measures for a page of a
kind). Nothing of it is loaded before it is asked for.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple


class Entry(NamedTuple):
    room: str
    said: str
    beside: str = ""  # the module of it that has something to say beside a check


COMMANDS = {
    "check": Entry("commands.check", "Does it keep up, and what to use when it does not."),
    "speed": Entry("commands.speed", "How fast authenticators are on this machine."),
    "model": Entry("wings.model", "Why an algorithm has the speed it has."),
    "hw": Entry("wings.hw", "How fast an algorithm is in hardware."),
    "sum": Entry("wings.sum", "md5sum at the speed of the memory."),
    "ssh": Entry("wings.ssh", "Which cipher and MAC between two hosts."),
    "ah": Entry("wings.ah", "IPv6 AH: sign, verify, and how fast it is."),
    "path": Entry("wings.path", "What the authenticator is worth in this kernel.", beside="path_share"),
    "mcu": Entry("wings.mcu", "What curves cost on a microcontroller."),
    "compare": Entry("commands.compare", "What changed: two run files, subjects or commands."),
    "report": Entry("commands.report", "A run as one HTML page."),
    "doctor": Entry("commands.doctor", "What on this host spoils measurements."),
    "fleet": Entry("wings.fleet", "check or speed on many hosts."),
    "history": Entry("wings.history", "Figures of 1995, 2007 and 2015 beside this machine's."),
}


def command(name: str) -> Any:
    """The click command of this name."""
    return _module(name, "command").command


def loaded_command(name: str) -> Any:
    """The same where its file is loaded already, else None: to name a failure nothing more is loaded."""
    entry = COMMANDS.get(name)
    return getattr(sys.modules.get(f"wirerate.{entry.room}.command"), "command", None) if entry else None


def calls() -> tuple[str, ...]:
    """Every function that rooms give to `wirerate`."""
    return tuple(name for entry in COMMANDS for name in _declared(entry, "CALLS"))


def call(name: str) -> Any:
    """The function of this name, or None."""
    module = _asked("CALLS", name)
    return module and getattr(module, name)


def view(kind: str) -> Any:
    """The module that shows runs of this kind, or None."""
    return _asked("VIEWS", kind)


def run(kind: str) -> Any:
    """The struct of runs of this kind, or None; the trunk's own are in `records`."""
    for name in sorted(COMMANDS, key=lambda name: not kind.startswith(name)):
        if kind in _declared(name, "VIEWS"):
            return next((each for each in _runs(name) if each.__struct_config__.tag == kind), None)
    return None


def runs() -> tuple[Any, ...]:
    """The structs of all wings' runs."""
    return tuple(each for name in COMMANDS for each in _runs(name))


def kinds() -> tuple[str, ...]:
    """Every kind of run that can be shown."""
    return tuple(kind for name in COMMANDS for kind in _declared(name, "VIEWS"))


def _runs(name: str) -> Any:
    module = _declared(name, "RUNS")
    return _module(name, module).RUNS if module else ()


def completes(kind: str) -> Any:
    """The module that measures what a page of this kind shows and a run lacks, or None."""
    return _asked("COMPLETES", kind)


def beside_a_check() -> Iterator[Any]:
    """The modules that have something to say beside a check's verdicts."""
    for name, entry in COMMANDS.items():
        if entry.beside:
            yield _module(name, entry.beside)


def _asked(what: str, key: str) -> Any:
    """The room that bears the key's name is asked first, so that others stay unloaded."""
    for name in sorted(COMMANDS, key=lambda name: not key.startswith(name)):
        module = dict(_declared(name, what)).get(key)
        if module is not None:
            return _module(name, module)
    return None


def _declared(name: str, what: str) -> Any:
    return getattr(importlib.import_module(f"wirerate.{COMMANDS[name].room}"), what, {})


def _module(name: str, module: str) -> Any:
    return importlib.import_module(f"wirerate.{COMMANDS[name].room}.{module}")
