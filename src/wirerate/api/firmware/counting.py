"""A point for every case that was asked for: stored with the project, kept from an earlier run here, or run now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.api.firmware.question import Asked
from wirerate.errors import UsageError
from wirerate.lab.mcu import ecc
from wirerate.lab.mcu.ecc_config import OPERATIONS, P256M, Toggles
from wirerate.lab.mcu.points import (
    Provenance,
    built_for,
    stored,
    stored_footprint,
    stored_point,
)
from wirerate.lab.mcu.rows import MODELLED, STORED, Source, operation
from wirerate.lab.mcu.source import DEFAULT, fetch, release
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.toolchain import toolchain
from wirerate.records import Measurement


@dataclass(frozen=True)
class Case:
    """One operation on one curve with these options of one version, at one level."""

    version: str
    level: str
    curve: str
    operation: str
    toggles: Toggles


def cases_of(asked: Asked) -> list[Case]:
    return [Case(asked.version, asked.level, *each) for each in asked.cases()]


def from_store(case: Case, target: Target) -> Measurement | None:
    """None where the project has not run that case, or not with a flash like this one."""
    point = stored_point(case.version, target.core, case.curve, case.operation, case.toggles, case.level)
    if point is None or (target.flash.wait_states and target.flash.buffers not in point.trace.misses):
        return None
    flash = flash_bytes(case, target)
    if flash is None:
        return None
    return _as_asked(operation(point, target, flash, source(case.version)), case, target)


def flash_bytes(case: Case, target: Target) -> int | None:
    """Of an image with this operation alone; where that was not linked, the smallest stored one that has it."""
    for operations in sorted(_sets(case.operation), key=len):
        found = stored_footprint(case.version, target.core, case.curve, operations, case.toggles, case.level)
        if found is not None:
            return found.total
    return None


def _sets(name: str) -> list[tuple[str, ...]]:
    sets: list[tuple[str, ...]] = [()]
    for each in OPERATIONS:
        sets += [(*chosen, each) for chosen in sets]
    return [chosen for chosen in sets if name in chosen]


def run_now(case: Case, asked: Asked) -> Measurement:
    """Builds, runs and checks it, and times it for the target."""
    tree, config = _own_tree(asked)
    choice = ecc.Choice(
        version=case.version,
        core=built_for(asked.target.core),
        level=case.level,
        curves=(case.curve,),
        operations=(case.operation,),
        toggles=case.toggles,
        tree=tree,
        config_h=config,
    )
    built, buffers = ecc.image(choice), (asked.target.flash.buffers,)
    (point,) = ecc.points(choice, built, case.curve, choice.operations, buffers=buffers)
    made = Source(MODELLED, release(tree or fetch(DEFAULT if case.version == P256M else case.version)), "",
                  toolchain().version)  # fmt: skip
    return _as_asked(operation(point, asked.target, ecc.footprint(choice).total, made), case, asked.target)


def _own_tree(asked: Asked) -> tuple[Path | None, str]:
    """The reader's Mbed TLS and the text of its configuration; the harness's own where no file is named."""
    named = asked.question
    if named.mbedtls is None:
        return None, ""
    if named.config is None:
        return Path(named.mbedtls), ""
    try:
        return Path(named.mbedtls), Path(named.config).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            f"cannot read {named.config}: {error}", fix="name the config.h that your build uses"
        ) from error


def _as_asked(row: Measurement, case: Case, target: Target) -> Measurement:
    """Names the options that were asked for: a point may stand for several that do the same."""
    row.extra |= {
        "nist": int(case.toggles.nist),
        "fixed_point": int(case.toggles.fixed_point),
        "window": case.toggles.window,
        "built_for": built_for(target.core),
    }
    return row


def source(version: str) -> Source:
    """Where the stored points of a version come from."""
    made = provenance(stored()).get(version)
    if made is None:
        return Source(STORED, version)
    return Source(STORED, made.library, made.command, made.compiler, made.date)


def provenance(rows: Sequence[object]) -> dict[str, Provenance]:
    """By version: the last that stands before one of its points."""
    found: dict[str, Provenance] = {}
    current: Provenance | None = None
    for row in rows:
        if isinstance(row, Provenance):
            current = row
        elif current is not None:
            found[row.version] = current  # type: ignore[attr-defined]
    return found
