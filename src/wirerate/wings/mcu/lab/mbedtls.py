# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 records and handshake messages, named and counted from the bytes on the wire (RFC 6347)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import EmulationError
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.cycles import Buffers
from wirerate.wings.mcu.lab.credentials import SHARED_KEY, credentials
from wirerate.wings.mcu.lab.emulated_calls import made
from wirerate.wings.mcu.lab.ends import FIX, MBEDTLS, End, prove, shake_hands
from wirerate.wings.mcu.lab.firmware import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.layout import HANDSHAKE_HEADER, RECORD_HEADER, Message
from wirerate.wings.mcu.setups import CLIENT, ECDHE, FRAGMENTS, SERVER, SETUPS, SIDES, Setup, configuration
from wirerate.wings.mcu.target import ALL_BUFFERS, LEVEL, built_for, core_named

_CHANGE_CIPHER_SPEC, _ALERT, _HANDSHAKE, _APPLICATION_DATA = 20, 21, 22, 23
_KINDS = {_CHANGE_CIPHER_SPEC: "ChangeCipherSpec", _ALERT: "Alert", _APPLICATION_DATA: "ApplicationData"}
_HANDSHAKES = {
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
    """The messages of one datagram; what does not parse is an EmulationError, for no library sends such a thing."""
    at = 0
    while at < len(datagram):
        header = datagram[at : at + RECORD_HEADER]
        length = int.from_bytes(header[11:13])
        if len(header) < RECORD_HEADER or at + RECORD_HEADER + length > len(datagram):
            raise EmulationError(f"the {side} sent a datagram that is no whole DTLS record", fix=_FIX)
        body = datagram[at + RECORD_HEADER : at + RECORD_HEADER + length]
        yield from _record(header[0], int.from_bytes(header[3:5]), body, side)
        at += RECORD_HEADER + length


def _record(kind: int, epoch: int, body: bytes, side: str) -> Iterator[Message]:
    if kind != _HANDSHAKE:
        yield Message(_KINDS.get(kind, f"record type {kind}"), side, RECORD_HEADER + len(body))
        return
    if epoch:  # encrypted: in a handshake without renegotiation only Finished is
        yield Message("Finished", side, RECORD_HEADER + len(body))
        return
    at, header = 0, RECORD_HEADER
    while at < len(body):
        size = HANDSHAKE_HEADER + int.from_bytes(body[at + 9 : at + 12])  # of this fragment
        if at + size > len(body):
            raise EmulationError(f"the {side} sent a handshake message longer than its record", fix=_FIX)
        yield Message(_HANDSHAKES.get(body[at], f"handshake type {body[at]}"), side, header + size)
        at, header = at + size, 0  # a record's header counts with its first message


_FIX = "give another version with ‹mbedtls›, or report it with the command that was run"


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
    """Builds both ends (found again when built before), runs the handshake of that name in SETUPS, or of `setup`, and
    proves it. `tree` takes the place of `version`'s; `buffers` are those of the flashes that it can be timed for. What
    resumes is run in full first; what is reported is the second."""
    setup = setup or SETUPS[name]
    setup.check()
    library = tree or fetch(version)
    ends = {side: MbedEnd(side, setup, core, library, level, jobs, buffers) for side in SIDES}
    for end in ends.values():
        end.prepare()
    wire = shake_hands(ends)
    if setup.resumption:
        for end in ends.values():
            end.again()
        wire = shake_hands(ends)
    said = tuple(message for side, datagram in wire for message in messages(datagram, side))
    if setup.resumption and any(message.name == "ServerHelloDone" for message in said):
        raise EmulationError(f"the server did not resume the session by {setup.resumption}", fix=FIX)
    prove(ends)
    return Handshake(
        name=name,
        version=version,
        core=built_for(core_named(core).name),
        level=level,
        sides={side: end.counted() for side, end in ends.items()},
        sealing={side: end.sealing for side, end in ends.items()},
        messages=said,
        datagrams=len(wire),
        made=made(release(library), command),
    )


class MbedEnd(End):
    """One end of Mbed TLS."""

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
        """Provisions the end and allocates its buffers: what a device does once, when it starts."""
        setup = self._setup
        if setup.suite == ECDHE:
            self.provision(credentials(), self.name == SERVER or setup.mutual)
        else:
            self.put("shared_key", SHARED_KEY)
        verifies = self.name == CLIENT or setup.mutual
        self.must("dtls_prepare", verifies, FRAGMENTS[setup.max_fragment])
        self.begin()

    def again(self) -> None:
        """Ends the association, keeps the session, and forgets what was counted."""
        self.must("dtls_again")
        self.begin()
