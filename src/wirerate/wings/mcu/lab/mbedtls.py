# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run DTLS 1.2 handshakes of Mbed TLS, and parse their messages from the bytes on the wire (RFC 6347)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.cycles import Buffers
from wirerate.wings.mcu.lab.credentials import SHARED_KEY, credentials
from wirerate.wings.mcu.lab.emulated_calls import provenance
from wirerate.wings.mcu.lab.ends import FIX, MBEDTLS, End, check_connection, shake_hands
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.layout import HANDSHAKE_HEADER, RECORD_HEADER, Message
from wirerate.wings.mcu.setups import CLIENT, ECDHE, FRAGMENTS, SERVER, SETUPS, SIDES, Setup, configuration
from wirerate.wings.mcu.target import ALL_BUFFERS, LEVEL, built_for, core_named

_CHANGE_CIPHER_SPEC, _ALERT, _HANDSHAKE, _APPLICATION_DATA = 20, 21, 22, 23
_RECORD_TYPES = {_CHANGE_CIPHER_SPEC: "ChangeCipherSpec", _ALERT: "Alert", _APPLICATION_DATA: "ApplicationData"}
_HANDSHAKE_TYPES = {
    0: "HelloRequest",
    1: "ClientHello",
    2: "ServerHello",
    3: "HelloVerifyRequest",
    4: "NewSessionTicket",
    11: "Certificate",
    12: "ServerKeyExchange",
    13: "CertificateRequest",
    14: "ServerHelloDone",
    15: "CertificateVerify",
    16: "ClientKeyExchange",
    20: "Finished",
}


def messages(datagram: bytes, side: str) -> Iterator[Message]:
    """Yield the messages of one datagram. Raise EmulationError if it is malformed."""
    offset = 0
    while offset < len(datagram):
        header = datagram[offset : offset + RECORD_HEADER]
        length = int.from_bytes(header[11:13])
        if len(header) < RECORD_HEADER or offset + RECORD_HEADER + length > len(datagram):
            raise EmulationError(f"the {side} sent a datagram with an incomplete DTLS record", fix=_FIX)
        body = datagram[offset + RECORD_HEADER : offset + RECORD_HEADER + length]
        yield from _record(header[0], int.from_bytes(header[3:5]), body, side)
        offset += RECORD_HEADER + length


def _record(kind: int, epoch: int, body: bytes, side: str) -> Iterator[Message]:
    if kind != _HANDSHAKE:
        yield Message(_RECORD_TYPES.get(kind, f"record type {kind}"), side, RECORD_HEADER + len(body))
        return
    if epoch:  # encrypted; without renegotiation, Finished is the only encrypted handshake message
        yield Message("Finished", side, RECORD_HEADER + len(body))
        return
    offset, header = 0, RECORD_HEADER
    while offset < len(body):
        size = HANDSHAKE_HEADER + int.from_bytes(body[offset + 9 : offset + 12])  # the fragment's length
        if offset + size > len(body):
            raise EmulationError(f"the {side} sent a handshake message longer than its record", fix=_FIX)
        yield Message(_HANDSHAKE_TYPES.get(body[offset], f"handshake type {body[offset]}"), side, header + size)
        offset, header = offset + size, 0  # the record header counts towards its first message


_FIX = "choose another version with ‹mbedtls›, or report this with the command that you ran"


_WANT_READ = -0x6900  # MBEDTLS_ERR_SSL_WANT_READ


def run(
    name: str,
    core: str = "cortex-m4",
    *,
    setup: Setup | None = None,
    version: str = DEFAULT,
    tree: Path | None = None,
    level: str = LEVEL,
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
    command: str = "",
) -> Handshake:
    """Build both ends, run the handshake `name` of SETUPS (or `setup`), and check that it succeeded.

    `tree` is used instead of the tree of `version`. Flash accesses are counted for each of `buffers`. For a resumed
    session, a full handshake comes first and only the second is counted.
    """
    setup = setup or SETUPS[name]
    setup.check()
    library = tree or fetch(version)
    ends = {side: MbedEnd(side, setup, core, library, level, jobs, buffers) for side in SIDES}
    for end in ends.values():
        end.prepare()
    wire = shake_hands(ends)
    if setup.resumption:
        for end in ends.values():
            end.reconnect()
        wire = shake_hands(ends)
    sent = tuple(message for side, datagram in wire for message in messages(datagram, side))
    if setup.resumption and any(message.name == "ServerHelloDone" for message in sent):
        raise EmulationError(f"the server did not resume the session by {setup.resumption}", fix=FIX)
    check_connection(ends)
    return Handshake(
        name=name,
        version=version,
        core=built_for(core_named(core).name),
        level=level,
        sides={side: end.counted() for side, end in ends.items()},
        sealing={side: end.sealing for side, end in ends.items()},
        messages=sent,
        datagrams=len(wire),
        made=provenance(release(library), command),
    )


class MbedEnd(End):
    """One end of a handshake of Mbed TLS."""

    def __init__(
        self,
        side: str,
        setup: Setup,
        core: str,
        library: Path,
        level: str = "-O2",
        jobs: int | None = None,
        buffers: Sequence[Buffers] = ALL_BUFFERS,
    ) -> None:
        self._setup = setup
        image = build(
            Firmware(
                name=f"dtls-{side}",
                sources=(INSTRUMENT / "dtls.c",),
                library=library,
                config_h=configuration(setup, side, int(release(library).partition(".")[0])),
                core=built_for(core_named(core).name),
                level=level,
            ),
            jobs,
        )
        super().__init__(side, image, core, MBEDTLS, _WANT_READ, buffers)

    def prepare(self) -> None:
        """Store credentials and allocate buffers, as a device does once when it starts."""
        setup = self._setup
        if setup.suite == ECDHE:
            self.provision(credentials(), self.name == SERVER or setup.mutual)
        else:
            self.put("shared_key", SHARED_KEY)
        verifies = self.name == CLIENT or setup.mutual
        self.must("dtls_prepare", verifies, FRAGMENTS[setup.max_fragment])
        self.begin()

    def reconnect(self) -> None:
        """End the association but keep the session, and reset the counters."""
        self.must("dtls_again")
        self.begin()
