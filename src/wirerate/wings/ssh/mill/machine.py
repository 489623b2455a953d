# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packet mill of libwirerate-host: what it can be asked, and a sender with its receiver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate._native import ffi
from wirerate.errors import MissingError, UsageError, unknown
from wirerate.rounds.round import Round, block
from wirerate.system import host
from wirerate.vocabulary import Keyed

CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")
LARGEST = 32768  # the largest payload that every implementation must take (RFC 4253 section 6.1)
PAYLOADS = (1, 64, 256, 512, 1024, 2048, 4096, 8192, 32768)  # 2048: scp's buffer in 2007; 32768: a full packet today

_KEYED: dict[Keyed, int] = {"reuse": host.WRH_REUSE, "rekey": host.WRH_REKEY, "fresh": host.WRH_FRESH}
KEYED = tuple(_KEYED)
_WHY_BYTES = 256

_ALGORITHMS = {  # SSH's names, RFC 4253 section 6.4, RFC 6668, OpenSSH PROTOCOL section 1.1
    "hmac-md5": ("hmac-md5", ("openssl", "wirerate", "nettle")),
    "hmac-sha1": ("hmac-sha1", ("openssl", "nettle")),
    "hmac-sha2-256": ("hmac-sha256", ("openssl", "nettle")),
    "umac-64": ("umac-64", ("wirerate", "nettle")),
    "umac-128": ("umac-128", ("wirerate", "nettle")),
}


@dataclass(frozen=True)
class Mac:
    """A MAC as SSH names it, and whose code computes it."""

    name: str
    implementation: str

    def __str__(self) -> str:
        return f"{self.name}@{self.implementation}"

    @property
    def algorithm(self) -> str:
        return _ALGORITHMS[self.name][0]


def parse_mac(text: str) -> Mac:
    """Reads hmac-md5, umac-64@nettle and the like; what OpenSSH appends (@openssh.com, -etm) is for --etm."""
    name, _, implementation = text.partition("@")
    if name not in _ALGORITHMS:
        raise unknown("MAC", text, _ALGORITHMS)
    offered = _ALGORITHMS[name][1]
    if implementation and implementation not in offered:
        raise UsageError(
            f"{text}: the mill has no such code", fix=f"type one of: {', '.join(f'{name}@{o}' for o in offered)}"
        )
    return Mac(name, implementation or offered[0])


# What 2007's implementations came from, or what stands for them today.
MACS = tuple(
    parse_mac(text) for text in ("hmac-md5", "hmac-sha1", "hmac-sha2-256", "umac-64", "umac-64@nettle", "umac-128")
)


class Mill:
    """A sender and a receiver with one cipher, one MAC and one way of handling its keyed state."""

    def __init__(self, cipher: str, mac: Mac | None, keyed: Keyed, etm: bool) -> None:
        name, implementation = (mac.algorithm, mac.implementation) if mac else ("none", "")
        status, why = ffi.new("int *"), ffi.new("char[]", _WHY_BYTES)
        handle = host.wrh_mill_open(
            cipher.encode(), name.encode(), implementation.encode(), _KEYED[keyed], etm, status, why, _WHY_BYTES
        )
        if handle == ffi.NULL:
            reason = ffi.string(why).decode(errors="replace") or "could not be opened"
            raise MissingError(f"{cipher} with {name}: {reason}", fix="type: wirerate doctor")
        self.handle = ffi.gc(handle, host.wrh_mill_close)

    def packet_bytes(self, payload: int) -> int:
        """What the MAC covers, without the sequence number."""
        return int(host.wrh_mill_packet_bytes(self.handle, payload))


def seal(mills: Sequence[Mill], payload: int, packets: Sequence[int], order: Sequence[int]) -> list[Round]:
    """One round for each entry of `order`: packets[i] packets of that payload through mills[i], each opened again."""
    out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
    handles = [mill.handle for mill in mills]
    host.wrh_mill_run(handles, [payload] * len(mills), list(packets), list(order), len(order), out, stolen)
    return block(out, stolen[0])
