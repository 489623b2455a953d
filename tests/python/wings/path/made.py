"""Invented answers of a kernel: rounds with known parts, with figures of user-mode Linux 6.12."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any
from unittest.mock import patch

import wirerate
from wirerate.links import Mix, parse_packets
from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample, Series
from wirerate.statistics import LOOKS
from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import PATHS, PLAIN, Cell, Path, cells, parse_path
from wirerate.wings.path.messages import Host
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.run import PathRun
from wirerate.wings.path.stages import MixRounds, PathMeasurement, Traffic

FIRST, NEXT, GENERATE = 581.0, 253.0, 200.0  # ns per packet: first hop, next hop, generating and dropping
ADDED = {  # ns that protecting and unprotecting add
    "esp-null-null": (1029.0, 755.0),
    "ah-null": (700.0, 500.0),
    "esp-aes-128-gcm": (1232.0, 812.0),
    "esp-aes-256-gcm": (1250.0, 830.0),
    "esp-chacha20-poly1305": (1951.0, 1686.0),
    "esp-aes-128-gmac": (1282.0, 961.0),
    "esp-cbc-hmac-sha256": (1873.0, 1280.0),
    "esp-null-hmac-sha256": (1532.0, 1120.0),
    "esp-null-hmac-md5": (2871.0, 2350.0),
    "ah-hmac-sha256": (1389.0, 965.0),
    "macsec-gcm": (556.0, 557.0),
    "wireguard": (2730.0, 2731.0),
}
HERE = tuple(path for path in PATHS if path.name in ADDED)
BYTES = {"ah-hmac-sha256": 52, "wireguard": 60}


def ns(cell: Cell) -> float:
    """Return the time that one packet takes through the cell's chain."""
    hops = {"generate": 0.0, "hop": FIRST}.get(cell.stage, FIRST + NEXT)
    if cell.path.kind == "plain":
        return GENERATE + hops
    protect, unprotect = ADDED.get(cell.path.base, (900.0, 900.0))
    return GENERATE + hops + (protect if cell.stage == "protect" else protect + unprotect)


def found(
    paths: Sequence[Path],
    mix: Mix,
    *,
    rounds: int = 16,
    spread: float = 0.0,
    faults: Mapping[str, str] | None = None,
) -> MixRounds:
    dice = random.Random(1810)
    common = [1.0 + dice.uniform(0.0, 10 * spread) for _ in range(rounds)]

    def row(cell: Cell) -> list[Sample[Round]]:
        costs = [ns(cell) * each * (1 + dice.gauss(0, spread)) for each in common]
        share = 0.3 if cell.path.kind == "wireguard" else 1.0  # share of its CPU that the sender needs
        return [Sample(cost, 0, Round(cost * 1000, cost * 1000 * share, messages=1000)) for cost in costs]

    floor = paths[0].floor if paths else PLAIN
    these = cells(paths, floor)
    series = Series([row(cell) for cell in these], row(Cell("plain", floor)), 2, LOOKS, settled=True)
    traffic = {cell: Traffic(sent=1000 * rounds, arrived=1000 * rounds) for cell in these}
    void = {cell: why for cell in these if (why := (faults or {}).get(cell.path.name))}
    elsewhere = {cell: [1500.0] * rounds for cell in these if cell.path.kind == "wireguard"}
    added: dict[Path, dict[int, float]] = {
        path: {size: BYTES.get(path.name, 56) for size, _ in mix.entries} for path in paths if path != PLAIN
    }
    return MixRounds(mix, floor, these, series, elsewhere, traffic, void, added)


def answer(
    paths: Sequence[Path | str] = HERE,
    packets: str = "imix",
    *,
    refusals: Sequence[Refusal] = (),
    interrupted: bool = False,
    slow: bool = False,
    release: str = "6.12.0-made",
    spread: float = 0.0,
    faults: Mapping[str, str] | None = None,
) -> PathMeasurement:
    known = [parse_path(each) if isinstance(each, str) else each for each in paths]
    driver = Driver("rfc4106(gcm(aes))", "rfc4106-gcm-aesni")
    if slow:
        driver = Driver("rfc4106(gcm(aes))", "rfc4106(gcm_base(ctr(aes-generic),ghash-generic))", "aes",
                        "modprobe aesni_intel")  # fmt: skip
    return PathMeasurement(
        Host(release, ("spectre_v2", "retbleed"), 1, as_root=True),
        [found(known, parse_packets(packets), spread=spread, faults=faults)],
        {path: driver for path in known if path.name == "esp-aes-128-gcm"},
        list(refusals),
        interrupted,
    )


LACKING = tuple(
    Refusal(name, "module", "this kernel has no ESP", "modprobe esp4", "Requested type not found")
    for name in ("esp-aes-128-gcm", "esp-null-hmac-md5")
)


def run(
    names: Sequence[str] = (),
    packets: str = "imix",
    links: Sequence[str] = ("10G",),
    *,
    duplex: bool = False,
    **kernel: Any,
) -> PathRun:
    """Run `path` with a simulated kernel."""

    def measured(wanted: Sequence[Path], mixes: Sequence[Mix], **_: Any) -> PathMeasurement:
        here = [path for path in wanted if path in HERE or path == PLAIN]
        measurement = answer(here, mixes[0].name, **kernel)
        measurement.mixes += [found(here, mix) for mix in mixes[1:]]
        return measurement

    with patch("wirerate.wings.path.answer.measure", measured):
        return wirerate.path(names, links=links, packet=packets, duplex=duplex)
