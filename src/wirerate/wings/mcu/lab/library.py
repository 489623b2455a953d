# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure authenticators of libwirerate, and hashes, MACs and ciphers of Mbed TLS, on a microcontroller."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from wirerate.authenticators.message import internet_checksum
from wirerate.authenticators.umac import Umac
from wirerate.catalogue.schemes import RECORDS
from wirerate.errors import EmulationError, MissingError, install
from wirerate.wings.mcu import INSTALL
from wirerate.wings.mcu.counted_runs import Counted, Point
from wirerate.wings.mcu.cycles import Buffers
from wirerate.wings.mcu.lab.emulated_calls import Machine, provenance
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.target import ALL_BUFFERS, built_for, core_named

KEY, NONCE = bytes(range(16)), bytes(range(0xA0, 0xA8))
LONG_KEY, RECORD_NONCE, ADDITIONAL_DATA = bytes(range(32)), bytes(range(0xA0, 0xAC)), bytes((23, 3, 3, 0, 0))
# Two multiples of UMAC's 1024-byte block give the cost per byte. The short lengths are typical messages of a device.
_SHORT, _FROM, _TO = (16, 64, 256, 576, 1280), 4096, 8192
LENGTHS = (*_SHORT, _FROM, _TO)


@dataclass(frozen=True)
class Subject:
    """An algorithm of a library: the inputs of its image, and the function that computes the expected tag."""

    name: str
    define: str
    folders: tuple[str, ...]  # in core/
    absent: tuple[str, ...]  # macros that leave out the rest of libwirerate
    tag_bytes: int
    expected: Callable[[bytes], bytes]
    key: bytes = KEY
    nonce: bytes = NONCE
    config: tuple[str, ...] = ()  # options of Mbed TLS, which is then built instead of core/


SUBJECTS = {
    subject.name: subject
    for subject in (
        Subject(
            "md5",
            "LIBRARY_MD5",
            ("md5",),
            ("WR_NO_UMAC",),
            16,
            lambda data: hashlib.md5(data, usedforsecurity=False).digest(),
        ),
        Subject(
            "hmac-md5",
            "LIBRARY_HMAC_MD5",
            ("md5", "hmac"),
            ("WR_NO_UMAC",),
            16,
            lambda data: hmac.digest(KEY, data, "md5"),
        ),
        *(
            Subject(
                f"umac-{8 * size}",
                f"LIBRARY_UMAC={size}",
                ("aes", "umac"),
                ("WR_NO_MD5",),
                size,
                lambda data, size=size: Umac(KEY, bits=8 * size).tag(NONCE, data),  # type: ignore[misc]
            )
            for size in (8, 16)
        ),
        Subject(
            "internet-checksum",
            "LIBRARY_CHECKSUM",
            (),
            ("WR_NO_MD5", "WR_NO_UMAC"),
            2,
            lambda data: internet_checksum(data).to_bytes(2),
        ),
    )
}


OF_LIBWIRERATE = tuple(SUBJECTS)


def _sealed(cipher: str, data: bytes) -> bytes:
    """Return the tag of a record, computed by the package `cryptography`."""
    try:
        from cryptography.hazmat.primitives.ciphers import aead
    except ImportError as error:
        why = "the Python package cryptography is not installed; it is needed to check AEAD results"
        raise MissingError(why, fix=INSTALL) from error
    key = LONG_KEY if cipher == "ChaCha20Poly1305" else KEY
    return bytes(getattr(aead, cipher)(key).encrypt(RECORD_NONCE, data, ADDITIONAL_DATA)[-16:])


def _mbedtls_subject(
    name: str, define: str, tag_bytes: int, config: str, expected: Callable[[bytes], bytes]
) -> Subject:
    return Subject(name, define, (), (), tag_bytes, expected, LONG_KEY, RECORD_NONCE, tuple(config.split()))


SUBJECTS |= {
    subject.name: subject
    for subject in (
        _mbedtls_subject("sha-256", "SYMMETRIC_SHA256", 32, "SHA256_C", lambda data: hashlib.sha256(data).digest()),
        _mbedtls_subject("sha3-256", "SYMMETRIC_SHA3", 32, "SHA3_C", lambda data: hashlib.sha3_256(data).digest()),
        _mbedtls_subject(
            "hmac-sha-256",
            f"SYMMETRIC_HMAC={len(KEY)}",
            32,
            "MD_C SHA256_C",
            lambda data: hmac.digest(KEY, data, "sha256"),
        ),
        *(
            _mbedtls_subject(name, define, 16, config, lambda data, cipher=cipher: _sealed(cipher, data))  # type: ignore[misc]
            for name, define, config, cipher in (
                ("aes-128-ccm", "SYMMETRIC_CCM", "AES_C AES_ROM_TABLES CIPHER_C CCM_C", "AESCCM"),
                ("aes-128-gcm", "SYMMETRIC_GCM", "AES_C AES_ROM_TABLES CIPHER_C GCM_C", "AESGCM"),
                ("chacha20-poly1305", "SYMMETRIC_CHACHAPOLY", "CHACHA20_C POLY1305_C CHACHAPOLY_C", "ChaCha20Poly1305"),
            )
        ),
    )
}
SYMMETRIC = tuple(name for name in SUBJECTS if name not in OF_LIBWIRERATE)


def count(
    name: str,
    core: str,
    level: str = "-O2",
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    lengths: Sequence[int] = LENGTHS,
) -> Counted:
    """Run one subject on a core for messages of these lengths, reusing its key schedule, and count its instructions.

    Flash accesses are counted for each of `buffers`. Raise EmulationError if a tag differs from the expected one.
    """
    subject = SUBJECTS[name]
    image = build(firmware(subject, core, level), jobs)
    machine = Machine(image, core, buffers)
    machine.write("library_key", subject.key)
    machine.write("library_nonce", subject.nonce)
    prepared = machine.must("library_prepare", who=f"{name} on {core}", fix=_FIX)
    runs, stack = {}, prepared.stack_bytes
    data = bytes(i * i + i // 7 & 0xFF for i in range(max(lengths)))
    address = machine.scratch(data)
    for length in lengths:
        call = machine.call("library_run", address, length)
        tag = machine.read("library_tag", subject.tag_bytes)
        if call.result or tag != subject.expected(data[:length]):
            raise EmulationError(
                f"library_run on {core}: the {name} tag of {length} bytes is {tag.hex()}, which is wrong",
                fix=_FIX,
            )
        runs[f"{length}"], stack = call.trace, max(stack, call.stack_bytes)
    key = image.symbols["kept"].size if "kept" in image.symbols else 0
    allocated = machine.word("heap_live") if "heap_live" in image.symbols else 0
    return machine.counted(runs, stack, context_bytes=key + allocated)


def point(name: str, core: str, level: str, *, command: str = "", buffers: Sequence[Buffers] = ALL_BUFFERS) -> Point:
    """Measure a hash, MAC or cipher of Mbed TLS at the record sizes in the catalogue."""
    counted = count(name, core, level, buffers=buffers, lengths=RECORDS)
    return Point(code=name, core=core, level=level, counted=counted, made=provenance(release(fetch()), command))


def firmware(subject: Subject, core: str, level: str) -> Firmware:
    """Return the inputs of a subject's image."""
    if subject.config:
        return Firmware(
            name=f"symmetric-{subject.name}",
            sources=(INSTRUMENT / "symmetric.c",),
            defines=(subject.define,),
            library=fetch(),
            config_h="".join(f"#define MBEDTLS_{name}\n" for name in subject.config),
            core=built_for(core_named(core).name),
            level=level,
        )
    root = sources()
    return Firmware(
        name=f"library-{subject.name}",
        sources=(INSTRUMENT / "library.c",),
        include=(root / "include", root / "core"),
        defines=(subject.define, *subject.absent),
        core=built_for(core_named(core).name),
        level=level,
        parts=tuple(_parts(root / "core", subject)),
    )


_FIX = "this is a bug in wirerate or in the compiler: report it with the compiler's version"


def _parts(core: Path, subject: Subject) -> Iterator[tuple[str, tuple[Path, ...]]]:
    """Yield libwirerate's sources by folder, with portable kernels only."""
    for folder in ("cpu", "util", "checksum", *subject.folders):
        paths = sorted((core / folder).glob("*.c")) + sorted((core / folder).glob("kernels/portable.c"))
        yield folder, tuple(paths)


def sources() -> Path:
    """Return the folder with `core/` and `include/`, in the installed package or in the checkout."""
    packaged = Path(str(files("wirerate").joinpath("wings", "mcu", "firmware", "libwirerate")))
    for root in (packaged, Path(__file__).parents[5]):
        if (root / "core" / "md5").is_dir() and (root / "include" / "wirerate.h").is_file():
            return root
    raise MissingError(
        f"libwirerate's C sources, needed to build it for a microcontroller, are not in {packaged}",
        fix=install("", "--force-reinstall"),
    )
