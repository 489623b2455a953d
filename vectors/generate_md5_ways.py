"""Writes md5-ways.txt: `python3 vectors/generate_md5_ways.py > vectors/md5-ways.txt`."""

from __future__ import annotations

import hashlib


def md5_ways(data: bytes, ways: int) -> bytes:
    """K-way MD5 (RFC 1810, "One Proposed Solution") in wirerate's profile, from any standard MD5."""

    def prefix(chain: int) -> bytes:
        return b"RFC 1810 K-way MD5".ljust(56, b"\0") + ways.to_bytes(4, "little") + chain.to_bytes(4, "little")

    chains = [hashlib.md5(prefix(chain), usedforsecurity=False) for chain in range(ways)]
    for block in range(0, (len(data) + 63) // 64):
        chains[block % ways].update(data[64 * block : 64 * block + 64])
    return hashlib.md5(
        prefix(0xFFFFFFFF) + b"".join(chain.digest() for chain in chains), usedforsecurity=False
    ).digest()


def main() -> None:
    print("# K-way MD5: our own vectors, from vectors/generate_md5_ways.py (hashlib's MD5).")
    for ways in range(4, 65, 4):
        superblock = 64 * ways
        around = (superblock - 64, superblock - 9, superblock - 1, superblock, superblock + 1, superblock + 64)
        for length in (0, 1, 55, 56, 63, 64, 65, 128, *around, 3 * superblock + 129):
            data = bytes(i % 251 for i in range(length))
            print(f"md5-x{ways} data=@{length} digest={md5_ways(data, ways).hex()}")


if __name__ == "__main__":
    main()
