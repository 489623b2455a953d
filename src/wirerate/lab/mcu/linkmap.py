"""The linker's map, read for how many bytes of flash each building block of an image takes."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

# An input section: its name, address, size and object, on one line or, when the name is long, on two.
_PLACED = re.compile(r"^ (\.?[\w.$*-]+)(?:\n)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$", re.MULTILINE)
_STORED = (".vectors", ".text", ".rodata", ".data", ".ARM.ex", ".eh_frame", ".init", ".fini")

PART = "part-"  # of a folder whose objects are a building block with the rest of that name

# Objects of Mbed TLS by building block, first match; what is its own and in none is "library".
_BLOCKS = (
    ("bignum", r"bignum\w*|bn_mul|constant_time|rsa\w*"),
    ("ecp", r"ecp\w*|p256-m\w*|ecjpake"),
    ("ecdsa", r"ecdsa"),
    ("ecdh", r"ecdh"),
    ("sha", r"sha\w*|md\d?|md_wrap|md5|ripemd160"),
    ("rng", r"ctr_drbg|hmac_drbg|entropy\w*|havege"),
    ("cipher", r"aes\w*|ccm|gcm|cipher\w*|block_cipher|cmac|chacha\w*|poly1305|nist_kw|des|camellia|aria"),
    ("asn1", r"asn1\w*|oid|pk|pk_wrap|pkparse|pkwrite|pk_ecc|pem|base64"),
    ("x509", r"x509\w*|pkcs\w*"),
    ("tls", r"ssl_\w*|debug|timing|net_sockets|mps_\w*"),
    ("psa", r"psa_\w*"),
)


def by_building_block(text: str) -> dict[str, int]:
    """Bytes of flash (code, constants, initial values) by block, largest first; blocks with none are left out."""
    # Before this line stand the sections that garbage collection threw away.
    _, _, memory = text.partition("Linker script and memory map")
    totals: dict[str, int] = {}
    for section, _, size, source in _PLACED.findall(memory):
        if section.startswith(_STORED):
            block = building_block(source.strip())
            if block != "instrument":
                totals[block] = totals.get(block, 0) + int(size, 16)
    return {name: size for name, size in sorted(totals.items(), key=lambda item: (-item[1], item[0])) if size}


def building_block(source: str) -> str:
    """The block of an object as the map names it: `path/ecp.o`, or `path/libc_nano.a(member.o)`."""
    archive = re.match(r"(.*)\((.*)\)$", source)
    if archive:
        return "libgcc" if "libgcc" in archive[1] else "libc"
    path = PurePosixPath(source)
    if path.parent.name in ("harness", "instrument"):
        return path.parent.name
    if path.parent.name.startswith(PART):
        return path.parent.name.removeprefix(PART)
    return next((name for name, pattern in _BLOCKS if re.fullmatch(pattern, path.stem)), "library")
