# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate report`: a run as one offline HTML page."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.errors import EXIT_OK
from wirerate.records import store


@click.command("report", cls=rules.Command)
@click.argument("source", metavar="[RUN|last]", default="last")
@click.option("-o", "--output", default="report.html", show_default=True, type=click.Path(), help="The page to write.")
@rules.excludes("--no-measure", "--time", "--affinity")
@click.option("--no-measure", is_flag=True, help="Only what the run has; do not measure the rest of the page.")
@options.time
@options.affinity
@options.json
@click.option("--export-json", metavar="FILE", type=click.Path(), help="Write the completed run file there as well.")
def command(
    source: str,
    output: str,
    no_measure: bool,
    time: float | None,
    affinity: tuple[int, ...] | None,
    json: bool,
    export_json: str | None,
) -> int:
    """Write a run as one HTML page that needs no network.

    What the page shows and the run lacks (rate by size, by working set, by
    keyed state) is measured first, in about a minute. The newest 100 runs are
    kept, last is the newest of them; WIRERATE_KEEP_RUNS=500 keeps more.
    """
    from wirerate.commands.report.complete import complete
    from wirerate.records import AnyRun, read
    from wirerate.report import numbers

    outputs = Outputs(json, export_json, page=output)
    outputs.check()
    run = read(store.last() if source == "last" else source)
    run.command, run.exit = "report", EXIT_OK  # what falls short was answered by the run's own command
    if not no_measure:
        with live("measuring what the page shows") as progress:
            run = complete(run, time=time, affinity=affinity or (), progress=progress)

    def answer(run: AnyRun) -> str:
        unwritten = any(problem.code == "output" and output in problem.message for problem in run.problems)
        where = "no page" if unwritten else output
        held = [numbers.count(len(run.rows), "measurement"), numbers.count(len(run.verdicts), "verdict")]
        return f"{where}: {', '.join(held)}\n"

    return finish(run, outputs, answer)
