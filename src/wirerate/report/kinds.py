# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What each kind of run looks like on the terminal, in an export, and as a page.

A module per kind, in the room of its command. Whoever shows a run asks here; nobody guesses a kind from what a run
holds. A module loads when its kind is first shown.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, cast

from wirerate import registry
from wirerate.errors import UsageError
from wirerate.records import AnyRun
from wirerate.report.table import Table, to_csv, to_markdown
from wirerate.report.terminal import Paper, paper

if TYPE_CHECKING:
    from wirerate.report.html import Page

PAGELESS = ("doctor", "boards", "list")  # nothing was measured; they are kept nowhere either


class Kind(Protocol):
    """What the file of a kind has."""

    def text(self, run: AnyRun, on: Paper) -> str:
        """The answer on the terminal."""

    def table(self, run: AnyRun) -> Table:
        """The one table for CSV and Markdown: the rows that the screen shows, no two of them equal."""

    def page(self, run: AnyRun) -> Page:
        """The parts of the HTML page; a kind in PAGELESS has none."""


def shown() -> tuple[str, ...]:
    """Every kind of run that can be shown."""
    return registry.kinds()


def kind_of(run: AnyRun) -> Kind:
    found = registry.view(run.kind)
    if found is None:
        raise UsageError(f"a run of kind {run.kind} has nothing to show", fix="name a run that has measurements")
    return cast(Kind, found)


def text(run: AnyRun, on: Paper | None = None, *, explain: bool = False) -> str:
    """Return the answer as the terminal shows it, with a line end; `explain` adds terms, method and host."""
    on = replace(on or paper(), explain=explain) if explain else on or paper()
    return on.fit(kind_of(run).text(run, on))


def csv(run: AnyRun) -> str:
    return to_csv(kind_of(run).table(run))


def markdown(run: AnyRun) -> str:
    return to_markdown(kind_of(run).table(run))


def page(run: AnyRun) -> Page:
    if run.kind in PAGELESS:
        raise UsageError(f"a run of {run.kind} has no page", fix="one of these has: " + ", ".join(
            kind for kind in shown() if kind not in PAGELESS))  # fmt: skip
    return kind_of(run).page(run)
