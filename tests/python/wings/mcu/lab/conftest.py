"""The known answers of FIPS 203 to 205 by scheme; packages and sources that are not here skip what needs them.
Stored handshakes beside what runs now."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES, Scheme, implemented
from wirerate.errors import MissingError
from wirerate.wings.mcu.counted_runs import Handshake, Made
from wirerate.wings.mcu.lab import host
from wirerate.wings.mcu.lab.source import fetched

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


@pytest.fixture(scope="session")
def packages() -> None:
    """The packages that compute on the host are installed."""
    try:
        for scheme in SCHEMES.values():
            host.package(scheme)
    except MissingError as error:
        pytest.skip(str(error))


def slh_signature(scheme: Scheme, secret: bytes, message: bytes, drawn: bytes) -> bytes:
    """By FIPS 205, algorithm 19, which signs a message without a frame; the package draws where it is told to."""
    from slhdsa.lowlevel import slhdsa

    n = len(secret) // 4
    key = tuple(secret[at : at + n] for at in range(0, 4 * n, n))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slhdsa, "token_bytes", lambda _: drawn)
        return bytes(slhdsa.sign(message, key, host.parameters(scheme), bool(drawn)))


@pytest.fixture
def fetched_all(firmware_cache: Path, packages: None) -> None:
    """The sources of all are here or can be had, in the user's own cache like what is built of them."""
    try:
        for code in IMPLEMENTATIONS.values():
            for archive in code.archives:
                fetched(archive.name, (archive,))
    except MissingError as error:
        pytest.skip(str(error))


def _without(found: Any, name: str) -> Any:
    if isinstance(found, dict):
        return {key: _without(each, name) for key, each in found.items() if key != name}
    return found


@pytest.fixture
def counts() -> Callable[[Handshake], Handshake]:
    """A row's counts: what was fetched through a cache is not stored of handshakes."""

    def of(row: Handshake) -> Handshake:
        return msgspec.convert(_without(msgspec.to_builtins(replace(row, made=Made())), "fetched"), type=Handshake)

    return of
