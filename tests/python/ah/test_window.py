"""Anti-replay compared with a set of all numbers seen, in batches and singly, with and without ESN."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirerate.authenticators.ah import Mac, SecurityAssociation

from . import packets

KEY = bytes(range(16))
SPI = 0x1000


def association(**how: object) -> SecurityAssociation:
    return SecurityAssociation(SPI, Mac("hmac-md5-96", KEY), **how)  # type: ignore[arg-type]


def packet(sequence: int, *, esn: bool, forged: bool = False) -> bytes:
    """Return a packet with that sequence number and a correct or wrong ICV."""
    made = association(sequence=sequence - 1, esn=esn).sign([packets.WORKED])[0].packet
    assert made is not None
    return made[:-1] + bytes([made[-1] ^ forged])


class Model:
    """The window of RFC 4302 section 3.4.3 and appendix B, without a bitmap."""

    def __init__(self, size: int, top: int, *, esn: bool) -> None:
        self.size, self.top, self.esn = size, top, esn
        self.seen: set[int] = set()

    def extend(self, low: int) -> int | None:
        """Return the number with these low 32 bits that the window's position implies."""
        left = self.top - self.size + 1
        meant = left + (low - left) % (1 << 32)
        return meant if 0 < meant < 1 << 64 else None

    def receive(self, sequence: int, *, forged: bool) -> str:
        meant = self.extend(sequence & 0xFFFFFFFF) if self.esn else sequence
        if meant is None:
            return "replayed"
        if meant <= self.top - self.size:
            return "too-old"
        if meant in self.seen:
            return "replayed"
        if forged or meant != sequence:
            return "bad-icv"
        self.seen.add(meant)
        self.top = max(self.top, meant)
        return "ok"


_jumps = st.lists(
    st.tuples(
        st.integers(-300, 300) | st.sampled_from([-(1 << 32), 1 << 31, (1 << 32) - 64, 1 << 32, 3 << 32]),
        st.booleans() | st.just(False),
    ),
    min_size=1,
    max_size=40,
)


@pytest.mark.parametrize("size", [64, 65, 127, 128, 200, 1000])
@pytest.mark.parametrize("esn", [False, True])
@settings(max_examples=40, deadline=None)
@given(start=st.sampled_from([0, 1, 63, 64, 5000, (1 << 32) - 70, (1 << 32) + 5, (5 << 32) - 3]), jumps=_jumps)
def test_window_is_the_model(size: int, esn: bool, start: int, jumps: list[tuple[int, bool]]) -> None:
    limit = 1 << (64 if esn else 32)
    start = min(start, limit - 1)
    model = Model(size, start, esn=esn)
    arrived, at = [], start
    for jump, forged in jumps:
        sequence = at + jump
        if not 0 < sequence < limit:
            continue
        arrived.append((sequence, forged))
        at = sequence if not forged else at
    expected = [model.receive(sequence, forged=forged) for sequence, forged in arrived]
    sent = [packet(sequence, esn=esn, forged=forged) for sequence, forged in arrived]
    together, alone = association(window=size, esn=esn), association(window=size, esn=esn)
    together.highest = alone.highest = start
    assert [result.reason for result in together.verify(sent)] == expected
    assert [alone.verify([each])[0].reason for each in sent] == expected
    assert together.highest == alone.highest == model.top


def test_a_forged_packet_moves_nothing() -> None:
    receiver = association()
    assert receiver.verify([packet(1000, esn=False, forged=True)])[0].reason == "bad-icv"
    assert receiver.highest == 0
    assert [r.reason for r in receiver.verify([packet(1, esn=False), packet(1000, esn=False)])] == ["ok", "ok"]


def test_without_a_window_everything_goes() -> None:
    receiver = association(window=0)
    assert [r.reason for r in receiver.verify([packet(7, esn=False)] * 3 + [packet(1, esn=False)])] == ["ok"] * 4


def test_extended_numbers_need_a_window_to_verify() -> None:
    assert association(window=0, esn=True).verify([packet(7, esn=True)])[0].reason == "bad-sa"


def test_last_number_of_all() -> None:
    sender = association(sequence=0xFFFFFFFD)
    assert [r.reason for r in sender.sign([packets.WORKED] * 4)] == ["ok", "ok", "sequence-used-up", "sequence-used-up"]
    assert sender.sequence == 0xFFFFFFFF
