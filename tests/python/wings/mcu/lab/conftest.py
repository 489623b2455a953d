"""Known answers of FIPS 203 to 205 by scheme. Tests are skipped if packages or sources they need are missing."""

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
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.source import fetch_tree

VECTORS = Path(__file__).parents[5] / "vectors"


def answers(name: str, scheme: str) -> list[dict[str, bytes]]:
    """Return the known answers of a scheme in a file of vectors."""
    selected = []
    for line in (VECTORS / name).read_text().splitlines():
        algorithm, *fields = line.split(" ")
        if algorithm == scheme:
            selected.append({key: bytes.fromhex(value) for key, value in (field.split("=") for field in fields)})
    return selected


def same(answer: dict[str, bytes], **results: bytes) -> None:
    """Check that results equal the known answer's values, which may be stored as SHA-256 digests."""
    for name, value in results.items():
        if name in answer:
            assert value == answer[name], name
        else:
            assert hashlib.sha256(value).digest() == answer[f"{name}-sha256"], name


def pairs(family: str) -> list[tuple[str, str]]:
    """Return all schemes of a family with each of their implementations."""
    return [
        (name, implementation)
        for name, scheme in SCHEMES.items()
        if scheme.family == family
        for implementation in implemented(name)
    ]


@pytest.fixture(scope="session")
def packages() -> None:
    """Skip unless the packages of the reference implementation are installed."""
    try:
        for scheme in SCHEMES.values():
            reference.package(scheme)
    except MissingError as error:
        pytest.skip(str(error))


def slh_signature(scheme: Scheme, secret: bytes, message: bytes, drawn: bytes) -> bytes:
    """Sign by FIPS 205, algorithm 19, with these random bytes, or deterministically without any."""
    from slhdsa.lowlevel import slhdsa

    n = len(secret) // 4
    key = tuple(secret[at : at + n] for at in range(0, 4 * n, n))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slhdsa, "token_bytes", lambda _: drawn)
        return bytes(slhdsa.sign(message, key, reference.parameters(scheme), bool(drawn)))


@pytest.fixture
def fetched_all(firmware_cache: Path, packages: None) -> None:
    """Skip unless the sources of all implementations are in the user's cache or can be downloaded."""
    try:
        for code in IMPLEMENTATIONS.values():
            for archive in code.archives:
                fetch_tree(archive.name, (archive,))
    except MissingError as error:
        pytest.skip(str(error))


def _without(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _without(item, name) for key, item in value.items() if key != name}
    return value


@pytest.fixture
def counts() -> Callable[[Handshake], Handshake]:
    """Return a function that removes provenance and cache fetches, which are not stored for handshakes, from a row."""

    def counts_of(row: Handshake) -> Handshake:
        return msgspec.convert(_without(msgspec.to_builtins(replace(row, made=Made())), "fetched"), type=Handshake)

    return counts_of
