# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was measured of the kernel's paths: a row for each stage, and one for each gateway's account."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from msgspec import structs

from wirerate.records import Interval
from wirerate.rounds.row import Rows
from wirerate.statistics import median_at_look
from wirerate.wings.path.account import Account, Direction, account, both_ways, directions
from wirerate.wings.path.catalogue import PLAIN, Path
from wirerate.wings.path.found import Driver, Found, Traffic
from wirerate.wings.path.run import AddedBytes, PathAccount, PathStage
from wirerate.wings.path.stages import Cell

_VERSION = {"ip4": 4, "ip6": 6}


@dataclass(frozen=True)
class Accounted:
    """A path under one mix: a row for each gateway, and what one core takes that is both."""

    path: Path
    ends: tuple[PathAccount, ...]
    both_ns: Interval
    both_free: Interval | None


def stage_rows(found: Found) -> list[PathStage]:
    """Every cell's; one whose packets did not all arrive as they were sent is wrong, not fast. The sender's share of
    its CPU says nothing where others work for it."""
    rows = _rows(found).rows()
    return [
        structs.replace(row, cpu_share=None) if found.elsewhere.get(cell) else row
        for row, cell in zip(rows, found.cells, strict=True)
    ]


def noise(found: Found) -> float | None:
    """How far from 1 the ratio of plain forwarding to itself may lie here."""
    return _rows(found).noise


def accounts(
    found: Found, paths: Sequence[Path], drivers: Mapping[Path, Driver], catalogue: Mapping[Path, Mapping[int, int]]
) -> Iterator[Accounted]:
    """Of each path whose stages are sound. `catalogue` has the bytes that each is said to add, by size of packet."""
    if not found.series.rounds or _faults(found, (PLAIN,)):
        return
    for path in paths:
        stages = found.stages(path)
        if path.family != found.family or _faults(found, (path, path.null_twin)) or _missing(path, stages):
            continue
        twin = path.mac_twin
        mac = found.stages(twin) if twin and not _faults(found, (twin,)) else None
        looks = found.series.looks
        ends = []
        for direction in directions(stages):
            made = account(stages, direction, mac=mac, authenticates=path.authenticates_only, looks=looks)
            ends.append(_row(found, path, direction, made, drivers.get(path), catalogue.get(path, {})))
        both = both_ways(stages, looks=looks)
        assert both is not None
        yield Accounted(path, tuple(ends), both, both_ways(stages, "null-", looks=looks))


def _missing(path: Path, stages: Mapping[str, Sequence[float]]) -> bool:
    return path != PLAIN and path.kind != "plain" and "both" not in stages


def _rows(found: Found) -> Rows[PathStage]:
    blanks = [_blank(found, cell) for cell in found.cells]
    return Rows(found.series, blanks, faults=[found.faults.get(cell, "") for cell in found.cells], of_wall=False)


def _blank(found: Found, cell: Cell) -> PathStage:
    told = found.traffic.get(cell, Traffic())
    elsewhere = found.elsewhere.get(cell)
    name = cell.path.name if cell.path else "plain"
    return PathStage(
        subject=name,
        role="reference" if cell.path is None else "subject" if cell.path.protocol else "floor",
        operation=cell.stage,
        bytes=found.mix.mean_bytes,
        packets=found.mix.name,
        group=f"{found.mix.name}, IPv{_VERSION[found.family]}",
        path=name,
        stage=cell.stage,
        sent=told.sent,
        arrived=told.arrived,
        changed=told.changed,
        duplicated=told.duplicated,
        elsewhere_ns=median_at_look(elsewhere, looks=found.series.looks) if elsewhere else None,
        ip_version=_VERSION[found.family],
    )


def _faults(found: Found, paths: Sequence[Path | None]) -> bool:
    names = {None if path is None or path.kind == "plain" else path for path in paths}
    return any(
        found.faults.get(cell) or _wrong(found, cell) for cell in found.cells if cell.path is None or cell.path in names
    )


def _wrong(found: Found, cell: Cell) -> bool:
    return any(sample.record.wrong for sample in found.series.cells[found.cells.index(cell)])


def _row(
    found: Found,
    path: Path,
    direction: Direction,
    made: Account,
    driver: Driver | None,
    catalogue: Mapping[int, int],
) -> PathAccount:
    counted = found.added.get(path, {})
    return PathAccount(
        subject=path.name,
        operation=direction,
        bytes=found.mix.mean_bytes,
        packets=found.mix.name,
        group=f"{found.mix.name}, IPv{_VERSION[found.family]}",
        rounds=found.series.rounds,
        ns=made.gateway,
        noise=noise(found),
        settled=found.series.settled,
        samples_ns=made.rounds,
        path=path.name,
        protocol=path.protocol,
        algorithm=path.algorithm,
        ip_version=_VERSION[found.family],
        parts=made.parts,
        free=made.free,
        gain=made.gain,
        elsewhere=_elsewhere(found, path, direction, made),
        driver=driver.driver if driver else "",
        added=tuple(
            AddedBytes(ip_bytes=size, counted=more, catalogue=catalogue.get(size)) for size, more in counted.items()
        ),
    )


def _elsewhere(found: Found, path: Path, direction: Direction, made: Account) -> float:
    """Of the gateway's time, what other CPUs did."""
    told = {stage: found.elsewhere.get(Cell(stage, found.family, path)) for stage in ("protect", "both")}
    protect, both = (fmean(values) if (values := told[stage]) else 0.0 for stage in ("protect", "both"))
    spent = {"forward": 0.0, "protect": protect, "unprotect": both - protect, "either": both / 2}[direction]
    whole = median(made.rounds)
    return min(1.0, max(0.0, spent / whole)) if whole > 0 else 0.0
