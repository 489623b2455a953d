"""The answer to `model`: RFC 1810's story number by number, or a processor's bounds with what was measured beside
them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import best
from wirerate.graph.costs import Core, core, document
from wirerate.graph.explain import chain_in_words, limit_in_words
from wirerate.graph.rfc1810 import CONTRADICTIONS
from wirerate.records import Measurement, Run
from wirerate.report import naming
from wirerate.report import table as dress
from wirerate.report.paper import Paper
from wirerate.report.table import wrap
from wirerate.report.views import model as views

LABEL = 15


def model(run: Run, on: Paper, *, explain: bool) -> str:
    """A processor's bounds where the run has some, else RFC 1810's story."""
    return _limits(run, on, explain=explain) if views.rows(run, "bound") else _story(run, on)


def _story(run: Run, on: Paper) -> str:
    """What the graph says of one step, a word, a machine, silicon, chains and the checksum."""
    (step,) = views.rows(run, "step")
    md5 = step.subject == "md5"
    title = (
        "MD5 as RFC 1810 models it (June 1995), recomputed from its graph"
        if md5
        else f"{step.subject} in RFC 1810's terms"
    )
    lines = [on.ink(title, "strong"), "", *_facts(_step_facts(step), on)]
    lines += ["", *dress.to_text(views.machines(run), width=on.width, color=on.color).splitlines(), ""]
    if md5:
        lines += [*wrap(_MIPS, on.width), ""]
    for what, (heading, told) in _TOLD.items():
        facts = [(_amount(m), told(m)) for m in views.rows(run, what)]
        if facts:
            lines += [on.ink(heading, "strong"), *_facts(facts, on), ""]
    if md5:
        lines += [on.ink("Where the RFC disagrees with itself", "strong"), *_facts(list(CONTRADICTIONS.items()), on)]
    return "\n".join(lines) + "\n"


_MIPS = (
    "The RFC measured with the cache defeated, and gives no intervals; this machine is measured so too, with one. "
    "MIPS: its SpecInt92; here, core clock x additions a cycle."
)


def _step_facts(m: Measurement) -> list[tuple[str, str]]:
    of = {name: f"{value:.3g}" for name, value in m.extra.items() if not isinstance(value, str)}
    serial, parallel, hardware = (32 / views.figure(m, name) for name in ("serial", "parallel", "hardware"))
    left_out = str(m.extra.get("left_out", ""))
    better = views.figure(m, "parallel_rewritten") < views.figure(m, "parallel_overlapped")
    rewritten = f", {of['parallel_rewritten']} with selection by addition" if better else ""
    formula = "8/3N" if hardware * 3 == 8 else f"{hardware:.3g}/N"
    return [
        ("One step", f"{of['operations']} operations one after another, or {of['units']} units of time side by side, "
         f"at most {of['parallelism']} at once"),
        ("A word", f"{of['steps_per_word']} steps: {of['serial']} operations, {of['parallel']} units; "
         f"{of['hardware']} units in hardware, whose steps overlap"),
        ("Rates in Mbps", f"serial {serial:.2f} x MIPS, parallel {parallel:.2f} x MIPS, hardware {formula} x 1000 "
         "for N ns an operation"),
        ("The graph adds", f"{of['serial_counted']} operations a word, each step counted as it is; "
         f"{of['parallel_overlapped']} units where steps of the binary tree overlap after all{rewritten}"),
        *([("Left out", left_out)] if left_out else []),
    ]  # fmt: skip


def _amount(m: Measurement) -> str:
    if "mbps" not in m.extra:
        return f"{views.figure(m, 'slots'):.0f} at once"
    mbps = views.figure(m, "mbps")
    return f"{mbps:,.0f} Mbps" if mbps < 10_000 else f"{mbps / 1000:,.1f} Gbps"


_TOLD: dict[str, tuple[str, Callable[[Measurement], str]]] = {
    "hardware": (
        "In hardware, each figure with the sentence that it follows from",
        lambda m: f"{m.extra['sentence']}: {m.note}",
    ),
    "ways": (
        "With several chains in CMOS, each at the printed 256 Mbps",
        lambda m: f"{views.figure(m, 'ways'):.0f}-way chaining; {m.note}",
    ),
    "checksum": (
        "The Internet checksum, one end-around-carry addition per 32-bit word and partial sum",
        lambda m: m.note,
    ),
    "slots": (
        "On a machine that starts so many operations in a unit of time",
        lambda m: f"{views.figure(m, 'units_per_word'):.3g} units a word, by a list schedule of the binary tree",
    ),
}


def _limits(run: Run, on: Paper, *, explain: bool) -> str:
    """A processor's bounds by ways, measured figures beside them, the chain in words, the documents behind the
    costs."""
    bounds = views.rows(run, "bound")
    about = core(str(bounds[0].extra["cpu"]))
    algorithm = ALGORITHMS[bounds[0].subject.partition("-x")[0]]
    lines = [on.ink(f"The least cycles per byte that {about.title} allows {algorithm.title}", "strong"), ""]
    lines += dress.to_text(views.bounds(run), width=on.width, color=on.color).splitlines()
    lines += ["", *wrap(_LIMITS, on.width), *_two_ends(bounds, on)]
    lines += _measured(run, on)
    if explain:
        lines += _explained(algorithm, about, bounds, on)
    sources = dict.fromkeys(cost.source for unit in about.units.values() for cost in unit.costs.values())
    told = "; ".join(document(source) for source in sources)
    lines += ["", *(on.ink(line, "dim") for line in wrap(f"Unit costs: {told}.", on.width))]
    lines += [on.ink(line, "dim") for line in wrap(about.note, on.width)]
    return "\n".join(lines) + "\n"


_LIMITS = (
    "Latency, issue, lanes: cycles per byte by the chain alone, by the operations alone, and with every lane in use."
)


def _two_ends(bounds: Sequence[Measurement], on: Paper) -> list[str]:
    unknowns = dict.fromkeys(str(m.extra["unknowns"]) for m in bounds if m.extra.get("unknowns"))
    return wrap(f"Two ends: {'; '.join(unknowns)}.", on.width) if unknowns else []


def _measured(run: Run, on: Paper) -> list[str]:
    found = views.rows(run, "beside")
    if not found:
        return []
    lines = ["", on.ink("Model against measurement", "strong")]
    lines += dress.to_text(_without_sentences(views.beside(found)), width=on.width, color=on.color).splitlines()
    for m in found:
        lines += ["", *wrap(f"{m.subject}, {naming.batch(m.batch)}: {m.extra['sentence']}.", on.width)]
    return lines


def _explained(algorithm: Algorithm, about: Core, bounds: Sequence[Measurement], on: Paper) -> list[str]:
    lines = [""]
    for m in bounds:
        found = best(algorithm, about, int(views.figure(m, "ways")))
        rewrites = f" By {', '.join(found.rewrites)}." if found.rewrites else ""
        name = "One chain" if found.ways == 1 else f"{found.ways} ways"
        lines += wrap(f"{name}: {limit_in_words(algorithm, about, found)}.{rewrites}", on.width)
    lines.append("")
    for line in chain_in_words(algorithm, about, best(algorithm, about, 1)):
        lines += wrap(line, on.width, " " * (len(line) - len(line.lstrip())))
    return lines


def _without_sentences(table: dress.Table) -> dress.Table:
    groups = tuple(dress.Group(g.heading, tuple(row[:-1] for row in g.rows)) for g in table.groups)
    return dress.Table(table.name, table.columns[:-1], groups, table.note)


def _facts(facts: Sequence[tuple[str, str]], on: Paper) -> list[str]:
    """A label, then its sentence in a column of its own."""
    lines: list[str] = []
    for label, text in facts:
        first, *rest = wrap(text, on.width - LABEL) or [""]
        lines.append(label.ljust(LABEL) + first if len(label) < LABEL else f"{label}: {first}")
        lines += [" " * LABEL + line for line in rest]
    return lines
