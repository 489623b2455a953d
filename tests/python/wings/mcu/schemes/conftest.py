"""The known answers of FIPS 203 and 204 by scheme; sources that cannot be fetched skip what is built of them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES, implemented
from wirerate.errors import MissingError
from wirerate.wings.mcu.build.source import fetched

VECTORS = Path(__file__).parents[5] / "vectors"


def answers(name: str, scheme: str) -> list[dict[str, bytes]]:
    """The lines of a file of vectors about a scheme."""
    found = []
    for line in (VECTORS / name).read_text().splitlines():
        algorithm, *fields = line.split(" ")
        if algorithm == scheme:
            found.append({key: bytes.fromhex(value) for key, value in (field.split("=") for field in fields)})
    return found


def same(given: dict[str, bytes], **found: bytes) -> None:
    """That what was found is what the answer has, by itself or by its digest."""
    for name, value in found.items():
        if name in given:
            assert value == given[name], name
        else:
            assert hashlib.sha256(value).digest() == given[f"{name}-sha256"], name


def pairs(family: str) -> list[tuple[str, str]]:
    """Schemes of a family by who has them."""
    return [(name, who) for name, each in SCHEMES.items() if each.family == family for who in implemented(name)]


@pytest.fixture
def fetched_all(firmware_cache: Path) -> None:
    """The sources of all are here or can be had, in the user's own cache like what is built of them."""
    try:
        for code in IMPLEMENTATIONS.values():
            for archive in code.archives:
                fetched(archive.name, (archive,))
    except MissingError as error:
        pytest.skip(str(error))
