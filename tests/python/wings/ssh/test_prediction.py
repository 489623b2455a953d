"""The formula for compression calls, compared with the number of blocks in a real HMAC's two messages."""

from __future__ import annotations

import pytest

from wirerate.wings.ssh.mill import DIGEST_BYTES, compressions, fit


def counted(digest_bytes: int, packet: bytes) -> int:
    """Count the blocks of RFC 2104 with RFC 1321's padding: 0x80, zeros, 8 bytes of length; blocks of 64 bytes."""

    def blocks(message: bytes) -> int:
        padded = message + b"\x80"
        padded += bytes(-(len(padded) + 8) % 64) + bytes(8)
        return len(padded) // 64

    inner = bytes(64) + bytes(4) + packet
    return blocks(inner) + blocks(bytes(64) + bytes(digest_bytes))


@pytest.mark.parametrize("algorithm", DIGEST_BYTES)
def test_formula_is_the_count(algorithm: str) -> None:
    for n in (*range(0, 200), 552, 1500, 8192, 32784):
        assert compressions(algorithm, n, "fresh") == counted(DIGEST_BYTES[algorithm], bytes(n))
        assert compressions(algorithm, n, "rekey") == compressions(algorithm, n, "fresh")
        assert compressions(algorithm, n, "reuse") == compressions(algorithm, n, "fresh") - 2


@pytest.mark.parametrize(("n", "fresh"), [(16, 4), (44, 4), (64, 5), (256, 8), (552, 12), (1500, 27), (32768, 516)])
def test_counts_at_usual_sizes(n: int, fresh: int) -> None:
    assert compressions("hmac-md5", n, "fresh") == fresh


def test_fit_finds_the_model_it_was_made_from() -> None:
    costs = {n: 70 + 80.0 * compressions("hmac-md5", n, "reuse") for n in (16, 1040, 32784)}
    model = fit("hmac-md5", costs)
    assert model is not None
    assert (model.fixed, model.per_call) == pytest.approx((70, 80))
    assert model.cost(528) == pytest.approx(70 + 80 * compressions("hmac-md5", 528, "reuse"))


def test_nothing_to_fit() -> None:
    assert fit("umac-64", {16: 1.0, 32784: 2.0}) is None
    assert fit("hmac-md5", {16: 1.0}) is None
    assert fit("hmac-md5", {16: 1.0, 17: 1.1}) is None  # the same number of calls
