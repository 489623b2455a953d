"""Invented answers on records: rounds with known parts, with figures of user-mode Linux 6.12."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import patch

import wirerate
from wirerate.links import Mix
from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample, Series
from wirerate.statistics import LOOKS
from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import TCP, Cell, Path, cells
from wirerate.wings.path.messages import Host
from wirerate.wings.path.question import records_of
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.run import PathRun
from wirerate.wings.path.stages import MixRounds, PathMeasurement, Traffic

BARE = {100: 2400.0, 1400: 2600.0, 4096: 3000.0, 16384: 4200.0}  # ns per record of plain TCP, both ends
ADDED = {  # ns that TLS adds at both ends
    "tls": {100: 3700.0, 1400: 4300.0, 4096: 5600.0, 16384: 10700.0},
    "ktls": {100: 2100.0, 1400: 1700.0, 4096: 2500.0, 16384: 4600.0},
}
CRYPTO = {100: 300.0, 1400: 800.0, 4096: 2000.0, 16384: 7000.0}  # of that, ns of libcrypto
SLOWER = {"aes-128-gcm": 1.0, "aes-256-gcm": 1.1, "chacha20-poly1305": 2.0}
BYTES = 22


def ns(step: Cell, size: int) -> float:
    """Return the time that one record takes in the step."""
    if step.stage == "tcp":
        return BARE[size]
    slower = SLOWER[step.path.cipher]
    crypto = CRYPTO[size] * slower
    return crypto if step.stage == "crypto" else BARE[size] + ADDED[step.path.kind][size] + crypto - CRYPTO[size]


def carried(
    paths: Sequence[Path],
    size: int,
    *,
    rounds: int = 16,
    spread: float = 0.0,
    faults: Mapping[str, str] | None = None,
) -> MixRounds:
    dice = random.Random(8446)
    these = cells(paths, TCP)

    def row(step: Cell) -> list[Sample[Round]]:
        costs = [ns(step, size) * (1 + dice.gauss(0, spread)) for _ in range(rounds)]
        return [Sample(cost, 0, Round(cost * 400, cost * 400, messages=400)) for cost in costs]

    series = Series([row(step) for step in these], row(Cell("tcp", TCP)), 0, LOOKS, settled=True)
    records = 400 * rounds
    void = {step: why for step in these if (why := (faults or {}).get(step.path.name))}
    traffic = {step: Traffic(records, records, changed=int(step in void)) for step in these}
    added = {step.path: {size: BYTES} for step in these if step.stage == "record"}
    return MixRounds(records_of(size), TCP, these, series, traffic=traffic, faults=void, added=added)


def answer(
    paths: Sequence[Path],
    sizes: Sequence[int],
    *,
    without: Sequence[str] = (),
    interrupted: bool = False,
    slow: bool = False,
    **rounds: Any,
) -> PathMeasurement:
    """Return a simulated answer. `without` names missing kinds of path."""
    here = [path for path in paths if path.kind not in without]
    driver = Driver("gcm(aes)", "generic-gcm-aesni")
    if slow:
        remedy = "modprobe -a aesni_intel"
        driver = Driver("gcm(aes)", "gcm_base(ctr(aes-generic),ghash-generic)", "aes", remedy)
    lacking = [
        Refusal(path.name, "module", "this kernel has no TLS: TCP_ULP tls: No such file or directory",
                "type: sudo modprobe tls, or boot a kernel that has it", "TCP_ULP tls: No such file or directory")
        for path in paths if path.kind in without
    ]  # fmt: skip
    return PathMeasurement(
        Host("6.12.0-made", ("spectre_v2",), 1, as_root=False),
        [carried(here, size, **rounds) for size in sizes],
        {path: driver for path in here if path.kind == "ktls"},
        lacking,
        interrupted,
    )


def run(names: Sequence[str] = (), record: str = "1400,16Ki", links: Sequence[str] = ("10G",), *, duplex: bool = False,
        policy: str = "modern", **machine: Any) -> PathRun:  # fmt: skip
    """Run `path` with a simulated machine."""

    def measured(wanted: Sequence[Path], mixes: Sequence[Mix], **_: Any) -> PathMeasurement:
        return answer(wanted, [mix.entries[0][0] for mix in mixes], **machine)

    with patch("wirerate.wings.path.answer.measure", measured):
        return wirerate.path(names, links=links, record=record, duplex=duplex, policy=policy)
