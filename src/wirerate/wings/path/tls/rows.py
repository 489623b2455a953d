# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was measured of records: a row for each stage, and one for each path's account of an end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirerate.records import Interval
from wirerate.rounds.row import Rows
from wirerate.statistics import median_at_look
from wirerate.wings.path.account import Account, account_of_records
from wirerate.wings.path.catalogue import TCP, Path
from wirerate.wings.path.found import Driver
from wirerate.wings.path.run import AddedBytes, PathAccount, PathStage
from wirerate.wings.path.tls.found import Carried
from wirerate.wings.path.tls.stages import Step

_VERSION = 4  # of loopback
END = "either"


@dataclass(frozen=True)
class Accounted:
    """A path with records of one size: a row for an end, and what one core takes that is both."""

    path: Path
    end: PathAccount
    both_ns: Interval
    both_free: Interval | None


def stage_rows(carried: Carried) -> list[PathStage]:
    """Every step's; one whose records did not come back as they were written is wrong, not fast."""
    return _rows(carried).rows()


def noise(carried: Carried) -> float | None:
    """How far from 1 the ratio of plain TCP to itself may lie here."""
    return _rows(carried).noise


def accounts(
    carried: Carried, paths: Sequence[Path], drivers: Mapping[Path, Driver], catalogue: Mapping[Path, int]
) -> Iterator[Accounted]:
    """Of each path whose stages are sound. `catalogue` has the bytes that TLS is said to add."""
    if not carried.series.rounds:
        return
    looks = carried.series.looks
    for path in paths:
        stages = carried.stages(path)
        asked = [step for step in carried.steps if step.path in (TCP, path)]
        if any(carried.faults.get(step) for step in asked) or (path != TCP and "record" not in stages):
            continue
        made = account_of_records(stages, looks=looks)
        both = stages.get("record", stages["tcp"])
        free = [a - b for a, b in zip(both, stages["crypto"], strict=True)] if "crypto" in stages else None
        yield Accounted(
            path,
            _row(carried, path, made, drivers.get(path), catalogue.get(path)),
            median_at_look(both, looks=looks),
            median_at_look(free, looks=looks) if free else None,
        )


def name_of(size: int) -> str:
    """As rows and verdicts have it in place of a packet mix."""
    return f"{size}-byte records"


def _rows(carried: Carried) -> Rows[PathStage]:
    blanks = [_blank(carried, step) for step in carried.steps]
    faults = [carried.faults.get(step, "") for step in carried.steps]
    return Rows(carried.series, blanks, faults=faults, of_wall=False)


def _blank(carried: Carried, step: Step) -> PathStage:
    records, changed = carried.records.get(step, 0), carried.changed.get(step, 0)
    return PathStage(
        subject=step.path.name,
        role="reference" if step.stage == "tcp" else "subject",
        operation=step.stage,
        bytes=carried.size,
        packets=name_of(carried.size),
        group=name_of(carried.size),
        path=step.path.name,
        stage=step.stage,
        sent=records,
        arrived=records,
        changed=changed,
        duplicated=0,
        ip_version=_VERSION,
    )


def _row(carried: Carried, path: Path, made: Account, driver: Driver | None, catalogue: int | None) -> PathAccount:
    counted = carried.added(path) if path != TCP else None
    added = () if counted is None else (AddedBytes(ip_bytes=carried.size, counted=counted, catalogue=catalogue),)
    return PathAccount(
        subject=path.name,
        operation=END,
        bytes=carried.size,
        packets=name_of(carried.size),
        group=name_of(carried.size),
        rounds=carried.series.rounds,
        ns=made.gateway,
        noise=noise(carried),
        settled=carried.series.settled,
        samples_ns=made.rounds,
        path=path.name,
        protocol=path.protocol,
        algorithm=path.algorithm,
        ip_version=_VERSION,
        parts=made.parts,
        free=made.free,
        gain=made.gain,
        driver=driver.driver if driver else "",
        added=added,
    )
