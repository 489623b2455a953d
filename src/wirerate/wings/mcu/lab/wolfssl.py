# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run DTLS 1.3 handshakes of wolfSSL, and parse their messages from the bytes on the wire (RFC 9147).

Encrypted messages are recognised by their order and length.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.catalogue.schemes import EXCHANGES, SCHEMES, SIGNATURES
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.cycles import Buffers, Trace, total, weighted
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.credentials import ECDSA, Credentials, credentials
from wirerate.wings.mcu.lab.emulated_calls import Machine, provenance
from wirerate.wings.mcu.lab.ends import FIX, End, check_connection, shake_hands
from wirerate.wings.mcu.lab.ends import WOLFSSL as FUNCTIONS
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import SEED, text
from wirerate.wings.mcu.lab.source import fetch_tree
from wirerate.wings.mcu.layout import DTLS13, HANDSHAKE_HEADER, MTU, RECORD_HEADER, Message
from wirerate.wings.mcu.scheme_numbers import BY_R0, BY_Z, adds, after, chances
from wirerate.wings.mcu.setups import (
    AGREE,
    CLIENT,
    DECAPSULATE,
    ENCAPSULATE,
    HASHED,
    KEYGEN,
    SERVER,
    SIDES,
    SIGN,
    VERIFY,
)
from wirerate.wings.mcu.target import ALL_BUFFERS, LEVEL, built_for, core_named

_UNIFIED, _UNIFIED_BITS = 0x20, 0xE0  # first byte of an encrypted record, 001CSLEE: RFC 9147 section 4
_FIXED, _FIXED_BITS = 0x0C, 0x1C  # bits C, S and L: no connection identifier, two bytes of sequence number, a length
_EPOCH, _HANDSHAKE = 3, 2
_UNIFIED_HEADER = 5
_CLIENT_HELLO, _SERVER_HELLO = 1, 2
_RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")  # RFC 8446, 4.1.3
_RANDOM = slice(HANDSHAKE_HEADER + 2, HANDSHAKE_HEADER + 34)
_PROOF = ("Certificate", "CertificateVerify", "Finished")
# The messages that each end encrypts, in order. After them the server sends only an ACK.
_ENCRYPTED = {SERVER: ("EncryptedExtensions", "CertificateRequest", *_PROOF), CLIENT: _PROOF}


@dataclass(frozen=True)
class Record:
    """A record on the wire: the last two bits of its epoch, its size, and the bytes after its header."""

    side: str
    epoch: int
    size: int
    body: bytes


def records(datagram: bytes, side: str) -> Iterator[Record]:
    """Yield the records of one datagram. Raise EmulationError if it is malformed."""
    offset = 0
    while offset < len(datagram):
        encrypted = datagram[offset] & _UNIFIED_BITS == _UNIFIED
        if encrypted and datagram[offset] & _FIXED_BITS != _FIXED:
            raise EmulationError(f"the {side} sent a record with an unsupported header", fix=_FIX)
        header = _UNIFIED_HEADER if encrypted else RECORD_HEADER
        end = offset + header + int.from_bytes(datagram[offset + header - 2 : offset + header])
        if offset + header > len(datagram) or end > len(datagram):
            raise EmulationError(f"the {side} sent a datagram with an incomplete DTLS record", fix=_FIX)
        yield Record(side, datagram[offset] & _EPOCH if encrypted else 0, end - offset, datagram[offset + header : end])
        offset = end


def messages(wire: Sequence[tuple[str, bytes]], long: Mapping[tuple[str, str], int]) -> list[Message]:
    """Return the messages of a handshake with certificates at both ends, in wire order, with all their record headers.

    Encrypted messages that may take more than one record have their lengths in `long`, by side and name.
    """
    parsed: list[Message] = []
    left = 0  # bytes of the last message that the next record still has to bring
    pending = {side: iter(names) for side, names in _ENCRYPTED.items()}
    for record in (record for side, datagram in wire for record in records(datagram, side)):
        if record.epoch == 0:
            name, whole, carried = _plain(record)
        else:
            name = next(pending[record.side], "ACK") if not left else parsed[-1].name
            carried = record.size - DTLS13.sealed - DTLS13.header
            whole = long.get((record.side, name), carried)
        if left:
            last = parsed.pop()
            parsed.append(Message(last.name, last.side, last.bytes + record.size))
        else:
            parsed.append(Message(name, record.side, record.size))
            left = whole
        left -= carried
        if left < 0 or parsed[-1].side != record.side:
            raise EmulationError(f"the {record.side} sent a {name} of unexpected length", fix=_FIX)
    if left or any(next(names, None) for names in pending.values()):
        raise EmulationError("the handshake ended before all its messages were sent", fix=_FIX)
    return parsed


def _plain(record: Record) -> tuple[str, int, int]:
    """Return an unencrypted message's name, its length, and how many of its bytes this record carries."""
    body = record.body
    whole, carried = int.from_bytes(body[1:4]), int.from_bytes(body[9:12])
    if HANDSHAKE_HEADER + carried != len(body) or body[0] not in (_CLIENT_HELLO, _SERVER_HELLO):
        raise EmulationError(f"the {record.side} sent an unencrypted record that is not one hello message", fix=_FIX)
    if body[0] == _CLIENT_HELLO:
        return "ClientHello", whole, carried
    return "HelloRetryRequest" if body[_RANDOM] == _RETRY else "ServerHello", whole, carried


_FIX = "report this with the command that you ran"


_WANT_READ = 2  # WOLFSSL_ERROR_WANT_READ
_QUEUE, _CREDENTIAL = 1 << 15, 1 << 13  # bytes of the harness's buffers
_BLOCKS = 16  # SHA-256 blocks to hash for the average cost of a block
_BLOCK = 64


@dataclass(frozen=True)
class Pair:
    """A key exchange and a signature, by their names in the catalogue."""

    exchange: str
    signature: str

    @property
    def schemes(self) -> tuple[str, ...]:
        return (*EXCHANGES[self.exchange].parts, self.signature)


def run(
    pair: Pair,
    core: str = "cortex-m4",
    *,
    level: str = LEVEL,
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    command: str = "",
) -> Handshake:
    """Fetch and build both ends, run a handshake with mutual certificates and a cookie, and check that it succeeded."""
    tree = source()
    both = credentials(pair.signature)
    ends = {
        side: End(side, _image(f"wolfssl-{side}", "dtls13.c", pair, side, core, level, tree, jobs), core, FUNCTIONS,
                  _WANT_READ, buffers)
        for side in SIDES
    }  # fmt: skip
    for end in ends.values():
        end.provision(both, authenticates=True)
        end.must("dtls_prepare", 1, WOLFSSL.groups[pair.exchange], MTU - DTLS13.under)
        end.begin()
    wire = shake_hands(ends)
    sent = messages(wire, _long_messages(pair, both))
    check_connection(ends)
    sizes = tuple(len(datagram) for _, datagram in wire)
    alone = operations(pair, core, level, tree, jobs, buffers)
    return Handshake(
        name=f"{pair.exchange}+{pair.signature}",
        core=built_for(core_named(core).name),
        level=level,
        sides={side: end.counted() for side, end in ends.items()},
        sealing={side: end.sealing for side, end in ends.items()},
        messages=tuple(sent),
        datagrams=len(sizes),
        datagram_bytes=sizes,
        records=sum(1 for side, datagram in wire for _ in records(datagram, side)),
        alone={" ".join(key): trace for key, trace in alone.items()},
        made=provenance(WOLFSSL.release, command),
    )


def source() -> Path:
    """Return wolfSSL's source tree, fetching it if it is not cached."""
    return fetch_tree(f"{WOLFSSL.title} {WOLFSSL.release} ({WOLFSSL.licence})", WOLFSSL.archives)


def _image(
    name: str, harness: str, pair: Pair, side: str, core: str, level: str, tree: Path, jobs: int | None
) -> Image:
    return build(
        Firmware(
            name=name,
            sources=(INSTRUMENT / harness, INSTRUMENT / "wolfssl_fixed.c"),
            include=(INSTRUMENT / "wolfssl", tree),
            defines=(
                "WOLFSSL_USER_SETTINGS",
                f"QUEUE_BYTES={_QUEUE}",
                f"CREDENTIAL_BYTES={_CREDENTIAL}",
                *dict.fromkeys(WOLFSSL.macros[scheme] for scheme in pair.schemes),
                *(("WOLF_SERVER",) if side == SERVER else ()),
            ),
            core=built_for(core_named(core).name),
            level=level,
            parts=tuple((block, tuple(tree / path for path in paths)) for block, paths in WOLFSSL.sources.items()),
        ),
        jobs,
    )


def _long_messages(pair: Pair, both: Credentials) -> dict[tuple[str, str], int]:
    """Return the body lengths of messages that may take more than one record (RFC 8446 sections 4.4.2 and 4.4.3)."""
    lengths = {(side, "Certificate"): 1 + 3 + 3 + len(both.ends[side].certificate) + 2 for side in SIDES}
    if pair.signature != ECDSA:  # ECDSA signatures vary in length and always fit one record
        lengths |= {(side, "CertificateVerify"): 2 + 2 + SIGNATURES[pair.signature].signature for side in SIDES}
    return lengths


# ---- single operations ----


def operations(
    pair: Pair,
    core: str,
    level: str = LEVEL,
    tree: Path | None = None,
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> dict[tuple[str, str], Trace]:
    """Run every operation of the handshake alone, in the same build, and return the traces by scheme and operation."""
    image = _image("wolfssl-operations", "wolfssl_operations.c", pair, "", core, level, tree or source(), jobs)
    counter = _OperationCounter(Machine(image, core, buffers))
    counter.count("op_prepare")
    traces = {HASHED: counter.hashing()}
    for scheme in dict.fromkeys(pair.schemes):
        if scheme == ECDSA:
            traces |= counter.ecdsa()
        elif scheme.startswith("ml-dsa"):
            traces |= counter.ml_dsa(scheme)
        elif scheme.startswith("ml-kem"):
            traces |= counter.mechanism(scheme)
        else:
            traces |= counter.curve(scheme)
    return traces


class _OperationCounter:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def count(self, function: str, *args: int) -> Trace:
        return self._machine.must(function, *args, who=WOLFSSL.title, fix=FIX).trace

    def hashing(self) -> Trace:
        """Return the cost of one SHA-256 block: that of a long message minus that of a short one, per block."""
        many, one = (self.count("op_sha_256", _BLOCK * blocks) for blocks in (_BLOCKS + 1, 1))
        return weighted(((1 / _BLOCKS, many), (-1 / _BLOCKS, one)))

    def curve(self, scheme: str) -> dict[tuple[str, str], Trace]:
        self.count(f"op_{scheme}_peer")
        both = total([self.count(f"op_{scheme}_keygen"), self.count(f"op_{scheme}_agree")])
        self.count(f"op_{scheme}_check")
        return {(scheme, AGREE): both}

    def mechanism(self, scheme: str) -> dict[tuple[str, str], Trace]:
        keygen = self.count("op_ml_kem_keygen")
        self.count("op_ml_kem_peer")
        traces = {(scheme, KEYGEN): keygen}
        traces |= {
            (scheme, operation): self.count(f"op_ml_kem_{operation}") for operation in (ENCAPSULATE, DECAPSULATE)
        }
        self.count("op_ml_kem_check")
        return traces

    def ecdsa(self) -> dict[tuple[str, str], Trace]:
        """Sign and verify with a newly generated key."""
        self.count("op_secp256r1_keygen")
        self._machine.write("op_digest", text(0))
        return {(ECDSA, operation): self.count(f"op_ecdsa_p256_{operation}") for operation in (SIGN, VERIFY)}

    def ml_dsa(self, scheme: str) -> dict[tuple[str, str], Trace]:
        """Count signing without rejection, with one rejection by z and with one by r0, and count verification. Check
        the signatures against the reference."""
        facts = SCHEMES[scheme]
        _, secret = reference.keys(facts, SEED)
        self._machine.write("op_seed", SEED[:32])
        self.count("op_ml_dsa_keygen")
        signed = []
        for number in facts.accepts:
            self._machine.write("op_digest", text(number))
            signed.append(self.count("op_ml_dsa_sign"))
            expected = reference.sign(facts, secret, text(number))
            if self._machine.read("op_signature", len(expected)) != expected:
                raise EmulationError(
                    f"wolfSSL's {facts.title} signature differs from the reference implementation's", fix=FIX
                )
        at_once, *with_rejection = signed
        rejected = adds(at_once, dict(zip((BY_Z, BY_R0), with_rejection, strict=True)))
        probabilities = chances(facts)
        return {
            (scheme, SIGN): after(at_once, rejected, probabilities, probabilities.mean),
            (scheme, VERIFY): self.count("op_ml_dsa_verify"),
        }
