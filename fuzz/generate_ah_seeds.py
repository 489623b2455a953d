"""Write fuzz/seeds/ah from the tests' packets; run `python -m fuzz.generate_ah_seeds` in the repository's root.

A seed is one byte that selects the association (see fuzz/ah.c), then a packet to sign or to verify.
"""

from __future__ import annotations

from pathlib import Path

from tests.python.ah import packets

from wirerate.authenticators.ah import Mac, SecurityAssociation

FOLDER = Path(__file__).parent / "seeds" / "ah"
KEY = bytes(range(16))
TUNNEL, ESN, FIRST = 1, 2, 8
OPTIONS = packets.options(packets.option(0x3E, b"abc"), packets.option(0x1E, b"abc"))
PLAIN = {
    "udp": packets.WORKED,
    "hop-by-hop": packets.chain([(0, OPTIONS)], 17, b"payload"),
    "routing": packets.chain([(0, OPTIONS), (60, OPTIONS), (43, packets.ROUTING_DONE)], 17, b"payload"),
    "fragment": packets.chain([(44, packets.ATOMIC_FRAGMENT)], 17, b"payload"),
    "empty": packets.ipv6(b"", 59),
    "jumbogram": packets.ipv6(b"", 0) + bytes.fromhex("3b00c20400020000") + bytes(16),
}


def signed(packet: bytes, choice: int) -> bytes | None:
    """Sign a packet with the association that the first byte of a seed selects."""
    first = bool(choice & FIRST)
    mac = Mac("keyed-md5" if first else "hmac-md5-96", KEY)
    sa = SecurityAssociation(
        0x1000, mac, generation="1826" if first else "4302", esn=bool(choice & ESN),
        tunnel=("::", "::") if choice & TUNNEL else None,
    )  # fmt: skip
    return sa.sign([packet])[0].packet


def main() -> None:
    for name, packet in PLAIN.items():
        (FOLDER / name).write_bytes(b"\0" + packet)
        for word, choice in (("transport", 0), ("tunnel", TUNNEL), ("esn", ESN), ("1826", FIRST)):
            signed_packet = signed(packet, choice)
            if signed_packet:
                (FOLDER / f"{name}-{word}").write_bytes(bytes([choice]) + signed_packet)


if __name__ == "__main__":
    main()
