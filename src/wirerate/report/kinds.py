# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Each kind of run as terminal text, as a table for exports, and as a page.

The module for a kind is in its command's package, and is loaded when a run of that kind is first shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from wirerate import registry
from wirerate.errors import UsageError
from wirerate.records import AnyRun
from wirerate.report.table import Table, to_csv, to_markdown
from wirerate.report.terminal import Paper, detect_paper

if TYPE_CHECKING:
    from wirerate.report.html import Page

PAGELESS = ("doctor", "boards", "list")  # nothing was measured, and these runs are not stored


class Kind(Protocol):
    """The functions of the module that shows a kind of run."""

    def text(self, run: AnyRun, paper: Paper) -> str:
        """Return the answer for the terminal."""

    def table(self, run: AnyRun) -> Table:
        """Return the table for CSV and Markdown: the rows that the screen shows, without repetition."""

    def page(self, run: AnyRun) -> Page:
        """Return the parts of the HTML page. Kinds in PAGELESS lack this function."""


def shown() -> tuple[str, ...]:
    """Return every kind of run that can be shown."""
    return registry.kinds()


def kind_of(run: AnyRun) -> Kind:
    module = registry.view(run.kind)
    if module is None:
        raise UsageError(f"runs of kind {run.kind} cannot be shown", fix="name a run that has measurements")
    return cast(Kind, module)


def text(run: AnyRun, paper: Paper | None = None, *, explain: bool = False) -> str:
    """Return the answer as the terminal shows it, ending in a newline; `explain` adds terms, method and host."""
    paper = replace(paper or detect_paper(), explain=explain) if explain else paper or detect_paper()
    return paper.fit(kind_of(run).text(run, paper))


def csv(run: AnyRun) -> str:
    return to_csv(kind_of(run).table(run))


def markdown(run: AnyRun) -> str:
    return to_markdown(kind_of(run).table(run))


def page(run: AnyRun) -> Page:
    if run.kind in PAGELESS:
        raise UsageError(f"a run of {run.kind} has no page", fix="use a run of: " + ", ".join(
            kind for kind in shown() if kind not in PAGELESS))  # fmt: skip
    return kind_of(run).page(run)
