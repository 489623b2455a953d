"""The library's buffer allocator instead of malloc: same results, and its cost in time, RAM and flash."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.catalogue.libraries import P256M
from wirerate.errors import UsageError
from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import operations
from wirerate.wings.mcu.curve_options import ALLOCATORS
from wirerate.wings.mcu.rows import BoardOperation, Operation


def detail(m: Operation) -> BoardOperation:
    assert isinstance(m, BoardOperation)
    return m


def test_the_buffer_takes_more_ram_and_its_verification_more_time(mbedtls: Path) -> None:

    runs = {
        name: operations.mcu("f401re", curves=["secp192r1"], operations=["sign", "ecdhe"], allocator=name, measure=True)
        for name in ALLOCATORS
    }
    for libc, buffer, verifying in zip(*(run.rows for run in runs.values()), strict=True):
        assert [detail(m).allocator for m in (libc, buffer, verifying)] == list(ALLOCATORS)
        assert detail(libc).heap_bytes < detail(buffer).heap_bytes == detail(verifying).heap_bytes < 1 << 15
        assert detail(libc).heap_kept < detail(buffer).heap_kept < detail(buffer).heap_bytes
        assert detail(buffer).instructions < detail(verifying).instructions
        assert detail(libc).flash_bytes < detail(buffer).flash_bytes
    texts = {name: " ".join(kinds.text(run, Paper(400, explain=True)).split()) for name, run in runs.items()}
    assert "buffer allocator" not in texts["libc"]
    assert "its buffer allocator" in texts["buffer"]
    assert "its buffer allocator with verification" in texts["buffer-verify"]


def test_stored_results_use_malloc(mbedtls: Path) -> None:
    (stored,) = operations.mcu("f401re", curves=["secp192r1"], operations=["ecdhe"]).rows
    (measured,) = operations.mcu("f401re", curves=["secp192r1"], operations=["ecdhe"], allocator="buffer").rows
    assert (stored.basis, measured.basis) == ("stored", "modelled")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"allocator": "slab"}, "allocator"),
        ({"allocator": "buffer", "version": P256M}, "p256-m allocates nothing"),
        ({"allocator": "buffer", "mbedtls": "."}, "mbedtls has no meaning with allocator"),
    ],
)
def test_impossible_allocators_are_usage_errors(arguments: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        operations.mcu("f401re", **arguments)  # type: ignore[arg-type]
