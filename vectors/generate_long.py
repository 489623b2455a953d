"""Writes long.txt: `python3 vectors/generate_long.py > vectors/long.txt`."""

from __future__ import annotations

import hashlib

PIECE = bytes(i % 251 for i in range(4096))
KEY = b"\x0b" * 16
BLOCK = 64
TIMES = 2**29 // len(PIECE)  # 2^32 bits


def padded(value: int) -> bytes:
    """The key as HMAC's first block: RFC 2104 section 2, inner 0x36 and outer 0x5c."""
    return bytes(byte ^ value for byte in KEY.ljust(BLOCK, b"\0"))


def main() -> None:
    print("# 2^32 bits and more, where a 32-bit count of bits wraps: our own, from vectors/generate_long.py.")
    digest = hashlib.md5(usedforsecurity=False)
    inner = hashlib.md5(padded(0x36), usedforsecurity=False)
    for _ in range(TIMES):
        digest.update(PIECE)
        inner.update(PIECE)
    inner.update(PIECE)
    tag = hashlib.md5(padded(0x5C) + inner.digest(), usedforsecurity=False)
    print(f"md5 piece=@4096 times={TIMES:08x} digest={digest.hexdigest()}")
    print(f"hmac-md5 key=0b*16 piece=@4096 times={TIMES + 1:08x} tag={tag.hexdigest()}")


if __name__ == "__main__":
    main()
