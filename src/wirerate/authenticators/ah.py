# SPDX-License-Identifier: Apache-2.0 OR MIT
"""IPv6 packets authenticated with the Authentication Header: RFC 4302, and RFC 1826/1828 as RFC 1810 knew it.

Packets are bytes that begin with the IPv6 header. AH with MD5 is for measurement and for reproducing RFC 1810: RFC 8221
section 6 says MUST NOT.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import TYPE_CHECKING, Any

from wirerate._native import ffi, lib
from wirerate.authenticators.ah_algorithms import ah_algorithm
from wirerate.authenticators.buffers import readable
from wirerate.authenticators.message import Single
from wirerate.errors import MissingError, UsageError, unknown
from wirerate.system import host

if TYPE_CHECKING:
    from typing_extensions import Buffer

GENERATIONS = {"4302": lib.WR_AH_RFC4302, "1826": lib.WR_AH_RFC1826}
REASONS = tuple(ffi.string(lib.wr_ah_reason_name(i)).decode() for i in range(lib.WR_AH_REASONS))
_WHY_BYTES = 256


@dataclass(frozen=True)
class Result:
    """What became of one packet. `packet` is it signed, or verified and without AH; None when it was refused."""

    reason: str  # "ok", or why not: one of REASONS
    packet: bytes | None = None
    sequence: int | None = None  # None where the packet did not get so far, or has none (RFC 1826)

    @property
    def ok(self) -> bool:
        return self.reason == "ok"

    @property
    def text(self) -> str:
        """The reason for people."""
        return reason_text(self.reason)


def reason_text(reason: str) -> str:
    """A line on a reason's name."""
    return str(ffi.string(lib.wr_ah_reason_text(REASONS.index(reason))).decode())


class Mac(Single):
    """A MAC with its key state: `algorithm` as computed by "wirerate" or "openssl". For one thread at a time."""

    _why = "it works on one packet at a time"
    _instead = "make another with the same key"

    def __init__(self, algorithm: str, key: Buffer, implementation: str | None = None) -> None:
        facts = ah_algorithm(algorithm)
        exact, secret = facts.key_bytes, readable(key)
        if exact is not None and len(secret) != exact:
            raise UsageError(
                f"{algorithm} takes a key of exactly {exact} bytes, not {len(secret)}",
                fix=f"give {2 * exact} hex digits",
            )
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        whose = implementation or facts.implementations[0]
        handle = host.wrh_keyed_mac_open(
            algorithm.encode(), whose.encode(), secret, len(secret), status, why, _WHY_BYTES
        )
        if handle == ffi.NULL:
            raise MissingError(f"{algorithm}@{whose}: {ffi.string(why).decode()}")
        self.handle = ffi.gc(handle, host.wrh_keyed_mac_close)
        self.algorithm, self.implementation = algorithm, whose
        self.icv_bytes = int(host.wrh_keyed_mac_table(handle).icv_length)


class SecurityAssociation(Single):
    """One direction between two hosts: it signs or verifies, counts or watches sequence numbers.

    `window` 0 turns anti-replay off. With `tunnel` (source, destination) packets travel inside new ones.
    """

    _why = "two of them would send one sequence number twice, and let one packet in twice"
    _instead = "make one with an SPI of its own"

    def __init__(
        self,
        spi: int,
        mac: Mac,
        *,
        generation: str = "4302",
        window: int | None = None,
        esn: bool = False,
        tunnel: tuple[str, str] | None = None,
        cover_fragment: bool = False,
        sequence: int = 0,
    ) -> None:
        if generation not in GENERATIONS:
            raise unknown("generation", generation, GENERATIONS)
        self.mac = mac
        self.generation = generation
        size = window if window is not None else (64 if generation == "4302" else 0)
        self._bitmap = ffi.new("uint64_t[]", (size + 63) // 64 + 1)
        flags = (lib.WR_AH_TUNNEL if tunnel else 0) | (lib.WR_AH_ESN if esn else 0)
        flags |= lib.WR_AH_COVER_FRAGMENT if cover_fragment else 0
        self._sa = ffi.new("wr_ah_sa *")
        self._sa.spi, self._sa.generation, self._sa.flags = spi, GENERATIONS[generation], flags
        self._sa.mac, self._sa.key = host.wrh_keyed_mac_table(mac.handle), host.wrh_keyed_mac_key(mac.handle)
        self._sa.sequence = sequence
        self._sa.window.size, self._sa.window.bitmap = size, self._bitmap
        self._sa.hop_limit = 64
        self._scratch = ffi.new("uint8_t[]", int(lib.WR_AH_SCRATCH))
        self._sa.scratch = self._scratch
        if tunnel:
            self._sa.source, self._sa.destination = (IPv6Address(end).packed for end in tunnel)
        if lib.wr_ah_sa_init(self._sa) != lib.WR_OK:
            raise UsageError(_contradiction(spi, generation, size, esn))
        self.overhead = int(lib.wr_ah_overhead(self._sa))

    @property
    def sequence(self) -> int:
        """The last sequence number sent."""
        return int(self._sa.sequence)

    @property
    def highest(self) -> int:
        """The highest sequence number verified; settable, to go on where an earlier receiver stopped."""
        return int(self._sa.window.top)

    @highest.setter
    def highest(self, value: int) -> None:
        self._sa.window.top = value

    def sign(self, packets: Sequence[Buffer]) -> list[Result]:
        """The packets with AH, in their order; their MACs are computed together."""
        return self._run(lib.wr_ah_sign, packets, self.overhead)

    def verify(self, packets: Sequence[Buffer]) -> list[Result]:
        """What each packet is, in turn: the window moves as they verify."""
        return self._run(lib.wr_ah_verify, packets, 0)

    def _run(self, function: Any, packets: Sequence[Buffer], growth: int) -> list[Result]:
        sources = [readable(packet) for packet in packets]
        outs = [ffi.new("uint8_t[]", len(source) + growth + 1) for source in sources]
        array = ffi.new("wr_ah_packet[]", len(sources))
        for i, (source, out) in enumerate(zip(sources, outs, strict=True)):
            array[i].data, array[i].length = source, len(source)
            array[i].out, array[i].room = out, len(out)
        function(self._sa, array, len(sources))
        return [self._result(array[i], out) for i, out in enumerate(outs)]

    def _result(self, packet: Any, out: Any) -> Result:
        reason = REASONS[packet.reason]
        numbered = reason in ("ok", "replayed", "too-old", "bad-icv") and self.generation == "4302"
        sequence = int(packet.sequence) if numbered else None
        if reason != "ok":
            return Result(reason, None, sequence)
        return Result(reason, bytes(ffi.buffer(out, packet.out_length)), sequence)


def _contradiction(spi: int, generation: str, window: int, esn: bool) -> str:
    if not 256 <= spi < 1 << 32:
        return f"SPI {spi}: 0 to 255 are reserved (RFC 4302 section 2.4)"
    if generation == "1826" and (esn or window):
        return "RFC 1826 has no sequence numbers: neither a window nor extended ones"
    return f"an anti-replay window of {window} packets: 0, or at least 64"
