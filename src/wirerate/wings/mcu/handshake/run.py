# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A DTLS 1.2 handshake between two emulated boards: time by operation, messages, RAM and flash of either end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import EmulationError
from wirerate.wings.mcu.build.compile import INSTRUMENT, Firmware, build
from wirerate.wings.mcu.build.source import fetch, release
from wirerate.wings.mcu.handshake.config import CLIENT, ECDHE, FRAGMENTS, SERVER, SIDES, Setup, configuration
from wirerate.wings.mcu.handshake.credentials import SHARED_KEY, credentials
from wirerate.wings.mcu.handshake.ends import FIX, End, Side, prove, shake_hands
from wirerate.wings.mcu.handshake.parts import MBEDTLS
from wirerate.wings.mcu.handshake.wire import UDP_IPV4, Message, messages
from wirerate.wings.mcu.target import ALL_BUFFERS, built_for, core_named
from wirerate.wings.mcu.timing.trace import Buffers

_WANT_READ = -0x6900  # MBEDTLS_ERR_SSL_WANT_READ


@dataclass(frozen=True)
class Proven:
    """A handshake that was finished and proven: equal master secrets, application data carried both ways."""

    setup: Setup
    core: str
    level: str
    release: str  # of Mbed TLS
    client: Side
    server: Side
    messages: tuple[Message, ...]  # in the order of the wire; a fragmented one stands once per fragment
    datagrams: int

    @property
    def sides(self) -> dict[str, Side]:
        return {CLIENT: self.client, SERVER: self.server}

    @property
    def bytes(self) -> int:
        """Records with their headers; UDP and IP add UDP_IPV4 per datagram."""
        return sum(message.bytes for message in self.messages)

    @property
    def bytes_on_ipv4(self) -> int:
        return self.bytes + UDP_IPV4 * self.datagrams


def run(
    core: str = "cortex-m4",
    setup: Setup | None = None,
    *,
    version: str = DEFAULT,
    tree: Path | None = None,
    level: str = "-O2",
    jobs: int | None = None,
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> Proven:
    """Builds both ends (found again when built before), runs the handshake, and proves it. `tree` takes the place of
    `version`; `buffers` are those of the flashes that it can be timed for. What resumes is run in full first; what is
    reported is the second."""
    setup = setup or Setup()
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
    return Proven(
        setup=setup,
        core=core_named(core).name,
        level=level,
        release=release(library),
        client=ends[CLIENT].side(),
        server=ends[SERVER].side(),
        messages=said,
        datagrams=len(wire),
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
