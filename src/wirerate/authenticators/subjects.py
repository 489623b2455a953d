# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Subjects, written ALGORITHM[@IMPLEMENTATION[/KERNEL]]. The algorithm may have a truncated tag, as in hmac-md5-96."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from wirerate.errors import UsageError, unknown
from wirerate.vocabulary import Keyed

REUSE: Final = "reuse"
REKEY: Final = "rekey"
FRESH: Final = "fresh"
KEYED: tuple[Keyed, ...] = (REUSE, REKEY, FRESH)

# The kernels that a subject may name. All other implementations choose their code and do not report it. "evp" is
# OpenSSL's recommended interface to digests, which costs more per message than its low-level functions.
KERNELS = {
    "wirerate": ("portable", "sse2", "avx2", "avx512", "neon"),
    "openssl": ("evp",),
    "ipsec-mb": ("sse", "avx", "avx2", "avx512"),
}
IMPLEMENTATIONS = ("wirerate", "openssl", "nettle", "ipsec-mb")

# The operations of each kind of algorithm: the sender's, then the receiver's if it differs.
_OPERATIONS_BY_KIND = {
    "mac": ("tag", "verify"),
    "digest": ("hash",),
    "checksum": ("checksum",),
    "aead": ("seal", "open"),
    "ceiling": ("read",),
}
OPERATIONS = ("tag", "verify", "seal", "open")  # operations of algorithms with a key
RECEIVING = ("verify", "open")

_LIBRARY = re.compile(r"\.(so(\.\d+)*|dylib)$")

WAYS = range(4, 65, 4)  # RFC 1810, "One Proposed Solution": a multiple of 4


@dataclass(frozen=True)
class Algorithm:
    """The properties of an algorithm. Only algorithms of the same `kind` can replace it."""

    name: str
    kind: str  # mac | digest | checksum | aead | ceiling
    tag_bytes: int
    implementations: tuple[str, ...]  # best first; a subject that names no implementation gets the first available one
    key_bytes: int = 0
    nonce_bytes: int = 0
    keyed: tuple[Keyed, ...] = ()
    truncatable: bool = False  # whether the tag may be truncated to its leftmost bytes
    parts: tuple[str, ...] = ()  # cipher and MAC of a combination, which are measured together

    @property
    def operations(self) -> tuple[str, ...]:
        return _OPERATIONS_BY_KIND[self.kind]

    @property
    def operation(self) -> str:
        """Return the default operation, which is the sender's."""
        return self.operations[0]


def _mac(
    name: str,
    tag_bytes: int,
    key_bytes: int,
    *implementations: str,
    truncatable: bool = False,
    nonce_bytes: int = 0,
    keyed: tuple[Keyed, ...] = KEYED,
) -> Algorithm:
    return Algorithm(name, "mac", tag_bytes, implementations, key_bytes, nonce_bytes, keyed, truncatable)


def _aead(name: str, key_bytes: int) -> Algorithm:
    return Algorithm(name, "aead", 16, ("openssl",), key_bytes, 12, KEYED)


_AES_BITS = (128, 192, 256)
_HASHES = {"sha1": 20, "sha256": 32, "sha384": 48, "sha512": 64}


def _combined(bits: int, mode: str, hashed: str) -> Algorithm:
    """Return AES-CBC or AES-CTR with HMAC. As in ESP, the HMAC covers the header and the ciphertext.

    The first 24 bytes of a message (CBC: SPI, sequence number, IV) or 16 (CTR) are authenticated but not encrypted.
    """
    tag, key, nonce = _HASHES[hashed], bits // 8, 16 if mode == "cbc" else 12
    parts = (f"aes-{bits}-{mode}", f"hmac-{hashed}")
    return Algorithm(
        "-".join(parts), "aead", tag, ("openssl", "ipsec-mb"), key + tag, nonce, KEYED, truncatable=True, parts=parts
    )


ALGORITHMS: dict[str, Algorithm] = {
    algorithm.name: algorithm
    for algorithm in (
        Algorithm("md5", "digest", 16, ("wirerate", "openssl", "nettle")),
        Algorithm("md5-x16", "digest", 16, ("wirerate",)),
        *(Algorithm(name, "digest", size, ("openssl", "nettle")) for name, size in _HASHES.items()),
        _mac("hmac-md5", 16, 16, "wirerate", "openssl", "nettle", "ipsec-mb", truncatable=True),
        *(
            _mac(f"hmac-{name}", size, size, "openssl", "nettle", "ipsec-mb", truncatable=True)
            for name, size in _HASHES.items()
        ),
        *(_mac(f"umac-{bits}", bits // 8, 16, "wirerate", "nettle", nonce_bytes=8) for bits in (32, 64, 96, 128)),
        *(
            _mac(f"aes-{bits}-gmac", 16, bits // 8, "openssl", "ipsec-mb", truncatable=True, nonce_bytes=12)
            for bits in _AES_BITS
        ),
        _mac("aes-128-cmac", 16, 16, "openssl", "ipsec-mb", truncatable=True),
        _mac("aes-192-cmac", 16, 24, "openssl", truncatable=True),
        _mac("aes-256-cmac", 16, 32, "openssl", "ipsec-mb", truncatable=True),
        # A Poly1305 key may be used for only one message (RFC 8439 section 2.5), so its key schedule cannot be reused.
        _mac("poly1305", 16, 32, "openssl", "ipsec-mb", keyed=(REKEY, FRESH)),
        *(_aead(f"aes-{bits}-gcm", bits // 8) for bits in _AES_BITS),
        _aead("chacha20-poly1305", 32),
        *(_combined(bits, mode, hashed) for bits in _AES_BITS for mode in ("cbc", "ctr") for hashed in _HASHES),
        Algorithm("internet-checksum", "checksum", 2, ("wirerate",)),
        Algorithm("read", "ceiling", 8, ("wirerate",)),
    )
}


def is_ways(algorithm: str) -> bool:
    """Return whether the name is that of K-way MD5, for any K."""
    return re.fullmatch(r"md5-x\d+", algorithm) is not None


def algorithm(name: str) -> Algorithm:
    """Return the algorithm of this name, without truncation. md5-xK exists for K = 4, 8, … 64."""
    if name in ALGORITHMS:
        return ALGORITHMS[name]
    if not is_ways(name):
        raise unknown("algorithm", name, ALGORITHMS, see="wirerate list algorithms")
    if int(name.removeprefix("md5-x")) not in WAYS:
        raise UsageError(f"{name}: K must be a multiple of 4 (RFC 1810) from 4 to 64", fix="type md5-x16")
    return replace(ALGORITHMS["md5-x16"], name=name)


@dataclass(frozen=True)
class Subject:
    """An authenticator and the implementation that computes it; `parse_subject` reads what `str()` returns."""

    algorithm: str
    tag_bits: int | None = None  # None: the full tag
    implementation: str | None = None  # None: the best one on this host
    kernel: str | None = None  # None: the implementation's own choice

    def __str__(self) -> str:
        kernel = f"/{self.kernel}" if self.kernel else ""
        return self.name + (f"@{self.implementation}{kernel}" if self.implementation else "")

    @property
    def name(self) -> str:
        """Return algorithm and truncation without the implementation: hmac-md5-96."""
        return self.algorithm if self.tag_bits is None else f"{self.algorithm}-{self.tag_bits}"

    @property
    def facts(self) -> Algorithm:
        return algorithm(self.algorithm)

    @property
    def tag_bytes(self) -> int:
        return self.facts.tag_bytes if self.tag_bits is None else self.tag_bits // 8


def parse_subject(text: str) -> Subject:
    """Parse a subject. An unknown name is a UsageError that suggests the most similar one."""
    name, at, rest = text.partition("@")
    facts, tag_bits = _algorithm_and_tag(name)
    if not at:
        return Subject(facts.name, tag_bits)
    if is_library_path(rest):  # the algorithms of a library are known only after it is loaded
        return Subject(facts.name, tag_bits, rest)
    implementation, slash, kernel = rest.partition("/")
    if implementation not in IMPLEMENTATIONS:
        raise unknown("implementation", implementation, facts.implementations)
    if implementation not in facts.implementations:
        offered = ", ".join(f"{facts.name}@{library}" for library in facts.implementations)
        raise UsageError(f"wirerate cannot measure {implementation}'s {facts.name}", fix=f"type one of: {offered}")
    if slash and implementation not in KERNELS:
        raise UsageError(f"{implementation} chooses its kernel itself", fix=f"type {facts.name}@{implementation}")
    if slash and kernel not in KERNELS[implementation]:
        raise unknown("kernel", kernel, KERNELS[implementation])
    return Subject(facts.name, tag_bits, implementation, kernel or None)


def parse_subjects(text: str, like: Sequence[Subject] = ()) -> tuple[Subject, ...]:
    """Parse a list such as `md5,sha256@./old.so`; `@./new.so` means the algorithms of `like`, computed by that
    library.
    """
    names, at, implementation = text.partition("@")
    if at and not names and like:
        return tuple(parse_subject(f"{subject.name}@{implementation}") for subject in like)
    return tuple(parse_subject(name + at + implementation) for name in names.split(","))


def operations_of(subject: Subject, requested: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the requested operations that the subject has, or the sender's operation if none is requested.

    Raise UsageError if the subject has none of them.
    """
    offered = subject.facts.operations
    if not requested:
        return offered[:1]
    if common := tuple(operation for operation in offered if operation in requested):
        return common
    if len(offered) == 1:
        raise UsageError(f"{subject.name} has no key, so it cannot {requested[0]}", fix="leave out ‹operations›")
    raise UsageError(
        f"{subject.name} cannot {requested[0]}: its operations are {' and '.join(offered)}",
        fix=f"type ‹operations=[{','.join(offered)}]›",
    )


def is_library_path(implementation: str) -> bool:
    """Return whether an implementation is the path of a library: ./other-libwirerate.so, /opt/libcrypto.so.3."""
    return implementation.startswith((".", "/", "~")) or bool(_LIBRARY.search(implementation))


def _algorithm_and_tag(name: str) -> tuple[Algorithm, int | None]:
    if name in ALGORITHMS:
        return ALGORITHMS[name], None
    truncated = re.fullmatch(r"(.+)-(\d+)", name)
    if not truncated or truncated[1] not in ALGORITHMS:
        return algorithm(name), None
    facts, bits = ALGORITHMS[truncated[1]], int(truncated[2])
    if not facts.truncatable:
        raise UsageError(f"the tag of {facts.name} cannot be truncated", fix=f"type {facts.name}")
    if bits % 8 or not 8 <= bits <= facts.tag_bytes * 8:
        full = facts.tag_bytes * 8
        raise UsageError(
            f"{name}: a tag of {facts.name} has 8 to {full} bits, a multiple of 8", fix=f"type {facts.name}"
        )
    return facts, None if bits == facts.tag_bytes * 8 else bits
