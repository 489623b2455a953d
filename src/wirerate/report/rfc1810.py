# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The figures of RFC 1810 (June 1995) as tables and sentences, from the rows of `wirerate.graph.rows`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from wirerate.graph.rows import ModelChains, ModelIpRates, ModelMachine, ModelSilicon, ModelSums
from wirerate.records import Interval, Row
from wirerate.report import columns, numbers
from wirerate.report.columns import figure
from wirerate.report.table import Cell, Filled, Table, listed

R = TypeVar("R", bound=Row)


def rows_of(rows: Sequence[Row], kind: type[R]) -> list[R]:
    """Return the rows of exactly this kind."""
    return [row for row in rows if type(row) is kind]


# ---- sentences ----

MIPS = (
    "MIPS: a machine's SPECint92 in the RFC; here, core clock × additions per cycle. The RFC measured with the cache "
    "defeated and gives no intervals; this machine is measured the same way, with an interval."
)

READINGS = {
    "printed": (
        '"resulting in 31.2 ns per 32-bit word, or 256 Mbps"',
        "the figure that the RFC prints; it takes 31.2 ns for each of a word's four steps",
    ),
    "formula": (
        '"Hardware rate in Mbps = 8/3N * 1,000", with N = "about 5.2 ns"',
        "the RFC's formula with its own operation time: three operations per step, twelve per word",
    ),
    "sentence": (
        '"There are 6 clocks through the most highly-parallelized implementation, resulting in 31.2 ns per 32-bit '
        'word"',
        "the sentence taken literally: 32 bits in 31.2 ns, which is also what four chains of 256 Mbps give",
    ),
}

CONTRADICTIONS = {
    "87 or 86 Mbps": "the abstract and both tables say 87 Mbps in software, the conclusions 86",
    "i486/66 or i486/33": "the measurements name an i486/66, the predictions an i486/33, with the same 31 Mbps",
    "SPARC-20/50": "measured with the SPARC-10/51, and missing from the table of predictions",
    "5.2 ns": 'its parts, "2.6 ns per add, 2 ns for latching", add up to 4.6',
    "2/3N": '"32/12/N bps, i.e., 2/3N bps" should read 8/3N, as it does on the next line',
    "4-way or 16-way": "the proposal reaches 1 Gbps in CMOS with four chains; the conclusions ask for sixteen",
    "I-th": '"a single-block algorithm" over the digests: four digests fill one block, and padding needs another',
}


def machine_name(row: ModelMachine) -> str:
    if row.this:
        return f"this machine ({row.machine})"
    return row.machine or f"a machine of {row.mips:g} MIPS"


def rates(rows: Sequence[Row]) -> Iterator[tuple[str, list[tuple[float, str]]]]:
    """Yield headings with rates in Mbps and their derivations: in hardware, with several chains, and of the
    checksum."""
    yield (
        "In hardware, with the sentence of RFC 1810 behind each figure",
        [(row.mbps, _silicon(row)) for row in rows_of(rows, ModelSilicon)],
    )
    yield (
        "With several chains in CMOS, each at RFC 1810's 256 Mbps",
        [(row.mbps, _chains(row)) for row in rows_of(rows, ModelChains)],
    )
    yield (
        "The Internet checksum, one end-around-carry addition per 32-bit word and partial sum",
        [(row.mbps, _sums(row)) for row in rows_of(rows, ModelSums)],
    )


def mbps(value: float) -> str:
    return f"{value:,.0f} Mbps" if value < 10_000 else f"{value / 1000:,.1f} Gbps"


def _silicon(row: ModelSilicon) -> str:
    if row.reading:
        return ": ".join(READINGS[row.reading])
    per_word = 32e3 / row.mbps / row.operation_ns
    formula = f"32 / {per_word:g} / {row.operation_ns:g} ns"
    return f"{formula}: silicon that takes {row.operation_ns:g} ns an operation"


def _chains(row: ModelChains) -> str:
    filled = "a block" if row.digest_blocks == 1 else f"{row.digest_blocks:g} blocks"
    digests = f"{row.ways} digests fill {filled}; a standard MD5 over them takes {row.hashed_blocks}"
    return f"{row.ways}-way chaining; {digests}"


def _sums(row: ModelSums) -> str:
    return f"an addition in {row.operation_ns:g} ns, {numbers.count(row.partial_sums, 'partial sum')}"


# ---- tables ----


def _median(interval: Interval | None) -> float | None:
    return interval.median if interval else None


def _share_of_lower(row: ModelMachine) -> float | None:
    return row.measured.median / row.low_mbps if row.measured else None


def _predicted(row: ModelMachine) -> Cell:
    low, high = row.low_mbps, row.high_mbps
    return Cell(f"{low:,.0f} – {high:,.0f}", figures=(low, high))


def _spread(row: ModelMachine) -> Cell:
    interval = row.measured
    if not row.this or interval is None:  # RFC 1810 gives no intervals
        return Cell(numbers.NONE, figures=(None, None, None))
    return Cell(numbers.spread(interval), "dim", (interval.low, interval.high, interval.confidence))


MACHINE: Filled[ModelMachine] = Filled(
    "machine", ("machine",), False, cell=lambda row: Cell(machine_name(row), "strong" if row.this else "")
)
MIPS_RATING: Filled[ModelMachine] = figure("MIPS", "mips", lambda row: row.mips, "{:,.0f}".format)
PREDICTED: Filled[ModelMachine] = Filled("predicted Mbps", ("mbps_low", "mbps_high"), cell=_predicted)
MEASURED: Filled[ModelMachine] = figure(
    "measured", "measured_mbps", lambda row: _median(row.measured), "{:,.0f}".format
)
CACHED: Filled[ModelMachine] = figure(
    "cache not defeated", "cached_mbps", lambda row: _median(row.cached), "{:,.0f}".format
)
OF_LOWER: Filled[ModelMachine] = figure("÷ lower prediction", "share", _share_of_lower, "{:.2f}".format)
_MACHINES = (
    MACHINE,
    MIPS_RATING,
    PREDICTED,
    MEASURED,
    Filled("±", ("measured_low", "measured_high", "confidence"), cell=_spread),
    OF_LOWER,
)


def machines(rows: Sequence[Row]) -> Table:
    """Return each machine's MIPS with the predicted and the measured rate."""
    return listed("machines", _MACHINES, rows_of(rows, ModelMachine))


def against_ip(rows: Sequence[Row]) -> Table:
    """Return each machine's MD5 rate as a share of what IP carried in 1995; empty without the RFC's rates."""
    ip = next(iter(rows_of(rows, ModelIpRates)), None)
    if ip is None:
        return Table("ip", (), ())
    shown = (MACHINE, MEASURED, CACHED, _share_of("TCP", ip.tcp_mbps), _share_of("UDP", ip.udp_mbps))
    measured = [row for row in rows_of(rows, ModelMachine) if row.measured]
    return listed("ip", shown, measured, _ip_note(ip, measured))


def _ip_note(ip: ModelIpRates, measured: Sequence[ModelMachine]) -> str:
    host = next((row for row in measured if row.machine.startswith(ip.machine)), None)
    reached = f", where MD5 reaches {host.measured.median:.0f}" if host and host.measured else ""
    return (
        f"IP in 1995: {ip.tcp_mbps:.0f} Mbps TCP and {ip.udp_mbps:.0f} Mbps UDP over {ip.over} in a "
        f"{ip.machine}{reached}. The RFC leaves open whether the rate with or without the cache matters to IP."
    )


def _share_of(name: str, rate: float) -> Filled[ModelMachine]:
    def share(row: ModelMachine) -> float | None:
        return row.measured.median / rate if row.measured else None

    title = f"of {name}'s {rate:.0f}"
    return figure(title, f"of_{name.lower()}", share, lambda value: numbers.significant(value, 2))


_Rate = tuple[float, str]  # Mbps, and the derivation
_RATES: tuple[Filled[_Rate], ...] = (
    columns.words("", "row", lambda rate: rate[1]),
    Filled(
        "predicted Mbps", ("mbps_low", "mbps_high"), cell=lambda rate: Cell(f"{rate[0]:,.0f}", "", (rate[0], rate[0]))
    ),
)


def rate_table(rows: Sequence[Row]) -> Table:
    """Return all of `rates` as one table."""
    return listed("rates", _RATES, (rate for _, under_heading in rates(rows) for rate in under_heading))
