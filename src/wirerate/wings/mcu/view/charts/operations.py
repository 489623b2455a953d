# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations by curve, signing against verifying, Brainpool against NIST, and the reduction for NIST primes."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.curves import CURVES
from wirerate.report import columns, numbers
from wirerate.report.charts.rows import Dot, DotRow, dot_chart
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Filled, Table, listed
from wirerate.wings.mcu.rows import BoardOperation
from wirerate.wings.mcu.view import common as firmware

NAMES = {"sign": "ECDSA sign", "verify": "ECDSA verify", "ecdh": "ECDH", "ecdhe": "ECDHE"}  # in the order drawn

_AXIS = "ms (log)"
_LENGTHS = (("secp256r1", "brainpoolP256r1"), ("secp384r1", "brainpoolP384r1"), ("secp521r1", "brainpoolP512r1"))


def by_curve(rows: Sequence[BoardOperation]) -> Chart | None:
    """Every operation on every curve, one setting."""
    lines = [DotRow(curve, tuple(_dot(m, list(NAMES).index(m.operation), m.operation) for m in found))
             for curve, found in _curves(rows).items()]  # fmt: skip
    if not lines:
        return None
    signed = [m for m in rows if m.operation == "sign"]
    title = _spread(signed or rows)
    reads = "Time of each operation; pale bar: the range over branch refill, flash and what is not modelled."
    return _chart("mcu-operations", title, reads, rows, lines, list(NAMES.values()))


def _spread(rows: Sequence[BoardOperation]) -> str:
    fast, slow = (pick(rows, key=_median) for pick in (min, max))
    what = NAMES[rows[0].operation]
    if fast is slow:
        return f"{what} on {fast.curve} takes {_ms(fast)}"
    return (
        f"{what} takes {_ms(fast)} on {fast.curve}, {_ms(slow)} on {slow.curve}: "
        f"{numbers.times(_median(slow) / _median(fast))}"
    )


def sign_verify(rows: Sequence[BoardOperation]) -> Chart | None:
    pairs = _pairs(rows, "sign", "verify")
    if not pairs:
        return None
    ratios = [_median(verify) / _median(sign) for sign, verify in pairs]
    lines = [
        DotRow(sign.curve, (_dot(sign, 0, "sign"), _dot(verify, 1, "verify")), numbers.times(ratio))
        for (sign, verify), ratio in zip(pairs, ratios, strict=True)
    ]
    title = f"Verifying takes {_range(ratios)} the time of signing"
    return _chart("mcu-sign-verify", title, "At the end of each row: verify / sign.", _flat(pairs), lines,
                  ["ECDSA sign", "ECDSA verify"])  # fmt: skip


def brainpool(rows: Sequence[BoardOperation]) -> Chart | None:
    """Random primes against those that reduce fast, at equal strength."""
    signs = {m.curve: m for m in rows if m.operation == "sign"}
    pairs = [(signs[nist], signs[other]) for nist, other in _LENGTHS if nist in signs and other in signs]
    if not pairs:
        return None
    ratios = [_median(other) / _median(nist) for nist, other in pairs]
    lines = [
        DotRow(f"{CURVES[nist.curve].bits} bits", (_dot(nist, 0, "sign"), _dot(other, 1, "sign")),
               numbers.times(ratio))
        for (nist, other), ratio in zip(pairs, ratios, strict=True)
    ]  # fmt: skip
    title = f"Signing on Brainpool's curves takes {_range(ratios)} the time of NIST's"
    reads = (
        "ECDSA sign. Brainpool's primes are random, so that no special reduction applies; 521 bits stand against 512."
    )
    return _chart("mcu-brainpool", title, reads, _flat(pairs), lines, ["NIST", "Brainpool"])


def reduction(on: Sequence[BoardOperation], off: Sequence[BoardOperation]) -> Chart | None:
    """MBEDTLS_ECP_NIST_OPTIM off and on, curve by curve, for one operation."""
    without = {m.curve: m for m in off}
    pairs = [(m, without[m.curve]) for m in on
             if m.curve in without and CURVES[m.curve].family == "nist"]  # fmt: skip
    if not pairs:
        return None
    ratios = [_median(slow) / _median(fast) for fast, slow in pairs]
    lines = [
        DotRow(fast.curve, (_dot(fast, 0, "on"), _dot(slow, 1, "off")), numbers.times(ratio))
        for (fast, slow), ratio in zip(pairs, ratios, strict=True)
    ]
    what = NAMES[pairs[0][0].operation]
    title = f"Without the NIST reduction {what} takes {_range(ratios)} the time"
    return _chart("mcu-reduction", title, f"{what}; at the end of each row: off / on.", _flat(pairs), lines,
                  ["reduction on", "off"])  # fmt: skip


def figures(name: str, rows: Sequence[BoardOperation]) -> Table:
    """The table twin of every chart of times."""
    return listed(name, _FIGURES, rows)


_FIGURES: tuple[Filled[BoardOperation], ...] = (
    columns.words("curve", "curve", lambda m: m.curve, "strong"),
    columns.words("operation", "operation", lambda m: m.operation),
    Filled("options", ("window", "nist", "fixed_point"), numeric=False,
           cell=lambda m: Cell(firmware.name(m).partition(" ")[2], "dim", firmware.option_figures(m))),
    columns.figure("MHz", "clock_hz", lambda m: m.clock_hz, lambda hz: f"{hz / 1e6:g}"),
    firmware.ms(""),
    firmware.RANGE,
    firmware.sized("heap", "heap_bytes", lambda m: m.heap_bytes),
    firmware.sized("flash", "flash_bytes", lambda m: m.flash_bytes),
)  # fmt: skip


def _chart(
    name: str, title: str, reads: str, rows: Sequence[BoardOperation], lines: Sequence[DotRow], series: Sequence[str]
) -> Chart:
    def spec(width: int) -> Spec:
        return dot_chart(lines, series, _AXIS, width)

    return Chart(name, title, reads, figures(name, rows), spec)


def _dot(m: BoardOperation, series: int, what: str) -> Dot:
    says = f"{m.curve} {what}: {_ms(m)}, {firmware.span(m)}"
    return Dot(m.ns.median / 1e6, m.ns.low / 1e6, m.ns.high / 1e6, series, says)


def _curves(rows: Sequence[BoardOperation]) -> dict[str, list[BoardOperation]]:
    """In the catalogue's order, which is by family and length."""
    found = {curve: [m for m in rows if m.curve == curve] for curve in CURVES}
    return {curve: each for curve, each in found.items() if each}


def _pairs(rows: Sequence[BoardOperation], one: str, other: str) -> list[tuple[BoardOperation, BoardOperation]]:
    found = []
    for each in _curves(rows).values():
        by_operation = {m.operation: m for m in each}
        if one in by_operation and other in by_operation:
            found.append((by_operation[one], by_operation[other]))
    return found


def _flat(pairs: Sequence[tuple[BoardOperation, BoardOperation]]) -> list[BoardOperation]:
    return [m for pair in pairs for m in pair]


def _range(ratios: Sequence[float]) -> str:
    low, high = numbers.significant(min(ratios), 2), numbers.significant(max(ratios), 2)
    return f"{low} times" if low == high else f"{low} to {high} times"


def _ms(m: BoardOperation) -> str:
    return f"{firmware.milliseconds(m)} ms"


def _median(m: BoardOperation) -> float:
    return m.ns.median
