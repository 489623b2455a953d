"""The packet mill of libwirerate-host as Python objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate._native import ffi, lib
from wirerate.errors import MissingError

_KEYED = {"reuse": lib.WRH_REUSE, "rekey": lib.WRH_REKEY, "fresh": lib.WRH_FRESH}
_WHY_BYTES = 256


@dataclass(frozen=True)
class Sealed:
    """One timed round: packets sealed by the sender, then each opened by the receiver."""

    wall_ns: int
    cpu_ns: int
    packets: int
    refused: int
    stolen_ns: int  # of the block that the round was in


class Mill:
    """A sender and a receiver with one cipher, one MAC and one way of handling its keyed state."""

    def __init__(self, cipher: str, mac: str, implementation: str, keyed: str, etm: bool) -> None:
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        handle = lib.wrh_mill_open(
            cipher.encode(), mac.encode(), implementation.encode(), _KEYED[keyed], etm, status, why, _WHY_BYTES
        )
        if handle == ffi.NULL:
            reason = ffi.string(why).decode(errors="replace") or "could not be opened"
            raise MissingError(f"{cipher} with {mac}: {reason}", fix="type: wirerate doctor")
        self.handle = ffi.gc(handle, lib.wrh_mill_close)

    def packet_bytes(self, payload: int) -> int:
        """What the MAC covers, without the sequence number."""
        return int(lib.wrh_mill_packet_bytes(self.handle, payload))


def run(mills: Sequence[Mill], payload: int, packets: Sequence[int], order: Sequence[int]) -> list[Sealed]:
    """One round for each entry of `order`: packets[i] packets of that payload through mills[i]."""
    out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
    handles = [mill.handle for mill in mills]
    lib.wrh_mill_run(handles, [payload] * len(mills), list(packets), list(order), len(order), out, stolen)
    return [Sealed(r.wall_ns, r.cpu_ns, r.messages, r.wrong, max(0, stolen[0])) for r in out]
