# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The click command `wirerate report`."""

from __future__ import annotations

import click

from wirerate.cli import options, rules
from wirerate.cli.output import Outputs, finish, live
from wirerate.errors import EXIT_OK
from wirerate.records import store


@click.command("report", cls=rules.Command)
@click.argument("source", metavar="[RUN|last]", default="last")
@click.option("-o", "--output", default="report.html", show_default=True, type=click.Path(), help="HTML file to write.")
@rules.excludes("--no-measure", "--time", "--affinity")
@click.option("--no-measure", is_flag=True, help="Show only the run's own figures; measure nothing.")
@options.time
@options.affinity
@options.json
@click.option("--export-json", metavar="FILE", type=click.Path(), help="Write the completed run to FILE as well.")
def command(
    source: str,
    output: str,
    no_measure: bool,
    time: float | None,
    affinity: tuple[int, ...] | None,
    json: bool,
    export_json: str | None,
) -> int:
    """Write a run as one HTML page that works offline.

    RUN is a run file; last, the default, is the newest run. Figures that the run lacks (rate by packet size and by
    working set, cost by key schedule) are measured first, in about a minute. The newest 100 runs are kept;
    WIRERATE_KEEP_RUNS=500 keeps more.
    """
    from wirerate.commands.report.complete import complete
    from wirerate.records import AnyRun, read
    from wirerate.report import numbers

    outputs = Outputs(json, export_json, page=output)
    outputs.check()
    run = read(store.last() if source == "last" else source)
    run.command, run.exit = "report", EXIT_OK  # the run's own command has reported a failed verdict
    if not no_measure:
        with live("measuring for the page") as progress:
            run = complete(run, time=time, affinity=affinity or (), progress=progress)

    def answer(run: AnyRun) -> str:
        unwritten = any(problem.code == "output" and output in problem.message for problem in run.problems)
        where = "no page" if unwritten else output
        contents = [numbers.count(len(run.rows), "measurement"), numbers.count(len(run.verdicts), "verdict")]
        return f"{where}: {', '.join(contents)}\n"

    return finish(run, outputs, answer)
