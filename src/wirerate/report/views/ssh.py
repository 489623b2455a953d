"""`ssh`: candidates ranked by CPU time per byte, with what each is and which differences are real."""

from __future__ import annotations

from wirerate.catalogue import standing
from wirerate.lab.ssh.algorithms import Candidate
from wirerate.lab.ssh.bottleneck import CPU_HERE, CPU_THERE, NETWORK, SOURCE, WINDOW
from wirerate.records import Comparison, Measurement, Run
from wirerate.report import naming, numbers
from wirerate.report.table import Cell, Column, Group, Table, Tone

COLUMNS = (
    Column("cipher and MAC", ("subject",), numeric=False),
    Column("CPU s/GiB", ("cpu_ns_per_byte", "cpu_low", "cpu_high")),
    Column("interval", ("confidence",)),
    Column("vs best", ("ratio", "ratio_low", "ratio_high")),
    Column("MAC", ("mac_share",)),
    Column("MB/s", ("mbps",)),
    Column("here", ("here_user_ns_per_byte", "here_system_ns_per_byte"), expendable=True),
    Column("there", ("there_user_ns_per_byte", "there_system_ns_per_byte"), expendable=True),
)
_GIB = (1 << 30) / 1e9  # seconds per GiB for each nanosecond per byte
NOTE = (
    "CPU s/GiB: of the busier end, its fixed cost subtracted; vs best: that time over the best one's, paired round by "
    "round, = where it cannot be told from 1 or from the control; MAC: at least this share of the CPU time; MB/s: as "
    "this machine let it run; here, there: user + system."
)


def is_transfers(run: Run) -> bool:
    return any(m.operation == "transfer" for m in run.measurements)


def table(run: Run) -> Table:
    compared = [m for m in run.measurements if "cpu_low" in m.extra]
    looked = [m for m in run.measurements if "cpu_low" not in m.extra]
    groups = [Group(_heading(compared), tuple(_row(run, m) for m in compared))] if compared else []
    groups += [Group("one look only", tuple(_row(run, m) for m in looked))] if looked else []
    noise = run.comparisons[0].conditions.get("noise", 0.0) if run.comparisons else 0.0
    control = f" Control: one of them against itself differs by up to {float(noise):.1%}." if noise else ""
    return Table("ssh", COLUMNS, tuple(groups), f"{NOTE}{control} Host: {naming.hardware(run)}.")


def matrix(run: Run) -> Table:
    """Cipher by MAC, CPU seconds per GiB: the page's heat map."""
    ciphers = list(dict.fromkeys(str(m.extra["cipher"]) for m in run.measurements))
    macs = list(dict.fromkeys(str(m.extra["mac"]) for m in run.measurements))
    found = {(str(m.extra["cipher"]), str(m.extra["mac"])): m for m in run.measurements}
    best = min((_cost(m) for m in run.measurements), default=0.0)
    columns = (
        Column("cipher", ("cipher",), numeric=False),
        *(Column(mac or "own (AEAD)", (mac or "aead",)) for mac in macs),
    )
    rows = tuple((Cell(c, "strong"), *(_heat(found.get((c, mac)), best) for mac in macs)) for c in ciphers)
    return Table("ssh-matrix", columns, (Group("", rows),), "CPU seconds per GiB of the busier end")


def bottleneck_kind(run: Run) -> str:
    """ "" when no round was finished."""
    return next((str(m.extra["bottleneck"]) for m in run.measurements if "bottleneck" in m.extra), "")


def bottleneck(run: Run) -> tuple[str, str]:
    """The answer's first line, and the figures that it follows from."""
    told = next((m for m in run.measurements if "bottleneck" in m.extra), None)
    if told is None:
        return "Bottleneck: not known", "no round was finished"
    both = bool(told.extra["one_machine"])
    where = {
        CPU_HERE: "CPU of the sending end, " + ("both ends being this machine" if both else "this machine"),
        CPU_THERE: "CPU of the receiving end, " + ("both ends being this machine" if both else str(told.extra["peer"])),
        WINDOW: "channel window x round trip",
        NETWORK: "the network",
        SOURCE: "the disk or pipe that the data comes from",
    }[str(told.extra["bottleneck"])]
    return f"Bottleneck: {where}", str(told.extra["bottleneck_reason"])


def choice(run: Run) -> Measurement | None:
    """The candidate that is proposed."""
    return next((m for m in run.measurements if "config" in m.extra), None)


def ties(run: Run) -> list[str]:
    """The subjects that cannot be told from the best one."""
    return [c.subject for c in run.comparisons if _is_tie(c)]


def _is_tie(comparison: Comparison) -> bool:
    """Whether the interval reaches to where a candidate against itself came out: the A/A control."""
    noise = float(comparison.conditions.get("noise", 0.0))
    return comparison.ratio.low <= 1 + noise and comparison.ratio.high >= 1 / (1 + noise)


def security(run: Run) -> list[tuple[str, str]]:
    """Each authenticator once with its standing, in the table's order."""
    found: dict[str, str] = {}
    for measurement in run.measurements:
        name = Candidate(str(measurement.extra["cipher"]), str(measurement.extra["mac"])).standing
        if name and "cpu_low" in measurement.extra:
            found.setdefault(str(measurement.extra["mac"] or measurement.extra["cipher"]), standing(name).standing)
    return list(found.items())


def _heading(compared: list[Measurement]) -> str:
    first = compared[0]
    packets = first.extra.get("packet_bytes")
    size = f", packets of {numbers.size(round(float(packets)))}" if packets else ""
    set_up = f"{numbers.significant(float(first.extra['start_ms']))} ms of set-up and start subtracted"
    return f"{numbers.count(first.rounds, 'round')} of {numbers.size(first.bytes or 0)}{size}, {set_up}"


def _row(run: Run, m: Measurement) -> tuple[Cell, ...]:
    low, high = m.extra.get("cpu_low"), m.extra.get("cpu_high")
    bounds = (
        f"{float(low) * _GIB:.3g} – {float(high) * _GIB:.3g}" if low is not None and high is not None else numbers.NONE
    )
    comparison = next((c for c in run.comparisons if c.subject == m.subject), None)
    return (
        Cell(m.subject, "strong", (m.subject,)),
        Cell(f"{_cost(m):.3g}", "", (m.extra["cpu_ns_per_byte"], low, high)),
        Cell(bounds, "dim", (m.extra.get("cpu_confidence"),)),
        _against(m, comparison, best=low is not None),
        _share(m),
        Cell(f"{float(m.extra['mbps']):,.0f}" if "mbps" in m.extra else numbers.NONE, "", (m.extra.get("mbps"),)),
        _end(m, "here"),
        _end(m, "there"),
    )


def _against(m: Measurement, comparison: Comparison | None, *, best: bool) -> Cell:
    if comparison is None:
        text = "best" if best else "×" + m.note.partition("about ")[2].partition(" times")[0]
        return Cell(text if best else f"~{text}", "good" if best else "dim", (1.0 if best else None, None, None))
    slower = 1 / comparison.ratio.median
    ends = (1 / comparison.ratio.high, 1 / comparison.ratio.low)
    sign = "= " if _is_tie(comparison) else ""
    return Cell(
        f"{sign}{numbers.times(slower)}", "dim" if sign else "", (slower, *ends), f"{ends[0]:.3f} to {ends[1]:.3f}"
    )


def _share(m: Measurement) -> Cell:
    share = m.extra.get("mac_share")
    return Cell(f"≥{float(share):.0%}" if share and float(share) >= 0.005 else numbers.NONE, "", (share,))


def _end(m: Measurement, end: str) -> Cell:
    user, system = m.extra.get(f"{end}_user_ns_per_byte"), m.extra.get(f"{end}_system_ns_per_byte")
    if user is None or system is None:
        return Cell(numbers.NONE, "", (None, None))
    return Cell(f"{float(user) * _GIB:.2g} + {float(system) * _GIB:.2g}", "dim", (user, system))


def _heat(m: Measurement | None, best: float) -> Cell:
    if m is None:
        return Cell("", "", (None,))
    cost = _cost(m)
    tone: Tone = "good" if cost <= 1.1 * best else "warn" if cost <= 1.5 * best else "bad"
    if "cpu_low" not in m.extra:
        tone = "dim"  # one look is no measurement to be coloured by
    return Cell(f"{cost:.3g}", tone, (cost,))


def _cost(m: Measurement) -> float:
    return float(m.extra["cpu_ns_per_byte"]) * _GIB
