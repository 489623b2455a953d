# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.3 records and handshake messages on the wire (RFC 9147): those in the clear by what they say, the others by
their order and their length, for what they carry is sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.catalogue.schemes import EXCHANGES, SCHEMES, SIGNATURES
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.cycles import Buffers, Trace, total, weighted
from wirerate.wings.mcu.lab import host
from wirerate.wings.mcu.lab.credentials import ECDSA, Credentials, credentials
from wirerate.wings.mcu.lab.emulated_calls import Machine, made
from wirerate.wings.mcu.lab.ends import FIX, End, prove, shake_hands
from wirerate.wings.mcu.lab.ends import WOLFSSL as FUNCTIONS
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import SEED, text
from wirerate.wings.mcu.lab.source import fetched
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

_UNIFIED, _UNIFIED_BITS = 0x20, 0xE0  # 001CSLEE: RFC 9147 section 4
_FIXED, _FIXED_BITS = 0x0C, 0x1C  # no connection identifier, two bytes of sequence number, a length
_EPOCH, _HANDSHAKE = 3, 2
_UNIFIED_HEADER = 5
_CLIENT_HELLO, _SERVER_HELLO = 1, 2
_RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")  # RFC 8446, 4.1.3
_RANDOM = slice(HANDSHAKE_HEADER + 2, HANDSHAKE_HEADER + 34)
_PROOF = ("Certificate", "CertificateVerify", "Finished")
# What each end seals until the handshake is complete; afterwards the server acknowledges.
_SEALED = {SERVER: ("EncryptedExtensions", "CertificateRequest", *_PROOF), CLIENT: _PROOF}


@dataclass(frozen=True)
class Record:
    """One on the wire: its epoch's last two bits, its size, and what follows its header."""

    side: str
    epoch: int
    size: int
    body: bytes


def records(datagram: bytes, side: str) -> Iterator[Record]:
    """Those of one datagram; what does not parse is an EmulationError, for no library sends such a thing."""
    at = 0
    while at < len(datagram):
        sealed = datagram[at] & _UNIFIED_BITS == _UNIFIED
        if sealed and datagram[at] & _FIXED_BITS != _FIXED:
            raise EmulationError(f"the {side} sent a record with another header than is counted here", fix=_FIX)
        header = _UNIFIED_HEADER if sealed else RECORD_HEADER
        end = at + header + int.from_bytes(datagram[at + header - 2 : at + header])
        if at + header > len(datagram) or end > len(datagram):
            raise EmulationError(f"the {side} sent a datagram that is no whole DTLS record", fix=_FIX)
        yield Record(side, datagram[at] & _EPOCH if sealed else 0, end - at, datagram[at + header : end])
        at = end


def messages(wire: Sequence[tuple[str, bytes]], long: Mapping[tuple[str, str], int]) -> list[Message]:
    """All of a handshake with certificates at both ends, in the order of the wire, each with the headers of all its
    records. `long`: bytes, by side and name, of the sealed ones that may take more than one record."""
    found: list[Message] = []
    left = 0  # of the last one, which goes on in the next record
    sealed = {side: iter(names) for side, names in _SEALED.items()}
    for record in (each for side, datagram in wire for each in records(datagram, side)):
        if record.epoch == 0:
            name, whole, carried = _plain(record)
        else:
            name = next(sealed[record.side], "ACK") if not left else found[-1].name
            carried = record.size - DTLS13.sealed - DTLS13.header
            whole = long.get((record.side, name), carried)
        if left:
            last = found.pop()
            found.append(Message(last.name, last.side, last.bytes + record.size))
        else:
            found.append(Message(name, record.side, record.size))
            left = whole
        left -= carried
        if left < 0 or found[-1].side != record.side:
            raise EmulationError(f"the {record.side} sent a {name} of another length than it has", fix=_FIX)
    if left or any(next(names, None) for names in sealed.values()):
        raise EmulationError("the handshake ended before all its messages were sent", fix=_FIX)
    return found


def _plain(record: Record) -> tuple[str, int, int]:
    """Name, bytes of the whole message, and bytes of it in this record."""
    body = record.body
    whole, carried = int.from_bytes(body[1:4]), int.from_bytes(body[9:12])
    if HANDSHAKE_HEADER + carried != len(body) or body[0] not in (_CLIENT_HELLO, _SERVER_HELLO):
        raise EmulationError(f"the {record.side} sent something in the clear that is no single hello", fix=_FIX)
    if body[0] == _CLIENT_HELLO:
        return "ClientHello", whole, carried
    return "HelloRetryRequest" if body[_RANDOM] == _RETRY else "ServerHello", whole, carried


_FIX = "report it with the command that was run"


_WANT_READ = 2  # WOLFSSL_ERROR_WANT_READ
_QUEUE, _CREDENTIAL = 1 << 15, 1 << 13  # bytes of the harness's buffers
_BLOCKS = 16  # of SHA-256
_BLOCK = 64


@dataclass(frozen=True)
class Pair:
    """What keys are agreed on and signed with, by the names of the catalogue. Certificates at both ends, a cookie."""

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
    """Fetches and builds both ends (found again when built before), runs the handshake, and proves it."""
    tree = source()
    known = credentials(pair.signature)
    ends = {
        side: End(side, _image(f"wolfssl-{side}", "dtls13.c", pair, side, core, level, tree, jobs), core, FUNCTIONS,
                  _WANT_READ, buffers)
        for side in SIDES
    }  # fmt: skip
    for end in ends.values():
        end.provision(known, shows=True)
        end.must("dtls_prepare", 1, WOLFSSL.groups[pair.exchange], MTU - DTLS13.under)
        end.begin()
    wire = shake_hands(ends)
    said = messages(wire, _long(pair, known))
    prove(ends)
    sizes = tuple(len(datagram) for _, datagram in wire)
    alone = operations(pair, core, level, tree, jobs, buffers)
    return Handshake(
        name=f"{pair.exchange}+{pair.signature}",
        core=built_for(core_named(core).name),
        level=level,
        sides={side: end.counted() for side, end in ends.items()},
        sealing={side: end.sealing for side, end in ends.items()},
        messages=tuple(said),
        datagrams=len(sizes),
        datagram_bytes=sizes,
        records=sum(1 for side, datagram in wire for _ in records(datagram, side)),
        alone={" ".join(each): trace for each, trace in alone.items()},
        made=made(WOLFSSL.release, command),
    )


def source() -> Path:
    """wolfSSL's tree, from the cache or the network."""
    return fetched(f"{WOLFSSL.title} {WOLFSSL.release} ({WOLFSSL.licence})", WOLFSSL.archives)


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


def _long(pair: Pair, known: Credentials) -> dict[tuple[str, str], int]:
    """Bodies of messages that may take more than one record: RFC 8446, sections 4.4.2 and 4.4.3."""
    found = {(side, "Certificate"): 1 + 3 + 3 + len(known.ends[side].certificate) + 2 for side in SIDES}
    if pair.signature != ECDSA:  # whose signatures differ in length, and fit one
        found |= {(side, "CertificateVerify"): 2 + 2 + SIGNATURES[pair.signature].signature for side in SIDES}
    return found


# ---- operations alone ----


def operations(
    pair: Pair,
    core: str,
    level: str = LEVEL,
    tree: Path | None = None,
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> dict[tuple[str, str], Trace]:
    """Each in the same build as the handshake, whose results are checked against each other."""
    image = _image("wolfssl-operations", "wolfssl_operations.c", pair, "", core, level, tree or source(), jobs)
    alone = _Alone(Machine(image, core, buffers))
    alone.ran("op_prepare")
    found = {HASHED: alone.hashing()}
    for scheme in dict.fromkeys(pair.schemes):
        if scheme == ECDSA:
            found |= alone.ecdsa()
        elif scheme.startswith("ml-dsa"):
            found |= alone.ml_dsa(scheme)
        elif scheme.startswith("ml-kem"):
            found |= alone.mechanism(scheme)
        else:
            found |= alone.curve(scheme)
    return found


class _Alone:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def ran(self, function: str, *args: int) -> Trace:
        return self._machine.must(function, *args, who=WOLFSSL.title, fix=FIX).trace

    def hashing(self) -> Trace:
        """A block, by what many take more than one."""
        many, one = (self.ran("op_sha_256", _BLOCK * blocks) for blocks in (_BLOCKS + 1, 1))
        return weighted(((1 / _BLOCKS, many), (-1 / _BLOCKS, one)))

    def curve(self, scheme: str) -> dict[tuple[str, str], Trace]:
        self.ran(f"op_{scheme}_peer")
        both = total([self.ran(f"op_{scheme}_keygen"), self.ran(f"op_{scheme}_agree")])
        self.ran(f"op_{scheme}_check")
        return {(scheme, AGREE): both}

    def mechanism(self, scheme: str) -> dict[tuple[str, str], Trace]:
        keygen = self.ran("op_ml_kem_keygen")
        self.ran("op_ml_kem_peer")
        found = {(scheme, KEYGEN): keygen}
        found |= {(scheme, each): self.ran(f"op_ml_kem_{each}") for each in (ENCAPSULATE, DECAPSULATE)}
        self.ran("op_ml_kem_check")
        return found

    def ecdsa(self) -> dict[tuple[str, str], Trace]:
        """Under a key of its own."""
        self.ran("op_secp256r1_keygen")
        self._machine.write("op_digest", text(0))
        return {(ECDSA, each): self.ran(f"op_ecdsa_p256_{each}") for each in (SIGN, VERIFY)}

    def ml_dsa(self, scheme: str) -> dict[tuple[str, str], Trace]:
        """Signed are messages that end at once, after an attempt that z ended and after one that r0 ended; the host
        signs them too, and gets the same."""
        facts = SCHEMES[scheme]
        _, secret = host.keys(facts, SEED)
        self._machine.write("op_seed", SEED[:32])
        self.ran("op_ml_dsa_keygen")
        signed = []
        for number in facts.accepts:
            self._machine.write("op_digest", text(number))
            signed.append(self.ran("op_ml_dsa_sign"))
            wanted = host.sign(facts, secret, text(number))
            if self._machine.read("op_signature", len(wanted)) != wanted:
                raise EmulationError(f"wolfSSL's {facts.title} gave another signature than the host", fix=FIX)
        at_once, *others = signed
        rejected = adds(at_once, dict(zip((BY_Z, BY_R0), others, strict=True)))
        of = chances(facts)
        return {
            (scheme, SIGN): after(at_once, rejected, of, of.mean),
            (scheme, VERIFY): self.ran("op_ml_dsa_verify"),
        }
