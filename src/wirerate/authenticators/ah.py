# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The IPv6 Authentication Header (AH): RFC 4302, and the older RFC 1826 with RFC 1828.

Packets are bytes that begin with the IPv6 header. AH with MD5 is for measuring and for reproducing RFC 1810 only:
RFC 8221 section 6 forbids it (MUST NOT).
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
_MESSAGE_BYTES = 256


@dataclass(frozen=True)
class Result:
    """The result for a packet. `packet` is the signed packet, or the verified packet with AH removed; None if it was
    refused.
    """

    reason: str  # one of REASONS: "ok", or why the packet was refused
    packet: bytes | None = None
    sequence: int | None = None  # None if it was not read before the packet was refused, or does not exist (RFC 1826)

    @property
    def ok(self) -> bool:
        return self.reason == "ok"

    @property
    def text(self) -> str:
        """Return the reason as a sentence."""
        return reason_text(self.reason)


def reason_text(reason: str) -> str:
    """Return the sentence that explains a reason, one of REASONS."""
    return str(ffi.string(lib.wr_ah_reason_text(REASONS.index(reason))).decode())


class Mac(Single):
    """A MAC with its key, computed by "wirerate" or "openssl". Only one thread at a time may use it."""

    _reason = "it processes one packet at a time"
    _advice = "create another one with the same key"

    def __init__(self, algorithm: str, key: Buffer, implementation: str | None = None) -> None:
        facts = ah_algorithm(algorithm)
        exact, secret = facts.key_bytes, readable(key)
        if exact is not None and len(secret) != exact:
            raise UsageError(
                f"{algorithm} needs a key of exactly {exact} bytes, not {len(secret)}",
                fix=f"pass {2 * exact} hex digits",
            )
        status, message = ffi.new("int *"), ffi.new("char[]", _MESSAGE_BYTES)
        library = implementation or facts.implementations[0]
        handle = host.wrh_keyed_mac_open(
            algorithm.encode(), library.encode(), secret, len(secret), status, message, _MESSAGE_BYTES
        )
        if handle == ffi.NULL:
            raise MissingError(f"{algorithm}@{library}: {ffi.string(message).decode()}")
        self.handle = ffi.gc(handle, host.wrh_keyed_mac_close)
        self.algorithm, self.implementation = algorithm, library
        self.icv_bytes = int(host.wrh_keyed_mac_table(handle).icv_length)


class SecurityAssociation(Single):
    """A security association, which signs or verifies the packets of one direction between two hosts.

    The sender counts sequence numbers, the receiver checks them; `window=0` turns anti-replay off. `tunnel`, a pair of
    source and destination, encapsulates the packets in new IPv6 packets.
    """

    _reason = "two copies would send the same sequence number twice, and accept the same packet twice"
    _advice = "create another one with a different SPI"

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
        """Return the last sequence number sent."""
        return int(self._sa.sequence)

    @property
    def highest(self) -> int:
        """Return the highest verified sequence number. Set it to continue where an earlier receiver stopped."""
        return int(self._sa.window.top)

    @highest.setter
    def highest(self, value: int) -> None:
        self._sa.window.top = value

    def sign(self, packets: Sequence[Buffer]) -> list[Result]:
        """Add AH to the packets and return the results in order. The MACs are computed in one batch."""
        return self._run(lib.wr_ah_sign, packets, self.overhead)

    def verify(self, packets: Sequence[Buffer]) -> list[Result]:
        """Verify the packets in order and return the results. Every verified packet moves the anti-replay window."""
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
        return f"SPI {spi} is not valid: 0 to 255 are reserved (RFC 4302 section 2.4)"
    if generation == "1826" and (esn or window):
        return "RFC 1826 has no sequence numbers, so window and esn cannot be set"
    return f"an anti-replay window has 0 packets or at least 64, not {window}"
