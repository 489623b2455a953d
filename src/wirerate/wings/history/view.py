# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`history` on the terminal, in exports and as a page: each source has a module of its own."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wirerate.report.html import Page
from wirerate.report.table import Table
from wirerate.report.terminal import Paper
from wirerate.wings.history.history import MODULES
from wirerate.wings.history.rows import HistoryRun


def text(run: HistoryRun, paper: Paper) -> str:
    return str(_module(run).text(run, paper))


def table(run: HistoryRun) -> Table:
    shown: Table = _module(run).table(run)
    return shown


def page(run: HistoryRun) -> Page:
    shown: Page = _module(run).page(run)
    return shown


def _module(run: HistoryRun) -> ModuleType:
    return import_module(f"wirerate.wings.history.{MODULES[run.source]}")
