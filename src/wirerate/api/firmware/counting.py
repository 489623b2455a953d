"""A measurement for every case that was asked for: known already, or built and run now."""

from __future__ import annotations

from pathlib import Path

from wirerate.api.firmware.question import Asked
from wirerate.errors import UsageError
from wirerate.lab.mcu import ecc
from wirerate.lab.mcu.ecc_config import P256M
from wirerate.lab.mcu.points import built_for
from wirerate.lab.mcu.rows import MODELLED, Source, operation
from wirerate.lab.mcu.source import DEFAULT, fetch, release
from wirerate.lab.mcu.store import Case, as_asked
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.toolchain import toolchain
from wirerate.records import Measurement


def cases_of(asked: Asked) -> list[Case]:
    return [Case(asked.version, asked.level, *each) for each in asked.cases()]


def run_now(case: Case, target: Target, tree: Path | None = None, config: str = "") -> Measurement:
    """Builds, runs and checks it, and times it for the target."""
    choice = ecc.Choice(
        version=case.version,
        core=built_for(target.core),
        level=case.level,
        curves=(case.curve,),
        operations=(case.operation,),
        toggles=case.toggles,
        tree=tree,
        config_h=config,
    )
    built, buffers = ecc.image(choice), (target.flash.buffers,)
    (point,) = ecc.points(choice, built, case.curve, choice.operations, buffers=buffers)
    library = tree or fetch(DEFAULT if case.version == P256M else case.version)
    made = Source(MODELLED, release(library), compiler=toolchain().version)
    return as_asked(operation(point, target, ecc.footprint(choice).total, made), case)


def own_tree(asked: Asked) -> tuple[Path | None, str]:
    """The reader's Mbed TLS and the text of its configuration; the harness's own where no file is named."""
    named = asked.question
    if named.mbedtls is None:
        return None, ""
    if named.config is None:
        return Path(named.mbedtls), ""
    try:
        return Path(named.mbedtls), Path(named.config).read_text()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {named.config}: {error}", fix="name your build's config.h") from error
