"""What the mill can be asked: ciphers, MACs by SSH's names, payloads."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.errors import UsageError, unknown

CIPHERS = ("arcfour", "aes128-ctr", "aes128-cbc", "aes256-cbc", "none")
KEYED = ("reuse", "rekey", "fresh")
LARGEST = 32768  # the largest payload that every implementation must take (RFC 4253 section 6.1)
PAYLOADS = (1, 64, 256, 512, 1024, 2048, 4096, 8192, 32768)  # 2048: scp's buffer in 2007; 32768: a full packet today

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
