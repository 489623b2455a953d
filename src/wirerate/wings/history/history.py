# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`history`: choose the source to show, and run the commands that measure figures for it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from wirerate import registry
from wirerate.errors import MissingError, unknown
from wirerate.question import Question, asks
from wirerate.wings.history.rows import HistoryRun

MODULES = {"rfc1810": "rfc1810", "openssh-2007": "openssh_2007", "ecc-2015": "ecc_2015"}


@dataclass(frozen=True)
class History(Question):
    source: str

    def __post_init__(self) -> None:
        if self.source not in MODULES:
            raise unknown("source", self.source, MODULES)


@asks(History)
def history(asked: History) -> HistoryRun:
    """Return the figures of a `source` ("rfc1810", "openssh-2007", "ecc-2015") beside this machine's. The first two
    measure for less than ten seconds; the third has stored estimates of microcontrollers."""
    module = import_module(f"wirerate.wings.history.{MODULES[asked.source]}")
    run: HistoryRun = module.answer(asked.progress)
    return run


def call(name: str) -> Any:
    """Return the function `wirerate.NAME`; raise MissingError if this installation has no such command."""
    function = registry.call(name)
    if function is None:
        raise MissingError(f"this installation of wirerate has no `{name}`", fix="install all of wirerate")
    return function
